#include "planner_adapter/scene/motion_from_proto.h"

#include <cmath>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/field_path.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/shape_from_proto.h"
#include "planner_adapter/scene/timed_pose.h"
#include "proto/scene.pb.h"
#include "proto/trajectory.pb.h"

namespace collision2d::planner {
namespace {

// Checks that the time of element `index` of the repeated field `name`, which is at `path`, is after the previous one.
void CheckIncreasing(const FieldPath& path, absl::string_view name, int index, double previous_s, double time_s,
                     FieldChecker& checker) {
  if (index == 0 || time_s > previous_s) return;
  checker.Fail(path.Field("time_s"), absl::StrCat(FormatNumber(time_s), " s is not after ", name, "[", index - 1,
                                                  "].time_s, ", FormatNumber(previous_s), " s"));
}

std::vector<TimedOccupancy> OccupanciesFromProto(
    const google::protobuf::RepeatedPtrField<proto::TimedOccupancy>& occupancies, const MotionContext& context,
    const FieldPath& path, FieldChecker& checker) {
  std::vector<TimedOccupancy> result;
  result.reserve(occupancies.size());
  for (int i = 0; i < occupancies.size() && checker.ok(); ++i) {
    const proto::TimedOccupancy& occupancy = occupancies[i];
    const FieldPath element = path.Element("occupancies", i);
    checker.NoUnknownFields(element, occupancy);
    CheckTime(element.Field("time_s"), occupancy.time_s(), context, checker);
    if (i > 0) {
      CheckIncreasing(element, "occupancies", i, result.back().time_s, occupancy.time_s(), checker);
    }
    result.push_back(
        {occupancy.time_s(), ShapesFromProto(occupancy.shapes(), context.anchor.origin, element, "shapes", checker)});
  }
  return result;
}

}  // namespace

void CheckTime(const FieldPath& path, double time_s, const MotionContext& context, FieldChecker& checker) {
  checker.Magnitude(path, time_s, kMaxTime_s, "s");
  if (std::abs(time_s - context.anchor.time_s) <= kMaxTimeSteps * context.time_step_s) return;
  checker.Fail(path, absl::StrCat(FormatNumber(time_s), " s is more than ", kMaxTimeSteps, " time steps of ",
                                  FormatNumber(context.time_step_s), " s from the beginning of the cycle at ",
                                  FormatNumber(context.anchor.time_s), " s"));
}

TimedPose PoseFromProto(double time_s, double x, double y, double yaw_rad, const MotionContext& context,
                        const FieldPath& path, FieldChecker& checker) {
  CheckTime(path.Field("time_s"), time_s, context, checker);
  const Vec2 position = PointFromProto(x, y, context.anchor.origin, path, checker);
  checker.Magnitude(path.Field("yaw_rad"), yaw_rad, kMaxYaw_rad, "rad");
  return {time_s, position, yaw_rad};
}

std::vector<TimedPose> PosesFromProto(const google::protobuf::RepeatedPtrField<proto::TimedPose>& poses,
                                      const MotionContext& context, const FieldPath& path, FieldChecker& checker) {
  std::vector<TimedPose> result;
  result.reserve(poses.size());
  for (int i = 0; i < poses.size() && checker.ok(); ++i) {
    const proto::TimedPose& pose = poses[i];
    const FieldPath element = path.Element("poses", i);
    checker.NoUnknownFields(element, pose);
    result.push_back(PoseFromProto(pose.time_s(), pose.x(), pose.y(), pose.yaw_rad(), context, element, checker));
    result.back().z_m = pose.z_m();
    result.back().pitch_rad = pose.pitch_rad();
    result.back().roll_rad = pose.roll_rad();
    checker.Magnitude(element.Field("z_m"), pose.z_m(), kMaxDistanceFromOrigin_m, "m");
    checker.Magnitude(element.Field("pitch_rad"), pose.pitch_rad(), kMaxTilt_rad, "rad");
    checker.Magnitude(element.Field("roll_rad"), pose.roll_rad(), kMaxTilt_rad, "rad");
    if (i > 0) CheckIncreasing(element, "poses", i, result[i - 1].time_s, pose.time_s(), checker);
  }
  return result;
}

Prediction PredictionFromProto(const proto::Prediction& prediction, const MotionContext& context, const FieldPath& path,
                               FieldChecker& checker) {
  checker.NoUnknownFields(path, prediction);
  Prediction result;
  if (prediction.has_probability()) {
    result.probability = prediction.probability();
    checker.NotNegative(path.Field("probability"), result.probability, 1.0, "");
  }
  if (!prediction.poses().empty() && !prediction.occupancies().empty()) {
    checker.Fail(path, absl::StrCat(prediction.poses_size(), " poses and ", prediction.occupancies_size(),
                                    " occupancies; only one of the two is possible"));
  }
  if (prediction.poses().empty() && prediction.occupancies().empty()) {
    checker.Fail(path, "no poses and no occupancies; one of the two is needed");
  }
  result.poses = PosesFromProto(prediction.poses(), context, path, checker);
  result.occupancies = OccupanciesFromProto(prediction.occupancies(), context, path, checker);
  return result;
}

Trajectory TrajectoryFromProto(const proto::Trajectory& trajectory, const MotionContext& context, const FieldPath& path,
                               FieldChecker& checker) {
  checker.NoUnknownFields(path, trajectory);
  if (!trajectory.id().empty()) checker.Name(path.Field("id"), trajectory.id());
  if (trajectory.poses().empty()) checker.Fail(path.Field("poses"), "empty; at least one pose is needed");
  Trajectory result;
  result.id = trajectory.id();
  result.poses = PosesFromProto(trajectory.poses(), context, path, checker);
  result.cost = trajectory.cost();
  checker.Magnitude(path.Field("cost"), result.cost, std::numeric_limits<double>::max(), "");
  return result;
}

}  // namespace collision2d::planner
