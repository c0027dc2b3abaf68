#ifndef COLLISION2D_PLANNER_ADAPTER_SAMPLING_FRENET_FRAME_H_
#define COLLISION2D_PLANNER_ADAPTER_SAMPLING_FRENET_FRAME_H_

#include "absl/status/statusor.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/sampling/kinematic_limits.h"
#include "planner_adapter/sampling/reference_path.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// The scale of a Frenet frame, 1 - curvature * d, is the length driven at lateral offset d per length of the path. It
// is zero at the centre of curvature, where s is undefined. An initial state with a scale below this is refused.
inline constexpr double kMinInitialFrenetScale = 0.1;

// A motion relative to a reference path at one instant: progress along the path by time, lateral offset by arc length.
// (Offsets by arc length, not by time, so that a standing vehicle has a heading and a curvature too.)
struct FrenetState {
  double s_m = 0.0;
  double speed_mps = 0.0;          // ds/dt.
  double acceleration_mps2 = 0.0;  // d^2s/dt^2.
  double d_m = 0.0;                // Positive: left of the path.
  double d_slope = 0.0;            // dd/ds.
  double d_curvature_per_m = 0.0;  // d^2d/ds^2.
};

// The same motion in the frame of the path's points.
struct CartesianState {
  Vec2 position;
  Vec2 direction;  // Direction of the heading; not a unit vector; zero only if the motion is impossible.
  MotionState motion;
};

// Returns the Cartesian form of `state`, whose point on the path is `foot`. If the scale is not positive (at or beyond
// the centre of curvature, which no vehicle can follow), the curvature is infinite.
// REQUIRES: foot = path.At(state.s_m).
// No allocation.
// Source: the relations of Werling et al. 2010, appendix I, derived afresh in the implementation.
CartesianState ToCartesian(const PathPoint& foot, const FrenetState& state);

// Returns the ego vehicle's motion relative to the path. EgoState does not contain a curvature; it is assumed to equal
// that of the path, so that the heading relative to the path does not change at this instant.
// Errors (FailedPrecondition, naming ego_state): a heading 90 degrees or more from the path's; a scale below
// kMinInitialFrenetScale. (InvalidArgument): a negative speed.
// REQUIRES: finite numbers.
absl::StatusOr<FrenetState> ToFrenet(const ReferencePath& path, const EgoState& ego);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SAMPLING_FRENET_FRAME_H_
