#include "collision2d/solid/query/exact_closest3.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/base/attributes.h"
#include "absl/base/macros.h"
#include "collision2d/solid/geometry/wide_integer.h"

// Numbers of bits: a coordinate is below 2^117, one of a CSO point y below 2^118, one of an edge e
// of the CSO below 2^119. So
//   e . e, y . e          < 2^240         8 limbs
//   a normal, e x f       < 2^239         8 limbs
//   (e . e) y + (..) e    < 2^359        12 limbs
//   these times an edge   < 2^480        16 limbs
//   (y x f) . normal      < 2^479        16 limbs
// and every sum fits in the limbs of its products.
namespace collision2d::solid::internal {
namespace {

using Point = WideVec3<4>;
using Direction = WideVec3<12>;

// Error of vertex heights in double precision, relative to |direction|_1 M: the components of the
// direction, 2 u; three products and two sums, 3 u; the rounding of the vertex to the grid, far
// below u. Doubled.
constexpr double kHeightError = 12.0 * 0x1p-53;

Vec3 ToDouble(const Direction& v) { return {v.x.ToDouble(), v.y.ToDouble(), v.z.ToDouble()}; }

// The grid to which the vertices of a pair are rounded.
class Grid {
 public:
  // REQUIRES: magnitude_m > 0, the largest coordinate.
  explicit Grid(double magnitude_m) {
    int exponent = 0;
    std::frexp(magnitude_m, &exponent);
    // Two factors, each of which is a normal number.
    const int shift = kExactGridBits - exponent;
    scale_ = std::ldexp(1.0, shift / 2);
    rest_of_scale_ = std::ldexp(1.0, shift - shift / 2);
  }

  Point operator()(const Vec3& v) const { return {Coordinate(v.x), Coordinate(v.y), Coordinate(v.z)}; }
  double Length_m(double cells) const { return cells / scale_ / rest_of_scale_; }

 private:
  WideInteger<4> Coordinate(double x) const { return WideInteger<4>::FromDouble(x * scale_ * rest_of_scale_); }

  double scale_;
  double rest_of_scale_;
};

// A part of a simplex and its point nearest to the origin.
struct Part {
  int size = 0;
  std::array<int, 4> vertex = {0, 0, 0, 0};  // Ascending.
  // From the origin to that point, of any length; zero if the part contains the origin.
  Direction direction;
  bool holds_origin = false;
};

// Up to four points of the CSO, with the search for the nearest of their parts.
class ExactSimplex {
 public:
  Point& operator[](int i) { return point_[i]; }
  const Point& operator[](int i) const { return point_[i]; }

  // Returns the part that contains the point nearest to the origin, among the first `size` points.
  // By the optimality conditions, this point has positive weights in its part, and no other vertex
  // is below it in its direction; an affinely independent part that satisfies them exists.
  ABSL_ATTRIBUTE_NOINLINE Part NearestPart(int size) const {
    Part part;
    for (int i = 0; i < size; ++i) {
      if (TryVertex(i, &part) && IsOptimal(part, size)) return part;
    }
    for (int i = 0; i < size; ++i) {
      for (int j = i + 1; j < size; ++j) {
        if (TryEdge(i, j, &part) && IsOptimal(part, size)) return part;
      }
    }
    for (int i = 0; i < size; ++i) {
      for (int j = i + 1; j < size; ++j) {
        for (int k = j + 1; k < size; ++k) {
          if (TryTriangle(i, j, k, &part) && IsOptimal(part, size)) return part;
        }
      }
    }
    return {4, {0, 1, 2, 3}, {}, true};
  }

  // The weights of the part's vertices.
  std::array<double, 4> WeightsOf(const Part& part) const {
    if (part.size == 1) return {1.0, 0.0, 0.0, 0.0};
    if (part.size == 4) return WeightsOfTetrahedron();
    const Point& y = point_[part.vertex[0]];
    if (part.size == 2) {
      const EdgeWeights edge(y, point_[part.vertex[1]]);
      const double square = edge.square.ToDouble();
      return {(edge.square - edge.along).ToDouble() / square, edge.along.ToDouble() / square, 0.0, 0.0};
    }
    const TriangleWeights triangle(y, point_[part.vertex[1]], point_[part.vertex[2]]);
    const double square = triangle.square.ToDouble();
    return {triangle.First().ToDouble() / square, triangle.second.ToDouble() / square,
            triangle.third.ToDouble() / square, 0.0};
  }

