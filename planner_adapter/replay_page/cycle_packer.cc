#include "planner_adapter/replay_page/cycle_packer.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/io/text.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/largest_coordinate.h"
#include "planner_adapter/replay_page/metric_packer.h"
#include "planner_adapter/replay_page/profile_packer.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/scene_packer.h"
#include "planner_adapter/scene/scene.h"
#include "proto/trajectory.pb.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {
namespace {

bool IsFinite(const proto::Point& point) { return std::isfinite(point.x()) && std::isfinite(point.y()); }

absl::Status CheckVerdict(const proto::Verdict& verdict, absl::string_view path) {
  if (verdict.collides() != verdict.has_first_collision()) {
    return absl::InvalidArgumentError(absl::StrCat(
        path, ".first_collision: ", verdict.collides() ? "missing though" : "set though not", " collides"));
  }
  if (verdict.leaves_drivable_area() != verdict.has_leaves_drivable_area_time_s()) {
    return absl::InvalidArgumentError(absl::StrCat(
        path, ".leaves_drivable_area_time_s: ", verdict.leaves_drivable_area() ? "missing though" : "set though not",
        " leaves_drivable_area"));
  }
  const auto check_witnesses = [path](const proto::Point& ego, const proto::Point& other, absl::string_view field) {
    if (IsFinite(ego) && IsFinite(other)) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(path, ".", field, ": a witness point is not finite"));
  };
  const proto::Encounter& collision = verdict.first_collision();
  const proto::Encounter& nearest = verdict.minimum_clearance();
  const proto::RoadClearance& road = verdict.road_clearance();
  absl::Status status = check_witnesses(collision.witness_ego(), collision.witness_obstacle(), "first_collision");
  status.Update(check_witnesses(nearest.witness_ego(), nearest.witness_obstacle(), "minimum_clearance"));
  status.Update(check_witnesses(road.witness_ego(), road.witness_road(), "road_clearance"));
  return status;
}

void PackEncounter(int candidate, const proto::Encounter& encounter, Vec2 origin, const ScenePacker& packer,
                   proto::PackedEncounters& packed) {
  packed.add_candidate(candidate);
  packed.add_time_s(encounter.time_s());
  packed.add_obstacle_id(ValidUtf8(encounter.obstacle_id()));
  packed.add_hypothesis(encounter.hypothesis());
  packed.add_signed_distance_m(encounter.signed_distance_m());
  packed.add_ego_x(packer.Pack(encounter.witness_ego().x() - origin.x));
  packed.add_ego_y(packer.Pack(encounter.witness_ego().y() - origin.y));
  packed.add_obstacle_x(packer.Pack(encounter.witness_obstacle().x() - origin.x));
  packed.add_obstacle_y(packer.Pack(encounter.witness_obstacle().y() - origin.y));
}

void PackVertical(int candidate, const proto::VerticalClearance& vertical, proto::PackedVerticals& packed) {
  packed.add_candidate(candidate);
  packed.add_time_s(vertical.time_s());
  packed.add_obstacle_id(ValidUtf8(vertical.obstacle_id()));
  packed.add_hypothesis(vertical.hypothesis());
  packed.add_clearance_m(vertical.clearance_m());
  packed.add_is_above(vertical.side() == proto::VerticalClearance::ABOVE ? 1 : 0);
}

void PackBracket(int candidate, const proto::ContactBracket& bracket, proto::PackedBrackets& packed) {
  packed.add_candidate(candidate);
  packed.add_free_until_s(bracket.free_until_s());
  packed.add_contact_by_s(bracket.contact_by_s());
  packed.add_is_undecided(bracket.is_undecided() ? 1 : 0);
  packed.add_is_conservative(bracket.is_conservative() ? 1 : 0);
  packed.add_between_instants(bracket.between_instants() ? 1 : 0);
}

void PackRoadClearance(int candidate, const proto::RoadClearance& road, Vec2 origin, const ScenePacker& packer,
                       proto::PackedRoadClearances& packed) {
  packed.add_candidate(candidate);
  packed.add_time_s(road.time_s());
  packed.add_clearance_m(road.clearance_m());
  packed.add_border(ValidUtf8(road.border()));
  packed.add_ego_x(packer.Pack(road.witness_ego().x() - origin.x));
  packed.add_ego_y(packer.Pack(road.witness_ego().y() - origin.y));
  packed.add_road_x(packer.Pack(road.witness_road().x() - origin.x));
  packed.add_road_y(packer.Pack(road.witness_road().y() - origin.y));
}

void PackRoadDeparture(int candidate, const proto::RoadDeparture& departure, proto::PackedRoadDepartures& packed) {
  packed.add_candidate(candidate);
  packed.add_inside_until_s(departure.inside_until_s());
  packed.add_outside_by_s(departure.outside_by_s());
  packed.add_between_instants(departure.between_instants() ? 1 : 0);
}

