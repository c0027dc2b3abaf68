#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/types/span.h"
#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/axis_penetration.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/epa_workspace.h"
#include "collision2d/solid/query/exact_closest3.h"
#include "collision2d/solid/query/expanding_polytope.h"
#include "collision2d/solid/query/face_plane.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"

// The penetration depth of two shapes, by the expanding polytope.
namespace collision2d::solid {

// For shapes that are not vertex hulls, the expansion ends when the depth found exceeds the least
// depth by at most this fraction of itself.
inline constexpr double kEpaRelativeTolerance = 1e-6;

// The error of the depth of two vertex hulls, relative to Cso3::Magnitude(), if the support mapping
// finds the furthest vertices. Derived in docs/solid.md, "Level 3"; measured below 2^-51.
inline constexpr double kEpaDepthError = 0x1p-46;

// A depth below this part of Cso3::Magnitude() counts as touching: for two vertex hulls, what
// posing rounds and a few units more; for others, the rounding of their support points.
inline constexpr double kEpaTouchingError = 0x1p-50;
inline constexpr double kEpaSmoothTouchingError = 0x1p-46;

// The bounds of the depth count as equal if they differ by no more than this part of
// Cso3::Magnitude(): 16 u.
inline constexpr double kEpaGap = 0x1p-49;

// Sets count as separated only if their distance exceeds this fraction of Cso3::Magnitude(): the
// error of a support point, 2^-44, times sqrt(3), the bound on |v|_1 for a unit vector.
inline constexpr double kEpaApartError = 0x1p-43;

// Replaces kEpaGap for a nearest face that nothing is clearly beyond, whose plane is computed in
// double precision, and which is so well-shaped that depth and direction are then computed from its
// features: 32 u.
inline constexpr double kEpaRoundedGap = 0x1p-48;

// Witnesses are recomputed if their distance differs from the depth along the direction by more
// than this part of Cso3::Magnitude(), 16 u.
inline constexpr double kEpaWitnessSlack = 0x1p-49;

// A face whose plane is accurate, and which no support point is clearly beyond, is the nearest if
// its bounds differ by no more than this part of Cso3::Magnitude().
inline constexpr double kEpaSupportError = 0x1p-46;

// m. A CSO whose Magnitude() is at most this is not searched. Faces with edges below 2^-225 m are
// skipped, since the squares of their areas underflow; the distances of their neighbours differ by
// at most such an edge, 2^-65 of this.
inline constexpr double kEpaLeastMagnitude_m = 0x1p-160;

namespace internal {

// m. An upper bound on the depth: a support point is no further from the origin, since its
// coordinates are at most magnitude_m.
inline double MostDepth(double magnitude_m) { return 2.0 * magnitude_m; }

// One computation of the penetration depth; see ComputePenetration.
template <typename A, typename B>
class Epa3 {
 public:
  Epa3(const Cso3<A, B>& cso, typename Cso3<A, B>::Hints* hints, const PolytopeStorage& storage)
      : cso_(cso), hints_(hints), polytope_(storage), magnitude_m_(cso.Magnitude()) {}

  PenetrationResult Search(absl::Span<const CsoPoint> seed) {
    if (seed.size() == 4 && polytope_.StartIfWellShaped(seed[0], seed[1], seed[2], seed[3])) return Expand();
    PenetrationResult flat;
    return StartSpanning(seed, &flat) ? Expand() : flat;
  }

  void Count(const PenetrationResult& result, QueryContext::Counters* counters) const {
    counters->iterations += result.iterations;
    counters->support_calls += support_calls_;
    counters->exact_path_entries += polytope_.exact_signs() > 0 ? 1 : 0;
    counters->limit_hits += result.status == SeparationStatus::kIterationLimit ? 1 : 0;
  }

  int num_vertices() const { return polytope_.num_vertices(); }

 private:
  static constexpr bool kIsExact = kIsVertexHull<A> && kIsVertexHull<B>;

  // Unit normals that differ by at most this belong to one facet.
  static constexpr double kSameNormal = 0x1p-48;

