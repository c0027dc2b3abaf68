#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/pair_query_hook.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/records/bytes.h"
#include "collision2d/capture/records/record_writer.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/query/separation_result.h"

namespace collision2d {

// The arguments of a pair query, in the form of its QueryKind.
struct PairArguments {
  const ConvexPolygon& a;
  const ConvexPolygon& b;
  absl::Span<const Pose2> poses;
  absl::Span<const double> numbers;
};

// The pair queries of the library, which a recorder calls. Tests give it queries with faults
// instead.
struct PlainQueries {
  // Returns the answer to a query of the arguments, which counts its work in the context. `query()`
  // returns the library's answer.
  template <QueryKind kKind, typename Query>
  COLLISION2D_HOT_INLINE static auto Answer(const PairArguments& /*asked*/, QueryContext /*context*/,
                                            const Query& query) {
    return query();
  }
};

// Returns the work of a query: the steps and rounds of its loops, and the vertices that it examined
// one by one.
inline int64_t WorkOf(const QueryContext::Counters& counters) {
  return counters.iterations + counters.depth_vertices + counters.exact_path_vertices;
}

namespace internal {

// Answers as 64-bit words, in the order of the fields: doubles to the bit. kQueryForms names them.
inline std::array<uint64_t, 1> WordsOf(bool answer) { return {static_cast<uint64_t>(answer)}; }
inline std::array<uint64_t, 1> WordsOf(double answer) { return {BitsOf(answer)}; }
inline std::array<uint64_t, 8> WordsOf(const Separation& s) {
  return {BitsOf(s.signed_distance_m), BitsOf(s.witness_a.x), BitsOf(s.witness_a.y), BitsOf(s.witness_b.x),
          BitsOf(s.witness_b.y),       BitsOf(s.direction.x), BitsOf(s.direction.y), static_cast<uint64_t>(s.status)};
}

inline std::array<uint64_t, 16> WordsOf(const SeparationGradient& g) {
  const std::array<uint64_t, 8> s = WordsOf(g.separation);
  return {s[0],
          s[1],
          s[2],
          s[3],
          s[4],
          s[5],
          s[6],
          s[7],
          BitsOf(g.translation.x),
          BitsOf(g.translation.y),
          BitsOf(g.yaw_m_per_rad),
          BitsOf(g.yaw_left_m_per_rad),
          BitsOf(g.yaw_right_m_per_rad),
          BitsOf(g.yaw_low_m_per_rad),
          BitsOf(g.yaw_high_m_per_rad),
          static_cast<uint64_t>(g.is_smooth)};
}

// Without the separation, which is unspecified for free motions.
inline std::array<uint64_t, 4> WordsOf(const ImpactResult& impact) {
  return {static_cast<uint64_t>(impact.verdict), BitsOf(impact.free_until_s), BitsOf(impact.contact_by_s),
          static_cast<uint64_t>(impact.reached_limit)};
}

// Each body has one shape, so the indices of the nearest shapes are not recorded.
inline std::array<uint64_t, 4> WordsOf(const MotionDistance& least) {
  return {BitsOf(least.lower_m), BitsOf(least.upper_m), BitsOf(least.time_s),
          static_cast<uint64_t>(least.reached_limit)};
}

// Returns true if an answer reports that it is not proven.
inline bool IsUndecided(bool /*answer*/) { return false; }
inline bool IsUndecided(double /*answer*/) { return false; }
inline bool IsUndecided(const Separation& answer) {
  return answer.status == SeparationStatus::kIterationLimit || answer.status == SeparationStatus::kInvalid;
}
inline bool IsUndecided(const SeparationGradient& answer) { return IsUndecided(answer.separation); }
inline bool IsUndecided(const ImpactResult& answer) {
  return answer.verdict == MotionVerdict::kUndecided || answer.reached_limit;
}
inline bool IsUndecided(const MotionDistance& answer) { return answer.reached_limit; }

// Returns true if the pose of a pair is finite, or if there is none. The difference is NaN if one
// of the numbers is infinite or NaN, otherwise 0.
inline bool IsFinite(absl::Span<const Pose2> pose) {
  if (pose.empty()) return true;
  const double sum = (pose[0].translation.x + pose[0].translation.y) + (pose[0].cos + pose[0].sin);
  return !std::isnan(sum - sum);
}

// Decides which queries are recorded, and records them. Safe from many threads at once, which then
// share one sampling counter.
class PairRecorder {
 public:
  PairRecorder(CaptureRing* ring, const CaptureOptions& options);

  // Counts the query, and returns whether Record is to be called. A loop that reaches its bound
  // (limit_hits) is always followed by the exact rung.
  COLLISION2D_HOT_INLINE bool Triggers(const QueryContext::Counters& counters) {
    // A load and a store cost one thread no more than a plain number does, and lose a count where
    // threads meet.
    const int64_t before_sample = before_sample_.load(std::memory_order_relaxed) - 1;
    before_sample_.store(before_sample, std::memory_order_relaxed);
    // One sign for all: the exact rung counts as more work than there can be otherwise.
    const int64_t work_left = most_work_ - WorkOf(counters) - (counters.exact_path_entries << 40);
    return (work_left | before_sample) < 0;
  }

