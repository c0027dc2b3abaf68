#include "planner_adapter/ompl/map_motion_validator.h"

#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <thread>

#include "absl/strings/match.h"
#include "collision2d/query/collides.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "planner_adapter/ompl/map_state_validity_checker.h"
#include "planner_adapter/ompl/testing/new_state.h"
#include "planner_adapter/ompl/testing/path_oracle.h"

namespace collision2d::planner {
namespace {

namespace ob = ::ompl::base;
using SpacePtr = std::shared_ptr<ob::SE2StateSpace>;

constexpr double kHalf_m = 30.0;
constexpr double kRadius_m = 5.0;

std::vector<ConvexPolygon> Car() { return {*ConvexPolygon::Rectangle(4.5, 1.8, {1.4, 0.0})}; }

std::vector<ConvexPolygon> RandomWalls(int count, Random* random) {
  std::vector<ConvexPolygon> walls;
  for (int k = 0; k < count; ++k) {
    const double length_m = random->LogUniform(0.2, 8.0);
    const double x = random->Uniform(-kHalf_m, kHalf_m);
    const double y = random->Uniform(-kHalf_m, kHalf_m);
    walls.push_back(*ConvexPolygon::Rectangle(length_m, 0.1)->Posed(Pose2::FromYaw({x, y}, random->Angle())));
  }
  return walls;
}

std::vector<SpacePtr> Spaces(double half_m) {
  return {NewSpace<ob::SE2StateSpace>(-half_m, half_m), NewSpace<ob::DubinsStateSpace>(-half_m, half_m, kRadius_m),
          NewSpace<ob::DubinsStateSpace>(-half_m, half_m, kRadius_m, true),
          NewSpace<ob::ReedsSheppStateSpace>(-half_m, half_m, kRadius_m)};
}

// A space with its validator and checker over some walls.
struct Fixture {
  Fixture(const SpacePtr& of, std::vector<ConvexPolygon> map_shapes, std::vector<ConvexPolygon> map_body = Car())
      : space(of), si(std::make_shared<ob::SpaceInformation>(of)), walls(map_shapes), body(map_body) {
    const auto map = *ObstacleMap::Create(walls);
    validator = *MapMotionValidator::Create(si, body, map);
    checker = *MapStateValidityChecker::Create(si, body, map);
  }

  std::shared_ptr<Se2State> State(double x, double y, double yaw) const { return NewState(space, x, y, yaw); }

  bool Check(const std::shared_ptr<Se2State>& s1, const std::shared_ptr<Se2State>& s2) const {
    return validator->checkMotion(s1.get(), s2.get());
  }

  // The fraction of the last valid state; 1 if the motion is valid. The state is that of the fraction.
  double LastValid(const std::shared_ptr<Se2State>& s1, const std::shared_ptr<Se2State>& s2) const {
    const auto last = State(0.0, 0.0, 0.0);
    std::pair<ob::State*, double> last_valid(last.get(), 1.0);
    EXPECT_EQ(validator->checkMotion(s1.get(), s2.get(), last_valid), Check(s1, s2));
    if (last_valid.second == 1.0) return 1.0;
    const auto expected = State(0.0, 0.0, 0.0);
    space->interpolate(s1.get(), s2.get(), last_valid.second, expected.get());
    // Clamped to the bounds, by rounding.
    EXPECT_LE(std::abs(last->getX() - expected->getX()), validator->margin_m());
    EXPECT_LE(std::abs(last->getY() - expected->getY()), validator->margin_m());
    EXPECT_EQ(last->getYaw(), expected->getYaw());
    EXPECT_TRUE(last_valid.second == 0.0 || checker->isValid(last.get()));
    return last_valid.second;
  }

  // Whether a state on the way of interpolate() collides, by a scan over the walls with the exact query of pairs, at `samples` instants before the fraction.
  bool SampleCollides(const Se2State* s1, const Se2State* s2, double until, int samples) const {
    const auto state = State(0.0, 0.0, 0.0);
    for (int k = 0; k < samples; ++k) {
      space->interpolate(s1, s2, until * k / samples, state.get());
      const Pose2 pose = Pose2::FromYaw({state->getX(), state->getY()}, state->getYaw());
      for (const ConvexPolygon& part : body) {
        for (const ConvexPolygon& wall : walls) {
          if (Collides(wall, part, pose)) return true;
        }
      }
    }
    return false;
  }

