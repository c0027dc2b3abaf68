#include "planner_adapter/road/testing/containment_oracle.h"

#include <gmpxx.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace collision2d::planner {
namespace {

// The least area, and the least cross product, that is not 0 on the lattice; more than rounding.
constexpr double kLatticeResolution = 0x1p-30;

int SignOf(const mpq_class& x) { return sgn(x); }
int SignOf(double x) { return x > kLatticeResolution ? 1 : x < -kLatticeResolution ? -1 : 0; }
int SignOf(long double x) { return x > 0.0L ? 1 : x < 0.0L ? -1 : 0; }

template <typename Number>
struct Point {
  Number x;
  Number y;
};

template <typename Number>
struct Piece {
  Point<Number> from;
  Point<Number> to;
};

template <typename Number>
Number Cross(const Point<Number>& o, const Point<Number>& a, const Point<Number>& b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

template <typename Number>
Number Dot(const Point<Number>& o, const Point<Number>& a, const Point<Number>& b) {
  return (a.x - o.x) * (b.x - o.x) + (a.y - o.y) * (b.y - o.y);
}

// a + t (b - a).
template <typename Number>
Point<Number> Between(const Point<Number>& a, const Point<Number>& b, const Number& t) {
  return {Number(a.x + t * (b.x - a.x)), Number(a.y + t * (b.y - a.y))};
}

// Counter-clockwise, without collinear points.
template <typename Number>
std::vector<Point<Number>> HullOf(std::vector<Point<Number>> points) {
  const auto less = [](const Point<Number>& a, const Point<Number>& b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
  };
  std::sort(points.begin(), points.end(), less);
  const auto equal = [](const Point<Number>& a, const Point<Number>& b) { return a.x == b.x && a.y == b.y; };
  points.erase(std::unique(points.begin(), points.end(), equal), points.end());
  if (points.size() < 3) return points;
  std::vector<Point<Number>> hull;
  for (int side = 0; side < 2; ++side) {
    const size_t begin = hull.size();
    for (const Point<Number>& p : points) {
      while (hull.size() >= begin + 2 && SignOf(Cross(hull[hull.size() - 2], hull.back(), p)) <= 0) hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

// What of a convex polygon is on the left of a line through a and b.
template <typename Number>
std::vector<Point<Number>> LeftPart(const std::vector<Point<Number>>& polygon, const Point<Number>& a,
                                    const Point<Number>& b) {
  std::vector<Point<Number>> part;
  for (size_t i = 0; i < polygon.size(); ++i) {
    const Point<Number>& p = polygon[i];
    const Point<Number>& q = polygon[i + 1 < polygon.size() ? i + 1 : 0];
    const Number at_p = Cross(a, b, p);
    const Number at_q = Cross(a, b, q);
    if (at_p >= 0) part.push_back(p);
    if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) part.push_back(Between(p, q, Number(at_p / (at_p - at_q))));
  }
  return part;
}

// Twice the area.
template <typename Number>
Number Area(const std::vector<Point<Number>>& polygon) {
  Number area(0);
  for (size_t i = 2; i < polygon.size(); ++i) area += Cross(polygon[0], polygon[i - 1], polygon[i]);
  return area;
}

// Twice the area of what of a convex polygon is below a piece, positive if the piece has the road
// below it.
template <typename Number>
Number AreaBelow(const std::vector<Point<Number>>& polygon, const Piece<Number>& piece) {
  if (piece.from.x == piece.to.x) return Number(0);
  const bool road_is_below = piece.to.x < piece.from.x;
  const Point<Number>& right = road_is_below ? piece.from : piece.to;
  const Point<Number>& left = road_is_below ? piece.to : piece.from;
  std::vector<Point<Number>> part = LeftPart(polygon, right, {right.x, Number(right.y + 1)});
  part = LeftPart(part, left, {left.x, Number(left.y - 1)});
  const Number area = Area(LeftPart(part, right, left));
  return road_is_below ? area : Number(-area);
}

template <typename Number>
bool PointIsOn(const Point<Number>& p, const std::vector<Piece<Number>>& pieces) {
  bool is_inside = false;
  for (const Piece<Number>& piece : pieces) {
    const int side = SignOf(Cross(piece.from, piece.to, p));
    if (side == 0 && SignOf(Dot(p, piece.from, piece.to)) <= 0) return true;
    const bool from_above = SignOf(Number(piece.from.y - p.y)) > 0;
    const bool to_above = SignOf(Number(piece.to.y - p.y)) > 0;
    // The ray goes in the direction of +x: it crosses an ascending piece that has p on its left.
    if (from_above != to_above && (side > 0) == to_above) is_inside = !is_inside;
  }
  return is_inside;
}

template <typename Number>
bool SegmentIsOn(const Point<Number>& a, const Point<Number>& b, const std::vector<Piece<Number>>& pieces) {
  std::vector<Number> cuts = {Number(0), Number(1)};
  const auto cut = [&](const Number& t) {
    if (t > 0 && t < 1) cuts.push_back(t);
  };
  for (const Piece<Number>& piece : pieces) {
    const Number at_a = Cross(piece.from, piece.to, a);
    const Number at_b = Cross(piece.from, piece.to, b);
    if (SignOf(Number(at_a - at_b)) != 0) {
      cut(at_a / (at_a - at_b));
    } else if (SignOf(at_a) == 0) {
      cut(Dot(a, piece.from, b) / Dot(a, b, b));
      cut(Dot(a, piece.to, b) / Dot(a, b, b));
    }
  }
  std::sort(cuts.begin(), cuts.end());
  for (size_t i = 1; i < cuts.size(); ++i) {
    if (SignOf(Number(cuts[i] - cuts[i - 1])) == 0) continue;
    if (!PointIsOn(Between(a, b, Number((cuts[i - 1] + cuts[i]) / 2)), pieces)) return false;
  }
  return true;
}

template <typename Number>
bool IsOn(absl::Span<const Vec2> points, absl::Span<const OutlinePiece> pieces) {
  // Relative to one of the points, so that double precision has no large numbers.
  const auto relative = [&](Vec2 p) {
    return Point<Number>{Number(Number(p.x) - points[0].x), Number(Number(p.y) - points[0].y)};
  };
  std::vector<Point<Number>> hull;
  for (const Vec2 p : points) hull.push_back(relative(p));
  hull = HullOf(std::move(hull));
  std::vector<Piece<Number>> edge;
  for (const OutlinePiece& piece : pieces) edge.push_back({relative(piece.from), relative(piece.to)});
  if (hull.size() == 1) return PointIsOn(hull[0], edge);
  if (hull.size() == 2) return SegmentIsOn(hull[0], hull[1], edge);
  Number missing = Area(hull);
  const auto [left, right] = std::minmax_element(
      hull.begin(), hull.end(), [](const Point<Number>& a, const Point<Number>& b) { return a.x < b.x; });
  for (const Piece<Number>& piece : edge) {
    const bool is_beside =
        (piece.from.x <= left->x && piece.to.x <= left->x) || (piece.from.x >= right->x && piece.to.x >= right->x);
    if (!is_beside) missing -= AreaBelow(hull, piece);
  }
  return SignOf(missing) == 0;
}

}  // namespace

bool IsExactlyOnRoad(absl::Span<const Vec2> points, absl::Span<const OutlinePiece> pieces) {
  return IsOn<mpq_class>(points, pieces);
}

bool LatticeIsOnRoad(absl::Span<const Vec2> points, absl::Span<const OutlinePiece> pieces) {
  return IsOn<double>(points, pieces);
}

bool PointIsOnRoad(long double x, long double y, absl::Span<const OutlinePiece> pieces) {
  std::vector<Piece<long double>> edge;
  for (const OutlinePiece& piece : pieces) {
    edge.push_back({{piece.from.x, piece.from.y}, {piece.to.x, piece.to.y}});
  }
  return PointIsOn<long double>({x, y}, edge);
}

}  // namespace collision2d::planner
