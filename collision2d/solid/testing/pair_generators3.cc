#include "collision2d/solid/testing/pair_generators3.h"

#include <cmath>

#include "collision2d/solid/testing/near_touching_pairs3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/solid/testing/touching_pairs3.h"

namespace collision2d::solid {
namespace {

ContactKind3 RandomContact(Random* random) { return static_cast<ContactKind3>(random->Index(kContactKind3Count)); }

void Translate(const Vec3& by, std::vector<Vec3>* points) {
  for (Vec3& p : *points) p = p + by;
}

PointPair3 Independent(int max_points, Random* random) {
  PointPair3 pair;
  pair.a = RandomPoints3(RandomKind3(random), max_points, random);
  pair.b = RandomPoints3(RandomKind3(random), max_points, random);
  const double distance_m = random->Uniform(0.0, 1.6);
  Translate(distance_m * RandomUnitVector(random), &pair.b);
  return pair;
}

PointPair3 Lattice(int max_points, Random* random) {
  const int reach = random->Integer(1, 6);
  PointPair3 pair;
  pair.a = LatticePoints(random->Integer(1, max_points), reach, random);
  pair.b = LatticePoints(random->Integer(1, max_points), reach, random);
  Translate(LatticeVector(reach + 1, random), &pair.b);
  return pair;
}

PointPair3 Identical(int max_points, Random* random) {
  PointPair3 pair;
  pair.a = RandomPoints3(RandomKind3(random), max_points, random);
  pair.b = pair.a;
  const int choice = random->Index(4);
  if (choice == 0) return pair;
  const double distance_m = choice == 1 ? random->LogUniform(1e-15, 1e-3) : random->Uniform(0.0, 4.0);
  Translate(distance_m * RandomUnitVector(random), &pair.b);
  return pair;
}

PointPair3 Nested(int max_points, Random* random) {
  PointPair3 pair;
  pair.a = RandomPoints3(RandomKind3(random), max_points, random);
  // Scaled towards a point of the shape by exactly one half, so that this point is shared, or
  // towards the midpoint of two.
  const Vec3& centre = pair.a[0];
  const Vec3 other = random->Chance(0.5) ? centre : 0.5 * (centre + pair.a.back());
  for (const Vec3& p : pair.a) pair.b.push_back(other + 0.5 * (p - other));
  return pair;
}

PointPair3 CentimetresFarOut(int max_points, Random* random) {
  PointPair3 pair = Lattice(max_points, random);
  const Vec3 offset_cm = LatticeVector(100000000, random);
  for (std::vector<Vec3>* points : {&pair.a, &pair.b}) {
    for (Vec3& p : *points) {
      p = p + offset_cm;
      p = {p.x / 100.0, p.y / 100.0, p.z / 100.0};
    }
  }
  return pair;
}

void Scale(double factor, PointPair3* pair) {
  for (Vec3& p : pair->a) p = factor * p;
  for (Vec3& p : pair->b) p = factor * p;
}

bool IsExact(PairFamily3 family) { return family == PairFamily3::kLattice || family == PairFamily3::kExactGap; }

PointPair3 UnscaledPair(PairFamily3 family, int max_points, Random* random) {
  switch (family) {
    case PairFamily3::kIndependent:
      return Independent(max_points, random);
    case PairFamily3::kLattice:
      return Lattice(max_points, random);
    case PairFamily3::kExactGap:
      return ExactGapPair(RandomContact(random), random, nullptr);
    case PairFamily3::kRoundedGap:
      return RoundedGapPair(RandomContact(random), random);
    case PairFamily3::kUlp:
      return UlpPair(RandomContact(random), random);
    case PairFamily3::kSupportGap:
      return SupportGapPair(max_points, random);
    case PairFamily3::kIdentical:
      return Identical(max_points, random);
    case PairFamily3::kNested:
      return Nested(max_points, random);
    case PairFamily3::kCentimetresFarOut:
      return CentimetresFarOut(max_points, random);
  }
  return {};
}

}  // namespace

const char* Name(PairFamily3 family) {
  constexpr const char* kNames[kPairFamily3Count] = {"Independent", "Lattice",   "ExactGap", "RoundedGap",       "Ulp",
                                                     "SupportGap",  "Identical", "Nested",   "CentimetresFarOut"};
  return kNames[static_cast<int>(family)];
}

PointPair3 RandomPair3(PairFamily3 family, int max_points, Random* random) {
  PointPair3 pair = UnscaledPair(family, max_points, random);
  if (family == PairFamily3::kCentimetresFarOut || random->Chance(0.25)) return pair;
  const double binary = std::ldexp(1.0, random->Integer(-10, 16));
  // Contacts have coordinates of up to 10^3, except for those moved to the origin.
  const double decimal = random->LogUniform(1e-3, family == PairFamily3::kUlp ? 1e4 : 1e6);
  Scale(IsExact(family) || random->Chance(0.5) ? binary : decimal, &pair);
  if (IsExact(family) || random->Chance(0.5)) return pair;
  const double reach_m = random->LogUniform(1.0, 1e6);
  const double x = random->Uniform(-reach_m, reach_m);
  const double y = random->Uniform(-reach_m, reach_m);
  const double z = random->Uniform(-reach_m, reach_m);
  Translate({x, y, z}, &pair.a);
  Translate({x, y, z}, &pair.b);
  return pair;
}

PairFamily3 RandomFamily3(Random* random) {
  const int choice = random->Index(20);
  if (choice < 2 * kPairFamily3Count) {
    const auto family = static_cast<PairFamily3>(choice / 2);
    const bool always_collides = family == PairFamily3::kIdentical || family == PairFamily3::kNested;
    if (!always_collides || choice % 2 == 0) return family;
  }
  return PairFamily3::kIndependent;
}

PosedPair3 WithPose(const PointPair3& pair, bool exactly, Random* random) {
  const Pose3 a_from_b = exactly ? RandomLatticePose3(8, random) : RandomPose3(4.0, random);
  return {pair.a, Posed(pair.b, a_from_b.Inverse()), a_from_b};
}

}  // namespace collision2d::solid
