#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/core_distance3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/magnified_shape.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/support_mapping.h"

// The penetration depth of two shapes with its lower bound, and cheap bounds of it.
namespace collision2d::solid {

// Bounds of the penetration depth, m.
struct MtdBounds {
  double lower_m = 0.0;
  double upper_m = 0.0;
};

// Returns cheap bounds of the penetration depth of two sets that overlap, from a simplex of CSO
// points that contains the origin, such as the one that GJK ends with. They are the least distances
// from the origin to a face of the simplex, which is inside the CSO, and to a vertex, which is on
// its boundary. The lower bound is 0 if the simplex is not a tetrahedron or does not contain the
// origin. Error: 16 units of roundoff of the vertices' magnitude; for a sliver the lower bound is
// smaller, never larger.
// REQUIRES: 1 to 4 points, all of them support points of the CSO.
// O(1), no allocation. For two shapes without a simplex see penetration3.h; for the depth itself
// see ComputePenetration (epa3.h).
// Source: Cameron 1997, section 4.3: MTD*(O, S) <= MTD*(O, TCSO) <= min |x_i|.
MtdBounds ComputeMtdBounds(absl::Span<const CsoPoint> simplex);

// The penetration depth of two shapes, and cheap bounds of it.

// Returns the penetration depth of a and b, placed by a_from_b, as ComputeSeparation
// (separation3.h) computes it, to the bit, with the lower bound of the depth in addition; in the
// frame of a. Use it where kIterationLimit is expected: for smooth concentric shapes, whose depth
// is nearly the same in all directions.
// lower_bound_m: for vertex hulls within rounding of depth_m unless kIterationLimit; for other
// shapes below it by at most the fraction kEpaRelativeTolerance unless kIterationLimit. iterations:
// those of the expansion, 0 if only the balls overlap.
// For sets that are apart: kSeparated, depth 0 and the closest points.
// REQUIRES, context, cost: as ComputeSeparation.
template <typename A, typename B>
PenetrationResult ComputePenetration(const A& a, const B& b, const Pose3& a_from_b,
                                     const QueryContext3<A, B>& context = {}) {
  constexpr double kNotExpanded = -1.0;
  PenetrationResult result;
  result.lower_bound_m = kNotExpanded;
  const Separation3 separation = internal::SeparationBy(a, b, a_from_b, context, &result);
  result.status = separation.status;
  result.depth_m = std::max(0.0, -separation.signed_distance_m);
  // If nothing was expanded, the cores are apart, and the depth is that of the balls, which is
  // known.
  result.lower_bound_m = result.lower_bound_m < 0.0
                             ? result.depth_m
                             : std::min(result.lower_bound_m + RadiusOf(a) + RadiusOf(b), result.depth_m);
  result.direction = separation.direction;
  result.witness_a = separation.witness_a;
  result.witness_b = separation.witness_b;
  return result;
}

// Returns bounds of the penetration depth of a and b, placed by a_from_b, from the simplex that GJK
// ends with (Cameron 1997, section 4.3), at the cost of GJK, a small part of that of the depth.
// Both bounds are 0 if a and b are apart. If only the balls of shapes with a radius overlap, both
// are the depth, within the error of Distance.
// REQUIRES: as Collides (collides3.h). Only the counters of the context are used: with points from
// another pose, as from a warm start, the upper bound would be wrong. No allocation.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE MtdBounds ComputeMtdBounds(const A& a, const B& b, const Pose3& a_from_b,
                                                   const QueryContext3<A, B>& context = {}) {
  const auto& core_a = CoreOf(a);
  const auto& core_b = CoreOf(b);
  const internal::Cso3 cso(core_a, core_b, a_from_b);
  const double radii_m = RadiusOf(a) + RadiusOf(b);
  MtdBounds bounds;
  if (!IsFinite(cso.Center().point)) return {0.0, std::numeric_limits<double>::infinity()};
  if (internal::IsTiny(cso.Magnitude())) {
    bounds.upper_m = 2.0 * cso.Magnitude() + radii_m;
    return bounds;
  }
  QueryContext3<A, B> cold;
  cold.counters = context.counters;
  internal::Gjk3 gjk;
  if (internal::FindClosest(cso, cold, &gjk) == Relation::kApart) {
    const double distance_m = internal::CertifiedDistance(cso, gjk, context.counters);
    bounds.upper_m = std::max(0.0, radii_m - distance_m);
    bounds.lower_m = bounds.upper_m;
    return bounds;
  }
  CsoPoint simplex[4];
  for (int i = 0; i < gjk.size; ++i) simplex[i] = gjk.simplex(i);
  if (gjk.size == 0) return {0.0, 2.0 * cso.Magnitude() + radii_m};
  bounds = ComputeMtdBounds(absl::MakeConstSpan(simplex, static_cast<size_t>(gjk.size)));
  return {bounds.lower_m + radii_m, bounds.upper_m + radii_m};
}

}  // namespace collision2d::solid
