// TrajectoryChecker against PlainCheck. Random real numbers everywhere, so that no distance is within rounding of 0 and
// no two distances are alike; therefore nothing is left out of the comparison.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/vertical_clearance.h"
#include "gtest/gtest.h"
#include "planner_adapter/checking/obstacle_snapshot.h"
#include "planner_adapter/checking/plain_checker.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/solid.h"
#include "planner_adapter/scene/timed_pose.h"

ABSL_FLAG(uint64_t, seed, 20240229, "seed of the random scenes");

namespace collision2d::planner {
namespace {

// m. Scenes are some 60 m across: rounding is 10^5 times smaller.
constexpr double kAgreement_m = 1e-9;

enum class Heights {
  kNone,
  kLevel,   // Spans, and poses at several heights.
  kTilted,  // Also pitch and roll; nothing is rounded then.
  kSolids,  // Also polytopes.
};

// The same on every machine: no two random numbers are drawn in arguments of one call, whose order is the compiler's.
class SceneGenerator {
 public:
  SceneGenerator(uint64_t seed, Heights heights) : heights_(heights), engine_(seed) {}

  double Uniform(double low, double high) {
    return low + (high - low) * 0x1p-53 * static_cast<double>(engine_() >> 11);
  }
  // In {low, ..., high}.
  int Integer(int low, int high) { return low + static_cast<int>(engine_() % static_cast<uint64_t>(high - low + 1)); }
  bool Chance(double probability) { return Uniform(0.0, 1.0) < probability; }

  Scene RandomScene() {
    Scene scene;
    scene.time_step_s = Uniform(0.1, 0.5);
    scene.ego.shapes = Shapes(Integer(1, 2), {});
    if (heights_ != Heights::kNone && Chance(0.9)) {
      scene.ego.ground_clearance_m = Chance(0.5) ? 0.0 : Uniform(0.1, 0.5);
      scene.ego.height_m = scene.ego.ground_clearance_m + Uniform(0.5, 3.0);
    }
    scene.ego_state = EgoState();
    start_s_ = scene.ego_state->pose.time_s = Chance(0.2) ? 1.7e9 + Uniform(0.0, 1e3) : Uniform(-10.0, 100.0);
    step_s_ = scene.time_step_s;
    for (int i = Integer(0, 4); i > 0; --i) {
      const Vec2 position = Position();
      const std::vector<ConvexPolygon> shapes =
          Shapes(heights_ == Heights::kSolids ? Integer(0, 1) : Integer(1, 2), position);
      const std::optional<HeightSpan> height = Height();
      scene.static_obstacles.push_back({"s", "", shapes, height, Solids(shapes.empty() ? 1 : Integer(0, 1), position)});
    }
    for (int i = Integer(0, 4); i > 0; --i) scene.moving_obstacles.push_back(RandomObstacle());
    for (int i = 0; i < 8; ++i) {
      Trajectory candidate;
      candidate.id = "c";
      // Half of them begin with the cycle.
      const double first_s = start_s_ + (Chance(0.5) ? 0.0 : Uniform(0.0, 2.0));
      candidate.poses = Motion(first_s, Integer(1, 12));
      scene.candidates.push_back(candidate);
    }
    return scene;
  }

  CheckerOptions RandomOptions() {
    CheckerOptions options;
    options.beyond_prediction = Chance(0.5) ? BeyondPrediction::kAbsent : BeyondPrediction::kHold;
    options.min_probability = Chance(0.5) ? 0.0 : Uniform(0.0, 1.0);
    return options;
  }

 private:
  bool HasTilt() const { return heights_ == Heights::kTilted || heights_ == Heights::kSolids; }

  Vec2 Position() { return {Uniform(-15.0, 15.0), Uniform(-15.0, 15.0)}; }

  // Points, segments, polygons; about half of them rounded, or else larger; up to 6 m, or 9 m, long.
  ConvexPolygon Shape(Vec2 center) {
    const double size = HasTilt() ? 1.5 : 1.0;
    std::vector<Vec2> points;
    for (int i = Chance(0.7) ? Integer(3, 9) : Integer(1, 2); i > 0; --i) {
      points.push_back(center + size * Vec2{Uniform(-3.0, 3.0), Uniform(-1.5, 1.5)});
    }
    return ConvexPolygon::Hull(points, HasTilt() || Chance(0.5) ? 0.0 : Uniform(0.1, 1.5)).value();
  }

  // Kerbs, cars and bridges.
  std::optional<HeightSpan> Height() {
    if (heights_ == Heights::kNone || Chance(0.15)) return std::nullopt;
    const double z_min_m = Chance(0.4) ? Uniform(-1.0, 0.5) : Uniform(0.0, 4.0);
    return HeightSpan{z_min_m, z_min_m + Uniform(0.1, 3.0)};
  }

