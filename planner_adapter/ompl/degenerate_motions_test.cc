#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>

#include "collision2d/testing/test.h"
#include "planner_adapter/ompl/testing/checked_space.h"

namespace collision2d::planner {
namespace {

namespace ob = ::ompl::base;

TEST(DegenerateMotionsTest, OneState) {
  for (const SpacePtr& space : Spaces(kHalf_m)) {
    const CheckedSpace of(space, {*ConvexPolygon::Rectangle(2.0, 2.0, {10.0, 0.0})});
    const auto free = of.State(0.0, 0.0, 0.5);
    const auto same = of.State(0.0, 0.0, 0.5);
    EXPECT_TRUE(of.Check(free, same)) << space->getName();
    EXPECT_TRUE(of.Check(free, free)) << space->getName();
    const auto inside = of.State(10.0, 0.0, 0.5);
    EXPECT_FALSE(of.Check(inside, inside)) << space->getName();
    EXPECT_EQ(of.LastValid(inside, inside), 0.0) << space->getName();
  }
}

TEST(DegenerateMotionsTest, StartInCollision) {
  for (const SpacePtr& space : Spaces(kHalf_m)) {
    const CheckedSpace of(space, {*ConvexPolygon::Rectangle(2.0, 2.0, {0.0, 0.0})});
    const auto s1 = of.State(0.0, 0.0, 0.0);
    const auto s2 = of.State(20.0, 0.0, 0.0);
    EXPECT_EQ(of.LastValid(s1, s2), 0.0) << space->getName();
    EXPECT_LT(of.LastValid(s2, s1), 1.0) << space->getName();
    EXPECT_GT(of.LastValid(s2, s1), 0.1) << space->getName();
  }
}

// Touching is a collision: along a wall at distance 0, with and without an end that touches.
TEST(DegenerateMotionsTest, AlongAWall) {
  const std::vector<ConvexPolygon> box = {*ConvexPolygon::Rectangle(4.0, 2.0)};
  for (const SpacePtr& space : Spaces(kHalf_m)) {
    for (const double gap_m : {0.0, 1e-12}) {
      const CheckedSpace of(space, {*ConvexPolygon::Rectangle(10.0, 2.0, {0.0, -2.0 - gap_m})}, box);
      EXPECT_FALSE(of.Check(of.State(-3.0, 0.0, 0.0), of.State(3.0, 0.0, 0.0))) << space->getName();
      EXPECT_EQ(of.LastValid(of.State(-3.0, 0.0, 0.0), of.State(3.0, 0.0, 0.0)), 0.0) << space->getName();
      // Comes to the wall from beside it: as far as the corner.
      EXPECT_NEAR(of.LastValid(of.State(-17.0, 0.0, 0.0), of.State(3.0, 0.0, 0.0)), 0.5, 1e-5) << space->getName();
      // Ends that touch are proven to collide, by the exact query; that of a gap so small is not.
      EXPECT_EQ(of.validator->undecided_count(), gap_m == 0.0 ? 0 : of.validator->getInvalidMotionCount());
    }
    const CheckedSpace of(space, {*ConvexPolygon::Rectangle(10.0, 2.0, {0.0, -2.0 - 1e-6})}, box);
    EXPECT_TRUE(of.Check(of.State(-3.0, 0.0, 0.0), of.State(3.0, 0.0, 0.0))) << space->getName();
  }
}

// Half a turn on the spot, the way that OMPL turns: towards the sign of the difference of the yaws.
TEST(DegenerateMotionsTest, HalfTurn) {
  const SpacePtr space = NewSpace<ob::SE2StateSpace>(-kHalf_m, kHalf_m);
  const double quarter = 0.5 * 3.141592653589793;
  const CheckedSpace of(space, {*ConvexPolygon::Rectangle(0.5, 0.5, {3.0, 0.0})});
  const auto right = of.State(0.0, 0.0, -quarter);
  const auto left = of.State(0.0, 0.0, quarter);
  EXPECT_FALSE(of.Check(right, left));
  EXPECT_FALSE(of.Check(left, right));
  // From ahead to the back, to the left and to the right: past what stands on the left.
  const CheckedSpace beside(space, {*ConvexPolygon::Rectangle(0.5, 0.5, {0.0, 3.0})});
  const auto ahead = beside.State(0.0, 0.0, 0.0);
  EXPECT_FALSE(beside.Check(ahead, beside.State(0.0, 0.0, 2.0 * quarter)));
  EXPECT_TRUE(beside.Check(ahead, beside.State(0.0, 0.0, -2.0 * quarter)));
}

// Dubins turns fully to come to the same place with a slightly smaller yaw; Reeds and Shepp's car
// has cusps instead.
TEST(DegenerateMotionsTest, FullTurnsAndCusps) {
  const std::vector<ConvexPolygon> post = {*ConvexPolygon::Hull({{0.0, 2.0 * kRadius_m}}, 0.2)};
  const CheckedSpace dubins(NewSpace<ob::DubinsStateSpace>(-kHalf_m, kHalf_m, kRadius_m), post);
  const auto s1 = dubins.State(0.0, 0.0, 0.0);
  EXPECT_FALSE(dubins.Check(s1, dubins.State(-0.1, 0.0, 0.0)));
  const double until = dubins.LastValid(s1, dubins.State(-0.1, 0.0, 0.0));
  EXPECT_GT(until, 0.1);
  EXPECT_LT(until, 0.6);
  const CheckedSpace reeds_shepp(NewSpace<ob::ReedsSheppStateSpace>(-kHalf_m, kHalf_m, kRadius_m), post);
  EXPECT_TRUE(reeds_shepp.Check(s1, reeds_shepp.State(-0.1, 0.0, 0.0)));
  EXPECT_TRUE(reeds_shepp.Check(s1, reeds_shepp.State(0.0, 1.0, 0.0)));
  // A cusp ahead of both ends, where nothing else of the motion comes: a post at the nose of the
  // car there.
  const auto space = std::static_pointer_cast<ob::ReedsSheppStateSpace>(reeds_shepp.space);
  const auto s2 = reeds_shepp.State(0.0, 1.0, 0.0);
  const auto path = space->reedsShepp(s1.get(), s2.get());
  const double cusp = std::abs(path.length_[0]) / path.length();
  ASSERT_LT(path.length_[0] * path.length_[1], 0.0);
  const auto turning = reeds_shepp.State(0.0, 0.0, 0.0);
  space->interpolate(s1.get(), s2.get(), cusp, turning.get());
  const double nose_m = path.length_[0] > 0.0 ? 3.65 : -0.85;
  const Vec2 nose = Pose2::FromYaw({turning->getX(), turning->getY()}, turning->getYaw()) * Vec2{nose_m, 0.0};
  const CheckedSpace narrow(space, {*ConvexPolygon::Hull({nose}, 0.001)});
  EXPECT_TRUE(narrow.checker->isValid(s1.get()) && narrow.checker->isValid(s2.get()));
  EXPECT_FALSE(narrow.Check(s1, s2));
  EXPECT_NEAR(narrow.LastValid(s1, s2), cusp, 0.01);
}

// The path is refused that leaves the bounds between two states that are within.
TEST(DegenerateMotionsTest, CurvesThatLeaveTheBounds) {
  const CheckedSpace of(NewSpace<ob::DubinsStateSpace>(-kHalf_m, kHalf_m, kRadius_m), {});
  const auto s1 = of.State(29.0, 0.0, 0.0);
  const auto s2 = of.State(29.0, 5.0, 3.0);
  EXPECT_FALSE(of.Check(s1, s2));
  const double until = of.LastValid(s1, s2);
  EXPECT_GT(until, 0.0);
  EXPECT_LT(until, 0.5);
  EXPECT_EQ(of.validator->undecided_count(), 0);
  // Along the edge of the bounds.
  const double quarter = 0.5 * 3.141592653589793;
  EXPECT_TRUE(of.Check(of.State(kHalf_m, -20.0, quarter), of.State(kHalf_m, 20.0, quarter)));
  EXPECT_FALSE(of.Check(of.State(0.0, 0.0, 0.0), of.State(kHalf_m + 1.0, 0.0, 0.0)));
  EXPECT_NEAR(of.LastValid(of.State(0.0, 0.0, 0.0), of.State(kHalf_m + 10.0, 0.0, 0.0)), 0.75, 1e-9);
}

}  // namespace
}  // namespace collision2d::planner
