#include "collision2d/query/near_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/geometry/convex_ring.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/deepest_points.h"
#include "collision2d/query/edge_height.h"

namespace collision2d::internal {
namespace {

// m. The least distance there is: what is left of a distance whose sign is known but whose value underflowed.
constexpr double kSmallest_m = std::numeric_limits<double>::denorm_min();

// Of squared distances: more than their rounding and kTie together.
constexpr double kClearlyFarther = 1.0 + 0x1p-40;

// m. Distances below this, differences of coordinates, may be subnormal.
constexpr double kFewBits_m = 0x1p-960;

int LexicographicallyFirst(const VertexRing& ring) {
  int first = 0;
  for (int i = 1; i < ring.size(); ++i) {
    if (LexicographicallyLess(ring[i], ring[first])) first = i;
  }
  return first;
}

// Walks counter-clockwise around the hull of a ring: vertex i to i + 1 if the ring is strictly convex, by gift wrapping
// (Jarvis 1973) otherwise. A hull that is a segment has two edges, one each way; one that is a point has none.
class HullWalk {
 public:
  explicit HullWalk(const VertexRing& ring)
      : ring_(ring),
        convex_(!ring.is_rounded() || IsStrictlyConvex(ring)),
        first_(convex_ ? 0 : LexicographicallyFirst(ring)) {}

  // Calls visit(from, to) for every hull edge, as indices of vertices.
  template <typename Visit>
  void ForEachEdge(const Visit& visit) const {
    int at = first_;
    // A hull has no more edges than the ring has vertices; so the walk ends even if a caller's NaN compares to nothing.
    for (int edges = 0; edges < ring_.size(); ++edges) {
      const int next = Next(at);
      if (ring_[next] == ring_[at]) return;
      visit(at, next);
      at = next;
      if (ring_[at] == ring_[first_]) return;
    }
  }

 private:
  int Next(int at) const {
    if (convex_) return at + 1 == ring_.size() ? 0 : at + 1;
    const Vec2 from = ring_[at];
    int best = at;
    for (int k = 0; k < ring_.size(); ++k) {
      const Vec2 candidate = ring_[k];
      if (candidate == from) continue;
      if (ring_[best] == from) {
        best = k;
        continue;
      }
      const double turn = Orient2d(from, ring_[best], candidate);
      if (turn < 0.0 || (turn == 0.0 && IsFarther(from, ring_[best], candidate))) best = k;
    }
    return best;
  }

  // Of two points on one ray from `from`, whether the second is the farther one.
  static bool IsFarther(Vec2 from, Vec2 near, Vec2 far) {
    return LexicographicallyLess(from, near) ? LexicographicallyLess(near, far) : LexicographicallyLess(far, near);
  }

