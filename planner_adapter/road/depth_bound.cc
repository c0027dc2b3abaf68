#include "planner_adapter/road/depth_bound.h"

#include <algorithm>
#include <limits>

#include "planner_adapter/road/segment_point.h"

namespace collision2d::planner {
namespace {

double DistanceFrom(Vec2 p, const OutlinePiece& piece) { return DistanceFromSegment(p, piece.from, piece.to); }

// The piece that walking from `piece` ends at, each step to a neighbour in order that is nearer to p.
int WalkTowards(Vec2 p, absl::Span<const OutlinePiece> pieces, int piece) {
  const int size = static_cast<int>(pieces.size());
  double distance_m = DistanceFrom(p, pieces[piece]);
  for (const int step : {1, -1}) {
    for (int next = piece + step; next >= 0 && next < size; next += step) {
      const OutlinePiece& before = pieces[std::min(piece, next)];
      const OutlinePiece& after = pieces[std::max(piece, next)];
      const double next_m = DistanceFrom(p, pieces[next]);
      if (before.to != after.from || !(next_m < distance_m)) break;
      piece = next;
      distance_m = next_m;
    }
  }
  return piece;
}

// m. How far the edge from one piece to a later one extends on both sides of the line through its ends, together.
double HeightOfChain(absl::Span<const OutlinePiece> pieces, int first, int last) {
  if (first == last) return 0.0;
  const Vec2 chord = pieces[last].to - pieces[first].from;
  if (chord == Vec2{}) return std::numeric_limits<double>::infinity();
  const Vec2 normal = PerpendicularLeft(Normalized(chord));
  double least_m = 0.0;
  double most_m = 0.0;
  for (int i = first; i < last; ++i) {
    const double height_m = Dot(normal, pieces[i].to - pieces[first].from);
    least_m = std::min(least_m, height_m);
    most_m = std::max(most_m, height_m);
  }
  return most_m - least_m;
}

}  // namespace

DepthBound BoundDepth(absl::Span<const Vec2> hull, double radius_m, absl::Span<const OutlinePiece> pieces, int piece) {
  DepthBound bound{-1.0, {}, {}};
  double by_one_m = 0.0;
  int first = piece;
  int last = piece;
  for (const Vec2 vertex : hull) {
    by_one_m = std::max(by_one_m, DistanceFrom(vertex, pieces[piece]));
    const int nearest = WalkTowards(vertex, pieces, piece);
    first = std::min(first, nearest);
    last = std::max(last, nearest);
    const Vec2 on_edge = ClosestOnSegment(vertex, pieces[nearest].from, pieces[nearest].to);
    const double distance_m = Norm(vertex - on_edge);
    if (distance_m > bound.depth_m) bound = {distance_m, vertex, on_edge};
  }
  bound.depth_m = std::min(by_one_m, bound.depth_m + HeightOfChain(pieces, first, last)) + radius_m;
  return bound;
}

}  // namespace collision2d::planner