// Packs what a candidate has encountered.
void PackEncounters(int candidate, const proto::Verdict& verdict, Vec2 origin, const ScenePacker& packer,
                    proto::PackedCycle& packed) {
  if (verdict.has_first_collision()) {
    PackEncounter(candidate, verdict.first_collision(), origin, packer, *packed.mutable_first_collisions());
  }
  if (verdict.has_minimum_clearance()) {
    PackEncounter(candidate, verdict.minimum_clearance(), origin, packer, *packed.mutable_minimum_clearances());
  }
  if (verdict.has_vertical_clearance()) {
    PackVertical(candidate, verdict.vertical_clearance(), *packed.mutable_vertical_clearances());
  }
  if (verdict.has_contact_bracket()) {
    PackBracket(candidate, verdict.contact_bracket(), *packed.mutable_contact_brackets());
  }
  if (verdict.has_road_clearance()) {
    PackRoadClearance(candidate, verdict.road_clearance(), origin, packer, *packed.mutable_road_clearances());
  }
  if (verdict.has_road_departure()) {
    PackRoadDeparture(candidate, verdict.road_departure(), *packed.mutable_road_departures());
  }
}

// Checks that the cycle can be shown.
absl::Status CheckReplayedCycle(const ReplayedCycle& cycle, absl::string_view path) {
  const int candidates = static_cast<int>(cycle.candidates.size());
  if (cycle.verdicts.verdicts_size() != candidates) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ".verdicts: ", cycle.verdicts.verdicts_size(), " verdicts for ", candidates, " candidates"));
  }
  if (cycle.verdicts.has_chosen_candidate() &&
      (cycle.verdicts.chosen_candidate() < 0 || cycle.verdicts.chosen_candidate() >= candidates)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ".chosen_candidate: ", cycle.verdicts.chosen_candidate(),
                                                   " is not the index of one of ", candidates, " candidates"));
  }
  if (!cycle.profiles.empty() && static_cast<int>(cycle.profiles.size()) != candidates) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ".profiles: ", cycle.profiles.size(), " profiles for ", candidates, " candidates"));
  }
  for (int i = 0; i < candidates; ++i) {
    if (cycle.candidates[i].poses.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(path, ".candidates[", i, "].poses: empty"));
    }
    absl::Status status = CheckVerdict(cycle.verdicts.verdicts(i), absl::StrCat(path, ".verdicts[", i, "]"));
    if (!cycle.profiles.empty()) {
      status.Update(CheckProfile(cycle.profiles[i], absl::StrCat(path, ".profiles[", i, "]")));
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

double LargestCoordinateOf(const ReplayedCycle& cycle, Vec2 origin) {
  LargestCoordinate largest;
  const auto add_witnesses = [&](const proto::Point& ego, const proto::Point& other) {
    largest.Add(Vec2{ego.x(), ego.y()} - origin);
    largest.Add(Vec2{other.x(), other.y()} - origin);
  };
  for (const Trajectory& candidate : cycle.candidates) largest.Add(candidate.poses);
  for (const proto::Verdict& verdict : cycle.verdicts.verdicts()) {
    const proto::Encounter& collision = verdict.first_collision();
    const proto::Encounter& nearest = verdict.minimum_clearance();
    const proto::RoadClearance& road = verdict.road_clearance();
    if (verdict.has_first_collision()) add_witnesses(collision.witness_ego(), collision.witness_obstacle());
    if (verdict.has_minimum_clearance()) add_witnesses(nearest.witness_ego(), nearest.witness_obstacle());
    if (verdict.has_road_clearance()) add_witnesses(road.witness_ego(), road.witness_road());
  }
  for (const std::vector<ProfilePoint>& profile : cycle.profiles) {
    for (const ProfilePoint& point : profile) {
      largest.Add(point.clearance_m.value_or(0.0));
      largest.Add(point.road_clearance_m.value_or(0.0));
    }
  }
  return largest.value_m();
}

}  // namespace

absl::StatusOr<proto::PackedCycle> PackReplayedCycle(const ReplayedCycle& cycle, Vec2 origin, absl::string_view path) {
  if (absl::Status status = CheckReplayedCycle(cycle, path); !status.ok()) return status;
  ScenePacker packer(LargestCoordinateOf(cycle, origin));
  proto::PackedCycle packed;
  packed.set_unit_m(packer.unit_m());
  packed.set_time_s(cycle.verdicts.cycle_time_s());
  for (size_t i = 0; i < cycle.candidates.size(); ++i) {
    const Trajectory& candidate = cycle.candidates[i];
    const proto::Verdict& verdict = cycle.verdicts.verdicts(static_cast<int>(i));
    packed.add_candidate_id(ValidUtf8(candidate.id));
    packed.add_cost(candidate.cost);
    packer.Append(candidate.poses, *packed.mutable_motions());
    packed.add_leaves_drivable_area(verdict.leaves_drivable_area() ? 1 : 0);
    if (verdict.leaves_drivable_area()) packed.add_leaves_drivable_area_time_s(verdict.leaves_drivable_area_time_s());
    packed.add_pairs_checked(static_cast<double>(verdict.pairs_checked()));
    PackEncounters(static_cast<int>(i), verdict, origin, packer, packed);
    PackMetrics(static_cast<int>(i), verdict, packed);
  }
  if (cycle.verdicts.has_chosen_candidate()) packed.set_chosen_candidate(cycle.verdicts.chosen_candidate());
  for (const std::string& note : cycle.verdicts.notes()) packed.add_notes(ValidUtf8(note));
  if (!cycle.profiles.empty()) *packed.mutable_profiles() = PackProfiles(cycle.profiles, packer);
  packer.AddTimesTo(*packed.mutable_time_lists());
  return packed;
}

}  // namespace collision2d::planner
