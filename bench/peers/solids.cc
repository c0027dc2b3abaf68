#include "bench/peers/solids.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"

namespace collision2d::bench {
namespace {

using solid::Mat3;
using solid::Pose3;
using solid::Vec3;

// The rotation of the quaternion w + x i + y j + z k, which has unit length.
Mat3 FromQuaternion(double w, double x, double y, double z) {
  return {{{1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)},
           {2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)},
           {2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)}}};
}

// Along a random direction, at a fraction of the distance at which the bodies certainly are apart.
Pose3 RandomPlacement(const SolidShape& a, const SolidShape& b, double low, double high, Random* random) {
  Pose3 pose;
  pose.rotation = RandomRotation(random);
  const Vec3 u = RandomUnitVector(random);
  const Vec3 towards_a = -pose.RotateBack(u);
  const double touching = Dot(u, Farthest(a.vertices, u)) + Dot(towards_a, Farthest(b.vertices, towards_a));
  pose.translation = random->Uniform(low, high) * touching * u;
  return pose;
}

// Moves b so that it is apart by 0.1 % to 10 %.
bool MakeClose(const ScanHull& a, const ScanHull& b, Pose3* a_from_b, Random* random) {
  const double distance = solid::Distance(a, b, *a_from_b);
  if (!(distance > 0.0)) return false;
  // Towards a by less than the distance: they stay apart.
  const double reach = Norm(a_from_b->translation);
  a_from_b->translation = ((reach - distance * random->Uniform(0.9, 0.999)) / reach) * a_from_b->translation;
  return true;
}

Pose3 Place(const SolidShape& a, const SolidShape& b, Placement placement, Random* random) {
  if (placement == Placement::kDistant) return RandomPlacement(a, b, 1.5, 3.0, random);
  if (placement == Placement::kMixed) return RandomPlacement(a, b, 0.5, 1.0, random);
  const ScanHull hull_a(a.vertices);
  const ScanHull hull_b(b.vertices);
  const bool is_close = placement == Placement::kClose;
  for (;;) {
    Pose3 pose = RandomPlacement(a, b, is_close ? 1.01 : 0.1, is_close ? 1.5 : 0.7, random);
    if (is_close ? MakeClose(hull_a, hull_b, &pose, random) : solid::Collides(hull_a, hull_b, pose)) return pose;
  }
}

std::vector<Vec3> PrismPoints(int sides, Random* random) {
  const double half_height = random->Uniform(0.2, 1.0);
  const double scale_y = random->Uniform(0.3, 1.0);
  std::vector<Vec3> points;
  for (int k = 0; k < sides; ++k) {
    const double angle = 6.283185307179586 * (k + random->Uniform(0.0, 0.8)) / sides;
    for (const double z : {-half_height, half_height})
      points.push_back({std::cos(angle), scale_y * std::sin(angle), z});
  }
  return points;
}

std::vector<Vec3> EllipsoidPoints(int vertices, Random* random) {
  const Vec3 axes = RandomVec(0.4, 1.0, random);
  std::vector<Vec3> points = RandomSpherePoints(vertices, random);
  for (Vec3& p : points) p = {axes.x * p.x, axes.y * p.y, axes.z * p.z};
  return points;
}

}  // namespace

Vec3 RandomVec(double low, double high, Random* random) {
  return {random->Uniform(low, high), random->Uniform(low, high), random->Uniform(low, high)};
}

Vec3 RandomUnitVector(Random* random) {
  for (;;) {
    const Vec3 v = RandomVec(-1.0, 1.0, random);
    const double norm_sq = NormSquared(v);
    if (norm_sq > 0.01 && norm_sq <= 1.0) return Normalized(v);
  }
}

Mat3 RandomRotation(Random* random) {
  for (;;) {
    const double w = random->Uniform(-1.0, 1.0);
    const Vec3 v = RandomVec(-1.0, 1.0, random);
    const double norm_sq = w * w + NormSquared(v);
    if (norm_sq < 0.01 || norm_sq > 1.0) continue;
    const double norm = std::sqrt(norm_sq);
    return FromQuaternion(w / norm, v.x / norm, v.y / norm, v.z / norm);
  }
}

Mat3 SmallRotation(double angle_rad, Random* random) {
  const Vec3 axis = std::sin(0.5 * angle_rad) * RandomUnitVector(random);
  return FromQuaternion(std::cos(0.5 * angle_rad), axis.x, axis.y, axis.z);
}

std::vector<Vec3> RandomSpherePoints(int count, Random* random) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(RandomUnitVector(random));
  return points;
}

std::vector<Vec3> EvenSpherePoints(int count) {
  constexpr double kGoldenAngle = 2.399963229728653;
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const double z = 1.0 - (2.0 * i + 1.0) / count;
    const double r = std::sqrt(1.0 - z * z);
    points.push_back({r * std::cos(kGoldenAngle * i), r * std::sin(kGoldenAngle * i), z});
  }
  return points;
}

solid::ConvexPolytope MakePolytope(absl::Span<const Vec3> points) {
  absl::StatusOr<solid::ConvexPolytope> polytope = solid::ConvexPolytope::FromPoints(points);
  if (!polytope.ok()) {
    std::fprintf(stderr, "%s\n", polytope.status().ToString().c_str());
    std::abort();
  }
  return *std::move(polytope);
}

SolidShape MakeSolidShape(const solid::ConvexPolytope& polytope) {
  SolidShape shape;
  shape.vertices.assign(polytope.vertices().begin(), polytope.vertices().end());
  for (const auto& triangle : polytope.Triangles()) shape.triangles.push_back({triangle[0], triangle[1], triangle[2]});
  return shape;
}

SolidShape MakeBoxShape(const Vec3& half) {
  SolidShape shape;
  shape.half_extents = half;
  for (int i = 0; i < 8; ++i) {
    shape.vertices.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  }
  shape.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                     {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return shape;
}

const char* Name(Placement placement) {
  constexpr const char* kNames[] = {"distant", "close", "mixed", "overlapping"};
  return kNames[static_cast<int>(placement)];
}

SolidDataset RandomSolids(int vertices, Placement placement, int pair_count, uint64_t seed) {
  constexpr int kSides = 6;
  Random random(seed);
  SolidDataset dataset;
  dataset.name = vertices == kBoxes    ? "boxes"
                 : vertices == kPrisms ? absl::StrCat("prisms of ", kSides, " sides")
                                       : absl::StrCat("polytopes of ", vertices, " vertices");
  dataset.kind = vertices == kBoxes ? SolidKind::kBoxes : SolidKind::kPolytopes;
  // Enough that their vertices do not stay in the first-level cache; FCL takes milliseconds to make
  // one of 100 vertices.
  const int count = std::clamp(pair_count / 8, 2, 128);
  for (int i = 0; i < count; ++i) {
    dataset.shapes.push_back(
        vertices == kBoxes ? MakeBoxShape(RandomVec(0.2, 1.0, &random))
                           : MakeSolidShape(MakePolytope(vertices == kPrisms ? PrismPoints(kSides, &random)
                                                                             : EllipsoidPoints(vertices, &random))));
  }
  for (int i = 0; i < pair_count; ++i) {
    SolidPair& pair = dataset.pairs.emplace_back();
    pair.a = random.Index(count);
    pair.b = random.Index(count);
    pair.a_from_b = Place(dataset.shapes[static_cast<size_t>(pair.a)], dataset.shapes[static_cast<size_t>(pair.b)],
                          placement, &random);
  }
  return dataset;
}

}  // namespace collision2d::bench
