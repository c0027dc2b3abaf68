#ifndef COLLISION2D_CAPTURE_RECORDS_PAIR_RECORDER_H_
#define COLLISION2D_CAPTURE_RECORDS_PAIR_RECORDER_H_

#include <atomic>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/records/record_writer.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/hot_path.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/query_context.h"

namespace collision2d {

// The work of a query: steps and rounds of its loops, and vertices that it looked at one by one.
inline int64_t WorkOf(const QueryCounters& counters) {
  return counters.iterations + counters.depth_vertices + counters.exact_path_vertices;
}

namespace internal {

// A query and its answer, for a record.
struct AskedPair {
  QueryKind kind;
  const ConvexPolygon& a;
  const ConvexPolygon& b;
  absl::Span<const Pose2> poses;
  absl::Span<const double> numbers;
  absl::Span<const uint64_t> words;
};

// Decides which queries are recorded, and records them. Safe from many threads at once, which then
// sample about one in N together.
class PairRecorder {
 public:
  PairRecorder(CaptureRing* ring, const CaptureOptions& options);

  // Counts the query, and returns whether Record is to be called. A loop that reaches its bound
  // (cap_hits) is always followed by the exact rung.
  COLLISION2D_HOT_INLINE bool Triggers(const QueryCounters& counters) {
    // A load and a store cost one thread no more than a plain number does, and lose a count where
    // threads meet.
    const int64_t before_sample = before_sample_.load(std::memory_order_relaxed) - 1;
    before_sample_.store(before_sample, std::memory_order_relaxed);
    // One sign for all: the exact rung counts as more work than there can be otherwise.
    const int64_t work_left = most_work_ - WorkOf(counters) - (counters.exact_path_entries << 40);
    return (work_left | before_sample) < 0;
  }

  // Records the query if the options select one of the triggers `seen`, slowness or sampling.
  void Record(const AskedPair& asked, CaptureTriggers seen, int64_t work);

 private:
  int64_t QueriesBetweenSamples() const;

  CaptureRing* ring_;
  CaptureOptions options_;
  // The most work that a query may take without being slow.
  int64_t most_work_;
  // The queries before the one that is sampled; negative: it is due.
  std::atomic<int64_t> before_sample_;
  InstructionSetText instruction_set_;
};

}  // namespace internal
}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_RECORDS_PAIR_RECORDER_H_
