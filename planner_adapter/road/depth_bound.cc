#include "planner_adapter/road/depth_bound.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "absl/container/inlined_vector.h"
#include "planner_adapter/road/outline_vertices.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double DistanceSquared(Vec2 p, const OutlinePiece& piece) {
  return NormSquared(p - ClosestOnSegment(p, piece.from, piece.to));
}

// A point of the edge, and the piece that it is on.
struct EdgePoint {
  int piece;
  Vec2 point;
};

// The point near p that walking along the edge from `piece` ends at: on a piece with a foot between
// its ends, or at an end beyond which the edge leads no nearer.
EdgePoint WalkTowards(Vec2 p, absl::Span<const OutlinePiece> pieces, int piece) {
  const int size = static_cast<int>(pieces.size());
  EdgePoint at{piece, ClosestOnSegment(p, pieces[piece].from, pieces[piece].to)};
  for (const int step : {1, -1}) {
    for (int next = at.piece + step; next >= 0 && next < size; next += step) {
      const OutlinePiece& of = pieces[at.piece];
      const OutlinePiece& other = pieces[next];
      const bool follows = step > 0 ? of.to == other.from : other.to == of.from;
      if (!follows || at.point != (step > 0 ? of.to : of.from)) break;
      const Vec2 point = ClosestOnSegment(p, other.from, other.to);
      if (!(NormSquared(p - point) < NormSquared(p - at.point))) break;
      at = {next, point};
    }
  }
  return at;
}

// The pieces from one to a later one.
struct Chain {
  int first;
  int last;

  void Extend(int piece) {
    first = std::min(first, piece);
    last = std::max(last, piece);
  }
};

// The strip that contains the edge from one piece to a later one, along the line through its ends.
struct Strip {
  Vec2 origin;
  Vec2 normal;  // To the left. 0: the ends are one point.
  double length_m = 0.0;
  double least_m = 0.0;
  double most_m = 0.0;

  double HeightOf(Vec2 p) const { return Dot(normal, p - origin); }
  double height_m() const { return most_m - least_m; }
};

Strip StripOf(absl::Span<const OutlinePiece> pieces, Chain chain) {
  const auto [first, last] = chain;
  const Vec2 chord = pieces[last].to - pieces[first].from;
  if (chord == Vec2{}) return {pieces[first].from, {}, 0.0, 0.0, kInfinity};
  Strip strip{pieces[first].from, PerpendicularLeft(Normalized(chord)), Norm(chord)};
  for (int i = first; i < last; ++i) {
    const double height_m = strip.HeightOf(pieces[i].to);
    strip.least_m = std::min(strip.least_m, height_m);
    strip.most_m = std::max(strip.most_m, height_m);
  }
  return strip;
}

// Whether the pieces follow each other, and are few.
bool IsChain(absl::Span<const OutlinePiece> pieces, Chain chain) {
  const auto [first, last] = chain;
  constexpr int kMostPieces = 32;
  if (last - first >= kMostPieces) return false;
  for (int i = first; i < last; ++i) {
    if (pieces[i].to != pieces[i + 1].from) return false;
  }
  return true;
}

// Whether the edge from one piece to a later one turns left (1) or right (-1) everywhere, within
// rounding, and by less than a right angle in all.
bool Turns(absl::Span<const OutlinePiece> pieces, Chain chain, double left) {
  const auto [first, last] = chain;
  const auto along = [&](int i) { return pieces[i].to - pieces[i].from; };
  for (int i = first; i < last; ++i) {
    if (left * Cross(along(i), along(i + 1)) < 0.0 || Dot(along(first), along(i + 1)) <= 0.0) return false;
  }
  return true;
}

// m. How far the hull of the corners reaches beyond the line of one piece; infinity if that is no
// bound on how far it is outside of the edge between two pieces. It is one where the edge turns
// right: the way from a point outside to its foot on the line crosses the edge.
double BoundByLine(absl::Span<const Vec2> corners, absl::Span<const OutlinePiece> pieces, Chain chain, int one) {
  if (!Turns(pieces, chain, -1.0)) return kInfinity;
  const Vec2 ahead = Normalized(pieces[one].to - pieces[one].from);
  double depth_m = 0.0;
  for (const Vec2 corner : corners) {
    const bool is_beside =
        Dot(ahead, corner - pieces[chain.first].from) >= 0.0 && Dot(ahead, pieces[chain.last].to - corner) >= 0.0;
    if (!is_beside) return kInfinity;
    depth_m = std::max(depth_m, Cross(corner - pieces[one].from, ahead));
  }
  return depth_m;
}

// m. How far the grown hull is from the top of the strip, if all of it is beside the edge, which is
// across from every point there; otherwise infinity.
double BoundAcross(absl::Span<const Vec2> hull, double radius_m, const Strip& strip) {
  double lowest_m = kInfinity;
  for (const Vec2 vertex : hull) {
    const double along_m = Cross(vertex - strip.origin, strip.normal);
    if (along_m < radius_m || along_m > strip.length_m - radius_m) return kInfinity;
    lowest_m = std::min(lowest_m, strip.HeightOf(vertex));
  }
  return std::max(0.0, strip.most_m - lowest_m + radius_m);
}

