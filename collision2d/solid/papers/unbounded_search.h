#ifndef COLLISION2D_SOLID_PAPERS_UNBOUNDED_SEARCH_H_
#define COLLISION2D_SOLID_PAPERS_UNBOUNDED_SEARCH_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "absl/base/macros.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/circle_search.h"
#include "collision2d/solid/papers/sphere_search.h"
#include "collision2d/solid/papers/spherical_polygon.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/shapes/recession.h"

// Decision Sphere Search for one or two unbounded shapes: see recession.h.
namespace collision2d::solid::internal {

// 3 for bounded shapes: their Gauss map covers the sphere.
template <typename Shape>
constexpr int GaussMapDimension() {
  if constexpr (kIsUnbounded<Shape>) {
    return Shape::kGaussMapDimension;
  } else {
    return 3;
  }
}

// Returns a multiple of a direction by a power of two, so that its largest coordinate is about 1: users give directions
// of any length, and products of them must neither underflow nor overflow. Exactly perpendicular directions remain so.
// REQUIRES: direction is finite and not zero.
inline Vec3 ScaledToOne(const Vec3& direction) {
  int exponent = 0;
  std::frexp(NormInfinity(direction), &exponent);
  return {std::ldexp(direction.x, -exponent), std::ldexp(direction.y, -exponent), std::ldexp(direction.z, -exponent)};
}

// The generators of the recession cone of the CSO, in the frame of a: those of a, and the opposites of those of b; all
// scaled to about 1.
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
  using Verdict = SphereSearchVerdict;

  UnboundedSearch(const Cso& cso, typename Cso::Hints* hints) : cso_(cso), hints_(hints), cone_(cso) {}

  int plane_tests() const { return plane_tests_; }

  Verdict Run() {
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
  // Directions within this angle (rad) of a right angle count as perpendicular: the rotation of one of them and a dot
  // product.
  static constexpr double kAngleError = 0x1p-48;

  // Tries the only direction that a half-space leaves.
  Verdict TryOnly(const Vec3& direction) {
    for (int i = 0; i < cone_.size(); ++i) {
      if (Dot(direction, cone_[i]) > kAngleError * Norm1(direction) * Norm1(cone_[i])) return Verdict::kIntersects;
    }
    plane_tests_ = 1;
    const double height = Dot(direction, cso_.Support(direction, hints_).point);
    const double error = kSphereSearchRelativeError * cso_.Magnitude() * Norm1(direction);
    return height < -error ? Verdict::kDisjoint : height > error ? Verdict::kIntersects : Verdict::kUndecided;
  }

  Verdict RunOnCircle(const Vec3& axis) {
    CircleSearch<Cso> search(cso_, axis, hints_);
    const Verdict verdict = RunOnCircle(&search);
    plane_tests_ += search.plane_tests();
    return verdict;
  }

  Verdict RunOnCircle(CircleSearch<Cso>* search) {
    using Clipped = typename CircleSearch<Cso>::Clipped;
    bool opposite = false;
    for (int i = 0; i < cone_.size(); ++i) {
      const Clipped clipped = search->Clip(cone_[i]);
      if (clipped == Clipped::kEmpty) return Verdict::kIntersects;
      opposite |= clipped == Clipped::kOpposite;
    }
    return opposite ? search->RunOpposite() : search->Run();
  }

  Verdict RunOnSphere() {
    SphereSearch<Cso> search(cso_, hints_);
    SphericalPolygon& polygon = *search.polygon();
    for (int i = 0; i < cone_.size(); ++i) {
      const SphericalPolygon::Clipped clipped = polygon.Clip({cone_[i], {}, {}}, 0.0);
      if (clipped == SphericalPolygon::Clipped::kEmpty) return Verdict::kIntersects;
      // Two opposite parallel rays: the CSO contains a line.
      if (clipped == SphericalPolygon::Clipped::kUnchanged && polygon.size() == 1 && Dot(cone_[0], cone_[i]) < 0.0) {
        return RunOnCircle(cone_[0]);
      }
    }
    const Verdict verdict = search.Run();
    plane_tests_ += search.plane_tests();
    return verdict;
  }

  const Cso& cso_;
  typename Cso::Hints* hints_;
  RecessionCone cone_;
  int plane_tests_ = 0;
};

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_PAPERS_UNBOUNDED_SEARCH_H_
