#include "planner_adapter/road/farthest_outside.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "absl/container/inlined_vector.h"
#include "planner_adapter/road/outline_vertices.h"

namespace collision2d::planner {
namespace {

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

// The strip that contains the edge from one piece to a later one, along the line through its ends.
struct Strip {
  Vec2 origin;
  Vec2 normal;  // To the left. 0: the ends are one point.
  double least_m = 0.0;
  double most_m = 0.0;

  double HeightOf(Vec2 p) const { return Dot(normal, p - origin); }
  double height_m() const { return most_m - least_m; }
};

Strip StripOf(absl::Span<const OutlinePiece> pieces, int first, int last) {
  const Vec2 chord = pieces[last].to - pieces[first].from;
  if (chord == Vec2{}) return {pieces[first].from, {}, 0.0, std::numeric_limits<double>::infinity()};
  Strip strip{pieces[first].from, PerpendicularLeft(Normalized(chord))};
  for (int i = first; i < last; ++i) {
    const double height_m = strip.HeightOf(pieces[i].to);
    strip.least_m = std::min(strip.least_m, height_m);
    strip.most_m = std::max(strip.most_m, height_m);
  }
  return strip;
}

// Whether the pieces from one to a later one follow each other, and are few.
bool IsChain(absl::Span<const OutlinePiece> pieces, int first, int last) {
  constexpr int kMostPieces = 32;
  if (last - first >= kMostPieces) return false;
  for (int i = first; i < last; ++i) {
    if (pieces[i].to != pieces[i + 1].from) return false;
  }
  return true;
}

// Whether the edge from one piece to a later one turns left (1) or right (-1) everywhere, within
// rounding, and by less than a right angle in all.
bool Turns(absl::Span<const OutlinePiece> pieces, int first, int last, double left) {
  const auto along = [&](int i) { return pieces[i].to - pieces[i].from; };
  for (int i = first; i < last; ++i) {
    if (left * Cross(along(i), along(i + 1)) < 0.0 || Dot(along(first), along(i + 1)) <= 0.0) return false;
  }
  return true;
}

// Whether no point outside of the road in the hull of the corners is farther from the edge between
// two pieces than enough_m, by the line of one piece: where the edge turns right, the way from such
// a point to its foot on the line crosses the edge.
bool IsWithinLine(absl::Span<const Vec2> corners, absl::Span<const OutlinePiece> pieces, int first, int last, int one,
                  double enough_m) {
  if (!Turns(pieces, first, last, -1.0)) return false;
  const Vec2 ahead = Normalized(pieces[one].to - pieces[one].from);
  return std::all_of(corners.begin(), corners.end(), [&](Vec2 corner) {
    return Dot(ahead, corner - pieces[first].from) >= 0.0 && Dot(ahead, pieces[last].to - corner) >= 0.0 &&
           Cross(corner - pieces[one].from, ahead) <= enough_m;
  });
}

}  // namespace

DepthBound BoundDepth(absl::Span<const Vec2> hull, double radius_m, absl::Span<const OutlinePiece> pieces, int piece) {
  DepthBound bound{-1.0, {}, {}, 0.0, piece};
  double guess_m = 0.0;
  int one = piece;
  int first = std::numeric_limits<int>::max();
  int last = 0;
  int nearest = piece;
  for (const Vec2 vertex : hull) {
    const EdgePoint foot = WalkTowards(vertex, pieces, nearest);
    nearest = foot.piece;
    first = std::min(first, nearest);
    last = std::max(last, nearest);
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
  bound.depth_m = std::min(std::sqrt(by_one_sq), bound.depth_m + StripOf(pieces, first, last).height_m()) + radius_m;
  return bound;
}

namespace {

// The arcs of a rounded corner are begun with triangles of this many to a turn.
constexpr int kArcsPerTurn = 16;

// A part of the body: the triangle, or, if it is the cap of an arc about `center`, the part of the
// triangle within the arc from corner 0 to corner 1.
struct Part {
  std::array<Vec2, 3> corner;
  bool is_cap = false;
  Vec2 center = {};
  double bound_m = 0.0;  // No point of the part is deeper.
  Vec2 guess = {};       // A point of the part that is about that deep.
};

// Distances from one piece of a part's corners.
using Row = std::array<double, 3>;

double MaxOf(const Row& row) { return std::max({row[0], row[1], row[2]}); }

// A bound on the distances of a part's points, and where they are that large if they are linear
// between the corners: the weights of the corners.
struct Limit {
  double bound_m;
  Row at;
};

Limit Lower(const Limit& a, const Limit& b) { return b.bound_m < a.bound_m ? b : a; }

Limit LimitByOne(const Row& a) {
  const double bound_m = MaxOf(a);
  return {bound_m,
          {a[0] == bound_m ? 1.0 : 0.0, a[0] != bound_m && a[1] == bound_m ? 1.0 : 0.0,
           a[0] != bound_m && a[1] != bound_m ? 1.0 : 0.0}};
}

// The largest of the corners' weighted means of two rows, with the weight that makes corners i and
// j equal.
Limit LimitByPair(const Row& a, const Row& b) {
  Limit limit = Lower(LimitByOne(a), LimitByOne(b));
  for (size_t i = 0; i < 3; ++i) {
    const size_t j = (i + 1) % 3;
    const double slope = (a[i] - b[i]) - (a[j] - b[j]);
    if (slope == 0.0) continue;
    const double weight = std::clamp((b[j] - b[i]) / slope, 0.0, 1.0);
    Row at = {0.0, 0.0, 0.0};
    at[j] = std::clamp((a[i] - b[i]) / slope, 0.0, 1.0);
    at[i] = 1.0 - at[j];
    limit = Lower(limit, {MaxOf({weight * a[0] + (1.0 - weight) * b[0], weight * a[1] + (1.0 - weight) * b[1],
                                 weight * a[2] + (1.0 - weight) * b[2]}),
                          at});
  }
  return limit;
}

// As LimitByPair, with the weights of three rows that make all corners equal, if they are weights.
Limit LimitByThree(const Row& a, const Row& b, const Row& c) {
  constexpr Limit kNone{std::numeric_limits<double>::infinity(), {}};
  const Row d{a[0] - c[0], a[1] - c[1], a[2] - c[2]};
  const Row e{b[0] - c[0], b[1] - c[1], b[2] - c[2]};
  const Vec2 p{d[0] - d[2], d[1] - d[2]};
  const Vec2 q{e[0] - e[2], e[1] - e[2]};
  const Vec2 r{c[2] - c[0], c[2] - c[1]};
  const double determinant = Cross(p, q);
  if (determinant == 0.0) return kNone;
  const double u = Cross(r, q) / determinant;
  const double v = Cross(p, r) / determinant;
  if (!(u >= 0.0 && v >= 0.0 && u + v <= 1.0)) return kNone;
  const double w = 1.0 - u - v;
  Row at{d[1] * e[2] - d[2] * e[1], d[2] * e[0] - d[0] * e[2], d[0] * e[1] - d[1] * e[0]};
  // The determinant but for rounding, which may be all that there is of it.
  const double sum = at[0] + at[1] + at[2];
  for (double& weight : at) {
    weight /= sum;
    if (!(weight >= 0.0)) return kNone;  // Two of the rows bound it better.
  }
  return {MaxOf({u * a[0] + v * b[0] + w * c[0], u * a[1] + v * b[1] + w * c[1], u * a[2] + v * b[2] + w * c[2]}), at};
}

// A piece near the body, prepared for distances from it.
struct NearPiece {
  Vec2 from;
  Vec2 along;
  double inverse_length_sq;  // 0 for a piece without length.

  double DistanceSquared(Vec2 p) const {
    const double t = std::clamp(Dot(along, p - from) * inverse_length_sq, 0.0, 1.0);
    return NormSquared(p - from - t * along);
  }
};

class Search {
 public:
  Search(const RoadEdge& edge, absl::Span<const int> near, double known_m, double near_m)
      : edge_(edge),
        rounding_m_(kPosingError * edge.max_coordinate_m()),
        near_m_(near_m),
        near_(near),
        rows_sq_(near.size()) {
    best_.depth_m = known_m;
    for (const int i : near) {
      const OutlinePiece& piece = edge.pieces()[i];
      const double length_sq = NormSquared(piece.to - piece.from);
      pieces_.push_back({piece.from, piece.to - piece.from, length_sq > 0.0 ? 1.0 / length_sq : 0.0});
    }
  }

  void Try(Vec2 p) {
    const Nearest nearest = NearestTo(p);
    if (nearest.distance_m > best_.depth_m && !IsOnRoad(p, nearest)) Take(p, nearest);
  }

  // Whether the pieces next to the hull, grown by a radius, prove that no point of it is deeper
  // than the best one. Around the edge from one piece to a later one is a strip. If no other piece
  // is near, and what is on the left of the strip is on the road, only the rest of the hull may be
  // outside; a point of it is no deeper than BoundDepth has it for the corners of that rest. Where
  // the road is convex, distances from it are too, so that the strip's height does not add to them.
  bool IsProven(absl::Span<const Vec2> hull, double radius_m) const {
    const absl::Span<const OutlinePiece> pieces = edge_.pieces();
    Vec2 center;
    for (const Vec2 vertex : hull) center = center + (1.0 / static_cast<double>(hull.size())) * vertex;
    const int start = NearestTo(center).piece;
    int first = start;
    int last = start;
    double reach_m = 0.0;
    for (const Vec2 vertex : hull) {
      const int nearest = WalkTowards(vertex, pieces, start).piece;
      first = std::min(first, nearest);
      last = std::max(last, nearest);
      reach_m = std::max(reach_m, Norm(vertex - center));
    }
    reach_m += radius_m + rounding_m_;
    for (size_t k = 0; k < near_.size(); ++k) {
      if (near_[k] >= first && near_[k] <= last) continue;
      if (pieces_[k].DistanceSquared(center) > reach_m * reach_m) continue;
      first = std::min(first, near_[k]);
      last = std::max(last, near_[k]);
    }
    if (!IsChain(pieces, first, last)) return false;
    const Strip strip = StripOf(pieces, first, last);
    const double left_m = strip.most_m + rounding_m_;
    // The corners of the rest.
    absl::InlinedVector<Vec2, 8> rest;
    Vec2 inner = hull[0];
    for (size_t i = 0; i < hull.size(); ++i) {
      const Vec2 to = hull[i + 1 < hull.size() ? i + 1 : 0];
      const double from_m = strip.HeightOf(hull[i]) - left_m;
      const double to_m = strip.HeightOf(to) - left_m;
      if (from_m <= 0.0) rest.push_back(hull[i]);
      if (from_m * to_m < 0.0) rest.push_back(hull[i] + (from_m / (from_m - to_m)) * (to - hull[i]));
      if (strip.HeightOf(inner) < strip.HeightOf(hull[i])) inner = hull[i];
    }
    if (strip.HeightOf(inner) > left_m && !IsOnRoad(inner, NearestTo(inner))) return false;
    double depth_sq = 0.0;
    int deepest = first;
    for (const Vec2 corner : rest) {
      double corner_sq = std::numeric_limits<double>::infinity();
      int nearest = first;
      for (int i = first; i <= last; ++i) {
        const double distance_sq = DistanceSquared(corner, pieces[i]);
        if (distance_sq >= corner_sq) continue;
        corner_sq = distance_sq;
        nearest = i;
      }
      if (corner_sq < depth_sq) continue;
      depth_sq = corner_sq;
      deepest = nearest;
    }
    // Distances from one piece are convex: their maximum is at a corner.
    double by_one_sq = 0.0;
    for (const Vec2 corner : rest) by_one_sq = std::max(by_one_sq, DistanceSquared(corner, pieces[deepest]));
    const double enough_m = best_.depth_m + kDepthTolerance_m - radius_m;
    return (radius_m == 0.0 && std::sqrt(by_one_sq) <= enough_m) ||
           std::sqrt(depth_sq) + (Turns(pieces, first, last, 1.0) ? 0.0 : strip.height_m()) <= enough_m ||
           (radius_m == 0.0 && IsWithinLine(rest, pieces, first, last, deepest, enough_m));
  }

  void Add(Part part) {
    const Limit limit = LimitOf(part);
    part.bound_m = limit.bound_m;
    part.guess = limit.at[0] * part.corner[0] + limit.at[1] * part.corner[1] + limit.at[2] * part.corner[2];
    if (part.bound_m <= best_.depth_m + kDepthTolerance_m) return;
    open_.push_back(part);
    std::push_heap(open_.begin(), open_.end(), HasLowerBound);
  }

  // The cap between a chord and its arc about the center.
  void AddCap(Vec2 a, Vec2 b, Vec2 center) {
    // The tangents of the chord's ends meet above its middle.
    const Vec2 arm = 0.5 * (a + b) - center;
    const double scale = NormSquared(a - center) / NormSquared(arm);
    Add({{a, b, center + scale * arm}, true, center});
  }

  // Divides the part with the largest bound first: in another order the search climbs a ridge of
  // distances by steps as small as the tolerance. `any`: until a point is found.
  void Run(bool any) {
    for (int divisions = 0; !open_.empty() && open_.front().bound_m > best_.depth_m + kDepthTolerance_m; ++divisions) {
      if (any && best_.piece >= 0) break;
      if (divisions == kMostDivisions) {
        best_.error_m = open_.front().bound_m - best_.depth_m;
        break;
      }
      std::pop_heap(open_.begin(), open_.end(), HasLowerBound);
      const Part part = open_.back();
      open_.pop_back();
      Divide(part);
    }
  }

  const FarthestPoint& best() const { return best_; }

 private:
  struct Nearest {
    int piece;
    double distance_m;
    bool is_clear;  // Every other piece is farther away, by more than rounding.
  };

  static bool HasLowerBound(const Part& a, const Part& b) { return a.bound_m < b.bound_m; }

  Nearest NearestTo(Vec2 p) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double least_sq = kInfinity;
    double second_sq = kInfinity;
    size_t nearest = 0;
    for (size_t k = 0; k < pieces_.size(); ++k) {
      const double distance_sq = pieces_[k].DistanceSquared(p);
      second_sq = std::min(second_sq, std::max(least_sq, distance_sq));
      if (distance_sq >= least_sq) continue;
      least_sq = distance_sq;
      nearest = k;
    }
    const OutlinePiece& piece = edge_.pieces()[near_[nearest]];
    const double distance_m = DistanceFromSegment(p, piece.from, piece.to);
    const double clear_m = distance_m + 4.0 * rounding_m_;
    return {near_[nearest], distance_m, distance_m > 4.0 * rounding_m_ && second_sq > clear_m * clear_m};
  }

  bool IsOnRoad(Vec2 p, const Nearest& nearest) const {
    if (nearest.distance_m > near_m_) return edge_.IsOnRoad(p);
    const RoadRaster::Side side = edge_.SideAt(p);
    if (side != RoadRaster::Side::kUnknown) return side == RoadRaster::Side::kInside;
    return nearest.is_clear ? edge_.vertices().IsLeftOf(p, nearest.piece)
                            : edge_.IsOnRoad(p, nearest.piece, rounding_m_);
  }

  void Take(Vec2 p, const Nearest& nearest) { best_ = {nearest.distance_m, p, nearest.piece}; }

  // No point of the part is farther from all pieces than the bound.
  Limit LimitOf(const Part& part) {
    const double enough_m = best_.depth_m + kDepthTolerance_m;
    const double enough_sq = enough_m * enough_m;
    const auto set_row = [&](size_t k) {
      for (size_t i = 0; i < 3; ++i) rows_sq_[k][i] = pieces_[k].DistanceSquared(part.corner[i]);
      return MaxOf(rows_sq_[k]);
    };
    const auto row = [&](size_t k) {
      return Row{std::sqrt(rows_sq_[k][0]), std::sqrt(rows_sq_[k][1]), std::sqrt(rows_sq_[k][2])};
    };
    // Most parts fall by one piece, often by that of the part before.
    if (set_row(enough_) <= enough_sq) return LimitByOne(row(enough_));
    // The rows that are least at a corner, and that of the best bound by one row.
    std::array<size_t, 4> chosen = {0, 0, 0, 0};
    double least_sq = std::numeric_limits<double>::infinity();
    for (size_t k = 0; k < pieces_.size(); ++k) {
      const double most_sq = set_row(k);
      if (most_sq <= enough_sq) {
        enough_ = k;
        return LimitByOne(row(k));
      }
      for (size_t i = 0; i < 3; ++i) {
        if (rows_sq_[k][i] < rows_sq_[chosen[i]][i]) chosen[i] = k;
      }
      if (most_sq >= least_sq) continue;
      least_sq = most_sq;
      chosen[3] = k;
    }
    const std::array<Row, 4> rows = {row(chosen[0]), row(chosen[1]), row(chosen[2]), row(chosen[3])};
    Limit limit = LimitByOne(rows[3]);
    for (size_t i = 0; i < 4; ++i) {
      for (size_t j = i + 1; j < 4; ++j) {
        if (chosen[i] != chosen[j]) limit = Lower(limit, LimitByPair(rows[i], rows[j]));
      }
    }
    for (size_t skipped = 0; skipped < 4; ++skipped) {
      limit = Lower(limit, LimitByThree(rows[(skipped + 1) % 4], rows[(skipped + 2) % 4], rows[(skipped + 3) % 4]));
    }
    // Around a center that is close to the edge, all of an arc is about equally deep.
    if (part.is_cap) {
      limit.bound_m = std::min(limit.bound_m, NearestTo(part.center).distance_m + Norm(part.corner[0] - part.center));
    }
    return limit;
  }

  void Divide(const Part& part) {
    for (const int i : near_) {
      std::array<Part, 3> parts;
      if (!Cut(part, edge_.pieces()[i], &parts)) continue;
      if (part.is_cap) return DivideCap(part);
      for (const Part& cut : parts) Add(cut);
      return;
    }
    const auto& [a, b, c] = part.corner;
    const Vec2 middle = (1.0 / 3.0) * (a + b + c);
    // No piece crosses the part: all of it is on one side.
    if (IsOnRoad(middle, NearestTo(middle))) return;
    if (part.is_cap) return DivideCap(part);
    for (const Vec2 p : {a, b, c, part.guess}) TryOutside(p);
    Halve(part);
  }

  // As Try, for a point that is outside, or on the edge.
  void TryOutside(Vec2 p) {
    const Nearest nearest = NearestTo(p);
    if (nearest.distance_m > best_.depth_m) Take(p, nearest);
  }

  void Halve(const Part& part) {
    int longest = 0;
    double length_sq = -1.0;
    for (int i = 0; i < 3; ++i) {
      const double side_sq = NormSquared(part.corner[(i + 1) % 3] - part.corner[i]);
      if (side_sq > length_sq) {
        length_sq = side_sq;
        longest = i;
      }
    }
    // Distances change by no more than the length of the sides.
    if (length_sq <= kDepthTolerance_m * kDepthTolerance_m) return;
    const Vec2 a = part.corner[longest];
    const Vec2 b = part.corner[(longest + 1) % 3];
    const Vec2 c = part.corner[(longest + 2) % 3];
    const Vec2 middle = 0.5 * (a + b);
    // The halves of a segment are segments.
    const bool is_segment = c == a || c == b;
    Add({{a, middle, is_segment ? middle : c}});
    Add({{middle, b, is_segment ? b : c}});
  }

  // Divides a triangle along a piece that passes through it. False if it does not, within the
  // tolerance.
  bool Cut(const Part& part, const OutlinePiece& piece, std::array<Part, 3>* parts) const {
    const Vec2 along = piece.to - piece.from;
    const double length = Norm(along);
    Row height;
    for (size_t i = 0; i < 3; ++i) height[i] = Cross(along, part.corner[i] - piece.from) / length;
    constexpr double kMargin_m = 0.25 * kDepthTolerance_m;
    if (MaxOf(height) <= kMargin_m || -MaxOf({-height[0], -height[1], -height[2]}) >= -kMargin_m) return false;
    // The corner that is alone on its side, and the points where the sides from it meet the line.
    size_t alone = 0;
    for (size_t i = 0; i < 3; ++i) {
      const bool is_left = height[i] > 0.0;
      if ((height[(i + 1) % 3] > 0.0) != is_left && (height[(i + 2) % 3] > 0.0) != is_left) alone = i;
    }
    const size_t second = (alone + 1) % 3;
    const size_t third = (alone + 2) % 3;
    const auto meets = [&](size_t other) {
      const double t = std::clamp(height[alone] / (height[alone] - height[other]), 0.0, 1.0);
      return part.corner[alone] + t * (part.corner[other] - part.corner[alone]);
    };
    const Vec2 p = meets(second);
    const Vec2 q = meets(third);
    const double at_p = Dot(along, p - piece.from) / length;
    const double at_q = Dot(along, q - piece.from) / length;
    // The piece itself must be inside of the triangle somewhere; of a triangle that is a segment it
    // must meet the one point.
    const double common = std::min(std::max(at_p, at_q), length) - std::max(std::min(at_p, at_q), 0.0);
    if (common <= kMargin_m && common < std::abs(at_p - at_q) - kMargin_m) return false;
    // The third one of a segment is a point.
    *parts = {Part{{part.corner[alone], p, q}}, Part{{p, part.corner[second], part.corner[third]}},
              Part{{p, p == q ? p : part.corner[third], q}}};
    return true;
  }

  void DivideCap(const Part& cap) {
    const auto& [a, b, apex] = cap.corner;
    // The edge is farther away than the cap is long: all of it is on one side.
    const Nearest nearest = NearestTo(a);
    if (nearest.distance_m > Norm(apex - a) + Norm(apex - b) && IsOnRoad(a, nearest)) return;
    const double radius = Norm(a - cap.center);
    const double reach = Norm(apex - cap.center);
    if (reach - radius <= 0.25 * kDepthTolerance_m) return;
    const Vec2 middle = cap.center + (radius / reach) * (apex - cap.center);
    Try(middle);
    Add({{a, middle, b}});
    AddCap(a, middle, cap.center);
    AddCap(middle, b, cap.center);
  }

  const RoadEdge& edge_;
  const double rounding_m_;
  const double near_m_;
  absl::Span<const int> near_;
  absl::InlinedVector<NearPiece, 16> pieces_;  // Those of near_.
  absl::InlinedVector<Row, 16> rows_sq_;       // m^2.
  size_t enough_ = 0;                          // The index in near_ by which a part fell last.
  absl::InlinedVector<Part, 32> open_;         // A heap by bound.
  FarthestPoint best_;
};

// Divides the body into triangles around the first point of its ring, and caps of arcs.
void AddBody(absl::Span<const Vec2> hull, double radius_m, absl::Span<const RingPoint> ring, Search* search) {
  for (size_t i = 1; i < ring.size(); ++i) {
    if (ring[i].vertex == ring[i - 1].vertex) search->AddCap(ring[i - 1].point, ring[i].point, hull[ring[i].vertex]);
    if (i >= 2 || ring.size() == 2) search->Add({{ring[0].point, ring[i - 1].point, ring[i].point}});
  }
}

FarthestPoint Find(absl::Span<const Vec2> hull, double radius_m, bool any, Search search) {
  // Mostly no point is deeper than the known one.
  if (any && search.IsProven(hull, radius_m)) return search.best();
  const auto ring = RingOf(hull, radius_m, kArcsPerTurn);
  for (const RingPoint& of : ring) search.Try(of.point);
  if (any ? search.best().piece < 0 : !search.IsProven(hull, radius_m)) {
    AddBody(hull, radius_m, ring, &search);
    search.Run(any);
  }
  return search.best();
}

}  // namespace

FarthestPoint FindFarthestOutside(absl::Span<const Vec2> hull, double radius_m, const RoadEdge& edge,
                                  absl::Span<const int> near) {
  return Find(hull, radius_m, /*any=*/false, Search(edge, near, 0.0, std::numeric_limits<double>::infinity()));
}

bool IsFartherOutside(absl::Span<const Vec2> hull, double radius_m, const RoadEdge& edge, absl::Span<const int> near,
                      double known_m) {
  // All of the body is on one side, and farther from the edge.
  if (near.empty()) return !edge.IsOnRoad(hull[0]);
  const FarthestPoint found = Find(hull, radius_m, /*any=*/true, Search(edge, near, known_m, known_m + kNearMargin_m));
  return found.piece >= 0 || found.error_m > kDepthTolerance_m;
}

}  // namespace collision2d::planner
