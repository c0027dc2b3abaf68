#include <cmath>
#include <limits>
#include <memory>

#include "absl/base/attributes.h"
#include "bench/chapters/solid.h"
#include "bench/peers/hull_facets.h"
#include "bench/peers/plain_gjk3.h"
#include "collision2d/solid/papers/decision_sphere_search.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/gjk3_start.h"

namespace collision2d::bench {
namespace {

using solid::Pose3;
using solid::Vec3;
using Counters = QueryContext::Counters;

// The random bodies of Hornus 2017, section 6. A body's pose depends on the spread, so that the
// fraction of colliding pairs, the collision density, falls with it.
enum class DensityKind {
  // Four points of the unit sphere around its centre; moved along x by up to the spread.
  kTetrahedra,
  // Half edges up to 1, any orientation; centre in a cube whose edge is the spread.
  kBoxes,
  // Points of the unit sphere; moved along x by up to the spread.
  kPolytopes,
  // View frusta against boxes with edges up to 1, centres in a ball of spread times the radius of
  // the frustum's inscribed sphere.
  kFrustumBoxes,
  // The same with spheres of radius up to 1.
  kFrustumSpheres,
};

struct Figure {
  DensityKind kind;
  const char* name;
  int number;
  double failure_density;  // Where failures peak.
  const char* claim;
};

constexpr Figure kFigures[] = {
    {DensityKind::kTetrahedra, "tetrahedra", 4, 0.72,
     "DSS consistently faster than GJK from 1 % to 100 %; both slowest between 80 % and 90 %; at 100 % about 3 "
     "plane tests each, Generic just under 32, SAT 44; at the lowest density 1 for DSS and GJK, just under 2 "
     "for Generic and SAT."},
    {DensityKind::kBoxes, "boxes", 5, 0.5,
     "DSS faster than GJK from 1 % to 100 %, by up to 25 %; SAT up to 2.04 times as fast as DSS and 2.46 times "
     "as GJK; DSS needs fewer plane tests than GJK."},
    {DensityKind::kPolytopes, "polytopes", 6, 0.5,
     "DSS faster than GJK from 1 % to 100 %, by up to 14 %; Generic is fastest at very low density only and "
     "falls with the square of the vertices."},
    {DensityKind::kFrustumBoxes, "frustum-boxes", 8, 0.5,
     "DSS slower than GJK at almost every density; Hybrid as fast as GJK."},
    {DensityKind::kFrustumSpheres, "frustum-spheres", 9, 0.5,
     "as Figure 8: DSS slower than GJK, Hybrid as fast as GJK."}};

struct Body {
  SolidShape shape;  // In its own frame.
  Vec3 place;        // In the unit interval, cube or ball.
  solid::Mat3 rotation;
};

// Bodies of one kind: pairs are one of `a` with one of `b`, or two different ones of `a` where `b`
// is empty.
struct Scene {
  DensityKind kind = DensityKind::kTetrahedra;
  std::vector<Body> a;
  std::vector<Body> b;

