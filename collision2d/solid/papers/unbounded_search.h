#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "absl/base/macros.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/sphere_search.h"
#include "collision2d/solid/papers/spherical_polygon.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Decision Sphere Search for unbounded shapes: on the sphere, on a great circle, or with a
// single normal.
namespace collision2d::solid::internal {

// A vector in the plane; the coordinates of a direction on a great circle.
struct CirclePoint {
  double x;
  double y;
};

inline double CrossOf(const CirclePoint& p, const CirclePoint& q) { return p.x * q.y - p.y * q.x; }
inline double DotOf(const CirclePoint& p, const CirclePoint& q) { return p.x * q.x + p.y * q.y; }

// Decision Sphere Search on a great circle, for a CSO that contains a whole line: normals must be
// perpendicular to the line. The search polygon is an arc, the directions n with n . p <= 0 for all
// points so far, of which only the two outermost matter.
template <typename Cso>
class CircleSearch {
 public:
  enum class Clipped { kSmaller, kUnchanged, kEmpty, kOpposite };

  // The circle perpendicular to `axis`, which is not 0. cso and hints outlive the object.
  CircleSearch(const Cso& cso, const Vec3& axis, typename Cso::Hints* hints)
      : cso_(cso), hints_(hints), error_m_(kSphereSearchRelativeError * cso.Magnitude()) {
    const Vec3 unit = Normalized(axis);
    const bool x_is_small = std::abs(unit.x) <= std::max(std::abs(unit.y), std::abs(unit.z));
    u_ = Normalized(Cross(unit, x_is_small ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0}));
    v_ = Cross(unit, u_);
  }

  int plane_tests() const { return plane_tests_; }

  // Keeps the directions n with n . p <= 0. kOpposite: the points are on one line, on both sides of
  // the origin, so that two opposite directions remain. A point whose side is within rounding
  // changes nothing.
  Clipped Clip(const Vec3& p) {
    const CirclePoint q{Dot(p, u_), Dot(p, v_)};
    const double length = std::sqrt(DotOf(q, q));
    if (!(length > kAngleError * Norm1(p))) return Clipped::kUnchanged;
    if (!is_halved_) {
      is_halved_ = true;
      left_ = right_ = q;
      return Clipped::kSmaller;
    }
    const int of_left = TurnOf(left_, q, length);
    const int of_right = TurnOf(right_, q, length);
    if (of_left == 0 && of_right == 0 && DotOf(left_, q) < 0.0) return Clipped::kOpposite;
    if (of_left > 0 && of_right > 0) {
      right_ = q;
    } else if (of_left < 0 && of_right < 0) {
      left_ = q;
    } else if (of_left < 0 && of_right > 0) {
      return Clipped::kEmpty;
    } else {
      return Clipped::kUnchanged;
    }
    return Clipped::kSmaller;
  }

  // Searches from the current arc.
  Relation Run() {
    while (plane_tests_ < kMaxSphereSearchRounds) {
      Vec3 direction = u_;
      if (is_halved_) {
        const double of_left = 1.0 / std::sqrt(DotOf(left_, left_));
        const double of_right = 1.0 / std::sqrt(DotOf(right_, right_));
        direction = -((of_left * left_.x + of_right * right_.x) * u_ + (of_left * left_.y + of_right * right_.y) * v_);
        if (!(NormSquared(direction) > 0x1p-900)) return Relation::kUndecided;
      }
      Vec3 p;
      if (Separates(direction, &p)) return Relation::kApart;
      const Clipped clipped = Clip(p);
      if (clipped == Clipped::kEmpty) return Relation::kOverlapping;
      if (clipped == Clipped::kOpposite) return RunOpposite();
      if (clipped == Clipped::kUnchanged) return Relation::kUndecided;
    }
    return Relation::kUndecided;
  }

  // Tries the two directions perpendicular to the line of all points, after kOpposite.
  Relation RunOpposite() {
    const Vec3 direction = -left_.y * u_ + left_.x * v_;
    Vec3 p;
    Vec3 q;
    if (Separates(direction, &p) || Separates(-direction, &q)) return Relation::kApart;
    const double error = error_m_ * Norm1(direction);
    return Dot(direction, p) > error && Dot(-direction, q) > error ? Relation::kOverlapping : Relation::kUndecided;
  }

 private:
  // Directions this close, in radians, count as equal: a rotation, the basis u, v and two products,
  // below 32 u.
  static constexpr double kAngleError = 0x1p-48;

  // Returns 1 if q is certainly to the left of p, -1 if to the right, otherwise 0.
  static int TurnOf(const CirclePoint& p, const CirclePoint& q, double length_of_q) {
    const double cross = CrossOf(p, q);
    const double error = kAngleError * std::sqrt(DotOf(p, p)) * length_of_q;
    return cross > error ? 1 : cross < -error ? -1 : 0;
  }

  // Returns whether the direction certainly separates; if not, *p is set to a support point.
  bool Separates(const Vec3& direction, Vec3* p) {
    ++plane_tests_;
    *p = cso_.Support(direction, hints_).point;
    return Dot(direction, *p) < -error_m_ * Norm1(direction);
  }

  const Cso& cso_;
  typename Cso::Hints* hints_;
  double error_m_;
  int plane_tests_ = 0;
  Vec3 u_;
  Vec3 v_;
  bool is_halved_ = false;
  // The ends of the arc: from left to right it turns counter-clockwise by less than half a turn.
  CirclePoint left_{};
  CirclePoint right_{};
};

// Decision Sphere Search for one or two unbounded shapes: see unbounded_shapes.h.

// 3 for bounded shapes: their Gauss map covers the sphere.
template <typename Shape>
constexpr int GaussMapDimension() {
  if constexpr (kIsUnbounded<Shape>) {
    return Shape::kGaussMapDimension;
  } else {
    return 3;
  }
}

