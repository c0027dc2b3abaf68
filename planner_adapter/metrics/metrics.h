#pragma once

#include <cstdint>
#include <optional>
#include <tuple>

// The metrics of a candidate, and which of them are computed.

namespace collision2d::planner {

// Which metrics are computed: by default none, and what is not selected costs nothing.
struct MetricOptions {
  bool time_to_collision = false;
  bool headway = false;
  bool post_encroachment_time = false;
  bool required_deceleration = false;
  bool rss_margin = false;
  bool lateral_clearance = false;
  bool goal = false;

  // s, > 0: how far ahead constant speeds and turn rates are followed.
  double time_to_collision_horizon_s = 5.0;
  // s, > 0. A longer post-encroachment time is not reported.
  double post_encroachment_horizon_s = 5.0;

  static MetricOptions All();

  // Returns true if a metric is selected that needs the reference path.
  bool any_on_path() const { return headway || required_deceleration || rss_margin || lateral_clearance; }
  bool any() const { return any_on_path() || time_to_collision || post_encroachment_time || goal; }
};

// The metrics by name, as flags and Python select them.
struct SelectableMetric {
  const char* name;
  bool MetricOptions::*selected;
};
inline constexpr SelectableMetric kSelectableMetrics[] = {
    {"time_to_collision", &MetricOptions::time_to_collision},
    {"headway", &MetricOptions::headway},
    {"post_encroachment_time", &MetricOptions::post_encroachment_time},
    {"required_deceleration", &MetricOptions::required_deceleration},
    {"rss_margin", &MetricOptions::rss_margin},
    {"lateral_clearance", &MetricOptions::lateral_clearance},
    {"goal", &MetricOptions::goal},
};

inline MetricOptions MetricOptions::All() {
  MetricOptions all;
  for (const SelectableMetric& metric : kSelectableMetrics) all.*metric.selected = true;
  return all;
}

// What is computed of a candidate apart from collisions and clearances: docs/metrics.md defines
// each metric, and collision2d/v1/verdict.proto has the same fields.

// The ego vehicle and one obstacle at one instant.
struct Interaction {
  double time_s = 0.0;
  int step = 0;      // Whole time steps of the scene since the beginning of the cycle.
  int obstacle = 0;  // See ObstacleId.
  int hypothesis = 0;
  int64_t element = -1;  // As in Encounter.
};

// The value of a metric, whose unit its field names, and the interaction at which it occurs.
struct MetricValue {
  double value = 0.0;
  Interaction interaction;
};

// Returns true if a value is less than the known one; ties go to the earlier time, then to the
// obstacle and hypothesis that come first in the scene.
inline bool IsLess(double value, const Interaction& at, double known, const Interaction& known_at) {
  return std::tie(value, at.time_s, at.obstacle, at.hypothesis) <
         std::tie(known, known_at.time_s, known_at.obstacle, known_at.hypothesis);
}
inline bool IsLess(double value, const Interaction& at, const MetricValue& known) {
  return IsLess(value, at, known.value, known.interaction);
}

struct TimeToCollision {
  std::optional<MetricValue> on_paths_s;
  std::optional<MetricValue> constant_twist_s;
};

struct Headway {
  std::optional<MetricValue> headway_s;
  MetricValue gap_m;
};

// s, on the scene's clock: from when until when a body is where the other one is at some time.
struct ConflictTimes {
  double entry_s = 0.0;
  double exit_s = 0.0;
};

struct PostEncroachmentTime {
  double gap_s = 0.0;  // Positive: the ego vehicle is there first.
  Interaction ego;
  double obstacle_time_s = 0.0;
  // A graze so long that the search ended: no gap is shorter, but the two may not meet there.
  bool is_undecided = false;
  // Not set if they collide.
  std::optional<ConflictTimes> ego_conflict;
  std::optional<ConflictTimes> obstacle_conflict;
};

struct RequiredDeceleration {
  double deceleration_mps2 = 0.0;
  Interaction interaction;
  double gap_m = 0.0;
  double closing_speed_mps = 0.0;
};

struct RssMargin {
  double longitudinal_margin_m = 0.0;
  double lateral_margin_m = 0.0;
  Interaction interaction;

  bool is_dangerous() const { return longitudinal_margin_m < 0.0 && lateral_margin_m < 0.0; }
};

// The first instant at which a goal is reached.
struct ReachedGoal {
  double time_s = 0.0;
  int step = 0;
  int goal = 0;  // Index in Scene::goals.
};

struct GoalReached {
  std::optional<ReachedGoal> reached;
};

// Those that are asked for and defined.
struct Metrics {
  std::optional<TimeToCollision> time_to_collision;
  std::optional<Headway> headway;
  std::optional<PostEncroachmentTime> post_encroachment_time;
  std::optional<RequiredDeceleration> required_deceleration;
  std::optional<RssMargin> rss_margin;
  std::optional<MetricValue> lateral_clearance;
  std::optional<GoalReached> goal;
};

}  // namespace collision2d::planner