  SpacePtr space;
  ob::SpaceInformationPtr si;
  std::vector<ConvexPolygon> walls;
  std::vector<ConvexPolygon> body;
  std::shared_ptr<MapMotionValidator> validator;
  std::shared_ptr<MapStateValidityChecker> checker;
};

std::shared_ptr<Se2State> RandomState(const Fixture& of, Random* random) {
  const double x = random->Uniform(-kHalf_m, kHalf_m);
  const double y = random->Uniform(-kHalf_m, kHalf_m);
  return of.State(x, y, random->Angle());
}

// A state nearby: motions of a length that planners have.
std::shared_ptr<Se2State> RandomTarget(const Fixture& of, const Se2State& from, Random* random) {
  const double x = from.getX() + random->Uniform(-8.0, 8.0);
  const double y = from.getY() + random->Uniform(-8.0, 8.0);
  return of.State(x, y, random->Chance(0.2) ? from.getYaw() : random->Angle());
}

// Every answer is held against interval arithmetic and against samples: free motions, and those up to the last valid state. None leaves the bounds.
TEST(MapMotionValidatorTest, AnswersAreProven) {
  Random random(TestSeed() + 1);
  const int64_t count = TestCaseCount(300);
  for (const SpacePtr& space : Spaces(4.0 * kHalf_m)) {
    int64_t valid = 0;
    int64_t early = 0;
    for (int64_t i = 0; i < count; ++i) {
      const Fixture fixture(space, RandomWalls(35, &random));
      std::shared_ptr<Se2State> s1 = RandomState(fixture, &random);
      while (!fixture.checker->isValid(s1.get())) s1 = RandomState(fixture, &random);
      const auto s2 = RandomTarget(fixture, *s1, &random);
      const double until = fixture.LastValid(s1, s2);
      valid += until == 1.0 ? 1 : 0;
      const PathOracle oracle(*space, kRadius_m, *s1, *s2);
      ASSERT_TRUE(oracle.ProvesFreeUntil(until, fixture.body, fixture.walls)) << space->getName() << i;
      ASSERT_FALSE(fixture.SampleCollides(s1.get(), s2.get(), until, 100)) << space->getName() << i;
      if (until == 1.0) continue;
      // The last one but for 10^-6 of a part, unless the motion grazes a wall.
      const double contact = oracle.FirstContact(fixture.body, fixture.walls);
      ASSERT_LT(until, contact) << space->getName() << i;
      early += contact > until + 5e-6 ? 1 : 0;
    }
    EXPECT_GT(valid, count / 5) << space->getName();
    EXPECT_LT(valid, 4 * count / 5) << space->getName();
    EXPECT_LE(early, count / 50) << space->getName();
    std::printf("ompl-motions %s: %d of %d valid\n", space->getName().c_str(), static_cast<int>(valid),
                static_cast<int>(count));
  }
}

TEST(MapMotionValidatorTest, ThinWallBetweenSamples) {
  const Fixture of(NewSpace<ob::SE2StateSpace>(-500.0, 500.0), {*ConvexPolygon::Rectangle(0.1, 100.0, {100.0, 0.0})});
  const auto s1 = of.State(-300.0, 0.0, 0.0);
  const auto s2 = of.State(300.0, 0.0, 0.0);
  EXPECT_FALSE(of.Check(s1, s2));
  // The nose is 3.65 m in front of the frame's origin.
  EXPECT_NEAR(of.LastValid(s1, s2), (99.95 - 3.65 + 300.0) / 600.0, 1e-7);
  of.si->setStateValidityChecker(of.checker);
  of.si->setup();
  EXPECT_TRUE(of.si->checkMotion(s1.get(), s2.get()));  // By OMPL's discrete validator, at its default resolution.
}

TEST(MapMotionValidatorTest, OneState) {
  for (const SpacePtr& space : Spaces(kHalf_m)) {
    const Fixture of(space, {*ConvexPolygon::Rectangle(2.0, 2.0, {10.0, 0.0})});
    const auto free = of.State(0.0, 0.0, 0.5);
    const auto same = of.State(0.0, 0.0, 0.5);
    EXPECT_TRUE(of.Check(free, same)) << space->getName();
    EXPECT_TRUE(of.Check(free, free)) << space->getName();
    const auto inside = of.State(10.0, 0.0, 0.5);
    EXPECT_FALSE(of.Check(inside, inside)) << space->getName();
    EXPECT_EQ(of.LastValid(inside, inside), 0.0) << space->getName();
  }
}

TEST(MapMotionValidatorTest, StartInCollision) {
  for (const SpacePtr& space : Spaces(kHalf_m)) {
    const Fixture of(space, {*ConvexPolygon::Rectangle(2.0, 2.0, {0.0, 0.0})});
    const auto s1 = of.State(0.0, 0.0, 0.0);
    const auto s2 = of.State(20.0, 0.0, 0.0);
    EXPECT_EQ(of.LastValid(s1, s2), 0.0) << space->getName();
    EXPECT_LT(of.LastValid(s2, s1), 1.0) << space->getName();
    EXPECT_GT(of.LastValid(s2, s1), 0.1) << space->getName();
  }
}

// Touching is a collision: along a wall at distance 0, with and without an end that touches.
TEST(MapMotionValidatorTest, AlongAWall) {
  const std::vector<ConvexPolygon> box = {*ConvexPolygon::Rectangle(4.0, 2.0)};
  for (const SpacePtr& space : Spaces(kHalf_m)) {
    for (const double gap_m : {0.0, 1e-12}) {
      const Fixture of(space, {*ConvexPolygon::Rectangle(10.0, 2.0, {0.0, -2.0 - gap_m})}, box);
      EXPECT_FALSE(of.Check(of.State(-3.0, 0.0, 0.0), of.State(3.0, 0.0, 0.0))) << space->getName();
      EXPECT_EQ(of.LastValid(of.State(-3.0, 0.0, 0.0), of.State(3.0, 0.0, 0.0)), 0.0) << space->getName();
      // Comes to the wall from beside it: as far as the corner.
      EXPECT_NEAR(of.LastValid(of.State(-17.0, 0.0, 0.0), of.State(3.0, 0.0, 0.0)), 0.5, 1e-5) << space->getName();
      // Ends that touch are proven to collide, by the exact query; that of a gap so small is not.
      EXPECT_EQ(of.validator->undecided_count(), gap_m == 0.0 ? 0 : of.validator->getInvalidMotionCount());
    }
    const Fixture of(space, {*ConvexPolygon::Rectangle(10.0, 2.0, {0.0, -2.0 - 1e-6})}, box);
    EXPECT_TRUE(of.Check(of.State(-3.0, 0.0, 0.0), of.State(3.0, 0.0, 0.0))) << space->getName();
  }
}

// Half a turn on the spot, the way that OMPL turns: towards the sign of the difference of the yaws.
TEST(MapMotionValidatorTest, HalfTurn) {
  const SpacePtr space = NewSpace<ob::SE2StateSpace>(-kHalf_m, kHalf_m);
  const double quarter = 0.5 * 3.141592653589793;
  const Fixture of(space, {*ConvexPolygon::Rectangle(0.5, 0.5, {3.0, 0.0})});
  const auto right = of.State(0.0, 0.0, -quarter);
  const auto left = of.State(0.0, 0.0, quarter);
  EXPECT_FALSE(of.Check(right, left));
  EXPECT_FALSE(of.Check(left, right));
  // From ahead to the back, to the left and to the right: past what stands on the left.
  const Fixture beside(space, {*ConvexPolygon::Rectangle(0.5, 0.5, {0.0, 3.0})});
  const auto ahead = beside.State(0.0, 0.0, 0.0);
  EXPECT_FALSE(beside.Check(ahead, beside.State(0.0, 0.0, 2.0 * quarter)));
  EXPECT_TRUE(beside.Check(ahead, beside.State(0.0, 0.0, -2.0 * quarter)));
}

// Dubins turns fully to come to the same place with a slightly smaller yaw; Reeds and Shepp's car has cusps instead.
TEST(MapMotionValidatorTest, FullTurnsAndCusps) {
  const std::vector<ConvexPolygon> post = {*ConvexPolygon::Hull({{0.0, 2.0 * kRadius_m}}, 0.2)};
  const Fixture dubins(NewSpace<ob::DubinsStateSpace>(-kHalf_m, kHalf_m, kRadius_m), post);
  const auto s1 = dubins.State(0.0, 0.0, 0.0);
  EXPECT_FALSE(dubins.Check(s1, dubins.State(-0.1, 0.0, 0.0)));
  const double until = dubins.LastValid(s1, dubins.State(-0.1, 0.0, 0.0));
  EXPECT_GT(until, 0.1);
  EXPECT_LT(until, 0.6);
  const Fixture reeds_shepp(NewSpace<ob::ReedsSheppStateSpace>(-kHalf_m, kHalf_m, kRadius_m), post);
  EXPECT_TRUE(reeds_shepp.Check(s1, reeds_shepp.State(-0.1, 0.0, 0.0)));
  EXPECT_TRUE(reeds_shepp.Check(s1, reeds_shepp.State(0.0, 1.0, 0.0)));
  // A cusp ahead of both ends, where nothing else of the motion comes: a post at the nose of the car there.
  const auto space = std::static_pointer_cast<ob::ReedsSheppStateSpace>(reeds_shepp.space);
  const auto s2 = reeds_shepp.State(0.0, 1.0, 0.0);
  const auto path = space->reedsShepp(s1.get(), s2.get());
  const double cusp = std::abs(path.length_[0]) / path.length();
  ASSERT_LT(path.length_[0] * path.length_[1], 0.0);
  const auto turning = reeds_shepp.State(0.0, 0.0, 0.0);
  space->interpolate(s1.get(), s2.get(), cusp, turning.get());
  const double nose_m = path.length_[0] > 0.0 ? 3.65 : -0.85;
  const Vec2 nose = Pose2::FromYaw({turning->getX(), turning->getY()}, turning->getYaw()) * Vec2{nose_m, 0.0};
  const Fixture narrow(space, {*ConvexPolygon::Hull({nose}, 0.001)});
  EXPECT_TRUE(narrow.checker->isValid(s1.get()) && narrow.checker->isValid(s2.get()));
  EXPECT_FALSE(narrow.Check(s1, s2));
  EXPECT_NEAR(narrow.LastValid(s1, s2), cusp, 0.01);
}

// The path is refused that leaves the bounds between two states that are within.
TEST(MapMotionValidatorTest, CurvesThatLeaveTheBounds) {
  const Fixture of(NewSpace<ob::DubinsStateSpace>(-kHalf_m, kHalf_m, kRadius_m), {});
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

TEST(MapMotionValidatorTest, IllegalStates) {
  const double bad_numbers[] = {std::nan(""), std::numeric_limits<double>::infinity(), 1e9, -1e308};
  for (const SpacePtr& space : Spaces(kHalf_m)) {
    const Fixture of(space, {});
    const auto good = of.State(0.0, 0.0, 0.0);
    for (const double bad : bad_numbers) {
      for (const auto& state : {of.State(bad, 0.0, 0.0), of.State(0.0, bad, 0.0), of.State(0.0, 0.0, bad)}) {
        EXPECT_FALSE(of.Check(good, state));
        EXPECT_FALSE(of.Check(state, good));
        EXPECT_FALSE(of.checker->isValid(state.get()));
        EXPECT_EQ(of.checker->clearance(state.get()), -std::numeric_limits<double>::infinity());
        std::pair<ob::State*, double> last_valid(nullptr, 1.0);
        EXPECT_FALSE(of.validator->checkMotion(good.get(), state.get(), last_valid));
        EXPECT_EQ(last_valid.second, 0.0);
      }
    }
    EXPECT_FALSE(of.validator->checkMotion(nullptr, good.get()));
    EXPECT_FALSE(of.validator->checkMotion(good.get(), nullptr));
    std::pair<ob::State*, double> last_valid(good.get(), 1.0);
    EXPECT_FALSE(of.validator->checkMotion(nullptr, nullptr, last_valid));
    EXPECT_EQ(of.validator->undecided_count(), 0);
  }
}

// The state that is set may be an end of the motion.
TEST(MapMotionValidatorTest, LastValidInPlace) {
  for (const SpacePtr& space : Spaces(kHalf_m)) {
    const Fixture of(space, {*ConvexPolygon::Rectangle(0.1, 30.0, {10.0, 0.0})});
    const auto s1 = of.State(0.0, 0.0, 0.2);
    const auto s2 = of.State(20.0, 1.0, -0.1);
    const auto other = of.State(0.0, 0.0, 0.0);
    for (const auto& end : {s1, s2}) {
      std::pair<ob::State*, double> last_valid(other.get(), 1.0);
      ASSERT_FALSE(of.validator->checkMotion(s1.get(), s2.get(), last_valid));
      const auto first = of.State(s1->getX(), s1->getY(), s1->getYaw());
      const auto second = of.State(s2->getX(), s2->getY(), s2->getYaw());
      last_valid.first = end == s1 ? first.get() : second.get();
      ASSERT_FALSE(of.validator->checkMotion(first.get(), second.get(), last_valid));
      EXPECT_TRUE(space->equalStates(last_valid.first, other.get()));
    }
  }
}

TEST(MapMotionValidatorTest, Counters) {
  const Fixture of(NewSpace<ob::SE2StateSpace>(-kHalf_m, kHalf_m), {*ConvexPolygon::Rectangle(0.1, 30.0, {10.0, 0.0})});
  const auto s1 = of.State(0.0, 0.0, 0.0);
  EXPECT_TRUE(of.Check(s1, of.State(1.0, 0.0, 0.0)));
  EXPECT_TRUE(of.Check(s1, of.State(2.0, 0.0, 0.0)));
  EXPECT_FALSE(of.Check(s1, of.State(20.0, 0.0, 0.0)));
  EXPECT_FALSE(of.Check(s1, of.State(40.0, 0.0, 0.0)));
  EXPECT_EQ(of.validator->getValidMotionCount(), 2);
  EXPECT_EQ(of.validator->getInvalidMotionCount(), 2);
  EXPECT_EQ(of.validator->undecided_count(), 0);
}

TEST(MapMotionValidatorTest, BadInput) {
  const auto si = std::make_shared<ob::SpaceInformation>(NewSpace<ob::SE2StateSpace>(-kHalf_m, kHalf_m));
  const auto map = *ObstacleMap::Create({});
  EXPECT_EQ(MapMotionValidator::Create(nullptr, Car(), map).status().message(), "space information: null");
  EXPECT_EQ(MapMotionValidator::Create(si, {}, map).status().message(), "body: no shape");
  EXPECT_EQ(MapMotionValidator::Create(si, Car(), nullptr).status().message(), "map: null");
  EXPECT_EQ(MapStateValidityChecker::Create(nullptr, Car(), map).status().message(), "space information: null");
  EXPECT_EQ(MapStateValidityChecker::Create(si, {}, map).status().message(), "body: no shape");
  EXPECT_EQ(MapStateValidityChecker::Create(si, Car(), nullptr).status().message(), "map: null");
  const auto unset = std::make_shared<ob::SpaceInformation>(std::make_shared<ob::SE2StateSpace>());
  const absl::Status status = MapMotionValidator::Create(unset, Car(), map).status();
  EXPECT_TRUE(absl::StrContains(status.message(), "bounds: [0, 0] in x; set them first")) << status;
}

TEST(MapStateValidityCheckerTest, StatesAndClearance) {
  const Fixture of(NewSpace<ob::ReedsSheppStateSpace>(-kHalf_m, kHalf_m, kRadius_m),
                   {*ConvexPolygon::Rectangle(2.0, 2.0, {10.0, 0.0})}, {*ConvexPolygon::Rectangle(4.0, 2.0)});
  EXPECT_EQ(of.checker->getSpecs().clearanceComputationType, ob::StateValidityCheckerSpecs::EXACT);
  EXPECT_FALSE(of.checker->getSpecs().hasValidDirectionComputation);
  const auto check = [&of](double x, double y, double yaw, bool is_valid, double clearance_m) {
    const auto state = of.State(x, y, yaw);
    EXPECT_EQ(of.checker->isValid(state.get()), is_valid) << x << " " << y;
    EXPECT_DOUBLE_EQ(of.checker->clearance(state.get()), clearance_m) << x << " " << y;
    double distance_m = 0.0;
    EXPECT_EQ(of.checker->isValid(state.get(), distance_m), is_valid);
    EXPECT_DOUBLE_EQ(distance_m, clearance_m);
  };
  check(0.0, 0.0, 0.0, true, 7.0);
  check(6.75, 0.0, 0.0, true, 0.25);
  check(7.0, 0.0, 0.0, false, 0.0);
  check(7.5, 0.0, 0.0, false, -0.5);
  check(30.0, 0.0, 0.0, true, 17.0);
  check(30.5, 0.0, 0.0, false, -std::numeric_limits<double>::infinity());
}

// The same answers from many threads at once, and counters that lose nothing.
TEST(MapMotionValidatorTest, ManyThreads) {
  Random random(TestSeed() + 3);
  const Fixture of(NewSpace<ob::ReedsSheppStateSpace>(-kHalf_m, kHalf_m, kRadius_m), RandomWalls(60, &random));
  constexpr int kMotions = 1000;
  constexpr int kThreads = 4;
  std::vector<std::shared_ptr<Se2State>> states;
  for (int i = 0; i <= kMotions; ++i) states.push_back(RandomState(of, &random));
  std::vector<double> expected;
  for (int i = 0; i < kMotions; ++i) expected.push_back(of.LastValid(states[i], states[i + 1]));
  of.validator->resetMotionCounter();
  std::vector<int> wrong(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kMotions; ++i) {
        std::pair<ob::State*, double> last_valid(nullptr, 1.0);
        const bool is_valid = of.validator->checkMotion(states[i].get(), states[i + 1].get(), last_valid);
        const bool has_clearance = of.checker->clearance(states[i].get()) > 0.0;
        wrong[t] += last_valid.second != expected[i] || is_valid != (expected[i] == 1.0) ||
                    has_clearance != of.checker->isValid(states[i].get());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(kThreads));
  EXPECT_EQ(of.validator->getCheckedMotionCount(), kThreads * kMotions);
}

}  // namespace
}  // namespace collision2d::planner
