#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::bench {

// The hull of points whose support mapping looks at every one of them: GJK without hill climbing.
class ScanHull {
 public:
  using Hint = solid::NoHint;

  // REQUIRES: at least one point.
  explicit ScanHull(std::vector<solid::Vec3> points) : points_(std::move(points)) {
    for (const solid::Vec3& p : points_) {
      center_ = center_ + (1.0 / static_cast<double>(points_.size())) * p;
      magnitude_ = std::max(magnitude_, NormInfinity(p));
    }
  }

  int num_vertices() const { return static_cast<int>(points_.size()); }
  const solid::Vec3& vertex(int i) const { return points_[static_cast<size_t>(i)]; }

  solid::Vec3 Support(const solid::Vec3& direction, Hint*) const {
    const solid::Vec3* best = points_.data();
    double highest = Dot(direction, *best);
    for (const solid::Vec3& p : points_) {
      const double height = Dot(direction, p);
      if (height > highest) {
        highest = height;
        best = &p;
      }
    }
    return *best;
  }

  solid::Vec3 Center() const { return center_; }
  double Magnitude() const { return magnitude_; }

 private:
  std::vector<solid::Vec3> points_;
  solid::Vec3 center_;
  double magnitude_ = 0.0;
};

}  // namespace collision2d::bench
