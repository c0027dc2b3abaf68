// TrajectoryChecker against the same verdicts made instant by instant: at each of them every
// obstacle is judged by itself (FindOneByOne), for one candidate after the other. The same bits,
// also where shapes touch and distances are alike.

#include <cstring>
#include <optional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/testing/one_by_one.h"
#include "planner_adapter/checking/testing/random_checks.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

SpaceBody BodyOf(const Scene& scene) {
  SpaceBody body{scene.ego.shapes, std::nullopt};
  if (scene.ego.height_m.has_value()) body.span = solid::ZSpan{scene.ego.ground_clearance_m, *scene.ego.height_m};
  return body;
}

Encounter EncounterOf(const Clearance& clearance, absl::Span<const PlacedShape> placed, const Instant& instant) {
  const PlacedShape& shape = placed[clearance.placed.value()];
  return {instant.time_s,
          instant.step,
          shape.obstacle,
          shape.hypothesis,
          clearance.signed_distance_m,
          clearance.witness_body,
          clearance.witness_obstacle};
}

// Takes one instant into account.
void Follow(const Scene& scene, const CheckerOptions& options, const Candidate& candidate, const Instant& instant,
            Verdict* verdict) {
  std::vector<PlacedShape> placed;
  PlaceObstacles(scene, instant.time_s, options.beyond_prediction, options.min_probability, &placed);
  const TimedPose timed_pose = InterpolatePose(candidate.poses, instant.time_s);
  const SpacePose pose = {timed_pose.ToPose2(), timed_pose.ToElevation()};
  const double bound_m = verdict->minimum_clearance.has_value() ? verdict->minimum_clearance->signed_distance_m
                                                                : std::numeric_limits<double>::infinity();
  const auto [nearest, contact, vertical] = FindOneByOne(BodyOf(scene), pose, placed, bound_m);
  if (nearest.placed.exists()) verdict->minimum_clearance = EncounterOf(nearest, placed, instant);
  if (contact.placed.exists()) verdict->first_collision = EncounterOf(contact, placed, instant);
  std::optional<VerticalClearance>& least = verdict->vertical_clearance;
  if (!vertical.placed.exists()) return;
  if (least.has_value() && !vertical.is_contact && vertical.clearance_m >= least->clearance_m) return;
  const PlacedShape& shape = placed[vertical.placed.value()];
  least = {instant.time_s, instant.step, shape.obstacle, shape.hypothesis, vertical.clearance_m, vertical.side};
}

Verdict FollowInstants(const Scene& scene, const CheckerOptions& options, const Candidate& candidate) {
  Instants instants;
  EXPECT_TRUE(CheckInstants({candidate}, CycleStartTime(scene), scene.time_step_s, kMaxInstants, &instants).ok());
  const CandidateInstants checked = InstantsOf(candidate, instants);
  std::vector<Instant> all(instants.grid.begin() + checked.grid_begin, instants.grid.begin() + checked.grid_end);
  if (checked.first_end >= 0) all.insert(all.begin(), instants.ends[checked.first_end]);
  if (checked.last_end >= 0) all.push_back(instants.ends[checked.last_end]);
  Verdict verdict;
  for (const Instant& instant : all) {
    if (!verdict.collides()) Follow(scene, options, candidate, instant, &verdict);
  }
  return verdict;
}

template <typename T>
void Append(const T& value, std::string* bytes) {
  char buffer[sizeof(T)];
  std::memcpy(buffer, &value, sizeof(T));
  bytes->append(buffer, sizeof(T));
}

void Append(const std::optional<Encounter>& encounter, std::string* bytes) {
  if (!encounter.has_value()) return bytes->push_back('-');
  for (const double number : {encounter->time_s, encounter->signed_distance_m, encounter->witness_ego.x,
                              encounter->witness_ego.y, encounter->witness_obstacle.x, encounter->witness_obstacle.y}) {
    Append(number, bytes);
  }
  for (const int number : {encounter->step, encounter->obstacle, encounter->hypothesis}) Append(number, bytes);
}

