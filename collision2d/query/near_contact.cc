#include "collision2d/query/near_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/penetration.h"

namespace collision2d::internal {
namespace {

bool IsStrictlyConvex(const VertexRing& ring) {
  const int n = ring.size();
  if (n == 1) return true;
  if (n == 2) return ring[0] != ring[1];
  int direction_changes = 0;
  for (int i = 0; i < n; ++i) {
    const Vec2 previous = ring[(i + n - 1) % n];
    const Vec2 at = ring[i];
    const Vec2 next = ring[(i + 1) % n];
    if (!(Orient2d(previous, at, next) > 0.0)) return false;
    if (LexicographicallyLess(previous, at) != LexicographicallyLess(at, next)) ++direction_changes;
  }
  return direction_changes == 2;
}

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
      : ring_(ring), convex_(IsStrictlyConvex(ring)), first_(convex_ ? 0 : LexicographicallyFirst(ring)) {}

  // Calls visit(from, to) for every hull edge, as indices of vertices.
  template <typename Visit>
  void ForEachEdge(const Visit& visit) const {
    int at = first_;
    do {
      const int next = Next(at);
      if (ring_[next] == ring_[at]) return;
      visit(at, next);
      at = next;
    } while (ring_[at] != ring_[first_]);
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

// The extreme of Orient2d(from, to, .) over the vertices of a ring; a positive value is on the inner side of the edge.
struct Innermost {
  double orientation = -std::numeric_limits<double>::infinity();
  int vertex = 0;
};

Innermost InnermostVertex(const VertexRing& ring, Vec2 from, Vec2 to) {
  Innermost innermost;
  for (int i = 0; i < ring.size(); ++i) {
    const double orientation = Orient2d(from, to, ring[i]);
    if (orientation > innermost.orientation) innermost = {orientation, i};
  }
  return innermost;
}

// If all vertices of both rings are on one line, whether the two stretches are disjoint; otherwise false.
bool AreDisjointOnOneLine(const VertexRing& a, const VertexRing& b) {
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
      if (Orient2d(lowest, highest, (*ring)[i]) != 0.0) return false;
    }
  }
  return LexicographicallyLess(high_a, low_b) || LexicographicallyLess(high_b, low_a);
}

// What the edge lines of `owner` say of `other`.
struct EdgeLines {
  bool one_separates = false;  // Some edge has all of `other` strictly outside.
  bool one_supports = false;   // Some edge has no vertex of `other` strictly inside.
};

EdgeLines ClassifyEdgeLines(const HullWalk& walk, const VertexRing& owner, const VertexRing& other) {
  EdgeLines lines;
  walk.ForEachEdge([&](int from, int to) {
    const double innermost = InnermostVertex(other, owner[from], owner[to]).orientation;
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
  if (AreDisjointOnOneLine(a, b)) return ExactRelation::kDisjoint;
  const bool both_points = a.size() == 1 && b.size() == 1;
  if (of_a.one_supports || of_b.one_supports || both_points) return ExactRelation::kTouching;
  return ExactRelation::kOverlapping;
}

// The closest pair of a point of the edge (from, to) and a vertex, from the edge to the vertex.
struct VertexToEdge {
  double distance_m;
  Vec2 on_edge;
  Vec2 direction;
};

VertexToEdge ClosestOnEdge(Vec2 from, Vec2 to, Vec2 vertex) {
  const Vec2 edge = to - from;
  const double along_from = Dot(vertex - from, edge);
  const double along_to = Dot(to - vertex, edge);
  if (along_from <= 0.0 || along_to <= 0.0) {
    const Vec2 end = along_from <= 0.0 ? from : to;
    const Vec2 gap = vertex - end;
    return {Norm(gap), end, gap == Vec2{} ? OutwardNormal(from, to) : Normalized(gap)};
  }
  const double orientation = Orient2d(from, to, vertex);
  const double distance = std::abs(orientation) / Norm(edge);
  const Vec2 left = Normalized(PerpendicularLeft(edge));
  // The foot measured from the vertex: exact to rounding of the small distance, not of the edge.
  const Vec2 direction = orientation > 0.0 ? left : -left;
  return {distance, vertex - distance * direction, direction};
}

// The closest pair of two disjoint hulls.
Separation ClosestPair(const VertexRing& a, const HullWalk& walk_a, const VertexRing& b, const HullWalk& walk_b) {
  Separation best;
  best.status = SeparationStatus::kSeparated;
  best.signed_distance_m = std::numeric_limits<double>::infinity();
  walk_a.ForEachEdge([&](int from, int to) {
    for (int j = 0; j < b.size(); ++j) {
      const VertexToEdge pair = ClosestOnEdge(a[from], a[to], b[j]);
      if (pair.distance_m < best.signed_distance_m) {
        best = {pair.distance_m, pair.on_edge, b[j], pair.direction, SeparationStatus::kSeparated};
      }
    }
  });
  walk_b.ForEachEdge([&](int from, int to) {
    for (int i = 0; i < a.size(); ++i) {
      const VertexToEdge pair = ClosestOnEdge(b[from], b[to], a[i]);
      if (pair.distance_m < best.signed_distance_m) {
        best = {pair.distance_m, a[i], pair.on_edge, -pair.direction, SeparationStatus::kSeparated};
      }
    }
  });
  if (std::isinf(best.signed_distance_m)) {
    const Vec2 gap = b[0] - a[0];
    best = {Norm(gap), a[0], b[0], gap == Vec2{} ? Vec2{1.0, 0.0} : Normalized(gap), SeparationStatus::kSeparated};
  }
  // Disjoint by RelateExactly: only underflow can have lost the distance.
  best.signed_distance_m = std::max(best.signed_distance_m, std::numeric_limits<double>::denorm_min());
  return best;
}

// The shortest translation that makes two hulls with a common point interior-disjoint: over all edges, how far the
// other hull reaches inward.
Separation ShallowestEdge(const VertexRing& a, const HullWalk& walk_a, const VertexRing& b, const HullWalk& walk_b) {
  double least_depth = std::numeric_limits<double>::infinity();
  Separation best;
  const auto consider = [&](Vec2 from, Vec2 to, const VertexRing& other, bool edge_is_of_a) {
    const Innermost innermost = InnermostVertex(other, from, to);
    const double depth = std::max(innermost.orientation, 0.0) / Norm(to - from);
    if (!(depth < least_depth)) return;
    least_depth = depth;
    const Vec2 normal = OutwardNormal(from, to);
    const int n = other.size();
    const Vec2 deepest = DeepestPoint(from, to, other[innermost.vertex], other[(innermost.vertex + n - 1) % n],
                                      other[(innermost.vertex + 1) % n]);
    best = PenetrationThroughEdge(depth, normal, deepest, edge_is_of_a);
  };
  walk_a.ForEachEdge([&](int from, int to) { consider(a[from], a[to], b, true); });
  walk_b.ForEachEdge([&](int from, int to) { consider(b[from], b[to], a, false); });
  return best;
}

}  // namespace

ExactRelation RelateExactly(const VertexRing& a, const VertexRing& b) { return Relate(a, HullWalk(a), b, HullWalk(b)); }

Separation ResolveNearContact(const VertexRing& a, const VertexRing& b) {
  const HullWalk walk_a(a);
  const HullWalk walk_b(b);
  const ExactRelation relation = Relate(a, walk_a, b, walk_b);
  if (relation == ExactRelation::kDisjoint) return ClosestPair(a, walk_a, b, walk_b);
  Separation separation = ShallowestEdge(a, walk_a, b, walk_b);
  if (relation == ExactRelation::kOverlapping) {
    separation.signed_distance_m = std::min(separation.signed_distance_m, -std::numeric_limits<double>::denorm_min());
    return separation;
  }
  // The common point is where the closest pair meets; the direction is that of the supporting edge.
  const Separation closest = ClosestPair(a, walk_a, b, walk_b);
  separation.status = SeparationStatus::kTouching;
  separation.signed_distance_m = 0.0;
  separation.witness_a = closest.witness_a;
  separation.witness_b = closest.witness_b;
  return separation;
}

}  // namespace collision2d::internal