  // Starts with points that span the CSO, and the seed. Returns false, with *flat set, if the CSO
  // has no interior. Not inlined, so that its stack frame is gone when the polytope is expanded.
  ABSL_ATTRIBUTE_NOINLINE bool StartSpanning(absl::Span<const CsoPoint> seed, PenetrationResult* flat) {
    const auto support = [this](const Vec3& direction) { return Support(direction); };
    const AffineBasis basis = SpanCso(seed, magnitude_m_, CsoSupport(support));
    if (basis.size < 4 || !polytope_.Start(basis.p[0], basis.p[1], basis.p[2], basis.p[3])) {
      *flat = Flat(basis, seed);
      return false;
    }
    for (const CsoPoint& w : seed) {
      if (!polytope_.is_full()) polytope_.Insert(w);
    }
    return true;
  }

  CsoPoint Support(const Vec3& direction) {
    ++support_calls_;
    return cso_.Support(direction, hints_);
  }

  double touching_m() const { return (kIsExact ? kEpaTouchingError : kEpaSmoothTouchingError) * magnitude_m_; }

  PenetrationResult Expand() {
    int64_t iterations = 0;
    while (polytope_.has_nearest()) {
      const ExpandingPolytope::Nearest nearest = polytope_.FindNearest();
      const int f = nearest.face;
      if (ABSL_PREDICT_FALSE(!polytope_.face(f).plane.is_known())) {
        polytope_.Refine(f);
        continue;
      }
      lower_bound_m_ = nearest.lower_bound_m;
      ++iterations;
      const Vec3 normal = polytope_.face(f).plane.normal;
      const CsoPoint w = Support(normal);
      // The depth in this direction is an upper bound of the least depth.
      const double height_m = Dot(normal, w.point) / std::sqrt(polytope_.face(f).plane.length_sq);
      limit_m_ = std::min(limit_m_, height_m);
      if (height_m < -kEpaApartError * magnitude_m_) return Separated(UnitNormal(f), w, iterations);
      // Touching; the witness points require the polytope to reach the origin.
      if (height_m <= touching_m() && lower_bound_m_ >= -touching_m()) return Found(f, height_m, iterations);
      const double gap_m = height_m - lower_bound_m_;
      if (gap_m <= kEpaGap * magnitude_m_ || (!kIsExact && gap_m <= kEpaRelativeTolerance * height_m)) {
        return Found(f, height_m, iterations);
      }
      if (!polytope_.IsClearlyVisible(f, w.point)) {
        // No point of the CSO is beyond this face, as far as its plane is known.
        if (!polytope_.face(f).plane.is_accurate) {
          if (kIsExact && gap_m <= kEpaRoundedGap * magnitude_m_ && HasFeaturePlane(f)) {
            return Found(f, height_m, iterations);
          }
          polytope_.Refine(f);
          continue;
        }
        if (gap_m <= kEpaSupportError * magnitude_m_) return Found(f, height_m, iterations);
        // The face is a sliver so thin that even its accurate plane is not known well enough. If
        // nothing is beyond it exactly, its edges are as near as it is, and their other faces
        // decide.
        if (!polytope_.IsVisible(f, w.point)) {
          polytope_.Drop(f);
          continue;
        }
      }
      if (polytope_.is_full()) return Limit(f, height_m, iterations);
      polytope_.set_limit_m(limit_m_ + touching_m());
      polytope_.Expand(f, w);
    }
    return Nothing(iterations);
  }

  Vec3 UnitNormal(int f) const {
    const FacePlane& plane = polytope_.face(f).plane;
    return plane.is_accurate ? plane.normal : Normalized(plane.normal);
  }

  // Returns the result if the origin is beyond the plane of `direction` through w, the support
  // point in that direction.
  PenetrationResult Separated(const Vec3& direction, const CsoPoint& w, int64_t iterations) const {
    PenetrationResult result;
    result.direction = direction;
    result.witness_a = w.on_a;
    result.witness_b = cso_.a_from_b() * w.on_b;
    result.status = SeparationStatus::kSeparated;
    result.iterations = iterations;
    return result;
  }