// Returns a multiple of a direction by a power of two, so that its largest coordinate is about 1:
// users give directions of any length, and products of them must neither underflow nor overflow.
// Exactly perpendicular directions remain so.
// REQUIRES: direction is finite and not zero.
inline Vec3 ScaledToOne(const Vec3& direction) {
  int exponent = 0;
  std::frexp(NormInfinity(direction), &exponent);
  return {std::ldexp(direction.x, -exponent), std::ldexp(direction.y, -exponent), std::ldexp(direction.z, -exponent)};
}

// The generators of the recession cone of the CSO, in the frame of a: those of a, and the opposites
// of those of b; all scaled to about 1.
class RecessionCone {
 public:
  template <typename Cso>
  explicit RecessionCone(const Cso& cso) {
    using A = std::decay_t<decltype(cso.a())>;
    using B = std::decay_t<decltype(cso.b())>;
    // The shape with more generators comes first: those of a view pyramid are in general position.
    if constexpr (kIsUnbounded<A>) AddAll(cso.a(), [](const Vec3& r) { return r; });
    const int of_a = size_;
    if constexpr (kIsUnbounded<B>) AddAll(cso.b(), [&cso](const Vec3& r) { return -cso.a_from_b().Rotate(r); });
    if (size_ > 2 * of_a) std::rotate(direction_.begin(), direction_.begin() + of_a, direction_.begin() + size_);
  }

  int size() const { return size_; }
  const Vec3& operator[](int i) const { return direction_[static_cast<size_t>(i)]; }

 private:
  template <typename Shape, typename ToFrame>
  void AddAll(const Shape& shape, const ToFrame& to_frame) {
    ABSL_ASSERT(shape.num_recession_directions() <= kMaxRecessionDirections);
    for (int i = 0; i < shape.num_recession_directions(); ++i) {
      direction_[static_cast<size_t>(size_++)] = to_frame(ScaledToOne(shape.recession_direction(i)));
    }
  }

  std::array<Vec3, 2 * kMaxRecessionDirections> direction_;
  int size_ = 0;
};

// The search for one pair.
template <typename A, typename B>
class UnboundedSearch {
 public:
  using Cso = Cso3<A, B>;

  UnboundedSearch(const Cso& cso, typename Cso::Hints* hints) : cso_(cso), hints_(hints), cone_(cso) {}

  int plane_tests() const { return plane_tests_; }

  Relation Run() {
    if constexpr (GaussMapDimension<A>() == 0) {
      return TryOnly(ScaledToOne(cso_.a().outward_normal()));
    } else if constexpr (GaussMapDimension<B>() == 0) {
      return TryOnly(-cso_.a_from_b().Rotate(ScaledToOne(cso_.b().outward_normal())));
    } else if constexpr (GaussMapDimension<A>() == 1) {
      return RunOnCircle(ScaledToOne(cso_.a().recession_direction(0)));
    } else if constexpr (GaussMapDimension<B>() == 1) {
      return RunOnCircle(cso_.a_from_b().Rotate(ScaledToOne(cso_.b().recession_direction(0))));
    } else {
      return RunOnSphere();
    }
  }

 private:
  // Directions within this angle (rad) of a right angle count as perpendicular: the rotation of one
  // of them and a dot product.
  static constexpr double kAngleError = 0x1p-48;

  // Tries the only direction that a half-space leaves.
  Relation TryOnly(const Vec3& direction) {
    for (int i = 0; i < cone_.size(); ++i) {
      if (Dot(direction, cone_[i]) > kAngleError * Norm1(direction) * Norm1(cone_[i])) return Relation::kOverlapping;
    }
    plane_tests_ = 1;
    const double height = Dot(direction, cso_.Support(direction, hints_).point);
    const double error = kSphereSearchRelativeError * cso_.Magnitude() * Norm1(direction);
    return height < -error ? Relation::kApart : height > error ? Relation::kOverlapping : Relation::kUndecided;
  }

  Relation RunOnCircle(const Vec3& axis) {
    CircleSearch<Cso> search(cso_, axis, hints_);
    const Relation verdict = RunOnCircle(&search);
    plane_tests_ += search.plane_tests();
    return verdict;
  }

  Relation RunOnCircle(CircleSearch<Cso>* search) {
    using Clipped = typename CircleSearch<Cso>::Clipped;
    bool opposite = false;
    for (int i = 0; i < cone_.size(); ++i) {
      const Clipped clipped = search->Clip(cone_[i]);
      if (clipped == Clipped::kEmpty) return Relation::kOverlapping;
      opposite |= clipped == Clipped::kOpposite;
    }
    return opposite ? search->RunOpposite() : search->Run();
  }

  Relation RunOnSphere() {
    SphereSearch<Cso> search(cso_, hints_);
    SphericalPolygon& polygon = *search.polygon();
    for (int i = 0; i < cone_.size(); ++i) {
      const SphericalPolygon::Clipped clipped = polygon.Clip({cone_[i], {}, {}}, 0.0);
      if (clipped == SphericalPolygon::Clipped::kEmpty) return Relation::kOverlapping;
      // Two opposite parallel rays: the CSO contains a line.
      if (clipped == SphericalPolygon::Clipped::kUnchanged && polygon.size() == 1 && Dot(cone_[0], cone_[i]) < 0.0) {
        return RunOnCircle(cone_[0]);
      }
    }
    const Relation verdict = search.Run();
    plane_tests_ += search.plane_tests();
    return verdict;
  }

  const Cso& cso_;
  typename Cso::Hints* hints_;
  RecessionCone cone_;
  int plane_tests_ = 0;
};

}  // namespace collision2d::solid::internal
