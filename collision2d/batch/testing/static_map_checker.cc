#include "collision2d/batch/testing/static_map_checker.h"

#include <cmath>
#include <cstddef>
#include <limits>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/code_generation.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/testing/scoped_target.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Expected {
  std::vector<Hit> first;
  std::vector<int64_t> begin;
  std::vector<int> obstacles;
  std::vector<Nearest<double>> nearest;
};

Expected AskPairQueries(const MapScene& scene) {
  Expected expected;
  for (const Pose2& pose : scene.world_from_body) {
    expected.begin.push_back(static_cast<int64_t>(expected.obstacles.size()));
    Hit first;
    Nearest<double> nearest;
    for (int k = 0; k < static_cast<int>(scene.shapes.size()); ++k) {
      const Pose2 body_from_shape =
          RelativePose(pose, scene.world_from_shape.empty() ? Pose2() : scene.world_from_shape[k]);
      bool collides = false;
      for (int e = 0; e < static_cast<int>(scene.body.size()); ++e) {
        const double distance_m = Distance(scene.body[e], scene.shapes[k], body_from_shape);
        if (distance_m < nearest.distance_m) nearest = {distance_m, 0, k, e};
        if (!Collides(scene.body[e], scene.shapes[k], body_from_shape)) continue;
        collides = true;
        if (first.obstacle < 0) first = {0, k, e};
      }
      if (collides) expected.obstacles.push_back(k);
    }
    expected.first.push_back(first);
    expected.nearest.push_back(nearest);
  }
  expected.begin.push_back(static_cast<int64_t>(expected.obstacles.size()));
  return expected;
}

void ExpectHits(const StaticMap& map, const MapScene& scene, const Expected& expected) {
  const size_t pose_count = scene.world_from_body.size();
  std::vector<uint8_t> any(pose_count, 7);
  std::vector<Hit> first(pose_count, {7, 7, 7});
  ASSERT_TRUE(AnyHit(scene.body, scene.world_from_body, map, absl::MakeSpan(any)).ok());
  ASSERT_TRUE(FirstHit(scene.body, scene.world_from_body, map, absl::MakeSpan(first)).ok());
  for (size_t i = 0; i < pose_count; ++i) {
    ASSERT_EQ(any[i], expected.first[i].obstacle >= 0 ? 1 : 0) << i;
    ASSERT_EQ(first[i].obstacle, expected.first[i].obstacle) << i;
    ASSERT_EQ(first[i].body_shape, expected.first[i].body_shape) << i;
  }
}

// With more room than needed, just enough, and one too little.
void ExpectAllHits(const StaticMap& map, const MapScene& scene, const Expected& expected) {
  const auto needed = static_cast<int64_t>(expected.obstacles.size());
  for (const int64_t room : {needed + 3, needed, needed - 1}) {
    if (room < 0) continue;
    std::vector<int64_t> begin(scene.world_from_body.size() + 1, -7);
    std::vector<int> obstacles(static_cast<size_t>(room), -7);
    const absl::Status status =
        AllHits(scene.body, scene.world_from_body, map, absl::MakeSpan(begin), absl::MakeSpan(obstacles));
    ASSERT_EQ(status.code(), room < needed ? absl::StatusCode::kResourceExhausted : absl::StatusCode::kOk);
    ASSERT_EQ(begin, expected.begin);
    for (size_t i = 0; i + 1 < begin.size(); ++i) {
      if (begin[i + 1] > room) continue;
      const auto end = static_cast<size_t>(begin[i + 1]);
      for (auto k = static_cast<size_t>(begin[i]); k < end; ++k) ASSERT_EQ(obstacles[k], expected.obstacles[k]) << i;
    }
  }
}

void ExpectNearest(const StaticMap& map, const MapScene& scene, const Expected& expected,
                   const std::vector<double>& limit_m) {
  std::vector<Nearest<double>> nearest(scene.world_from_body.size(), {7.0, 7, 7, 7});
  ASSERT_TRUE(MinimumDistance(scene.body, scene.world_from_body, map, limit_m, absl::MakeSpan(nearest)).ok());
  for (size_t i = 0; i < nearest.size(); ++i) {
    const bool counts = limit_m.empty() || expected.nearest[i].distance_m <= limit_m[i];
    const Nearest<double>& wanted = counts ? expected.nearest[i] : Nearest<double>();
    ASSERT_EQ(nearest[i].distance_m, wanted.distance_m) << i;
    ASSERT_EQ(nearest[i].obstacle, wanted.obstacle) << i;
    ASSERT_EQ(nearest[i].body_shape, wanted.body_shape) << i;
  }
}

void ExpectNearest(const StaticMap& map, const MapScene& scene, const Expected& expected) {
  ASSERT_NO_FATAL_FAILURE(ExpectNearest(map, scene, expected, {}));
  std::vector<double> limit_m;
  for (const Nearest<double>& nearest : expected.nearest) limit_m.push_back(nearest.distance_m);
  ASSERT_NO_FATAL_FAILURE(ExpectNearest(map, scene, expected, limit_m));
  for (double& limit : limit_m) limit = limit > 0.0 ? std::nextafter(limit, 0.0) : 0.0;
  ASSERT_NO_FATAL_FAILURE(ExpectNearest(map, scene, expected, limit_m));
  // Every third pose each: some limit of the map's order of size, nothing but collisions, all.
  for (size_t i = 0; i < limit_m.size(); ++i) limit_m[i] = i % 3 == 0 ? 2.0 * limit_m[0] : i % 3 == 1 ? 0.0 : kInfinity;
  ASSERT_NO_FATAL_FAILURE(ExpectNearest(map, scene, expected, limit_m));
}

}  // namespace

void ExpectAnswersOfPairQueries(const MapScene& scene, MapSceneCounts* counts) {
  const absl::StatusOr<StaticMap> map = scene.world_from_shape.empty()
                                            ? StaticMap::Create(scene.shapes)
                                            : StaticMap::Create(scene.shapes, scene.world_from_shape);
  ASSERT_TRUE(map.ok()) << map.status();
  ASSERT_EQ(map->size(), static_cast<int>(scene.shapes.size()));
  const Expected expected = AskPairQueries(scene);
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    ASSERT_NO_FATAL_FAILURE(ExpectHits(*map, scene, expected));
    ASSERT_NO_FATAL_FAILURE(ExpectAllHits(*map, scene, expected));
    ASSERT_NO_FATAL_FAILURE(ExpectNearest(*map, scene, expected));
    // Without shapes there is nothing to dispatch.
    ASSERT_TRUE(scene.shapes.empty() || scene.body.empty() || CallWasDispatched());
  }
  counts->poses += static_cast<int64_t>(scene.world_from_body.size());
  for (const Hit& hit : expected.first) counts->poses_with_hit += hit.obstacle >= 0 ? 1 : 0;
}

}  // namespace collision2d
