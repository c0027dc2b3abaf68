#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_MOTION_FROM_PROTO_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_MOTION_FROM_PROTO_H_

#include <vector>

#include "collision2d/geometry/vec2.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"
#include "proto/scene.pb.h"
#include "proto/trajectory.pb.h"

// Computes the origin and start time of a scene's local frame, and converts and validates the
// motions of its messages.

namespace collision2d::planner {

// The place and time of a scene. They are chosen before the scene is validated, so any values may
// occur in the input.
struct SceneAnchor {
  // m, scene frame: the origin of the local frame, a point near the ego vehicle in whole metres, so
  // that subtracting it from a coordinate near it is exact. It is the first of these that the scene
  // has: the ego state; the first pose of the first candidate; the first point of the reference
  // path, of the drivable area, of the road's borders, of a static obstacle, of a prediction, of
  // the lane boundaries, of a goal's area. It is {0, 0} if the scene has none of them, or if that
  // point is not finite or beyond kMaxCoordinate_m (which validation reports).
  Vec2 origin;
  // s: the beginning of the planning cycle. It is the first of these that the scene has: the time
  // of the ego state; the earliest time of its candidates; the first time of the first prediction.
  // It is 0 if the scene has none of them, or if that time is not finite.
  double time_s = 0.0;
};

SceneAnchor AnchorOf(const proto::Scene& scene);

// The frame and the time range of the scene that contains a motion.
struct MotionContext {
  SceneAnchor anchor;
  double time_step_s = 0.0;
};

// The functions below convert and validate part of a message, found at `path`, into the local frame
// of the context. Errors go to `checker`; the result is then meaningless. Each function is O(size).

// Checks a time on the scene's clock: finite and within kMaxTimeSteps steps of the beginning of the
// cycle.
void CheckTime(const FieldPath& path, double time_s, const MotionContext& context, FieldChecker& checker);

TimedPose PoseFromProto(double time_s, double x, double y, double yaw_rad, const MotionContext& context,
                        const FieldPath& path, FieldChecker& checker);

// Returns the field `poses` of the message at `path`; its times must be strictly increasing.
std::vector<TimedPose> PosesFromProto(const google::protobuf::RepeatedPtrField<proto::TimedPose>& poses,
                                      const MotionContext& context, const FieldPath& path, FieldChecker& checker);

// Converts a prediction. Does not check that the obstacle exists.
Prediction PredictionFromProto(const proto::Prediction& prediction, const MotionContext& context, const FieldPath& path,
                               FieldChecker& checker);

// Converts a trajectory. Its id is empty if the message has none.
Trajectory TrajectoryFromProto(const proto::Trajectory& trajectory, const MotionContext& context, const FieldPath& path,
                               FieldChecker& checker);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_MOTION_FROM_PROTO_H_
