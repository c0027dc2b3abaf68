#pragma once

#include "absl/base/attributes.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/support_mapping.h"

// The configuration space obstacle of two shapes, in which GJK and the expanding polytope search.
namespace collision2d::solid {
namespace internal {

// Bound on the error of "the smallest v . p over the CSO" as a query computes it, relative to |v|_1
// * E with E = Cso3::Magnitude(). With A and B the magnitudes of the shapes, t that of the
// translation, E >= A + 3 B + t:
//   support points of a and b: kSupportMappingError for each     256 u |v|_1 (A + 1.8 B)
//   rotating v into b's frame                                      9 u |v|_1 B
//   posing the points of b                                         4 u |v|_1 (1.8 B + t)
//   the difference p - q and its dot product with v                4 u |v|_1 (A + 1.8 B + t)
// in total below 280 u |v|_1 E; rounded up to a power of two.
inline constexpr double kCso3SupportRelativeError = 0x1p-44;
static_assert(kCso3SupportRelativeError >= kSupportMappingError + 24 * 0x1p-53);

}  // namespace internal

// How two convex sets are positioned relative to each other, as far as it is proved: where the
// origin is relative to their CSO.
enum class Relation {
  kApart,  // The sets have no common point: the origin is outside the CSO.
  // On its boundary: an arbitrarily small motion in some direction frees the sets. Always the case
  // if they meet and the CSO is flat.
  kTouching,
  kOverlapping,  // In its interior.
  kUndecided,    // Nothing is proved.
};

// A point of the CSO and the two points whose difference it is.
struct CsoPoint {
  Vec3 point;  // Frame of a: on_a - a_from_b * on_b.
  Vec3 on_a;   // Frame of a.
  Vec3 on_b;   // Frame of b.
};

// The configuration space obstacle (CSO) a - b = { p - q : p in a, q in b }, in the frame of a: it
// contains the origin if and only if a and b have a common point. GJK and the expanding polytope
// search it. Example:
//   Cso3 cso(a, b, a_from_b);
template <typename A, typename B>
class Cso3 {
 public:
  struct Hints {
    typename A::Hint a{};
    typename B::Hint b{};
  };

  // Whether both shapes are hulls of vertices, so that the CSO is the hull of finitely many points.
  static constexpr bool kIsVertexHull = solid::kIsVertexHull<A> && solid::kIsVertexHull<B>;

  // The shapes and the pose must outlive the object.
  Cso3(const A& a, const B& b, const Pose3& a_from_b) : a_(a), b_(b), a_from_b_(a_from_b) {}

  const A& a() const { return a_; }
  const B& b() const { return b_; }
  const Pose3& a_from_b() const { return a_from_b_; }

  // s_CSO(d) = s_a(d) - s_b(-d).
  ABSL_ATTRIBUTE_ALWAYS_INLINE CsoPoint Support(const Vec3& direction, Hints* hints) const {
    const Vec3 on_a = a_.Support(direction, &hints->a);
    const Vec3 on_b = b_.Support(a_from_b_.RotateBack(-direction), &hints->b);
    return Point(on_a, on_b);
  }

  // Returns the CSO point of a point of a and a point of b, each in its own frame.
  CsoPoint Point(const Vec3& on_a, const Vec3& on_b) const { return {on_a - a_from_b_ * on_b, on_a, on_b}; }

  // Returns a point deep inside the CSO, if it has an interior.
  CsoPoint Center() const { return Point(a_.Center(), b_.Center()); }

  // m. Returns an upper bound on the magnitude of every coordinate in the computation of a support
  // point of the CSO: those of a, of b, and of b as posed.
  double Magnitude() const { return a_.Magnitude() + 3.0 * b_.Magnitude() + NormInfinity(a_from_b_.translation); }

 private:
  const A& a_;
  const B& b_;
  const Pose3& a_from_b_;
};

namespace internal {

// The name in the namespace of the algorithms.
using solid::Cso3;
using solid::CsoPoint;

}  // namespace internal
}  // namespace collision2d::solid
