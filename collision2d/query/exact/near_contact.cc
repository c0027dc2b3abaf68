#include "collision2d/query/exact/near_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/base/attributes.h"
#include "collision2d/geometry/padded_ring.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/exact/exact_support.h"
#include "collision2d/query/exact/penetration.h"

namespace collision2d::internal {
namespace {

// m. The smallest distance that there is: the result if the sign is known, but the value
// underflowed.
constexpr double kSmallest_m = std::numeric_limits<double>::denorm_min();

// A power of two that takes a length to about 2^200: products of four lengths of the pair do not
// overflow, and products of two do not underflow down to 2^-600 of its size, so that a subnormal
// gap keeps its direction. Lengths below 2^-760 are scaled by less, since the power itself must
// stay finite.
double ScaleTo200(double length_m) {
  int exponent = 0;
  std::frexp(length_m, &exponent);
  return std::ldexp(1.0, std::min(200 - exponent, 960));
}

// The two rings, scaled after posing, which is exact.
struct Rings {
  Rings(const NearContactPair& pair, double power_of_two)
      : scale(power_of_two), a(pair.a, nullptr, scale, true), b(pair.b, pair.a_from_b, scale, pair.is_b_convex) {}

  double scale;
  VertexRing a;
  VertexRing b;
};

// m. Within a factor of 4 of the largest distance between two vertices.
double RoughExtent(const NearContactPair& pair) {
  const Rings rings(pair, 1.0);
  const Vec2 origin = rings.a[0];
  double extent_m = kSmallest_m;
  // Start vertices of four directions at right angles.
  for (const int quarter : {0, 1, 2, 3}) {
    const int sector = kSectorsCounterClockwise[static_cast<size_t>(4 * quarter)];
    extent_m = std::max({extent_m, Norm1(rings.a[pair.a.StartVertex(sector)] - origin),
                         Norm1(rings.b[pair.b.StartVertex(sector)] - origin)});
  }
  return extent_m;
}

bool IsTiny(const NearContactPair& pair) { return pair.extent_m < kSquaresUnderflow_m; }

// The bounding circles of tiny shapes are not tight: what they bound is computed again.
NearContactPair WithRoughExtent(const NearContactPair& pair) {
  NearContactPair rough = pair;
  rough.extent_m = RoughExtent(pair);
  rough.rounding_m = kSupportRelativeError * rough.extent_m;
  if (pair.a_from_b != nullptr) {
    rough.rounding_m += kSupportRelativeError * (Norm1(pair.a_from_b->translation) + Norm1(pair.b.center()));
    const double posing_m = Norm1(pair.a_from_b->translation) + 2.0 * (Norm1(pair.b.center()) + 4.0 * rough.extent_m);
    rough.is_b_convex = pair.b.convexity_margin_m() > kPosingConvexityError * posing_m + 32.0 * kSmallest_m;
  }
  return rough;
}

// Signs need no scale, but they are slow where all products underflow.
Rings RingsForSigns(const NearContactPair& pair) {
  if (!IsTiny(pair)) return {pair, 1.0};
  const NearContactPair rough = WithRoughExtent(pair);
  return {rough, ScaleTo200(rough.extent_m)};
}

Rings RingsForLengths(const NearContactPair& pair) {
  return IsTiny(pair) ? RingsForSigns(pair) : Rings(pair, ScaleTo200(pair.extent_m));
}

ExactResult Relate(const NearContactPair& pair, ExactQuestion question, QueryContext::Counters* counters) {
  const Rings rings = RingsForSigns(pair);
  ExactResult exact = RelateExactly(rings.a, rings.b, pair.start, question, pair.most_rounds);
  if (counters != nullptr) {
    ++counters->exact_path_entries;
    counters->exact_path_vertices += exact.visits;
    if (exact.reached_limit) ++counters->limit_hits;
  }
  exact.witness_a = 1.0 / rings.scale * exact.witness_a;
  exact.witness_b = 1.0 / rings.scale * exact.witness_b;
  return exact;
}

ContactDistance MeasureGap(const NearContactPair& pair, const Rings& rings, const ExactResult& exact,
                           QueryContext::Counters* counters) {
  const ContactDistance gap = FindContactDistance(rings.a, rings.b, exact.right, exact.left, pair.most_rounds);
  if (counters != nullptr) {
    counters->exact_path_vertices += gap.visits;
    if (gap.reached_limit) ++counters->limit_hits;
  }
  return gap;
}

// From scaled to m. The sign is exact and must not be lost where the distance is less than the
// smallest double.
double Unscaled(double scaled, double scale) {
  const double distance_m = scaled / scale;
  return distance_m == 0.0 ? std::copysign(kSmallest_m, scaled) : distance_m;
}

Separation OfGap(const ContactDistance& gap) {
  return {gap.distance_m, gap.witness_a, gap.witness_b, gap.direction,
          gap.reached_limit ? SeparationStatus::kIterationLimit : SeparationStatus::kSeparated};
}

Separation OfContact(const ExactResult& exact) {
  const Vec2 direction = exact.outward == Vec2{} ? Vec2{1.0, 0.0} : Normalized(exact.outward);
  return {0.0, exact.witness_a, exact.witness_b, direction,
          exact.reached_limit ? SeparationStatus::kIterationLimit : SeparationStatus::kTouching};
}

Separation OfPenetration(const NearContactPair& pair, const Rings& rings, QueryContext::Counters* counters) {
  const double rounding_m = IsTiny(pair) ? WithRoughExtent(pair).rounding_m : pair.rounding_m;
  const Pose2 query_from_b = pair.a_from_b == nullptr ? Pose2{} : *pair.a_from_b;
  const double scale = rings.scale;
  const double inner = scale * (1.0 - kCircleRelativeError);
  int64_t visits = 0;
  Separation separation = ComputePenetration(
      rings.a, rings.b,
      {std::numeric_limits<double>::infinity(), scale * pair.a.center(), scale * (query_from_b * pair.b.center()),
       inner * pair.a.inner_radius_m(), inner * pair.b.inner_radius_m(), scale * rounding_m},
      &visits);
  if (counters != nullptr) counters->depth_vertices += visits;
  separation.signed_distance_m = std::min(separation.signed_distance_m, -kSmallest_m);
  return separation;
}

// Not inlined: what it keeps is not on the stack of the search for the relation.
ABSL_ATTRIBUTE_NOINLINE Separation OfGapOrPenetration(const NearContactPair& pair, const ExactResult& exact,
                                                      QueryContext::Counters* counters) {
  const Rings rings = RingsForLengths(pair);
  Separation separation = exact.relation == Relation::kApart ? OfGap(MeasureGap(pair, rings, exact, counters))
                                                             : OfPenetration(pair, rings, counters);
  separation.signed_distance_m = Unscaled(separation.signed_distance_m, rings.scale);
  separation.witness_a = 1.0 / rings.scale * separation.witness_a;
  separation.witness_b = 1.0 / rings.scale * separation.witness_b;
  return separation;
}

}  // namespace

bool CollideNearContact(const NearContactPair& pair, QueryContext::Counters* counters) {
  return Relate(pair, ExactQuestion::kShareAPoint, counters).relation != Relation::kApart;
}

double NearContactDistance(const NearContactPair& pair, QueryContext::Counters* counters) {
  const ExactResult exact = Relate(pair, ExactQuestion::kShareAPoint, counters);
  if (exact.relation != Relation::kApart) return 0.0;
  const Rings rings = RingsForLengths(pair);
  return Unscaled(std::max(MeasureGap(pair, rings, exact, counters).distance_m, kSmallest_m), rings.scale);
}

// A vertex that alone reaches the line of the other shape's edge is, with an end of that edge, a
// vertex of the CSO, and with the edge an edge of it. A point in the inside of that edge whose
// outward normal leads to the origin is the CSO's closest one, since the CSO is convex. At its
// vertex the CSO is a cone between two of the four edges that begin there, and the other two are in
// the cone: if the origin is much nearer to the vertex than these edges are long, the closest point
// of the four is the CSO's. Lengths that differ by less than kCircleRelativeError, far above
// rounding, leave it open which one that is.
double NearContactGap(const EdgeWindows& windows, const WindowContact& contact) {
  const EdgeWindow& owner = contact.edge_is_of_a ? windows.a : windows.b;
  const EdgeWindow& other = contact.edge_is_of_a ? windows.b : windows.a;
  const Vec2 start = owner.vertices[contact.edge];
  const Vec2 edge = owner.vertices[contact.edge + 1] - start;
  const Vec2* const v = other.vertices + contact.vertex;
  const int i = contact.edge + static_cast<int>(2.0 * Dot(*v - start, edge) > NormSquared(edge));
  // Both vertices need neighbours in their windows.
  if (!contact.is_found || contact.vertex % 4 == 0 || i % 4 == 0) return 0.0;
  const double rounding_m2 = kSupportRelativeError * windows.extent_m * Norm1(edge) + windows.edge_error_m2;
  bool is_clear = true;
  for (int k = 0; k < 5; ++k) {
    is_clear &= k == contact.vertex || Cross(edge, other.vertices[k] - start) < -4.0 * rounding_m2;
  }
  const double scale = ScaleTo200(windows.extent_m);
  const auto point = [&](int of_owner, int of_other) {
    const Vec2 p = scale * owner.vertices[i + of_owner];
    const Vec2 q = scale * v[of_other];
    // Numbered, to tell apart the ends of a segment.
    const CsoIndex index = {of_owner, of_other};
    return contact.edge_is_of_a ? CsoPoint{index, p, q} : CsoPoint{index, q, p};
  };
  const CsoPoint near = point(0, 0);
  const CsoPoint beside[4] = {point(-1, 0), point(0, -1), point(1, 0), point(0, 1)};
  double distance[4];
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 4; ++k) {
    distance[k] = k < 2 ? DistanceFromSegment(beside[k], near) : DistanceFromSegment(near, beside[k]);
    least = std::min(least, std::abs(distance[k]));
  }
  bool is_at_vertex = true;
  for (int k = 0; k < 4; ++k) {
    const Vec2 w = near.difference();
    is_clear &= distance[k] == least || std::abs(distance[k]) > (1.0 + kCircleRelativeError) * least;
    is_clear &= kCircleRelativeError * Norm1(beside[k].difference()) > least;
    is_at_vertex &= kCircleRelativeError * Norm1(beside[k].difference() - w) > Norm1(w);
  }
  return is_clear && (is_at_vertex || distance[i == contact.edge ? 2 : 0] == least) ? least / scale : 0.0;
}

Separation NearContactSeparation(const NearContactPair& pair, QueryContext::Counters* counters) {
  const ExactResult exact = Relate(pair, ExactQuestion::kRelation, counters);
  return exact.relation == Relation::kTouching ? OfContact(exact) : OfGapOrPenetration(pair, exact, counters);
}

}  // namespace collision2d::internal
