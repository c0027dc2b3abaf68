#include "collision2d/solid/query/contact_filter3.h"

#include <algorithm>
#include <cmath>

// Separating axes of two boxes (Gottschalk 1996): the three face normals of each and the nine cross
// products of their edges. On each axis the gap is the distance of the centres minus the reach of
// both boxes. The CSO of two boxes is the intersection of the slabs of these axes, so the gaps
// decide completely.
//
// A certain verdict must clear kBoxGapError * E, where E is Cso3::Magnitude(). Axes are the rows
// and columns of the rotation and their cross products, with lengths of at most slightly more than
// 1. The bound covers
//   the rotation, whose columns are unit and perpendicular within 2^-39.8: the face normals of the
//   posed b, a
//   parallelepiped, differ from its columns by 2^-39, and so do reaches and distances, of at most 4
//   E         2^-37
//   rounding of posed vertices and of the sums here, below 64 u of 4 E
//             2^-45
//
// Edges that are nearly parallel have a cross product of a length s near 0, and a gap near 0: this
// axis is undecided, but boxes that are not near contact do not need it. Rotate b by the angle, at
// most 1.01 s, that makes the edges parallel; for up to three such pairs one after the other, the
// total angle is at most 2.1 S, S being the sum of the s.
// Then those axes vanish, and every other gap has changed by less than 2 E times the angle, 4.2 S
// E. If all of them were below -16 S E, the rotated boxes overlap by 11 S E, and rotating back,
// which moves no point by more than 2.1 S * 1.8 B, leaves the origin inside.
namespace collision2d::solid::internal {
namespace {

constexpr double kBoxGapError = 0x1p-36;

constexpr double kTurnPerLength = 16.0;

// Accumulates the gaps of the axes.
struct Gaps {
  double error_m;
  double largest_m;          // Of the axes that are decided.
  double open_length = 0.0;  // The sum over the undecided axes.

  // Returns false if the boxes are apart.
  bool AddEdges(double distance_m, double reach_m, double length) {
    const double gap_m = std::abs(distance_m) - reach_m;
    const bool is_open = !(gap_m < -error_m);
    largest_m = std::max(largest_m, is_open ? largest_m : gap_m);
    open_length += is_open ? length : 0.0;
    return !(gap_m > error_m);
  }
};

}  // namespace

Relation FilterBoxes(const Vec3& half_a, const Vec3& half_b, const Pose3& a_from_b, double magnitude_m) {
  const Vec3* const row = a_from_b.rotation.row;
  const Vec3& t = a_from_b.translation;
  const double error_m = kBoxGapError * magnitude_m;
  Vec3 abs[3];
  for (int i = 0; i < 3; ++i) abs[i] = {std::abs(row[i].x), std::abs(row[i].y), std::abs(row[i].z)};
  const double of_a =
      std::max({std::abs(t.x) - half_a.x - Dot(abs[0], half_b), std::abs(t.y) - half_a.y - Dot(abs[1], half_b),
                std::abs(t.z) - half_a.z - Dot(abs[2], half_b)});
  if (of_a > error_m) return Relation::kApart;
  const Vec3 in_b = a_from_b.RotateBack(t);
  const double of_b =
      std::max({std::abs(in_b.x) - half_b.x - (abs[0].x * half_a.x + abs[1].x * half_a.y + abs[2].x * half_a.z),
                std::abs(in_b.y) - half_b.y - (abs[0].y * half_a.x + abs[1].y * half_a.y + abs[2].y * half_a.z),
                std::abs(in_b.z) - half_b.z - (abs[0].z * half_a.x + abs[1].z * half_a.y + abs[2].z * half_a.z)});
  if (of_b > error_m) return Relation::kApart;
  Gaps gaps = {error_m, std::max(of_a, of_b)};
  bool touch = true;
  // Row i is an edge of a in b's frame. Its cross product with edge j of b consists of two of its
  // coordinates, whose length is |length| and which give the reach of b; the reach of a comes from
  // the other two rows.
  const double half[3] = {half_a.x, half_a.y, half_a.z};
  const double at[3] = {t.x, t.y, t.z};
  for (int i = 0; i < 3; ++i) {
    const int j = i == 2 ? 0 : i + 1;
    const int k = 3 - i - j;
    const Vec3 across = at[k] * row[j] - at[j] * row[k];
    const Vec3 reach_a = half[j] * abs[k] + half[k] * abs[j];
    touch &= gaps.AddEdges(across.x, reach_a.x + half_b.y * abs[i].z + half_b.z * abs[i].y, abs[i].y + abs[i].z);
    touch &= gaps.AddEdges(across.y, reach_a.y + half_b.z * abs[i].x + half_b.x * abs[i].z, abs[i].z + abs[i].x);
    touch &= gaps.AddEdges(across.z, reach_a.z + half_b.x * abs[i].y + half_b.y * abs[i].x, abs[i].x + abs[i].y);
  }
  if (!touch) return Relation::kApart;
  const double needed_m = error_m + kTurnPerLength * gaps.open_length * magnitude_m;
  return gaps.largest_m < -needed_m ? Relation::kOverlapping : Relation::kUndecided;
}

}  // namespace collision2d::solid::internal
