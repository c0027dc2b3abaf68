#include "collision2d/motion/testing/axis_guess.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace collision2d {
namespace {

Vec2 Next(absl::Span<const Vec2> ring, size_t i) { return ring[i + 1 < ring.size() ? i + 1 : 0]; }

double GapAlong(Vec2 axis, absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  double a_end = -std::numeric_limits<double>::infinity();
  for (const Vec2 vertex : a) a_end = std::max(a_end, Dot(axis, vertex));
  double b_start = std::numeric_limits<double>::infinity();
  for (const Vec2 vertex : b) b_start = std::min(b_start, Dot(axis, vertex));
  return b_start - a_end;
}

// The best axis so far.
struct Best {
  Vec2 axis{1.0, 0.0};
  double gap = -std::numeric_limits<double>::infinity();

  void Try(Vec2 direction, absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
    const double length = std::hypot(direction.x, direction.y);
    if (!(length > 0.0)) return;
    const Vec2 candidate = {direction.x / length, direction.y / length};
    const double candidate_gap = GapAlong(candidate, a, b);
    if (candidate_gap > gap) *this = {candidate, candidate_gap};
  }
};

Vec2 NearestVertexDifference(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  Vec2 nearest = b[0] - a[0];
  for (const Vec2 p : a) {
    for (const Vec2 q : b) {
      if (NormSquared(q - p) < NormSquared(nearest)) nearest = q - p;
    }
  }
  return nearest;
}

// The point of a ring's boundary that is nearest to p, and its squared distance.
double NearestOnRing(Vec2 p, absl::Span<const Vec2> ring, PointOnRing* nearest) {
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < ring.size(); ++i) {
    const Vec2 edge = Next(ring, i) - ring[i];
    const double along = NormSquared(edge) > 0.0 ? Dot(p - ring[i], edge) / NormSquared(edge) : 0.0;
    const double fraction = std::clamp(along, 0.0, 1.0);
    const double distance_sq = NormSquared(p - ring[i] - fraction * edge);
    if (distance_sq < least) {
      least = distance_sq;
      *nearest = {static_cast<int>(i), fraction};
    }
  }
  return least;
}

}  // namespace

Vec2 GuessAxis(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  Best best;
  best.Try(NearestVertexDifference(a, b), a, b);
  for (size_t i = 0; i < a.size(); ++i) best.Try(-PerpendicularLeft(Next(a, i) - a[i]), a, b);
  for (size_t j = 0; j < b.size(); ++j) best.Try(PerpendicularLeft(Next(b, j) - b[j]), a, b);
  return best.axis;
}

NearestGuess GuessNearest(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  NearestGuess guess;
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < a.size(); ++i) {
    PointOnRing on_b;
    const double distance_sq = NearestOnRing(a[i], b, &on_b);
    if (distance_sq < least) {
      least = distance_sq;
      guess = {{static_cast<int>(i), 0.0}, on_b};
    }
  }
  for (size_t j = 0; j < b.size(); ++j) {
    PointOnRing on_a;
    const double distance_sq = NearestOnRing(b[j], a, &on_a);
    if (distance_sq < least) {
      least = distance_sq;
      guess = {on_a, {static_cast<int>(j), 0.0}};
    }
  }
  return guess;
}

}  // namespace collision2d
