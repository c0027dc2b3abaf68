#include "planner_adapter/checking/companion_scenes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/margin.h"
#include "planner_adapter/checking/findings.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/static_obstacles.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// What has one margin: obstacles, as CheckedScene::is_checked, or the road.
struct MarginGroup {
  Margin margin;
  std::vector<uint8_t> is_member;
  std::shared_ptr<const Road> road;
};

std::vector<MarginGroup> GroupsOf(const Scene& scene) {
  std::vector<MarginGroup> groups;
  const size_t count = scene.static_obstacles.size() + scene.moving_obstacles.size();
  const auto no_road = std::make_shared<const Road>();
  size_t obstacle = 0;
  const auto add = [&](const std::string& type) {
    const Margin margin = scene.margins.to_type(type);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const MarginGroup& g) { return g.margin == margin; });
    if (group == groups.end()) group = groups.insert(group, {margin, std::vector<uint8_t>(count), no_road});
    group->is_member[obstacle++] = 1;
  };
  for (const StaticObstacle& of : scene.static_obstacles) add(of.type);
  for (const MovingObstacle& of : scene.moving_obstacles) add(of.type);
  return groups;
}

// Ties go to the first obstacle and hypothesis.
void AddEncounter(const Verdict& found, Verdict* verdict) {
  if (!found.collides()) return;
  const Encounter& first = *found.first_collision;
  // Where instants alone are checked there is no bracket.
  const ContactBracket bracket = found.contact_bracket.value_or(ContactBracket{first.time_s, first.time_s});
  const MarginEncounter encounter = {
      first.time_s,         first.step,           first.obstacle,          first.hypothesis,
      bracket.free_until_s, bracket.is_undecided, bracket.is_conservative, first.part,
      first.element};
  const auto rank = [](const MarginEncounter& of) { return std::make_tuple(of.time_s, of.obstacle, of.hypothesis); };
  std::optional<MarginEncounter>& known = verdict->first_within_margin;
  if (!known.has_value() || rank(encounter) < rank(*known)) known = encounter;
}

void AddDeparture(const Verdict& found, Verdict* verdict) {
  const std::optional<RoadDeparture>& departure = found.road_departure;
  if (!departure.has_value()) return;
  if (verdict->collides() && departure->outside_by_s > verdict->first_collision->time_s) return;
  std::optional<RoadDeparture>& known = verdict->leaves_road_margin;
  if (!known.has_value() || departure->outside_by_s < known->outside_by_s) known = departure;
}

bool HasAll(absl::Span<const uint8_t> is_member) {
  return std::find(is_member.begin(), is_member.end(), 0) == is_member.end();
}

absl::StatusOr<std::shared_ptr<const CheckedScene>> GrownSceneOf(const CheckedScene& checked, MarginGroup group) {
  const Margin& margin = group.margin;
  std::vector<SpaceBody> parts = checked.parts;
  std::vector<std::vector<ConvexPolygon>> shapes;
  for (SpaceBody& part : parts) {
    absl::StatusOr<std::vector<ConvexPolygon>> grown = GrowBody(part.shapes, margin);
    if (!grown.ok()) return absl::Status(grown.status().code(), absl::StrCat("margins: ", grown.status().message()));
    part.shapes = shapes.emplace_back(*std::move(grown));
  }
  const absl::Span<const uint8_t> is_static =
      absl::MakeConstSpan(group.is_member).first(checked.scene.static_obstacles.size());
  const auto grown = std::make_shared<CheckedScene>(
      checked.scene_owner, checked.options, std::move(parts), std::move(group.road),
      HasAll(is_static) ? checked.statics_owner
                        : std::make_shared<const StaticObstacles>(checked.scene, checked.common, group.is_member));
  grown->own_shapes = std::move(shapes);
  grown->frees_ungrown =
      margin.round_m + std::min(margin.along_m, margin.across_m) > 2.0 * checked.options.impact.contact_tolerance_m;
  grown->contacts_only = true;
  if (!HasAll(group.is_member)) grown->is_checked = std::move(group.is_member);
  return grown;
}

absl::Status AddGrownScenes(CheckedScene* checked) {
  const Scene& scene = checked->scene;
  std::vector<MarginGroup> groups;
  if (scene.margins.any_of_obstacles()) groups = GroupsOf(scene);
  if (checked->road.is_known()) {
    groups.push_back({scene.margins.road,
                      std::vector<uint8_t>(scene.static_obstacles.size() + scene.moving_obstacles.size()),
                      checked->road_owner});
  }
  for (MarginGroup& group : groups) {
    if (group.margin.is_zero()) continue;
    absl::StatusOr<std::shared_ptr<const CheckedScene>> grown = GrownSceneOf(*checked, std::move(group));
    if (!grown.ok()) return grown.status();
    checked->companions.push_back(*std::move(grown));
  }
  return absl::OkStatus();
}

