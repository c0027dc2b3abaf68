#pragma once

#include "bench/rows/packed_pairs.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {

// The support point of the CSO a - b along a direction, by scanning all vertices.
class LinearSupport {
 public:
  explicit LinearSupport(const PackedPair<Vec2>& pair) : pair_(pair) {}

  Vec2 operator()(Vec2 direction) const { return Farthest(pair_.a, direction) - Farthest(pair_.b, -direction); }

 private:
  static Vec2 Farthest(const PackedPolygon<Vec2>& polygon, Vec2 direction) {
    int best = 0;
    double highest = Dot(direction, polygon.vertices[0]);
    for (int i = 1; i < polygon.count; ++i) {
      const double height = Dot(direction, polygon.vertices[i]);
      // Without a branch: which vertex is the farthest cannot be predicted.
      best = height > highest ? i : best;
      highest = height > highest ? height : highest;
    }
    return polygon.vertices[best];
  }

  const PackedPair<Vec2>& pair_;
};

// As above by hill climbing from the last support vertices (the paper's HCS), first from vertex 0.
// The polygons are strictly convex: no plateau of equal heights ends the climb early.
class HillClimbingSupport {
 public:
  explicit HillClimbingSupport(const PackedPair<Vec2>& pair) : pair_(pair) {}

  Vec2 operator()(Vec2 direction) {
    vertex_a_ = Climb(pair_.a, direction, vertex_a_);
    vertex_b_ = Climb(pair_.b, -direction, vertex_b_);
    return pair_.a.vertices[vertex_a_] - pair_.b.vertices[vertex_b_];
  }

 private:
  static int Next(int i, int count) { return i + 1 == count ? 0 : i + 1; }
  static int Previous(int i, int count) { return i == 0 ? count - 1 : i - 1; }

  static int Climb(const PackedPolygon<Vec2>& polygon, Vec2 direction, int start) {
    double highest = Dot(direction, polygon.vertices[start]);
    int best = start;
    for (int i = Next(start, polygon.count);; i = Next(i, polygon.count)) {
      const double height = Dot(direction, polygon.vertices[i]);
      if (height <= highest) break;
      highest = height;
      best = i;
    }
    if (best != start) return best;
    for (int i = Previous(start, polygon.count);; i = Previous(i, polygon.count)) {
      const double height = Dot(direction, polygon.vertices[i]);
      if (height <= highest) return best;
      highest = height;
      best = i;
    }
  }

  const PackedPair<Vec2>& pair_;
  int vertex_a_ = 0;
  int vertex_b_ = 0;
};

}  // namespace collision2d::bench
