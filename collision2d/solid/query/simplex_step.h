#pragma once

#include <limits>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/vec3.h"

// One step of the GJK loop: the part of a simplex nearest to the origin.
namespace collision2d::solid::internal {

// Signed Volumes (Montanari, Petrinic, Barbieri 2017, Algs 2-5) for the GJK loop: the part of a
// simplex nearest to the origin O, given that the newest vertex belongs to it. This holds in GJK,
// where the newest vertex d is beyond the others towards O. See NearestOnSimplex (signed_volumes.h)
// for arbitrary simplices. For a newest vertex beyond the older ones by more than rounding, and
// older ones that all belong to their nearest part, the step returns the distance of a point of the
// simplex: never too small by more than 16 times kNearestRelativeError, and the minimum within
// that, with two exceptions, which GJK leaves to the exact rung. These, and the departures from the
// paper: docs/solid.md, "The step of GJK".

// The part of the simplex that remains.
struct SimplexStep {
  // Bit i: the i-th of the older vertices remains. The newest always does.
  unsigned kept = 0;
  // From O towards the nearest point, of any length; perpendicular to the remaining part.
  Vec3 direction;
  // m^2. The squared distance of the nearest point from O; infinity if that part does not contain
  // the newest vertex, within rounding.
  double distance_sq = std::numeric_limits<double>::infinity();
};

// The part that consists of d alone.
inline SimplexStep StepToVertex(const Vec3& d) { return {0, d, NormSquared(d)}; }

// Returns v without the component along an edge that rounding has left in it. If the origin is much
// nearer to the edge than to its ends, or if a triangle is thin, v is a small difference of large
// numbers, and its error would make one end of the edge seem nearer than the other.
inline Vec3 PerpendicularTo(const Vec3& edge, double edge_sq, const Vec3& v) {
  return v - (Dot(v, edge) / edge_sq) * edge;
}

// If |v|^2 is below this fraction of the square of what was subtracted, the division in
// PerpendicularTo pays off.
inline constexpr double kCancelledSquared = 0x1p-10;

// Returns the edge from d in direction `edge`. REQUIRES: `along` = -edge . d > 0.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline SimplexStep StepToEdge(const Vec3& d, const Vec3& edge, double along,
                                                           unsigned kept) {
  const double edge_sq = NormSquared(edge);
  Vec3 direction = edge_sq * d + along * edge;
  double direction_sq = NormSquared(direction);
  // Beyond the older end, which happens only if the newest vertex is not nearer to the origin,
  // within rounding.
  if (ABSL_PREDICT_FALSE(!(along < edge_sq))) return {};
  const double scale_sq = edge_sq * edge_sq;
  if (ABSL_PREDICT_FALSE(direction_sq < kCancelledSquared * scale_sq * NormSquared(d))) {
    direction = PerpendicularTo(edge, edge_sq, direction);
    direction_sq = NormSquared(direction);
  }
  return {kept, direction, direction_sq / scale_sq};
}

// S1D of the older vertex a and the newest d.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline SimplexStep StepInSegment(const Vec3& a, const Vec3& d) {
  const Vec3 edge = a - d;
  const double along = -Dot(edge, d);
  if (along > 0.0) return StepToEdge(d, edge, along, 1);
  return StepToVertex(d);
}

// The square of the sine of the angle between two edges below which their cross product may be
// rounding only: u.
inline constexpr double kNeedleSineSquared = 0x1p-53;

// Returns a thin triangle's normal, perpendicular to its longer edge. With s the sine of the angle
// between the edges, rounding rotates their cross product by u / s; the remaining rotation is about
// the longer edge, which changes heights at the points of the triangle only by u of the lengths.
inline Vec3 ThinNormal(const Vec3& edge_a, const Vec3& edge_b, double aa, double bb, const Vec3& normal) {
  return aa > bb ? PerpendicularTo(edge_a, aa, normal) : PerpendicularTo(edge_b, bb, normal);
}

// Returns whether a triangle is so thin that its edges should be used instead. The normal, rotated
// by u / s about the long axis of length l, costs (u / s)^2 / 2 of the height |v|; using the edges
// costs the square of the width s l, over 2 |v|. The former is less iff s^2 > u |v| / l, and is
// then below u l / 2.
inline bool IsNeedle(double aa, double bb, double normal_sq, double height_sq) {
  if (normal_sq > kNeedleSineSquared * aa * bb) return false;
  const double sine_sq = normal_sq / (aa * bb);
  const double longest_sq = aa > bb ? aa : bb;
  return !(sine_sq * sine_sq * longest_sq > kNeedleSineSquared * kNeedleSineSquared * height_sq);
}

