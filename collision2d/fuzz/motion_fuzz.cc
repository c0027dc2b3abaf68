#include "collision2d/fuzz/motion_fuzz.h"

#include "absl/status/statusor.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/motion_answers.h"
#include "collision2d/fuzz/motion_case.h"
#include "collision2d/fuzz/motion_refusals.h"
#include "collision2d/fuzz/motion_symmetries.h"
#include "collision2d/fuzz/moving_bodies.h"
#include "collision2d/fuzz/require_equal.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/time_of_impact.h"

namespace collision2d {

int FuzzMotionQuery(const uint8_t* data, size_t size) {
  FuzzInput input(data, size);
  const MotionCase c = TakeMotionCase(&input);
  const absl::StatusOr<MovingBodies> bodies = MovingBodies::Create(c);
  if (!bodies.ok()) {
    RequireInvalid("motions", bodies.status());
    return 0;
  }
  if (input.Index(16) == 15) {
    RequireMotionRefusal(c, *bodies, &input);
    return 0;
  }
  const absl::StatusOr<ImpactResult> impact = TimeOfImpact(c.a, bodies->a(), c.b, bodies->b(), c.options);
  RequireOk("TimeOfImpact", impact.status());
  RequireImpact(c, *bodies, *impact);
  const absl::StatusOr<bool> is_free = IsMotionFree(c.a, bodies->a(), c.b, bodies->b(), c.options);
  RequireOk("IsMotionFree", is_free.status());
  RequireTrue("IsMotionFree as TimeOfImpact", c, *is_free == (impact->verdict == MotionVerdict::kFree));
  const auto least = MinimumDistanceOverMotion(c.a, bodies->a(), c.b, bodies->b(), c.distance_tolerance_m);
  RequireOk("MinimumDistanceOverMotion", least.status());
  RequireLeastDistance(c, *bodies, *impact, *least);
  RequireUnionOfPairs(c, *bodies, *impact);
  RequireSymmetries(c, *bodies, *impact, &input);
  return 0;
}

}  // namespace collision2d
