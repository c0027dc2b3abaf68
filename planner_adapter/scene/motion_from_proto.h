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

// The frame and the time range of the scene that a motion belongs to.
struct MotionContext {
  SceneAnchor anchor;
  double time_step_s = 0.0;
};

// The functions below convert and validate a part of a message at `path`, into the local frame of the context; what is
// wrong goes to `checker`, and the result is then without meaning. Each is O(size).

// A time on the scene's clock: finite and within kMaxTimeSteps steps of the beginning of the cycle.
void CheckTime(const FieldPath& path, double time_s, const MotionContext& context, FieldChecker& checker);

TimedPose PoseFromProto(double time_s, double x, double y, double yaw_rad, const MotionContext& context,
                        const FieldPath& path, FieldChecker& checker);

// The field `poses` of the message at `path`: times strictly increasing.
std::vector<TimedPose> PosesFromProto(const google::protobuf::RepeatedPtrField<proto::TimedPose>& poses,
                                      const MotionContext& context, const FieldPath& path, FieldChecker& checker);

// Without the check that the obstacle exists.
Prediction PredictionFromProto(const proto::Prediction& prediction, const MotionContext& context, const FieldPath& path,
                               FieldChecker& checker);

// The id stays empty if it is not set.
Trajectory TrajectoryFromProto(const proto::Trajectory& trajectory, const MotionContext& context, const FieldPath& path,
                               FieldChecker& checker);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_MOTION_FROM_PROTO_H_
