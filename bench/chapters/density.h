#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "bench/peers/hull_facets.h"
#include "bench/peers/solids.h"
#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {

// The random bodies of Hornus 2017, section 6. A body's pose depends on the spread, so that the
// fraction of colliding pairs, the collision density, falls with it.
enum class DensityKind {
  kTetrahedra,      // Four points of the unit sphere around its centre; moved along x by up to the spread.
  kBoxes,           // Half edges up to 1, any orientation; centre in a cube whose edge is the spread.
  kPolytopes,       // Points of the unit sphere; moved along x by up to the spread.
  kFrustumBoxes,    // View frusta against boxes with edges up to 1, centres in a ball of spread times the radius of the
                    // frustum's inscribed sphere.
  kFrustumSpheres,  // The same with spheres of radius up to 1.
};

inline constexpr DensityKind kDensityKinds[] = {DensityKind::kTetrahedra, DensityKind::kBoxes, DensityKind::kPolytopes,
                                                DensityKind::kFrustumBoxes, DensityKind::kFrustumSpheres};
const char* Name(DensityKind kind);

struct DensityBody {
  SolidShape shape;     // In its own frame; a sphere: empty.
  double radius = 0.0;  // Of a sphere.
  solid::Vec3 place;    // In the unit interval, cube or ball.
  solid::Mat3 rotation;
};

// Bodies of one kind: pairs are one of `a` with one of `b`, or two different ones of `a` where `b`
// is empty.
struct DensityScene {
  DensityKind kind = DensityKind::kTetrahedra;
  std::vector<DensityBody> a;
  std::vector<DensityBody> b;

  const std::vector<DensityBody>& others() const { return b.empty() ? a : b; }
};

// `body_count` of each side; vertices counts for polytopes only.
DensityScene MakeDensityScene(DensityKind kind, int body_count, int vertices, Random* random);

// world_from_body.
solid::Pose3 BodyPose(DensityKind kind, const DensityBody& body, double spread);

// The shape's facets in the world. REQUIRES: the body is no sphere.
HullFacets WorldFacets(const DensityBody& body, const solid::Pose3& world_from_body);

struct DensityPair {
  int a = 0;  // Index in scene.a.
  int b = 0;  // Index in scene.others().
  solid::Pose3 a_from_b;
};

DensityPair RandomPair(const DensityScene& scene, double spread, Random* random);

// One way to decide whether the pairs of a scene collide.
struct DensityMethod {
  std::string name;
  // Writes 1 or 0 for pairs begin, ..., end - 1.
  std::function<void(int begin, int end, uint8_t* collides)> run;
  // Runs them with counters on: support_calls counts plane tests.
  std::function<void(int begin, int end, QueryContext::Counters* counters)> count;
};

// The methods that suit the scene: "DSS", "GJK" (the loop of the library's Level 1, without its
// filters), "Hybrid", "Collides" (its Level 1 as it is), and of "Generic" and "SAT" those there
// are. They refer to `pairs`, which must outlive them.
std::vector<DensityMethod> MakeDensityMethods(const DensityScene& scene, double spread,
                                              const std::vector<DensityPair>& pairs);

// "GJK as published": Signed Volumes in PlainGjk3Collides without error bounds, at most 20
// iterations, after which it reports a collision. limit_hits counts these failures.
DensityMethod MakePlainGjkMethod(const DensityScene& scene, const std::vector<DensityPair>& pairs);

}  // namespace collision2d::bench
