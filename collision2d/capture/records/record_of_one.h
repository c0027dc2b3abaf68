#ifndef COLLISION2D_CAPTURE_RECORDS_RECORD_OF_ONE_H_
#define COLLISION2D_CAPTURE_RECORDS_RECORD_OF_ONE_H_

#include <functional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/captured_query.h"

namespace collision2d::internal {

// What `ask` records in a ring that is large enough for a record of `query`: queries are answered
// in one way only, by a recorder. Errors: those of CheckForm, CheckArguments and `ask`; Internal:
// nothing was recorded.
absl::StatusOr<CaptureRecord> RecordOfOne(const CapturedQuery& query,
                                          const std::function<absl::Status(CaptureRing*)>& ask);

// Makes the batch call that a row is from, for its one pose, and returns the record.
absl::StatusOr<CaptureRecord> AskRowAgain(const CapturedQuery& query);

}  // namespace collision2d::internal

#endif  // COLLISION2D_CAPTURE_RECORDS_RECORD_OF_ONE_H_