  bool has_frusta() const { return kind == DensityKind::kFrustumBoxes || kind == DensityKind::kFrustumSpheres; }
  const std::vector<Body>& others() const { return has_frusta() ? b : a; }
};

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

SolidShape MakeTetrahedron(Random* random) {
  for (;;) {
    const std::vector<Vec3> points = RandomSpherePoints(4, random);
    if (ContainsOrigin(points)) return MakeSolidShape(MakePolytope(points));
  }
}

Vec3 RandomInBall(Random* random) {
  for (;;) {
    const Vec3 v = 2.0 * RandomVec(-0.5, 0.5, random);
    if (NormSquared(v) <= 1.0) return v;
  }
}

Body MakeBody(DensityKind kind, int vertices, Random* random) {
  Body body;
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
      body.shape = MakeBoxShape(RandomVec(0.0, 1.0, random));
      body.place = RandomVec(-0.5, 0.5, random);
      body.rotation = RandomRotation(random);
      break;
    case DensityKind::kFrustumBoxes:
      body.shape = MakeBoxShape(RandomVec(0.0, 0.5, random));
      body.place = RandomInBall(random);
      break;
    case DensityKind::kFrustumSpheres:
      body.shape.radius = random->Uniform(0.0, 1.0);
      body.place = RandomInBall(random);
      break;
  }
  return body;
}

// `body_count` of each side; vertices counts for polytopes only.
Scene MakeScene(DensityKind kind, int body_count, int vertices, uint64_t seed) {
  Random random(seed);
  Scene scene;
  scene.kind = kind;
  for (int i = 0; i < body_count; ++i) {
    (scene.has_frusta() ? scene.b : scene.a).push_back(MakeBody(kind, vertices, &random));
  }
  for (int i = 0; scene.has_frusta() && i < body_count; ++i) {
    scene.a.push_back({scene.a.empty() ? MakeFrustum() : scene.a[0].shape, {}, RandomRotation(&random)});
  }
  return scene;
}

// world_from_body.
Pose3 PoseOf(const Scene& scene, const Body& body, double spread) {
  static const double inscribed_radius = InscribedRadius();
  return {(scene.has_frusta() ? spread * inscribed_radius : spread) * body.place, body.rotation};
}

// Indices in scene.a and in scene.others().
std::vector<SolidPair> RandomPairs(const Scene& scene, double spread, int count, uint64_t seed) {
  Random random(seed);
  const std::vector<Body>& others = scene.others();
  std::vector<SolidPair> pairs;
  for (int i = 0; i < count; ++i) {
    SolidPair& pair = pairs.emplace_back();
    pair.a = random.Index(static_cast<int>(scene.a.size()));
    do {
      pair.b = random.Index(static_cast<int>(others.size()));
    } while (!scene.has_frusta() && pair.b == pair.a);
    pair.a_from_b = RelativePose(PoseOf(scene, scene.a[static_cast<size_t>(pair.a)], spread),
                                 PoseOf(scene, others[static_cast<size_t>(pair.b)], spread));
  }
  return pairs;
}

// One way to decide whether the pairs of a scene collide.
struct Method {
  std::string name;
  // Writes 1 or 0 for pairs begin, ..., end - 1.
  std::function<void(int begin, int end, uint8_t* collides)> run;
  // Runs them with counters on: support_calls counts plane tests.
  std::function<void(int begin, int end, Counters* counters)> count;
};
using Methods = std::vector<Method>;

// Adds a method of bool decide(const SolidPair&, Counters*). It refers to `pairs`, which must
// outlive it.
template <typename Decide>
void Add(const char* name, const std::vector<SolidPair>& pairs, const Decide& decide, Methods* methods) {
  methods->push_back({name,
                      [&pairs, decide](int begin, int end, uint8_t* collides) {
                        for (int i = begin; i < end; ++i) collides[i] = decide(pairs[static_cast<size_t>(i)], nullptr);
                      },
                      [&pairs, decide](int begin, int end, Counters* counters) {
                        for (int i = begin; i < end; ++i) decide(pairs[static_cast<size_t>(i)], counters);
                      }});
}

// The shapes of both sides, in the library's types.
template <typename A, typename B>
struct Sides {
  std::vector<A> a;
  std::vector<B> b;
};

// The loop of Collides and what decides the pairs that it leaves open, without the filters: what
// the searches on the sphere are to be compared with.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE bool GjkDecides(const A& a, const B& b, const Pose3& a_from_b, Counters* counters) {
  namespace internal = solid::internal;
  constexpr bool kHasMargin = solid::kHasRadius<A> || solid::kHasRadius<B>;
  using Cso = internal::Cso3<solid::CoreType<A>, solid::CoreType<B>>;
  const Cso cso(solid::CoreOf(a), solid::CoreOf(b), a_from_b);
  const solid::QueryContext3<A, B> context{nullptr, counters};
  internal::Gjk3 gjk;
  typename Cso::Hints hints;
  internal::StartCold(cso.Center().point, &gjk);
  internal::RunGjk3<internal::GjkGoal3::kAnyProof, kHasMargin>(cso, solid::RadiusOf(a) + solid::RadiusOf(b), &hints,
                                                               &gjk);
  if (counters != nullptr) internal::Report(gjk, hints, context);
  if (gjk.relation == solid::Relation::kUndecided) return internal::CollidesUndecided(a, b, a_from_b, context);
  return gjk.relation != solid::Relation::kApart;
}

