#include "collision2d/query/contact_distance.h"

#include <cmath>

#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/ring_support.h"

namespace collision2d::internal {
namespace {

// More than twice the rounding of a distance.
constexpr double kSameDistance = 1.0 + 8.0 * 0x1p-53;

struct CsoPoint {
  CsoIndex index;
  Vec2 p;
  Vec2 q;
};

// The closest point of a segment between two CSO points, or of a single one.
struct Candidate {
  CsoPoint first;
  CsoPoint second;
  bool is_edge;
  double distance_m;
  // Unit vector from the origin to the closest point.
  Vec2 normal;
  // Where on the segment that is: 0 at the first point, 1 at the second.
  double part;
};

Candidate OfVertex(const CsoPoint& point) {
  const Vec2 w = point.p - point.q;
  return {point, point, false, Norm(w), Normalized(w), 0.0};
}

// From one CSO point to another: by the shapes' edges or by the points themselves, whichever is shorter and so loses less to
// rounding.
Vec2 EdgeBetween(const CsoPoint& first, const CsoPoint& second) {
  const Vec2 edge_a = second.p - first.p;
  const Vec2 edge_b = second.q - first.q;
  const Vec2 from = first.p - first.q;
  const Vec2 to = second.p - second.q;
  return Norm1(edge_a) + Norm1(edge_b) < Norm1(from) + Norm1(to) ? edge_a - edge_b : to - from;
}

Candidate OfSegment(const CsoPoint& first, const CsoPoint& second) {
  const Vec2 edge = EdgeBetween(first, second);
  const double along_first = -Dot(first.p - first.q, edge);
  const double along_second = Dot(second.p - second.q, edge);
  if (!(along_second > 0.0)) return OfVertex(second);
  if (!(along_first > 0.0)) return OfVertex(first);
  // Positive if the origin is to the left of the edge.
  const double cross = EdgeCross(first.q, first.p, second.q, second.p);
  if (cross == 0.0) return OfVertex(along_first < along_second ? first : second);
  const Vec2 left = PerpendicularLeft(Normalized(edge));
  return {first, second, true, std::abs(cross) / Norm(edge), cross > 0.0 ? -left : left,
          along_first / (along_first + along_second)};
}

class Search {
 public:
  Search(const VertexRing& a, const VertexRing& b) : a_(a), b_(b) {}

  ContactDistance Run(CsoIndex first, CsoIndex second) {
    Candidate closest = OfSegment(At(first), At(second));
    for (int rounds = 0; rounds < a_.size() + b_.size() + kSpareRounds; ++rounds) {
      const CsoPoint support = SupportAgainst(closest.normal, closest.first.index);
      if (!IsBeyond(closest, support)) return Result(closest, false);
      Candidate next = OfSegment(closest.first, support);
      if (closest.is_edge) {
        const Candidate other = OfSegment(closest.second, support);
        if (other.distance_m < next.distance_m) next = other;
      }
      // A foot near the end of an edge is closer than the end by a square only, which rounding hides: but the direction to the
      // end does not separate, and that to the foot does.
      if (!(next.distance_m < (next.is_edge ? kSameDistance : 1.0) * closest.distance_m)) return Result(closest, false);
      closest = next;
    }
    return Result(closest, true);
  }

 private:
  // Rounding can add a round or two when vertices tie.
  static constexpr int kSpareRounds = 4;

  CsoPoint At(CsoIndex index) {
    visits_ += 2;
    return {index, a_[index.a], b_[index.b]};
  }

  // Whether a point is nearer to the origin than the segment along its normal, by more than rounding.
  static bool IsBeyond(const Candidate& segment, const CsoPoint& point) {
    const Vec2 step_a = point.p - segment.first.p;
    const Vec2 step_b = point.q - segment.first.q;
    return Dot(segment.normal, step_a - step_b) < -kRiseRelativeError * (Norm1(step_a) + Norm1(step_b));
  }

  CsoPoint SupportAgainst(Vec2 v, CsoIndex start) {
    return At({Farthest(a_, -v, start.a), Farthest(b_, v, start.b)});
  }

  int Farthest(const VertexRing& ring, Vec2 direction, int start) {
    if (ring.is_strictly_convex()) return ClimbToSupport(ring, direction, start, &visits_);
    visits_ += ring.size();
    return ScanForSupport(ring, direction, start);
  }

  ContactDistance Result(const Candidate& closest, bool reached_cap) const {
    return {closest.distance_m,
            closest.first.p + closest.part * (closest.second.p - closest.first.p),
            closest.first.q + closest.part * (closest.second.q - closest.first.q),
            -closest.normal,
            visits_,
            reached_cap};
  }

  const VertexRing& a_;
  const VertexRing& b_;
  int64_t visits_ = 0;
};

}  // namespace

ContactDistance FindContactDistance(const VertexRing& a, const VertexRing& b, CsoIndex first, CsoIndex second) {
  return Search(a, b).Run(first, second);
}

}  // namespace collision2d::internal
