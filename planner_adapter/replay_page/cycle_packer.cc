#include "planner_adapter/replay_page/cycle_packer.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/io/text.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/scene_packer.h"
#include "planner_adapter/scene/scene.h"
#include "proto/trajectory.pb.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {
namespace {

// Appends points to a PackedSeries.
class SeriesPacker {
 public:
  explicit SeriesPacker(proto::PackedSeries& series) : series_(series) { series_.add_runs(0); }

  void Add(const std::optional<int32_t>& value) {
    const bool extends_run = value.has_value() == (series_.runs_size() % 2 == 0);
    if (!extends_run) series_.add_runs(0);
    const int run = series_.runs_size() - 1;
    series_.set_runs(run, series_.runs(run) + 1);
    if (!value.has_value()) return;
    series_.add_difference(*value - last_);
    last_ = *value;
  }

 private:
  proto::PackedSeries& series_;
  int32_t last_ = 0;
};

// The page shows at most three decimals, and a shorter number is shorter in its data.
double Rounded(double value) { return std::round(1e3 * value) / 1e3; }

void Pack(int candidate, double value, const proto::Interaction& interaction, proto::PackedMetric& packed) {
  packed.add_candidate(candidate);
  packed.add_value(Rounded(value));
  packed.add_time_s(interaction.time_s());
  packed.add_obstacle_id(ValidUtf8(interaction.obstacle_id()));
  packed.add_hypothesis(interaction.hypothesis());
}

void PackTimeToCollision(int candidate, const proto::TimeToCollision& ttc, proto::PackedCycle& packed) {
  if (ttc.has_on_paths_s()) {
    Pack(candidate, ttc.on_paths_s(), ttc.on_paths(), *packed.mutable_time_to_collision_on_paths());
  }
  if (ttc.has_constant_twist_s()) {
    Pack(candidate, ttc.constant_twist_s(), ttc.constant_twist(), *packed.mutable_time_to_collision());
  }
}

void PackHeadway(int candidate, const proto::Headway& headway, proto::PackedCycle& packed) {
  if (headway.has_headway_s()) {
    Pack(candidate, headway.headway_s(), headway.headway(), *packed.mutable_headway());
  }
  Pack(candidate, headway.gap_m(), headway.gap(), *packed.mutable_gap());
}

void PackPostEncroachment(int candidate, const proto::PostEncroachmentTime& pet, proto::PackedMetric& packed) {
  Pack(candidate, pet.duration_s(), pet.ego(), packed);
  packed.add_second_value(Rounded(pet.obstacle_time_s()));
}

void PackRssMargin(int candidate, const proto::RssMargin& rss, proto::PackedMetric& packed) {
  Pack(candidate, rss.longitudinal_margin_m(), rss.interaction(), packed);
  packed.add_second_value(Rounded(rss.lateral_margin_m()));
}

void PackGoal(int candidate, const proto::GoalReached& goal, proto::PackedReachedGoals& packed) {
  if (!goal.reached()) return;
  packed.add_candidate(candidate);
  packed.add_time_s(goal.time_s());
  packed.add_goal(goal.goal());
}

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

absl::Status CheckProfile(absl::Span<const ProfilePoint> profile, absl::string_view path) {
  for (size_t i = 0; i < profile.size(); ++i) {
    const ProfilePoint& point = profile[i];
    const double ttc_s = point.time_to_collision_s.value_or(0.0);
    if (!std::isfinite(point.time_s) || !std::isfinite(point.clearance_m.value_or(0.0)) ||
        !std::isfinite(point.road_clearance_m.value_or(0.0))) {
      return absl::InvalidArgumentError(absl::StrCat(path, "[", i, "]: a number is not finite"));
    }
    if (!(ttc_s >= 0.0 && ttc_s <= kMaxPackedTimeToCollision_s)) {
      return absl::InvalidArgumentError(absl::StrCat(path, "[", i, "].time_to_collision_s: ", ttc_s,
                                                     " s is not within 0 s and ", kMaxPackedTimeToCollision_s, " s"));
    }
  }
  return absl::OkStatus();
}

proto::PackedProfiles PackProfiles(absl::Span<const std::vector<ProfilePoint>> profiles, ScenePacker& packer) {
  proto::PackedProfiles packed;
  SeriesPacker clearance(*packed.mutable_clearance());
  SeriesPacker road_clearance(*packed.mutable_road_clearance());
  SeriesPacker time_to_collision(*packed.mutable_time_to_collision());
  const auto length = [&packer](const std::optional<double>& value_m) {
    return value_m.has_value() ? std::make_optional(packer.Pack(*value_m)) : std::nullopt;
  };
  const auto milliseconds = [](const std::optional<double>& value_s) {
    return value_s.has_value() ? std::make_optional(static_cast<int32_t>(std::lround(1e3 * *value_s))) : std::nullopt;
  };
  for (const std::vector<ProfilePoint>& profile : profiles) {
    std::vector<double> times_s;
    for (const ProfilePoint& point : profile) {
      times_s.push_back(point.time_s);
      clearance.Add(length(point.clearance_m));
      road_clearance.Add(length(point.road_clearance_m));
      time_to_collision.Add(milliseconds(point.time_to_collision_s));
    }
    packed.add_times(packer.IndexOfTimes(times_s));
  }
  return packed;
}

void PackMetrics(int candidate, const proto::Verdict& verdict, proto::PackedCycle& packed) {
  if (verdict.has_time_to_collision()) PackTimeToCollision(candidate, verdict.time_to_collision(), packed);
  if (verdict.has_headway()) PackHeadway(candidate, verdict.headway(), packed);
  if (verdict.has_post_encroachment_time()) {
    PackPostEncroachment(candidate, verdict.post_encroachment_time(), *packed.mutable_post_encroachment_time());
  }
  if (verdict.has_required_deceleration()) {
    const proto::RequiredDeceleration& required = verdict.required_deceleration();
    Pack(candidate, required.deceleration_mps2(), required.interaction(), *packed.mutable_required_deceleration());
  }
  if (verdict.has_rss_margin()) PackRssMargin(candidate, verdict.rss_margin(), *packed.mutable_rss_margin());
  if (verdict.has_lateral_clearance()) {
    const proto::LateralClearance& lateral = verdict.lateral_clearance();
    Pack(candidate, lateral.clearance_m(), lateral.interaction(), *packed.mutable_lateral_clearance());
  }
  if (verdict.has_goal()) PackGoal(candidate, verdict.goal(), *packed.mutable_reached_goals());
}

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
