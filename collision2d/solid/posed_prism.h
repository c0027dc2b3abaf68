#ifndef COLLISION2D_SOLID_POSED_PRISM_H_
#define COLLISION2D_SOLID_POSED_PRISM_H_

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/z_span.h"

namespace collision2d::solid {

// How much larger a rounded corner is taken than it is, as a part of its radius: 1 / cos(pi / 32) - 1, and rounding.
inline constexpr double kRoundingExcess = 0.00484;

// A prism at its place in the world: a convex shape of the body's xy plane times a span of its z axis, under a pose
// with yaw, pitch and roll. The radius of a shape is replaced by a regular polygon of 32 sides around the circle, so
// that the prism is the hull of its corners and holds the rounded one.
class PosedPrism {
 public:
  // Makes it the prism of `base` and `span` at world_from_body.
  // REQUIRES: the pose is finite, its rotation one within kUnitRotationTolerance; span.z_min_m <= span.z_max_m.
  // Error: each coordinate within 4 u of the prism's largest one. Allocates only until it has held as many corners.
  // O(n).
  void Assign(const ConvexPolygon& base, const ZSpan& span, const Pose3& world_from_body);

  // The corners of the lower and of the upper face, counter-clockwise seen from the body's +z: upper()[i] is above
  // lower()[i]. In axes parallel to the world's, relative to origin(), so that a far origin costs no accuracy.
  absl::Span<const Vec3> lower() const { return absl::MakeConstSpan(corners_).first(corners_.size() / 2); }
  absl::Span<const Vec3> upper() const { return absl::MakeConstSpan(corners_).subspan(corners_.size() / 2); }
  absl::Span<const Vec3> corners() const { return corners_; }

  // The same as a vertex hull (support_mapping.h).
  int num_vertices() const { return static_cast<int>(corners_.size()); }
  Vec3 vertex(int i) const { return corners_[i]; }

  // World.
  const Vec3& origin() const { return origin_; }

  // m, world: the heights of the lowest and of the highest corner, each sum rounded once.
  // REQUIRES: the prism was assigned.
  ZSpan Extent() const;

  // The vertical projection, relative to origin(). Allocates; O(n log n).
  // REQUIRES: the prism was assigned; no corner is beyond kMaxCoordinate_m, relative to origin().
  ConvexPolygon GroundPlan() const;

 private:
  std::vector<Vec2> outline_;
  std::vector<Vec3> corners_;
  Vec3 origin_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_POSED_PRISM_H_
