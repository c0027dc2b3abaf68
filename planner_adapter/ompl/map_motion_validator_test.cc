#include "planner_adapter/ompl/map_motion_validator.h"

#include <ompl/base/spaces/ReedsSheppStateSpace.h>

#include <thread>

#include "absl/strings/match.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/ompl/testing/checked_space.h"
#include "planner_adapter/ompl/testing/path_oracle.h"

namespace collision2d::planner {
namespace {

namespace ob = ::ompl::base;

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

std::shared_ptr<Se2State> RandomState(const CheckedSpace& of, Random* random) {
  const double x = random->Uniform(-kHalf_m, kHalf_m);
  const double y = random->Uniform(-kHalf_m, kHalf_m);
  return of.State(x, y, random->Angle());
}

// A state nearby: motions of a length that planners have.
std::shared_ptr<Se2State> RandomTarget(const CheckedSpace& of, const Se2State& from, Random* random) {
  const double x = from.getX() + random->Uniform(-8.0, 8.0);
  const double y = from.getY() + random->Uniform(-8.0, 8.0);
  return of.State(x, y, random->Chance(0.2) ? from.getYaw() : random->Angle());
}

// Every answer is held against interval arithmetic and against samples: free motions, and those up
// to the last valid state. None leaves the bounds.
TEST(MapMotionValidatorTest, AnswersAreProven) {
  Random random(TestSeed() + 1);
  const int64_t count = TestCaseCount(300);
  for (const SpacePtr& space : Spaces(4.0 * kHalf_m)) {
    int64_t valid = 0;
    int64_t early = 0;
    for (int64_t i = 0; i < count; ++i) {
      const CheckedSpace fixture(space, RandomWalls(35, &random));
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
  const CheckedSpace of(NewSpace<ob::SE2StateSpace>(-500.0, 500.0),
                        {*ConvexPolygon::Rectangle(0.1, 100.0, {100.0, 0.0})});
  const auto s1 = of.State(-300.0, 0.0, 0.0);
  const auto s2 = of.State(300.0, 0.0, 0.0);
  EXPECT_FALSE(of.Check(s1, s2));
  // The nose is 3.65 m in front of the frame's origin.
  EXPECT_NEAR(of.LastValid(s1, s2), (99.95 - 3.65 + 300.0) / 600.0, 1e-7);
  of.si->setStateValidityChecker(of.checker);
  of.si->setup();
  EXPECT_TRUE(of.si->checkMotion(s1.get(), s2.get()));  // By OMPL's discrete validator, at its default resolution.
}

TEST(MapMotionValidatorTest, IllegalStates) {
  const double bad_numbers[] = {std::nan(""), std::numeric_limits<double>::infinity(), 1e9, -1e308};
  for (const SpacePtr& space : Spaces(kHalf_m)) {
    const CheckedSpace of(space, {});
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
    const CheckedSpace of(space, {*ConvexPolygon::Rectangle(0.1, 30.0, {10.0, 0.0})});
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
  const CheckedSpace of(NewSpace<ob::SE2StateSpace>(-kHalf_m, kHalf_m),
                        {*ConvexPolygon::Rectangle(0.1, 30.0, {10.0, 0.0})});
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
  const CheckedSpace of(NewSpace<ob::ReedsSheppStateSpace>(-kHalf_m, kHalf_m, kRadius_m),
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
  const CheckedSpace of(NewSpace<ob::ReedsSheppStateSpace>(-kHalf_m, kHalf_m, kRadius_m), RandomWalls(60, &random));
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