// Signed Volumes in PlainGjk3Collides without error bounds, at most 20 iterations, after which it
// reports a collision. limit_hits counts these failures.
template <typename A, typename B>
bool PlainGjkDecides(const A& a, const B& b, const Pose3& a_from_b, Counters* counters) {
  SignedVolumesSubdistance simplex;
  PlainGjk3Options options;
  options.max_iterations = 20;
  const PlainGjk3Result result = PlainGjk3Collides(solid::internal::Cso3<A, B>(a, b, a_from_b), options, &simplex);
  if (counters != nullptr) {
    counters->support_calls += result.calls;
    counters->limit_hits += result.end == PlainGjk3End::kFailed;
  }
  return result.end != PlainGjk3End::kApart;
}

// "DSS", "GJK", "Hybrid", "Collides" (the library's Level 1 as a user calls it), or, if plain,
// "GJK as published".
template <typename A, typename B>
void AddSearches(const std::shared_ptr<Sides<A, B>>& shapes, const std::vector<SolidPair>& pairs, bool plain,
                 Methods* methods) {
  using Context = solid::QueryContext3<A, B>;
  const auto add = [&](const char* name, const auto& decide) {
    const auto decide_pair = [shapes, decide](const SolidPair& pair, Counters* counters) {
      return decide(shapes->a[static_cast<size_t>(pair.a)], shapes->b[static_cast<size_t>(pair.b)], pair.a_from_b,
                    counters);
    };
    Add(name, pairs, decide_pair, methods);
  };
  if (plain) return add("GJK as published", PlainGjkDecides<A, B>);
  add("DSS", [](const A& a, const B& b, const Pose3& a_from_b, Counters* counters) {
    return solid::DecideBySphereSearch(a, b, a_from_b, Context{nullptr, counters}).intersects;
  });
  add("GJK", [](const A& a, const B& b, const Pose3& a_from_b, Counters* counters) {
    return GjkDecides(a, b, a_from_b, counters);
  });
  add("Hybrid", [](const A& a, const B& b, const Pose3& a_from_b, Counters* counters) {
    return solid::DecideByHybridSearch(a, b, a_from_b, Context{nullptr, counters}).intersects;
  });
  add("Collides", [](const A& a, const B& b, const Pose3& a_from_b, Counters* counters) {
    return solid::Collides(a, b, a_from_b, Context{nullptr, counters});
  });
}

solid::ConvexPolytope ToPolytope(const Body& body) { return MakePolytope(body.shape.vertices); }
solid::BoxShape ToBox(const Body& body) { return *solid::BoxShape::Create(body.shape.half_extents); }
solid::SphereShape ToSphere(const Body& body) { return *solid::SphereShape::Create(body.shape.radius); }

template <typename MakeA, typename MakeB>
auto MakeSides(const Scene& scene, const MakeA& make_a, const MakeB& make_b) {
  auto sides = std::make_shared<Sides<decltype(make_a(scene.a[0])), decltype(make_b(scene.a[0]))>>();
  for (const Body& body : scene.a) sides->a.push_back(make_a(body));
  for (const Body& body : scene.others()) sides->b.push_back(make_b(body));
  return sides;
}

// The searches on the scene's shapes in their own types.
void AddSearches(const Scene& scene, const std::vector<SolidPair>& pairs, bool plain, Methods* methods) {
  switch (scene.kind) {
    case DensityKind::kBoxes:
      return AddSearches(MakeSides(scene, ToBox, ToBox), pairs, plain, methods);
    case DensityKind::kFrustumBoxes:
      return AddSearches(MakeSides(scene, ToPolytope, ToBox), pairs, plain, methods);
    case DensityKind::kFrustumSpheres:
      return AddSearches(MakeSides(scene, ToPolytope, ToSphere), pairs, plain, methods);
    case DensityKind::kTetrahedra:
    case DensityKind::kPolytopes:
      return AddSearches(MakeSides(scene, ToPolytope, ToPolytope), pairs, plain, methods);
  }
}

