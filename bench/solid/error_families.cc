#include "bench/solid/error_families.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "bench/solid/brute_solid.h"
#include "bench/solid/hull_facets.h"
#include "bench/solid/random_solids.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

using solid::Pose3;
using solid::Vec3;

// A multiple of 1/64 in [low, high] / 64.
double Dyadic(int low, int high, Random* random) { return random->Integer(low, high) / 64.0; }

struct FamilyPair {
  SolidShape a;
  SolidShape b;
  Pose3 a_from_b;
  double signed_distance_m;
};

ErrorFamily MakeFamily(std::string name, SolidKind kind, bool overlapping, int pairs, Random* random,
                       const std::function<FamilyPair(Random*)>& make_pair) {
  ErrorFamily family;
  family.dataset.name = std::move(name);
  family.dataset.kind = kind;
  family.overlapping = overlapping;
  for (int i = 0; i < pairs; ++i) {
    FamilyPair pair = make_pair(random);
    family.dataset.pairs.push_back({2 * i, 2 * i + 1, pair.a_from_b});
    family.dataset.shapes.push_back(std::move(pair.a));
    family.dataset.shapes.push_back(std::move(pair.b));
    family.signed_distance_m.push_back(pair.signed_distance_m);
  }
  return family;
}

Vec3 DyadicHalfExtents(Random* random) {
  Vec3 half;
  half.x = Dyadic(16, 64, random);
  half.y = Dyadic(16, 64, random);
  half.z = Dyadic(16, 64, random);
  return half;
}

// Boxes with parallel edges, in contact (or apart by `gap`) along x, and also along y and z where
// asked; where not, they overlap sideways.
FamilyPair ParallelBoxes(int contacts, double gap, Random* random) {
  const Vec3 a = DyadicHalfExtents(random);
  const Vec3 b = DyadicHalfExtents(random);
  Pose3 pose;
  pose.translation.x = random->Sign() * (a.x + b.x + gap);
  pose.translation.y = contacts > 1 ? random->Sign() * (a.y + b.y) : Dyadic(-8, 8, random);
  pose.translation.z = contacts > 2 ? random->Sign() * (a.z + b.z) : Dyadic(-8, 8, random);
  return {MakeBoxShape(a), MakeBoxShape(b), pose, gap};
}

// A hexagonal prism whose coordinates are dyadic; its height is a 1/1024 of its width.
SolidShape FlatPrism(Random* random) {
  const double width = Dyadic(32, 64, random);
  const double depth = Dyadic(32, 64, random);
  std::vector<Vec3> points;
  for (const double z : {-0x1p-11, 0x1p-11}) {
    for (const double side : {-1.0, 1.0}) {
      points.push_back({side * width, 0.0, z});
      points.push_back({side * 0.5 * width, depth, z});
      points.push_back({side * 0.5 * width, -depth, z});
    }
  }
  return MakeSolidShape(MakePolytope(points));
}

FamilyPair StackedFlatPrisms(double gap, Random* random) {
  FamilyPair pair;
  pair.a = FlatPrism(random);
  pair.b = FlatPrism(random);
  pair.a_from_b.translation = {Dyadic(-8, 8, random), Dyadic(-8, 8, random), random->Sign() * (0x1p-10 + gap)};
  pair.signed_distance_m = gap;
  return pair;
}

// Large polytopes that nearly touch.
FamilyPair NearPolytopes(Random* random) {
  FamilyPair pair;
  pair.a = MakeSolidShape(MakePolytope(RandomSpherePoints(random->Integer(40, 80), random)));
  pair.b = MakeSolidShape(MakePolytope(RandomSpherePoints(random->Integer(40, 80), random)));
  pair.a_from_b.translation = random->Uniform(1.9, 2.1) * RandomUnitVector(random);
  const HullFacets a = MakeHullFacets(pair.a.vertices, pair.a.triangles);
  HullFacets b;
  PoseFacets(MakeHullFacets(pair.b.vertices, pair.b.triangles), pair.a_from_b, &b);
  const long double depth = BrutePenetration(a, b);
  pair.signed_distance_m = static_cast<double>(depth < 0.0L ? BruteDistance(a, b) : -depth);
  return pair;
}

FamilyPair ConcentricSpheres(Random* random) {
  FamilyPair pair;
  pair.a.radius = Dyadic(16, 64, random);
  pair.b.radius = Dyadic(16, 64, random);
  pair.signed_distance_m = -(pair.a.radius + pair.b.radius);
  return pair;
}

FamilyPair SameBox(Random* random) {
  const Vec3 half = DyadicHalfExtents(random);
  return {MakeBoxShape(half), MakeBoxShape(half), {}, -2.0 * std::min(half.x, std::min(half.y, half.z))};
}

}  // namespace

bool ErrorFamily::IsWrong(SolidQuery query, size_t pair, double answer) const {
  const double right_m = signed_distance_m[pair];
  if (query == SolidQuery::kCollides) return (answer == 1.0) != (right_m <= 0.0);
  const double length = query == SolidQuery::kDistance ? std::max(0.0, right_m) : std::max(0.0, -right_m);
  return !(std::abs(answer - length) <= 1e-3 * length + 1e-9);
}

std::vector<ErrorFamily> MakeErrorFamilies(int pairs, uint64_t seed) {
  Random random(seed);
  const auto parallel_boxes = [](int contacts, double gap) {
    return [contacts, gap](Random* from) { return ParallelBoxes(contacts, gap, from); };
  };
  std::vector<ErrorFamily> families;
  const auto add = [&](const char* name, SolidKind kind, bool overlapping,
                       const std::function<FamilyPair(Random*)>& make_pair) {
    families.push_back(MakeFamily(name, kind, overlapping, pairs, &random, make_pair));
  };
  add("kissing boxes, faces", SolidKind::kBoxes, false, parallel_boxes(1, 0.0));
  add("kissing boxes, edges", SolidKind::kBoxes, false, parallel_boxes(2, 0.0));
  add("kissing boxes, vertices", SolidKind::kBoxes, false, parallel_boxes(3, 0.0));
  add("kissing boxes as polytopes, faces", SolidKind::kPolytopes, false, parallel_boxes(1, 0.0));
  add("parallel faces, 2^-20 m apart", SolidKind::kBoxes, false, parallel_boxes(1, 0x1p-20));
  add("parallel faces of polytopes, 2^-20 m apart", SolidKind::kPolytopes, false, parallel_boxes(1, 0x1p-20));
  add("kissing flat prisms", SolidKind::kPolytopes, false, [](Random* from) { return StackedFlatPrisms(0.0, from); });
  add("flat prisms, 2^-13 m apart", SolidKind::kPolytopes, false,
      [](Random* from) { return StackedFlatPrisms(0x1p-13, from); });
  add("polytopes of 40 to 80 vertices, near contact", SolidKind::kPolytopes, false, NearPolytopes);
  add("one box twice in one place", SolidKind::kBoxes, true, SameBox);
  add("one box twice in one place, as polytopes", SolidKind::kPolytopes, true, SameBox);
  add("concentric spheres", SolidKind::kSpheres, true, ConcentricSpheres);
  return families;
}

}  // namespace collision2d::bench