using Corners = absl::InlinedVector<Vec2, 8>;

// The corners of the part of the hull that is not higher than this over the strip's line.
Corners CornersBelow(absl::Span<const Vec2> hull, const Strip& strip, double height_m) {
  Corners corners;
  for (size_t i = 0; i < hull.size(); ++i) {
    const Vec2 to = hull[i + 1 < hull.size() ? i + 1 : 0];
    const double from_m = strip.HeightOf(hull[i]) - height_m;
    const double to_m = strip.HeightOf(to) - height_m;
    if (from_m <= 0.0) corners.push_back(hull[i]);
    if (from_m * to_m < 0.0) corners.push_back(hull[i] + (from_m / (from_m - to_m)) * (to - hull[i]));
  }
  return corners;
}

}  // namespace

DepthBound BoundDepthByWalk(absl::Span<const Vec2> hull, double radius_m, absl::Span<const OutlinePiece> pieces,
                            int piece) {
  DepthBound bound{-1.0, {}, {}, 0.0, piece};
  double guess_m = 0.0;
  int one = piece;
  Chain chain{std::numeric_limits<int>::max(), 0};
  int nearest = piece;
  for (const Vec2 vertex : hull) {
    const EdgePoint foot = WalkTowards(vertex, pieces, nearest);
    nearest = foot.piece;
    chain.Extend(nearest);
    const double distance_m = Norm(vertex - foot.point);
    if (distance_m > bound.depth_m) bound = {distance_m, vertex, foot.point, 0.0, nearest};
    if (distance_m <= guess_m || Cross(pieces[nearest].to - pieces[nearest].from, vertex - foot.point) >= 0.0) continue;
    guess_m = distance_m;
    one = nearest;
  }
  // Distances from one piece are convex: their maximum is at a vertex.
  double by_one_sq = 0.0;
  for (const Vec2 vertex : hull) by_one_sq = std::max(by_one_sq, DistanceSquared(vertex, pieces[one]));
  bound.guess_m = guess_m;
  bound.depth_m = std::min(std::sqrt(by_one_sq), bound.depth_m + StripOf(pieces, chain).height_m()) + radius_m;
  return bound;
}

double BoundDepthByStrip(absl::Span<const Vec2> hull, double radius_m, const RoadEdge& edge, int piece) {
  const absl::Span<const OutlinePiece> pieces = edge.pieces();
  Vec2 center;
  for (const Vec2 vertex : hull) center = center + (1.0 / static_cast<double>(hull.size())) * vertex;
  double reach_m = 0.0;
  for (const Vec2 vertex : hull) reach_m = std::max(reach_m, Norm(vertex - center));
  reach_m += radius_m;
  const double rounding_m = kPosingError * (edge.max_coordinate_m() + Norm1(center) + reach_m);
  const int start = WalkTowards(center, pieces, piece).piece;
  Chain chain{start, start};
  for (const Vec2 vertex : hull) chain.Extend(WalkTowards(vertex, pieces, start).piece);
  for (const int i : edge.PiecesWithin(center, reach_m + rounding_m)) chain.Extend(i);
  if (!IsChain(pieces, chain)) return kInfinity;
  // No piece is in the part of the hull on the left of the strip: it is on the road if one point
  // is. What is outside is the rest, and what the radius adds to either.
  const Strip strip = StripOf(pieces, chain);
  const double left_m = strip.most_m + rounding_m;
  const auto is_lower = [&](Vec2 a, Vec2 b) { return strip.HeightOf(a) < strip.HeightOf(b); };
  const Vec2 inner = *std::max_element(hull.begin(), hull.end(), is_lower);
  if (strip.HeightOf(inner) > left_m && !edge.IsOnRoad(inner)) return kInfinity;
  const Corners rest = CornersBelow(hull, strip, left_m);
  double depth_sq = 0.0;
  int deepest = chain.first;
  for (const Vec2 corner : rest) {
    int nearest = chain.first;
    for (int i = chain.first + 1; i <= chain.last; ++i) {
      if (DistanceSquared(corner, pieces[i]) < DistanceSquared(corner, pieces[nearest])) nearest = i;
    }
    const double corner_sq = DistanceSquared(corner, pieces[nearest]);
    if (corner_sq < depth_sq) continue;
    depth_sq = corner_sq;
    deepest = nearest;
  }
  // Distances from one piece are convex: their maximum is at a corner. Where the road is convex,
  // distances from its edge are too, so that the strip's height does not add to them.
  double by_one_sq = 0.0;
  for (const Vec2 corner : rest) by_one_sq = std::max(by_one_sq, DistanceSquared(corner, pieces[deepest]));
  const double height_m = Turns(pieces, chain, 1.0) ? 0.0 : strip.height_m();
  double bound_m = std::min(std::sqrt(by_one_sq), std::sqrt(depth_sq) + height_m);
  if (radius_m == 0.0) bound_m = std::min(bound_m, BoundByLine(rest, pieces, chain, deepest));
  return std::min(bound_m + radius_m, BoundAcross(hull, radius_m, strip));
}

}  // namespace collision2d::planner