  std::vector<ConvexPolygon> Shapes(int count, Vec2 center) {
    std::vector<ConvexPolygon> shapes;
    for (; count > 0; --count) shapes.push_back(Shape(center + Vec2{Uniform(-4.0, 4.0), Uniform(-4.0, 4.0)}));
    return shapes;
  }

  // Wires, wedges and boulders at any height.
  std::vector<Solid> Solids(int count, Vec2 center) {
    std::vector<Solid> solids;
    if (heights_ != Heights::kSolids) return solids;
    for (; count > 0; --count) {
      const double base_m = Uniform(-1.0, 3.5);
      std::vector<solid::Vec3> points;
      for (int i = Chance(0.8) ? Integer(4, 7) : Integer(2, 3); i > 0; --i) {
        const double x = center.x + Uniform(-5.0, 5.0);
        const double y = center.y + Uniform(-3.0, 3.0);
        points.push_back({x, y, base_m + Uniform(0.0, 2.5)});
      }
      solids.push_back(Solid::FromPoints(points).value());
    }
    return solids;
  }

  // Times from first_s: every third list in whole time steps, as recordings have them.
  std::vector<double> Times(double first_s, int count) {
    const bool whole_steps = Chance(0.33);
    std::vector<double> times_s = {first_s};
    for (int k = 1; k < count; ++k) {
      times_s.push_back(whole_steps ? first_s + k * step_s_ : times_s.back() + Uniform(0.05, 1.5));
    }
    return times_s;
  }

  // Somewhere across the middle, turning by any angle between poses.
  std::vector<TimedPose> Motion(double first_s, int count) {
    std::vector<TimedPose> poses;
    Vec2 position = Position();
    const bool is_level = !HasTilt() || Chance(0.3);
    // All poses are at 0 m or no two have one height: where a clearance stays the same, rounding would decide when it
    // is first the least.
    const bool is_on_ground = heights_ == Heights::kNone || (heights_ == Heights::kLevel && Chance(0.3));
    const double base_m = is_on_ground ? 0.0 : Uniform(-1.0, 1.0);
    const Vec2 velocity = {Uniform(-8.0, 8.0), Uniform(-8.0, 8.0)};
    double last_s = first_s;
    for (const double time_s : Times(first_s, count)) {
      position = position + (time_s - last_s) * (velocity + Vec2{Uniform(-3.0, 3.0), Uniform(-3.0, 3.0)});
      last_s = time_s;
      poses.push_back({time_s, position, Uniform(-7.0, 7.0)});
      if (heights_ == Heights::kNone) continue;
      poses.back().z_m = is_on_ground ? 0.0 : base_m + Uniform(-0.5, 0.5);
      if (is_level) continue;
      poses.back().pitch_rad = Uniform(-0.4, 0.4);
      poses.back().roll_rad = Chance(0.3) ? 0.0 : Uniform(-0.4, 0.4);
    }
    return poses;
  }

  MovingObstacle RandomObstacle() {
    MovingObstacle obstacle;
    obstacle.id = "m";
    obstacle.shapes = Shapes(Integer(1, 2), {});
    obstacle.height = Height();
    obstacle.solids = Solids(Integer(0, 1), {});
    for (int i = Integer(1, 3); i > 0; --i) {
      Prediction prediction;
      prediction.probability = Uniform(0.0, 1.0);
      const double first_s = start_s_ + (Chance(0.5) ? 0.0 : Uniform(-2.0, 2.0));
      if (Chance(0.6)) {
        prediction.poses = Motion(first_s, Integer(1, 12));
      } else {
        const Vec2 center = Position();
        for (const double time_s : Times(first_s, Integer(1, 8))) {
          prediction.occupancies.push_back({time_s, Shapes(Integer(0, 2), center)});
        }
      }
      obstacle.predictions.push_back(prediction);
    }
    return obstacle;
  }

