#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/shape_checks.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Shapes made of shapes: affine images, hulls and sums of two, shapes grown by a radius, prisms
// with a round outline.
namespace collision2d::solid {

// The hint of a shape composed of two shapes.
template <typename HintA, typename HintB>
struct HintPair {
  HintA a{};
  HintB b{};
};

// A linear map is treated as singular if the determinant of its rows, scaled to about 1, is at most
// this times the product of their lengths. Computed from rounded entries, the determinant has an
// error, relative to the sum of the magnitudes of its six products, of
//   the rounding of the entries                                   3 u
//   the cross product and the dot product                         5 u
// and that sum is at most 6 / sqrt(27) of the product of the lengths: 10 u in total. The tolerance
// is 12 times that, so that a map that was singular before a few roundings is refused too.
inline constexpr double kSingularMapTolerance = 128.0 * 0x1p-53;

// A linear map is also singular if one of its rows or columns is shorter than this fraction of the
// longest: the image of a direction might underflow.
inline constexpr double kMinMapRatio = 0x1p-300;

// The invertible map p -> M p + t.
class AffineMap {
 public:
  // Creates a map that may stretch, shear and mirror; entries of `linear` have no unit,
  // `translation` is in m. Errors (InvalidArgument): an entry that is not finite; a translation
  // that is not finite or beyond kMaxCoordinate_m; a linear part that is singular within rounding
  // (kSingularMapTolerance), with its determinant.
  static absl::StatusOr<AffineMap> Create(const Mat3& linear, const Vec3& translation = {});

  const Mat3& linear() const { return linear_; }
  const Vec3& translation() const { return translation_; }

  // M p + t, rounded: the error of each coordinate is at most 4 * 2^-53 of |M_row| |p| + |t|.
  Vec3 operator*(const Vec3& p) const { return linear_ * p + translation_; }

  // Returns a positive multiple of M^T d, the direction in the original that corresponds to d in
  // the image. REQUIRES: d is not zero, and its largest coordinate is neither too small nor too
  // large to be multiplied by numbers about 1 (DirectionInRange).
  Vec3 DirectionOfOriginal(const Vec3& d) const { return scaled_linear_.TransposeTimes(d); }

  // m. A bound on the magnitude of the coordinates of the image, as computed, of a point whose
  // coordinates have at most the magnitude magnitude_m.
  double ImageMagnitude(double magnitude_m) const;

 private:
  AffineMap(const Mat3& linear, const Mat3& scaled_linear, const Vec3& translation)
      : linear_(linear), scaled_linear_(scaled_linear), translation_(translation) {}

  Mat3 linear_;
  // The linear part times a power of two: no entry is above 1, the largest is above 1/2. It maps a
  // direction without underflow.
  Mat3 scaled_linear_;
  Vec3 translation_;
};

// The image of a shape under an affine map (van den Bergen 2001, section 2): stretched, sheared,
// mirrored, moved. Stores a copy of the shape. The image of a vertex hull is a vertex hull, of the
// rounded images of its vertices. A radius is not separated: the image of a ball is an ellipsoid.
template <typename A>
class Affine {
  static_assert(!kIsUnbounded<A>, "an affine image is of a bounded shape");

 public:
  using Hint = typename A::Hint;

  // Creates the image under p -> linear p + translation. Errors (InvalidArgument): those of
  // AffineMap::Create; an image that may reach beyond kMaxCoordinate_m.
  static absl::StatusOr<Affine> Create(A shape, const Mat3& linear, const Vec3& translation = {}) {
    const absl::StatusOr<AffineMap> map = AffineMap::Create(linear, translation);
    if (!map.ok()) return map.status();
    const double magnitude_m = map->ImageMagnitude(shape.Magnitude());
    if (absl::Status status = internal::CheckMagnitude("image", magnitude_m); !status.ok()) return status;
    return Affine(std::move(shape), *map, magnitude_m);
  }

  const A& original() const { return original_; }
  const AffineMap& map() const { return map_; }