  // Returns the result if face f is the nearest of the CSO; height_m is the depth in the direction
  // of its normal.
  PenetrationResult Found(int f, double height_m, int64_t iterations) {
    PenetrationResult result;
    const FaceFoot foot = FindFoot(polytope_, f, touching_m());
    result.depth_m = std::max(0.0, height_m);
    result.lower_bound_m = std::clamp(lower_bound_m_, 0.0, result.depth_m);
    result.direction = UnitNormal(f);
    result.iterations = iterations;
    result.status = height_m <= touching_m() ? SeparationStatus::kTouching : SeparationStatus::kPenetrating;
    if constexpr (kIsExact) {
      if (result.status == SeparationStatus::kPenetrating) RefineByFeatures(foot.face, &result);
    }
    CsoPoint triangle[3] = {polytope_.corner(foot.face, 0), polytope_.corner(foot.face, 1),
                            polytope_.corner(foot.face, 2)};
    if (result.status == SeparationStatus::kTouching) {
      // A CSO that is flat up to rounding has planes close to the origin on all sides, also beyond
      // its rim.
      FindCommonPoint(triangle, &result);
    } else {
      SetWitnesses(triangle[0], triangle[1], triangle[2], foot.weights, &result);
      if constexpr (kIsExact) {
        if (ABSL_PREDICT_FALSE(WitnessError(result) > kEpaWitnessSlack * magnitude_m_)) {
          RefineWitnesses(triangle, &result);
        }
      }
    }
    return result;
  }

  // m. Returns by how much the witnesses deviate from being apart by the depth along the direction.
  static double WitnessError(const PenetrationResult& result) {
    return NormInfinity(result.witness_a - result.witness_b - result.depth_m * result.direction);
  }

  // Recomputes the weights of a sliver on integers, for cases in which rounding does not find the
  // foot or puts it beyond an edge. If this sliver does not contain the foot, the others are tried.
  ABSL_ATTRIBUTE_NOINLINE void RefineWitnesses(const CsoPoint triangle[3], PenetrationResult* result) const {
    double least_m = WitnessError(*result);
    const auto try_triangle = [&](const CsoPoint& p, const CsoPoint& q, const CsoPoint& r) {
      const Pose3& pose = cso_.a_from_b();
      const std::array<double, 3> w =
          ExactWeightsOfTriangle({p.on_a, q.on_a, r.on_a}, {pose * p.on_b, pose * q.on_b, pose * r.on_b});
      PenetrationResult refined = *result;
      SetWitnesses(p, q, r, {{w[0], w[1], w[2]}}, &refined);
      if (!(WitnessError(refined) < least_m)) return;
      least_m = WitnessError(refined);
      *result = refined;
    };
    try_triangle(triangle[0], triangle[1], triangle[2]);
    for (int g = 0; g < polytope_.face_range() && least_m > kEpaWitnessSlack * magnitude_m_; ++g) {
      if (!polytope_.face(g).is_alive || !(std::abs(Dot(result->direction, polytope_.corner(g, 0).point) -
                                                    result->depth_m) <= kEpaTouchingError * magnitude_m_)) {
        continue;
      }
      try_triangle(polytope_.corner(g, 0), polytope_.corner(g, 1), polytope_.corner(g, 2));
    }
  }

  // Whether the plane computed from the face's features is accurate to rounding, and is that of the
  // face.
  bool HasFeaturePlane(int f) const {
    const FacePlane plane = PlaneByFeatures(f, FeaturePlane);
    return plane.is_known() && plane.offset > touching_m() && Norm1(plane.normal - UnitNormal(f)) <= kSameNormal;
  }

  // Recomputes depth and direction from features (face_plane.h): in double-double arithmetic,
  // unless the face is well-shaped.
  void RefineByFeatures(int f, PenetrationResult* result) const {
    FacePlane plane = PlaneByFeatures(f, FeaturePlane);
    if (!plane.is_known()) plane = PlaneByFeatures(f, AccurateFeaturePlane);
    if (!plane.is_known()) return;
    // For a sliver, or for a triangle across two faces of a and b that are parallel up to rounding,
    // the exact plane may differ from the facet's plane, which is then accurate to kEpaDepthError.
    if (Norm1(plane.normal - result->direction) > kSameNormal || !(plane.offset > 0.0)) return;
    result->direction = plane.normal;
    result->depth_m = plane.offset;
    result->lower_bound_m = std::min(result->lower_bound_m, plane.offset);
  }

