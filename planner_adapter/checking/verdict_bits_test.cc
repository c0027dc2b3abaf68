// Holds the bits of every field of a verdict, of profiles and of error texts from build to build:
// one hash for each group of fields, over random scenes of all features. A change that is meant to
// keep results must keep all hashes; a change of a definition replaces those of its groups, which
// the test prints, and CHANGELOG.md says why. No hash says that a result is right: the oracles do.

#include <cstring>
#include <map>
#include <optional>
#include <type_traits>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/margin.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/checking/testing/random_scenes.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr int kScenesOfKind = 100;

// FNV-1a over the bytes of fields.
class Hash {
 public:
  template <typename Number, std::enable_if_t<std::is_arithmetic_v<Number> || std::is_enum_v<Number>, int> = 0>
  void Add(Number value) {
    unsigned char bytes[sizeof(Number)];
    std::memcpy(bytes, &value, sizeof(Number));
    for (const unsigned char byte : bytes) AddByte(byte);
  }
  void Add(const std::string& text) {
    for (const char byte : text) AddByte(static_cast<unsigned char>(byte));
  }
  void Add(Vec2 v) { AddAll(v.x, v.y); }
  template <typename Value>
  void Add(const std::optional<Value>& value) {
    Add(value.has_value());
    if (value.has_value()) Add(*value);
  }
  void Add(const Encounter& of) {
    AddAll(of.time_s, of.step, of.obstacle, of.hypothesis, of.signed_distance_m, of.witness_ego, of.witness_obstacle,
           of.part, of.element, of.lower_bound_m);
  }
  void Add(const VerticalClearance& of) {
    AddAll(of.time_s, of.step, of.obstacle, of.hypothesis, of.clearance_m, of.side, of.part, of.lower_bound_m);
  }
  void Add(const ContactBracket& of) {
    AddAll(of.free_until_s, of.contact_by_s, of.is_undecided, of.is_conservative, of.between_instants);
  }
  void Add(const RoadClearance& of) {
    AddAll(of.time_s, of.step, of.clearance_m, of.witness_ego, of.witness_road, of.direction, of.border, of.cell,
           of.part, of.lower_bound_m);
  }
  void Add(const RoadDeparture& of) { AddAll(of.inside_until_s, of.outside_by_s, of.between_instants, of.part); }
  void Add(const MarginEncounter& of) {
    AddAll(of.time_s, of.step, of.obstacle, of.hypothesis, of.outside_until_s, of.is_undecided, of.is_conservative,
           of.part, of.element);
  }
  void Add(const Reservation& of) { AddAll(of.kind, of.obstacle, of.hypothesis, of.from_s, of.until_s, of.encounter); }
  void Add(const Interaction& of) { AddAll(of.time_s, of.step, of.obstacle, of.hypothesis, of.element); }
  void Add(const MetricValue& of) { AddAll(of.value, of.interaction); }
  void Add(const TimeToCollision& of) { AddAll(of.on_paths_s, of.constant_twist_s); }
  void Add(const Headway& of) { AddAll(of.headway_s, of.gap_m); }
  void Add(const ConflictTimes& of) { AddAll(of.entry_s, of.exit_s); }
  void Add(const PostEncroachmentTime& of) {
    AddAll(of.gap_s, of.ego, of.obstacle_time_s, of.is_undecided, of.ego_conflict, of.obstacle_conflict);
  }
  void Add(const RequiredDeceleration& of) {
    AddAll(of.deceleration_mps2, of.interaction, of.gap_m, of.closing_speed_mps);
  }
  void Add(const RssMargin& of) { AddAll(of.longitudinal_margin_m, of.lateral_margin_m, of.interaction); }
  void Add(const ReachedGoal& of) { AddAll(of.time_s, of.step, of.goal); }
  void Add(const GoalReached& of) { Add(of.reached); }
  void Add(const ProfilePoint& of) { AddAll(of.time_s, of.clearance_m, of.road_clearance_m, of.time_to_collision_s); }

  template <typename... Values>
  void AddAll(const Values&... values) {
    (Add(values), ...);
  }

  uint64_t value() const { return value_; }

 private:
  void AddByte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3; }

  uint64_t value_ = 0xcbf29ce484222325;
};

using Hashes = std::map<std::string, Hash>;

