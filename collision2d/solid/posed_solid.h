#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_mesh.h"

// Spans of heights; polytopes and prisms placed in the world, and a bound on their distance.
namespace collision2d::solid {

// A closed interval of heights, m.
struct ZSpan {
  double z_min_m = 0.0;
  double z_max_m = 0.0;

  // Errors (InvalidArgument, naming the bound and its value): a bound that is not finite or beyond
  // kMaxCoordinate_m; z_max_m below z_min_m. Equal bounds are legal: the span is then a single
  // height.
  static absl::StatusOr<ZSpan> Create(double z_min_m, double z_max_m);
};

// Upper bound on how much a rounded corner is enlarged, relative to its radius: 1 / cos(pi / 32) -
// 1, and rounding.
inline constexpr double kRoundingExcess = 0.00484;

// A convex polytope placed in the world, with its edges and faces: a prism over a shape of the
// ground plane, or any other polytope. A moved-from object is in the same state as one that was
// never assigned.
class PosedSolid {
 public:
  // Sets the solid to the prism at world_from_body: a convex shape of the body's xy plane times a
  // span of its z axis. A rounded corner is replaced by a regular polygon of 32 sides around its
  // circle, so that the prism is the hull of its corners and contains the rounded one.
  // REQUIRES: the rotation is one within kUnitRotationTolerance; span.z_min_m <= span.z_max_m. If
  // pose or span is not finite, is_valid() is false, and the solid collides with everything. Error:
  // each coordinate is within 4 u (u = 2^-53) of the solid's largest one. O(n). Allocates only if
  // it has never held as many corners.
  void AssignPrism(const ConvexPolygon& base, const ZSpan& span, const Pose3& world_from_body);

  // Sets the solid to the polytope at world_from_body; any dimension is legal. Otherwise as
  // AssignPrism.
  void AssignPolytope(const ConvexMesh& polytope, const Pose3& world_from_body);

  // Returns the corners, in axes parallel to the world's and relative to origin(), so that a far
  // origin costs no accuracy. For a prism: the corners of the lower face, counter-clockwise seen
  // from the body's +z, then those of the upper face in the same order. For a polytope: its
  // vertices in their order.
  absl::Span<const Vec3> corners() const { return corners_; }

  // Returns the indices of the corners at the ends of each edge. There is at least one edge; it may
  // have the length 0.
  absl::Span<const std::array<int32_t, 2>> edges() const { return edges_; }

  // Returns triangles of corner indices that cover every face, in either orientation.
  absl::Span<const std::array<int32_t, 3>> triangles() const { return triangles_; }

  // The interface of a vertex hull (support_mapping.h); its vertices are the corners.
  int num_vertices() const { return static_cast<int>(corners_.size()); }
  Vec3 vertex(int i) const { return corners_[static_cast<size_t>(i)]; }

  // m, world: the origin of corners().
  const Vec3& origin() const { return origin_; }

  // False if the pose or the span was not finite: the position is then unknown, and all corners are
  // at the origin.
  bool is_valid() const { return is_valid_; }

  // m, world: the heights of the lowest and of the highest corner, each sum rounded once; from
  // minus infinity to infinity if the solid is invalid or was never assigned.
  ZSpan Extent() const;

  // Returns the vertical projection, relative to origin(); a point if the solid was never assigned.
  // Allocates; O(n log n).
  // REQUIRES: no corner is beyond kMaxCoordinate_m, relative to origin().
  ConvexPolygon GroundPlan() const;

 private:
  void ConnectPrism();
  void CheckCorners();

  std::vector<Vec2> outline_;
  std::vector<Vec3> corners_;
  std::vector<std::array<int32_t, 2>> edges_;
  std::vector<std::array<int32_t, 3>> triangles_;
  // The number of sides of the prism that edges_ and triangles_ belong to; 0 if they belong to a
  // polytope.
  int32_t prism_sides_ = 0;
  Vec3 origin_;
  bool is_valid_ = true;
};

// Returns a lower bound, in m, on the distance of the hulls of the corners. It is never negative,
// and 0 if the hulls have a common point or a coordinate is not finite. It is the height of the
// last support point of GJK above the origin of the CSO: the distance itself, within rounding,
// except for slivers that defeat rounding. Error: it exceeds the distance by at most 2^-43
// Cso3::Magnitude(). No allocation. Exact sibling: Distance (distance3.h).
// REQUIRES: both solids were assigned.
double DistanceLowerBound(const PosedSolid& a, const PosedSolid& b);

}  // namespace collision2d::solid
