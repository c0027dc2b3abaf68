#ifndef COLLISION2D_SOLID_QUERY_SPHERE_SEARCH_H_
#define COLLISION2D_SOLID_QUERY_SPHERE_SEARCH_H_

#include <array>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/spherical_polygon.h"
#include "collision2d/solid/shapes/recession.h"

// The rounds of Decision Sphere Search.
namespace collision2d::solid {

// CSO points whose hull holds the origin, of use as the first polytope of EPA.
struct SphereSearchSeed {
  int size = 0;  // 0: none known.
  std::array<internal::CsoPoint, 4> points;
};

namespace internal {

// The bound on the error of n . s_CSO(n) relative to |n|_1 * Magnitude() of the CSO, and on the error of a coordinate of a
// support point of round shapes, or of the centres, relative to Magnitude(). That of all queries; see cso3.h.
inline constexpr double kSphereSearchRelativeError = kCso3SupportRelativeError;

// While the sides of all corners are certain, every round takes a part of the polygon away and adds a new CSO point.
// About half of the area goes, and what is left is no smaller than the corners' error, some 2^-90 of the sphere: 20
// rounds are hardly seen. Reaching this is counted as a defect.
inline constexpr int kMaxSphereSearchRounds = 96;
// Besides a point of each round the polygon may take the centres' and the generators of two recession cones.
static_assert(kMaxSphereSearchRounds + 1 + 2 * kMaxRecessionDirections <= SphericalPolygon::kCapacity,
              "every point has its place");

// Once a side was uncertain, the polygon may keep what a point should have taken, and the search may turn in a circle.
// A few rounds more often end it all the same: with a separating direction, or with a tetrahedron around the origin.
inline constexpr int kRoundsAfterDoubt = 6;

enum class SphereSearchVerdict { kDisjoint, kIntersects, kUndecided, kReachedCap };

// The square of the length of a direction below which products may have lost bits to underflow.
inline constexpr double kLeastDirectionSquared = 0x1p-900;

// One round: *point is the support point of the CSO in the direction. True if the plane through it separates the CSO from
// the origin for certain.
template <typename Cso>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool FindSeparated(const Cso& cso, const Vec3& direction, double error_m,
                                                       typename Cso::Hints* hints, CsoPoint* point) {
  // Written out, so that it is inlined.
  const Vec3 on_a = cso.a().Support(direction, &hints->a);
  const Vec3 on_b = cso.b().Support(cso.a_from_b().RotateBack(-direction), &hints->b);
  *point = cso.Point(on_a, on_b);
  return Dot(direction, point->point) < -error_m * Norm1(direction) - 0x1p-1000;
}

// The rounds of the search, from a polygon that may already have edges.
template <typename Cso>
class SphereSearch {
 public:
  using Verdict = SphereSearchVerdict;

  // REQUIRES: cso and hints outlive the object.
  SphereSearch(const Cso& cso, typename Cso::Hints* hints)
      : cso_(cso), hints_(hints), error_m_(kSphereSearchRelativeError * cso.Magnitude()) {}

  int plane_tests() const { return plane_tests_; }
  void CountPlaneTests(int count) { plane_tests_ += count; }
  SphericalPolygon* polygon() { return &polygon_; }

  double error_m() const { return error_m_; }

  // The search from a first CSO point, other than 0, whose coordinates are wrong by up to error_m(). The answer for
  // vertex hulls is exact, and takes this into account; for others it is the answer for points that are wrong by as
  // much.
  ABSL_ATTRIBUTE_ALWAYS_INLINE Verdict RunFrom(const CsoPoint& first) {
    polygon_.Clip(first, Cso::kIsVertexHull ? error_m_ : 0.0);
    return Run();
  }

  // The first round of RunFrom(first). True if it separates; if not, RunOn() goes on.
  // REQUIRES: NormSquared(first.point) > kLeastDirectionSquared.
  ABSL_ATTRIBUTE_ALWAYS_INLINE bool IsSeparatedFirst(const CsoPoint& first) {
    plane_tests_ = 1;
    *polygon_.point_slot(0) = first;
    return FindSeparated(cso_, -first.point, error_m_, hints_, polygon_.point_slot(1));
  }
  ABSL_ATTRIBUTE_ALWAYS_INLINE Verdict RunOn() {
    polygon_.ClipNext(Cso::kIsVertexHull ? error_m_ : 0.0);
    return Run(polygon_.Center(), /*has_point=*/true);
  }