// What is proven between instants is a group of its own. Off the road the bound is of instants.
Verdict WithoutBounds(Verdict verdict, Hash* bounds) {
  const auto take = [&](auto* clearance) {
    if (!clearance->has_value()) return;
    bounds->Add((*clearance)->lower_bound_m);
    (*clearance)->lower_bound_m.reset();
  };
  take(&verdict.minimum_clearance);
  take(&verdict.vertical_clearance);
  if (!verdict.leaves_road_time_s.has_value()) take(&verdict.road_clearance);
  return verdict;
}

void AddVerdict(const Verdict& of, Hashes* hashes) {
  const Verdict verdict = WithoutBounds(of, &(*hashes)["lower_bounds"]);
  (*hashes)["first_collision"].AddAll(verdict.outcome, verdict.first_collision);
  (*hashes)["minimum_clearance"].AddAll(verdict.minimum_clearance, verdict.pairs_checked);
  (*hashes)["vertical_clearance"].Add(verdict.vertical_clearance);
  (*hashes)["contact_bracket"].Add(verdict.contact_bracket);
  (*hashes)["road_clearance"].Add(verdict.road_clearance);
  (*hashes)["road_departure"].AddAll(verdict.leaves_road_time_s, verdict.road_departure);
  (*hashes)["margins"].AddAll(verdict.first_within_margin, verdict.leaves_road_margin);
  (*hashes)["reservations"].AddAll(verdict.reservations.size(), verdict.unpredicted_from_s);
  for (const Reservation& reservation : verdict.reservations) (*hashes)["reservations"].Add(reservation);
  const Metrics& metrics = verdict.metrics;
  (*hashes)["time_to_collision"].Add(metrics.time_to_collision);
  (*hashes)["headway"].Add(metrics.headway);
  (*hashes)["post_encroachment_time"].Add(metrics.post_encroachment_time);
  (*hashes)["required_deceleration"].Add(metrics.required_deceleration);
  (*hashes)["rss_margin"].Add(metrics.rss_margin);
  (*hashes)["lateral_clearance"].Add(metrics.lateral_clearance);
  (*hashes)["goal"].Add(metrics.goal);
}

// Moves times of shapes by some tenths of a microsecond or some microseconds, and repeats poses
// that soon after themselves: what is one instant is decided there.
void CrowdTimes(SceneGenerator* random, Scene* scene) {
  const auto shift_s = [&] { return (random->Chance(0.5) ? 1e-6 : 3e-6) * random->Uniform(-1.2, 1.2); };
  for (MovingObstacle& obstacle : scene->moving_obstacles) {
    for (Prediction& prediction : obstacle.predictions) {
      for (TimedShapes& timed : prediction.timed_shapes) timed.time_s += shift_s();
      for (TimedOccupancy& occupancy : prediction.occupancies) occupancy.time_s += shift_s();
      if (prediction.poses.empty() || random->Chance(0.5)) continue;
      const int k = random->Integer(0, static_cast<int>(prediction.poses.size()) - 1);
      TimedPose again = prediction.poses[k];
      again.time_s += random->Uniform(0.3e-6, 3e-6);
      again.position.x += random->Uniform(0.0, 5e-5);
      prediction.poses.insert(prediction.poses.begin() + k + 1, again);
    }
  }
}

void AddGoalAndPath(SceneGenerator* random, Scene* scene) {
  Vec2 point = {random->Uniform(-40.0, -15.0), random->Uniform(-10.0, 10.0)};
  for (int i = random->Integer(2, 6); i > 0; --i) {
    scene->reference_path.push_back(point);
    const double ahead_m = random->Uniform(8.0, 20.0);
    point = point + Vec2{ahead_m, random->Uniform(-6.0, 6.0)};
  }
  Goal goal;
  const double speed_mps = random->Uniform(-5.0, 5.0);
  if (random->Chance(0.5)) goal.speed_mps = {speed_mps, speed_mps + 3.0};
  const double length_m = random->Uniform(4.0, 30.0);
  goal.area.push_back(ConvexPolygon::Rectangle(length_m, 10.0).value());
  scene->goals.push_back(goal);
}

void AddMargins(SceneGenerator* random, Scene* scene) {
  const auto margin = [&](double most_m) {
    const double along_m = random->Uniform(0.0, most_m);
    return Margin{along_m, random->Uniform(0.0, most_m), 0.0};
  };
  for (MovingObstacle& obstacle : scene->moving_obstacles) obstacle.type = random->Chance(0.5) ? "car" : "";
  for (StaticObstacle& obstacle : scene->static_obstacles) obstacle.type = random->Chance(0.5) ? "car" : "";
  scene->margins.body = margin(0.5);
  scene->margins.road = margin(0.5);
  if (random->Chance(0.5)) scene->margins.by_type.push_back({"car", margin(1.0)});
}