  FacePlane PlaneByFeatures(int f,
                            FacePlane (*plane)(const CsoPoint&, const CsoPoint&, const CsoPoint&, const Pose3&)) const {
    return plane(polytope_.corner(f, 0), polytope_.corner(f, 1), polytope_.corner(f, 2), cso_.a_from_b());
  }

  PenetrationResult Limit(int f, double height_m, int64_t iterations) {
    PenetrationResult result = Found(f, height_m, iterations);
    result.depth_m = height_m;
    result.status = SeparationStatus::kIterationLimit;
    return result;
  }

  // Returns the result if no face with a known plane remains: all edges of the CSO are so
  // short that their squares underflow.
  PenetrationResult Nothing(int64_t iterations) const {
    PenetrationResult result;
    result.depth_m = std::min(limit_m_, MostDepth(magnitude_m_));
    result.witness_a = polytope_.vertex(0).on_a;
    result.witness_b = cso_.a_from_b() * polytope_.vertex(0).on_b;
    result.status = SeparationStatus::kIterationLimit;
    result.iterations = iterations;
    return result;
  }

  // Returns the result for a CSO without interior.
  PenetrationResult Flat(const AffineBasis& basis, absl::Span<const CsoPoint> seed) {
    const Vec3 direction = FlatDirection(basis);
    const CsoPoint w = Support(direction);
    const double height_m = Dot(direction, w.point);
    if (height_m < -kEpaApartError * magnitude_m_) return Separated(direction, w, 0);
    PenetrationResult result;
    result.direction = direction;
    result.depth_m = std::max(0.0, height_m);
    result.status = SeparationStatus::kTouching;
    CsoPoint triangle[3] = {w, w, w};
    for (const CsoPoint& p : seed) BringNearer(p, triangle);
    for (int i = 0; i < basis.size; ++i) BringNearer(basis.p[i], triangle);
    FindCommonPoint(triangle, &result);
    return result;
  }

  // Finds the witness points of a CSO that is flat, or nearly so, and touches: GJK in its plane,
  // where three points suffice to contain the origin. It ends when the origin is reached, or when
  // the gap to the lower bound of the distance (Gilbert et al. 1988) is closed. The distance
  // decreases with every support point, so that no triangle repeats. This bounds the rounds for
  // vertex hulls, but astronomically, as for GJK (gjk3.h). Reaching the stated limit is a cap hit,
  // with status kIterationLimit.
  void FindCommonPoint(CsoPoint triangle[3], PenetrationResult* result) {
    TriangleWeights weights;
    for (int round = 0;; ++round) {
      weights = ClosestOfTriangle(triangle[0].point, triangle[1].point, triangle[2].point, {});
      const Vec3 v = weights.Of(triangle[0].point, triangle[1].point, triangle[2].point);
      if (NormInfinity(v) <= touching_m()) break;
      if (round == CommonPointBound()) {
        result->status = SeparationStatus::kIterationLimit;
        break;
      }
      ++result->iterations;
      const CsoPoint w = Support(-v);
      if (Dot(v, v - w.point) <= kEpaSupportError * magnitude_m_ * Norm(v) || !BringNearer(w, triangle)) break;
    }
    SetWitnesses(triangle[0], triangle[1], triangle[2], weights, result);
  }

  int CommonPointBound() const {
    if constexpr (kIsExact) return 64 + cso_.a().num_vertices() + cso_.b().num_vertices();
    return 512;
  }

  void SetWitnesses(const CsoPoint& p, const CsoPoint& q, const CsoPoint& r, const TriangleWeights& weights,
                    PenetrationResult* result) const {
    result->witness_a = weights.Of(p.on_a, q.on_a, r.on_a);
    result->witness_b = cso_.a_from_b() * weights.Of(p.on_b, q.on_b, r.on_b);
  }

