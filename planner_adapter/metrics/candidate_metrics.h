#pragma once

#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "planner_adapter/metrics/metric_scene.h"
#include "planner_adapter/metrics/metrics.h"
#include "planner_adapter/metrics/path_metrics.h"
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

// Adds what the first collision says: the time to collision on the predicted paths, which begins at
// start_s, and a post-encroachment time of 0 if it is with a moving obstacle; and that no goal is
// reached, if none is.
void AddFirstCollision(const Scene& scene, const MetricOptions& options, double start_s,
                       const std::optional<Interaction>& first_collision, Metrics* metrics);

// A candidate at consecutive instants before its first collision, and the moving obstacles there.
struct PlacedRow {
  void Begin(const Candidate& of) {
    candidate = &of;
    instants.clear();
    moving.clear();
    parts.clear();
  }

  const Candidate* candidate = nullptr;
  std::vector<Instant> instants;
  std::vector<MetricObstacles*> moving;  // By instant.
  std::vector<SpacePose> parts;          // [instant][part of the vehicle].
};

// Metrics of candidates at their instants, one row after the other. Its memory is reused.
class CandidateMetrics {
 public:
  // `scene` must outlive it.
  explicit CandidateMetrics(const MetricScene& scene) : scene_(scene) {}

  // Updates a candidate's metrics by a row; rows of a candidate are in the order of time.
  // O(length * obstacles): a test of circles for each pair, and more for the few that may be worse
  // than what is known.
  void Add(const PlacedRow& row, Metrics* metrics);

  // Returns the time to the first contact, s, if the ego vehicle and all obstacles keep the
  // velocity that they have at one of the row's instants; none if there is none within the horizon,
  // or if the candidate has one pose only.
  std::optional<double> TimeToCollisionOf(const PlacedRow& row);

  const MetricScene& scene() const { return scene_; }

 private:
  // A part of the ego vehicle at an instant.
  struct Part {
    absl::Span<const ConvexPolygon> shapes;
    Pose2 world_from_part;
    BodyVelocity velocity;
    HeightRange heights;
  };

  // The ego vehicle at an instant, with the moving obstacles there.
  struct Ego {
    Instant instant;
    MetricObstacles* moving;
    absl::Span<const Part> parts;
    HeightRange heights;  // Of all parts.
    // Along the path: the foot of the body, and what its extent is within slack_m of.
    std::optional<PathFoot> foot;
    BodyOnPath on_path;
    double slack_m;
    PathValues least;  // What no obstacle is below.
  };

  // A shape of the ego vehicle at an instant, and one of an obstacle that it does not touch before
  // earliest_s.
  struct TwistPair {
    double earliest_s;
    double step_s;  // Of the steps in which that was found.
    TwistingShape ego;
    const TwistingShape* obstacle;
    Interaction interaction;
  };

  void Place(const PlacedRow& row);
  void AddGoal(const PlacedRow& row, std::optional<ReachedGoal>* reached) const;
  PathFoot FootOf(const Ego& ego, const Part& part) const;
  void BoundOnPath(const PathValues& known, Ego* ego) const;
  void SetExactBox(Ego* ego) const;
  void UpdateOnPath(Ego* ego, Metrics* metrics);
  void AddOnPath(Metrics* metrics);
  void FindTwists(const Ego& ego, double soon_s, double* until_s);
  void FindTwists(const Ego& ego, const Part& part, const TwistingShape& shape, double soon_s, double* until_s);
  void AddTwists(std::optional<MetricValue>* least);

  const MetricScene& scene_;
  std::vector<Part> parts_;
  std::vector<Ego> ego_;       // At the row's instants, the last one first.
  bool has_velocity_ = false;  // False: the candidate has one pose.
  std::vector<int> passed_;    // Indices of shapes.
  std::vector<TwistPair> pairs_;
};

}  // namespace collision2d::planner
