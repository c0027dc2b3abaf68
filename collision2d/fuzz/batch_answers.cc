#include "collision2d/fuzz/batch_answers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/batch_collides.h"
#include "collision2d/batch/batch_distance.h"
#include "collision2d/batch/pair_list.h"
#include "collision2d/fuzz/guarded.h"
#include "collision2d/fuzz/require_equal.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/separation.h"

namespace collision2d {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// `bit(pose, obstacle)` says what each bit must be; all others are 0.
template <typename Bit>
void RequireMask(const char* what, const Guarded<uint64_t>& mask, size_t poses, int obstacles, const Bit& bit) {
  const size_t words = MaskWordsPerPose(obstacles);
  for (size_t p = 0; p < poses; ++p) {
    std::vector<uint64_t> row(words);
    for (int k = 0; k < obstacles; ++k) {
      if (bit(p, k)) row[static_cast<size_t>(k) / 64] |= uint64_t{1} << (k % 64);
    }
    for (size_t w = 0; w < words; ++w) RequireEqual(what, p * words + w, mask[p * words + w], row[w]);
  }
  RequireTrue(what, mask.IsUntouchedFrom(poses * words));
}

void RequireSeparation(size_t p, const Separation& actual, const Separation& expected) {
  RequireEqual("MinimumSeparation distance", p, actual.signed_distance_m, expected.signed_distance_m);
  RequireEqual("MinimumSeparation witness_a.x", p, actual.witness_a.x, expected.witness_a.x);
  RequireEqual("MinimumSeparation witness_a.y", p, actual.witness_a.y, expected.witness_a.y);
  RequireEqual("MinimumSeparation witness_b.x", p, actual.witness_b.x, expected.witness_b.x);
  RequireEqual("MinimumSeparation witness_b.y", p, actual.witness_b.y, expected.witness_b.y);
  RequireEqual("MinimumSeparation direction.x", p, actual.direction.x, expected.direction.x);
  RequireEqual("MinimumSeparation direction.y", p, actual.direction.y, expected.direction.y);
  RequireEqual("MinimumSeparation status", p, actual.status, expected.status);
}

void RequireNearest(const BatchScene& scene, const PolygonBatch& batch, const ScalarAnswers& answers,
                    absl::Span<const double> limit_m) {
  const size_t poses = scene.world_from_body.size();
  Guarded<Nearest> nearest(poses);
  Guarded<NearestSeparation> separation(poses);
  RequireOk("MinimumDistance", MinimumDistance(scene.body, scene.world_from_body, batch, limit_m, nearest.span()));
  RequireOk("MinimumSeparation",
            MinimumSeparation(scene.body, scene.world_from_body, batch, limit_m, separation.span()));
  for (size_t p = 0; p < poses; ++p) {
    const ScalarPair expected = answers.Nearest(p, limit_m.empty() ? kInfinity : limit_m[p]);
    RequireEqual("MinimumDistance distance", p, nearest[p].distance_m, expected.distance_m);
    RequireEqual("MinimumDistance obstacle", p, nearest[p].obstacle, expected.obstacle);
    RequireEqual("MinimumDistance body shape", p, nearest[p].body_shape, expected.body_shape);
    RequireEqual("MinimumSeparation obstacle", p, separation[p].obstacle, expected.obstacle);
    RequireEqual("MinimumSeparation body shape", p, separation[p].body_shape, expected.body_shape);
    if (expected.obstacle < 0) continue;
    const size_t k = static_cast<size_t>(expected.obstacle);
    RequireSeparation(p, separation[p].separation,
                      ComputeSeparation(scene.body[static_cast<size_t>(expected.body_shape)], scene.obstacles[k],
                                        RelativePose(scene.world_from_body[p], scene.world_from_obstacle[k])));
  }
  RequireTrue("MinimumDistance guards", nearest.IsUntouchedFrom(poses));
  RequireTrue("MinimumSeparation guards", separation.IsUntouchedFrom(poses));
}

void RequirePairs(const PolygonBatch& a, const PolygonBatch& b, FuzzInput* input) {
  std::vector<IndexPair> pairs;
  if (!a.empty() && !b.empty()) {
    const int step_a = input->Index(a.size());
    const int step_b = input->Index(b.size());
    for (int i = input->Index(140); i > 0; --i) pairs.push_back({i * step_a % a.size(), i * step_b % b.size()});
  }
  const size_t words = (pairs.size() + 63) / 64;
  Guarded<uint64_t> mask(words);
  RequireOk("CollidingPairs", CollidingPairs(a, b, pairs, mask.span()));
  std::vector<uint64_t> expected(words);
  for (size_t i = 0; i < pairs.size(); ++i) {
    const Pose2 a_from_b = RelativePose(a.world_from_shape(pairs[i].a), b.world_from_shape(pairs[i].b));
    if (Collides(a.shape(pairs[i].a), b.shape(pairs[i].b), a_from_b)) expected[i / 64] |= uint64_t{1} << (i % 64);
  }
  for (size_t w = 0; w < words; ++w) RequireEqual("CollidingPairs", w, mask[w], expected[w]);
  RequireTrue("CollidingPairs guards", mask.IsUntouchedFrom(words));
}

}  // namespace

