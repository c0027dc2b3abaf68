#pragma once

#include <cstdint>
#include <functional>

#include "absl/status/statusor.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/recorder.h"

namespace collision2d {
namespace internal {

// Returns the record that `ask` writes to a ring that is large enough for a record of `query`. A
// record contains answers as words, which only a recorder produces. Errors: those of ReplayQuery;
// Internal if nothing was recorded.
absl::StatusOr<CaptureRecord> RecordOfOne(const CapturedQuery& query, const std::function<void(CaptureRing*)>& ask);

}  // namespace internal

// Runs a recorded query again and returns its record: what `Queries` answer now, with the triggers
// and the work. slow_work is that of CaptureOptions.
// Errors (InvalidArgument): a record whose shapes, numbers of words or arguments are not those of
// its kind. Internal: the query returned an error.
template <typename Queries>
absl::StatusOr<CaptureRecord> ReplayQuery(const CapturedQuery& query, int64_t slow_work = CaptureOptions().slow_work) {
  return internal::RecordOfOne(query, [&](CaptureRing* ring) {
    RecorderOf<Queries>(ring, {kAllTriggers, slow_work, 1})
        .AskRecorded(query.kind, {query.a, query.b, query.poses, query.numbers});
  });
}

}  // namespace collision2d
