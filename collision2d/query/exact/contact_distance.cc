#include "collision2d/query/exact/contact_distance.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "collision2d/geometry/orientation.h"

namespace collision2d::internal {
namespace {

// More than twice the rounding of a distance.
constexpr double kSameDistance = 1.0 + 8.0 * 0x1p-53;

// The closest point of a segment between two CSO points, or of a single one, which then is both.
struct Candidate {
  // The origin is to the right of the segment from right to left.
  CsoPoint right;
  CsoPoint left;
  bool is_edge;
  double distance_m;
  // Unit vector from the origin to the closest point.
  Vec2 normal;
  // Where the closest point is on the segment: 0 at the right end, 1 at the left one.
  double part;

  // The direction on whose right everything is that is nearer to the origin than the candidate.
  CsoDirection Across() const { return is_edge ? CsoDirection::Between(right, left) : CsoDirection::RightOf(right); }
};

Candidate OfVertex(const CsoPoint& point) {
  const Vec2 w = point.difference();
  return {point, point, false, Norm(w), Normalized(w), 0.0};
}

// From one CSO point to another: by the shapes' edges or by the points themselves, whichever is shorter and so loses less to
// rounding.
Vec2 EdgeBetween(const CsoPoint& first, const CsoPoint& second) {
  const Vec2 edge_a = second.p - first.p;
  const Vec2 edge_b = second.q - first.q;
  const Vec2 from = first.difference();
  const Vec2 to = second.difference();
  return Norm1(edge_a) + Norm1(edge_b) < Norm1(from) + Norm1(to) ? edge_a - edge_b : to - from;
}

Candidate OfSegment(const CsoPoint& first, const CsoPoint& second) {
  const Vec2 edge = EdgeBetween(first, second);
  const double along_first = -Dot(first.difference(), edge);
  const double along_second = Dot(second.difference(), edge);
  if (!(along_second > 0.0)) return OfVertex(second);
  if (!(along_first > 0.0)) return OfVertex(first);
  // Positive if the origin is to the left of the edge. The value must be exact to rounding too: for a short edge far from the
  // origin the filtered one may have no digit right.
  const double cross = EdgeCrossExact(first.q, first.p, second.q, second.p, nullptr);
  if (cross == 0.0) return OfVertex(along_first < along_second ? first : second);
  Candidate candidate{first,
                      second,
                      true,
                      std::abs(cross) / Norm(edge),
                      PerpendicularLeft(Normalized(edge)),
                      along_first / (along_first + along_second)};
  if (cross > 0.0) {
    std::swap(candidate.right, candidate.left);
    candidate.normal = -candidate.normal;
    candidate.part = 1.0 - candidate.part;
  }
  return candidate;
}

ContactDistance ResultOf(const Candidate& closest, int64_t visits, bool reached_cap) {
  return {closest.distance_m,
          closest.right.p + closest.part * (closest.left.p - closest.right.p),
          closest.right.q + closest.part * (closest.left.q - closest.right.q),
          -closest.normal,
          visits,
          reached_cap};
}

}  // namespace

ContactDistance FindContactDistance(const VertexRing& a, const VertexRing& b, CsoIndex first, CsoIndex second,
                                    int most_rounds) {
  ExactSupports supports(a, b);
  Candidate closest = OfSegment(supports.At(first), supports.At(second));
  for (int rounds = 0; rounds < most_rounds; ++rounds) {
    const CsoDirection across = closest.Across();
    const CsoPoint support = closest.is_edge ? supports.SupportBeyondChord(across, closest.right, closest.left)
                                             : supports.SupportToTheRight(across, closest.right.index);
    if (!IsBeyond(across, closest.right, support)) return ResultOf(closest, supports.visits(), false);
    Candidate next = OfSegment(closest.right, support);
    if (closest.is_edge) {
      const Candidate other = OfSegment(support, closest.left);
      if (other.distance_m < next.distance_m) next = other;
    }
    // A foot near the end of an edge is closer than the end by a term of second order only, which rounding hides. The direction
    // to the foot separates the shapes, though, and the one to the end does not.
    if (!(next.distance_m < (next.is_edge ? kSameDistance : 1.0) * closest.distance_m)) {
      return ResultOf(closest, supports.visits(), false);
    }
    next.distance_m = std::min(next.distance_m, closest.distance_m);
    closest = next;
  }
  return ResultOf(closest, supports.visits(), true);
}

}  // namespace collision2d::internal
