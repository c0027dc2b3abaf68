#ifndef COLLISION2D_SOLID_QUERY_DECISION_SPHERE_SEARCH_H_
#define COLLISION2D_SOLID_QUERY_DECISION_SPHERE_SEARCH_H_

#include <array>
#include <cmath>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/query/query_context3.h"
#include "collision2d/solid/query/spherical_polygon.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Decision Sphere Search: Level 1 by a search for a separating direction on the sphere.
namespace collision2d::solid {

enum class DecisionStatus {
  kCertain,         // Decided in double precision, beyond the error bounds.
  kExact,           // Left open by the error bounds and decided by exact_hulls.h. Vertex hulls only.
  kWithinRounding,  // The shapes touch within rounding, see DecideBySphereSearch; taken for a collision. Never of hulls.
  kIterationLimit,  // The bound on the rounds was reached: as kExact of vertex hulls, else taken for a collision. A defect.
};

struct DecisionResult {
  bool intersects = false;
  DecisionStatus status = DecisionStatus::kCertain;
  int plane_tests = 0;  // Support points of the CSO.
};

// CSO points whose hull holds the origin, of use as the first polytope of EPA.
struct SphereSearchSeed {
  int size = 0;  // 0: none known.
  std::array<internal::CsoPoint, 4> points;
};

namespace internal {

// The bound on the error of n . s_CSO(n) relative to |n|_1 * Magnitude() of the CSO, and on the error of a coordinate of a
// support point of round shapes, or of the centres, relative to Magnitude(). With u = 2^-53, of E = Magnitude():
//   support points of a and b, each 32 u of its own magnitude (shape_tolerances.h; a scan of dot products 6 u)    32 u
//   rotating n into b's frame and posing the points of b                                                       13 u
//   the difference of both and its dot product with n                                                             4 u
// in total 49 u: rounded up to a power of two, and doubled.
inline constexpr double kSphereSearchRelativeError = 0x1p-46;

// The search polygon loses a part of its area with every round; below a corner's error nothing is removed any more, which
// ends the search. From 4 pi to that area, some (2^-46)^2, are 2^96; a round that takes less than half is followed by ones that
// take more: 20 rounds are hardly seen for vertex hulls, 40 for round shapes in contact. Reaching this is counted as a defect.
inline constexpr int kMaxSphereSearchRounds = 96;

// The rounds of the search, from a polygon that may already have edges.
template <typename Cso>
class SphereSearch {
 public:
  enum class Verdict { kDisjoint, kIntersects, kUndecided, kReachedCap };

  // REQUIRES: cso and hints outlive the object.
  SphereSearch(const Cso& cso, typename Cso::Hints* hints)
      : cso_(cso), hints_(hints), error_m_(kSphereSearchRelativeError * cso.Magnitude()) {}

  int plane_tests() const { return plane_tests_; }
  SphericalPolygon* polygon() { return &polygon_; }

  // Bounds the coordinates of the support points: those of vertex hulls are rounded once, which the polygon knows of.
  static constexpr bool kExactPoints = Cso::kIsVertexHull;
  double point_error_m() const { return kExactPoints ? 0.0 : error_m_; }
  double error_m() const { return error_m_; }

  // The search from a first CSO point, other than 0, whose coordinates are wrong by up to error_m().
  Verdict RunFrom(const CsoPoint& first) {
    polygon_.Clip(first, error_m_);
    return Run();
  }

  // REQUIRES: polygon() has an edge.
  Verdict Run() {
    Vec3 direction = polygon_.Center();
    int tilts = 0;
    while (plane_tests_ < kMaxSphereSearchRounds) {
      // Also false for NaN.
      if (ABSL_PREDICT_FALSE(!(NormSquared(direction) > 0x1p-900))) return Verdict::kUndecided;
      ++plane_tests_;
      last_ = cso_.Support(direction, hints_);
      if (Dot(direction, last_.point) < -error_m_ * Norm1(direction) - 0x1p-1000) return Verdict::kDisjoint;
      switch (polygon_.Clip(last_, point_error_m())) {
        case SphericalPolygon::Clipped::kSmaller:
          direction = polygon_.Center();
          tilts = 0;
          break;
        case SphericalPolygon::Clipped::kEmpty:
          return EmptyVerdict();
        case SphericalPolygon::Clipped::kUnchanged:
          // Of shapes whose centres and support points lie in one plane with the origin, like two spheres or two boxes that
          // stand on each other: a direction off that plane tells more.
          if (polygon_.size() >= 3 || tilts == 2) return Verdict::kUndecided;
          direction = polygon_.Tilted(tilts++);
          break;
      }
    }
    return Verdict::kReachedCap;
  }

