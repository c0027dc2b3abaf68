#include "collision2d/capture/testing/capture_examples.h"

#include <utility>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/polygon_generators.h"

namespace collision2d {
namespace {

CapturedQuery ExamplePair(QueryKind kind, bool is_posed, std::vector<double> numbers, Random* random) {
  CapturedQuery query;
  query.kind = kind;
  query.a = RandomPolygon(12, random);
  query.b = ConvexPolygon::Hull(RandomPolygon(12, random).vertices(), random->Uniform(0, 0.5)).value();
  if (is_posed) query.poses.push_back(RandomPose(2.0, random));
  query.numbers = std::move(numbers);
  return query;
}

CapturedQuery ExampleMotion(QueryKind kind, std::vector<double> numbers, Random* random) {
  CapturedQuery query = ExamplePair(kind, false, std::move(numbers), random);
  for (int i = 0; i < 4; ++i) query.poses.push_back(RandomPose(4.0, random));
  return query;
}

}  // namespace

std::vector<CapturedQuery> ExampleQueries(Random* random) {
  std::vector<CapturedQuery> queries;
  for (const bool is_posed : {false, true}) {
    queries.push_back(ExamplePair(QueryKind::kCollides, is_posed, {}, random));
    queries.push_back(ExamplePair(QueryKind::kDistance, is_posed, {}, random));
    queries.push_back(ExamplePair(QueryKind::kDistanceWithin, is_posed, {0.25}, random));
    queries.push_back(ExamplePair(QueryKind::kSeparation, is_posed, {}, random));
    for (const double moving : {0.0, 1.0}) {
      queries.push_back(ExamplePair(QueryKind::kSeparationGradient, is_posed, {moving}, random));
    }
  }
  queries.push_back(ExampleMotion(QueryKind::kTimeOfImpact, {0.0, 1.5, 1e-6, 1e-6}, random));
  queries.push_back(ExampleMotion(QueryKind::kIsMotionFree, {0.0, 1.5, 1e-5, 1e-7}, random));
  queries.push_back(ExampleMotion(QueryKind::kMinimumDistanceOverMotion, {0.0, 1.5, 1e-3}, random));
  return queries;
}

}  // namespace collision2d
