#include "bench/solid/density_scenes.h"

#include <cmath>
#include <cstddef>

#include "bench/solid/random_solids.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {
namespace {

using solid::Pose3;
using solid::Vec3;

constexpr double kNear_m = 0.1;
constexpr double kFar_m = 100.0;
// tan of half the horizontal field of view of 80 degrees, and of half the vertical one at 16:9.
const double kTanHorizontal = std::tan(40.0 / 180.0 * 3.141592653589793);
const double kTanVertical = kTanHorizontal * 9.0 / 16.0;

// The largest sphere within touches the far plane and the two narrow sides.
double InscribedRadius() {
  const double sine = kTanVertical / std::sqrt(1.0 + kTanVertical * kTanVertical);
  return kFar_m * sine / (1.0 + sine);
}

// Around the centre of its inscribed sphere.
SolidShape MakeFrustum() {
  std::vector<Vec3> points;
  const double centre = kFar_m - InscribedRadius();
  for (const double depth : {kNear_m, kFar_m}) {
    for (const double side : {-1.0, 1.0}) {
      for (const double up : {-1.0, 1.0}) {
        points.push_back({depth - centre, side * depth * kTanHorizontal, up * depth * kTanVertical});
      }
    }
  }
  return MakeSolidShape(MakePolytope(points));
}

bool ContainsOrigin(const std::vector<Vec3>& tetrahedron) {
  for (size_t i = 0; i < 4; ++i) {
    const Vec3& a = tetrahedron[(i + 1) % 4];
    const Vec3 n = Cross(tetrahedron[(i + 2) % 4] - a, tetrahedron[(i + 3) % 4] - a);
    if (Dot(n, tetrahedron[i] - a) * -Dot(n, a) <= 0.0) return false;
  }
  return true;
}

Vec3 RandomInCube(Random* random) {
  Vec3 v;
  v.x = random->Uniform(-0.5, 0.5);
  v.y = random->Uniform(-0.5, 0.5);
  v.z = random->Uniform(-0.5, 0.5);
  return v;
}

Vec3 RandomInBall(Random* random) {
  for (;;) {
    const Vec3 v = 2.0 * RandomInCube(random);
    if (NormSquared(v) <= 1.0) return v;
  }
}

SolidShape MakeTetrahedron(Random* random) {
  for (;;) {
    const std::vector<Vec3> points = RandomSpherePoints(4, random);
    if (ContainsOrigin(points)) return MakeSolidShape(MakePolytope(points));
  }
}

Vec3 HalfEdges(double longest, Random* random) {
  Vec3 half;
  half.x = random->Uniform(0.0, longest);
  half.y = random->Uniform(0.0, longest);
  half.z = random->Uniform(0.0, longest);
  return half;
}

DensityBody MakeBody(DensityKind kind, int vertices, Random* random) {
  DensityBody body;
  switch (kind) {
    case DensityKind::kTetrahedra:
      body.shape = MakeTetrahedron(random);
      body.place.x = random->Uniform(0.0, 1.0);
      break;
    case DensityKind::kPolytopes:
      body.shape = MakeSolidShape(MakePolytope(RandomSpherePoints(vertices, random)));
      body.place.x = random->Uniform(0.0, 1.0);
      break;
    case DensityKind::kBoxes:
      body.shape = MakeBoxShape(HalfEdges(1.0, random));
      body.place = RandomInCube(random);
      body.rotation = RandomRotation(random);
      break;
    case DensityKind::kFrustumBoxes:
      body.shape = MakeBoxShape(HalfEdges(0.5, random));
      body.place = RandomInBall(random);
      break;
    case DensityKind::kFrustumSpheres:
      body.radius = random->Uniform(0.0, 1.0);
      body.place = RandomInBall(random);
      break;
  }
  return body;
}

}  // namespace

const char* Name(DensityKind kind) {
  switch (kind) {
    case DensityKind::kTetrahedra:
      return "tetrahedra";
    case DensityKind::kBoxes:
      return "boxes";
    case DensityKind::kPolytopes:
      return "polytopes";
    case DensityKind::kFrustumBoxes:
      return "frustum-boxes";
    case DensityKind::kFrustumSpheres:
      return "frustum-spheres";
  }
  return "";
}

DensityScene MakeDensityScene(DensityKind kind, int body_count, int vertices, Random* random) {
  DensityScene scene;
  scene.kind = kind;
  const bool frusta = kind == DensityKind::kFrustumBoxes || kind == DensityKind::kFrustumSpheres;
  for (int i = 0; i < body_count; ++i) (frusta ? scene.b : scene.a).push_back(MakeBody(kind, vertices, random));
  if (!frusta) return scene;
  DensityBody frustum;
  frustum.shape = MakeFrustum();
  for (int i = 0; i < body_count; ++i) {
    frustum.rotation = RandomRotation(random);
    scene.a.push_back(frustum);
  }
  return scene;
}

Pose3 BodyPose(DensityKind kind, const DensityBody& body, double spread) {
  static const double inscribed_radius = InscribedRadius();
  const bool frusta = kind == DensityKind::kFrustumBoxes || kind == DensityKind::kFrustumSpheres;
  return {(frusta ? spread * inscribed_radius : spread) * body.place, body.rotation};
}

HullFacets WorldFacets(const DensityBody& body, const Pose3& world_from_body) {
  HullFacets posed;
  PoseFacets(MakeHullFacets(body.shape.vertices, body.shape.triangles), world_from_body, &posed);
  return posed;
}

DensityPair RandomPair(const DensityScene& scene, double spread, Random* random) {
  DensityPair pair;
  const std::vector<DensityBody>& others = scene.others();
  pair.a = random->Index(static_cast<int>(scene.a.size()));
  do {
    pair.b = random->Index(static_cast<int>(others.size()));
  } while (scene.b.empty() && pair.b == pair.a);
  pair.a_from_b = RelativePose(BodyPose(scene.kind, scene.a[static_cast<size_t>(pair.a)], spread),
                               BodyPose(scene.kind, others[static_cast<size_t>(pair.b)], spread));
  return pair;
}

}  // namespace collision2d::bench