  // Records the query if the options select one of the triggers `seen`, slowness or sampling.
  void Record(QueryKind kind, const PairArguments& asked, absl::Span<const uint64_t> words, CaptureTriggers seen,
              const QueryContext::Counters& counters);

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

// Returns the library's answer to a pair query of these arguments; for a motion, with the number of
// steps, or the error of Motion::Between or of the query. The form is that of the kind.
template <QueryKind kKind>
COLLISION2D_HOT_INLINE inline auto AnswerPair(const PairArguments& of, QueryContext context) {
  const auto posed = [&](const auto& query) { return of.poses.empty() ? query() : query(of.poses[0]); };
  if constexpr (kKind == QueryKind::kCollides) {
    return posed([&](const auto&... pose) { return Collides(of.a, of.b, pose..., context); });
  } else if constexpr (kKind == QueryKind::kDistance) {
    return posed([&](const auto&... pose) { return Distance(of.a, of.b, pose..., context); });
  } else if constexpr (kKind == QueryKind::kDistanceWithin) {
    return posed([&](const auto&... pose) { return DistanceWithin(of.a, of.b, pose..., of.numbers[0], context); });
  } else if constexpr (kKind == QueryKind::kSeparation) {
    return posed([&](const auto&... pose) { return ComputeSeparation(of.a, of.b, pose..., context); });
  } else if constexpr (kKind == QueryKind::kSeparationGradient) {
    const MovingShape moving = of.numbers[0] != 0.0 ? MovingShape::kB : MovingShape::kA;
    return posed([&](const auto&... pose) { return ComputeSeparationGradient(of.a, of.b, pose..., moving, context); });
  } else {
    static_assert(IsMotion(kKind));
    const auto between = [&](size_t i) {
      return Motion::Between(of.poses[i], of.poses[i + 1], of.numbers[0], of.numbers[1]);
    };
    const auto moved = [&](const auto& query) -> decltype(query(*between(0), *between(2))) {
      const absl::StatusOr<Motion> of_a = between(0);
      if (!of_a.ok()) return of_a.status();
      const absl::StatusOr<Motion> of_b = between(2);
      if (!of_b.ok()) return of_b.status();
      return query(*of_a, *of_b);
    };
    if constexpr (kKind == QueryKind::kMinimumDistanceOverMotion) {
      return moved([&](const Motion& of_a, const Motion& of_b) {
        return MinimumDistanceOverMotion(of.a, of_a, of.b, of_b, of.numbers[2]);
      });
    } else {
      const ImpactOptions options = {of.numbers[2], of.numbers[3]};
      return moved([&](const Motion& of_a, const Motion& of_b) {
        if constexpr (kKind == QueryKind::kTimeOfImpact) return TimeOfImpact(of.a, of_a, of.b, of_b, options);
        if constexpr (kKind == QueryKind::kIsMotionFree) {
          return MotionFreeVerdict({&of.a, 1}, of_a, {&of.b, 1}, of_b, options);
        }
      });
    }
  }
}

}  // namespace internal

// Runs pair queries and records the triggering ones, bit-exact and with their answers, in a ring.
// Each function returns exactly what the library's function of that name returns for the same
// query; those of motion take the poses and times of Motion::Between in place of two motions
// (`Queries` are PlainQueries, or a replacement for tests of the recorder). As the PairQueryHook of
// a batch or map (set_pair_query_hook) it records the pairs that their filters leave undecided.
// Recorders of many threads may share a ring, which must outlive them. One recorder is safe from
// many threads too; they then share one sampling counter (about one query in N overall) and contend
// for its cache line. No allocation, locks or exceptions. docs/capture.md has the costs: 0 to 2 ns
// for a query that is not recorded.
template <typename Queries>
class RecorderOf final : public PairQueryHook {
 public:
  // REQUIRES: ring is not null.
  explicit RecorderOf(CaptureRing* ring, const CaptureOptions& options = {}) : recorder_(ring, options) {}

  bool Collides(const ConvexPolygon& a, const ConvexPolygon& b) { return Ask<QueryKind::kCollides>({a, b, {}, {}}); }
  bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) override {
    return Ask<QueryKind::kCollides>({a, b, {&a_from_b, 1}, {}});
  }

