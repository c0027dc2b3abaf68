#include "planner_adapter/road/testing/clearance_oracle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "planner_adapter/road/testing/containment_oracle.h"

namespace collision2d::planner {
namespace {

constexpr long double kInfinity = std::numeric_limits<long double>::infinity();
constexpr long double kPi = 3.14159265358979323846264338327950288L;

// m. A point that is found to be at most this far outside of the body is one of its points.
constexpr long double kRounding_m = 1e-12L;

struct Point {
  long double x;
  long double y;
};

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(long double s, Point a) { return {s * a.x, s * a.y}; }
long double Dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
long double Cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
long double Norm(Point a) { return std::sqrt(Dot(a, a)); }
Point Exact(Vec2 p) { return {p.x, p.y}; }

// The outward normal of a side of a counter-clockwise ring; the side of a piece where there is no
// road.
Point RightOf(Point from, Point to) { return (1.0L / Norm(to - from)) * Point{to.y - from.y, from.x - to.x}; }

long double FromSegment(Point p, Point from, Point to) {
  const Point along = to - from;
  const long double length_sq = Dot(along, along);
  const long double t = length_sq > 0.0L ? std::clamp(Dot(along, p - from) / length_sq, 0.0L, 1.0L) : 0.0L;
  return Norm(p - (from + t * along));
}

bool Crosses(Point a, Point b, Point p, Point q) {
  const auto differ = [](long double s, long double t) { return (s <= 0.0L && t >= 0.0L) || (s >= 0.0L && t <= 0.0L); };
  return differ(Cross(b - a, p - a), Cross(b - a, q - a)) && differ(Cross(q - p, a - p), Cross(q - p, b - p)) &&
         Cross(b - a, q - p) != 0.0L;
}

long double BetweenSegments(Point a, Point b, Point p, Point q) {
  if (Crosses(a, b, p, q)) return 0.0L;
  return std::min({FromSegment(a, p, q), FromSegment(b, p, q), FromSegment(p, a, b), FromSegment(q, a, b)});
}

long double FromEdge(Point p, absl::Span<const OutlinePiece> pieces) {
  long double distance = kInfinity;
  for (const OutlinePiece& piece : pieces)
    distance = std::min(distance, FromSegment(p, Exact(piece.from), Exact(piece.to)));
  return distance;
}

// One equation for (x, y, d), d being the distance from the edge: normal . p + of_d d = value, or,
// of an end of a piece, |p - end| = d.
struct Condition {
  bool is_end;
  Point normal;  // Or the end.
  long double of_d;
  long double value;
};

Condition LineAt(Point on_line, Point normal, long double of_d, long double shift) {
  return {false, normal, of_d, Dot(normal, on_line) + shift};
}

struct Row {
  long double x, y, d, value;
};

Row RowOf(const Condition& line) { return {line.normal.x, line.normal.y, line.of_d, line.value}; }

// The difference of the equations of two ends.
Row RowOf(Point end, Point other) {
  return {2.0L * (other.x - end.x), 2.0L * (other.y - end.y), 0.0L, Dot(other, other) - Dot(end, end)};
}

// Calls use(p) for the points where three conditions hold, if those are isolated.
template <typename Use>
void Solve(const Condition* const (&conditions)[3], const Use& use) {
  const Condition* end = nullptr;
  std::array<Row, 3> rows;
  size_t count = 0;
  for (const Condition* condition : conditions) {
    if (!condition->is_end) {
      rows[count++] = RowOf(*condition);
    } else if (end == nullptr) {
      end = condition;
    } else {
      rows[count++] = RowOf(end->normal, condition->normal);
    }
  }
  const auto [ax, ay, ad, av] = rows[0];
  const auto [bx, by, bd, bv] = rows[1];
  // The direction of the line on which two of the equations hold, in (x, y, d).
  const long double ux = ay * bd - ad * by;
  const long double uy = ad * bx - ax * bd;
  const long double ud = ax * by - ay * bx;
  const long double u_sq = ux * ux + uy * uy + ud * ud;
  if (u_sq < 1e-24L) return;
  // The point of that line next to the origin: (av (b x u) + bv (u x a)) / |u|^2.
  const long double x = (av * (by * ud - bd * uy) + bv * (uy * ad - ud * ay)) / u_sq;
  const long double y = (av * (bd * ux - bx * ud) + bv * (ud * ax - ux * ad)) / u_sq;
  const long double d = (av * (bx * uy - by * ux) + bv * (ux * ay - uy * ax)) / u_sq;
  if (end == nullptr) {
    const auto [cx, cy, cd, cv] = rows[2];
    const long double slope = cx * ux + cy * uy + cd * ud;
    if (std::abs(slope) < 1e-12L * std::sqrt(u_sq)) return;
    const long double t = (cv - cx * x - cy * y - cd * d) / slope;
    use(Point{x + t * ux, y + t * uy});
    return;
  }
  const Point arm = Point{x, y} - end->normal;
  const long double a = ux * ux + uy * uy - ud * ud;
  const long double b = arm.x * ux + arm.y * uy - d * ud;
  const long double c = Dot(arm, arm) - d * d;
  if (std::abs(a) < 1e-12L * u_sq) {
    if (b != 0.0L) use(Point{x - c / (2.0L * b) * ux, y - c / (2.0L * b) * uy});
    return;
  }
  const long double root = std::sqrt(std::max(b * b - a * c, 0.0L));
  for (const long double t : {(-b + root) / a, (-b - root) / a}) use(Point{x + t * ux, y + t * uy});
}

class Search {
 public:
  // Coordinates are relative to the first vertex.
  Search(absl::Span<const Vec2> ring, double radius_m, absl::Span<const OutlinePiece> pieces)
      : origin_(Exact(ring[0])), radius_(radius_m), pieces_(pieces) {
    for (const Vec2 p : ring) ring_.push_back(Exact(p) - origin_);
    Point center{0.0L, 0.0L};
    for (const Point p : ring_) center = center + (1.0L / static_cast<long double>(ring_.size())) * p;
    long double reach = 0.0L;
    for (const Point p : ring_) reach = std::max(reach, Norm(p - center) + radius_);
    // No point of the body is farther from all pieces than this: distances from one piece are
    // largest at a vertex.
    long double deepest = kInfinity;
    for (const OutlinePiece& piece : pieces) {
      long double from_piece = 0.0L;
      for (const Point p : ring_) {
        from_piece = std::max(from_piece, FromSegment(origin_ + p, Exact(piece.from), Exact(piece.to)) + radius_);
      }
      deepest = std::min(deepest, from_piece);
    }
    for (const OutlinePiece& piece : pieces) {
      if (FromSegment(origin_ + center, Exact(piece.from), Exact(piece.to)) - reach > deepest + kRounding_m) continue;
      const Point from = Exact(piece.from) - origin_;
      const Point to = Exact(piece.to) - origin_;
      starts_.push_back(from);
      ends_.push_back(to);
      features_.push_back(LineAt(from, RightOf(from, to), -1.0L, 0.0L));
      features_.push_back({true, from, 0.0L, 0.0L});
    }
    for (size_t i = 0; i < ring_.size() && ring_.size() > 1; ++i) {
      const Point next = ring_[(i + 1) % ring_.size()];
      const Point normal = RightOf(ring_[i], next);
      sides_.push_back(LineAt(ring_[i], normal, 0.0L, radius_));
    }
  }

