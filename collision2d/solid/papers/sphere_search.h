#pragma once

#include <array>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/spherical_polygon.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/shapes/support_mapping.h"

// The rounds of Decision Sphere Search.
namespace collision2d::solid {

// CSO points whose hull contains the origin, useful as the first polytope of EPA.
struct SphereSearchSeed {
  int size = 0;  // 0 if none are known.
  std::array<internal::CsoPoint, 4> points;
};

namespace internal {

// The bound on the error of n . s_CSO(n) relative to |n|_1 * Magnitude() of the CSO, and on the
// error of a coordinate of a support point of round shapes, or of the centres, relative to
// Magnitude(). It is common to all queries; see cso3.h.
inline constexpr double kSphereSearchRelativeError = kCso3SupportRelativeError;

// While the sides of all corners are certain, every round removes part of the polygon and adds a
// new CSO point. About half of the area is removed, and the rest is no smaller than the corners'
// error, some 2^-90 of the sphere: 20 rounds hardly ever occur. Reaching this limit is counted as a
// defect.
inline constexpr int kMaxSphereSearchRounds = 96;

// The largest number of generators of a shape's recession cone (unbounded_shapes.h); a search keeps
// all of them.
inline constexpr int kMaxRecessionDirections = 5;

// Besides a point for each round, the polygon may contain that of the centres and the generators of
// two recession cones.
static_assert(kMaxSphereSearchRounds + 1 + 2 * kMaxRecessionDirections <= SphericalPolygon::kCapacity,
              "every point has its place");

// Once a side was uncertain, the polygon may keep what a point should have removed, and the search
// may cycle. A few more rounds usually end it nevertheless, with a separating direction or with a
// tetrahedron around the origin.
inline constexpr int kRoundsAfterDoubt = 6;

// The square of the length of a direction below which products may have lost bits to underflow.
inline constexpr double kLeastDirectionSquared = 0x1p-900;

// Runs one round: *point is set to the support point of the CSO in the direction. Returns whether
// the plane through it certainly separates the CSO from the origin.
template <typename Cso>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool FindSeparated(const Cso& cso, const Vec3& direction, double error_m,
                                                       typename Cso::Hints* hints, CsoPoint* point) {
  // Calls the support mappings directly, so that they are inlined.
  const Vec3 on_a = cso.a().Support(direction, &hints->a);
  const Vec3 on_b = cso.b().Support(cso.a_from_b().RotateBack(-direction), &hints->b);
  *point = cso.Point(on_a, on_b);
  return Dot(direction, point->point) < -error_m * Norm1(direction) - 0x1p-1000;
}

// The rounds of the search, starting from a polygon that may already have edges.
template <typename Cso>
class SphereSearch {
 public:
  // REQUIRES: cso and hints outlive the object.
  SphereSearch(const Cso& cso, typename Cso::Hints* hints)
      : cso_(cso), hints_(hints), error_m_(kSphereSearchRelativeError * cso.Magnitude()) {}

  int plane_tests() const { return plane_tests_; }
  void CountPlaneTests(int count) { plane_tests_ += count; }
  SphericalPolygon* polygon() { return &polygon_; }

  double error_m() const { return error_m_; }

  // Searches from a first CSO point, other than 0, whose coordinates have an error of up to
  // error_m(). For vertex hulls the answer is exact in spite of this error; for others it is the
  // answer for points with an error of that size.
  ABSL_ATTRIBUTE_ALWAYS_INLINE Relation RunFrom(const CsoPoint& first) {
    polygon_.Clip(first, Cso::kIsVertexHull ? error_m_ : 0.0);
    return Run();
  }

  // Runs the first round of RunFrom(first). Returns whether it separates; if not, RunOn()
  // continues.
  // REQUIRES: NormSquared(first.point) > kLeastDirectionSquared.
  ABSL_ATTRIBUTE_ALWAYS_INLINE bool IsSeparatedFirst(const CsoPoint& first) {
    plane_tests_ = 1;
    *polygon_.point_slot(0) = first;
    return FindSeparated(cso_, -first.point, error_m_, hints_, polygon_.point_slot(1));
  }
  ABSL_ATTRIBUTE_ALWAYS_INLINE Relation RunOn() {
    polygon_.ClipNext(Cso::kIsVertexHull ? error_m_ : 0.0);
    return Run(polygon_.Center(), /*has_point=*/true);
  }

