#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/sampling/path_geometry.h"

namespace collision2d::planner {

// m. Points of a reference path closer than this to the previous one are dropped: recorded centre
// lines repeat points where two pieces meet, and no detail of this size matters to a vehicle.
inline constexpr double kMinPathPointSpacing_m = 0.05;

// m. Between two points a path follows the arc suggested by their neighbours if that arc deviates
// from the chord by at most this; otherwise (a sharp corner between long edges) it follows the
// chord. Far below the width of a lane.
inline constexpr double kMaxPathBulge_m = 0.5;

// m. A longer reference path is refused: its table would take more than 50 MB.
inline constexpr double kMaxPathLength_m = 1e5;

// m. The smallest legal smoothing length; the spacing of the path's table is half of it.
inline constexpr double kMinSmoothingLength_m = 0.5;

// A point of a reference path in the local frame of the path.
struct PathPoint {
  Vec2 position;
  Vec2 tangent;                        // Unit vector in driving direction.
  double curvature_per_m = 0.0;        // Positive: the path turns left.
  double curvature_rate_per_m2 = 0.0;  // Derivative of the curvature with respect to arc length.
};

// Coordinates of a point relative to a path.
struct PathCoordinates {
  double s_m = 0.0;  // Arc length of the nearest point of the path; negative before its start.
  double d_m = 0.0;  // Distance from it, positive on the left.
};

// A smooth curve close to the given points, parametrised by arc length: twice continuously
// differentiable, with finite curvature everywhere, and extended by straight lines beyond both
// ends. Immutable.
//
// It is made from the points by (1) dropping near-duplicates, (2) adding points on edges that
// belong to sharp corners, and (3) a smoothing spline (see SmoothingSpline). With smoothing length
// L, a corner of angle a between long straight edges becomes a bend that passes the corner at L
// sin(a/2) / sqrt(2) and whose curvature peaks at sin(a/2) / (sqrt(2) L cos(a/2)^2); a circle of
// radius R shrinks by about L^4 / R^3. At both ends the curvature falls to zero.
class ReferencePath {
 public:
  // The path along `points` (m, any frame).
  // Errors (InvalidArgument, naming reference_path and the point): fewer than two points, or fewer
  // than two that are kMinPathPointSpacing_m apart; a coordinate that is not finite or beyond
  // kMaxCoordinate_m; a total length beyond kMaxPathLength_m; a path that turns back on itself so
  // sharply that it has no smooth direction; a smoothing length that is not in
  // [kMinSmoothingLength_m, kMaxPathLength_m].
  // O(n + length log(length)); allocates a table of four entries per metre.
  static absl::StatusOr<ReferencePath> Create(absl::Span<const Vec2> points, double smoothing_length_m);

  double length_m() const { return length_m_; }

  // Returns the point at arc length s_m; outside [0, length_m()] it is on the straight extension.
  // NaN gives NaN. Position, tangent and curvature are exactly consistent; s differs from the true
  // arc length by less than 1e-4 m.
  // O(1), no allocation.
  PathPoint At(double s_m) const;
  // At(s_m).tangent, cheaper.
  Vec2 TangentAt(double s_m) const;

  // Returns the position of `point` relative to the path, by its nearest point on the path between
  // the ends, of several the one with the smallest s. If that is an end and `point` is beyond it,
  // the foot on the straight extension is used. At(s).position + d * left normal of At(s).tangent
  // is `point` within 1e-11 of its distance from the frame's origin.
  // REQUIRES: finite coordinates.
  // O(length), but most of the path is skipped; no allocation.
  // See ProjectNear for points of which it is known about where they are.
  PathCoordinates Project(Vec2 point) const;

  // The same, but s may differ by 1e-12 m and by rounding; much faster if the guess near_s_m, which
  // only affects the time, is good. REQUIRES: finite numbers.
  PathCoordinates ProjectNear(Vec2 point, double near_s_m) const;

  // Returns an s that is some metres from that of the point's projection, or far from it where the
  // path is about as near in several places: a guess for ProjectNear.
  double RoughPlace(Vec2 point) const { return spacing_m_ * blocks_.RoughNode(point); }

  // The surroundings of the part within half_m of s_m. A reach of 0: nothing is known, as beyond
  // the ends. O(half_m), no allocation.
  PathSurroundings SurroundingsOf(double s_m, double half_m) const;

 private:
  // An entry of the table, one every spacing_m_ along the path.
  struct Node {
    PathPoint point;
    double parameter;       // The spline's parameter.
    double parameter_rate;  // Derivative of the parameter with respect to arc length.
    int segment;            // The spline's segment.
  };

  explicit ReferencePath(SmoothingSpline spline) : spline_(std::move(spline)) {}

  // Fills nodes_, blocks_, length_m_ and spacing_m_. Returns the segment of the spline that has
  // (almost) a cusp, or -1 if none has.
  int BuildTable();

  // At, inline: what is not used of the point is not computed.
  PathPoint PointAt(double s_m) const;

  double DistanceToNode(Vec2 point, int node) const { return Norm(point - blocks_.node(node)); }

  // Project, from a guess of the nearest node. find_foot(low, high, ahead_low, ahead_high) is
  // FindFoot, given Ahead at both ends.
  template <typename FootFinder>
  PathCoordinates ProjectFrom(Vec2 point, int guess, const FootFinder& find_foot) const;
  // A bound on the curvature between a node and the next one.
  double CurvatureBound(int node) const;

  // Project by Newton's method from near_s_m; none if it leaves the path, or if there may be a
  // nearer place.
  std::optional<PathCoordinates> ProjectDirectly(Vec2 point, double near_s_m) const;

  // Returns how far `point` is ahead of the path's point at s, along the tangent there: zero at the
  // foot of a perpendicular.
  double Ahead(Vec2 point, double s_m) const;

  // Returns a zero of Ahead(point, s) for s in [low, high]. REQUIRES: it is >= 0 at low and <= 0 at
  // high.
  double FindFoot(Vec2 point, double low, double high) const;

  // The same within 1e-12 m, by fewer steps.
  double FindFootFast(Vec2 point, double low, double high, double ahead_low, double ahead_high) const;

  SmoothingSpline spline_;
  std::vector<Node> nodes_;
  PathBlocks blocks_;  // Groups of nodes.
  double length_m_ = 0.0;
  double spacing_m_ = 0.0;
};

}  // namespace collision2d::planner
