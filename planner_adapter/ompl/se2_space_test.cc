#include "planner_adapter/ompl/se2_space.h"

#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>

#include <memory>

#include "absl/strings/match.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/ompl/testing/new_state.h"

namespace collision2d::planner {
namespace {

namespace ob = ::ompl::base;

constexpr double kPi = 3.141592653589793;
constexpr double kReach_m = 5.0;

struct NamedSpace {
  const char* name;
  std::shared_ptr<ob::SE2StateSpace> space;
  double half_m;
  double radius_m = 1.0;  // Of turns; of no use in SE(2).
};

std::vector<NamedSpace> Spaces() {
  return {{"SE2", NewSpace<ob::SE2StateSpace>(-500.0, 500.0), 500.0},
          {"SE2 far", NewSpace<ob::SE2StateSpace>(-1e7, 1e7), 1e7},
          {"Dubins", NewSpace<ob::DubinsStateSpace>(-100.0, 100.0, 5.0), 100.0, 5.0},
          {"Dubins symmetric", NewSpace<ob::DubinsStateSpace>(-100.0, 100.0, 5.0, true), 100.0, 5.0},
          {"Reeds-Shepp", NewSpace<ob::ReedsSheppStateSpace>(-100.0, 100.0, 5.0), 100.0, 5.0},
          {"Reeds-Shepp near", NewSpace<ob::ReedsSheppStateSpace>(-10.0, 10.0, 5.0), 10.0, 5.0},
          {"Reeds-Shepp wide", NewSpace<ob::ReedsSheppStateSpace>(-100.0, 100.0, 5000.0), 100.0, 5000.0},
          {"Reeds-Shepp tiny", NewSpace<ob::ReedsSheppStateSpace>(-100.0, 100.0, 1e-5), 100.0, 1e-5}};
}

// States with ties among them: quarter turns, equal coordinates, the same state twice.
std::shared_ptr<Se2State> RandomState(const NamedSpace& of, Random* random, const Se2State* other) {
  const double x = random->Uniform(-of.half_m, of.half_m);
  const double y = random->Uniform(-of.half_m, of.half_m);
  const auto state = NewState(of.space, x, y, random->Angle());
  if (random->Chance(0.1)) state->setYaw(random->Integer(-2, 2) * 0.5 * kPi);
  if (other == nullptr) return state;
  if (random->Chance(0.1)) state->setX(other->getX());
  if (random->Chance(0.1)) state->setY(other->getY());
  if (random->Chance(0.1)) state->setYaw(other->getYaw());
  return state;
}

// m. How far a point within kReach_m can be from where the other pose has it.
double Apart(const Pose2& a, const Pose2& b) {
  return Norm(a.translation - b.translation) + kReach_m * Norm(Vec2{a.cos - b.cos, a.sin - b.sin});
}

// The pose of a path at a fraction of it.
Pose2 PoseAt(const Path& path, double fraction) {
  const auto piece =
      std::find_if(path.begin(), path.end(), [&](const MotionPiece& each) { return fraction <= each.end; });
  return piece->PoseAt(piece->begin < piece->end ? (fraction - piece->begin) / (piece->end - piece->begin) : 0.0);
}

double LengthOf(const Path& path) {
  double length_m = 0.0;
  for (const MotionPiece& piece : path) length_m += piece.length_m();
  return length_m;
}

// More than 10^5 motions in all. Along a path, the fractions of both may differ by kFractionError.
TEST(Se2SpaceTest, PathsAreThoseOfInterpolate) {
  Random random(TestSeed() + 1);
  for (const NamedSpace& each : Spaces()) {
    const auto si = std::make_shared<ob::SpaceInformation>(each.space);
    const Se2Space space = *Se2Space::Create(si);
    const double rounding_m = space.RoundingError(kReach_m);
    const auto between = NewState(each.space, 0.0, 0.0, 0.0);
    double worst_m = 0.0;
    int longest = 0;
    for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
      const auto from = RandomState(each, &random, nullptr);
      const auto to = RandomState(each, &random, from.get());
      const Path path = space.Between(from.get(), to.get(), kReach_m, rounding_m);
      ASSERT_FALSE(path.empty());
      longest = std::max(longest, static_cast<int>(path.size()));
      for (const double fraction : {0.0, random.Uniform(0.0, 1.0), random.Uniform(0.0, 1.0), 1.0}) {
        each.space->interpolate(from.get(), to.get(), fraction, between.get());
        const double apart_m = Apart(PoseAt(path, fraction), Se2Space::PoseOf(between.get()));
        const double along_m = kFractionError * LengthOf(path) * (1.0 + kReach_m / each.radius_m);
        // Where the path itself ends within rounding of the target, there is no way to it.
        const double rest_m = fraction < 1.0 ? 0.0 : rounding_m;
        ASSERT_LE(apart_m, rounding_m + along_m + rest_m) << each.name << " " << i << " at " << fraction;
        worst_m = std::max(worst_m, apart_m - along_m - rest_m);
      }
    }
    std::printf("ompl-poses %-18s most %.2g m of %.2g m, up to %d pieces\n", each.name, worst_m, rounding_m, longest);
  }
}

// Dubins takes states within 10^-6 for equal, and goes straight ahead: what is left is a line.
TEST(Se2SpaceTest, LineToTheTarget) {
  const auto dubins = NewSpace<ob::DubinsStateSpace>(-100.0, 100.0, 5.0);
  const Se2Space space = *Se2Space::Create(std::make_shared<ob::SpaceInformation>(dubins));
  const auto from = NewState(dubins, 1.0, 2.0, 0.5);
  const auto to = NewState(dubins, 1.0, 2.000004, 0.5);
  const Path path = space.Between(from.get(), to.get(), kReach_m, space.RoundingError(kReach_m));
  ASSERT_EQ(path.size(), 2);
  EXPECT_EQ(path[1].kind, MotionPiece::Kind::kLine);
  EXPECT_EQ(path[1].begin, 1.0);
  EXPECT_LE(Apart(path[1].PoseAt(1.0), Se2Space::PoseOf(to.get())), 1e-13);
}

TEST(Se2SpaceTest, OfOneState) {
  for (const NamedSpace& each : Spaces()) {
    const Se2Space space = *Se2Space::Create(std::make_shared<ob::SpaceInformation>(each.space));
    const auto state = NewState(each.space, 1.0, 2.0, 0.5);
    const Path path = space.Between(state.get(), state.get(), kReach_m, 1e-9);
    ASSERT_EQ(path.size(), 1) << each.name;
    EXPECT_EQ(path[0].length_m(), 0.0);
    EXPECT_EQ(path[0].end, 1.0);
    EXPECT_EQ(Apart(path[0].PoseAt(1.0), Se2Space::PoseOf(state.get())), 0.0);
  }
}

// All samples before the fraction are within the bounds; one right after it is not.
TEST(Se2SpaceTest, WithinBoundsUntil) {
  Random random(TestSeed() + 2);
  int left = 0;
  for (const NamedSpace& each : Spaces()) {
    const Se2Space space = *Se2Space::Create(std::make_shared<ob::SpaceInformation>(each.space));
    const double rounding_m = space.RoundingError(kReach_m);
    const auto between = NewState(each.space, 0.0, 0.0, 0.0);
    const Aabb2 bounds = {{-each.half_m, -each.half_m}, {each.half_m, each.half_m}};
    for (int i = 0; i < 3000; ++i) {
      const auto from = RandomState(each, &random, nullptr);
      const auto to = RandomState(each, &random, from.get());
      const Path path = space.Between(from.get(), to.get(), kReach_m, rounding_m);
      const double until = space.WithinBoundsUntil(path, rounding_m);
      for (int k = 0; k <= 20; ++k) {
        each.space->interpolate(from.get(), to.get(), until * k / 20, between.get());
        ASSERT_TRUE(bounds.Inflated(3.0 * rounding_m).Contains({between->getX(), between->getY()})) << each.name << i;
      }
      if (until == 1.0) continue;
      ++left;
      Aabb2 after;
      for (int k = 1; k <= 20; ++k) after.Extend(PoseAt(path, std::min(until + 1e-7 * k, 1.0)).translation);
      ASSERT_FALSE(bounds.Contains(after.min) && bounds.Contains(after.max)) << each.name << i;
    }
  }
  EXPECT_GT(left, 1000);
}

TEST(Se2SpaceTest, LegalStates) {
  const auto se2 = NewSpace<ob::SE2StateSpace>(-100.0, 100.0);
  const Se2Space space = *Se2Space::Create(std::make_shared<ob::SpaceInformation>(se2));
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto is_legal = [&](double x, double y, double yaw) { return space.IsLegal(NewState(se2, x, y, yaw).get()); };
  EXPECT_TRUE(is_legal(100.0, -200.0, kPi));
  EXPECT_FALSE(is_legal(201.0, 0.0, 0.0));
  EXPECT_FALSE(is_legal(0.0, 1e9, 0.0));
  EXPECT_FALSE(is_legal(0.0, 0.0, 3.15));
  EXPECT_FALSE(space.IsLegal(nullptr));
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    EXPECT_FALSE(is_legal(bad, 0.0, 0.0));
    EXPECT_FALSE(is_legal(0.0, bad, 0.0));
    EXPECT_FALSE(is_legal(0.0, 0.0, bad));
  }
}

