#pragma once

#include <vector>

#include "absl/status/status.h"
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

// The functions below validate part of the input, found at `path`, and move it into the local frame
// of the context. Errors go to `checker`; the result is then meaningless. Each function is O(size).

void MovePose(const MotionContext& context, const FieldPath& path, FieldChecker& checker, TimedPose& pose);

// Moves the field `poses` of what is at `path`. Errors: also those of CheckPoseTimes.
void MovePoses(const MotionContext& context, const FieldPath& path, FieldChecker& checker,
               std::vector<TimedPose>& poses);

// Returns an error that begins with "poses[i].time_s" if a time is not after the one before; if
// poses within kSameInstant_s of each other are not the same within kSamePose_m; or if poses within
// twice kSameInstant_s, for which an instant between them stands, are farther apart than
// kMaxSpeed_mps allows. REQUIRES: poses are finite. O(size).
absl::Status CheckPoseTimes(absl::Span<const TimedPose> poses);

// Returns an error that begins with "poses[i]" if a number is not finite or out of the range of
// scene_limits.h, of positions relative to `origin`; otherwise as CheckPoseTimes. O(size).
absl::Status CheckPoses(absl::Span<const TimedPose> poses, Vec2 origin = {});

// Returns an error if heights are not finite, inverted or out of the range of scene_limits.h.
absl::Status CheckSpan(const HeightSpan& span);

void CheckRss(const RssParameters& rss, const FieldPath& path, FieldChecker& checker);

// Returns an error if a prediction has neither poses nor occupancies, or both; if its probability
// is not in [0, 1]; if its times are not finite, out of range or do not increase; as CheckPoses.
// O(size).
absl::Status CheckPrediction(const Prediction& prediction);

// Returns an error that names the field, or the obstacle, in scenes that planners make themselves
// or have edited: what verdicts depend on and is not finite, or out of the range that MakeScene
// accepts (of numbers, CheckSpan, CheckPrediction); inverted intervals. Ids and what must fit
// together are not checked. O(size).
absl::Status CheckScene(const Scene& scene);

// Takes the poses. Does not check that the obstacle exists.
Prediction ValidPrediction(input::Prediction& prediction, const MotionContext& context, const FieldPath& path,
                           FieldChecker& checker);

// Returns an error that begins with the field if a candidate of a vehicle with part_count parts,
// the body included, does not have as many lists of poses, each at the times of `poses`.
absl::Status CheckPartTimes(const Candidate& candidate, int part_count);

// A trajectory stays in the scene frame. The id may be empty. part_count: EgoBody::part_count.
void CheckTrajectory(const MotionContext& context, const FieldPath& path, FieldChecker& checker,
                     const Candidate& trajectory, int part_count);

}  // namespace collision2d::planner
