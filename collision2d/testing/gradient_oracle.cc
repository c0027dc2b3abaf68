#include "collision2d/testing/gradient_oracle.h"

#include <cstddef>

namespace collision2d {

GradientOracle::GradientOracle(absl::Span<const Vec2> a, absl::Span<const Vec2> b, const Pose2& a_from_b, bool b_moves)
    : b_moves_(b_moves) {
  const Point t{a_from_b.translation.x, a_from_b.translation.y};
  const BigFloat c = a_from_b.cos;
  const BigFloat s = a_from_b.sin;
  for (const Vec2 p : a) a_.push_back({p.x, p.y});
  for (const Vec2 q : b) b_.push_back({c * q.x - s * q.y + t.x, s * q.x + c * q.y + t.y});
  if (b_moves_) center_ = t;
  at_rest_ = SignedDistanceOf(a_, b_);
}

double GradientOracle::Quotient(const Direction& direction, double step) const {
  return ((Displaced(direction, step) - at_rest_) / step).ToDouble();
}

double GradientOracle::Extrapolated(const Direction& direction, double step) const {
  const BigFloat half = BigFloat(step) / 2.0;
  const BigFloat whole = (Displaced(direction, step) - at_rest_) / step;
  const BigFloat of_half = (Displaced(direction, half) - at_rest_) / half;
  return (of_half * 2.0 - whole).ToDouble();
}

double GradientOracle::Central(const Direction& direction, double step) const {
  return ((Displaced(direction, step) - Displaced(direction, -step)) / (BigFloat(step) * 2.0)).ToDouble();
}

BigFloat GradientOracle::Displaced(const Direction& direction, const BigFloat& step) const {
  const BigFloat yaw = step * direction.yaw;
  // Of Taylor's series; for |yaw| <= 1e-5 the remainder is below 1e-37 and odd only in what is of
  // that order.
  const BigFloat sin = yaw - yaw * yaw * yaw / 6.0 + yaw * yaw * yaw * yaw * yaw / 120.0;
  const BigFloat cos = Sqrt(BigFloat(1.0) - sin * sin);
  Ring moved = b_moves_ ? b_ : a_;
  for (Point& p : moved) {
    const BigFloat x = p.x - center_.x;
    const BigFloat y = p.y - center_.y;
    p = {center_.x + cos * x - sin * y + step * direction.x, center_.y + sin * x + cos * y + step * direction.y};
  }
  return b_moves_ ? SignedDistanceOf(a_, moved) : SignedDistanceOf(moved, b_);
}

BigFloat GradientOracle::SignedDistanceOf(const Ring& a, const Ring& b) {
  BigFloat widest;
  bool is_first = true;
  AddGaps(a, b, &is_first, &widest);
  AddGaps(b, a, &is_first, &widest);
  if (!is_first && widest < 0.0) return widest;
  BigFloat least_sq;
  is_first = true;
  AddDistances(a, b, &is_first, &least_sq);
  AddDistances(b, a, &is_first, &least_sq);
  return Sqrt(least_sq);
}

void GradientOracle::AddGaps(const Ring& owner, const Ring& other, bool* is_first, BigFloat* widest) {
  if (owner.size() < 2) return;
  for (size_t i = 0; i < owner.size(); ++i) {
    const Point& from = owner[i];
    const Point& to = owner[(i + 1) % owner.size()];
    const BigFloat x = to.x - from.x;
    const BigFloat y = to.y - from.y;
    BigFloat least;
    for (size_t k = 0; k < other.size(); ++k) {
      // On the outer side, which is the right one.
      const BigFloat gap = y * (other[k].x - from.x) - x * (other[k].y - from.y);
      if (k == 0 || gap < least) least = gap;
    }
    least = least / Sqrt(x * x + y * y);
    if (*is_first || *widest < least) *widest = least;
    *is_first = false;
  }
}

void GradientOracle::AddDistances(const Ring& owner, const Ring& other, bool* is_first, BigFloat* least_sq) {
  for (size_t i = 0; i < owner.size(); ++i) {
    const Point& from = owner[i];
    const Point& to = owner[(i + 1) % owner.size()];
    const BigFloat x = to.x - from.x;
    const BigFloat y = to.y - from.y;
    const BigFloat length_sq = x * x + y * y;
    for (const Point& p : other) {
      const BigFloat arm_x = p.x - from.x;
      const BigFloat arm_y = p.y - from.y;
      const BigFloat along = arm_x * x + arm_y * y;
      BigFloat distance_sq = arm_x * arm_x + arm_y * arm_y;
      if (BigFloat(0.0) < along && along < length_sq) {
        const BigFloat across = arm_x * y - arm_y * x;
        distance_sq = across * across / length_sq;
      }
      if (*is_first || distance_sq < *least_sq) *least_sq = distance_sq;
      *is_first = false;
    }
  }
}

}  // namespace collision2d
