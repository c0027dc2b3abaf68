#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// The hull of any points, by a scan of all of them: the simplest possible vertex hull. Points may
// be repeated or inside.
class PointCloudShape {
 public:
  using Hint = NoHint;

  // REQUIRES: not empty; finite.
  explicit PointCloudShape(std::vector<Vec3> points) : points_(std::move(points)) {
    Vec3 low = points_[0];
    Vec3 high = points_[0];
    for (const Vec3& p : points_) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
      magnitude_ = std::max(magnitude_, NormInfinity(p));
    }
    // Scaled before summing, since the sum of the coordinates could overflow.
    for (const Vec3& p : points_) center_ = center_ + (1.0 / static_cast<double>(points_.size())) * p;
    center_ = {std::clamp(center_.x, low.x, high.x), std::clamp(center_.y, low.y, high.y),
               std::clamp(center_.z, low.z, high.z)};
  }

  // Heights are relative to the first point, so that an offset of all points costs no accuracy.
  Vec3 Support(const Vec3& direction, Hint*) const {
    const Vec3 d = internal::ForDotProducts(direction);
    size_t best = 0;
    double highest = 0.0;
    for (size_t i = 1; i < points_.size(); ++i) {
      const double height = Dot(d, points_[i] - points_[0]);
      if (height > highest) {
        highest = height;
        best = i;
      }
    }
    return points_[best];
  }
  Vec3 Center() const { return center_; }
  double Magnitude() const { return magnitude_; }

  int num_vertices() const { return static_cast<int>(points_.size()); }
  Vec3 vertex(int i) const { return points_[static_cast<size_t>(i)]; }

 private:
  std::vector<Vec3> points_;
  Vec3 center_;
  double magnitude_ = 0.0;
};

}  // namespace collision2d::solid
