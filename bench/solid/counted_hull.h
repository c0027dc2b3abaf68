#pragma once

#include <cstdint>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_polytope.h"

namespace collision2d::bench {

// A polytope that counts the vertices whose height its support mapping computes: each is three
// multiplications. Only for counting, not for timing.
class CountedHull {
 public:
  struct Hint {
    int vertex = 0;
  };

  // With hill climbing on the adjacency, or a scan of all vertices. Both must outlive the object.
  CountedHull(const solid::ConvexPolytope& polytope, bool hill_climbing, int64_t* looked_at)
      : polytope_(polytope), hill_climbing_(hill_climbing), looked_at_(looked_at) {}

  int num_vertices() const { return polytope_.num_vertices(); }
  solid::Vec3 vertex(int i) const { return polytope_.vertex(i); }
  solid::Vec3 Center() const { return polytope_.Center(); }
  double Magnitude() const { return polytope_.Magnitude(); }

  solid::Vec3 Support(const solid::Vec3& direction, Hint* hint) const {
    if (!hill_climbing_)
      *hint = Scan(direction);
    else
      Climb(direction, hint);
    return vertex(hint->vertex);
  }

 private:
  double Height(const solid::Vec3& direction, int i) const {
    ++*looked_at_;
    return Dot(direction, vertex(i));
  }

  Hint Scan(const solid::Vec3& direction) const {
    Hint best;
    double highest = Height(direction, 0);
    for (int i = 1; i < num_vertices(); ++i) {
      const double height = Height(direction, i);
      if (!(height > highest)) continue;
      highest = height;
      best.vertex = i;
    }
    return best;
  }

  // To the highest neighbour, until none is higher.
  void Climb(const solid::Vec3& direction, Hint* hint) const {
    double highest = Height(direction, hint->vertex);
    for (;;) {
      const int from = hint->vertex;
      for (const auto neighbor : polytope_.neighbors(from)) {
        const double height = Height(direction, static_cast<int>(neighbor));
        if (!(height > highest)) continue;
        highest = height;
        hint->vertex = static_cast<int>(neighbor);
      }
      if (hint->vertex == from) return;
    }
  }

  const solid::ConvexPolytope& polytope_;
  bool hill_climbing_;
  int64_t* looked_at_;
};

}  // namespace collision2d::bench
