#include "planner_adapter/checking/unpredicted.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "planner_adapter/checking/margin_scenes.h"
#include "planner_adapter/checking/static_obstacles.h"
#include "planner_adapter/checking/verdict_record.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

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
  checked->unpredicted_scene = held;
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