std::vector<double> TakeLimits(const BatchScene& scene, const ScalarAnswers& answers, FuzzInput* input) {
  std::vector<double> limit_m;
  for (size_t p = 0; p < scene.world_from_body.size(); ++p) {
    const double least_m = answers.Nearest(p, kInfinity).distance_m;
    switch (input->Index(5)) {
      case 0:
        limit_m.push_back(kInfinity);
        break;
      case 1:
        limit_m.push_back(0.0);
        break;
      case 2:
        limit_m.push_back(least_m);
        break;
      case 3:
        limit_m.push_back(std::nextafter(least_m, 0.0));
        break;
      default:
        limit_m.push_back(std::ldexp(1 + input->Byte(), input->Index(128) - 64));
    }
  }
  return limit_m;
}

void RequireCollisions(const BatchScene& scene, const PolygonBatch& batch, const ScalarAnswers& answers) {
  const size_t poses = scene.world_from_body.size();
  const int obstacles = answers.obstacle_count();
  Guarded<uint64_t> mask(poses * MaskWordsPerPose(obstacles));
  Guarded<uint8_t> any_hit(poses);
  Guarded<Hit> first_hit(poses);
  Guarded<int32_t> hit_count(poses);
  RequireOk("CollisionMask", CollisionMask(scene.body, scene.world_from_body, batch, mask.span()));
  RequireOk("AnyHit", AnyHit(scene.body, scene.world_from_body, batch, any_hit.span()));
  RequireOk("FirstHit", FirstHit(scene.body, scene.world_from_body, batch, first_hit.span()));
  RequireOk("CountHits", CountHits(scene.body, scene.world_from_body, batch, hit_count.span()));
  RequireMask("CollisionMask", mask, poses, obstacles,
              [&](size_t p, int k) { return answers.CollidingShape(p, k) >= 0; });
  for (size_t p = 0; p < poses; ++p) {
    int32_t count = 0;
    for (int k = 0; k < obstacles; ++k) count += answers.CollidingShape(p, k) >= 0 ? 1 : 0;
    const ScalarPair first = answers.First(p);
    RequireEqual("AnyHit", p, any_hit[p], static_cast<uint8_t>(count > 0));
    RequireEqual("FirstHit obstacle", p, first_hit[p].obstacle, first.obstacle);
    RequireEqual("FirstHit body shape", p, first_hit[p].body_shape, first.body_shape);
    RequireEqual("CountHits", p, hit_count[p], count);
  }
  RequireTrue("AnyHit guards", any_hit.IsUntouchedFrom(poses));
  RequireTrue("FirstHit guards", first_hit.IsUntouchedFrom(poses));
  RequireTrue("CountHits guards", hit_count.IsUntouchedFrom(poses));
}

void RequireDistances(const BatchScene& scene, const PolygonBatch& batch, const ScalarAnswers& answers,
                      FuzzInput* input) {
  RequireNearest(scene, batch, answers, {});
  const std::vector<double> limit_m = TakeLimits(scene, answers, input);
  RequireNearest(scene, batch, answers, limit_m);

  const size_t poses = scene.world_from_body.size();
  const int obstacles = answers.obstacle_count();
  Guarded<double> distance_m(poses * static_cast<size_t>(obstacles));
  RequireOk("AllDistances", AllDistances(scene.body, scene.world_from_body, batch, distance_m.span()));
  for (size_t p = 0; p < poses; ++p) {
    for (int k = 0; k < obstacles; ++k) {
      const size_t i = p * static_cast<size_t>(obstacles) + static_cast<size_t>(k);
      RequireEqual("AllDistances", i, distance_m[i], answers.Distance_m(p, k));
    }
  }
  RequireTrue("AllDistances guards", distance_m.IsUntouchedFrom(distance_m.size()));

  for (size_t i = 0; i < std::min<size_t>(2, poses); ++i) {
    Guarded<uint64_t> mask(poses * MaskWordsPerPose(obstacles));
    RequireOk("DistancesWithin", DistancesWithin(scene.body, scene.world_from_body, batch, limit_m[i], mask.span()));
    // A body without shapes is at no distance, not even within infinity.
    RequireMask("DistancesWithin", mask, poses, obstacles,
                [&](size_t p, int k) { return !scene.body.empty() && answers.Distance_m(p, k) <= limit_m[i]; });
  }
}

void RequirePairList(const BatchScene& scene, const PolygonBatch& batch, FuzzInput* input) {
  std::vector<const ConvexPolygon*> shapes;
  std::vector<Pose2> world_from_shape;
  for (const Pose2& pose : scene.world_from_body) {
    for (const ConvexPolygon& shape : scene.body) {
      shapes.push_back(&shape);
      world_from_shape.push_back(pose);
    }
  }
  const PolygonBatch bodies = PolygonBatch::Create(shapes, world_from_shape).value();
  RequirePairs(bodies, batch, input);
  RequirePairs(batch, batch, input);
}

}  // namespace collision2d
