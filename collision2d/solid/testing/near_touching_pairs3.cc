#include "collision2d/solid/testing/near_touching_pairs3.h"

#include <cmath>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"

namespace collision2d::solid {
namespace {

// Like Posed, but about a centre near both shapes, so that the rounding of a translation does not
// hide a small gap.
void TurnAbout(const Vec3& centre, const Mat3& rotation, PointPair3* pair) {
  for (Vec3& p : pair->a) p = rotation * (p - centre);
  for (Vec3& p : pair->b) p = rotation * (p - centre);
}

// The point with the largest direction . p.
const Vec3& SupportPoint(const std::vector<Vec3>& points, const Vec3& direction) {
  const Vec3* support = &points[0];
  for (const Vec3& p : points) {
    if (Dot(direction, p) > Dot(direction, *support)) support = &p;
  }
  return *support;
}

}  // namespace

PointPair3 ExactGapPair(ContactKind3 kind, Random* random, double* gap) {
  double t = 0.0;
  if (random->Chance(2.0 / 3.0)) {
    const double sign = random->Sign();
    t = sign * std::round(random->LogUniform(1.0, 0x1p36)) * 0x1p-40;
  }
  if (gap != nullptr) *gap = t;
  return WithGap(RandomTouchingPair(kind, random), t);
}

PointPair3 RoundedGapPair(ContactKind3 kind, Random* random) {
  const TouchingPair3 touching = RandomTouchingPair(kind, random);
  PointPair3 pair = touching.points;
  TurnAbout(touching.contact, Mat3::Identity(), &pair);
  const double sign = random->Sign();
  const double gap = sign * random->LogUniform(1e-15, 1e-2);
  for (Vec3& p : pair.b) p = p + gap * touching.apart;
  TurnAbout({}, RandomRotation(random), &pair);
  return pair;
}

PointPair3 UlpPair(ContactKind3 kind, Random* random) {
  PointPair3 pair = RandomTouchingPair(kind, random).points;
  MoveByUlps(random->Integer(-2, 2), &pair.b);
  return pair;
}

PointPair3 SupportGapPair(int max_points, Random* random) {
  PointPair3 pair;
  pair.a = RandomPoints3(RandomKind3(random), max_points, random);
  pair.b = RandomPoints3(RandomKind3(random), max_points, random);
  const Vec3 direction = RandomUnitVector(random);
  const double sign = random->Sign();
  const double gap_m = sign * random->LogUniform(1e-15, 1e-2);
  const Vec3 shift = SupportPoint(pair.a, direction) + gap_m * direction - SupportPoint(pair.b, -direction);
  for (Vec3& p : pair.b) p = p + shift;
  return pair;
}

}  // namespace collision2d::solid
