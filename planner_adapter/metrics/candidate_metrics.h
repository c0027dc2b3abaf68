#pragma once

#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "planner_adapter/metrics/metric_scene.h"
#include "planner_adapter/metrics/metrics.h"
#include "planner_adapter/metrics/path_box.h"
#include "planner_adapter/metrics/twist_collision.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// Metrics of a candidate at its instants, and whether it reaches a goal.

namespace collision2d::planner {

// Returns whether a state reaches a goal: every condition that the goal has is met. The time counts
// within kSameInstant_s; the reference point is in the area as Collides decides, exactly for shapes
// without radius; the yaw counts modulo a full turn; the speed is along the heading. `velocity` is
// not set if it is unknown: then no goal with a speed is reached.
// O(shapes of the area).
bool ReachesGoal(const Goal& goal, const TimedPose& pose, const std::optional<BodyVelocity>& velocity);

// Sets what is known before any instant: the time to collision on the predicted paths, which begins
// at start_s, a post-encroachment time of 0 if the first collision is with a moving obstacle, and
// that no goal is reached.
void BeginMetrics(const Scene& scene, const MetricOptions& options, double start_s,
                  const std::optional<Interaction>& first_collision, Metrics* metrics);

// A candidate at consecutive instants, and where its metrics are kept.
struct MetricRow {
  const Candidate* candidate;
  int first_step;
  int length;
  Metrics* metrics;
  // The last foot on the path, none at first; the next one is looked for from there, so that
  // rounding does not depend on how the instants are divided in rows.
  std::optional<PathFoot>* foot;
};

// Updates metrics by the rows' instants, a candidate's from the last to the first.
// REQUIRES: candidates cover the instants of their rows, and are free at them; BeginMetrics was
// called.
// O(rows * length * obstacles): a test of circles for each pair, and more for the few that may be
// worse than what is known.
void AddToMetrics(absl::Span<const Instant> instants, absl::Span<const MetricRow> rows, MetricSteps* steps);

// Returns for each candidates[covering[i]] the time to the first contact, s, if the ego vehicle and
// all obstacles keep the velocity that they have at an instant; none if there is none within the
// horizon, or if the candidate has one pose only. `moving`: the moving obstacles then, as
// AddMovingObstacles placed them.
// REQUIRES: these candidates cover the instant.
std::vector<std::optional<double>> TimesToCollisionAt(const MetricScene& scene, absl::Span<const Candidate> candidates,
                                                      absl::Span<const int> covering, const Instant& instant,
                                                      absl::Span<const PlacedShape> moving);

}  // namespace collision2d::planner
