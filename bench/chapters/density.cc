#include "bench/chapters/density.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

#include "bench/peers/hull_facets.h"
#include "bench/peers/plain_gjk3.h"
#include "bench/peers/solids.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/simple_shapes.h"

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

namespace {

using solid::Pose3;
using solid::Vec3;

size_t Index(int i) { return static_cast<size_t>(i); }

// A method of bool decide(const DensityPair&, QueryContext::Counters*).
template <typename Decide>
DensityMethod MakeMethod(std::string name, const std::vector<DensityPair>& pairs, Decide decide) {
  DensityMethod method;
  method.name = std::move(name);
  method.run = [&pairs, decide](int begin, int end, uint8_t* collides) {
    for (int i = begin; i < end; ++i) collides[i] = decide(pairs[Index(i)], nullptr);
  };
  method.count = [&pairs, decide](int begin, int end, QueryContext::Counters* counters) {
    for (int i = begin; i < end; ++i) decide(pairs[Index(i)], counters);
  };
  return method;
}

// The shapes of both sides, in the library's types.
template <typename A, typename B>
struct Shapes {
  std::vector<A> a;
  std::vector<B> b;
};

template <typename A, typename B>
void AppendLibraryMethods(const std::shared_ptr<Shapes<A, B>>& shapes, const std::vector<DensityPair>& pairs,
                          std::vector<DensityMethod>* methods) {
  methods->push_back(MakeMethod("DSS", pairs, [shapes](const DensityPair& pair, QueryContext::Counters* counters) {
    return SphereSearchDecides(shapes->a[Index(pair.a)], shapes->b[Index(pair.b)], pair.a_from_b, counters);
  }));
  methods->push_back(MakeMethod("GJK", pairs, [shapes](const DensityPair& pair, QueryContext::Counters* counters) {
    return GjkDecides(shapes->a[Index(pair.a)], shapes->b[Index(pair.b)], pair.a_from_b, counters);
  }));
  methods->push_back(MakeMethod("Hybrid", pairs, [shapes](const DensityPair& pair, QueryContext::Counters* counters) {
    return HybridDecides(shapes->a[Index(pair.a)], shapes->b[Index(pair.b)], pair.a_from_b, counters);
  }));
  methods->push_back(MakeMethod("Collides", pairs, [shapes](const DensityPair& pair, QueryContext::Counters* counters) {
    return CollidesDecides(shapes->a[Index(pair.a)], shapes->b[Index(pair.b)], pair.a_from_b, counters);
  }));
}

template <typename A, typename B>
DensityMethod MakePlainMethod(const std::shared_ptr<Shapes<A, B>>& shapes, const std::vector<DensityPair>& pairs) {
  return MakeMethod("GJK as published", pairs, [shapes](const DensityPair& pair, QueryContext::Counters* counters) {
    SignedVolumesSubdistance simplex;
    const solid::internal::Cso3<A, B> cso(shapes->a[Index(pair.a)], shapes->b[Index(pair.b)], pair.a_from_b);
    PlainGjk3Options options;
    options.max_iterations = 20;
    const PlainGjk3Result result = PlainGjk3Collides(cso, options, &simplex);
    if (counters != nullptr) {
      counters->support_calls += result.calls;
      counters->limit_hits += result.end == PlainGjk3End::kFailed;
    }
    return result.end != PlainGjk3End::kApart;
  });
}

void MakeShape(const DensityBody& body, std::vector<solid::ConvexPolytope>* shapes) {
  shapes->push_back(MakePolytope(body.shape.vertices));
}
void MakeShape(const DensityBody& body, std::vector<solid::BoxShape>* shapes) {
  shapes->push_back(*solid::BoxShape::Create(body.shape.half_extents));
}
void MakeShape(const DensityBody& body, std::vector<solid::SphereShape>* shapes) {
  shapes->push_back(*solid::SphereShape::Create(body.radius));
}

template <typename A, typename B>
std::shared_ptr<Shapes<A, B>> MakeShapes(const DensityScene& scene) {
  auto shapes = std::make_shared<Shapes<A, B>>();
  for (const DensityBody& body : scene.a) MakeShape(body, &shapes->a);
  for (const DensityBody& body : scene.others()) MakeShape(body, &shapes->b);
  return shapes;
}

// Calls use(shapes) with the scene's shapes in their own types.
template <typename Use>
auto WithShapes(const DensityScene& scene, const Use& use) {
  switch (scene.kind) {
    case DensityKind::kBoxes:
      return use(MakeShapes<solid::BoxShape, solid::BoxShape>(scene));
    case DensityKind::kFrustumBoxes:
      return use(MakeShapes<solid::ConvexPolytope, solid::BoxShape>(scene));
    case DensityKind::kFrustumSpheres:
      return use(MakeShapes<solid::ConvexPolytope, solid::SphereShape>(scene));
    case DensityKind::kTetrahedra:
    case DensityKind::kPolytopes:
      break;
  }
  return use(MakeShapes<solid::ConvexPolytope, solid::ConvexPolytope>(scene));
}

std::vector<HullFacets> AllWorldFacets(const DensityScene& scene, const std::vector<DensityBody>& bodies,
                                       double spread) {
  std::vector<HullFacets> all;
  for (const DensityBody& body : bodies) all.push_back(WorldFacets(body, BodyPose(scene.kind, body, spread)));
  return all;
}

// On facets that were posed in the world before.
DensityMethod MakeGenericMethod(const DensityScene& scene, double spread, const std::vector<DensityPair>& pairs) {
  struct Facets {
    std::vector<HullFacets> a;
    std::vector<HullFacets> b;
  };
  auto facets = std::make_shared<Facets>();
  facets->a = AllWorldFacets(scene, scene.a, spread);
  facets->b = AllWorldFacets(scene, scene.others(), spread);
  return MakeMethod("Generic", pairs, [facets](const DensityPair& pair, QueryContext::Counters* counters) {
    int64_t planes = 0;
    const bool collides = GenericCollides(facets->a[Index(pair.a)], facets->b[Index(pair.b)], &planes);
    if (counters != nullptr) counters->support_calls += planes;
    return collides;
  });
}

DensityMethod MakeBoxSatMethod(const DensityScene& scene, const std::vector<DensityPair>& pairs) {
  auto half_extents = std::make_shared<std::vector<Vec3>>();
  for (const DensityBody& body : scene.a) half_extents->push_back(body.shape.half_extents);
  return MakeMethod("SAT", pairs, [half_extents](const DensityPair& pair, QueryContext::Counters* counters) {
    int64_t axes = 0;
    const bool collides =
        BoxSatCollides((*half_extents)[Index(pair.a)], (*half_extents)[Index(pair.b)], pair.a_from_b, &axes);
    if (counters != nullptr) counters->support_calls += axes;
    return collides;
  });
}

DensityMethod MakeTetrahedronSatMethod(const DensityScene& scene, double spread,
                                       const std::vector<DensityPair>& pairs) {
  struct Tetrahedron {
    Vec3 vertices[4];
  };
  auto world = std::make_shared<std::vector<Tetrahedron>>();
  for (const DensityBody& body : scene.a) {
    const Pose3 pose = BodyPose(scene.kind, body, spread);
    Tetrahedron posed;
    for (size_t i = 0; i < 4; ++i) posed.vertices[i] = pose * body.shape.vertices[i];
    world->push_back(posed);
  }
  return MakeMethod("SAT", pairs, [world](const DensityPair& pair, QueryContext::Counters* counters) {
    int64_t axes = 0;
    const bool collides =
        TetrahedronSatCollides((*world)[Index(pair.a)].vertices, (*world)[Index(pair.b)].vertices, &axes);
    if (counters != nullptr) counters->support_calls += axes;
    return collides;
  });
}

}  // namespace

std::vector<DensityMethod> MakeDensityMethods(const DensityScene& scene, double spread,
                                              const std::vector<DensityPair>& pairs) {
  std::vector<DensityMethod> methods;
  WithShapes(scene, [&](const auto& shapes) { AppendLibraryMethods(shapes, pairs, &methods); });
  if (scene.kind != DensityKind::kFrustumSpheres) methods.push_back(MakeGenericMethod(scene, spread, pairs));
  if (scene.kind == DensityKind::kBoxes) methods.push_back(MakeBoxSatMethod(scene, pairs));
  if (scene.kind == DensityKind::kTetrahedra) methods.push_back(MakeTetrahedronSatMethod(scene, spread, pairs));
  return methods;
}

DensityMethod MakePlainGjkMethod(const DensityScene& scene, const std::vector<DensityPair>& pairs) {
  return WithShapes(scene, [&](const auto& shapes) { return MakePlainMethod(shapes, pairs); });
}

}  // namespace collision2d::bench