// S2D of the triangle d, d + edge_a, d + edge_b, with d_cross_x = d x edge_x; kept_a and kept_b are
// the bits of a and b.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline SimplexStep StepInTriangle(const Vec3& d, const Vec3& edge_a, const Vec3& edge_b,
                                                               const Vec3& d_cross_a, const Vec3& d_cross_b,
                                                               unsigned kept_a, unsigned kept_b) {
  Vec3 normal = Cross(edge_a, edge_b);
  // The barycentric weights of a and b, times |normal|^2.
  const double weight_a = -Dot(d_cross_b, normal);
  const double weight_b = Dot(d_cross_a, normal);
  const bool inside_of_b = weight_a > 0.0;
  const bool inside_of_a = weight_b > 0.0;
  if (inside_of_a && inside_of_b) {
    const double aa = NormSquared(edge_a);
    const double bb = NormSquared(edge_b);
    double normal_sq = NormSquared(normal);
    const bool thin = !(normal_sq > kCancelledSquared * aa * bb);
    if (ABSL_PREDICT_FALSE(thin)) {
      normal = ThinNormal(edge_a, edge_b, aa, bb, normal);
      normal_sq = NormSquared(normal);
    }
    const double height = Dot(normal, d);
    const double distance_sq = height * height / normal_sq;
    // Beyond the edge of the older vertices: as in StepToEdge.
    if (ABSL_PREDICT_FALSE(!(weight_a + weight_b < normal_sq))) return {};
    if (ABSL_PREDICT_TRUE(!thin || !IsNeedle(aa, bb, normal_sq, distance_sq))) {
      return {kept_a | kept_b, height < 0.0 ? -normal : normal, distance_sq};
    }
  }
  const double along_a = -Dot(edge_a, d);
  const double along_b = -Dot(edge_b, d);
  bool take_a = !inside_of_a && along_a > 0.0;
  bool take_b = !inside_of_b && along_b > 0.0;
  if (ABSL_PREDICT_FALSE((take_a && take_b) || (inside_of_a && inside_of_b))) {
    // A flat triangle: take the edge that is nearer to O.
    take_a = along_a > 0.0 &&
             !(along_b > 0.0 && along_b * along_b * NormSquared(edge_a) > along_a * along_a * NormSquared(edge_b));
    take_b = !take_a && along_b > 0.0;
  }
  if (take_a) return StepToEdge(d, edge_a, along_a, kept_a);
  if (take_b) return StepToEdge(d, edge_b, along_b, kept_b);
  return StepToVertex(d);
}

// S2D of the older vertices a, b and the newest d.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline SimplexStep StepInTriangle(const Vec3& a, const Vec3& b, const Vec3& d) {
  const Vec3 edge_a = a - d;
  const Vec3 edge_b = b - d;
  return StepInTriangle(d, edge_a, edge_b, Cross(d, edge_a), Cross(d, edge_b), 1, 2);
}

// A bound on the error of each of the four determinants of TetrahedronVolumes relative to the cube
// of the largest coordinate M of its vertices, which are rounded to within u of their size. An edge
// has coordinates of 2 M and errors of 4 u M; a cross product of two, 8 M^2 and 48 u M^2; its
// product with d, 24 M^3 and 250 u M^3, with a third edge twice that; the fourth determinant is a
// sum of the others, 1300 u M^3: below 2^11 u.
inline constexpr double kEnclosureRelativeError = 0x1p-42;

// The position of O relative to a tetrahedron with the newest vertex d: the signed volumes of O
// with the faces at d.
struct TetrahedronVolumes {
  // Times the sign of `whole`: positive if O is on the inner side of the face at d that does not
  // contain a, b or c, respectively.
  double without_a;
  double without_b;
  double without_c;
  double whole;  // >= 0.

  // Whether O is certainly in the tetrahedron, given the largest magnitude of a coordinate of its
  // vertices.
  bool Enclose(double magnitude) const {
    const double error = kEnclosureRelativeError * magnitude * magnitude * magnitude;
    // The additive term prevents products that lost bits to underflow from passing the test.
    const double bound = error + 0x1p-1000;
    return (without_a > bound) & (without_b > bound) & (without_c > bound) &
           (whole - (without_a + without_b + without_c) > bound);
  }
};

// S3D of the older vertices and the newest, in two steps: where O is, and if it is not inside, the
// nearest part.
class StepInTetrahedron {
 public:
  ABSL_ATTRIBUTE_ALWAYS_INLINE StepInTetrahedron(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d)
      : d_(d), edge_{a - d, b - d, c - d}, d_cross_{Cross(d, edge_[0]), Cross(d, edge_[1]), Cross(d, edge_[2])} {
    const double whole = Dot(edge_[2], Cross(edge_[0], edge_[1]));
    const double sign = whole < 0.0 ? -1.0 : 1.0;
    volumes_.without_a = sign * Dot(edge_[1], d_cross_[2]);
    volumes_.without_b = -sign * Dot(edge_[0], d_cross_[2]);
    volumes_.without_c = sign * Dot(edge_[0], d_cross_[1]);
    volumes_.whole = sign * whole;
  }

  const TetrahedronVolumes& volumes() const { return volumes_; }

  // Whether O is on the inner side of the three faces at the newest vertex, up to rounding.
  bool IsInside() const { return (volumes_.without_a > 0.0) & (volumes_.without_b > 0.0) & (volumes_.without_c > 0.0); }

  // Returns the nearest part among the faces at the newest vertex that O is beyond.
  ABSL_ATTRIBUTE_ALWAYS_INLINE SimplexStep ToFaces() const {
    SimplexStep best;
    if (!(volumes_.without_c > 0.0)) best = Nearer(best, 0, 1);
    if (!(volumes_.without_a > 0.0)) best = Nearer(best, 1, 2);
    if (!(volumes_.without_b > 0.0)) best = Nearer(best, 2, 0);
    return best;
  }

  // Returns the nearest part among all three faces: for a tetrahedron so flat that its signs may be
  // wrong.
  ABSL_ATTRIBUTE_NOINLINE SimplexStep ToAllFaces() const { return Nearer(Nearer(Nearer({}, 0, 1), 1, 2), 2, 0); }

 private:
  ABSL_ATTRIBUTE_ALWAYS_INLINE SimplexStep Nearer(const SimplexStep& best, int i, int j) const {
    const SimplexStep step = StepInTriangle(d_, edge_[i], edge_[j], d_cross_[i], d_cross_[j], 1u << i, 1u << j);
    return step.distance_sq < best.distance_sq ? step : best;
  }

  Vec3 d_;
  Vec3 edge_[3];
  Vec3 d_cross_[3];
  TetrahedronVolumes volumes_;
};

}  // namespace collision2d::solid::internal
