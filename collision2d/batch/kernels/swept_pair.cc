#include "collision2d/batch/kernels/swept_pair.h"

#include <algorithm>
#include <tuple>

#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/time_of_impact.h"

namespace collision2d::internal {
bool AreEqual(const ConvexPolygon& a, const ConvexPolygon& b) {
  return a.radius_m() == b.radius_m() && a.vertices() == b.vertices();
}

uint32_t ChangedLanes(const PolygonBatch& at_start, const PolygonBatch& at_end, int b) {
  uint32_t changed = 0;
  const int first = b * kBatchLanes;
  for (int lane = 0; lane < std::min(kBatchLanes, at_start.size() - first); ++lane) {
    const bool is_same = IsSameShape(at_start.shapes()[first + lane], at_end.shapes()[first + lane]);
    changed |= static_cast<uint32_t>(!is_same) << lane;
  }
  return changed;
}

// Relative to the coordinates of both ends: the middle of a way in single precision, u, and the
// rounding of shapes as posed, in double; doubled twice. Proof: swept_middle.
constexpr double kSweptMiddleError = 0x1p-21;

// The reference point moves on the chord, and no point of a shape is farther from it than `reach`.
SweptCircle SweptCircleOf(const PolygonBatch& at_start, const PolygonBatch& at_end, int k) {
  const auto reach_of = [k](const PolygonBatch& batch) {
    if (!batch.is_present(k)) return 0.0;
    return Norm1(batch.shape(k).center()) + batch.shape(k).bounding_radius_m();
  };
  const Vec2 start = (at_start.is_present(k) ? at_start : at_end).world_from_shape(k).translation;
  const Vec2 end = (at_end.is_present(k) ? at_end : at_start).world_from_shape(k).translation;
  const Vec2 start_arm = start - at_start.shadow().origin;
  const Vec2 end_arm = end - at_end.shadow().origin;
  const double reach_m = std::max(reach_of(at_start), reach_of(at_end));
  const double lengths_m = Norm1(start_arm) + Norm1(end_arm) + Norm1(end - start) + reach_m;
  const Vec2 middle = 0.5 * (start_arm + end_arm);
  return {static_cast<float>(middle.x), static_cast<float>(middle.y),
          RoundedUp(reach_m + 0.5 * Norm(end - start) + kSweptMiddleError * lengths_m + kShadowUnderflow_m)};
}

bool IsFree(const BatchCall& call, const SweptPair& pair) {
  bool is_free = true;
  const auto query = [](const auto&... arguments) { return IsMotionFree(arguments...); };
  ForEachShape(call, pair, query, &PairQueryHook::IsMotionFree, call.sweep->options,
               [&](bool shape_is_free) { is_free &= shape_is_free; });
  return is_free;
}

void AddImpact(const BatchCall& call, const SweptPair& pair, SweptHit* first) {
  const auto query = [](const auto&... arguments) { return TimeOfImpact(arguments...); };
  ForEachShape(call, pair, query, &PairQueryHook::TimeOfImpact, call.sweep->options, [&](const ImpactResult& impact) {
    if (impact.verdict == MotionVerdict::kFree) return;
    const double free_until_s = std::min(first->free_until_s, impact.free_until_s);
    const SweptHit hit = {pair.interval,        pair.layer.ObstacleAt(pair.slot),
                          pair.body_shape,      impact.free_until_s,
                          impact.contact_by_s,  impact.verdict == MotionVerdict::kUndecided,
                          impact.reached_limit, pair.layer.ElementAt(pair.slot)};
    const auto place = [](const SweptHit& of) {
      return std::make_tuple(of.contact_by_s, of.obstacle, of.body_shape, of.element);
    };
    if (first->step < 0 || place(hit) < place(*first)) *first = hit;
    first->free_until_s = free_until_s;
  });
}

}  // namespace collision2d::internal