  const VertexRing& ring_;
  bool convex_;
  int first_;
};

// Whether all vertices of two rings are on one line, and if so how their stretches of it lie.
enum class OnOneLine { kNo, kApart, kMeeting };

OnOneLine RelateOnOneLine(const VertexRing& a, const VertexRing& b) {
  Vec2 lowest = a[0];
  Vec2 highest = a[0];
  const auto extend = [&](const VertexRing& ring, Vec2* low, Vec2* high) {
    *low = *high = ring[0];
    for (int i = 0; i < ring.size(); ++i) {
      if (LexicographicallyLess(ring[i], *low)) *low = ring[i];
      if (LexicographicallyLess(*high, ring[i])) *high = ring[i];
    }
    if (LexicographicallyLess(*low, lowest)) lowest = *low;
    if (LexicographicallyLess(highest, *high)) highest = *high;
  };
  Vec2 low_a, high_a, low_b, high_b;
  extend(a, &low_a, &high_a);
  extend(b, &low_b, &high_b);
  for (const VertexRing* ring : {&a, &b}) {
    for (int i = 0; i < ring->size(); ++i) {
      if (Orient2d(lowest, highest, (*ring)[i]) != 0.0) return OnOneLine::kNo;
    }
  }
  const bool apart = LexicographicallyLess(high_a, low_b) || LexicographicallyLess(high_b, low_a);
  return apart ? OnOneLine::kApart : OnOneLine::kMeeting;
}

// What the edge lines of `owner` say of `other`.
struct EdgeLines {
  bool one_separates = false;  // Some edge has all of `other` strictly outside.
  bool one_supports = false;   // Some edge has no vertex of `other` strictly inside.
};

// O(n + m) for most pairs, since the vertex that is inside of one edge is inside of the next one too, mostly, and is
// looked at first; O(n m) at worst.
EdgeLines ClassifyEdgeLines(const HullWalk& walk, const VertexRing& owner, const VertexRing& other) {
  EdgeLines lines;
  int inside = 0;
  walk.ForEachEdge([&](int from, int to) {
    const Vec2 begin = owner[from];
    const Vec2 end = owner[to];
    double innermost = Orient2d(begin, end, other[inside]);
    for (int i = 0; i < other.size() && innermost <= 0.0; ++i) {
      const double orientation = Orient2d(begin, end, other[i]);
      if (orientation > 0.0) inside = i;
      innermost = std::max(innermost, orientation);
    }
    if (innermost < 0.0) lines.one_separates = true;
    if (innermost <= 0.0) lines.one_supports = true;
  });
  return lines;
}

// Two disjoint convex sets of the plane have a separating line through an edge of one of them, unless both lie on one
// line.
ExactRelation Relate(const VertexRing& a, const HullWalk& walk_a, const VertexRing& b, const HullWalk& walk_b) {
  const EdgeLines of_a = ClassifyEdgeLines(walk_a, a, b);
  if (of_a.one_separates) return ExactRelation::kDisjoint;
  const EdgeLines of_b = ClassifyEdgeLines(walk_b, b, a);
  if (of_b.one_separates) return ExactRelation::kDisjoint;
  switch (RelateOnOneLine(a, b)) {
    case OnOneLine::kApart:
      return ExactRelation::kDisjoint;
    case OnOneLine::kMeeting:
      return ExactRelation::kTouching;
    case OnOneLine::kNo:
      break;
  }
  return of_a.one_supports || of_b.one_supports ? ExactRelation::kTouching : ExactRelation::kOverlapping;
}

// The closest pair of a point of the edge (from, to) and a vertex, from the edge to the vertex.
struct VertexToEdge {
  double distance_m;
  Vec2 on_edge;
  Vec2 direction;
  double inset_m;  // How far the point is from the nearer end of the edge; 0 if it is an end.
};

VertexToEdge ClosestOnEdge(Vec2 from, Vec2 to, Vec2 vertex) {
  const Vec2 edge = to - from;
  const double along_from = Dot(vertex - from, edge);
  const double along_to = Dot(to - vertex, edge);
  if (along_from <= 0.0 || along_to <= 0.0) {
    const Vec2 end = along_from <= 0.0 ? from : to;
    const Vec2 gap = vertex - end;
    return {Norm(gap), end, gap == Vec2{} ? OutwardNormal(from, to) : Normalized(gap), 0.0};
  }
  const double height = HeightAboveEdge(from, to, vertex);
  // A vertex outside is not nearest to an edge that it sees from within, though in a needle it can seem so by rounding.
  const double distance = height > 0.0 ? std::numeric_limits<double>::infinity() : -height;
  const Vec2 outward = OutwardNormal(from, to);
  // The foot measured from the vertex: exact to rounding of the small distance, not of the edge.
  return {distance, vertex + height * outward, outward, std::min(along_from, along_to) / Norm(edge)};
}

// True if a vertex is farther from the edge (from, to) than `limit_m` by more than rounding: the cheap answer for nearly
// all pairs of an edge and a vertex, so that the careful one is needed for few.
bool IsFartherThan(double limit_m, Vec2 from, Vec2 to, Vec2 vertex) {
  const Vec2 edge = to - from;
  const double edge_sq = NormSquared(edge);
  const Vec2 from_start = vertex - from;
  const Vec2 from_end = vertex - to;
  // No limit is less than a part of the edge's length: the squares must not underflow.
  const double limit_sq = kClearlyFarther * std::max(limit_m * limit_m, 0x1p-80 * edge_sq);
  const double left = edge.x * from_start.y;
  const double right = edge.y * from_start.x;
  const double height =
      std::max(std::abs(left - right) - kCrossRelativeError * (std::abs(left) + std::abs(right)), 0.0);
  return limit_sq * edge_sq > kOrient2dUnderflowGuard &&
         (height * height > limit_sq * edge_sq || (Dot(from_start, edge) < 0.0 && NormSquared(from_start) > limit_sq) ||
          (Dot(from_end, edge) > 0.0 && NormSquared(from_end) > limit_sq));
}

// The closest pair of two disjoint hulls.
Separation ClosestPair(const VertexRing& a, const HullWalk& walk_a, const VertexRing& b, const HullWalk& walk_b) {
  // Relative; twice the rounding of a distance.
  constexpr double kTie = 8.0 * 0x1p-53;
  Separation best;
  best.signed_distance_m = std::numeric_limits<double>::infinity();
  double best_inset_m = 0.0;
  const auto consider = [&](Vec2 from, Vec2 to, Vec2 vertex, bool edge_is_of_a) {
    if (IsFartherThan(best.signed_distance_m, from, to, vertex)) return;
    const VertexToEdge pair = ClosestOnEdge(from, to, vertex);
    // A foot near the end of an edge is closer than the end by the square of its inset only, which rounding hides: but the
    // direction to the end does not separate, that to the foot does. Of two feet near one corner the deeper one is closer.
    const double handicap = pair.inset_m == best_inset_m ? 1.0 : pair.inset_m < best_inset_m ? 1.0 - kTie : 1.0 + kTie;
    if (!(pair.distance_m < handicap * best.signed_distance_m)) return;
    best_inset_m = pair.inset_m;
    best = edge_is_of_a
               ? Separation{pair.distance_m, pair.on_edge, vertex, pair.direction, SeparationStatus::kSeparated}
               : Separation{pair.distance_m, vertex, pair.on_edge, -pair.direction, SeparationStatus::kSeparated};
  };
  walk_a.ForEachEdge([&](int from, int to) {
    for (int j = 0; j < b.size(); ++j) consider(a[from], a[to], b[j], true);
  });
  walk_b.ForEachEdge([&](int from, int to) {
    for (int i = 0; i < a.size(); ++i) consider(b[from], b[to], a[i], false);
  });
  if (std::isinf(best.signed_distance_m)) {
    const Vec2 gap = b[0] - a[0];
    best = {Norm(gap), a[0], b[0], gap == Vec2{} ? Vec2{1.0, 0.0} : Normalized(gap), SeparationStatus::kSeparated};
  }
  return best;
}

// An edge of a or b, by its vertices, and how far the other hull reaches behind it at its innermost vertex; negative if
// the edge separates.
struct EdgeDepth {
  double depth_m = std::numeric_limits<double>::infinity();
  int from = 0;
  int to = 0;
  int innermost = 0;
  bool edge_is_of_a = true;
};

// Takes the edge if the other hull reaches behind it less than behind `least`.
void OfferEdge(const VertexRing& owner, int from, int to, const VertexRing& other, bool edge_is_of_a,
               EdgeDepth* least) {
  const Vec2 begin = owner[from];
  const Vec2 end = owner[to];
  const Vec2 edge = end - begin;
  // Rounded heights first, times the edge's length: the careful ones are needed of the highest vertices only, and of none
  // if they are higher than behind another edge.
  double reach = 0.0;
  double highest = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < other.size(); ++i) {
    const Vec2 arm = other[i] - begin;
    highest = std::max(highest, Cross(edge, arm));
    reach = std::max(reach, std::abs(arm.x) + std::abs(arm.y));
  }
  const double edge_length = std::abs(edge.x) + std::abs(edge.y);
  const double doubt = kSupportRelativeError * edge_length * reach + kOrient2dUnderflowGuard;
  // edge_length is the length or more: an upper bound for a depth, not for a gap, behind which nothing positive can fall.
  if (highest - doubt > std::max(least->depth_m, 0.0) * edge_length) return;
  EdgeDepth offer{-std::numeric_limits<double>::infinity(), from, to, 0, edge_is_of_a};
  for (int i = 0; i < other.size(); ++i) {
    const Vec2 vertex = other[i];
    if (Cross(edge, vertex - begin) < highest - doubt) continue;
    const double height_m = HeightAboveEdge(begin, end, vertex);
    if (height_m > offer.depth_m) {
      offer.depth_m = height_m;
      offer.innermost = i;
    }
  }
  if (offer.depth_m < least->depth_m) *least = offer;
}

// Over all edges the one behind which the other hull reaches least: the shortest translation that makes two hulls with
// a common point interior-disjoint goes through it; of disjoint ones it separates, unless both are on one line. Of two
// equal points, which have no edge, the depth is infinite.
EdgeDepth ShallowestEdge(const VertexRing& a, const HullWalk& walk_a, const VertexRing& b, const HullWalk& walk_b) {
  EdgeDepth least;
  walk_a.ForEachEdge([&](int from, int to) { OfferEdge(a, from, to, b, true, &least); });
  walk_b.ForEachEdge([&](int from, int to) { OfferEdge(b, from, to, a, false, &least); });
  return least;
}

// From a to b, along the outward normal of the edge; (1, 0) if there is none.
Vec2 DirectionThrough(const EdgeDepth& edge, const VertexRing& a, const VertexRing& b) {
  if (std::isinf(edge.depth_m)) return {1.0, 0.0};
  return edge.edge_is_of_a ? OutwardNormal(a[edge.from], a[edge.to]) : -OutwardNormal(b[edge.from], b[edge.to]);
}

Separation SeparationThrough(const EdgeDepth& edge, const VertexRing& a, const VertexRing& b) {
  const VertexRing& owner = edge.edge_is_of_a ? a : b;
  const VertexRing& other = edge.edge_is_of_a ? b : a;
  const Vec2 from = owner[edge.from];
  const Vec2 to = owner[edge.to];
  const Vec2 normal = OutwardNormal(from, to);
  return PenetrationThroughEdge(
      edge.depth_m, normal, DeepestPoints(owner, from, to, normal, other, other[edge.innermost]), edge.edge_is_of_a);
}

}  // namespace

