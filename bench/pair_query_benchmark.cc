// Nanoseconds for one pair query, in one frame, on 16,384 distinct pairs that are stored one after the other, beside
// Box2D's distance on the same pairs in the same run:
//   bazel run --config=opt //bench:pair_query_benchmark -- --benchmark_repetitions=5 --benchmark_report_aggregates_only=true

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "benchmark/benchmark.h"
#include "box2d/b2_distance.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/random.h"

namespace collision2d {
namespace {

constexpr int kPairs = 16384;
constexpr uint64_t kSeed = 20261120;

enum class PairClass { kDistant, kOverlapping, kTouching };

struct Pair {
  ConvexPolygon a;
  ConvexPolygon b;
};

// A polygon of n vertices on an ellipse with half axes of 0.5 to 2.5 m, turned at random.
ConvexPolygon RandomShape(int n, Vec2 center, Random* random) {
  const double half_length_m = random->Uniform(0.5, 2.5);
  const double half_width_m = random->Uniform(0.5, 2.5);
  const Pose2 pose = Pose2::FromYaw(center, random->Angle());
  std::vector<Vec2> vertices;
  for (int i = 0; i < n; ++i) {
    // Within a third of the spacing, so that no two vertices meet.
    const double angle = 2.0 * M_PI * (i + random->Uniform(-0.33, 0.33)) / n;
    vertices.push_back(pose * Vec2{half_length_m * std::cos(angle), half_width_m * std::sin(angle)});
  }
  return ConvexPolygon::Create(vertices).value();
}

ConvexPolygon Moved(const ConvexPolygon& shape, Vec2 by) { return shape.Posed(Pose2{by}).value(); }

// A pair of the class; touching pairs are distant ones moved together along their separation, within rounding.
Pair RandomPair(int n, PairClass pair_class, Random* random) {
  while (true) {
    const bool overlapping = pair_class == PairClass::kOverlapping;
    const double angle = random->Angle();
    const double apart_m = overlapping ? random->Uniform(0.0, 4.0) : random->Uniform(3.0, 25.0);
    ConvexPolygon a = RandomShape(n, {}, random);
    ConvexPolygon b = RandomShape(n, apart_m * Vec2{std::cos(angle), std::sin(angle)}, random);
    const Separation separation = ComputeSeparation(a, b);
    if (overlapping != (separation.signed_distance_m <= 0.0)) continue;
    if (pair_class == PairClass::kTouching) b = Moved(b, separation.witness_a - separation.witness_b);
    return {std::move(a), std::move(b)};
  }
}

std::vector<Pair> RandomPairs(int n, PairClass pair_class) {
  Random random(kSeed);
  std::vector<Pair> pairs;
  pairs.reserve(kPairs);
  for (int i = 0; i < kPairs; ++i) pairs.push_back(RandomPair(n, pair_class, &random));
  return pairs;
}

void TimePairs(benchmark::State& state, PairClass pair_class, double (*query)(const Pair&)) {
  const std::vector<Pair> pairs = RandomPairs(static_cast<int>(state.range(0)), pair_class);
  for (const Pair& pair : pairs) {
    const bool collides = ComputeSeparation(pair.a, pair.b).status != SeparationStatus::kSeparated;
    if (Collides(pair.a, pair.b) != collides || (Distance(pair.a, pair.b) == 0.0) != collides) {
      state.SkipWithError("the levels disagree");
      return;
    }
  }
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(query(pairs[i]));
    i = i + 1 == pairs.size() ? 0 : i + 1;
  }
}

double Level1(const Pair& pair) { return Collides(pair.a, pair.b) ? 1.0 : 0.0; }
double Level2(const Pair& pair) { return Distance(pair.a, pair.b); }
double Level3(const Pair& pair) { return ComputeSeparation(pair.a, pair.b).signed_distance_m; }

struct Box2dPair {
  std::vector<b2Vec2> a;
  std::vector<b2Vec2> b;
};

std::vector<b2Vec2> Box2dVertices(const ConvexPolygon& shape) {
  std::vector<b2Vec2> vertices;
  for (const Vec2 v : shape.vertices()) vertices.emplace_back(static_cast<float>(v.x), static_cast<float>(v.y));
  return vertices;
}

// Box2D's distance (single precision) is its Level 1 and Level 2.
void TimeBox2d(benchmark::State& state, PairClass pair_class) {
  std::vector<Box2dPair> pairs;
  for (const Pair& pair : RandomPairs(static_cast<int>(state.range(0)), pair_class)) {
    pairs.push_back({Box2dVertices(pair.a), Box2dVertices(pair.b)});
  }
  size_t i = 0;
  for (auto _ : state) {
    b2DistanceInput input;
    input.proxyA.Set(pairs[i].a.data(), static_cast<int>(pairs[i].a.size()), 0.0f);
    input.proxyB.Set(pairs[i].b.data(), static_cast<int>(pairs[i].b.size()), 0.0f);
    input.transformA.SetIdentity();
    input.transformB.SetIdentity();
    input.useRadii = false;
    b2SimplexCache cache;
    cache.count = 0;
    b2DistanceOutput output;
    b2Distance(&output, &cache, &input);
    benchmark::DoNotOptimize(output.distance);
    i = i + 1 == pairs.size() ? 0 : i + 1;
  }
}

void RegisterAll() {
  const std::array<std::pair<const char*, PairClass>, 3> classes = {
      {{"distant", PairClass::kDistant}, {"overlapping", PairClass::kOverlapping}, {"touching", PairClass::kTouching}}};
  const std::array<std::pair<const char*, double (*)(const Pair&)>, 3> levels = {
      {{"Collides", Level1}, {"Distance", Level2}, {"ComputeSeparation", Level3}}};
  for (const auto& [class_name, pair_class] : classes) {
    for (const auto& [level_name, query] : levels) {
      benchmark::RegisterBenchmark((std::string(level_name) + "/" + class_name).c_str(), TimePairs, pair_class, query)
          ->Arg(4)
          ->Arg(8)
          ->Arg(12)
          ->Arg(24);
    }
    benchmark::RegisterBenchmark((std::string("Box2D/") + class_name).c_str(), TimeBox2d, pair_class)
        ->Arg(4)
        ->Arg(8)
        ->Arg(12)
        ->Arg(24);
  }
}

}  // namespace
}  // namespace collision2d

int main(int argc, char** argv) {
  collision2d::RegisterAll();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