// Returns true if the scene is accepted.
bool AddScene(uint64_t seed, Heights heights, Parts parts, Hashes* hashes) {
  SceneGenerator random(seed, heights, Coordinates::kReal, parts);
  Scene scene = random.RandomScene();
  CheckerOptions options = random.RandomOptions();
  options.instants_only = random.Chance(0.2);
  options.unpredicted_collides = random.Chance(0.2);
  options.metrics = MetricOptions::All();
  options.metrics.time_to_collision_horizon_s = random.Uniform(0.2, 2.0);
  options.metrics.post_encroachment_horizon_s = random.Uniform(0.2, 2.0);
  // Some candidates last for more than one window of steps.
  if (random.Chance(0.15)) scene.time_step_s *= 0.1;
  if (random.Chance(0.8)) AddGoalAndPath(&random, &scene);
  // Tilted shapes may not be grown in all cases; the error is a result too.
  if (random.Chance(0.5)) AddMargins(&random, &scene);
  if (random.Chance(0.3)) CrowdTimes(&random, &scene);
  const std::vector<Candidate> candidates = scene.candidates;
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(std::move(scene), options);
  (*hashes)["errors"].Add(std::string(checker.status().message()));
  if (!checker.ok()) return false;
  std::vector<Verdict> verdicts(candidates.size());
  const absl::Status status = checker->Check(candidates, absl::MakeSpan(verdicts));
  (*hashes)["errors"].Add(std::string(status.message()));
  for (const Verdict& verdict : verdicts) AddVerdict(verdict, hashes);
  const auto profiles = checker->Profiles(absl::MakeConstSpan(candidates).first(2));
  (*hashes)["errors"].Add(std::string(profiles.status().message()));
  if (!status.ok() || !profiles.ok()) return false;
  for (const std::vector<ProfilePoint>& profile : *profiles) {
    for (const ProfilePoint& point : profile) (*hashes)["profiles"].Add(point);
  }
  return true;
}

const std::map<std::string, uint64_t>& GoldenHashes() {
  static const auto* const hashes = new std::map<std::string, uint64_t>{
      {"contact_bracket", 0x345b586ca47d832c},   {"errors", 0xcbf29ce484222325},
      {"first_collision", 0xd899a680197636be},   {"goal", 0x0d4a1a6b5fc46f09},
      {"headway", 0x51d16db523f9344e},           {"lateral_clearance", 0x70c5545263d1e1b0},
      {"lower_bounds", 0xbc0fd596948b0bae},      {"margins", 0xc6e7517807a481d0},
      {"minimum_clearance", 0x1e6944a815e733dd}, {"post_encroachment_time", 0x70b9d3cce8dfc29a},
      {"profiles", 0x1348e2b98f0d3834},          {"required_deceleration", 0x49dc0d26a4ee000b},
      {"reservations", 0x89440712be3e023c},      {"road_clearance", 0x023cce0b12a0e15f},
      {"road_departure", 0xd7df643c4079c838},    {"rss_margin", 0xffaed44acadb7783},
      {"time_to_collision", 0xd1d6f6a247342c4a}, {"vertical_clearance", 0xc901ac252d8c6d72},
  };
  return *hashes;
}

TEST(VerdictBitsTest, FieldsKeepTheirBits) {
  Hashes hashes;
  int accepted = 0;
  for (const Heights heights : {Heights::kNone, Heights::kLevel, Heights::kTilted, Heights::kSolids}) {
    for (const Parts parts : {Parts::kNone, Parts::kSome}) {
      for (uint64_t seed = 0; seed < kScenesOfKind; ++seed) {
        accepted += AddScene(20261130 + seed, heights, parts, &hashes) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(accepted, 0.9 * 8 * kScenesOfKind);
  EXPECT_EQ(hashes.size(), GoldenHashes().size());
  for (const auto& [group, hash] : hashes) {
    const auto golden = GoldenHashes().find(group);
    const bool is_same = golden != GoldenHashes().end() && golden->second == hash.value();
    EXPECT_TRUE(is_same) << absl::StrFormat("{\"%s\", 0x%016x},", group, hash.value());
  }
}

}  // namespace
}  // namespace collision2d::planner
