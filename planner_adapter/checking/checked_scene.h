#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_CHECKED_SCENE_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_CHECKED_SCENE_H_

#include <vector>

#include "absl/types/span.h"
#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/static_obstacles.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// What a check works on: the scene with its derived parts, and the times at which motions are
// divided.

namespace collision2d::planner {

// The times that divide motions of a scene into parts during which everything moves as
// Motion::Between.

// The times within (begin_s, end_s) of the poses and of the middles between two poses that differ
// by nearly half a turn: rounding would decide which way round a motion from the one to the other
// turns. Increasing. O(log n), and O(1) for each time.
std::vector<double> TurningTimes(absl::Span<const TimedPose> poses, double begin_s, double end_s);

// When the motions of a scene's moving obstacles change.
class ObstacleTimes {
 public:
  // Collects the times of the predictions that count. O(n log n).
  ObstacleTimes(const Scene& scene, const CheckerOptions& options);

  // Divides the time from the first to the last instant at the instants, and at the obstacles'
  // times and at `own_s` that are more than kSameInstant_s from every instant and from each other.
  // An obstacle that is there for at most kSameInstant_s has an interval of half of it from its
  // first time on, unless an instant is there.
  // REQUIRES: instants_s and own_s are increasing. O(instants + own_s + obstacle times in between +
  // log).
  std::vector<double> Divide(absl::Span<const double> instants_s, absl::Span<const double> own_s) const;

 private:
  std::vector<double> times_s_;
  std::vector<double> moments_s_;
};

// The inputs of a check. Refers to its parts.
struct CheckedScene {
  const Scene& scene;
  const CheckerOptions& options;
  SpaceBody body;  // The ego vehicle.
  const StaticObstacles& statics;
  const ObstacleTimes& obstacle_times;
  const Road& road;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_CHECKED_SCENE_H_
