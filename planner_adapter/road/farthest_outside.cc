#include "planner_adapter/road/farthest_outside.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "planner_adapter/road/outline_vertices.h"

namespace collision2d::planner {
namespace {

double DistanceFrom(Vec2 p, const OutlinePiece& piece) { return DistanceFromSegment(p, piece.from, piece.to); }

// The piece that walking from `piece` ends at, each step to a neighbour in order that is nearer to
// p.
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

// m. How far the edge from one piece to a later one extends on both sides of the line through its
// ends, together.
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
  DepthBound bound{-1.0, {}, {}, 0.0};
  double guess_m = 0.0;
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
    if (distance_m > bound.depth_m) bound = {distance_m, vertex, on_edge, 0.0};
    if (Cross(pieces[nearest].to - pieces[nearest].from, vertex - on_edge) < 0.0)
      guess_m = std::max(guess_m, distance_m);
  }
  bound.guess_m = guess_m;
  bound.depth_m = std::min(by_one_m, bound.depth_m + HeightOfChain(pieces, first, last)) + radius_m;
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
  Row at;
  for (size_t i = 0; i < 3; ++i) {
    const size_t j = (i + 1) % 3;
    const size_t k = (i + 2) % 3;
    at[i] = (d[j] * e[k] - d[k] * e[j]) / determinant;
    if (at[i] < 0.0) return kNone;  // Two of the rows bound it better.
  }
  return {MaxOf({u * a[0] + v * b[0] + w * c[0], u * a[1] + v * b[1] + w * c[1], u * a[2] + v * b[2] + w * c[2]}), at};
}

class Search {
 public:
  Search(const RoadEdge& edge, absl::Span<const int> near, double known_m)
      : edge_(edge),
        rounding_m_(kPosingError * edge.max_coordinate_m()),
        pieces_(edge.pieces()),
        near_(near),
        rows_(near.size()) {
    best_.depth_m = known_m;
  }