  // Searches from some support point: for coinciding centres, where no hemisphere is preferable.
  ABSL_ATTRIBUTE_NOINLINE Relation RunFromAnywhere() {
    ++plane_tests_;
    return RunFrom(cso_.Support({1.0, 0.0, 0.0}, hints_));
  }

  // Clips the polygon by a support point of the CSO. The verdict is kUndecided unless the polygon
  // becomes empty.
  Relation TakeIn(const CsoPoint& p) {
    return polygon_.Clip(p, 0.0) == SphericalPolygon::Clipped::kEmpty ? EmptyVerdict() : Relation::kUndecided;
  }

  // Searches from the current polygon.
  // REQUIRES: polygon() has an edge.
  ABSL_ATTRIBUTE_ALWAYS_INLINE Relation Run() { return Run(polygon_.Center(), /*has_point=*/false); }

  // Returns the points whose half-spaces made the polygon empty; none unless the verdict is
  // kIntersects.
  void GetSeed(Relation verdict, SphereSearchSeed* seed) const {
    seed->size = 0;
    if (verdict != Relation::kOverlapping) return;
    const CsoPoint& last = polygon_.point(polygon_.num_points());
    std::array<int, 3> edges = enclosing_;
    seed->size = polygon_.was_uncertain() ? 3 : polygon_.EnclosingEdges(last.point, &edges);
    for (int i = 0; i < seed->size; ++i) seed->points[i] = polygon_.point(edges[i]);
    seed->points[seed->size++] = last;
  }

 private:
  // Runs the rounds from this direction on. If has_point, the support point in this direction is
  // already in the polygon's next slot.
  ABSL_ATTRIBUTE_ALWAYS_INLINE Relation Run(Vec3 direction, bool has_point) {
    int tilts = 0;
    int rounds_after_doubt = 0;
    for (;; has_point = false) {
      CsoPoint* const next = polygon_.point_slot(polygon_.num_points());
      if (!has_point) {
        if (ABSL_PREDICT_FALSE(plane_tests_ >= kMaxSphereSearchRounds)) return Relation::kUndecided;
        // Also false for NaN.
        if (ABSL_PREDICT_FALSE(!(NormSquared(direction) > kLeastDirectionSquared))) return Relation::kUndecided;
        ++plane_tests_;
        if (FindSeparated(cso_, direction, error_m_, hints_, next)) return Relation::kApart;
      }
      switch (polygon_.ClipNext(0.0)) {
        case SphericalPolygon::Clipped::kSmaller:
          if (ABSL_PREDICT_FALSE(polygon_.was_uncertain()) && ++rounds_after_doubt > kRoundsAfterDoubt) {
            return Relation::kUndecided;
          }
          direction = polygon_.Center();
          tilts = 0;
          break;
        case SphericalPolygon::Clipped::kEmpty:
          return EmptyVerdict();
        case SphericalPolygon::Clipped::kUnchanged:
          // If the centres and support points are in one plane with the origin, as for two spheres
          // or for two boxes on top of each other, a direction off that plane is more informative.
          if (polygon_.size() >= 3 || tilts == 2) return Relation::kUndecided;
          direction = polygon_.Tilted(tilts++);
          break;
      }
    }
  }

  // All corners are certainly outside. If no side was uncertain, they are the corners of the
  // polygon of all points, which is therefore empty. Otherwise the proof needs a tetrahedron of
  // four of the points.
  Relation EmptyVerdict() {
    if (ABSL_PREDICT_TRUE(!polygon_.was_uncertain())) return Relation::kOverlapping;
    return polygon_.FindEnclosing(polygon_.point(polygon_.num_points()), 0.0, &enclosing_) ? Relation::kOverlapping
                                                                                           : Relation::kUndecided;
  }

  const Cso& cso_;
  typename Cso::Hints* hints_;
  double error_m_;
  int plane_tests_ = 0;
  std::array<int, 3> enclosing_{};  // Set if the polygon was uncertain.
  SphericalPolygon polygon_;
};

}  // namespace internal

}  // namespace collision2d::solid