  const Cso3<A, B>& cso_;
  typename Cso3<A, B>::Hints* hints_;
  ExpandingPolytope polytope_;
  double magnitude_m_;
  double limit_m_ = std::numeric_limits<double>::infinity();
  double lower_bound_m_ = 0.0;  // A lower bound of the depth, by the nearest face.
  int64_t support_calls_ = 0;
};

template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE PenetrationResult ExpandIn(const Cso3<A, B>& cso, absl::Span<const CsoPoint> seed,
                                                   typename Cso3<A, B>::Hints* hints, QueryContext::Counters* counters,
                                                   const PolytopeStorage& storage) {
  Epa3<A, B> epa(cso, hints, storage);
  const PenetrationResult result = epa.Search(seed);
  if (counters != nullptr) epa.Count(result, counters);
  return result;
}

// Returns the result for a CSO in which products of lengths underflow.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE PenetrationResult TooSmall(const Cso3<A, B>& cso, QueryContext::Counters* counters) {
  const CsoPoint center = cso.Center();
  PenetrationResult result;
  result.depth_m = MostDepth(cso.Magnitude());
  result.witness_a = center.on_a;
  result.witness_b = cso.a_from_b() * center.on_b;
  // For two points at the origin the depth is known.
  result.status = result.depth_m == 0.0 ? SeparationStatus::kTouching : SeparationStatus::kIterationLimit;
  if (counters != nullptr && result.status == SeparationStatus::kIterationLimit) ++counters->limit_hits;
  return result;
}

// Uses the default memory. Not inlined: only this call needs so much stack.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE PenetrationResult ExpandOnStack(const Cso3<A, B>& cso, absl::Span<const CsoPoint> seed,
                                                        typename Cso3<A, B>::Hints* hints,
                                                        QueryContext::Counters* counters) {
  EpaStackWorkspace stack;
  return ExpandIn(cso, seed, hints, counters, stack.storage());
}

}  // namespace internal

// Returns the penetration depth of a and b in the frame of a: the least distance from the origin to
// the boundary of the CSO, by expansion of a polytope inside it. Sets that are apart, flat, tiny or
// at a pose that is not finite: docs/solid.md, "Level 3", with the sources.
// - `seed`: points of the CSO, best a hull that contains the origin; may be empty.
// - `hints`, `counters`, `workspace`: each may be null; without a workspace, 37 KiB of stack for
//   kDefaultEpaVertices. A full one: kIterationLimit, with bounds.
// REQUIRES: the sets meet. Error of the depth: for vertex hulls kEpaDepthError * cso.Magnitude(),
// for others the fraction kEpaRelativeTolerance. No allocation; a support point and O(1) faces a
// round.
template <typename A, typename B>
PenetrationResult ComputePenetration(const Cso3<A, B>& cso, absl::Span<const CsoPoint> seed,
                                     typename Cso3<A, B>::Hints* hints = nullptr,
                                     QueryContext::Counters* counters = nullptr, EpaWorkspace* workspace = nullptr) {
  if (ABSL_PREDICT_FALSE(!IsFinite(cso.Center().point))) {
    PenetrationResult invalid;
    invalid.status = SeparationStatus::kInvalid;
    return invalid;
  }
  typename Cso3<A, B>::Hints own_hints;
  if (hints == nullptr) hints = &own_hints;
  if (ABSL_PREDICT_FALSE(!(cso.Magnitude() > kEpaLeastMagnitude_m))) return internal::TooSmall(cso, counters);
  if constexpr (std::is_same_v<A, BoxShape> && std::is_same_v<B, BoxShape>) {
    const double magnitude_m = cso.Magnitude();
    PenetrationResult result;
    if (internal::ComputeBoxPenetration(cso.a(), cso.b(), cso.a_from_b(), magnitude_m, kEpaTouchingError * magnitude_m,
                                        &result)) {
      return result;
    }
  }
  if constexpr (std::is_same_v<A, ConvexPolytope> && std::is_same_v<B, ConvexPolytope>) {
    PenetrationResult result;
    if (!cso.a().gauss_map().empty() && !cso.b().gauss_map().empty() &&
        internal::ComputeGaussPenetration(cso.a(), cso.b(), cso.a_from_b(), cso.Magnitude(), &result)) {
      return result;
    }
  }
  if (workspace != nullptr && workspace->max_vertices() > 0)
    return internal::ExpandIn(cso, seed, hints, counters, workspace->storage());
  return internal::ExpandOnStack(cso, seed, hints, counters);
}

}  // namespace collision2d::solid