  // The search from some support point: for centres that coincide, where no hemisphere is better than another.
  ABSL_ATTRIBUTE_NOINLINE Verdict RunFromAnywhere() {
    ++plane_tests_;
    return RunFrom(cso_.Support({1.0, 0.0, 0.0}, hints_));
  }

  // Takes in a support point of the CSO. The verdict is kUndecided unless the polygon is empty now.
  Verdict TakeIn(const CsoPoint& p) {
    return polygon_.Clip(p, 0.0) == SphericalPolygon::Clipped::kEmpty ? EmptyVerdict() : Verdict::kUndecided;
  }

  // The search from the polygon as it is.
  // REQUIRES: polygon() has an edge.
  ABSL_ATTRIBUTE_ALWAYS_INLINE Verdict Run() { return Run(polygon_.Center(), /*has_point=*/false); }

  // The points whose half-spaces made the polygon empty; none unless the verdict is kIntersects.
  void GetSeed(Verdict verdict, SphereSearchSeed* seed) const {
    seed->size = 0;
    if (verdict != Verdict::kIntersects) return;
    const CsoPoint& last = polygon_.point(polygon_.num_points());
    std::array<int, 3> edges = enclosing_;
    seed->size = polygon_.was_uncertain() ? 3 : polygon_.EnclosingEdges(last.point, &edges);
    for (int i = 0; i < seed->size; ++i) seed->points[i] = polygon_.point(edges[i]);
    seed->points[seed->size++] = last;
  }

 private:
  // The rounds from this direction on. has_point: it has been asked for, and its support point is in the polygon's next
  // slot.
  ABSL_ATTRIBUTE_ALWAYS_INLINE Verdict Run(Vec3 direction, bool has_point) {
    int tilts = 0;
    int rounds_after_doubt = 0;
    for (;; has_point = false) {
      CsoPoint* const next = polygon_.point_slot(polygon_.num_points());
      if (!has_point) {
        if (ABSL_PREDICT_FALSE(plane_tests_ >= kMaxSphereSearchRounds)) return Verdict::kReachedCap;
        // Also false for NaN.
        if (ABSL_PREDICT_FALSE(!(NormSquared(direction) > kLeastDirectionSquared))) return Verdict::kUndecided;
        ++plane_tests_;
        if (FindSeparated(cso_, direction, error_m_, hints_, next)) return Verdict::kDisjoint;
      }
      switch (polygon_.ClipNext(0.0)) {
        case SphericalPolygon::Clipped::kSmaller:
          if (ABSL_PREDICT_FALSE(polygon_.was_uncertain()) && ++rounds_after_doubt > kRoundsAfterDoubt) {
            return Verdict::kUndecided;
          }
          direction = polygon_.Center();
          tilts = 0;
          break;
        case SphericalPolygon::Clipped::kEmpty:
          return EmptyVerdict();
        case SphericalPolygon::Clipped::kUnchanged:
          // Of shapes whose centres and support points lie in one plane with the origin, like two spheres or two boxes
          // that stand on each other: a direction off that plane tells more.
          if (polygon_.size() >= 3 || tilts == 2) return Verdict::kUndecided;
          direction = polygon_.Tilted(tilts++);
          break;
      }
    }
  }

  // All corners are outside for certain. If no side was uncertain, they are the corners of the polygon of all points
  // taken in, which is then empty. Otherwise we need a tetrahedron of four of them.
  Verdict EmptyVerdict() {
    if (ABSL_PREDICT_TRUE(!polygon_.was_uncertain())) return Verdict::kIntersects;
    return polygon_.FindEnclosing(polygon_.point(polygon_.num_points()), 0.0, &enclosing_) ? Verdict::kIntersects
                                                                                           : Verdict::kUndecided;
  }

  const Cso& cso_;
  typename Cso::Hints* hints_;
  double error_m_;
  int plane_tests_ = 0;
  std::array<int, 3> enclosing_{};  // Set where the polygon was uncertain.
  SphericalPolygon polygon_;
};

}  // namespace internal

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_SPHERE_SEARCH_H_
