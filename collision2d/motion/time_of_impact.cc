#include "collision2d/motion/time_of_impact.h"

#include <algorithm>
#include <cmath>

#include "absl/status/status.h"
#include "collision2d/geometry/fixed_point_sum.h"
#include "collision2d/motion/search/impact_search.h"
#include "collision2d/motion/search/motion_checks.h"
#include "collision2d/motion/search/pair_motion.h"

namespace collision2d {
namespace {

using internal::ImpactQuestion;
using internal::PairImpact;

absl::Status Check(absl::Span<const ConvexPolygon> a, const Motion& motion_a, absl::Span<const ConvexPolygon> b,
                   const Motion& motion_b, const ImpactOptions& options) {
  absl::Status status = internal::CheckBodies(a, motion_a, b, motion_b);
  const bool is_legal =
      internal::IsTolerance(options.time_tolerance_s) && internal::IsTolerance(options.contact_tolerance_m);
  if (!is_legal && status.ok()) status = internal::CheckImpactOptions(options);
  return status;
}

// start_s + elapsed_s on the clock, not later.
double NotAfter(double start_s, double elapsed_s) {
  const internal::TwoTerm time_s = internal::TwoSum(start_s, elapsed_s);
  return time_s.error < 0.0 ? std::nextafter(time_s.value, start_s) : time_s.value;
}

// Adds what is known of one pair of shapes to what is known of the bodies; true if it is now their
// first contact.
bool Add(const PairImpact& pair, int shape_a, int shape_b, const Motion& motion, ImpactResult* of_bodies) {
  of_bodies->reached_limit |= pair.reached_limit;
  if (pair.verdict == MotionVerdict::kFree) return false;
  of_bodies->free_until_s = std::min(of_bodies->free_until_s, NotAfter(motion.start_s(), pair.free_until_s));
  const double contact_by_s = std::min(motion.start_s() + pair.contact_by_s, motion.end_s());
  const bool is_first = of_bodies->verdict == MotionVerdict::kFree ||
                        (pair.verdict == of_bodies->verdict ? contact_by_s < of_bodies->contact_by_s
                                                            : pair.verdict == MotionVerdict::kCollides);
  if (!is_first) return false;
  of_bodies->verdict = pair.verdict;
  of_bodies->contact_by_s = contact_by_s;
  of_bodies->shape_a = shape_a;
  of_bodies->shape_b = shape_b;
  return true;
}

absl::StatusOr<ImpactResult> Search(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                    absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                    const ImpactOptions& options, ImpactQuestion question) {
  if (absl::Status status = Check(a, motion_a, b, motion_b, options); !status.ok()) return status;
  // Returned as it is, without a copy.
  absl::StatusOr<ImpactResult> answer(ImpactResult{});
  ImpactResult& result = *answer;
  result.verdict = MotionVerdict::kFree;
  result.free_until_s = motion_a.end_s();
  for (int i = 0; i < static_cast<int>(a.size()); ++i) {
    for (int j = 0; j < static_cast<int>(b.size()); ++j) {
      internal::TimeWindow window;
      if (!internal::CirclesMeet(a[i], motion_a, b[j], motion_b, 0.0, &window)) continue;
      internal::PairMotion pair(a[i], motion_a, b[j], motion_b);
      internal::ImpactSearch search(&pair, options, question, motion_a.start_s());
      const PairImpact impact = search.Search(window);
      result.steps += search.steps();
      if (pair.status().ok() && Add(impact, i, j, motion_a, &result) && question == ImpactQuestion::kWhen) {
        result.separation = search.SeparationAfter(impact.contact_by_s);
      }
      if (!pair.status().ok()) return pair.status();
      if (question == ImpactQuestion::kWhether && result.verdict != MotionVerdict::kFree) return answer;
    }
  }
  return answer;
}

}  // namespace

absl::StatusOr<ImpactResult> TimeOfImpact(const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b,
                                          const Motion& motion_b, const ImpactOptions& options) {
  return TimeOfImpact(absl::MakeConstSpan(&a, 1), motion_a, absl::MakeConstSpan(&b, 1), motion_b, options);
}

absl::StatusOr<ImpactResult> TimeOfImpact(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                          absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                          const ImpactOptions& options) {
  return Search(a, motion_a, b, motion_b, options, ImpactQuestion::kWhen);
}

absl::StatusOr<bool> IsMotionFree(const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b,
                                  const Motion& motion_b, const ImpactOptions& options) {
  return IsMotionFree(absl::MakeConstSpan(&a, 1), motion_a, absl::MakeConstSpan(&b, 1), motion_b, options);
}

absl::StatusOr<bool> IsMotionFree(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                  absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                  const ImpactOptions& options) {
  const absl::StatusOr<ImpactResult> result = internal::MotionFreeVerdict(a, motion_a, b, motion_b, options);
  if (!result.ok()) return result.status();
  return result->verdict == MotionVerdict::kFree;
}

absl::StatusOr<ImpactResult> internal::MotionFreeVerdict(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                                         absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                                         const ImpactOptions& options) {
  return Search(a, motion_a, b, motion_b, options, ImpactQuestion::kWhether);
}

}  // namespace collision2d
