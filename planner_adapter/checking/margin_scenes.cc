#include "planner_adapter/checking/margin_scenes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/margin.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/static_obstacles.h"
#include "planner_adapter/road/road.h"

namespace collision2d::planner {
namespace {

// The parts of a vehicle with other shapes.
std::vector<SpaceBody> WithShapes(std::vector<SpaceBody> parts, absl::Span<const std::vector<ConvexPolygon>> shapes) {
  for (size_t k = 0; k < parts.size(); ++k) parts[k].shapes = shapes[k];
  return parts;
}

// A check and the shapes of the vehicle's parts that it refers to.
struct GrownScene {
  GrownScene(const CheckedScene& of, std::vector<std::vector<ConvexPolygon>> of_parts, std::shared_ptr<const Road> road,
             std::shared_ptr<const StaticObstacles> statics)
      : shapes(std::move(of_parts)),
        checked(of.scene_owner, of.options, WithShapes(of.parts, shapes), std::move(road), std::move(statics)) {}

  const std::vector<std::vector<ConvexPolygon>> shapes;
  CheckedScene checked;
};

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

absl::Status CheckMargins(const Margins& margins) {
  const auto check = [](const Margin& margin, absl::string_view name) {
    const absl::Status status = GrowBody({}, margin).status();
    return status.ok() ? status : absl::Status(status.code(), absl::StrCat("margins.", name, ": ", status.message()));
  };
  absl::Status status = check(margins.body, "body");
  if (status.ok()) status = check(margins.road, "road");
  for (size_t i = 0; i < margins.by_type.size() && status.ok(); ++i) {
    status = check(margins.by_type[i].margin, absl::StrCat("by_type[", i, "]"));
  }
  return status;
}

// Where the vehicle is first within a margin; ties go to the first obstacle and hypothesis.
bool IsBefore(const MarginEncounter& a, const std::optional<MarginEncounter>& b) {
  const auto rank = [](const MarginEncounter& of) { return std::make_tuple(of.time_s, of.obstacle, of.hypothesis); };
  return !b.has_value() || rank(a) < rank(*b);
}

void AddEncounter(const Verdict& found, Verdict* verdict) {
  if (!found.collides()) return;
  const Encounter& first = *found.first_collision;
  // Where instants alone are checked there is no bracket.
  const ContactBracket bracket = found.contact_bracket.value_or(ContactBracket{first.time_s, first.time_s});
  const MarginEncounter encounter = {
      first.time_s,         first.step,           first.obstacle,          first.hypothesis,
      bracket.free_until_s, bracket.is_undecided, bracket.is_conservative, first.part,
      first.element};
  if (IsBefore(encounter, verdict->first_within_margin)) verdict->first_within_margin = encounter;
}

void AddDeparture(const Verdict& found, Verdict* verdict) {
  const std::optional<RoadDeparture>& departure = found.road_departure;
  if (!departure.has_value()) return;
  if (verdict->collides() && departure->outside_by_s > verdict->first_collision->time_s) return;
  std::optional<RoadDeparture>& known = verdict->leaves_road_margin;
  if (!known.has_value() || departure->outside_by_s < known->outside_by_s) known = departure;
}

}  // namespace

absl::Status AddMarginScenes(CheckedScene* checked) {
  const Scene& scene = checked->scene;
  if (absl::Status status = CheckMargins(scene.margins); !status.ok()) return status;
  const size_t statics = scene.static_obstacles.size();
  std::vector<MarginGroup> groups;
  if (scene.margins.any_of_obstacles()) groups = GroupsOf(scene);
  if (checked->road.is_known()) {
    groups.push_back(
        {scene.margins.road, std::vector<uint8_t>(statics + scene.moving_obstacles.size()), checked->road_owner});
  }
  const auto has_all = [](absl::Span<const uint8_t> is_member) {
    return std::find(is_member.begin(), is_member.end(), 0) == is_member.end();
  };
  for (MarginGroup& group : groups) {
    const Margin& margin = group.margin;
    if (margin.is_zero()) continue;
    std::vector<std::vector<ConvexPolygon>> shapes;
    for (const SpaceBody& part : checked->parts) {
      absl::StatusOr<std::vector<ConvexPolygon>> grown = GrowBody(part.shapes, margin);
      if (!grown.ok()) return absl::Status(grown.status().code(), absl::StrCat("margins: ", grown.status().message()));
      shapes.push_back(*std::move(grown));
    }
    const bool is_of_all = has_all(group.is_member) && group.road != checked->road_owner;
    const bool has_all_statics = has_all(absl::MakeConstSpan(group.is_member).first(statics));
    const auto grown = std::make_shared<GrownScene>(
        *checked, std::move(shapes), std::move(group.road),
        has_all_statics ? checked->statics_owner
                        : std::make_shared<const StaticObstacles>(scene, checked->common, group.is_member));
    const double contact_tolerance_m = checked->options.impact.contact_tolerance_m;
    grown->checked.frees_ungrown =
        margin.round_m + std::min(margin.along_m, margin.across_m) > 2.0 * contact_tolerance_m;
    grown->checked.contacts_only = true;
    if (!is_of_all) grown->checked.is_checked = std::move(group.is_member);
    std::shared_ptr<const CheckedScene> made(grown, &grown->checked);
    if (is_of_all) {
      checked->margin_of_all = std::move(made);
    } else {
      checked->margin_scenes.push_back(std::move(made));
    }
  }
  return absl::OkStatus();
}

void EndAtCollision(const Verdict& verdict, const Instants& instants, CandidateInstants* covered) {
  if (!verdict.collides()) return;
  const double time_s = verdict.first_collision->time_s;
  const auto is_before = [&](const Instant& instant) { return instant.time_s < time_s; };
  const auto last = std::partition_point(instants.grid.begin() + covered->grid_begin,
                                         instants.grid.begin() + covered->grid_end, is_before);
  if (covered->first_end >= 0 && !is_before(instants.ends[covered->first_end])) {
    *covered = {covered->first_end};
  } else if (const int end = static_cast<int>(last - instants.grid.begin()); end < covered->grid_end) {
    covered->grid_end = end + 1;
    covered->last_end = -1;
  }
}

void BeginMargins(const Margins& margins, Verdict* verdict) {
  if (margins.any_of_obstacles()) AddEncounter(*verdict, verdict);
  if (!margins.road.is_zero()) AddDeparture(*verdict, verdict);
}

void AddMargin(const Verdict& grown, Verdict* verdict) {
  AddEncounter(grown, verdict);
  AddDeparture(grown, verdict);
}

}  // namespace collision2d::planner
