#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/vertical_clearance.h"
#include "planner_adapter/metrics/metrics.h"  // IWYU pragma: export

namespace collision2d::planner {

// The contact or closest approach of the ego vehicle and one obstacle at one instant; scene frame.
struct Encounter {
  double time_s = 0.0;
  int step = 0;      // Whole time steps of the scene since the beginning of the cycle.
  int obstacle = 0;  // See ObstacleId.
  int hypothesis = 0;
  double signed_distance_m = 0.0;  // Negative: penetration depth.
  Vec2 witness_ego;
  Vec2 witness_obstacle;
  int part = 0;  // Of the ego vehicle; see EgoBody.
  // Which of the shapes, and then polytopes, that the obstacle has then, as convex parts; -1: not
  // known.
  int64_t element = -1;
  // See proto Encounter.
  std::optional<double> lower_bound_m = {};
};

// The vertical clearance between the ego vehicle and one obstacle above or below it at one instant.
struct VerticalClearance {
  double time_s = 0.0;
  int step = 0;  // As in Encounter, like the two below.
  int obstacle = 0;
  int hypothesis = 0;
  double clearance_m = 0.0;  // Negative: overlap.
  solid::VerticalSide side = solid::VerticalSide::kAbove;
  int part = 0;
  std::optional<double> lower_bound_m = {};
};

// The bracket of the first contact. See proto ContactBracket.
struct ContactBracket {
  double free_until_s = 0.0;
  double contact_by_s = 0.0;
  bool is_undecided = false;
  bool is_conservative = false;
  bool between_instants = false;
};

// How close the ego vehicle comes to the edge of the road, or how far beyond it, at one instant;
// scene frame. See proto RoadClearance.
struct RoadClearance {
  double time_s = 0.0;
  int step = 0;
  double clearance_m = 0.0;
  Vec2 witness_ego;
  Vec2 witness_road;
  Vec2 direction{1.0, 0.0};
  // The index in Scene::road_borders if the scene has any, otherwise in Scene::lane_boundaries; -1
  // if it is unknown.
  int border = -1;
  int cell = -1;  // Index in Scene::drivable_area; -1: none.
  int part = 0;   // As in Encounter.
  // Set outside, where some point may be farther out than clearance_m says by more than
  // kRoadClearanceError_m: no point is by more than this, at any instant.
  std::optional<double> lower_bound_m = {};
};

// See proto RoadDeparture.
struct RoadDeparture {
  double inside_until_s = 0.0;
  double outside_by_s = 0.0;
  bool between_instants = false;
  int part = 0;  // As in Encounter.
};

// When the ego vehicle first comes within its margin of an obstacle. See proto MarginEncounter.
struct MarginEncounter {
  double time_s = 0.0;
  int step = 0;
  int obstacle = 0;
  int hypothesis = 0;
  double outside_until_s = 0.0;
  bool is_undecided = false;
  bool is_conservative = false;
  int part = 0;  // As in Encounter.
  int64_t element = -1;
};

// What a free verdict rests on. See proto Reservation.
struct Reservation {
  enum class Kind { kUnspecified, kBeyondPrediction };
  Kind kind = Kind::kUnspecified;
  int obstacle = 0;
  int hypothesis = 0;
  double from_s = 0.0;
  std::optional<double> until_s;
  std::optional<Encounter> encounter;
};

// The distances of a candidate at one instant. See proto ProfilePoint.
struct ProfilePoint {
  double time_s = 0.0;
  std::optional<double> clearance_m;
  std::optional<double> road_clearance_m;
  std::optional<double> time_to_collision_s;
};

// What a verdict says as a whole. See proto Verdict.Outcome, which has the same numbers.
enum class Outcome {
  kNotChecked,  // Nothing is known: no check wrote this verdict, or the one that was to did not end.
  kFree,        // Neither collides nor leaves the road.
  kRejected,
};

// The verdict on one candidate. See collision2d/v1/verdict.proto for the meaning of each field.
struct Verdict {
  // Set by TrajectoryChecker::Check alone.
  Outcome outcome = Outcome::kNotChecked;
  std::optional<Encounter> first_collision;  // Set if and only if the candidate collides.
  std::optional<Encounter> minimum_clearance;
  std::optional<double> leaves_road_time_s;
  std::optional<RoadClearance> road_clearance;
  std::optional<RoadDeparture> road_departure;
  // The number of pairs of an ego shape and an obstacle shape that the verdict covers, including
  // those rejected by filters: at the instants up to the first collision, or, if that is between
  // instants, at those before it.
  int64_t pairs_checked = 0;
  std::optional<VerticalClearance> vertical_clearance;
  // Set if and only if the candidate collides and the motion between instants was checked.
  std::optional<ContactBracket> contact_bracket;
  // The metrics that CheckerOptions::metrics selects.
  Metrics metrics;
  // What Scene::margins adds; nothing else in a verdict depends on them. Both are not after the
  // first collision.
  std::optional<MarginEncounter> first_within_margin;
  std::optional<RoadDeparture> leaves_road_margin;
  // What is_free() rests on: empty unless the candidate is free. With kBeyondPrediction it is free
  // only because an obstacle is absent where its prediction does not say where it is.
  std::vector<Reservation> reservations;
  // The earliest time up to the first collision at which some obstacle is not predicted.
  std::optional<double> unpredicted_from_s;

  bool collides() const { return first_collision.has_value(); }
  // False for a verdict that no check wrote. Reservations do not change it: see `reservations` for
  // what a free verdict rests on.
  bool is_free() const { return outcome == Outcome::kFree; }
  // Whether `reservations` has one of kBeyondPrediction.
  bool is_free_beyond_prediction() const {
    return std::any_of(reservations.begin(), reservations.end(),
                       [](const Reservation& of) { return of.kind == Reservation::Kind::kBeyondPrediction; });
  }
};

}  // namespace collision2d::planner
