#ifndef COLLISION2D_CAPTURE_RECORDER_H_
#define COLLISION2D_CAPTURE_RECORDER_H_

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/pair_asker.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/plain_queries.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/records/answer_words.h"
#include "collision2d/capture/records/pair_recorder.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/hot_path.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/query/separation_result.h"

namespace collision2d {
namespace internal {

// Whether an answer says itself that it is not proven.
inline bool IsUndecided(bool /*answer*/) { return false; }
inline bool IsUndecided(double /*answer*/) { return false; }
inline bool IsUndecided(const Separation& answer) {
  return answer.status == SeparationStatus::kIterationLimit || answer.status == SeparationStatus::kInvalid;
}
inline bool IsUndecided(const SeparationGradient& answer) { return IsUndecided(answer.separation); }
inline bool IsUndecided(const ImpactResult& answer) {
  return answer.verdict == MotionVerdict::kUndecided || answer.reached_cap;
}
inline bool IsUndecided(const MotionDistance& answer) { return answer.reached_cap; }

// True without a pose. The difference is NaN if one of the numbers is infinite or NaN, otherwise 0.
inline bool IsFinite(const Pose2* pose) {
  if (pose == nullptr) return true;
  const double sum = (pose->translation.x + pose->translation.y) + (pose->cos + pose->sin);
  return !std::isnan(sum - sum);
}

}  // namespace internal

// Asks pair queries, and records those that trigger in a ring: to the bit, with their answers. Each
// function returns exactly what the library's function of that name returns for these arguments
// (`Queries` are PlainQueries, or a replacement with the same functions for tests of the recorder).
// Recorders of many threads may share a ring, which must outlive them. One recorder is safe from
// many threads too; they then sample about one query in N together, and contend for the line of its
// counter.
// No allocation, locks or exceptions. docs/capture.md has the costs: 0 to 2 ns for a query that is
// not recorded.
template <typename Queries>
class RecorderOf {
 public:
  // REQUIRES: ring is not null.
  explicit RecorderOf(CaptureRing* ring, const CaptureOptions& options = {}) : recorder_(ring, options) {}

  bool Collides(const ConvexPolygon& a, const ConvexPolygon& b) {
    return Ask(QueryKind::kCollides, a, b, nullptr, {}, [&](QueryContext c) { return Queries::Collides(a, b, c); });
  }
  bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) {
    return Ask(QueryKind::kCollides, a, b, &a_from_b, {},
               [&](QueryContext c) { return Queries::Collides(a, b, a_from_b, c); });
  }

  double Distance(const ConvexPolygon& a, const ConvexPolygon& b) {
    return Ask(QueryKind::kDistance, a, b, nullptr, {}, [&](QueryContext c) { return Queries::Distance(a, b, c); });
  }
  double Distance(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) {
    return Ask(QueryKind::kDistance, a, b, &a_from_b, {},
               [&](QueryContext c) { return Queries::Distance(a, b, a_from_b, c); });
  }

  bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, double limit_m) {
    return Ask(QueryKind::kDistanceWithin, a, b, nullptr, {&limit_m, 1},
               [&](QueryContext c) { return Queries::DistanceWithin(a, b, limit_m, c); });
  }
  bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, double limit_m) {
    return Ask(QueryKind::kDistanceWithin, a, b, &a_from_b, {&limit_m, 1},
               [&](QueryContext c) { return Queries::DistanceWithin(a, b, a_from_b, limit_m, c); });
  }

  Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b) {
    return Ask(QueryKind::kSeparation, a, b, nullptr, {},
               [&](QueryContext c) { return Queries::ComputeSeparation(a, b, c); });
  }
  Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) {
    return Ask(QueryKind::kSeparation, a, b, &a_from_b, {},
               [&](QueryContext c) { return Queries::ComputeSeparation(a, b, a_from_b, c); });
  }

  SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b,
                                               MovingShape moving = MovingShape::kB) {
    const double number = moving == MovingShape::kB ? 1.0 : 0.0;
    return Ask(QueryKind::kSeparationGradient, a, b, nullptr, {&number, 1},
               [&](QueryContext c) { return Queries::ComputeSeparationGradient(a, b, moving, c); });
  }
  SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                                               MovingShape moving = MovingShape::kB) {
    const double number = moving == MovingShape::kB ? 1.0 : 0.0;
    return Ask(QueryKind::kSeparationGradient, a, b, &a_from_b, {&number, 1},
               [&](QueryContext c) { return Queries::ComputeSeparationGradient(a, b, a_from_b, moving, c); });
  }

  // Motions, as PlainQueries have them. Errors are not recorded.
  absl::StatusOr<ImpactResult> TimeOfImpact(const ConvexPolygon& a, const PosesOfMotion& world_from_a,
                                            const ConvexPolygon& b, const PosesOfMotion& world_from_b, double start_s,
                                            double end_s, const ImpactOptions& options = {}) {
    const absl::StatusOr<ImpactResult> impact =
        Queries::TimeOfImpact(a, world_from_a, b, world_from_b, start_s, end_s, options);
    if (!impact.ok()) return impact;
    const double numbers[] = {start_s, end_s, options.time_tolerance_s, options.epsilon_m};
    RecordMotion(QueryKind::kTimeOfImpact, a, world_from_a, b, world_from_b, numbers, *impact,
                 internal::WordsOf(*impact));
    return impact;
  }
  absl::StatusOr<bool> FreeMotion(const ConvexPolygon& a, const PosesOfMotion& world_from_a, const ConvexPolygon& b,
                                  const PosesOfMotion& world_from_b, double start_s, double end_s,
                                  const ImpactOptions& options = {}) {
    const absl::StatusOr<ImpactResult> impact =
        Queries::FreeMotionVerdict(a, world_from_a, b, world_from_b, start_s, end_s, options);
    if (!impact.ok()) return impact.status();
    const bool is_free = impact->verdict == MotionVerdict::kFree;
    const double numbers[] = {start_s, end_s, options.time_tolerance_s, options.epsilon_m};
    RecordMotion(QueryKind::kFreeMotion, a, world_from_a, b, world_from_b, numbers, *impact,
                 internal::WordsOf(is_free));
    return is_free;
  }
  absl::StatusOr<MotionDistance> MinimumDistanceOverMotion(const ConvexPolygon& a, const PosesOfMotion& world_from_a,
                                                           const ConvexPolygon& b, const PosesOfMotion& world_from_b,
                                                           double start_s, double end_s, double tolerance_m = 1e-4) {
    const absl::StatusOr<MotionDistance> least =
        Queries::MinimumDistanceOverMotion(a, world_from_a, b, world_from_b, start_s, end_s, tolerance_m);
    if (!least.ok()) return least;
    const double numbers[] = {start_s, end_s, tolerance_m};
    RecordMotion(QueryKind::kMinimumDistanceOverMotion, a, world_from_a, b, world_from_b, numbers, *least,
                 internal::WordsOf(*least));
    return least;
  }

 private:
  template <typename Query>
  COLLISION2D_HOT_INLINE auto Ask(QueryKind kind, const ConvexPolygon& a, const ConvexPolygon& b, const Pose2* a_from_b,
                                  absl::Span<const double> numbers, const Query& query) {
    QueryCounters counters;
    const auto answer = query(QueryContext{&counters});
    if (ABSL_PREDICT_FALSE(recorder_.Triggers(counters) || !internal::IsFinite(a_from_b))) {
      Record(kind, a, b, a_from_b, numbers, counters, answer);
    }
    return answer;
  }

  template <typename Answer>
  ABSL_ATTRIBUTE_NOINLINE void Record(QueryKind kind, const ConvexPolygon& a, const ConvexPolygon& b,
                                      const Pose2* a_from_b, absl::Span<const double> numbers,
                                      const QueryCounters& counters, const Answer& answer) {
    CaptureTriggers seen = 0;
    if (counters.cap_hits != 0 || !internal::IsFinite(a_from_b) || internal::IsUndecided(answer)) {
      seen |= kUndecidedTrigger;
    }
    if (counters.exact_path_entries != 0) seen |= kExactTrigger;
    const auto words = internal::WordsOf(answer);
    recorder_.Record({kind, a, b, {a_from_b, a_from_b == nullptr ? size_t{0} : size_t{1}}, numbers, words}, seen,
                     WorkOf(counters));
  }

  // If it triggers. `found` has the steps, and says whether the answer is proven.
  template <typename Found>
  void RecordMotion(QueryKind kind, const ConvexPolygon& a, const PosesOfMotion& world_from_a, const ConvexPolygon& b,
                    const PosesOfMotion& world_from_b, absl::Span<const double> numbers, const Found& found,
                    absl::Span<const uint64_t> words) {
    QueryCounters counters;
    counters.iterations = found.steps;
    const CaptureTriggers seen = internal::IsUndecided(found) ? kUndecidedTrigger : CaptureTriggers{0};
    if (!recorder_.Triggers(counters) && seen == 0) return;
    const Pose2 poses[] = {world_from_a.start, world_from_a.end, world_from_b.start, world_from_b.end};
    recorder_.Record({kind, a, b, poses, numbers, words}, seen, found.steps);
  }

  internal::PairRecorder recorder_;
};

using Recorder = RecorderOf<PlainQueries>;

// What a planner that may be compiled with or without capture calls: defined by the whole build, as
// Bazel's --copt=-DCOLLISION2D_CAPTURE does.
#ifdef COLLISION2D_CAPTURE
using OptionalRecorder = Recorder;
#else
using OptionalRecorder = PlainQueries;
#endif

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_RECORDER_H_
