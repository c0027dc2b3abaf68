#include "collision2d/solid/testing/shape_generators3.h"

#include <algorithm>
#include <cmath>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/testing/random_pose3.h"

namespace collision2d::solid {
namespace {

constexpr double kPi = 3.141592653589793;

// In place.
void Turn(const Mat3& rotation, std::vector<Vec3>* points) {
  for (Vec3& p : *points) p = rotation * p;
}

// In place: each coordinate by its own factor.
void Stretch(const Vec3& factors, std::vector<Vec3>* points) {
  for (Vec3& p : *points) p = {factors.x * p.x, factors.y * p.y, factors.z * p.z};
}

// `count` points of the unit circle at z = 0.
std::vector<Vec3> PointsOnCircle(int count, Random* random) {
  std::vector<Vec3> points;
  while (static_cast<int>(points.size()) < count) {
    const double x = random->Uniform(-1.0, 1.0);
    const double y = random->Uniform(-1.0, 1.0);
    const double norm = std::sqrt(x * x + y * y);
    if (norm > 1.0 || norm < 1e-3) continue;
    points.push_back({x / norm, y / norm, 0.0});
  }
  return points;
}

Vec3 RandomStretch(Random* random) {
  const double x = random->Uniform(0.3, 1.0);
  const double y = random->Uniform(0.3, 1.0);
  const double z = random->Uniform(0.3, 1.0);
  return {x, y, z};
}

}  // namespace

const char* Name(ShapeKind3 kind) {
  constexpr const char* kNames[kShapeKind3Count] = {"Point",       "Segment", "Triangle", "FlatPolygon",
                                                    "Tetrahedron", "Box",     "Sphere",   "PolygonalSphere",
                                                    "Prism",       "Needle",  "Flake",    "Lattice"};
  return kNames[static_cast<int>(kind)];
}

std::vector<Vec3> PointsOnSphere(int count, Random* random) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(RandomUnitVector(random));
  return points;
}

std::vector<Vec3> PolygonalSphere(int count) {
  const int on_rings = count - 2;
  // Rings of 2 r vertices: 2 r^2 in all.
  const int rings = std::max(1, static_cast<int>(std::sqrt(0.5 * on_rings)));
  std::vector<Vec3> points = {{0.0, 0.0, 1.0}};
  for (int ring = 0; ring < rings; ++ring) {
    const int on_ring = on_rings / rings + (ring < on_rings % rings ? 1 : 0);
    const double polar_rad = kPi * (ring + 1) / (rings + 1);
    const double z = std::cos(polar_rad);
    const double radius = std::sin(polar_rad);
    for (int i = 0; i < on_ring; ++i) {
      const double longitude_rad = 2.0 * kPi * i / on_ring;
      points.push_back({radius * std::cos(longitude_rad), radius * std::sin(longitude_rad), z});
    }
  }
  points.push_back({0.0, 0.0, -1.0});
  return points;
}

std::vector<Vec3> BoxPoints(const Vec3& half_extents) {
  std::vector<Vec3> points;
  for (const double x : {-half_extents.x, half_extents.x}) {
    for (const double y : {-half_extents.y, half_extents.y}) {
      for (const double z : {-half_extents.z, half_extents.z}) points.push_back({x, y, z});
    }
  }
  return points;
}

std::vector<Vec3> RandomPrism(int count, Random* random) {
  std::vector<Vec3> points = PointsOnCircle(count, random);
  for (int i = 0; i < count; ++i) points.push_back({points[i].x, points[i].y, 1.0});
  for (int i = 0; i < count; ++i) points[i].z = -1.0;
  Stretch(RandomStretch(random), &points);
  return points;
}

std::vector<Vec3> LatticePoints(int count, int reach, Random* random) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(LatticeVector(reach, random));
  return points;
}

std::vector<Vec3> RandomPoints3(ShapeKind3 kind, int max_points, Random* random) {
  const int count = random->Integer(4, max_points);
  const bool upright = random->Chance(0.5);
  const Mat3 turn = RandomRotation(random);
  std::vector<Vec3> points;
  switch (kind) {
    case ShapeKind3::kPoint:
      return PointsOnSphere(1, random);
    case ShapeKind3::kSegment:
      return PointsOnSphere(2, random);
    case ShapeKind3::kTriangle:
      return PointsOnSphere(3, random);
    case ShapeKind3::kTetrahedron:
      return PointsOnSphere(4, random);
    case ShapeKind3::kSphere:
      return PointsOnSphere(count, random);
    case ShapeKind3::kLattice:
      return LatticePoints(count, random->Integer(1, 4), random);
    case ShapeKind3::kFlatPolygon:
      points = PointsOnCircle(count, random);
      Turn(upright ? RightAngleRotation(random->Index(24)) : turn, &points);
      return points;
    case ShapeKind3::kBox:
      points = BoxPoints(RandomStretch(random));
      break;
    case ShapeKind3::kPolygonalSphere:
      points = PolygonalSphere(std::max(count, 5));
      break;
    case ShapeKind3::kPrism:
      points = RandomPrism(std::max(count / 2, 3), random);
      break;
    case ShapeKind3::kNeedle: {
      points = PointsOnSphere(count, random);
      const double y = random->LogUniform(1e-9, 1e-2);
      const double z = random->LogUniform(1e-9, 1e-2);
      Stretch({1.0, y, z}, &points);
      break;
    }
    case ShapeKind3::kFlake:
      points = PointsOnSphere(count, random);
      Stretch({1.0, 1.0, random->LogUniform(1e-9, 1e-2)}, &points);
      break;
  }
  if (!upright) Turn(turn, &points);
  return points;
}

ShapeKind3 RandomKind3(Random* random) {
  constexpr int kFlatKinds = 4;
  return static_cast<ShapeKind3>(random->Chance(1.0 / 6.0) ? random->Index(kFlatKinds)
                                                           : random->Integer(kFlatKinds, kShapeKind3Count - 1));
}

}  // namespace collision2d::solid
