// Nanoseconds for the subdistance of one triangle: see --help.

#include <cmath>

#include "absl/status/status.h"
#include "bench/chapter.h"
#include "bench/peers/packed_pairs.h"
#include "bench/peers/plain_gjk.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/query/stages/simplex.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {
namespace {

constexpr char kAbout[] =
    "ns for the subdistance of one triangle, on the triangles that GJK queries produce. \"barycode ordered\" and\n"
    "\"barycode general\" are the library's S2DOrdered and S2D, which also return the barycentric weights and cost a\n"
    "call, as in a query; the others are those of the plain GJK methods, with everything inlined. Wrong answers end\n"
    "the program.";

constexpr int kTriangles = 16384;
constexpr uint64_t kSeed = 20261120;

struct Triangle {
  Vec2 newest;
  Vec2 b;
  Vec2 c;
};

using Triangles = std::vector<Triangle>;

// The barycode subdistance, which also notes its triangles.
struct RecordingSubdistance {
  static PlainSimplex OfSegment(Vec2 a, Vec2 b) { return BarycodeSubdistance::OfSegment(a, b); }
  static PlainSimplex OfTriangle(Vec2 a, Vec2 b, Vec2 c) {
    triangles.push_back({a, b, c});
    return BarycodeSubdistance::OfTriangle(a, b, c);
  }

  static Triangles triangles;
};

Triangles RecordingSubdistance::triangles;

// The first kTriangles triangles that Level 2 meets on pairs of that class, of 4, 12 and 24
// vertices in turn.
Triangles RecordTriangles(PairClass pair_class) {
  RecordingSubdistance::triangles.clear();
  for (uint64_t seed = kSeed; RecordingSubdistance::triangles.size() < kTriangles; ++seed) {
    for (const int vertices : {4, 12, 24}) {
      const std::vector<PolygonPair> pairs = PaperPairs(pair_class, vertices, 500, seed);
      PackedPairs<Vec2> packed;
      packed.Assign(pairs);
      for (size_t i = 0; i < pairs.size(); ++i) {
        PlainDistance<RecordingSubdistance>(pairs[i].a.center() - pairs[i].b.center(), LinearSupport(packed[i]));
      }
    }
  }
  Triangles triangles = std::exchange(RecordingSubdistance::triangles, {});
  triangles.resize(kTriangles);
  return triangles;
}

Vec2 BarycodeOrdered(const Triangle& t) { return internal::S2DOrdered(t.newest, t.b, t.c).closest; }
Vec2 BarycodeGeneral(const Triangle& t) { return internal::S2D(t.newest, t.b, t.c).closest; }

template <typename Subdistance>
[[gnu::flatten]] Vec2 Plain(const Triangle& t) {
  return Subdistance::OfTriangle(t.newest, t.b, t.c).closest;
}

double sink = 0.0;

// The distances from the origin must agree with the library's general subdistance, within the
// rounding of points whose coordinates are metres.
template <Vec2 (*kSubdistance)(const Triangle&)>
TimedWork WorkOf(const std::string& name, const Triangles& triangles) {
  for (const Triangle& triangle : triangles) {
    if (!(std::abs(Norm(kSubdistance(triangle)) - Norm(BarycodeGeneral(triangle))) < 1e-12)) {
      CheckOk(absl::InternalError(absl::StrCat(name, ": wrong answers")));
    }
  }
  return [&triangles](int begin, int end) {
    double sum = 0.0;
    for (int i = begin; i < end; ++i) {
      // Read by coordinate: the two stores of a result that comes through memory would stall one
      // load of both.
      const Vec2 closest = kSubdistance(triangles[i]);
      sum += closest.x + closest.y;
    }
    sink = sink + sum;
  };
}

void Run(const Options& options, Report* report) {
  const double min_time_s = options.Positive("min_time");
  Table table;
  for (const PairClass pair_class : {PairClass::kDistant, PairClass::kOverlapping, PairClass::kTouching}) {
    const Triangles triangles = RecordTriangles(pair_class);
    const std::vector<std::string> names = {"barycode ordered", "barycode general", "plain barycode ordered",
                                            "Signed Volumes", "Voronoi"};
    const std::vector<TimedWork> works = {WorkOf<BarycodeOrdered>(names[0], triangles),
                                          WorkOf<BarycodeGeneral>(names[1], triangles),
                                          WorkOf<Plain<BarycodeSubdistance>>(names[2], triangles),
                                          WorkOf<Plain<SignedVolumesSubdistance>>(names[3], triangles),
                                          WorkOf<Plain<VoronoiSubdistance>>(names[4], triangles)};
    const std::vector<Timing> timings = TimeInterleaved(works, kTriangles, min_time_s);
    for (size_t i = 0; i < timings.size(); ++i) {
      report->AddRow({Key("method|subdistance", names[i]),
                      Key("class", Name(pair_class)),
                      {"ns_median|ns", timings[i].median_ns},
                      {"ns_min|least ns", timings[i].min_ns},
                      {"ns_max|most ns", timings[i].max_ns}},
                     &table);
    }
  }
  report->AddMarkdown(table);
}

const Registration kSubdistanceChapter(
    {"subdistance", "Subdistances", kAbout, {MinTime("0.2", "each method is timed for in each class")}, Run});

}  // namespace
}  // namespace collision2d::bench
