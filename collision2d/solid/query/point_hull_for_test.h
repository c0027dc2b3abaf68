#ifndef COLLISION2D_SOLID_QUERY_POINT_HULL_FOR_TEST_H_
#define COLLISION2D_SOLID_QUERY_POINT_HULL_FOR_TEST_H_

#include <algorithm>
#include <utility>
#include <vector>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// The hull of any points, also of repeated, collinear or coplanar ones: the plainest support mapping there is.
class PointHull {
 public:
  using Hint = NoHint;

  explicit PointHull(std::vector<Vec3> points) : points_(std::move(points)) {}

  const std::vector<Vec3>& points() const { return points_; }
  int num_vertices() const { return static_cast<int>(points_.size()); }
  Vec3 vertex(int i) const { return points_[static_cast<size_t>(i)]; }

  Vec3 Support(const Vec3& direction, Hint*) const {
    Vec3 best = points_[0];
    double best_rise = 0.0;
    for (const Vec3& p : points_) {
      const double rise = Dot(direction, p - points_[0]);
      if (rise > best_rise) {
        best_rise = rise;
        best = p;
      }
    }
    return best;
  }
  Vec3 Center() const {
    Vec3 sum;
    for (const Vec3& p : points_) sum = sum + p;
    return (1.0 / static_cast<double>(points_.size())) * sum;
  }
  double Magnitude() const {
    double magnitude_m = 0.0;
    for (const Vec3& p : points_) magnitude_m = std::max(magnitude_m, NormInfinity(p));
    return magnitude_m;
  }

 private:
  std::vector<Vec3> points_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_POINT_HULL_FOR_TEST_H_
