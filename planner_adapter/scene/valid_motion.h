#pragma once

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_input.h"
#include "planner_adapter/scene/timed_pose.h"

// The place and time to which a scene is moved, and the motions of its input, validated and moved
// there.

namespace collision2d::planner {

// The place and time of a scene. It is chosen before the scene is validated, so any values may
// occur in the input.
struct SceneAnchor {
  // m, scene frame: the origin of the local frame, a point near the ego vehicle in whole metres, so
  // that subtracting it from a coordinate near it is exact. It is the first of these that the scene
  // has: the ego state; the first pose of the first candidate; the first point of the reference
  // path, of the drivable area, of the road's borders, of a static obstacle; the origin of a grid,
  // of a point set; the first point of a prediction, of the lane boundaries, of a goal's area. {0,
  // 0} if the scene has none, or if that point is not finite or beyond kMaxCoordinate_m (which
  // validation reports).
  Vec2 origin;
  // s: the beginning of the planning cycle. It is the first of these that the scene has: the time
  // of the ego state; the earliest time of its candidates; the first time of the first prediction.
  // 0 if the scene has none, or if that time is not finite.
  double time_s = 0.0;
};

SceneAnchor AnchorOf(const input::Scene& scene);

// The frame and the time range of the scene that contains a motion.
struct MotionContext {
  SceneAnchor anchor;
  double time_step_s = 0.0;
};

// The functions below validate part of a scene or of its input, found at `path`, by scene_limits.h;
// some move it into the local frame of the context. Errors go to `checker`; what is moved is then
// meaningless. Each function is O(size).

void MovePose(const MotionContext& context, const FieldPath& path, FieldChecker& checker, TimedPose& pose);

// A pose that no cycle limits.
void CheckPose(const TimedPose& pose, const FieldPath& path, FieldChecker& checker);

// The names are those of the fields that have the span's ends.
void CheckHeight(const HeightSpan& span, const FieldPath& path, FieldChecker& checker,
                 absl::string_view lower = "z_min_m", absl::string_view upper = "z_max_m");

void CheckMargins(const Margins& margins, const FieldPath& path, FieldChecker& checker);

void CheckRss(const RssParameters& rss, const FieldPath& path, FieldChecker& checker);

// Poses are in the scene frame, and there is at least one. part_count: EgoBody::part_count; the
// candidate has a list of poses for each other part, at the times of `poses`. Errors also: a time
// that is not after the one before; poses within kSameInstant_s of each other that are not the same
// within kSamePose_m; poses within twice kSameInstant_s, for which an instant between them stands,
// farther apart than kMaxSpeed_mps allows.
void CheckTrajectory(const MotionContext& context, const FieldPath& path, FieldChecker& checker,
                     const Candidate& candidate, int part_count);

// The same of a candidate for a scene, whose cycle does not limit its times. Names the candidate.
absl::Status CheckCandidate(const Candidate& candidate, const Scene& scene);

// What CheckScene says of a prediction: poses as of CheckTrajectory, times that do not increase,
// not one of poses and occupancies.
void CheckPrediction(const Prediction& prediction, const FieldPath& path, FieldChecker& checker);

// Returns an error that names the field in scenes that planners make themselves or have edited:
// what verdicts depend on and is not finite, or out of the range that MakeScene accepts; inverted
// intervals. Ids and what must fit together are not checked. O(size).
absl::Status CheckScene(const Scene& scene);

// Takes the poses. Does not check that the obstacle exists.
Prediction ValidPrediction(input::Prediction& prediction, const MotionContext& context, const FieldPath& path,
                           FieldChecker& checker);

}  // namespace collision2d::planner