// Adds a method of bool decide(a, b, a_from_b, int64_t* planes), of what make(body) keeps.
template <typename Make, typename Decide>
void AddPlanes(const char* name, const Scene& scene, const std::vector<SolidPair>& pairs, const Make& make,
               const Decide& decide, Methods* methods) {
  const auto keep = [&](const std::vector<Body>& bodies) {
    auto kept = std::make_shared<std::vector<decltype(make(bodies[0]))>>();
    for (const Body& body : bodies) kept->push_back(make(body));
    return kept;
  };
  const auto of_a = keep(scene.a);
  const auto of_b = scene.has_frusta() ? keep(scene.b) : of_a;
  const auto decide_pair = [of_a, of_b, decide](const SolidPair& pair, Counters* counters) {
    int64_t planes = 0;
    const bool collides =
        decide((*of_a)[static_cast<size_t>(pair.a)], (*of_b)[static_cast<size_t>(pair.b)], pair.a_from_b, &planes);
    if (counters != nullptr) counters->support_calls += planes;
    return collides;
  };
  Add(name, pairs, decide_pair, methods);
}

// The methods that suit the scene: the searches, and of "Generic" and "SAT" those there are.
Methods MakeMethods(const Scene& scene, double spread, const std::vector<SolidPair>& pairs) {
  Methods methods;
  AddSearches(scene, pairs, /*plain=*/false, &methods);
  if (scene.kind != DensityKind::kFrustumSpheres) {
    // On facets that were posed in the world before.
    const auto world_facets = [&](const Body& body) {
      HullFacets posed;
      PoseFacets(MakeHullFacets(body.shape.vertices, body.shape.triangles), PoseOf(scene, body, spread), &posed);
      return posed;
    };
    AddPlanes(
        "Generic", scene, pairs, world_facets,
        [](const HullFacets& a, const HullFacets& b, const Pose3& /*a_from_b*/, int64_t* planes) {
          return GenericCollides(a, b, planes);
        },
        &methods);
  }
  if (scene.kind == DensityKind::kBoxes) {
    AddPlanes(
        "SAT", scene, pairs, [](const Body& body) { return body.shape.half_extents; }, BoxSatCollides, &methods);
  }
  if (scene.kind == DensityKind::kTetrahedra) {
    const auto world_vertices = [&](const Body& body) {
      Tetrahedron posed;
      const Pose3 pose = PoseOf(scene, body, spread);
      for (size_t i = 0; i < 4; ++i) posed[i] = pose * body.shape.vertices[i];
      return posed;
    };
    AddPlanes(
        "SAT", scene, pairs, world_vertices,
        [](const Tetrahedron& a, const Tetrahedron& b, const Pose3& /*a_from_b*/, int64_t* axes) {
          return TetrahedronSatCollides(a, b, axes);
        },
        &methods);
  }
  return methods;
}

// Bodies of a scene: pairs are drawn from all of them.
int BodyCount(const SolidTableOptions& options) { return std::clamp(options.pairs / 4, 20, 1000); }

std::vector<uint8_t> AnswersOf(const Method& method, size_t count) {
  std::vector<uint8_t> collides(count);
  method.run(0, static_cast<int>(count), collides.data());
  return collides;
}

