#ifndef COLLISION2D_PLANNER_ADAPTER_METRICS_ORIENTED_BOX_H_
#define COLLISION2D_PLANNER_ADAPTER_METRICS_ORIENTED_BOX_H_

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {

// A rectangle. Its sides are along `axis`, of unit length, and across it; half_m has half their
// lengths.
struct OrientedBox {
  Vec2 center;
  Vec2 axis;
  Vec2 half_m;
};

// Collects points of which it makes their box along an axis.
class OrientedBoxMaker {
 public:
  explicit OrientedBoxMaker(Vec2 axis) : axis_(axis) {}

  void Extend(Vec2 point, double margin_m) {
    const double along = Dot(axis_, point);
    const double across = Cross(axis_, point);
    min_ = {std::min(min_.x, along - margin_m), std::min(min_.y, across - margin_m)};
    max_ = {std::max(max_.x, along + margin_m), std::max(max_.y, across + margin_m)};
  }

  // REQUIRES: a point.
  OrientedBox Box() const {
    const Vec2 middle = 0.5 * (min_ + max_);
    return {middle.x * axis_ + middle.y * Vec2{-axis_.y, axis_.x}, axis_, 0.5 * (max_ - min_)};
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Vec2 axis_;
  Vec2 min_ = {kInfinity, kInfinity};
  Vec2 max_ = {-kInfinity, -kInfinity};
};

// Whether a side of one separates the two, within rounding.
inline bool AreApart(const OrientedBox& a, const OrientedBox& b) {
  const Vec2 apart = b.center - a.center;
  const double cos = std::abs(Dot(a.axis, b.axis));
  const double sin = std::abs(Cross(a.axis, b.axis));
  return std::abs(Dot(a.axis, apart)) > a.half_m.x + b.half_m.x * cos + b.half_m.y * sin ||
         std::abs(Cross(a.axis, apart)) > a.half_m.y + b.half_m.x * sin + b.half_m.y * cos ||
         std::abs(Dot(b.axis, apart)) > b.half_m.x + a.half_m.x * cos + a.half_m.y * sin ||
         std::abs(Cross(b.axis, apart)) > b.half_m.y + a.half_m.x * sin + a.half_m.y * cos;
}

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_METRICS_ORIENTED_BOX_H_
