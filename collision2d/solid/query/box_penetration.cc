#include <algorithm>
#include <cmath>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/axis_penetration.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/simple_shapes.h"

namespace collision2d::solid::internal {
namespace {

// The squared product of two edge directions below which the edges are parallel: their facet is
// narrower than u of its length.
constexpr double kParallelSquared = 0x1p-106;

// An edge pair must be better than the faces by this part of the magnitude: the witness points of a
// face are more accurate, and if edges are in faces both have the same direction.
constexpr double kEdgeMargin = 0x1p-51;

// Bound on the distance by which rounding may move a witness point off its box, or off the other
// one, relative to the magnitude.
constexpr double kWitnessError = 0x1p-49;

// The margin for comparing the squares of two depths.
constexpr double kFarther = 1.0 + 0x1p-48;

constexpr int Next(int i) { return i == 2 ? 0 : i + 1; }

// A vector with coordinates accessed by index.
struct Numbered {
  explicit Numbered(const Vec3& v) : of{v.x, v.y, v.z} {}
  Numbered() = default;

  double operator[](int i) const { return of[i]; }
  Vec3 vector() const { return {of[0], of[1], of[2]}; }

  double of[3] = {0.0, 0.0, 0.0};
};

class BoxPair {
 public:
  BoxPair(const BoxShape& a, const BoxShape& b, const Pose3& a_from_b, double magnitude_m)
      : a_(a.half_extents()), b_(b.half_extents()), t_(a_from_b.translation), magnitude_m_(magnitude_m) {
    const Numbered rows[3] = {Numbered(a_from_b.rotation.row[0]), Numbered(a_from_b.rotation.row[1]),
                              Numbered(a_from_b.rotation.row[2])};
    for (int j = 0; j < 3; ++j) edge_[j] = Numbered({rows[0][j], rows[1][j], rows[2][j]});
    for (int j = 0; j < 3; ++j) face_[j] = Numbered(Cross(edge_[Next(j)].vector(), edge_[Next(Next(j))].vector()));
  }

  // Finds the direction of the least depth. Returns false if the boxes do not overlap along one.
  bool FindDirection() {
    for (int i = 0; i < 3; ++i) {
      const double reach_b =
          std::abs(edge_[0][i]) * b_[0] + std::abs(edge_[1][i]) * b_[1] + std::abs(edge_[2][i]) * b_[2];
      Consider(a_[i] + reach_b - std::abs(t_[i]), 1.0, i, -1);
    }
    for (int j = 0; j < 3; ++j) {
      const Numbered& m = face_[j];
      const Vec3 normal = m.vector();
      const double reach_a = std::abs(m[0]) * a_[0] + std::abs(m[1]) * a_[1] + std::abs(m[2]) * a_[2];
      const double reach_b = std::abs(Dot(normal, edge_[j].vector())) * b_[j];
      const double length = std::sqrt(NormSquared(normal));
      Consider((reach_a + reach_b - std::abs(Dot(normal, t_.vector()))) / length, length, -1, j);
    }
    depth_m_ -= kEdgeMargin * magnitude_m_;
    const double of_faces_m = depth_m_;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) ConsiderEdges(i, j);
    }
    if (depth_m_ == of_faces_m) depth_m_ += kEdgeMargin * magnitude_m_;
    return length_ > 0.0 && depth_m_ > 0.0;
  }

  double depth_m() const { return depth_m_; }

  // Finds direction and witness points. Returns false if the direction does not determine them.
  bool FindWitnesses(PenetrationResult* result) const {
    Vec3 normal = i_ < 0 ? face_[j_].vector() : j_ < 0 ? UnitVector(i_) : Cross(UnitVector(i_), edge_[j_].vector());
    normal = {normal.x / length_, normal.y / length_, normal.z / length_};
    if (Dot(normal, t_.vector()) < 0.0) normal = -normal;
    const Vec3 apart = depth_m_ * normal;
    const Vec3 on_a = HighestOfA(normal);
    const Vec3 on_b = LowestOfB(normal);
    if (j_ < 0) {
      result->witness_b = on_b;
      result->witness_a = ClampToA(on_b + apart);
    } else if (i_ < 0) {
      result->witness_a = on_a;
      result->witness_b = ClampToB(on_a - apart);
    } else {
      // The midpoints of the edges differ by d and the depth: x e_i - y c_j = d.
      const Vec3 along_a = UnitVector(i_);
      const Vec3 along_b = edge_[j_].vector();
      const Vec3 product = Cross(along_a, along_b);
      const Vec3 d = on_b - on_a + apart;
      const double square = length_ * length_;
      const double x_m = std::clamp(Dot(Cross(d, along_b), product) / square, -a_[i_], a_[i_]);
      const double y_m = std::clamp(Dot(Cross(d, along_a), product) / square, -b_[j_], b_[j_]);
      result->witness_a = on_a + x_m * along_a;
      result->witness_b = on_b + y_m * along_b;
    }
    result->direction = normal;
    result->depth_m = depth_m_;
    result->lower_bound_m = std::max(0.0, depth_m_ - kEdgeMargin * magnitude_m_);
    return NormInfinity(result->witness_a - result->witness_b - apart) <= kWitnessError * magnitude_m_;
  }