double Mean(const std::vector<uint8_t>& values) {
  double sum = 0.0;
  for (const uint8_t value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// The spread at which the collision density is about this, by a bisection, each step on 4000 pairs.
// The density falls from 1 at the least spread.
double SpreadFor(double density, const Scene& scene, uint64_t seed) {
  std::vector<SolidPair> pairs;
  Methods plain;
  AddSearches(scene, pairs, /*plain=*/true, &plain);
  const auto density_at = [&](double spread) {
    pairs = RandomPairs(scene, spread, 4000, seed);
    return Mean(AnswersOf(plain[0], pairs.size()));
  };
  double low = scene.has_frusta() ? 1.0 : 1e-3;
  if (density >= 1.0) return low;
  double high = 2.0;
  while (density_at(high) > density) high *= 2.0;
  for (int i = 0; i < 12; ++i) {
    const double middle = 0.5 * (low + high);
    (density_at(middle) > density ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// A row of one scene at one density. *ratio becomes the speed of `fast` over that of GJK.
Row MeasureCell(const Cell& key, const Scene& scene, double density, const std::string& fast,
                const SolidTableOptions& options, double* ratio) {
  const double spread = SpreadFor(density, scene, options.seed);
  const std::vector<SolidPair> pairs = RandomPairs(scene, spread, options.pairs, options.seed + 1);
  const Methods methods = MakeMethods(scene, spread, pairs);
  std::vector<uint8_t> collides(pairs.size());
  std::vector<TimedWork> works;
  for (const Method& method : methods) {
    works.push_back([&](int begin, int end) { method.run(begin, end, collides.data()); });
  }
  const std::vector<Timing> timings = TimeInterleaved(works, options.pairs, options.min_time_s);
  std::map<std::string, double> speed;
  Row row = {key, {"density", ""}};
  for (size_t i = 0; i < methods.size(); ++i) {
    const std::string& name = methods[i].name;
    speed[name] = 1e3 / timings[i].median_ns;
    row.push_back({name + " Mpairs/s", absl::StrFormat("%.3g", speed[name])});
    if (name == "Collides") {
      const double found = Mean(AnswersOf(methods[i], pairs.size()));
      row[1].value = absl::StrFormat("%.1f %%", 100.0 * found);
    }
  }
  for (const Method& method : methods) {
    Counters counters;
    method.count(0, options.pairs, &counters);
    row.push_back({method.name + " planes", Digits(2, static_cast<double>(counters.support_calls) / options.pairs)});
  }
  row.push_back({"DSS / GJK", Digits(2, speed["DSS"] / speed["GJK"])});
  row.push_back({"Hybrid / GJK", Digits(2, speed["Hybrid"] / speed["GJK"])});
  *ratio = speed[fast] / speed["GJK"];
  return row;
}

// What the columns are, and why Collides is not what the searches are measured against.
constexpr char kWhatIsCompared[] =
    "GJK is the loop of Collides, Signed Volumes with error bounds and exact rung, without what Collides asks before "
    "it. DSS and Hybrid are complete answers with error bounds and exact rung too, so these are three searches that "
    "all "
    "begin with the direction between the centres. Collides is what a user calls: inner and outer balls, then the "
    "fifteen axes of two boxes, or portals, which are a search themselves, and the loop for what these leave open. "
    "Generic looks at pairs of edges whose arcs on the Gauss sphere cross, which are fewer than those that are "
    "silhouettes of each other.";

SolidTable MakeDensityTable(const Figure& figure, const SolidTableOptions& options) {
  const Scene scene = MakeScene(figure.kind, BodyCount(options), /*vertices=*/16, options.seed);
  SolidTable table = {absl::StrCat("hornus", figure.number),
                      absl::StrCat("Hornus, Figure ", figure.number, ": ", figure.name, " against collision density"),
                      figure.claim, ""};
  const std::string fast = scene.has_frusta() ? "Hybrid" : "DSS";
  double least = std::numeric_limits<double>::infinity();
  int at_least_as_fast = 0;
  for (const int percent : {1, 2, 5, 10, 20, 35, 50, 70, 85, 100}) {
    const Cell key = Key("wanted density", absl::StrCat(percent, " %"));
    double ratio = 0.0;
    table.rows.push_back(MeasureCell(key, scene, 0.01 * percent, fast, options, &ratio));
    least = std::min(least, ratio);
    at_least_as_fast += ratio >= 1.0;
  }
  table.ours =
      absl::StrFormat("%s is at least %.2f times as fast as GJK at all densities, and at least as fast at %d of %d. %s",
                      fast, least, at_least_as_fast, static_cast<int>(table.rows.size()), kWhatIsCompared);
  return table;
}

SolidTable MakeVertexSweepTable(const SolidTableOptions& options) {
  SolidTable table = {
      "hornus7", "Hornus, Figure 7: polytopes at a collision density of 50 %",
      "DSS about 1.12 times as fast as GJK whatever the number of vertices; Generic falls with its square.", ""};
  double least = std::numeric_limits<double>::infinity();
  for (const int vertices : {8, 16, 32, 64, 128, 256, 512}) {
    if (vertices > options.max_vertices) break;
    // Fewer of the large ones: their facets are what takes memory.
    const int bodies = std::min(BodyCount(options), 32000 / vertices);
    const Scene scene = MakeScene(DensityKind::kPolytopes, bodies, vertices, options.seed);
    double ratio = 0.0;
    table.rows.push_back(MeasureCell(Key("vertices", vertices), scene, 0.5, "DSS", options, &ratio));
    least = std::min(least, ratio);
  }
  table.ours = absl::StrFormat("DSS is at least %.2f times as fast as GJK; the columns are those of Figure 4.", least);
  return table;
}

struct FailureCount {
  std::string name;
  int64_t capped = 0;
  int64_t wrong = 0;
};

// Pairs options.failure_first_pair and so on of the scene, in portions, so that any number of them
// fits into memory.
std::vector<FailureCount> CountFailures(const Scene& scene, double spread, const SolidTableOptions& options) {
  std::vector<FailureCount> failures;
  constexpr int64_t kPortion = 100000;
  for (int64_t done = 0; done < options.failure_pairs; done += kPortion) {
    const int count = static_cast<int>(std::min(kPortion, options.failure_pairs - done));
    const auto portion = static_cast<uint64_t>((options.failure_first_pair + done) / kPortion);
    const std::vector<SolidPair> pairs = RandomPairs(scene, spread, count, options.seed + 1000 + portion);
    Methods methods = MakeMethods(scene, spread, pairs);
    AddSearches(scene, pairs, /*plain=*/true, &methods);
    // Level 1 is exact: the truth.
    const auto exact =
        std::find_if(methods.begin(), methods.end(), [](const Method& m) { return m.name == "Collides"; });
    const std::vector<uint8_t> truth = AnswersOf(*exact, pairs.size());
    failures.resize(methods.size());
    for (size_t i = 0; i < methods.size(); ++i) {
      Counters counters;
      methods[i].count(0, count, &counters);
      const std::vector<uint8_t> collides = AnswersOf(methods[i], pairs.size());
      failures[i].name = methods[i].name;
      failures[i].capped += counters.limit_hits;
      for (size_t k = 0; k < truth.size(); ++k) failures[i].wrong += collides[k] != truth[k];
    }
  }
  return failures;
}

}  // namespace

Texts FailureScenes() {
  Texts scenes;
  for (const Figure& figure : kFigures) scenes.push_back(figure.name);
  return scenes;
}

SolidTables MakeHornusTables(const SolidTableOptions& options) {
  SolidTables tables;
  for (const Figure& figure : kFigures) {
    if (figure.number == 8) tables.push_back(MakeVertexSweepTable(options));
    tables.push_back(MakeDensityTable(figure, options));
  }
  return tables;
}

SolidTables MakeFailureTables(const SolidTableOptions& options) {
  SolidTable table = {
      "hornus_failures", "Hornus, Figures 4 to 9: failures",
      "in single precision, failures (20 iterations reached) of GJK up to more than 1 in 10 000, with a peak near 72 % "
      "for tetrahedra (24923 of 1.999e8), those of DSS a thousand times fewer (14 of 1.999e8 at 56 %).",
      "in double precision. `failures`: queries whose iterations reached their bound. `differs`: answers other than "
      "those of Collides, which for polytopes is exact. \"GJK as published\" is Signed Volumes GJK without "
      "error bounds and exact rung, at most 20 iterations. Wanted: 0 for DSS, GJK (the loop of Collides), Hybrid and "
      "Collides."};
  for (const Figure& figure : kFigures) {
    if (!options.failure_scene.empty() && options.failure_scene != figure.name) continue;
    const Scene scene = MakeScene(figure.kind, BodyCount(options), /*vertices=*/16, options.seed);
    const double spread = SpreadFor(figure.failure_density, scene, options.seed);
    for (const FailureCount& count : CountFailures(scene, spread, options)) {
      const double per_pair = static_cast<double>(count.capped) / static_cast<double>(options.failure_pairs);
      table.rows.push_back(
          {Key("scene, density, algorithm",
               absl::StrFormat("%s, %.0f %%, %s", figure.name, 100.0 * figure.failure_density, count.name)),
           {"pairs", options.failure_pairs},
           {"failures", count.capped},
           {"per 1e8", absl::StrFormat("%.3g", 1e8 * per_pair)},
           {"differs", count.wrong}});
    }
  }
  return {table};
}

}  // namespace collision2d::bench
