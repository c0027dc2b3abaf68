#include "collision2d/testing/pair_generators.h"

#include <cmath>
#include <utility>
#include <vector>

#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/lattice_pairs.h"
#include "collision2d/testing/polygon_generators.h"

namespace collision2d {
namespace {

using Points = std::vector<Vec2>;

double RandomGap(Random* random) {
  if (random->Chance(0.25)) return 0.0;
  const double sign = random->Sign();
  return sign * random->LogUniform(1e-15, 1e-3);
}

Vec2 RandomUnit(Random* random) {
  const double angle_rad = random->Angle();
  return {std::cos(angle_rad), std::sin(angle_rad)};
}

Vec2 Mean(const Points& points) {
  Vec2 sum;
  for (const Vec2 p : points) sum = sum + p;
  return (1.0 / static_cast<double>(points.size())) * sum;
}

// v / |v|, or a random unit vector for v = 0.
Vec2 UnitOr(Vec2 v, Random* random) {
  const double norm = Norm(v);
  return norm > 0.0 ? (1.0 / norm) * v : RandomUnit(random);
}

// Returns the points rotated so that the unit vector `from` becomes the unit vector `to`, then
// moved so that points[anchor] is exactly `target`.
Points Placed(const Points& points, Vec2 from, Vec2 to, int anchor, Vec2 target) {
  const Pose2 turn({}, UnitRotation(Dot(from, to), Cross(from, to)));
  const Vec2 shift = target - turn.Rotate(points[anchor]);
  Points placed;
  for (const Vec2 p : points) placed.push_back(turn.Rotate(p) + shift);
  placed[anchor] = target;
  return placed;
}

// A strictly convex counter-clockwise version of a random shape, so that neighbours in the list are
// edges.
Points RandomRing(int max_vertices, Random* random) {
  const ConvexPolygon polygon = RandomPolygon(max_vertices, random);
  return {polygon.vertices().begin(), polygon.vertices().end()};
}

PointPair Independent(int max_vertices, Random* random) {
  PointPair pair = {RandomRing(max_vertices, random), RandomRing(max_vertices, random)};
  const double distance = random->Uniform(0.0, 2.0);
  const Vec2 shift = distance * RandomUnit(random);
  for (Vec2& p : pair.b) p = p + shift;
  return pair;
}

PointPair Grid(Random* random) {
  PointPair pair = {RandomPoints(PolygonKind::kGrid, 8, random), RandomPoints(PolygonKind::kGrid, 8, random)};
  if (random->Chance(0.3)) pair.a.resize(random->Integer(1, 2));
  if (random->Chance(0.3)) pair.b.resize(random->Integer(1, 2));
  const Vec2 shift = {static_cast<double>(random->Integer(-4, 4)), static_cast<double>(random->Integer(-4, 4))};
  for (Vec2& p : pair.b) p = p + shift;
  return pair;
}

PointPair VertexVertex(int max_vertices, Random* random) {
  const Points a = RandomRing(max_vertices, random);
  const Points b = RandomRing(max_vertices, random);
  const Vec2 corner_a = a[random->Index(static_cast<int>(a.size()))];
  const int corner_b = random->Index(static_cast<int>(b.size()));
  const Vec2 outward_a = UnitOr(corner_a - Mean(a), random);
  const Vec2 outward_b = UnitOr(b[corner_b] - Mean(b), random);
  return {a, Placed(b, outward_b, -outward_a, corner_b, corner_a + RandomGap(random) * outward_a)};
}

// Points of an edge of `a` (or its only vertex), and the unit vector out of it.
struct Edge {
  Vec2 start;
  Vec2 end;
  Vec2 outward;
};

Edge RandomEdge(const Points& a, Random* random) {
  const int i = random->Index(static_cast<int>(a.size()));
  const Vec2 end = a[(i + 1) % a.size()];
  return {a[i], end, -PerpendicularLeft(UnitOr(end - a[i], random))};
}

PointPair VertexEdge(const PointPair& rings, Random* random) {
  const auto& [a, b] = rings;
  const Edge edge = RandomEdge(a, random);
  const double t = random->Chance(0.3) ? 0.5 : random->Uniform(0.0, 1.0);
  const Vec2 target = edge.start + t * (edge.end - edge.start) + RandomGap(random) * edge.outward;
  const int corner_b = random->Index(static_cast<int>(b.size()));
  const Vec2 outward_b = UnitOr(b[corner_b] - Mean(b), random);
  return {a, Placed(b, outward_b, -edge.outward, corner_b, target)};
}

PointPair EdgeEdge(const PointPair& rings, Random* random) {
  const auto& [a, b] = rings;
  const Edge edge = RandomEdge(a, random);
  const int corner_b = random->Index(static_cast<int>(b.size()));
  const Vec2 edge_b = b[(corner_b + 1) % b.size()] - b[corner_b];
  const Vec2 outward_b = -PerpendicularLeft(UnitOr(edge_b, random));
  const double t = random->Uniform(-0.5, 1.5);
  const Vec2 target = edge.start + t * (edge.end - edge.start) + RandomGap(random) * edge.outward;
  return {a, Placed(b, outward_b, -edge.outward, corner_b, target)};
}

// The ring with corners cut off, or with corners between the ends of its edges: at most two
// vertices for each one.
Points Chamfered(const Points& ring, Random* random) {
  Points points;
  const size_t n = ring.size();
  for (size_t i = 0; i < n; ++i) {
    const Vec2 to_previous = ring[(i + n - 1) % n] - ring[i];
    const Vec2 to_next = ring[(i + 1) % n] - ring[i];
    const double cut = random->LogUniform(1e-7, 1e-1);
    const double other_cut = random->Chance(0.5) ? cut : random->LogUniform(1e-7, 1e-1);
    if (random->Chance(0.3)) {
      points.push_back(ring[i]);
    } else {
      points.push_back(ring[i] + cut * to_previous);
      points.push_back(ring[i] + other_cut * to_next);
    }
  }
  return points;
}
Points NearlyStraightened(const Points& ring, Random* random) {
  Points points;
  const size_t n = ring.size();
  for (size_t i = 0; i < n; ++i) {
    points.push_back(ring[i]);
    const Vec2 edge = ring[(i + 1) % n] - ring[i];
    const double part = random->Uniform(0.0, 1.0);
    const double bulge = random->LogUniform(1e-17, 1e-9);
    points.push_back(ring[i] + part * edge - bulge * part * (1.0 - part) * PerpendicularLeft(edge));
  }
  return points;
}

template <typename Cut>
PointPair WithCuts(int max_vertices, Random* random, const Cut& cut) {
  PointPair rings = {RandomRing(max_vertices / 2, random), RandomRing(max_vertices / 2, random)};
  rings = {cut(rings.a, random), cut(rings.b, random)};
  return random->Chance(0.5) ? VertexEdge(rings, random) : EdgeEdge(rings, random);
}

PointPair SharedEdge(int max_vertices, Random* random) {
  const Points a = RandomRing(max_vertices, random);
  const Edge edge = RandomEdge(a, random);
  // Every other vertex is mirrored in the edge's middle, to the other side of it.
  Points b = {edge.start, edge.end};
  for (const Vec2 p : a) {
    if (p != edge.start && p != edge.end) b.push_back(edge.start + (edge.end - p));
  }
  if (random->Chance(0.3)) b.erase(b.begin());
  return {a, b};
}

PointPair Identical(int max_vertices, Random* random) {
  const Points a = RandomRing(max_vertices, random);
  const double gap = RandomGap(random);
  const Vec2 shift = gap * RandomUnit(random);
  Points b = a;
  for (Vec2& p : b) p = p + shift;
  return {a, b};
}

PointPair Nested(int max_vertices, Random* random) {
  const Points a = RandomRing(max_vertices, random);
  const Vec2 fixed = random->Chance(0.5) ? Mean(a) : a[random->Index(static_cast<int>(a.size()))];
  const double shrink = random->Chance(0.3) ? 0.5 : random->Uniform(0.0, 1.0);
  Points b;
  for (const Vec2 p : a) b.push_back(fixed + shrink * (p - fixed));
  return {a, b};
}

PointPair RandomPointPair(PairFamily family, int max_vertices, Random* random) {
  switch (family) {
    case PairFamily::kIndependent:
      return Independent(max_vertices, random);
    case PairFamily::kGrid:
      return Grid(random);
    case PairFamily::kVertexVertex:
      return VertexVertex(max_vertices, random);
    case PairFamily::kVertexEdge:
      return VertexEdge({RandomRing(max_vertices, random), RandomRing(max_vertices, random)}, random);
    case PairFamily::kEdgeEdge:
      return EdgeEdge({RandomRing(max_vertices, random), RandomRing(max_vertices, random)}, random);
    case PairFamily::kSharedEdge:
      return SharedEdge(max_vertices, random);
    case PairFamily::kIdentical:
      return Identical(max_vertices, random);
    case PairFamily::kNested:
      return Nested(max_vertices, random);
    case PairFamily::kChamfers:
      return WithCuts(max_vertices, random, Chamfered);
    case PairFamily::kNearlyStraight:
      return WithCuts(max_vertices, random, NearlyStraightened);
    case PairFamily::kCollinearEdges:
      return CollinearEdges(random);
    case PairFamily::kVertexOnEdge:
      return VertexOnEdge(random);
    case PairFamily::kPointsAndSegments:
      return PointsAndSegments(random);
    case PairFamily::kSlivers:
      return Slivers(random);
    case PairFamily::kCentimetresFarOut:
      return CentimetresFarOut(random);
    case PairFamily::kSubnormal:
      return Subnormal(random);
  }
  return {};
}

// Scales and moves both shapes alike: points that were equal stay equal.
void PlaceInWorld(PointPair* pair, Random* random) {
  double scale = 1.0;
  Vec2 offset;
  const int placement = random->Index(20);
  if (placement == 0) {
    const int exponent = random->Integer(-1072, -400);
    scale = std::ldexp(random->Uniform(0.5, 1.0), exponent);
  } else if (placement < 9) {
    scale = random->LogUniform(1e-3, 1e6);
  }
  if (placement >= 5 && placement < 14) {
    const double reach_m = random->LogUniform(1.0, 1e6);
    offset = {random->Uniform(-reach_m, reach_m), random->Uniform(-reach_m, reach_m)};
  }
  for (Points* points : {&pair->a, &pair->b}) {
    for (Vec2& p : *points) p = scale * p + offset;
  }
}

// Moves one coordinate to the neighbouring double, up or down.
void NudgeOneCoordinate(Points* points, Random* random) {
  Vec2& p = (*points)[random->Index(static_cast<int>(points->size()))];
  double& coordinate = random->Chance(0.5) ? p.x : p.y;
  coordinate = std::nextafter(coordinate, random->Sign() * HUGE_VAL);
}

}  // namespace

const char* Name(PairFamily family) {
  constexpr const char* kNames[kPairFamilyCount] = {
      "Independent",       "Grid",    "VertexVertex",      "VertexEdge",     "EdgeEdge",       "SharedEdge",
      "Identical",         "Nested",  "Chamfers",          "NearlyStraight", "CollinearEdges", "VertexOnEdge",
      "PointsAndSegments", "Slivers", "CentimetresFarOut", "Subnormal"};
  return kNames[static_cast<int>(family)];
}

ShapePair RandomPair(PairFamily family, int max_vertices, Random* random) {
  PointPair pair = RandomPointPair(family, max_vertices, random);
  if (!IsPortable(family)) PlaceInWorld(&pair, random);
  if (random->Chance(0.25)) NudgeOneCoordinate(&pair.b, random);
  if (random->Chance(0.5)) std::swap(pair.a, pair.b);
  return {ConvexPolygon::Hull(pair.a).value(), ConvexPolygon::Hull(pair.b).value(), family};
}

PairFamily RandomFamily(Random* random) {
  const PairFamily family = static_cast<PairFamily>(random->Index(kPairFamilyCount));
  const bool always_collides = family == PairFamily::kIdentical || family == PairFamily::kNested;
  return always_collides && random->Chance(0.5) ? PairFamily::kIndependent : family;
}

}  // namespace collision2d
