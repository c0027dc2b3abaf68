// Nanoseconds for the subdistance of one triangle, on the triangles that GJK queries produce:
//   bazel run -c opt //bench:subdistance_benchmark
// "barycode ordered" and "barycode general" are the library's S2DOrdered and S2D, which also return
// the barycentric weights and cost a call, as in a query; the others are those of the reference
// rows, with everything inlined.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "bench/rows/barycode_subdistance.h"
#include "bench/rows/packed_pairs.h"
#include "bench/rows/plain_gjk.h"
#include "bench/rows/plain_simplex.h"
#include "bench/rows/plain_support.h"
#include "bench/rows/signed_volumes_subdistance.h"
#include "bench/rows/voronoi_subdistance.h"
#include "benchmark/benchmark.h"
#include "collision2d/collision2d.h"
#include "collision2d/query/stages/simplex.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {
namespace {

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
      PackedPairs<Vec2, double> packed;
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

// True if the distances from the origin agree with the library's general subdistance, within the
// rounding of points whose coordinates are metres.
template <Vec2 (*kSubdistance)(const Triangle&)>
bool IsRight(const Triangles& triangles) {
  for (const Triangle& triangle : triangles) {
    if (!(std::abs(Norm(kSubdistance(triangle)) - Norm(BarycodeGeneral(triangle))) < 1e-12)) return false;
  }
  return true;
}

template <Vec2 (*kSubdistance)(const Triangle&)>
void Time(benchmark::State& state, const Triangles& triangles) {
  size_t i = 0;
  for (auto _ : state) {
    // Read by coordinate: the two stores of a result that comes through memory would stall one load
    // of both.
    const Vec2 closest = kSubdistance(triangles[i]);
    benchmark::DoNotOptimize(closest.x + closest.y);
    i = i + 1 == triangles.size() ? 0 : i + 1;
  }
}

template <Vec2 (*kSubdistance)(const Triangle&)>
bool Register(const std::string& name, const Triangles& triangles) {
  if (!IsRight<kSubdistance>(triangles)) {
    std::fprintf(stderr, "%s: wrong answers\n", name.c_str());
    return false;
  }
  benchmark::RegisterBenchmark(name.c_str(), Time<kSubdistance>, triangles);
  return true;
}

bool RegisterAll() {
  bool right = true;
  for (const PairClass pair_class : {PairClass::kDistant, PairClass::kOverlapping, PairClass::kTouching}) {
    const Triangles triangles = RecordTriangles(pair_class);
    const std::string of_class = std::string("/") + Name(pair_class);
    right &= Register<BarycodeOrdered>("barycode ordered" + of_class, triangles);
    right &= Register<BarycodeGeneral>("barycode general" + of_class, triangles);
    right &= Register<Plain<BarycodeSubdistance>>("plain barycode ordered" + of_class, triangles);
    right &= Register<Plain<SignedVolumesSubdistance>>("Signed Volumes" + of_class, triangles);
    right &= Register<Plain<VoronoiSubdistance>>("Voronoi" + of_class, triangles);
  }
  return right;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv) || !collision2d::bench::RegisterAll()) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