  const Heights heights_;
  std::mt19937_64 engine_;
  double start_s_ = 0.0;
  double step_s_ = 0.0;
};

void ExpectSame(const std::optional<Encounter>& actual, const std::optional<PlainEncounter>& expected) {
  ASSERT_EQ(actual.has_value(), expected.has_value());
  if (!actual.has_value()) return;
  EXPECT_EQ(actual->time_s, expected->time_s);
  EXPECT_EQ(actual->step, expected->step);
  EXPECT_EQ(actual->obstacle, expected->obstacle);
  EXPECT_EQ(actual->hypothesis, expected->hypothesis);
  EXPECT_NEAR(actual->signed_distance_m, expected->signed_distance_m, kAgreement_m);
}

void ExpectSame(const std::optional<VerticalEncounter>& actual, const std::optional<PlainVertical>& expected) {
  ASSERT_EQ(actual.has_value(), expected.has_value());
  if (!actual.has_value()) return;
  EXPECT_EQ(actual->time_s, expected->time_s);
  EXPECT_EQ(actual->step, expected->step);
  EXPECT_EQ(actual->obstacle, expected->obstacle);
  EXPECT_EQ(actual->hypothesis, expected->hypothesis);
  EXPECT_NEAR(actual->clearance_m, expected->clearance_m, kAgreement_m);
  EXPECT_EQ(actual->side == solid::VerticalSide::kAbove, expected->is_above);
}

// Both witnesses are points of their bodies and as far apart as the distance or depth says.
void ExpectWitnesses(const Scene& scene, const CheckerOptions& options, const Trajectory& candidate,
                     const Encounter& encounter) {
  const auto distance_m = [](const std::vector<PlainShape>& shapes, Vec2 point) {
    double least_m = std::numeric_limits<double>::infinity();
    for (const PlainShape& shape : shapes) least_m = std::min(least_m, PlainSignedDistance(shape, {{point}, 0.0}));
    return least_m;
  };
  const std::vector<PlainShape> ego = PlainEgoAt(scene, candidate, encounter.time_s);
  const std::vector<PlainShape> obstacle =
      PlainObstacleAt(scene, encounter.obstacle, encounter.hypothesis, encounter.time_s, options.beyond_prediction);
  EXPECT_LE(distance_m(ego, encounter.witness_ego), kAgreement_m);
  EXPECT_LE(distance_m(obstacle, encounter.witness_obstacle), kAgreement_m);
  EXPECT_NEAR(std::hypot(encounter.witness_ego.x - encounter.witness_obstacle.x,
                         encounter.witness_ego.y - encounter.witness_obstacle.y),
              std::abs(encounter.signed_distance_m), kAgreement_m);
}

class TrajectoryCheckerDifferentialTest : public testing::TestWithParam<Heights> {};

TEST_P(TrajectoryCheckerDifferentialTest, AgreesWithAPlainChecker) {
  constexpr int kScenes = 400;
  int passages = 0;  // Free only by heights.
  int judged_collisions = 0;
  int candidates = 0;
  int colliding = 0;
  int off_first_obstacle = 0;  // Collisions whose culprit is not the closest obstacle.
  for (int i = 0; i < kScenes; ++i) {
    SCOPED_TRACE("scene " + std::to_string(i) + " of --seed=" + std::to_string(absl::GetFlag(FLAGS_seed)));
    SceneGenerator generator(absl::GetFlag(FLAGS_seed) * kScenes + static_cast<uint64_t>(i), GetParam());
    const Scene scene = generator.RandomScene();
    const CheckerOptions options = generator.RandomOptions();
    const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(scene, options);
    ASSERT_TRUE(checker.ok()) << checker.status();
    std::vector<Verdict> verdicts(scene.candidates.size());
    const absl::Status status = checker->Check(scene.candidates, absl::MakeSpan(verdicts));
    ASSERT_TRUE(status.ok()) << status;
    for (size_t k = 0; k < verdicts.size(); ++k) {
      SCOPED_TRACE("candidate " + std::to_string(k));
      const PlainVerdict expected = PlainCheck(scene, options, scene.candidates[k]);
      ExpectSame(verdicts[k].first_collision, expected.first_collision);
      ExpectSame(verdicts[k].minimum_clearance, expected.minimum_clearance);
      ExpectSame(verdicts[k].vertical_clearance, expected.vertical_clearance);
      EXPECT_EQ(verdicts[k].pairs_checked, expected.pairs_checked);
      for (const std::optional<Encounter>& encounter : {verdicts[k].first_collision, verdicts[k].minimum_clearance}) {
        if (encounter.has_value()) ExpectWitnesses(scene, options, scene.candidates[k], *encounter);
      }
      ++candidates;
      const bool is_judged = verdicts[k].vertical_clearance.has_value();
      passages += is_judged && !verdicts[k].collides() ? 1 : 0;
      judged_collisions += is_judged && verdicts[k].vertical_clearance->clearance_m <= 0.0 ? 1 : 0;
      if (!verdicts[k].collides()) continue;
      ++colliding;
      off_first_obstacle += verdicts[k].first_collision->obstacle != verdicts[k].minimum_clearance->obstacle ? 1 : 0;
    }
    if (testing::Test::HasFailure()) return;
  }
  // The sample is a representative one.
  EXPECT_GT(colliding, 0.3 * candidates);
  EXPECT_LT(colliding, 0.7 * candidates);
  EXPECT_GT(off_first_obstacle, 20);
  EXPECT_EQ(passages > 0.05 * candidates, GetParam() != Heights::kNone);
  EXPECT_EQ(judged_collisions > 0.1 * candidates, GetParam() != Heights::kNone);
}

INSTANTIATE_TEST_SUITE_P(AllHeights, TrajectoryCheckerDifferentialTest,
                         testing::Values(Heights::kNone, Heights::kLevel, Heights::kTilted, Heights::kSolids));

}  // namespace
}  // namespace collision2d::planner

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  absl::ParseCommandLine(argc, argv);
  return RUN_ALL_TESTS();
}