  // Returns the distance of the part's point from the origin, in cells. The numbers have up to 480
  // bits; their squares are in the range of a double.
  double DistanceOf(const Part& part) const {
    const double length = Norm(ToDouble(part.direction));
    const Point& y = point_[part.vertex[0]];
    if (part.size == 2) return length / EdgeWeights(y, point_[part.vertex[1]]).square.ToDouble();
    if (part.size == 3) return std::abs(Dot(part.direction, y).ToDouble()) / length;
    return length;
  }

 private:
  // The weight of the second end, times the square of the length.
  struct EdgeWeights {
    EdgeWeights(const Point& y, const Point& end) : edge(end - y), square(Dot(edge, edge)), along(-Dot(y, edge)) {}

    Point edge;
    WideInteger<8> square;
    WideInteger<8> along;
  };

  // The weights of the second and the third corner, times the square of the normal.
  struct TriangleWeights {
    TriangleWeights(const Point& y, const Point& second_corner, const Point& third_corner) {
      const Point edge_2 = second_corner - y;
      const Point edge_3 = third_corner - y;
      normal = Cross(edge_2, edge_3);
      square = Dot(normal, normal);
      second = Dot(Cross(edge_3, y), normal);
      third = Dot(Cross(y, edge_2), normal);
    }

    WideInteger<16> First() const { return square - second - third; }

    WideVec3<8> normal;
    WideInteger<16> square;
    WideInteger<16> second;
    WideInteger<16> third;
  };

  // Returns the weights of the origin, which is inside: the volumes that it forms with the faces.
  ABSL_ATTRIBUTE_NOINLINE std::array<double, 4> WeightsOfTetrahedron() const {
    std::array<double, 4> weights;
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
      const Point& y = point_[(i + 1) % 4];
      weights[i] = std::abs(Dot(Cross(point_[(i + 2) % 4], point_[(i + 3) % 4]), y).ToDouble());
      sum += weights[i];
    }
    for (double& weight : weights) weight /= sum;
    return weights;
  }

  bool IsOptimal(const Part& part, int size) const {
    const Point& on_part = point_[part.vertex[0]];
    const auto end = part.vertex.begin() + part.size;
    for (int i = 0; i < size; ++i) {
      if (std::find(part.vertex.begin(), end, i) != end) continue;
      if (Dot(part.direction, point_[i] - on_part).is_negative()) return false;
    }
    return true;
  }

  bool TryVertex(int i, Part* part) const {
    *part = {1, {i, 0, 0, 0}, point_[i].Widened<12>(), point_[i].is_zero()};
    return true;
  }

  ABSL_ATTRIBUTE_NOINLINE bool TryEdge(int i, int j, Part* part) const {
    const EdgeWeights weights(point_[i], point_[j]);
    if (weights.along.sign() <= 0 || (weights.square - weights.along).sign() <= 0) return false;
    const Direction direction = weights.square * point_[i] + weights.along * weights.edge;
    *part = {2, {i, j, 0, 0}, direction, direction.is_zero()};
    return true;
  }

  ABSL_ATTRIBUTE_NOINLINE bool TryTriangle(int i, int j, int k, Part* part) const {
    const TriangleWeights weights(point_[i], point_[j], point_[k]);
    if (weights.second.sign() <= 0 || weights.third.sign() <= 0 || weights.First().sign() <= 0) return false;
    const int side = Dot(weights.normal, point_[i]).sign();
    *part = {3, {i, j, k, 0}, {}, side == 0};
    if (side != 0) part->direction = (side < 0 ? -weights.normal : weights.normal).Widened<12>();
    return true;
  }

  std::array<Point, 4> point_;
};

double LargestCoordinate(const HullVertices& hull) {
  double largest = 0.0;
  for (int i = 0; i < hull.size(); ++i) largest = std::max(largest, NormInfinity(hull.vertex(i)));
  return largest;
}

// Returns a vertex with the least dot product, as computed.
int Lowest(const HullVertices& hull, const Vec3& direction) {
  int lowest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < hull.size(); ++i) {
    const double height = Dot(direction, hull.vertex(i));
    lowest = height < least ? i : lowest;
    least = std::min(height, least);
  }
  return lowest;
}

class ExactGjk {
 public:
  ExactGjk(const HullVertices& a, const HullVertices& b)
      : a_(a), b_(b), magnitude_m_(std::max(LargestCoordinate(a), LargestCoordinate(b))), grid_(magnitude_m_) {}