  // After kIntersects.
  void GetSeed(SphereSearchSeed* seed) const {
    std::array<int, 3> edges{};
    seed->size = polygon_.EnclosingEdges(last_.point, &edges);
    for (int i = 0; i < seed->size; ++i) seed->points[i] = polygon_.point(edges[i]);
    seed->points[seed->size++] = last_;
  }

 private:
  // All corners are outside for certain. If no side was uncertain, they are the corners of the polygon of all points taken
  // in, which is then empty. Otherwise we need a tetrahedron of four of them.
  Verdict EmptyVerdict() const {
    if (ABSL_PREDICT_TRUE(!polygon_.was_uncertain())) return Verdict::kIntersects;
    return polygon_.EnclosesOrigin(last_, point_error_m()) ? Verdict::kIntersects : Verdict::kUndecided;
  }

  const Cso& cso_;
  typename Cso::Hints* hints_;
  double error_m_;
  int plane_tests_ = 0;
  CsoPoint last_;
  SphericalPolygon polygon_;
};

// The result of a search, with the exact rung for vertex hulls.
template <typename A, typename B>
DecisionResult FinishSearch(const Cso3<A, B>& cso, SphereSearch<Cso3<A, B>>* search,
                            typename SphereSearch<Cso3<A, B>>::Verdict verdict, const QueryContext3<A, B>& context,
                            const typename Cso3<A, B>::Hints& hints, SphereSearchSeed* seed) {
  using Verdict = typename SphereSearch<Cso3<A, B>>::Verdict;
  DecisionResult result;
  result.plane_tests = search->plane_tests();
  result.intersects = verdict != Verdict::kDisjoint;
  if (ABSL_PREDICT_FALSE(verdict == Verdict::kUndecided || verdict == Verdict::kReachedCap)) {
    result.status = verdict == Verdict::kReachedCap ? DecisionStatus::kIterationLimit
                    : Cso3<A, B>::kIsVertexHull     ? DecisionStatus::kExact
                                                    : DecisionStatus::kWithinRounding;
    if constexpr (Cso3<A, B>::kIsVertexHull) {
      result.intersects = ClassifyHulls(cso.a(), cso.b(), cso.a_from_b()) != HullContact::kDisjoint;
    }
  }
  if (seed != nullptr) {
    seed->size = 0;
    if (verdict == Verdict::kIntersects) search->GetSeed(seed);
  }
  if (context.counters != nullptr) {
    context.counters->iterations += result.plane_tests;
    context.counters->support_calls += result.plane_tests;
    context.counters->exact_path_entries += verdict == Verdict::kUndecided ? 1 : 0;
    context.counters->cap_hits += verdict == Verdict::kReachedCap ? 1 : 0;
  }
  if (context.warm_start != nullptr) {
    context.warm_start->hint_a = hints.a;
    context.warm_start->hint_b = hints.b;
  }
  return result;
}

}  // namespace internal

// Whether a and b, posed by a_from_b, have a common point.
// Exact for vertex hulls, with the posed vertices as a_from_b * vertex rounds them. For other shapes an answer of kCertain is
// right; kWithinRounding says that the search ended at the rounding of the support points: shapes that are apart or
// interpenetrate by more than 2^-40 of Cso3::Magnitude() were not seen to end so.
// `seed` may be null; otherwise filled if the shapes intersect for certain, else its size is 0. Of context.warm_start the
// hints are used and updated.
// No allocation; 13 kB of stack. O(rounds) support points; 2 to 4 rounds on average, at most kMaxSphereSearchRounds.
// Sibling that knows the distance: gjk3.h. With its first steps by GJK, for shapes of very different size: hybrid_search.h.
// Source: Hornus 2017, Alg. 2. Departures: exits are taken on error bounds only, and what these leave open goes to the exact
// rung; a direction that tells nothing is tilted before the search gives up; no direction is normalised.
template <typename A, typename B>
DecisionResult DecideBySphereSearch(const A& a, const B& b, const Pose3& a_from_b,
                                    const QueryContext3<A, B>& context = {}, SphereSearchSeed* seed = nullptr) {
  using Cso = internal::Cso3<A, B>;
  const Cso cso(a, b, a_from_b);
  typename Cso::Hints hints;
  if (context.warm_start != nullptr) hints = {context.warm_start->hint_a, context.warm_start->hint_b};
  internal::SphereSearch<Cso> search(cso, &hints);
  // The centres are points of the shapes but for rounding, which the search takes into account.
  internal::CsoPoint center = cso.Center();
  if (ABSL_PREDICT_FALSE(!(NormInfinity(center.point) > search.error_m()))) {
    // They coincide within rounding: the sphere is not halved, and any direction is as good.
    center = cso.Support({1.0, 0.0, 0.0}, &hints);
  }
  return internal::FinishSearch(cso, &search, search.RunFrom(center), context, hints, seed);
}

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_DECISION_SPHERE_SEARCH_H_
