#include <cmath>

#include "bench/chapters/solid.h"
#include "bench/peers/hull_facets.h"
#include "collision2d/solid/papers/isa_gjk.h"

namespace collision2d::bench {
namespace {

using solid::ConvexPolytope;
using solid::Pose3;
using solid::Vec3;

// Brute force goes through all pairs of edges.
constexpr int kBrutePairs = 1000;

// Depths of pairs of polytopes. Errors are in units of 2^-52 of the pair's largest coordinate;
// *worst_ulp becomes the largest error so far.
Row MeasureDepths(const SolidDataset& dataset, double* worst_ulp) {
  std::vector<ConvexPolytope> polytopes;
  std::vector<HullFacets> facets;
  for (const SolidShape& shape : dataset.shapes) {
    polytopes.push_back(MakePolytope(shape.vertices));
    // Of the polytope, whose vertices may be in another order.
    facets.push_back(MakeHullFacets(MakeSolidShape(polytopes.back())));
  }
  double of_size_ulp = 0.0, of_depth_ulp = 0.0;
  int beyond = 0;
  QueryContext::Counters counters;
  for (const SolidPair& pair : dataset.pairs) {
    const ConvexPolytope& a = polytopes[static_cast<size_t>(pair.a)];
    const ConvexPolytope& b = polytopes[static_cast<size_t>(pair.b)];
    const HullFacets posed = PosedFacets(facets[static_cast<size_t>(pair.b)], pair.a_from_b);
    const long double depth = BrutePenetration(facets[static_cast<size_t>(pair.a)], posed);
    const solid::Separation3 separation = solid::ComputeSeparation(
        a, b, pair.a_from_b, solid::QueryContext3<ConvexPolytope, ConvexPolytope>{nullptr, &counters});
    const double error = static_cast<double>(std::abs(-separation.signed_distance_m - depth)) / 0x1p-52;
    double size = a.Magnitude();
    for (const Vec3& v : posed.vertices) size = std::max(size, NormInfinity(v));
    of_depth_ulp = std::max(of_depth_ulp, error / static_cast<double>(depth));
    of_size_ulp = std::max(of_size_ulp, error / size);
    beyond += error > 10.0 * size;
  }
  *worst_ulp = std::max(*worst_ulp, of_size_ulp);
  const size_t count = dataset.pairs.size();
  return {Key("pairs", dataset.name),
          {"number", count},
          {"worst, ulp of size", Digits(2, of_size_ulp)},
          {"worst, ulp of depth", Digits(2, of_depth_ulp)},
          {"beyond 10 ulp of size", beyond},
          {"support points", Digits(1, static_cast<double>(counters.support_calls) / static_cast<double>(count))},
          {"cap hits", counters.limit_hits}};
}

// Pairs that are asked for 100 times while they move, by `step` and `turn_deg` a time.
Row MeasureCoherence(int vertices, double step, double turn_deg, const SolidTableOptions& options) {
  constexpr int kShapes = 50;
  constexpr int kQueries = 100;
  Random random(options.seed);
  std::vector<ConvexPolytope> shapes;
  for (int i = 0; i < kShapes; ++i) shapes.push_back(MakePolytope(RandomSpherePoints(vertices, &random)));
  const int sequences = std::max(1, options.pairs / kQueries);
  // One pair of support points decides, with what the last query left, and without.
  int collisions = 0, one_pair = 0, one_pair_cold = 0;
  for (int sequence = 0; sequence < sequences; ++sequence) {
    const ConvexPolytope& a = shapes[static_cast<size_t>(random.Index(kShapes))];
    const ConvexPolytope& b = shapes[static_cast<size_t>(random.Index(kShapes))];
    Pose3 pose;
    pose.rotation = RandomRotation(&random);
    // b goes around a, near enough that it now and then hits a.
    const double radius = random.Uniform(1.6, 2.4);
    Vec3 side = RandomUnitVector(&random);
    const Vec3 axis = Normalized(Cross(side, RandomUnitVector(&random)));
    solid::WarmStart3<ConvexPolytope, ConvexPolytope> warm_start;
    for (int i = 0; i < kQueries; ++i) {
      pose.translation = radius * side;
      QueryContext::Counters warm, cold;
      const bool collides = solid::CollidesCoherently(a, b, pose, &warm_start, &warm);
      solid::WarmStart3<ConvexPolytope, ConvexPolytope> none;
      solid::CollidesCoherently(a, b, pose, &none, &cold);
      collisions += collides;
      one_pair += !collides && warm.support_calls == 1;
      one_pair_cold += !collides && cold.support_calls == 1;
      side = Normalized(side + (step / radius) * Cross(axis, side));
      pose.rotation = SmallRotation(turn_deg / 180.0 * 3.141592653589793, &random) * pose.rotation;
    }
  }
  const int queries = kQueries * sequences;
  const double apart = std::max(1, queries - collisions);
  return {Key("vertices, step, turn", absl::StrFormat("%d, %g m, %g deg", vertices, step, turn_deg)),
          {"queries", queries},
          {"collide", absl::StrFormat("%.1f %%", 100.0 * collisions / queries)},
          {"one pair", absl::StrFormat("%.2f %%", 100.0 * one_pair / apart)},
          {"cold", absl::StrFormat("%.2f %%", 100.0 * one_pair_cold / apart)}};
}

SolidTable MakeDepthTable(const SolidTableOptions& options) {
  SolidTable table = {"bergen_epa", "Van den Bergen, section 4: penetration depth against brute force",
                      "EPA finds the penetration depth of polytopes exactly; wanted: within 10 ulp.", ""};
  const int count = std::min(options.pairs, kBrutePairs);
  double worst = 0.0;
  for (const int vertices : {kBoxes, kPrisms, 4, 8, 16, 32, 64}) {
    table.rows.push_back(MeasureDepths(RandomSolids(vertices, Placement::kOverlapping, count, options.seed), &worst));
  }
  table.ours = absl::StrFormat(
      "ComputeSeparation against the least over all facets of the CSO in 80-bit arithmetic; an ulp is 2^-52 of the "
      "largest coordinate of the pair, or of the depth. Worst: %.2f ulp of the size.",
      worst);
  return table;
}

SolidTable MakeIncrementalTable(const SolidTableOptions& options) {
  SolidTable table = {
      "bergen_isa", "Van den Bergen, section 3: ISA-GJK under coherence",
      "the last separating axis is likely to separate again, and ISA-GJK then ends in its first iteration.",
      "random hulls of points on the unit sphere, one going around the other at 1.6 m to 2.4 m, 100 queries each; the "
      "share of the queries without collision that one pair "
      "of support points decides, with and without the last axis, which turns with the line of the centres. The first "
      "query and each after a collision have no last axis: these are 1 % to 2 %."};
  for (const int vertices : {8, 32, 128}) {
    for (const auto& [step, turn_deg] : {std::pair<double, double>{0.005, 0.0}, {0.02, 0.5}, {0.1, 3.0}}) {
      table.rows.push_back(MeasureCoherence(vertices, step, turn_deg, options));
    }
  }
  return table;
}

}  // namespace

SolidTables MakeBergenTables(const SolidTableOptions& options) {
  return {MakeDepthTable(options), MakeIncrementalTable(options)};
}

}  // namespace collision2d::bench