void AddUnpredictedScene(CheckedScene* checked) {
  const Scene& scene = checked->scene;
  const CheckerOptions& options = checked->options;
  ForEachTimeline(scene, options.beyond_prediction, options.min_probability,
                  [checked](const Timeline& timeline, int, int) {
                    const std::vector<Interval> times_s = timeline.UnpredictedTimes();
                    checked->unpredicted_s.insert(checked->unpredicted_s.end(), times_s.begin(), times_s.end());
                  });
  MergeIntervals(&checked->unpredicted_s);
  if (checked->unpredicted_s.empty()) return;
  const std::vector<uint8_t> no_statics(scene.static_obstacles.size() + scene.moving_obstacles.size());
  const auto held =
      std::make_shared<CheckedScene>(checked->scene_owner, options, checked->parts, std::make_shared<const Road>(),
                                     std::make_shared<const StaticObstacles>(scene, checked->common, no_statics));
  held->places_unpredicted = true;
  held->contacts_only = true;
  checked->companions.push_back(held);
}

}  // namespace

absl::Status AddCompanions(CheckedScene* checked) {
  const absl::Status status = AddGrownScenes(checked);
  if (status.ok()) AddUnpredictedScene(checked);
  return status;
}

void BeginMargins(const Margins& margins, Verdict* verdict) {
  if (margins.any_of_obstacles()) AddEncounter(*verdict, verdict);
  if (!margins.road.is_zero()) AddDeparture(*verdict, verdict);
}

void AddMargin(const Verdict& grown, Verdict* verdict) {
  AddEncounter(grown, verdict);
  AddDeparture(grown, verdict);
}

namespace {

// Makes the contact of `held` that of a free verdict.
void Collide(const Margins& margins, const Verdict& held, Verdict* verdict) {
  const Encounter& contact = *held.first_collision;
  verdict->outcome = Outcome::kRejected;
  verdict->first_collision = contact;
  verdict->contact_bracket = held.contact_bracket;
  if (held.vertical_clearance.has_value()) verdict->vertical_clearance = held.vertical_clearance;
  if (contact.signed_distance_m < LeastClearance(*verdict)) verdict->minimum_clearance = contact;
  // Nothing else is reported after the collision.
  std::optional<MarginEncounter>& within = verdict->first_within_margin;
  std::optional<RoadDeparture>& leaves = verdict->leaves_road_margin;
  if (within.has_value() && within->time_s > contact.time_s) within.reset();
  if (leaves.has_value() && leaves->outside_by_s > contact.time_s) leaves.reset();
  BeginMargins(margins, verdict);
}

}  // namespace

void AddUnpredicted(const CheckedScene& checked, const Instants& instants, const CandidateInstants& covered,
                    double start_s, const Verdict& held, Verdict* verdict) {
  const int first_end = covered.first_end;
  const int last_end = covered.last_end >= 0 || covered.grid_begin < covered.grid_end ? covered.last_end : first_end;
  const double begin_s = first_end >= 0 ? instants.ends[first_end].time_s : instants.grid[covered.grid_begin].time_s;
  const double end_s = last_end >= 0 ? instants.ends[last_end].time_s : instants.grid[covered.grid_end - 1].time_s;
  const double checked_until_s = verdict->collides() ? verdict->first_collision->time_s : end_s;
  // At most kSameInstant_s before its first time and after its last one, an obstacle is predicted.
  const auto unpredicted =
      std::find_if(checked.unpredicted_s.begin(), checked.unpredicted_s.end(), [&](const Interval& times_s) {
        return times_s.max > begin_s + kSameInstant_s && times_s.min < checked_until_s - kSameInstant_s;
      });
  if (unpredicted == checked.unpredicted_s.end()) return;
  verdict->unpredicted_from_s = std::max(unpredicted->min, begin_s);
  if (!verdict->is_free() || !held.collides()) return;
  if (checked.options.unpredicted_collides) return Collide(checked.scene.margins, held, verdict);
  const Encounter& contact = *held.first_collision;
  const MovingObstacle& obstacle =
      checked.scene.moving_obstacles[contact.obstacle - static_cast<int>(checked.scene.static_obstacles.size())];
  const std::vector<Interval> times_s =
      Timeline(obstacle, obstacle.predictions[contact.hypothesis], checked.options.beyond_prediction)
          .UnpredictedTimes();
  // The last one that begins before the contact.
  const auto after =
      std::find_if(times_s.begin() + 1, times_s.end(), [&](const Interval& of) { return of.min > contact.time_s; });
  const Interval& during_s = *(after - 1);
  Reservation& reservation = verdict->reservations.emplace_back();
  reservation.kind = Reservation::Kind::kBeyondPrediction;
  reservation.obstacle = contact.obstacle;
  reservation.hypothesis = contact.hypothesis;
  reservation.from_s = std::max(during_s.min, start_s);
  if (std::isfinite(during_s.max)) reservation.until_s = during_s.max;
  reservation.encounter = contact;
}

}  // namespace collision2d::planner
