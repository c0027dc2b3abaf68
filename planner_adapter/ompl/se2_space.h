#pragma once

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/State.h>
#include <ompl/base/spaces/SE2StateSpace.h>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/pose2.h"
#include "planner_adapter/ompl/motion_piece.h"

namespace collision2d::planner {

// A path. Six pieces are the maximum: five segments of Reeds and Shepp, and the line to the target.
using Path = absl::InlinedVector<MotionPiece, 6>;

// Bound on the difference between the fractions of interpolate() and of the pieces: products, sums
// and differences of at most six lengths, on both sides.
inline constexpr double kFractionError = 0x1p-49;

// An SE2StateSpace, DubinsStateSpace or ReedsSheppStateSpace of OMPL, and the path on which it
// interpolates. Immutable; does not own the space.
class Se2Space {
 public:
  // Errors (InvalidArgument):
  // - no space information, or one without a space;
  // - another state space, or a class derived from these three, which may interpolate differently;
  // - bounds that are not set, not finite, or beyond kMaxCoordinate_m / 8;
  // - a turning radius that is not positive, or beyond kMaxCoordinate_m / 8.
  static absl::StatusOr<Se2Space> Create(const ompl::base::SpaceInformationPtr& si);

  // Returns true if the state is not null, has finite coordinates within largest_coordinate_m() and
  // a finite yaw.
  bool IsLegal(const ompl::base::State* state) const;
  // Returns what the space's satisfiesBounds returns.
  // REQUIRES: IsLegal.
  bool IsWithinBounds(const ompl::base::State* state) const;
  // Returns world_from_body.
  // REQUIRES: IsLegal.
  static Pose2 PoseOf(const ompl::base::State* state);

  // Returns the path of interpolate() from one state to another: its segments with OMPL's own types
  // and lengths. If they end more than margin_m from the target, in position or at the reach of the
  // body, a line leads there; it covers no part of the fraction. The result of interpolate() for a
  // fraction is within RoundingError of the pieces at a fraction within kFractionError of it. The
  // path is empty if OMPL finds none of finite length.
  // REQUIRES: IsLegal, of both.
  Path Between(const ompl::base::State* from, const ompl::base::State* to, double reach_m, double margin_m) const;

  // Returns the fraction up to which a path is within the space's bounds enlarged by margin_m; 1 if
  // all of it is.
  double WithinBoundsUntil(const Path& path, double margin_m) const;

  // m. The largest coordinate of a legal state: twice the largest bound at the time of Create.
  double largest_coordinate_m() const { return largest_coordinate_m_; }

  // m. Bounds how far a point of a body, within reach_m of the origin of its frame, can be from
  // where interpolate() puts it, between legal states.
  double RoundingError(double reach_m) const;

  const ompl::base::SE2StateSpace& space() const { return *space_; }

 private:
  enum class Kind { kSe2, kDubins, kReedsShepp };

  Se2Space(const ompl::base::SE2StateSpace* space, Kind kind, double turning_radius_m, double largest_coordinate_m)
      : space_(space), kind_(kind), turning_radius_m_(turning_radius_m), largest_coordinate_m_(largest_coordinate_m) {}

  const ompl::base::SE2StateSpace* space_;
  Kind kind_;
  double turning_radius_m_;  // 0 for kSe2.
  double largest_coordinate_m_;
};

}  // namespace collision2d::planner
