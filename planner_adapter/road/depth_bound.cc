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
  for (int step = 0;;) {
    const OutlinePiece& of = pieces[piece];
    const Vec2 along = of.to - of.from;
    const double ahead = Dot(along, p - of.from);
    const double length_sq = NormSquared(along);
    if (ahead > 0.0 && ahead < length_sq) return {piece, of.from + (ahead / length_sq) * along};
    const bool is_behind = ahead <= 0.0;
    const Vec2 end = is_behind ? of.from : of.to;
    const int next = is_behind ? piece - 1 : piece + 1;
    const bool follows =
        next >= 0 && next < static_cast<int>(pieces.size()) && (is_behind ? pieces[next].to : pieces[next].from) == end;
    if (!follows || step == piece - next) return {piece, end};
    step = next - piece;
    piece = next;
  }
}

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

// Whether the pieces follow each other.
bool IsChain(absl::Span<const OutlinePiece> pieces, Chain chain) {
  const auto [first, last] = chain;
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
                            NearPieces* near) {
  near->resize(hull.size(), near->back());
  DepthBound bound{0.0, hull[0], near->front(), 0.0, {std::numeric_limits<int>::max(), 0}};
  double farthest_sq = 0.0;
  double deepest_sq = 0.0;
  for (size_t i = 0; i < hull.size(); ++i) {
    const auto [piece, point] = WalkTowards(hull[i], pieces, (*near)[i]);
    (*near)[i] = piece;
    bound.chain.Extend(piece);
    const Vec2 arm = hull[i] - point;
    const double square = NormSquared(arm);
    farthest_sq = std::max(farthest_sq, square);
    if (square <= deepest_sq || Cross(pieces[piece].to - pieces[piece].from, arm) >= 0.0) continue;
    deepest_sq = square;
    bound.corner = hull[i];
    bound.piece = piece;
  }
  bound.guess_m = std::sqrt(deepest_sq);
  // Distances from one piece are convex: their maximum is at a vertex.
  double by_one_sq = 0.0;
  for (const Vec2 vertex : hull) by_one_sq = std::max(by_one_sq, DistanceSquared(vertex, pieces[bound.piece]));
  bound.depth_m = std::sqrt(by_one_sq);
  if (IsChain(pieces, bound.chain)) {
    bound.depth_m = std::min(bound.depth_m, std::sqrt(farthest_sq) + StripOf(pieces, bound.chain).height_m());
  }
  bound.depth_m += radius_m;
  return bound;
}

double BoundDepthByStrip(absl::Span<const Vec2> hull, double radius_m, const RoadEdge& edge, Chain chain,
                         double enough_m) {
  constexpr int kMostPieces = 32;
  const absl::Span<const OutlinePiece> pieces = edge.pieces();
  if (chain.last - chain.first >= kMostPieces || !IsChain(pieces, chain)) return kInfinity;
  // No piece is in the part of the hull on the left of the strip: it is on the road if one point
  // is. What is outside is the rest, and what the radius adds to either.
  const Strip strip = StripOf(pieces, chain);
  const auto is_lower = [&](Vec2 a, Vec2 b) { return strip.HeightOf(a) < strip.HeightOf(b); };
  const Vec2 inner = *std::max_element(hull.begin(), hull.end(), is_lower);
  double reach_m = 0.0;
  for (const Vec2 vertex : hull) reach_m = std::max(reach_m, Norm1(vertex));
  const double left_m = strip.most_m + kPosingError * (edge.max_coordinate_m() + reach_m);
  if (strip.HeightOf(inner) > left_m && !edge.IsOnRoad(inner)) return kInfinity;
  const double across_m = BoundAcross(hull, radius_m, strip);
  if (across_m <= enough_m) return across_m;
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
  return std::min(bound_m + radius_m, across_m);
}

}  // namespace collision2d::planner
