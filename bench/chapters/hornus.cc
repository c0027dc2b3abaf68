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
// The place of "Collides", which is exact, among those of MakeMethods.
constexpr size_t kCollides = 3;

// What make(body) returns for each of them.
template <typename Make>
auto Made(const std::vector<Body>& bodies, const Make& make) {
  auto made = std::make_shared<std::vector<decltype(make(bodies[0]))>>();
  for (const Body& body : bodies) made->push_back(make(body));
  return made;
}

// Adds a method of bool decide(a, b, a_from_b, Counters*), of shapes that Made has returned. It
// refers to `pairs`, which must outlive it.
template <typename A, typename B, typename Decide>
void Add(const char* name, const A& a, const B& b, const std::vector<SolidPair>& pairs, const Decide& decide,
         Methods* methods) {
  const auto decide_pair = [a, b, &pairs, decide](int i, Counters* counters) {
    const SolidPair& pair = pairs[static_cast<size_t>(i)];
    return decide((*a)[static_cast<size_t>(pair.a)], (*b)[static_cast<size_t>(pair.b)], pair.a_from_b, counters);
  };
  methods->push_back({name,
                      [decide_pair](int begin, int end, uint8_t* collides) {
                        for (int i = begin; i < end; ++i) collides[i] = decide_pair(i, nullptr);
                      },
                      [decide_pair](int begin, int end, Counters* counters) {
                        for (int i = begin; i < end; ++i) decide_pair(i, counters);
                      }});
}

template <typename A, typename B>
solid::QueryContext3<A, B> Counted(const A& /*a*/, const B& /*b*/, Counters* counters) {
  return {nullptr, counters};
}

// The loop of Collides and what decides the pairs that it leaves open, without the filters: what
// the searches on the sphere are to be compared with.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE bool GjkDecides(const A& a, const B& b, const Pose3& a_from_b, Counters* counters) {
  namespace internal = solid::internal;
  constexpr bool kHasMargin = solid::kHasRadius<A> || solid::kHasRadius<B>;
  using Cso = internal::Cso3<solid::CoreType<A>, solid::CoreType<B>>;
  const Cso cso(solid::CoreOf(a), solid::CoreOf(b), a_from_b);
  const auto context = Counted(a, b, counters);
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

// Calls visit(a, b) with the shapes of both sides in the library's types.
template <typename Visit>
void InOwnTypes(const Scene& scene, const Visit& visit) {
  const auto polytope = [](const Body& body) { return MakePolytope(body.shape.vertices); };
  const auto box = [](const Body& body) { return *solid::BoxShape::Create(body.shape.half_extents); };
  const auto sphere = [](const Body& body) { return *solid::SphereShape::Create(body.shape.radius); };
  switch (scene.kind) {
    case DensityKind::kBoxes:
      return visit(Made(scene.a, box), Made(scene.a, box));
    case DensityKind::kFrustumBoxes:
      return visit(Made(scene.a, polytope), Made(scene.b, box));
    case DensityKind::kFrustumSpheres:
      return visit(Made(scene.a, polytope), Made(scene.b, sphere));
    case DensityKind::kTetrahedra:
    case DensityKind::kPolytopes:
      return visit(Made(scene.a, polytope), Made(scene.a, polytope));
  }
}

// "GJK as published".
void AddPublished(const Scene& scene, const std::vector<SolidPair>& pairs, Methods* methods) {
  InOwnTypes(scene, [&](const auto& a, const auto& b) {
    const auto decide = [](const auto&... pair) { return PlainGjkDecides(pair...); };
    Add("GJK as published", a, b, pairs, decide, methods);
  });
}

// "DSS", "GJK", "Hybrid", and "Collides", the library's Level 1 as a user calls it.
void AddSearches(const Scene& scene, const std::vector<SolidPair>& pairs, Methods* methods) {
  InOwnTypes(scene, [&](const auto& shapes_a, const auto& shapes_b) {
    const auto add = [&](const char* name, const auto& decide) {
      Add(name, shapes_a, shapes_b, pairs, decide, methods);
    };
    add("DSS", [](const auto& a, const auto& b, const Pose3& a_from_b, Counters* counters) {
      return solid::DecideBySphereSearch(a, b, a_from_b, Counted(a, b, counters)).intersects;
    });
    add("GJK", [](const auto& a, const auto& b, const Pose3& a_from_b, Counters* counters) {
      return GjkDecides(a, b, a_from_b, counters);
    });
    add("Hybrid", [](const auto& a, const auto& b, const Pose3& a_from_b, Counters* counters) {
      return solid::DecideByHybridSearch(a, b, a_from_b, Counted(a, b, counters)).intersects;
    });
    add("Collides", [](const auto& a, const auto& b, const Pose3& a_from_b, Counters* counters) {
      return solid::Collides(a, b, a_from_b, Counted(a, b, counters));
    });
  });
}

