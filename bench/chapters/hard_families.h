#pragma once

#include <optional>
#include <vector>

#include "collision2d/collision2d.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {

// A pair of shapes whose query may be slow; with a pose of b in the frame of a, or both in one
// frame. Radii are 0.
struct HardPair {
  ConvexPolygon a;
  ConvexPolygon b;
  std::optional<Pose2> a_from_b;
};

// The vertices of b in the frame of a, as Pose2::operator* rounds them.
inline std::vector<Vec2> VerticesOfB(const HardPair& pair) {
  std::vector<Vec2> vertices(pair.b.vertices().begin(), pair.b.vertices().end());
  if (pair.a_from_b.has_value()) {
    for (Vec2& v : vertices) v = *pair.a_from_b * v;
  }
  return vertices;
}

// Vertices of convex shapes of up to thousands of vertices, counter-clockwise, as building blocks
// of hard pairs. Rounding may make a corner straight: shapes are made of them by
// ConvexPolygon::Hull. All lengths are in m.
using Ring = std::vector<Vec2>;

// centre + radius (cos, sin)(2 pi i / n).
Ring Ngon(int n, double radius, Vec2 center);

// n points of an ellipse about the origin with these half axes, evenly spaced in angle.
Ring Ellipse(int n, double half_length, double half_width);

// A square from (-1, -1) to (1, 1) whose sides are chains of n / 4 edges that bulge outwards, each
// vertex by half of `turn_ulps` units in the last place of 1 beyond the middle of its neighbours:
// the rounding of a pose bends some of them inwards.
// REQUIRES: n >= 4 and a multiple of 4.
Ring NearlyStraightSquare(int n, double turn_ulps);

// The outline of a vehicle, about the origin, along the x axis: a rectangle whose corners are arcs
// of n / 4 vertices. REQUIRES: n >= 4 and a multiple of 4; the radius is at most half of the width.
Ring RoundedRectangle(int n, double length, double width, double corner_radius);

// Each vertex scaled, then moved.
Ring Mapped(const Ring& ring, double scale, Vec2 shift);

// Each vertex posed.
Ring Posed(const Ring& ring, const Pose2& pose);

// The ring reflected through the middle of its edge from `ring[i]`: a neighbour that has the ends
// of this edge to the bit.
Ring ReflectedThroughEdge(const Ring& ring, int i);

// The ring turned and moved so that the direction `from` becomes the direction `to` (unit vectors),
// and vertex `corner` is at `target` to the bit.
Ring Placed(const Ring& ring, Vec2 from, Vec2 to, int corner, Vec2 target);

// The unit vector out of the ring at its edge from ring[i].
Vec2 EdgeNormal(const Ring& ring, int i);

// The unit vector out of the ring at its vertex i, in the middle between the normals of its edges:
// the ring ends there.
Vec2 CornerNormal(const Ring& ring, int i);

// The vertex after i, and the one before it.
inline int Next(const Ring& ring, int i) { return (i + 1) % static_cast<int>(ring.size()); }
inline int Previous(const Ring& ring, int i) { return i == 0 ? static_cast<int>(ring.size()) - 1 : i - 1; }

// A point with both coordinates in [-reach, reach).
Vec2 RandomPoint(double reach, Random* random);

// Pairs that are hard in one way, for any number of vertices.
struct CliffFamily {
  const char* name;         // snake_case, as in the CSV.
  const char* description;  // A noun phrase for --help.
  int least_vertices;
  int most_vertices;
  // Pair number `index` of shapes of `vertices` vertices (a multiple of 4), of which rounding may
  // take some away. The index chooses between variants; index 0 is the plainest one.
  HardPair (*make)(int vertices, int index, Random* random);
};

inline constexpr int kMostCliffVertices = 2000;

// Shapes that overlap deeply, so that many edges of the CSO are candidates for the penetration
// depth.
std::vector<CliffFamily> DeepFamilies();

// Shapes that touch within the rounding of their coordinates.
std::vector<CliffFamily> ContactFamilies();

// Shapes with lengths of very different magnitudes, in contact or metres apart: rounding takes away
// vertices, or a dimension, or turns edges.
std::vector<CliffFamily> ScaleFamilies();

// All of these.
std::vector<CliffFamily> AllFamilies();

// b in a frame of its own, with its origin in the middle of b and a random heading: contact is as
// good as posing is accurate.
HardPair WithPose(const ConvexPolygon& a, const ConvexPolygon& b, Random* random);

}  // namespace collision2d::bench