  long double Run() {
    for (const Point p : ring_) TryCorner(p);
    const auto use = [&](Point p) { Try(p); };
    for (size_t i = 0; i < features_.size(); ++i) {
      for (size_t j = i + 1; j < features_.size(); ++j) {
        for (const Condition& side : sides_) Solve({&side, &features_[i], &features_[j]}, use);
        for (size_t k = j + 1; k < features_.size(); ++k) Solve({&features_[i], &features_[j], &features_[k]}, use);
      }
    }
    return best_;
  }

 private:
  // The distance from the road.
  long double Depth(Point p) const {
    long double distance = kInfinity;
    for (size_t i = 0; i < starts_.size(); ++i) {
      distance = std::min(distance, FromSegment(p, starts_[i], ends_[i]));
      if (distance <= best_) return distance;
    }
    return PointIsOnRoad(p.x + origin_.x, p.y + origin_.y, pieces_) ? 0.0L : distance;
  }

  bool IsOnBody(Point p) const {
    long double distance = FromRing(p);
    if (ring_.size() > 2) {
      bool is_inside = true;
      for (size_t i = 0; i < ring_.size(); ++i) {
        is_inside = is_inside && Cross(ring_[(i + 1) % ring_.size()] - ring_[i], p - ring_[i]) >= 0.0L;
      }
      if (is_inside) distance = 0.0L;
    }
    return distance <= radius_ + kRounding_m;
  }

  long double FromRing(Point p) const {
    long double distance = kInfinity;
    for (size_t i = 0; i < ring_.size(); ++i) {
      distance = std::min(distance, FromSegment(p, ring_[i], ring_[(i + 1) % ring_.size()]));
    }
    return distance;
  }