  double Distance(const ConvexPolygon& a, const ConvexPolygon& b) { return Ask<QueryKind::kDistance>({a, b, {}, {}}); }
  double Distance(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) override {
    return Ask<QueryKind::kDistance>({a, b, {&a_from_b, 1}, {}});
  }

  Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b) {
    return Ask<QueryKind::kSeparation>({a, b, {}, {}});
  }
  Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) override {
    return Ask<QueryKind::kSeparation>({a, b, {&a_from_b, 1}, {}});
  }

  bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, double limit_m) {
    return Ask<QueryKind::kDistanceWithin>({a, b, {}, {&limit_m, 1}});
  }
  bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, double limit_m) override {
    return Ask<QueryKind::kDistanceWithin>({a, b, {&a_from_b, 1}, {&limit_m, 1}});
  }

  SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b,
                                               MovingShape moving = MovingShape::kB) {
    const double number = moving == MovingShape::kB ? 1.0 : 0.0;
    return Ask<QueryKind::kSeparationGradient>({a, b, {}, {&number, 1}});
  }
  SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                                               MovingShape moving = MovingShape::kB) override {
    const double number = moving == MovingShape::kB ? 1.0 : 0.0;
    return Ask<QueryKind::kSeparationGradient>({a, b, {&a_from_b, 1}, {&number, 1}});
  }

  // Motions by Motion::Between from start_s to end_s. Errors: as Between and the query; they are
  // not recorded.
  absl::StatusOr<ImpactResult> TimeOfImpact(const ConvexPolygon& a, const PosesOfMotion& world_from_a,
                                            const ConvexPolygon& b, const PosesOfMotion& world_from_b, double start_s,
                                            double end_s, const ImpactOptions& options = {}) override {
    const double numbers[] = {start_s, end_s, options.time_tolerance_s, options.contact_tolerance_m};
    return Ask<QueryKind::kTimeOfImpact>({a, b, PosesOf(world_from_a, world_from_b), numbers});
  }
  absl::StatusOr<bool> IsMotionFree(const ConvexPolygon& a, const PosesOfMotion& world_from_a, const ConvexPolygon& b,
                                    const PosesOfMotion& world_from_b, double start_s, double end_s,
                                    const ImpactOptions& options = {}) override {
    const double numbers[] = {start_s, end_s, options.time_tolerance_s, options.contact_tolerance_m};
    const absl::StatusOr<ImpactResult> impact =
        Ask<QueryKind::kIsMotionFree>({a, b, PosesOf(world_from_a, world_from_b), numbers});
    if (!impact.ok()) return impact.status();
    return impact->verdict == MotionVerdict::kFree;
  }
  absl::StatusOr<MotionDistance> MinimumDistanceOverMotion(const ConvexPolygon& a, const PosesOfMotion& world_from_a,
                                                           const ConvexPolygon& b, const PosesOfMotion& world_from_b,
                                                           double start_s, double end_s,
                                                           double tolerance_m = 1e-4) override {
    const double numbers[] = {start_s, end_s, tolerance_m};
    return Ask<QueryKind::kMinimumDistanceOverMotion>({a, b, PosesOf(world_from_a, world_from_b), numbers});
  }

  // Runs the query of a record. REQUIRES: legal arguments of its form.
  void AskRecorded(QueryKind kind, const PairArguments& asked) {
    AskIfKind(kind, asked, std::make_index_sequence<std::size(kQueryForms)>());
  }

 private:
  static std::array<Pose2, 4> PosesOf(const PosesOfMotion& of_a, const PosesOfMotion& of_b) {
    return {of_a.start, of_a.end, of_b.start, of_b.end};
  }

  template <size_t... kForm>
  void AskIfKind(QueryKind kind, const PairArguments& asked, std::index_sequence<kForm...> /*forms*/) {
    ((kind == kQueryForms[kForm].kind ? static_cast<void>(Ask<kQueryForms[kForm].kind>(asked)) : void()), ...);
  }

  template <QueryKind kKind>
  COLLISION2D_HOT_INLINE auto Ask(const PairArguments& asked) {
    QueryContext::Counters counters;
    const QueryContext context = {&counters};
    auto answer =
        Queries::template Answer<kKind>(asked, context, [&] { return internal::AnswerPair<kKind>(asked, context); });
    if constexpr (IsMotion(kKind)) {
      // Nothing is recorded of an error.
      if (!answer.ok()) return answer;
      counters.iterations = answer->steps;
      const bool triggers = recorder_.Triggers(counters);
      if (triggers || internal::IsUndecided(*answer)) Record<kKind>(asked, counters, *answer);
    } else if (ABSL_PREDICT_FALSE(recorder_.Triggers(counters) || !internal::IsFinite(asked.poses))) {
      Record<kKind>(asked, counters, answer);
    }
    return answer;
  }

  template <QueryKind kKind, typename Answer>
  ABSL_ATTRIBUTE_NOINLINE void Record(const PairArguments& asked, const QueryContext::Counters& counters,
                                      const Answer& answer) {
    CaptureTriggers seen = 0;
    if (counters.limit_hits != 0 || !internal::IsFinite(asked.poses) || internal::IsUndecided(answer)) {
      seen |= kUndecidedTrigger;
    }
    if (counters.exact_path_entries != 0) seen |= kExactTrigger;
    if constexpr (kKind == QueryKind::kIsMotionFree) {
      recorder_.Record(kKind, asked, internal::WordsOf(answer.verdict == MotionVerdict::kFree), seen, counters);
    } else {
      recorder_.Record(kKind, asked, internal::WordsOf(answer), seen, counters);
    }
  }

  internal::PairRecorder recorder_;
};

using Recorder = RecorderOf<PlainQueries>;

}  // namespace collision2d
