#include "bench/solid/density_methods.h"

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include "bench/solid/box_sat.h"
#include "bench/solid/decisions.h"
#include "bench/solid/generic_planes.h"
#include "bench/solid/hull_facets.h"
#include "bench/solid/plain_gjk3.h"
#include "bench/solid/random_solids.h"
#include "bench/solid/signed_volumes_subdistance.h"
#include "bench/solid/tetrahedron_sat.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/simple_shapes.h"

namespace collision2d::bench {
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