 private:
  static Vec3 UnitVector(int i) { return {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0}; }

  // `length` is the length of the vector that gives the direction.
  void Consider(double depth_m, double length, int i, int j) {
    if (!(depth_m < depth_m_)) return;
    depth_m_ = depth_m;
    length_ = length;
    i_ = i;
    j_ = j;
  }

  // The direction e_i x c_j, whose coordinate i is 0, i + 1 is -c_j[i + 2], and i + 2 is c_j[i +
  // 1]. Its products with the other edges of b are coordinates of the normals of b's faces.
  void ConsiderEdges(int i, int j) {
    const int i1 = Next(i);
    const int i2 = Next(i1);
    const int j1 = Next(j);
    const int j2 = Next(j1);
    const double r1 = edge_[j][i1];
    const double r2 = edge_[j][i2];
    const double length_sq = r1 * r1 + r2 * r2;
    if (!(length_sq > kParallelSquared)) return;
    const double reach_a = a_[i1] * std::abs(r2) + a_[i2] * std::abs(r1);
    const double reach_b = b_[j1] * std::abs(face_[j2][i]) + b_[j2] * std::abs(face_[j1][i]);
    const double scaled = reach_a + reach_b - std::abs(t_[i2] * r1 - t_[i1] * r2);
    // Most pairs need no root and no division.
    if (scaled > 0.0 && scaled * scaled > kFarther * depth_m_ * depth_m_ * length_sq) return;
    const double length = std::sqrt(length_sq);
    Consider(scaled / length, length, i, j);
  }

  // The corner of a that is highest along the normal; for a pair of edges, the middle of a's edge.
  Vec3 HighestOfA(const Vec3& normal) const {
    const Numbered n(normal);
    Numbered corner;
    for (int i = 0; i < 3; ++i) corner.of[i] = j_ >= 0 && i == i_ ? 0.0 : std::copysign(a_[i], n[i]);
    return corner.vector();
  }

  Vec3 LowestOfB(const Vec3& normal) const {
    Vec3 corner = t_.vector();
    for (int j = 0; j < 3; ++j) {
      if (i_ >= 0 && j == j_) continue;
      corner = corner - std::copysign(b_[j], Dot(normal, edge_[j].vector())) * edge_[j].vector();
    }
    return corner;
  }

  Vec3 ClampToA(const Vec3& p) const {
    return {std::clamp(p.x, -a_[0], a_[0]), std::clamp(p.y, -a_[1], a_[1]), std::clamp(p.z, -a_[2], a_[2])};
  }

  Vec3 ClampToB(const Vec3& p) const {
    Vec3 moved = p;
    for (int j = 0; j < 3; ++j) {
      const Vec3 normal = face_[j].vector();
      const Vec3 edge = edge_[j].vector();
      const double along_m = Dot(normal, p - t_.vector()) / Dot(normal, edge);
      // Unchanged unless it is outside.
      moved = moved + (std::clamp(along_m, -b_[j], b_[j]) - along_m) * edge;
    }
    return moved;
  }

  Numbered a_;  // Half extents.
  Numbered b_;
  Numbered t_;
  Numbered edge_[3];  // Edges of b.
  Numbered face_[3];  // Normals of b's faces, approximately unit vectors.
  double magnitude_m_;
  // The least depth so far, and its direction: e_i, the normal of face j, or the product of edge i
  // of a and edge j of b.
  double depth_m_ = INFINITY;
  double length_ = 0.0;
  int i_ = -1;
  int j_ = -1;
};

}  // namespace

bool ComputeBoxPenetration(const BoxShape& a, const BoxShape& b, const Pose3& a_from_b, double magnitude_m,
                           double touching_m, PenetrationResult* result) {
  BoxPair pair(a, b, a_from_b, magnitude_m);
  PenetrationResult found;
  if (!pair.FindDirection() || !(pair.depth_m() > touching_m) || !pair.FindWitnesses(&found)) return false;
  *result = found;
  return true;
}

}  // namespace collision2d::solid::internal