// Adds a method of bool decide(a, b, a_from_b, int64_t* planes), of what make(body) returns.
template <typename Make, typename Decide>
void AddPlanes(const char* name, const Scene& scene, const std::vector<SolidPair>& pairs, const Make& make,
               const Decide& decide, Methods* methods) {
  const auto of_a = Made(scene.a, make);
  const auto of_b = scene.has_frusta() ? Made(scene.b, make) : of_a;
  const auto count = [decide](const auto& a, const auto& b, const Pose3& a_from_b, Counters* counters) {
    int64_t planes = 0;
    const bool collides = decide(a, b, a_from_b, &planes);
    if (counters != nullptr) counters->support_calls += planes;
    return collides;
  };
  Add(name, of_a, of_b, pairs, count, methods);
}

// The methods that suit the scene: the searches, and of "Generic" and "SAT" those there are.
Methods MakeMethods(const Scene& scene, double spread, const std::vector<SolidPair>& pairs) {
  Methods methods;
  AddSearches(scene, pairs, &methods);
  if (scene.kind != DensityKind::kFrustumSpheres) {
    // On facets that were posed in the world before.
    const auto world_facets = [&](const Body& body) {
      return PosedFacets(MakeHullFacets(body.shape), PoseOf(scene, body, spread));
    };
    AddPlanes("Generic", scene, pairs, world_facets, GenericCollides, &methods);
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
    AddPlanes("SAT", scene, pairs, world_vertices, TetrahedronSatCollides, &methods);
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
  AddPublished(scene, pairs, &plain);
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

// Appends a row of one scene at one density. Returns the speed of `fast` over that of GJK.
double MeasureCell(const Cell& key, const Scene& scene, double density, const std::string& fast,
                   const SolidTableOptions& options, SolidTable* table) {
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
  Row row = {key, {"density", absl::StrFormat("%.1f %%", 100.0 * Mean(AnswersOf(methods[kCollides], pairs.size())))}};
  for (size_t i = 0; i < methods.size(); ++i) {
    speed[methods[i].name] = 1e3 / timings[i].median_ns;
    row.push_back({methods[i].name + " Mpairs/s", absl::StrFormat("%.3g", speed[methods[i].name])});
  }
  for (const Method& method : methods) {
    Counters counters;
    method.count(0, options.pairs, &counters);
    row.push_back({method.name + " planes", Digits(2, static_cast<double>(counters.support_calls) / options.pairs)});
  }
  row.push_back({"DSS / GJK", Digits(2, speed["DSS"] / speed["GJK"])});
  row.push_back({"Hybrid / GJK", Digits(2, speed["Hybrid"] / speed["GJK"])});
  table->rows.push_back(row);
  return speed[fast] / speed["GJK"];
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
  std::vector<double> ratios;
  for (const int percent : {1, 2, 5, 10, 20, 35, 50, 70, 85, 100}) {
    const Cell key = Key("wanted density", absl::StrCat(percent, " %"));
    ratios.push_back(MeasureCell(key, scene, 0.01 * percent, fast, options, &table));
  }
  table.ours =
      absl::StrFormat("%s is at least %.2f times as fast as GJK at all densities, and at least as fast at %d of %d. %s",
                      fast, *std::min_element(ratios.begin(), ratios.end()),
                      std::count_if(ratios.begin(), ratios.end(), [](double ratio) { return ratio >= 1.0; }),
                      ratios.size(), kWhatIsCompared);
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
    least = std::min(least, MeasureCell(Key("vertices", vertices), scene, 0.5, "DSS", options, &table));
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
    AddPublished(scene, pairs, &methods);
    const std::vector<uint8_t> truth = AnswersOf(methods[kCollides], pairs.size());
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
