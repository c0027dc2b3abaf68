#include "bench/ground_truth.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace collision2d::bench {
namespace {

// m. Coordinates are below 100 m: the brute force is within 1000 * 100 m * 2^-64 of the truth.
constexpr long double kUndecided_m = 1e-13L;

struct WideVec2 {
  long double x;
  long double y;
};

using WidePolygon = std::vector<WideVec2>;

WideVec2 operator-(WideVec2 p, WideVec2 q) { return {p.x - q.x, p.y - q.y}; }
long double WideDot(WideVec2 p, WideVec2 q) { return p.x * q.x + p.y * q.y; }
long double WideCross(WideVec2 p, WideVec2 q) { return p.x * q.y - p.y * q.x; }

WidePolygon Widen(absl::Span<const Vec2> vertices) {
  WidePolygon wide;
  for (const Vec2 v : vertices) wide.push_back({v.x, v.y});
  return wide;
}

long double DiameterSquared(const WidePolygon& shape) {
  long double diameter_sq = 0.0L;
  for (const WideVec2 p : shape) {
    for (const WideVec2 q : shape) diameter_sq = std::max(diameter_sq, WideDot(p - q, p - q));
  }
  return diameter_sq;
}

// The least distance of the other's vertices to the ring's edges, and the greatest gap between the
// shapes along an outer normal of the ring: negative if they overlap along all of them.
struct EdgeExtremes {
  long double distance_sq = std::numeric_limits<long double>::infinity();
  long double gap = -std::numeric_limits<long double>::infinity();
};

void Extend(const WidePolygon& ring, const WidePolygon& other, EdgeExtremes* extremes) {
  WideVec2 tail = ring.back();
  for (const WideVec2 head : ring) {
    const WideVec2 edge = head - tail;
    const long double length_sq = WideDot(edge, edge);
    long double lowest = std::numeric_limits<long double>::infinity();
    for (const WideVec2 p : other) {
      const WideVec2 from_tail = p - tail;
      lowest = std::min(lowest, -WideCross(edge, from_tail));
      const long double along = std::clamp(WideDot(from_tail, edge) / length_sq, 0.0L, 1.0L);
      const WideVec2 connection = {from_tail.x - along * edge.x, from_tail.y - along * edge.y};
      extremes->distance_sq = std::min(extremes->distance_sq, WideDot(connection, connection));
    }
    extremes->gap = std::max(extremes->gap, lowest / std::sqrt(length_sq));
    tail = head;
  }
}

}  // namespace

GroundTruth GroundTruthFinder::Find(absl::Span<const Vec2> vertices_a, absl::Span<const Vec2> vertices_b) {
  const WidePolygon a = Widen(vertices_a);
  const WidePolygon b = Widen(vertices_b);
  EdgeExtremes extremes;
  Extend(a, b, &extremes);
  Extend(b, a, &extremes);
  GroundTruth truth;
  truth.collides = extremes.gap <= 0.0L;
  if (std::abs(extremes.gap) < kUndecided_m) {
    oracle_.SetPair(vertices_a, vertices_b);
    truth.collides = oracle_.relation() != ExactRelation::kDisjoint;
  }
  // Within rounding of contact the gap has the depth's magnitude but perhaps not its sign.
  truth.signed_distance_m = truth.collides ? -std::abs(extremes.gap) : std::sqrt(extremes.distance_sq);
  const long double diameter_sq = std::max(DiameterSquared(a), DiameterSquared(b));
  truth.size_m = static_cast<double>(std::max(std::sqrt(diameter_sq), truth.signed_distance_m));
  return truth;
}

std::vector<GroundTruth> FindGroundTruth(absl::Span<const PolygonPair> pairs) {
  GroundTruthFinder finder;
  std::vector<GroundTruth> truths;
  truths.reserve(pairs.size());
  for (const PolygonPair& pair : pairs) truths.push_back(finder.Find(pair.a.vertices(), pair.b.vertices()));
  return truths;
}

}  // namespace collision2d::bench
