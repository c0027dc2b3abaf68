#include "collision2d/solid/query/contact_filter3.h"

#include <cmath>

// Separating axes of two boxes (Gottschalk 1996). On each of the fifteen axes the gap is the
// distance of the centres minus the reach of both boxes; the CSO is the intersection of the slabs
// of these axes, so the gaps decide completely. The error bound kBoxGapError, and why edges that
// are nearly parallel may stay undecided, are derived in docs/solid.md, "Filters".
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