  void Try(Vec2 p) {
    const int nearest = Nearest(p);
    const double depth_m = DistanceFromSegment(p, pieces_[nearest].from, pieces_[nearest].to);
    if (depth_m > best_.depth_m && !edge_.IsOnRoad(p, nearest, rounding_m_)) best_ = {depth_m, p, nearest};
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
  // distances by steps as small as the tolerance.
  FarthestPoint Run() {
    for (int divisions = 0; !open_.empty() && open_.front().bound_m > best_.depth_m + kDepthTolerance_m; ++divisions) {
      if (divisions == kMostDivisions) {
        best_.error_m = open_.front().bound_m - best_.depth_m;
        break;
      }
      std::pop_heap(open_.begin(), open_.end(), HasLowerBound);
      const Part part = open_.back();
      open_.pop_back();
      Divide(part);
    }
    return best_;
  }

 private:
  static bool HasLowerBound(const Part& a, const Part& b) { return a.bound_m < b.bound_m; }

  int Nearest(Vec2 p) const {
    const auto distance_sq = [&](int i) {
      return NormSquared(p - ClosestOnSegment(p, pieces_[i].from, pieces_[i].to));
    };
    int nearest = near_.front();
    double least = distance_sq(nearest);
    for (const int i : near_.subspan(1)) {
      const double distance = distance_sq(i);
      if (distance < least) {
        least = distance;
        nearest = i;
      }
    }
    return nearest;
  }

  // No point of the part is farther from all pieces than the bound.
  Limit LimitOf(const Part& part) {
    // The rows that are least at a corner, and that of the best bound by one row.
    std::array<size_t, 4> chosen = {0, 0, 0, 0};
    const auto is_enough = [&](size_t k) {
      const OutlinePiece& piece = pieces_[near_[k]];
      for (size_t i = 0; i < 3; ++i) rows_[k][i] = DistanceFromSegment(part.corner[i], piece.from, piece.to);
      return MaxOf(rows_[k]) <= best_.depth_m + kDepthTolerance_m;
    };
    // Most parts fall by one piece, often by that of the part before.
    if (is_enough(enough_)) return LimitByOne(rows_[enough_]);
    for (size_t k = 0; k < near_.size(); ++k) {
      if (is_enough(k)) {
        enough_ = k;
        return LimitByOne(rows_[k]);
      }
      for (size_t i = 0; i < 3; ++i) {
        if (rows_[k][i] < rows_[chosen[i]][i]) chosen[i] = k;
      }
      if (MaxOf(rows_[k]) < MaxOf(rows_[chosen[3]])) chosen[3] = k;
    }
    Limit limit = LimitByOne(rows_[chosen[3]]);
    for (size_t i = 0; i < 4; ++i) {
      for (size_t j = i + 1; j < 4; ++j) {
        if (chosen[i] != chosen[j]) limit = Lower(limit, LimitByPair(rows_[chosen[i]], rows_[chosen[j]]));
      }
    }
    for (size_t skipped = 0; skipped < 4; ++skipped) {
      limit = Lower(limit, LimitByThree(rows_[chosen[(skipped + 1) % 4]], rows_[chosen[(skipped + 2) % 4]],
                                        rows_[chosen[(skipped + 3) % 4]]));
    }
    // Around a center that is close to the edge, all of an arc is about equally deep.
    if (part.is_cap) limit.bound_m = std::min(limit.bound_m, DepthOf(part.center) + Norm(part.corner[0] - part.center));
    return limit;
  }

  double DepthOf(Vec2 p) const {
    const OutlinePiece& nearest = pieces_[Nearest(p)];
    return DistanceFromSegment(p, nearest.from, nearest.to);
  }

  void Divide(const Part& part) {
    for (const int i : near_) {
      std::array<Part, 3> parts;
      if (!Cut(part, pieces_[i], &parts)) continue;
      if (part.is_cap) return DivideCap(part);
      for (const Part& cut : parts) Add(cut);
      return;
    }
    const auto& [a, b, c] = part.corner;
    const Vec2 middle = (1.0 / 3.0) * (a + b + c);
    // No piece crosses the part: all of it is on one side.
    if (edge_.IsOnRoad(middle, Nearest(middle), rounding_m_)) return;
    if (part.is_cap) return DivideCap(part);
    for (const Vec2 p : {a, b, c, part.guess}) TryOutside(p);
    Halve(part);
  }

  // As Try, for a point that is outside, or on the edge.
  void TryOutside(Vec2 p) {
    const int nearest = Nearest(p);
    const double depth_m = DistanceFromSegment(p, pieces_[nearest].from, pieces_[nearest].to);
    if (depth_m > best_.depth_m) best_ = {depth_m, p, nearest};
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
    const int nearest = Nearest(a);
    const double distance_m = DistanceFromSegment(a, pieces_[nearest].from, pieces_[nearest].to);
    if (distance_m > Norm(apex - a) + Norm(apex - b) && edge_.IsOnRoad(a, nearest, rounding_m_)) return;
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
  absl::Span<const OutlinePiece> pieces_;
  absl::Span<const int> near_;
  std::vector<Row> rows_;
  size_t enough_ = 0;       // The index in near_ by which a part fell last.
  std::vector<Part> open_;  // A heap by bound.
  FarthestPoint best_;
};

// Divides the body into triangles around the first point of its ring, and caps of arcs.
void AddBody(absl::Span<const Vec2> hull, double radius_m, Search* search) {
  const std::vector<RingPoint> ring = RingOf(hull, radius_m, kArcsPerTurn);
  for (const RingPoint& of : ring) search->Try(of.point);
  for (size_t i = 1; i < ring.size(); ++i) {
    if (ring[i].vertex == ring[i - 1].vertex) search->AddCap(ring[i - 1].point, ring[i].point, hull[ring[i].vertex]);
    if (i >= 2 || ring.size() == 2) search->Add({{ring[0].point, ring[i - 1].point, ring[i].point}});
  }
}

}  // namespace

FarthestPoint FindFarthestOutside(absl::Span<const Vec2> hull, double radius_m, const RoadEdge& edge,
                                  absl::Span<const int> near, double known_m) {
  Search search(edge, near, known_m);
  AddBody(hull, radius_m, &search);
  return search.Run();
}

}  // namespace collision2d::planner
