#include "collision2d/batch/pair_query_hook.h"

#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

// One query of its own: the others are those of the library.
class OneQuery final : public PairQueryHook {
 public:
  double Distance(const ConvexPolygon&, const ConvexPolygon&, const Pose2&) override { return 42.0; }
};

TEST(PairQueryHookTest, WhatIsNotOverriddenAnswersAsTheLibrary) {
  Random random(TestSeed());
  OneQuery hook;
  int contacts = 0;
  for (int64_t i = 0; i < TestCaseCount(1000); ++i) {
    const ConvexPolygon a = RandomPolygon(random.Integer(3, 8), &random);
    const ConvexPolygon b = RandomPolygon(random.Integer(3, 8), &random);
    const PairQueryHook::PosesOfMotion of_a = {RandomPose(3.0, &random), RandomPose(3.0, &random)};
    const PairQueryHook::PosesOfMotion of_b = {RandomPose(3.0, &random), RandomPose(3.0, &random)};
    const Pose2 a_from_b = RelativePose(of_a.start, of_b.start);
    ASSERT_EQ(hook.Distance(a, b, a_from_b), 42.0);
    ASSERT_EQ(hook.Collides(a, b, a_from_b), Collides(a, b, a_from_b));
    ASSERT_EQ(hook.DistanceWithin(a, b, a_from_b, 1.0), DistanceWithin(a, b, a_from_b, 1.0));
    const Separation separation = ComputeSeparation(a, b, a_from_b);
    ASSERT_EQ(hook.ComputeSeparation(a, b, a_from_b).signed_distance_m, separation.signed_distance_m);
    ASSERT_EQ(hook.ComputeSeparationGradient(a, b, a_from_b, MovingShape::kB).yaw_m_per_rad,
              ComputeSeparationGradient(a, b, a_from_b, MovingShape::kB).yaw_m_per_rad);
    const Motion motion_a = Motion::Between(of_a.start, of_a.end, 1.0, 2.0).value();
    const Motion motion_b = Motion::Between(of_b.start, of_b.end, 1.0, 2.0).value();
    const ImpactResult impact = TimeOfImpact(a, motion_a, b, motion_b).value();
    ASSERT_EQ(hook.TimeOfImpact(a, of_a, b, of_b, 1.0, 2.0, {})->contact_by_s, impact.contact_by_s);
    ASSERT_EQ(hook.IsMotionFree(a, of_a, b, of_b, 1.0, 2.0, {}).value(), impact.verdict == MotionVerdict::kFree);
    ASSERT_EQ(hook.MinimumDistanceOverMotion(a, of_a, b, of_b, 1.0, 2.0, 1e-3)->upper_m,
              MinimumDistanceOverMotion(a, motion_a, b, motion_b, 1e-3)->upper_m);
    contacts += static_cast<int>(separation.signed_distance_m <= 0.0);
  }
  EXPECT_GT(contacts, 50);
  const ConvexPolygon box = ConvexPolygon::Rectangle(1.0, 1.0).value();
  EXPECT_EQ(hook.TimeOfImpact(box, {}, box, {}, 2.0, 1.0, {}).status(), Motion::Between({}, {}, 2.0, 1.0).status());
}

}  // namespace
}  // namespace collision2d