// A space that may interpolate otherwise.
class OwnSpace : public ob::ReedsSheppStateSpace {};

TEST(Se2SpaceTest, BadInput) {
  const auto refuse = [](const ob::StateSpacePtr& space, const char* text) {
    const absl::Status status = Se2Space::Create(std::make_shared<ob::SpaceInformation>(space)).status();
    EXPECT_TRUE(absl::StrContains(status.message(), text)) << status;
  };
  EXPECT_EQ(Se2Space::Create(nullptr).status().message(), "space information: null");
  refuse(std::make_shared<ob::RealVectorStateSpace>(2),
         "is no SE2StateSpace, DubinsStateSpace or ReedsSheppStateSpace");
  refuse(NewSpace<OwnSpace>(-100.0, 100.0), "is no SE2StateSpace, DubinsStateSpace or ReedsSheppStateSpace");
  refuse(std::make_shared<ob::SE2StateSpace>(), "bounds: [0, 0] in x; set them first");
  refuse(NewSpace<ob::SE2StateSpace>(std::nan(""), std::nan("")), "nan] in x");
  refuse(NewSpace<ob::SE2StateSpace>(-1e8, 1e8), "bounds: [-1e+08, 1e+08] in x");
  refuse(NewSpace<ob::DubinsStateSpace>(-100.0, 100.0, 0.0), "turning radius: 0 m");
  refuse(NewSpace<ob::ReedsSheppStateSpace>(-100.0, 100.0, -2.0), "turning radius: -2 m");
  refuse(NewSpace<ob::ReedsSheppStateSpace>(-100.0, 100.0, 1e9), "turning radius: 1e+09 m");
}

}  // namespace
}  // namespace collision2d::planner