  // T(s_A(M^T d)). The rounding of M^T d, 3 * 2^-53 of |M| |d|, tilts the direction of a flattened
  // original, but changes d . p only by that times the size of |M| A. In addition to the error of
  // the original's support mapping, the error is within 2^-49 of |d|_1 times Magnitude().
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    return map_ * original_.Support(map_.DirectionOfOriginal(internal::DirectionInRange(direction)), hint);
  }
  Vec3 Center() const { return map_ * original_.Center(); }
  double Magnitude() const { return magnitude_m_; }

  template <typename P = A, typename = std::enable_if_t<kIsVertexHull<P>>>
  int num_vertices() const {
    return original_.num_vertices();
  }
  template <typename P = A, typename = std::enable_if_t<kIsVertexHull<P>>>
  Vec3 vertex(int i) const {
    return map_ * original_.vertex(i);
  }

 private:
  Affine(A shape, const AffineMap& map, double magnitude_m)
      : original_(std::move(shape)), map_(map), magnitude_m_(magnitude_m) {}

  A original_;
  AffineMap map_;
  double magnitude_m_;
};

// The convex hull of two shapes in one frame. Stores copies of them. The hull of two vertex hulls
// is a vertex hull, of the vertices of both. Radii are not separated, since the two may differ.
// (The hull of two shapes grown by the same radius is Rounded<HullOf> of the cores.)
template <typename A, typename B>
class HullOf {
  static_assert(!kIsUnbounded<A> && !kIsUnbounded<B>, "a hull is of bounded shapes");

 public:
  using Hint = HintPair<typename A::Hint, typename B::Hint>;

  // REQUIRES: for two vertex hulls, the sum of their numbers of vertices is below 2^31.
  HullOf(A a, B b) : a_(std::move(a)), b_(std::move(b)) {
    if constexpr (kIsVertexHull<A> && kIsVertexHull<B>) {
      ABSL_ASSERT(int64_t{a_.num_vertices()} + b_.num_vertices() <= std::numeric_limits<int>::max());
    }
  }

  const A& a() const { return a_; }
  const B& b() const { return b_; }

  // Returns the support point of a or of b, whichever is farther along the direction by the dot
  // product with their difference; ties go to a. The error is that of the two mappings, plus 5 *
  // 2^-53 of the distance of the two points.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    const Vec3 on_a = a_.Support(direction, &hint->a);
    const Vec3 on_b = b_.Support(direction, &hint->b);
    return Dot(internal::ForDotProducts(direction), on_b - on_a) > 0.0 ? on_b : on_a;
  }
  // Midway between the two centres.
  Vec3 Center() const { return 0.5 * a_.Center() + 0.5 * b_.Center(); }
  double Magnitude() const { return std::max(a_.Magnitude(), b_.Magnitude()); }

  // The vertices of a, then those of b.
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kIsVertexHull<P> && kIsVertexHull<Q>>>
  int num_vertices() const {
    return a_.num_vertices() + b_.num_vertices();
  }
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kIsVertexHull<P> && kIsVertexHull<Q>>>
  Vec3 vertex(int i) const {
    ABSL_ASSERT(0 <= i && i < num_vertices());
    return i < a_.num_vertices() ? a_.vertex(i) : b_.vertex(i - a_.num_vertices());
  }

 private:
  A a_;
  B b_;
};

// All points within a distance of a shape: the Minkowski sum of the shape and a ball about the
// origin (van den Bergen 2001, section 2, sphere-swept volumes). Stores a copy of the shape. If the
// shape already has a radius, the core is that shape's core and the radius is the sum (see
// support_mapping.h).
template <typename A>
class Rounded {
  static_assert(!kIsUnbounded<A>, "rounding is of bounded shapes");

 public:
  using Hint = typename A::Hint;

  // Errors (InvalidArgument): a radius (m) that is negative, not finite or beyond kMaxCoordinate_m.
  static absl::StatusOr<Rounded> Create(A shape, double radius_m) {
    if (absl::Status status = internal::CheckLength("radius_m", radius_m); !status.ok()) return status;
    return Rounded(std::move(shape), radius_m);
  }