bool IsStrictlyConvex(const VertexRing& ring) {
  if (ring.size() == 1) return true;
  if (ring.size() == 2) return ring[0] != ring[1];
  return IsStrictlyConvexRing(ring);
}

ExactRelation RelateExactly(const VertexRing& a, const VertexRing& b) { return Relate(a, HullWalk(a), b, HullWalk(b)); }

Separation ResolveNearContact(const VertexRing& a, const VertexRing& b) {
  const HullWalk walk_a(a);
  const HullWalk walk_b(b);
  const ExactRelation relation = Relate(a, walk_a, b, walk_b);
  if (relation == ExactRelation::kOverlapping) {
    Separation separation = SeparationThrough(ShallowestEdge(a, walk_a, b, walk_b), a, b);
    separation.signed_distance_m = std::min(separation.signed_distance_m, -kSmallest_m);
    return separation;
  }
  Separation closest = ClosestPair(a, walk_a, b, walk_b);
  if (relation == ExactRelation::kTouching) {
    // The common point is where the closest pair meets; the direction is that of the supporting edge.
    closest.status = SeparationStatus::kTouching;
    closest.signed_distance_m = 0.0;
    closest.direction = DirectionThrough(ShallowestEdge(a, walk_a, b, walk_b), a, b);
    return closest;
  }
  if (closest.signed_distance_m < kFewBits_m) {
    // A gap of a few bits has no direction of its own; that of the edge with the widest gap separates.
    const EdgeDepth widest = ShallowestEdge(a, walk_a, b, walk_b);
    if (widest.depth_m < 0.0) closest.direction = DirectionThrough(widest, a, b);
  }
  closest.signed_distance_m = std::max(closest.signed_distance_m, kSmallest_m);
  return closest;
}

}  // namespace collision2d::internal
