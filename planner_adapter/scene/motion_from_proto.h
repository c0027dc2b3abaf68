#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_MOTION_FROM_PROTO_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_MOTION_FROM_PROTO_H_

#include <vector>

#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/field_path.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_anchor.h"
#include "planner_adapter/scene/timed_pose.h"
#include "proto/scene.pb.h"
#include "proto/trajectory.pb.h"

namespace collision2d::planner {

// The frame and the time range of the scene that contains a motion.
struct MotionContext {
  SceneAnchor anchor;
  double time_step_s = 0.0;
};

// The functions below convert and validate part of a message, found at `path`, into the local frame of the context.
// Errors go to `checker`; the result is then meaningless. Each function is O(size).

// Checks a time on the scene's clock: finite and within kMaxTimeSteps steps of the beginning of the cycle.
void CheckTime(const FieldPath& path, double time_s, const MotionContext& context, FieldChecker& checker);

TimedPose PoseFromProto(double time_s, double x, double y, double yaw_rad, const MotionContext& context,
                        const FieldPath& path, FieldChecker& checker);

// Returns the field `poses` of the message at `path`; its times must be strictly increasing.
std::vector<TimedPose> PosesFromProto(const google::protobuf::RepeatedPtrField<proto::TimedPose>& poses,
                                      const MotionContext& context, const FieldPath& path, FieldChecker& checker);

// Does not check that the obstacle exists.
Prediction PredictionFromProto(const proto::Prediction& prediction, const MotionContext& context, const FieldPath& path,
                               FieldChecker& checker);

// The id stays empty if the message has none.
Trajectory TrajectoryFromProto(const proto::Trajectory& trajectory, const MotionContext& context, const FieldPath& path,
                               FieldChecker& checker);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_MOTION_FROM_PROTO_H_
