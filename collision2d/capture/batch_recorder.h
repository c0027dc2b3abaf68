#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/capture/records/bytes.h"
#include "collision2d/capture/records/record_writer.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

namespace internal {

// The answers of batch calls for a row as 64-bit words; recorder.h has those for pairs.
inline std::array<uint64_t, 2> WordsOf(const Hit& hit) { return {WordOf(hit.obstacle), WordOf(hit.body_shape)}; }
inline std::array<uint64_t, 3> WordsOf(const Nearest<double>& nearest) {
  return {BitsOf(nearest.distance_m), WordOf(nearest.obstacle), WordOf(nearest.body_shape)};
}

inline std::array<uint64_t, 10> WordsOf(const Nearest<Separation>& nearest) {
  const std::array<uint64_t, 8> s = WordsOf(nearest.separation);
  return {s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], WordOf(nearest.obstacle), WordOf(nearest.body_shape)};
}

}  // namespace internal

// Which batch calls are recorded, and how much of each. A row is one pose of a call, with all
// obstacles and the answer for that pose.
struct BatchCaptureOptions {
  // One call in this many is sampled, whatever it did: one row of it is recorded, that of pose
  // number (samples before this one) % poses. 0: no call is sampled.
  int64_t sample_every = 0;
  // A call that takes at least slow_call_ns is slow: its first rows are recorded, at most
  // rows_of_slow_call, and the others are counted. Without a clock no call is slow.
  int64_t (*clock_ns)() = nullptr;
  int64_t slow_call_ns = 1'000'000;
  int64_t rows_of_slow_call = 1;
};

// Makes batch calls, and records rows of those that trigger. The functions are those of
// collisions.h and distances.h, with the same arguments and results. A row that is larger than a
// slot of the ring is counted as too large. A row has the obstacles that are present, in their
// order, and the answer counts them alone.
// Calls without poses, and calls that return an error, are not recorded. To record the pairs of a
// batch that need exact arithmetic, use a Recorder (set_pair_query_hook).
// Use one object per thread; recorders of many threads may share a ring, which must outlive them.
// No allocation, locks or exceptions.
class BatchRecorder {
 public:
  // REQUIRES: ring is not null.
  explicit BatchRecorder(CaptureRing* ring, const BatchCaptureOptions& options = {});

  absl::Status CollisionMask(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                             const PolygonBatch& batch, absl::Span<uint64_t> mask);
  absl::Status AnyHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                      const PolygonBatch& batch, absl::Span<uint8_t> any_hit);
  absl::Status FirstHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                        const PolygonBatch& batch, absl::Span<Hit> first_hit);
  absl::Status CountHits(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                         const PolygonBatch& batch, absl::Span<int32_t> hit_count);
  absl::Status MinimumDistance(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                               const PolygonBatch& batch, absl::Span<const double> limit_m,
                               absl::Span<Nearest<double>> nearest);
  absl::Status AllDistances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                            const PolygonBatch& batch, absl::Span<double> distance_m);
  absl::Status WithinMask(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                          const PolygonBatch& batch, double limit_m, absl::Span<uint64_t> mask);
  absl::Status MinimumSeparation(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                 const PolygonBatch& batch, absl::Span<const double> limit_m,
                                 absl::Span<Nearest<Separation>> least);

 private:
  struct Call;

  // Makes the call, and records limit_of(p) and answer_of(p), words or doubles, of the rows p that
  // are to be recorded.
  template <typename Make, typename LimitOf, typename AnswerOf>
  absl::Status Ask(const Call& call, const Make& make, const LimitOf& limit_of, const AnswerOf& answer_of);
  template <typename Word>
  void WriteRow(const Call& call, size_t p, CaptureTriggers triggers, absl::Span<const double> numbers,
                absl::Span<const Word> answer);
  // Adds the answer as if the batch had no absent obstacles.
  template <typename Word>
  void AddAnswer(const Call& call, absl::Span<const Word> answer, internal::RecordWriter* writer);

  CaptureRing* ring_;
  BatchCaptureOptions options_;
  int64_t calls_ = 0;
  internal::InstructionSetText instruction_set_;
};

}  // namespace collision2d
