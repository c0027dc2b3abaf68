#pragma once

#include "absl/base/macros.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Prisms: polygons of the ground plane times a span of heights.
namespace collision2d::solid {

// A convex polygon of the xy plane, swept over the span [z_min, z_max]: a vertex hull. For a
// polygon with a radius see CreateRoundPrism (papers/combinators.h).
class PrismShape {
 public:
  // The vertex of the polygon at which the last search ended; -1: none. Valid only for the prism
  // that it was written for.
  struct Hint {
    int vertex = -1;
  };

  // Returns the prism over a point, a segment or a polygon without a radius; z in m; z_min_m ==
  // z_max_m makes it flat. Stores a copy of the polygon. Errors (InvalidArgument): a polygon with a
  // radius; a z that is not finite or beyond kMaxCoordinate_m; z_min_m > z_max_m.
  static absl::StatusOr<PrismShape> Create(const ConvexPolygon& polygon, double z_min_m, double z_max_m);

  // Moving copies, so that a moved-from prism is unchanged.
  PrismShape(const PrismShape&) = default;
  PrismShape& operator=(const PrismShape&) = default;

  const ConvexPolygon& polygon() const { return polygon_; }
  double z_min_m() const { return z_min_m_; }
  double z_max_m() const { return z_max_m_; }

  // Returns a vertex of the polygon with the largest dot product, at the end of the span that the
  // sign of direction.z selects; at z_max_m, if direction.z is 0. The dot product is the largest
  // within rounding.
  // O(n) for few vertices; otherwise O(distance climbed from the hint, or from the polygon's start
  // vertex).
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    const Vec3 d = internal::ForDotProducts(direction);
    const Vec2 along{d.x, d.y};
    const int i = polygon_.size() <= kMaxScanSize ? Scan(along) : Climb(along, hint);
    const Vec2 v = polygon_.ring()[i];
    return {v.x, v.y, d.z >= 0.0 ? z_max_m_ : z_min_m_};
  }

  // The mean of the vertices.
  Vec3 Center() const { return center_; }

  // m. The radii of balls around Center(): one inside the prism, and one around it. See
  // docs/solid.md.
  double InnerRadius() const { return inner_radius_m_; }
  double OuterRadius() const { return outer_radius_m_; }

  double Magnitude() const { return magnitude_m_; }

  // The vertices at z_min_m in the order of the polygon, then those at z_max_m; a flat prism has
  // them once.
  int num_vertices() const { return z_min_m_ == z_max_m_ ? polygon_.size() : 2 * polygon_.size(); }
  Vec3 vertex(int i) const {
    ABSL_ASSERT(0 <= i && i < num_vertices());
    const bool above = i >= polygon_.size();
    const Vec2 v = polygon_.ring()[above ? i - polygon_.size() : i];
    return {v.x, v.y, above ? z_max_m_ : z_min_m_};
  }

 private:
  // Up to about this many vertices a scan without branches beats climbing (measured).
  static constexpr int kMaxScanSize = 16;

  // REQUIRES: values that Create accepts.
  PrismShape(const ConvexPolygon& polygon, double z_min_m, double z_max_m);

  // Returns the index of a vertex with the largest dot product; ties go to the first.
  int Scan(Vec2 direction) const {
    const Vec2* const ring = polygon_.ring();
    int best = 0;
    double best_rise = 0.0;
    for (int i = 1; i < polygon_.size(); ++i) {
      const double rise = Dot(direction, ring[i] - ring[0]);
      best = rise > best_rise ? i : best;
      best_rise = rise > best_rise ? rise : best_rise;
    }
    return best;
  }

  // Returns the same vertex by climbing from the hint, or from the polygon's start vertex if that
  // is higher.
  int Climb(Vec2 direction, Hint* hint) const;

  void ComputeBalls();

  ConvexPolygon polygon_;
  double z_min_m_;
  double z_max_m_;
  Vec3 center_;
  double magnitude_m_;
  double inner_radius_m_ = 0.0;
  double outer_radius_m_ = 0.0;
};

}  // namespace collision2d::solid