// All that a verdict says of obstacles.
std::string Bytes(const Verdict& verdict) {
  std::string bytes;
  Append(verdict.first_collision, &bytes);
  Append(verdict.minimum_clearance, &bytes);
  const std::optional<VerticalClearance>& vertical = verdict.vertical_clearance;
  if (!vertical.has_value()) return bytes + '-';
  for (const double number : {vertical->time_s, vertical->clearance_m}) Append(number, &bytes);
  for (const int number : {vertical->step, vertical->obstacle, vertical->hypothesis,
                           vertical->side == solid::VerticalSide::kAbove ? 1 : 0}) {
    Append(number, &bytes);
  }
  return bytes;
}

class TrajectoryCheckerBitsTest : public testing::TestWithParam<Heights> {
 protected:
  static std::vector<int64_t> BestTarget() { return {hwy::SupportedAndGeneratedTargets()[0]}; }

  // On one instruction set, or on all.
  void Compare(const Scene& scene, CheckerOptions options, const std::vector<int64_t>& targets = BestTarget()) {
    options.instants_only = true;
    std::vector<std::string> expected;
    for (const Candidate& candidate : scene.candidates) {
      const Verdict verdict = FollowInstants(scene, options, candidate);
      expected.push_back(Bytes(verdict));
      ++candidates_;
      colliding_ += verdict.collides() ? 1 : 0;
      touching_ += verdict.collides() && verdict.first_collision->signed_distance_m == 0.0 ? 1 : 0;
      passing_ += verdict.vertical_clearance.has_value() && !verdict.collides() ? 1 : 0;
    }
    const TrajectoryChecker checker = TrajectoryChecker::Create(Scene(scene), options).value();
    for (const int64_t target : targets) {
      SCOPED_TRACE(hwy::TargetName(target));
      const ScopedTarget scoped(target);
      std::vector<Verdict> verdicts(scene.candidates.size());
      const absl::Status status = checker.Check(scene.candidates, absl::MakeSpan(verdicts));
      ASSERT_TRUE(status.ok()) << status;
      for (size_t k = 0; k < verdicts.size(); ++k) ASSERT_EQ(Bytes(verdicts[k]), expected[k]) << "candidate " << k;
    }
  }

  int candidates_ = 0;
  int colliding_ = 0;
  int touching_ = 0;
  int passing_ = 0;
};

TEST_P(TrajectoryCheckerBitsTest, AreThoseOfEveryInstantByItself) {
  const auto compare = [&](int64_t, SceneGenerator& generator) {
    const Scene scene = generator.RandomScene();
    ASSERT_NO_FATAL_FAILURE(Compare(scene, generator.RandomOptions()));
  };
  ForEachScene(TestCaseCount(500) / 4, GetParam(), Coordinates::kReal, Parts::kNone, compare);
  ForEachScene(TestCaseCount(500) * 3 / 4, GetParam(), Coordinates::kCoarse, Parts::kNone, compare);
  EXPECT_GT(touching_, 0.002 * candidates_);
  EXPECT_EQ(passing_ > 0.05 * candidates_, GetParam() != Heights::kNone);
}

// Kerbs, walls and signs everywhere, in a tree of several levels, around a road at road_m.
void AddStaticObstacles(int count, bool has_heights, double road_m, SceneGenerator* generator, Scene* scene) {
  for (int i = 0; i < count; ++i) {
    const double x = std::round(generator->Uniform(-300.0, 300.0));
    const double y = std::round(generator->Uniform(-300.0, 300.0));
    const double length_m = generator->Integer(1, 4);
    std::optional<HeightSpan> height;
    if (has_heights && generator->Chance(0.9)) {
      const double bottom_m = generator->Chance(0.2) ? 4.0 : 0.0;
      height = HeightSpan{road_m + bottom_m, road_m + bottom_m + (generator->Chance(0.5) ? 0.125 : 2.0)};
    }
    scene->static_obstacles.push_back({"s", "", {ConvexPolygon::Rectangle(length_m, 0.5, {x, y}).value()}, height});
  }
}