  Relation Run(const Vec3& start, ExactClosest3* closest) {
    Set(0, Lowest(a_, start), Lowest(b_, -start));
    int size = 1;
    const int64_t bound = int64_t{64} + a_.size() + b_.size();
    for (int64_t round = 1; round <= bound; ++round) {
      closest->rounds = static_cast<int>(round);
      const Part part = simplex_.NearestPart(size);
      if (part.holds_origin) {
        SetWeights(part, closest);
        return Relation::kTouching;
      }
      const int newest_a = ExactLowest(a_, part.direction);
      const int newest_b = ExactLowest(b_, -part.direction);
      const Point newest = grid_(a_.vertex(newest_a)) - grid_(b_.vertex(newest_b));
      if (Dot(part.direction, newest - simplex_[part.vertex[0]]).sign() >= 0) {
        SetWeights(part, closest);
        closest->direction = Normalized(ToDouble(part.direction));
        closest->distance_m = grid_.Length_m(simplex_.DistanceOf(part));
        return Relation::kApart;
      }
      // In ascending order, so that no vertex is overwritten before it is moved.
      for (int i = 0; i < part.size; ++i) {
        simplex_[i] = simplex_[part.vertex[i]];
        vertex_a_[i] = vertex_a_[part.vertex[i]];
        vertex_b_[i] = vertex_b_[part.vertex[i]];
      }
      Set(part.size, newest_a, newest_b);
      size = part.size + 1;
    }
    return Relation::kUndecided;
  }

 private:
  void Set(int i, int vertex_a, int vertex_b) {
    vertex_a_[i] = vertex_a;
    vertex_b_[i] = vertex_b;
    simplex_[i] = grid_(a_.vertex(vertex_a)) - grid_(b_.vertex(vertex_b));
  }

  void SetWeights(const Part& part, ExactClosest3* closest) const {
    closest->size = part.size;
    closest->weight = simplex_.WeightsOf(part);
    for (int i = 0; i < part.size; ++i) {
      closest->vertex_a[i] = vertex_a_[part.vertex[i]];
      closest->vertex_b[i] = vertex_b_[part.vertex[i]];
    }
  }

  // Returns a vertex with the least dot product, exactly: vertices that double precision cannot
  // distinguish are compared on the grid.
  ABSL_ATTRIBUTE_NOINLINE int ExactLowest(const HullVertices& hull, const Direction& direction) const {
    const Vec3 rounded = ToDouble(direction);
    int lowest = Lowest(hull, rounded);
    const double limit = Dot(rounded, hull.vertex(lowest)) + 2.0 * kHeightError * Norm1(rounded) * magnitude_m_;
    Point point = grid_(hull.vertex(lowest));
    for (int i = 0; i < hull.size(); ++i) {
      if (i == lowest || Dot(rounded, hull.vertex(i)) > limit) continue;
      const Point other = grid_(hull.vertex(i));
      if (Dot(direction, other - point).is_negative()) {
        lowest = i;
        point = other;
      }
    }
    return lowest;
  }

  const HullVertices& a_;
  const HullVertices& b_;
  double magnitude_m_;
  Grid grid_;
  ExactSimplex simplex_;
  std::array<int, 4> vertex_a_;
  std::array<int, 4> vertex_b_;
};

}  // namespace

Relation FindExactClosest(const HullVertices& a, const HullVertices& b, const Vec3& start, ExactClosest3* closest) {
  ABSL_ASSERT(start != Vec3{});
  ExactGjk gjk(a, b);
  return gjk.Run(start, closest);
}

std::array<double, 3> ExactWeightsOfTriangle(const std::array<Vec3, 3>& on_a, const std::array<Vec3, 3>& on_b) {
  double largest = 0.0;
  for (int i = 0; i < 3; ++i) largest = std::max({largest, NormInfinity(on_a[i]), NormInfinity(on_b[i])});
  const Grid grid(largest);
  ExactSimplex simplex;
  for (int i = 0; i < 3; ++i) simplex[i] = grid(on_a[i]) - grid(on_b[i]);
  const Part part = simplex.NearestPart(3);
  const std::array<double, 4> weights = simplex.WeightsOf(part);
  std::array<double, 3> of_corner = {0.0, 0.0, 0.0};
  for (int i = 0; i < part.size; ++i) of_corner[part.vertex[i]] = weights[i];
  return of_corner;
}

}  // namespace collision2d::solid::internal