  decltype(auto) core() const { return CoreOf(shape_); }
  double radius_m() const { return RadiusOf(shape_) + added_radius_m_; }

  // Within the error of the core's support mapping and kRoundSupportRelativeError.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    const auto& inner = CoreOf(shape_);
    return internal::Grown(inner.Support(direction, hint), radius_m(), direction);
  }
  Vec3 Center() const { return shape_.Center(); }
  double Magnitude() const { return internal::kRoundUp * (shape_.Magnitude() + added_radius_m_); }

 private:
  // REQUIRES: a radius that Create accepts.
  Rounded(A shape, double radius_m) : shape_(std::move(shape)), added_radius_m_(radius_m) {}

  A shape_;
  double added_radius_m_;
};

// The Minkowski sum {p + q : p in a, q in b}, both in one frame (van den Bergen 2001, section 2).
// Stores copies of the shapes. The sum of two vertex hulls is a vertex hull, of the rounded sums of
// their vertices. If a shape has a radius, the sum has the sum of the radii, around the sum of the
// cores. Coordinates may reach the sum of the two bounds.
template <typename A, typename B>
class MinkowskiSum {
  static_assert(!kIsUnbounded<A> && !kIsUnbounded<B>, "a sum is of bounded shapes");

 public:
  using Hint = HintPair<typename A::Hint, typename B::Hint>;

  // REQUIRES: for two vertex hulls, the product of their numbers of vertices is below 2^31.
  MinkowskiSum(A a, B b) : a_(std::move(a)), b_(std::move(b)) {
    if constexpr (kIsVertexHull<A> && kIsVertexHull<B>) {
      ABSL_ASSERT(int64_t{a_.num_vertices()} * b_.num_vertices() <= std::numeric_limits<int>::max());
    }
  }

  const A& a() const { return a_; }
  const B& b() const { return b_; }

  // s_a(d) + s_b(d): within the sum of the errors of both and one rounding.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    return a_.Support(direction, &hint->a) + b_.Support(direction, &hint->b);
  }
  Vec3 Center() const { return a_.Center() + b_.Center(); }
  // Rounding is monotone: no rounded sum of two coordinates is larger.
  double Magnitude() const { return a_.Magnitude() + b_.Magnitude(); }

  // vertex(i) is the sum of vertex i / nb of a and vertex i % nb of b, nb being b's number of
  // vertices.
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kIsVertexHull<P> && kIsVertexHull<Q>>>
  int num_vertices() const {
    return a_.num_vertices() * b_.num_vertices();
  }
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kIsVertexHull<P> && kIsVertexHull<Q>>>
  Vec3 vertex(int i) const {
    ABSL_ASSERT(0 <= i && i < num_vertices());
    return a_.vertex(i / b_.num_vertices()) + b_.vertex(i % b_.num_vertices());
  }

  // The sum of the cores, as copies.
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kHasRadius<P> || kHasRadius<Q>>>
  MinkowskiSum<CoreType<P>, CoreType<Q>> core() const {
    return {CoreOf(a_), CoreOf(b_)};
  }
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kHasRadius<P> || kHasRadius<Q>>>
  double radius_m() const {
    return RadiusOf(a_) + RadiusOf(b_);
  }

 private:
  A a_;
  B b_;
};

// A prism with a round outline: the sum of the prism over the polygon's vertices and of a disc of
// the polygon's radius, parallel to the xy plane. Its top and bottom are flat.
using RoundPrismShape = MinkowskiSum<PrismShape, CylinderShape>;

// Returns the prism over a polygon with a radius, which may be 0. Errors: as PrismShape::Create,
// except that a radius is legal.
absl::StatusOr<RoundPrismShape> CreateRoundPrism(const ConvexPolygon& polygon, double z_min_m, double z_max_m);

}  // namespace collision2d::solid
