#include "bench/chapters/checker_scenes.h"

#include <cmath>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bench/chapter.h"
#include "bench/peers/planner_scene.h"
#include "collision2d/collision2d.h"
#include "planner_adapter/checking/testing/plain_checker.h"
#include "replay/tool/scene_inputs.h"

namespace collision2d::bench {
namespace {

constexpr double kTimeStep_s = 0.1;

planner::TimedPose At(int step, const Pose2& pose) { return {kTimeStep_s * step, pose.translation, pose.yaw_rad()}; }

planner::Scene SceneOfCandidates(const PlannerScene& traffic) {
  planner::Scene scene;
  scene.id = "throughput";
  scene.time_step_s = kTimeStep_s;
  scene.ego.shapes = {traffic.ego};
  scene.ego_state = planner::EgoState();
  for (int i = 0; i < traffic.trajectory_count(); ++i) {
    planner::Candidate& candidate = scene.candidates.emplace_back();
    candidate.id = absl::StrCat(i);
    for (int step = 0; step < traffic.steps; ++step) candidate.poses.push_back(At(step, traffic.EgoPose(i, step)));
  }
  return scene;
}

// Along x, around the way of the candidates.
std::vector<ConvexPolygon> Road() {
  constexpr double kCellLength_m = 10.0;
  constexpr double kLaneWidth_m = 3.5;
  std::vector<ConvexPolygon> cells;
  for (int lane = -2; lane <= 2; ++lane) {
    for (int i = -4; i < 15; ++i) {
      cells.push_back(*ConvexPolygon::Rectangle(kCellLength_m, kLaneWidth_m, {kCellLength_m * i, kLaneWidth_m * lane}));
    }
  }
  return cells;
}

}  // namespace

planner::Scene TrafficScene(int candidates, int instants, int movers, bool has_road, uint64_t seed) {
  const PlannerScene traffic = MovingTraffic(candidates, instants, movers, seed);
  planner::Scene scene = SceneOfCandidates(traffic);
  for (int k = 0; k < movers; ++k) {
    planner::Prediction prediction;
    for (int step = 0; step < instants; ++step) prediction.poses.push_back(At(step, traffic.ObstaclePose(step, k)));
    scene.moving_obstacles.push_back({absl::StrCat("car_", k), "", {traffic.obstacles[k]}, {prediction}, {}});
  }
  if (has_road) scene.drivable_area = Road();
  return scene;
}

planner::Goal GoalAhead() {
  planner::Goal goal;
  goal.area = {*ConvexPolygon::Rectangle(20.0, 4.0, {45.0, 0.0})};
  goal.speed_mps = planner::Interval{5.0, 15.0};
  return goal;
}

planner::Scene WithPath(planner::Scene scene) {
  for (int i = -2; i <= 10; ++i) scene.reference_path.push_back({20.0 * i, 0.0});
  scene.goals = {GoalAhead()};
  return scene;
}

planner::Scene CurvedRoadScene(int candidates, int instants, int movers, uint64_t seed) {
  constexpr int kCells = 465;
  constexpr int kLanes = 6;
  constexpr double kLaneWidth_m = 3.5;
  constexpr double kCellAngle = 0.006;
  constexpr double kRadius_m = 400.0;
  planner::Scene scene = TrafficScene(candidates, instants, movers, /*has_road=*/false, seed);
  const auto at = [=](double angle, double left_m) {
    const double radius_m = kRadius_m - left_m;
    return Vec2{radius_m * std::sin(angle), kRadius_m - radius_m * std::cos(angle)};
  };
  // By whole numbers, so that neighbours share their corners to the bit.
  const auto corner = [&](int row, int lane) { return at(kCellAngle * row, kLaneWidth_m * (lane - 0.5 * kLanes)); };
  for (int cell = 0; cell < kCells; ++cell) {
    const int row = cell / kLanes - kCells / kLanes / 4;
    const int lane = cell % kLanes;
    const Vec2 corners[] = {corner(row, lane), corner(row + 1, lane), corner(row + 1, lane + 1), corner(row, lane + 1)};
    scene.drivable_area.push_back(*ConvexPolygon::Hull(corners));
  }
  for (int i = -10; i <= 40; ++i) scene.reference_path.push_back(at(kCellAngle * i, 0.0));
  scene.goals = {GoalAhead()};
  return scene;
}

planner::Scene WalledScene(int candidates, int instants, int walls, uint64_t seed) {
  planner::Scene scene = SceneOfCandidates(MovingTraffic(candidates, instants, /*obstacle_count=*/1, seed));
  const PlannerScene map = StaticMapScene(/*pose_count=*/1, walls, seed);
  for (int k = 0; k < walls; ++k) {
    scene.static_obstacles.push_back(
        {absl::StrCat("wall_", k), "", {*map.obstacles[k].Posed(map.ObstaclePose(0, k))}, {}});
  }
  return scene;
}

planner::Scene RaisedScene(int candidates, int instants, int walls, const planner::HeightSpan& span, double road_m,
                           uint64_t seed) {
  planner::Scene scene = WalledScene(candidates, instants, walls, seed);
  scene.ego.ground_clearance_m = 0.2;
  scene.ego.height_m = 1.5;
  scene.ego_state->pose.z_m = road_m;
  for (planner::Candidate& candidate : scene.candidates) {
    for (planner::TimedPose& pose : candidate.poses) pose.z_m = road_m;
  }
  for (planner::StaticObstacle& obstacle : scene.static_obstacles) {
    obstacle.height = planner::HeightSpan{road_m + span.z_min_m, road_m + span.z_max_m};
  }
  planner::Prediction across;
  for (int step = 0; step < instants; ++step) {
    across.poses.push_back(At(step, Pose2::FromYaw({30.0, 0.2 * step}, 0.0)));
    across.poses.back().z_m = road_m;
  }
  scene.moving_obstacles.push_back(
      {"barrier", "", {*ConvexPolygon::Rectangle(2.5, 30.0)}, {across}, planner::HeightSpan{0.0, 3.0}});
  return scene;
}

std::vector<planner::Scene> ReadScenes(const std::string& path) {
  const planner::ExpandedPaths paths = planner::ExpandDirectories({path});
  for (const std::string& line : paths.unusable) CheckOk(absl::InvalidArgumentError(line));
  std::vector<planner::Scene> scenes;
  for (const std::string& file : paths.files) {
    planner::SceneInputReader reader(file, {});
    for (;;) {
      const absl::StatusOr<std::optional<planner::ImportedScene>> input = reader.Next();
      CheckOk(input.status());
      if (!input->has_value()) break;
      absl::StatusOr<planner::Scene> scene = planner::SceneFromProto((*input)->scene);
      CheckOk(scene.status());
      scenes.push_back(*std::move(scene));
    }
  }
  return scenes;
}

namespace {

using planner::Encounter;
using planner::PlainEncounter;

constexpr double kAgreement_m = 1e-9;

bool IsSameDistance(const std::optional<Encounter>& actual, const std::optional<PlainEncounter>& expected) {
  if (!actual.has_value() || !expected.has_value()) return actual.has_value() == expected.has_value();
  return std::abs(actual->signed_distance_m - expected->signed_distance_m) <= kAgreement_m;
}

bool IsSameCollision(const std::optional<Encounter>& actual, const std::optional<PlainEncounter>& expected) {
  if (!IsSameDistance(actual, expected)) return false;
  if (!actual.has_value()) return true;
  return actual->time_s == expected->time_s && actual->step == expected->step &&
         actual->obstacle == expected->obstacle && actual->hypothesis == expected->hypothesis;
}

// One that is seen between instants only may precede that of the plain checker, which knows none.
bool IsSameDeparture(const planner::Verdict& actual, const planner::PlainVerdict& expected) {
  const std::optional<double>& expected_s = expected.leaves_road_time_s;
  if (!actual.road_departure.has_value()) return !expected_s.has_value();
  const planner::RoadDeparture& departure = *actual.road_departure;
  if (departure.between_instants) return !expected_s.has_value();
  return expected_s.has_value() && departure.outside_by_s <= *expected_s &&
         (departure.inside_until_s < departure.outside_by_s || departure.outside_by_s == *expected_s);
}

bool IsRight(const planner::Verdict& actual, const planner::PlainVerdict& expected) {
  if (!IsSameDistance(actual.minimum_clearance, expected.minimum_clearance)) return false;
  if (actual.minimum_clearance.has_value() && std::abs(actual.minimum_clearance->signed_distance_m) <= kAgreement_m) {
    return true;
  }
  return IsSameCollision(actual.first_collision, expected.first_collision) && IsSameDeparture(actual, expected);
}

constexpr int kTimesBetween = 9;

bool HasContact(const planner::Scene& scene, const planner::CheckerOptions& options,
                const planner::Candidate& candidate) {
  const std::vector<double> instants_s = planner::PlainInstants(scene, candidate);
  for (size_t i = 0; i + 1 < instants_s.size(); ++i) {
    for (int k = 0; k <= kTimesBetween; ++k) {
      const double time_s = instants_s[i] + (instants_s[i + 1] - instants_s[i]) * k / (kTimesBetween + 1);
      const std::optional<PlainEncounter> contact = planner::PlainContactAt(scene, options, candidate, time_s);
      if (contact.has_value() && contact->signed_distance_m < -kAgreement_m) return true;
    }
  }
  return false;
}

bool IsNearContact(const planner::Scene& scene, const planner::CheckerOptions& options,
                   const planner::Candidate& candidate, const planner::Verdict& verdict) {
  const Encounter& contact = *verdict.first_collision;
  const double room_m = verdict.contact_bracket->is_conservative ? 1e-3 : 1e-6;
  for (const planner::PlainShape& ego : planner::PlainEgoAt(scene, candidate, contact.time_s)) {
    for (const planner::PlainShape& obstacle : planner::PlainObstacleAt(scene, contact.obstacle, contact.hypothesis,
                                                                        contact.time_s, options.beyond_prediction)) {
      if (planner::PlainSignedDistance(ego, obstacle) <= room_m) return true;
    }
  }
  return false;
}

// The number of wrong ones among `sample` candidates or a few more.
template <typename IsRightVerdict>
int64_t CountWrongAmong(size_t candidates, int sample, const IsRightVerdict& is_right) {
  const size_t stride = std::max<size_t>(1, candidates / static_cast<size_t>(sample));
  int64_t wrong = 0;
  for (size_t i = 0; i < candidates; i += stride) wrong += is_right(i) ? 0 : 1;
  return wrong;
}

}  // namespace

int64_t CountWrongVerdicts(const planner::Scene& scene, const planner::CheckerOptions& options,
                           absl::Span<const planner::Candidate> candidates, absl::Span<const planner::Verdict> verdicts,
                           int sample) {
  return CountWrongAmong(candidates.size(), sample, [&](size_t i) {
    return IsRight(verdicts[i], planner::PlainCheck(scene, options, candidates[i]));
  });
}

int64_t CountWrongMotionVerdicts(const planner::Scene& scene, const planner::CheckerOptions& options,
                                 absl::Span<const planner::Candidate> candidates,
                                 absl::Span<const planner::Verdict> verdicts, int sample) {
  return CountWrongAmong(candidates.size(), sample, [&](size_t i) {
    if (verdicts[i].collides()) return IsNearContact(scene, options, candidates[i], verdicts[i]);
    return !HasContact(scene, options, candidates[i]) &&
           IsRight(verdicts[i], planner::PlainCheck(scene, options, candidates[i]));
  });
}

}  // namespace collision2d::bench