void Raise(double z_m, std::vector<TimedPose>* poses) {
  for (TimedPose& pose : *poses) pose.z_m += z_m;
}

TEST_P(TrajectoryCheckerBitsTest, AreThoseOfEveryInstantByItselfAmongThousandsOfStaticObstacles) {
  const auto compare = [&](int64_t i, SceneGenerator& generator) {
    Scene scene = generator.RandomScene();
    const double road_m = GetParam() == Heights::kNone || i % 2 == 0 ? 0.0 : 30.0;
    AddStaticObstacles(5000, GetParam() != Heights::kNone, road_m, &generator, &scene);
    scene.ego_state->pose.z_m = road_m;
    for (Candidate& candidate : scene.candidates) Raise(road_m, &candidate.poses);
    for (MovingObstacle& obstacle : scene.moving_obstacles) {
      for (Prediction& prediction : obstacle.predictions) Raise(road_m, &prediction.poses);
    }
    ASSERT_NO_FATAL_FAILURE(Compare(scene, generator.RandomOptions()));
  };
  ForEachScene(TestCaseCount(500) / 50, GetParam(), Coordinates::kCoarse, Parts::kNone, compare);
}

// Some fifty obstacles with two hypotheses of three shapes, half of them on a grid of 1/4 m, so
// that many touch and many are equally far away; and more poses than one vector holds.
TEST_P(TrajectoryCheckerBitsTest, AreThoseOfEveryPairInACrowd) {
  const auto compare = [&](int64_t crowd, SceneGenerator& generator) {
    Scene scene = generator.RandomScene();
    scene.drivable_area.clear();
    scene.candidates.clear();
    const double start_s = scene.ego_state->pose.time_s;
    const auto position = [&](double half_width_m) {
      const bool is_on_grid = generator.Chance(0.5);
      const double x = generator.Uniform(-half_width_m, half_width_m);
      const double y = generator.Uniform(-half_width_m, half_width_m);
      return is_on_grid ? Vec2{std::round(4.0 * x) / 4.0, std::round(4.0 * y) / 4.0} : Vec2{x, y};
    };
    for (int i = generator.Integer(8, 14); i > 0; --i) {
      MovingObstacle obstacle = {"m", "", {}, {}, {}};
      for (int k = 0; k < 2; ++k) {
        Prediction prediction;
        prediction.occupancies.push_back({start_s, {}});
        for (int shape = 0; shape < 3; ++shape) {
          const Vec2 center = position(20.0);
          const double size_m = 0.5 * generator.Integer(2, 6);
          prediction.occupancies[0].shapes.push_back(
              generator.Chance(0.3) ? ConvexPolygon::Create(std::vector<Vec2>{center}, 0.5 * size_m).value()
                                    : ConvexPolygon::Rectangle(size_m, 1.0, center).value());
        }
        obstacle.predictions.push_back(prediction);
      }
      scene.moving_obstacles.push_back(obstacle);
    }
    for (int i = crowd % 3 == 1 ? 300 : generator.Integer(0, 40); i > 0; --i) {
      const double yaw_rad = generator.Chance(0.5) ? 0.0 : generator.Uniform(-3.0, 3.0);
      scene.candidates.push_back({"c", {{start_s, position(22.0), yaw_rad}}, 0.0});
    }
    ASSERT_NO_FATAL_FAILURE(Compare(scene, {}, hwy::SupportedAndGeneratedTargets()));
  };
  ForEachScene(std::max<int64_t>(1, TestCaseCount(500) / 50), GetParam(), Coordinates::kCoarse, Parts::kNone, compare);
  EXPECT_GT(colliding_, 0.3 * candidates_);
  EXPECT_LT(colliding_, 0.7 * candidates_);
}

INSTANTIATE_TEST_SUITE_P(AllHeights, TrajectoryCheckerBitsTest,
                         testing::Values(Heights::kNone, Heights::kLevel, Heights::kTilted, Heights::kSolids));

}  // namespace
}  // namespace collision2d::planner
