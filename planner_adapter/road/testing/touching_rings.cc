#include "planner_adapter/road/testing/touching_rings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "collision2d/geometry/convex_polygon.h"

namespace collision2d::planner {
namespace {

using Ring = std::vector<Vec2>;

// No area of lattice polygons, with halves of integers among the coordinates, is positive and below
// twice this.
constexpr double kLeastArea = 2e-11;

double AreaOf(const Ring& ring) {
  double area = 0.0;
  for (size_t i = 0; i < ring.size(); ++i) area += 0.5 * Cross(ring[i], ring[(i + 1) % ring.size()]);
  return area;
}

// The part of a convex ring on the left of a line.
Ring LeftPart(const Ring& ring, Vec2 from, Vec2 to) {
  Ring part;
  const auto height = [&](Vec2 p) { return Cross(to - from, p - from); };
  for (size_t i = 0; i < ring.size(); ++i) {
    const Vec2 p = ring[i];
    const Vec2 q = ring[(i + 1) % ring.size()];
    const double of_p = height(p);
    const double of_q = height(q);
    if (of_p >= 0.0) part.push_back(p);
    if ((of_p > 0.0 && of_q < 0.0) || (of_p < 0.0 && of_q > 0.0)) part.push_back(p + of_p / (of_p - of_q) * (q - p));
  }
  return part;
}

Ring Intersection(Ring ring, const Ring& with) {
  for (size_t i = 0; i < with.size(); ++i) ring = LeftPart(ring, with[i], with[(i + 1) % with.size()]);
  return ring;
}

bool Overlap(const Ring& a, const Ring& b) { return AreaOf(Intersection(a, b)) > kLeastArea; }

bool Contains(const Ring& outer, const Ring& inner) {
  return AreaOf(Intersection(inner, outer)) > AreaOf(inner) - kLeastArea;
}

// The area of a ring that no cell contains.
double AreaOutside(const Ring& ring, const std::vector<LatticeRing>& cells, size_t first) {
  if (ring.size() < 3 || AreaOf(ring) <= 0.01 * kLeastArea) return 0.0;
  if (first == cells.size()) return AreaOf(ring);
  const Ring& cell = cells[first].vertices;
  double area = 0.0;
  Ring rest = ring;
  for (size_t i = 0; i < cell.size(); ++i) {
    const Vec2 from = cell[i];
    const Vec2 to = cell[(i + 1) % cell.size()];
    area += AreaOutside(LeftPart(rest, to, from), cells, first + 1);
    rest = LeftPart(rest, from, to);
  }
  return area;
}

struct Point {
  int64_t x;
  int64_t y;
};

Point PointOf(Vec2 p, int64_t scale) {
  return {static_cast<int64_t>(std::llround(2.0 * p.x)) * scale, static_cast<int64_t>(std::llround(2.0 * p.y)) * scale};
}

int64_t CrossOf(Point a, Point b) { return a.x * b.y - a.y * b.x; }
Point Minus(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }

// Whether the points next to p in a direction, which no side is parallel to, are road. p is scaled
// by 2 * scale.
bool IsRoadBeside(Point p, int64_t scale, Point direction, const std::vector<LatticeRing>& rings) {
  int count = 0;
  for (const LatticeRing& ring : rings) {
    bool contains = true;
    for (size_t i = 0; i < ring.vertices.size(); ++i) {
      const Point from = PointOf(ring.vertices[i], scale);
      const Point along = Minus(PointOf(ring.vertices[(i + 1) % ring.vertices.size()], scale), from);
      const int64_t side = CrossOf(along, Minus(p, from));
      contains = contains && (side > 0 || (side == 0 && CrossOf(along, direction) > 0));
    }
    if (contains) count += ring.is_island ? -1 : 1;
  }
  return count > 0;
}

// Whether some of the points next to p are road: as far as sides are not closer in direction than a
// degree on the lattice of halves.
bool IsRoadAround(Point p, int64_t scale, const std::vector<LatticeRing>& rings) {
  // Between any two directions of the lattice, one of these: their slopes have larger denominators
  // than those of sides, and all gaps between these are narrower.
  for (int64_t i = -2001; i <= 2001; i += 4) {
    for (const Point direction : {Point{2003, i}, Point{-2003, i}, Point{i, 2003}, Point{i, -2003}}) {
      if (IsRoadBeside(p, scale, direction, rings)) return true;
    }
  }
  return false;
}

bool IsPointOnRings(Vec2 p, const std::vector<LatticeRing>& rings) { return IsRoadAround(PointOf(p, 1), 1, rings); }

// Each part between the lines of sides has road on one of its sides.
bool IsSegmentOnRings(Vec2 a, Vec2 b, const std::vector<LatticeRing>& rings) {
  const Point from = PointOf(a, 1);
  const Point along = Minus(PointOf(b, 1), from);
  struct Fraction {
    int64_t numerator;
    int64_t denominator;
  };
  std::vector<Fraction> cuts = {{0, 1}, {1, 1}};
  for (const LatticeRing& ring : rings) {
    for (size_t i = 0; i < ring.vertices.size(); ++i) {
      const Point corner = PointOf(ring.vertices[i], 1);
      const Point side = Minus(PointOf(ring.vertices[(i + 1) % ring.vertices.size()], 1), corner);
      int64_t denominator = CrossOf(side, along);
      int64_t numerator = CrossOf(side, Minus(corner, from));
      if (denominator < 0) {
        denominator = -denominator;
        numerator = -numerator;
      }
      if (numerator > 0 && numerator < denominator) cuts.push_back({numerator, denominator});
    }
  }
  std::sort(cuts.begin(), cuts.end(), [](const Fraction& s, const Fraction& t) {
    return s.numerator * t.denominator < t.numerator * s.denominator;
  });
  for (size_t i = 1; i < cuts.size(); ++i) {
    const Fraction& s = cuts[i - 1];
    const Fraction& t = cuts[i];
    if (s.numerator * t.denominator == t.numerator * s.denominator) continue;
    // The middle between the cuts.
    const int64_t scale = 2 * s.denominator * t.denominator;
    const int64_t ahead = s.numerator * t.denominator + t.numerator * s.denominator;
    const Point middle{from.x * scale + along.x * ahead, from.y * scale + along.y * ahead};
    // Directions to both sides that no side is parallel to: nearly those of the segment.
    const Point left{along.x * 4001 - along.y, along.y * 4001 + along.x};
    const Point right{along.x * 4001 + along.y, along.y * 4001 - along.x};
    if (!IsRoadBeside(middle, scale, left, rings) && !IsRoadBeside(middle, scale, right, rings)) return false;
  }
  return true;
}

Vec2 RandomPoint(Random* random) {
  const double x = random->Integer(0, kRingReach);
  return {x, static_cast<double>(random->Integer(0, kRingReach))};
}

// A point of the lattice on a ring: a corner, or between two.
Vec2 PointOn(const Ring& ring, Random* random) {
  const int i = random->Index(static_cast<int>(ring.size()));
  const Vec2 from = ring[i];
  const Vec2 along = ring[(static_cast<size_t>(i) + 1) % ring.size()] - from;
  std::vector<Vec2> points = {from};
  for (int k = 1; k < kRingReach; ++k) {
    const Vec2 p = from + k / static_cast<double>(kRingReach) * along;
    const Vec2 rounded{std::round(p.x), std::round(p.y)};
    if (Cross(along, rounded - from) == 0.0) points.push_back(rounded);
  }
  return points[random->Index(static_cast<int>(points.size()))];
}

// A convex ring, many of whose vertices are on other rings. Few points give slivers.
Ring RandomRing(const std::vector<LatticeRing>& others, Random* random) {
  while (true) {
    std::vector<Vec2> points;
    const int count = random->Integer(3, 5);
    const Vec2 middle = RandomPoint(random);
    const int spread = random->Chance(0.3) ? kRingReach : random->Integer(1, 4);
    for (int i = 0; i < count; ++i) {
      const bool is_touching = !others.empty() && random->Chance(0.45);
      const Vec2 near{std::clamp<double>(middle.x + random->Integer(-spread, spread), 0.0, kRingReach),
                      std::clamp<double>(middle.y + random->Integer(-spread, spread), 0.0, kRingReach)};
      points.push_back(is_touching ? PointOn(others[random->Index(static_cast<int>(others.size()))].vertices, random)
                                   : near);
    }
    const ConvexPolygon hull = *ConvexPolygon::Hull(points);
    if (hull.size() >= 3) return {hull.vertices().begin(), hull.vertices().end()};
  }
}

}  // namespace

std::vector<LatticeRing> RandomTouchingCells(bool may_overlap, Random* random) {
  std::vector<LatticeRing> cells;
  for (int attempt = random->Integer(8, 40); attempt > 0 || cells.empty(); --attempt) {
    Ring ring = RandomRing(cells, random);
    const bool overlaps = std::any_of(cells.begin(), cells.end(),
                                      [&](const LatticeRing& other) { return Overlap(ring, other.vertices); });
    if (!overlaps || (may_overlap && random->Chance(0.1))) cells.push_back({std::move(ring), false});
  }
  return cells;
}

std::vector<LatticeRing> RandomTouchingIslands(Random* random) {
  std::vector<LatticeRing> rings;
  const double reach = kRingReach;
  rings.push_back({{{0, 0}, {reach, 0}, {reach, reach}, {0, reach}}, false});
  for (int attempt = random->Integer(10, 40); attempt > 0; --attempt) {
    LatticeRing ring{RandomRing(rings, random), !random->Chance(0.2)};
    bool fits = true;
    int islands_around = 0;
    for (size_t i = 1; i < rings.size(); ++i) {
      const bool is_within = rings[i].is_island && !ring.is_island && Contains(rings[i].vertices, ring.vertices);
      islands_around += is_within ? 1 : 0;
      fits = fits && (is_within || !Overlap(ring.vertices, rings[i].vertices));
    }
    if (fits && (ring.is_island || islands_around == 1)) rings.push_back(std::move(ring));
  }
  return rings;
}

std::vector<Vec2> RandomBodyNear(const std::vector<LatticeRing>& rings, Random* random) {
  std::vector<Vec2> points;
  const int count = random->Chance(0.3) ? random->Integer(1, 2) : random->Integer(3, 5);
  const bool is_small = random->Chance(0.8);
  const int reach = random->Integer(1, 2);
  const Vec2 middle = RandomPoint(random);
  const auto& ring = rings[random->Index(static_cast<int>(rings.size()))].vertices;
  for (int i = 0; i < count; ++i) {
    const Vec2 near{std::clamp<double>(middle.x + random->Integer(-reach, reach), 0.0, kRingReach),
                    std::clamp<double>(middle.y + random->Integer(-reach, reach), 0.0, kRingReach)};
    points.push_back(random->Chance(is_small ? 0.15 : 0.5) ? PointOn(ring, random)
                     : is_small                            ? near
                                                           : RandomPoint(random));
  }
  const ConvexPolygon hull = *ConvexPolygon::Hull(points);
  return {hull.vertices().begin(), hull.vertices().end()};
}

bool IsOnRings(const std::vector<Vec2>& body, const std::vector<LatticeRing>& rings) {
  if (body.size() == 1) return IsPointOnRings(body[0], rings);
  if (body.size() == 2) return IsSegmentOnRings(body[0], body[1], rings);
  const bool has_islands =
      std::any_of(rings.begin(), rings.end(), [](const LatticeRing& ring) { return ring.is_island; });
  if (!has_islands) return AreaOutside(body, rings, 0) <= kLeastArea;
  double area = 0.0;
  for (const LatticeRing& ring : rings)
    area += (ring.is_island ? -1.0 : 1.0) * AreaOf(Intersection(body, ring.vertices));
  return area >= AreaOf(body) - kLeastArea;
}

}  // namespace collision2d::planner