  void Try(Point p) {
    if (IsOnBody(p)) best_ = std::max(best_, Depth(p));
  }

  void TryCorner(Point corner) {
    if (radius_ == 0.0L) return Try(corner);
    for (const Condition& feature : features_) {
      if (!feature.is_end) {
        Try(corner + radius_ * feature.normal);
      } else if (const Point arm = corner - feature.normal; Norm(arm) > 0.0L) {
        Try(corner + (radius_ / Norm(arm)) * arm);
      }
    }
    const std::vector<long double> angles = SampledAngles(corner);
    std::vector<long double> depths;
    for (const long double angle : angles) depths.push_back(DepthOnArc(corner, angle));
    for (size_t k = 1; k + 1 < angles.size(); ++k) {
      if (depths[k] <= 0.0L || depths[k] < depths[k - 1] || depths[k] < depths[k + 1]) continue;
      if (depths[k] + radius_ * (angles[k + 1] - angles[k - 1]) > best_) Refine(corner, angles[k - 1], angles[k + 1]);
    }
  }

  Point OnArc(Point corner, long double angle) const {
    return corner + radius_ * Point{std::cos(angle), std::sin(angle)};
  }

  // As Depth, without its early end; 0 within the body.
  long double DepthOnArc(Point corner, long double angle) const {
    const Point p = OnArc(corner, angle);
    if (!IsOnBody(p) || PointIsOnRoad(p.x + origin_.x, p.y + origin_.y, pieces_)) return 0.0L;
    long double distance = kInfinity;
    for (size_t i = 0; i < starts_.size(); ++i) distance = std::min(distance, FromSegment(p, starts_[i], ends_[i]));
    return distance;
  }

  // A bit more than a turn in steps of a degree, with where the pieces cross the arc, and the
  // middles between all of those: narrow roads are not skipped.
  std::vector<long double> SampledAngles(Point corner) const {
    std::vector<long double> angles;
    for (int k = 0; k <= 362; ++k) angles.push_back(-kPi + k * kPi / 180.0L);
    for (size_t i = 0; i < starts_.size(); ++i) {
      const Point along = ends_[i] - starts_[i];
      const Point arm = starts_[i] - corner;
      const long double a = Dot(along, along);
      const long double b = Dot(along, arm);
      const long double discriminant = b * b - a * (Dot(arm, arm) - radius_ * radius_);
      if (discriminant < 0.0L) continue;
      for (const long double root : {std::sqrt(discriminant), -std::sqrt(discriminant)}) {
        const Point crossing = arm + ((root - b) / a) * along;
        angles.push_back(std::atan2(crossing.y, crossing.x));
      }
    }
    std::sort(angles.begin(), angles.end());
    const size_t count = angles.size();
    for (size_t k = 1; k < count; ++k) angles.push_back(0.5L * (angles[k - 1] + angles[k]));
    std::sort(angles.begin(), angles.end());
    return angles;
  }

  // Tries the deepest point of an arc that has one local maximum.
  void Refine(Point corner, long double low, long double high) {
    for (int i = 0; i < 80; ++i) {
      const long double third = (high - low) / 3.0L;
      if (DepthOnArc(corner, low + third) < DepthOnArc(corner, high - third)) {
        low += third;
      } else {
        high -= third;
      }
    }
    Try(OnArc(corner, 0.5L * (low + high)));
  }

  Point origin_;
  long double radius_;
  absl::Span<const OutlinePiece> pieces_;
  std::vector<Point> ring_;
  std::vector<Point> starts_, ends_;
  std::vector<Condition> features_, sides_;
  long double best_ = 0.0L;
};

}  // namespace

long double DistanceFromEdge(Vec2 p, absl::Span<const OutlinePiece> pieces) { return FromEdge(Exact(p), pieces); }

long double DistanceFromEdge(absl::Span<const Vec2> ring, double radius_m, absl::Span<const OutlinePiece> pieces) {
  long double distance = kInfinity;
  for (size_t i = 0; i < ring.size(); ++i) {
    const Point a = Exact(ring[i]);
    const Point b = Exact(ring[(i + 1) % ring.size()]);
    for (const OutlinePiece& piece : pieces) {
      distance = std::min(distance, BetweenSegments(a, b, Exact(piece.from), Exact(piece.to)));
    }
  }
  return distance - radius_m;
}

long double FarthestOutside(absl::Span<const Vec2> ring, double radius_m, absl::Span<const OutlinePiece> pieces) {
  return Search(ring, radius_m, pieces).Run();
}

}  // namespace collision2d::planner
