#include "collision2d/fuzz/batch_answers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/results.h"
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
  const size_t words = (static_cast<size_t>(obstacles) + 63) / 64;
  for (size_t p = 0; p < poses; ++p) {
    std::vector<uint64_t> row(words);
    for (int k = 0; k < obstacles; ++k) {
      if (bit(p, k)) row[static_cast<size_t>(k) / 64] |= uint64_t{1} << (k % 64);
    }
    for (size_t w = 0; w < words; ++w) RequireEqual(what, p * words + w, mask[p * words + w], row[w]);
  }
  RequireTrue(what, mask.IsUntouchedFrom(poses * words));
}

// The pair with the least signed distance at a pose, by all pairs.
Nearest<Separation> LeastOf(const BatchScene& scene, size_t p, double limit_m) {
  Nearest<Separation> least;
  for (size_t k = 0; k < scene.obstacles.size(); ++k) {
    const Pose2 body_from_obstacle = RelativePose(scene.world_from_body[p], scene.world_from_obstacle[k]);
    for (size_t e = 0; e < scene.body.size(); ++e) {
      const Separation separation = ComputeSeparation(scene.body[e], scene.obstacles[k], body_from_obstacle);
      if (separation.signed_distance_m > limit_m) continue;
      if (separation.signed_distance_m >= least.separation.signed_distance_m) continue;
      least = {separation, 0, static_cast<int>(k), static_cast<int>(e)};
    }
  }
  return least;
}

void RequireLeast(size_t p, const Nearest<Separation>& actual, const Nearest<Separation>& expected) {
  RequireEqual("MinimumSeparation step", p, actual.step, expected.step);
  RequireEqual("MinimumSeparation obstacle", p, actual.obstacle, expected.obstacle);
  RequireEqual("MinimumSeparation body shape", p, actual.body_shape, expected.body_shape);
  const Separation& a = actual.separation;
  const Separation& b = expected.separation;
  RequireEqual("MinimumSeparation distance", p, a.signed_distance_m, b.signed_distance_m);
  RequireEqual("MinimumSeparation witness_a.x", p, a.witness_a.x, b.witness_a.x);
  RequireEqual("MinimumSeparation witness_a.y", p, a.witness_a.y, b.witness_a.y);
  RequireEqual("MinimumSeparation witness_b.x", p, a.witness_b.x, b.witness_b.x);
  RequireEqual("MinimumSeparation witness_b.y", p, a.witness_b.y, b.witness_b.y);
  RequireEqual("MinimumSeparation direction.x", p, a.direction.x, b.direction.x);
  RequireEqual("MinimumSeparation direction.y", p, a.direction.y, b.direction.y);
  RequireEqual("MinimumSeparation status", p, a.status, b.status);
}

void RequireNearest(const BatchScene& scene, const Obstacles& obstacles, const ScalarAnswers& answers,
                    absl::Span<const double> limit_m) {
  const size_t poses = scene.world_from_body.size();
  Guarded<Nearest<double>> nearest(poses);
  Guarded<Nearest<Separation>> least(poses);
  RequireOk("MinimumDistance", MinimumDistance(scene.body, scene.world_from_body, obstacles, limit_m, nearest.span()));
  RequireOk("MinimumSeparation",
            MinimumSeparation(scene.body, scene.world_from_body, obstacles, limit_m, least.span()));
  for (size_t p = 0; p < poses; ++p) {
    const ScalarPair expected = answers.Nearest(p, limit_m.empty() ? kInfinity : limit_m[p]);
    RequireEqual("MinimumDistance distance", p, nearest[p].distance_m, expected.distance_m);
    RequireEqual("MinimumDistance obstacle", p, nearest[p].obstacle, expected.obstacle);
    RequireEqual("MinimumDistance body shape", p, nearest[p].body_shape, expected.body_shape);
    RequireLeast(p, least[p], LeastOf(scene, p, limit_m.empty() ? kInfinity : limit_m[p]));
  }
  RequireTrue("MinimumDistance guards", nearest.IsUntouchedFrom(poses));
  RequireTrue("MinimumSeparation guards", least.IsUntouchedFrom(poses));
}

// With `room` for the obstacles of all poses together.
void RequireAllHits(const BatchScene& scene, const Obstacles& obstacles, const ScalarAnswers& answers, size_t room) {
  const size_t poses = scene.world_from_body.size();
  Guarded<int64_t> begin(poses + 1);
  Guarded<int> hits(room);
  const absl::Status status = AllHits(scene.body, scene.world_from_body, obstacles, begin.span(), hits.span());
  size_t needed = 0;
  for (size_t p = 0; p < poses; ++p) {
    RequireEqual("AllHits begin", p, begin[p], static_cast<int64_t>(needed));
    std::vector<int> expected;
    for (int k = 0; k < answers.obstacle_count(); ++k) {
      if (answers.CollidingShape(p, k) >= 0) expected.push_back(k);
    }
    const size_t end = needed + expected.size();
    for (size_t i = needed; end <= room && i < end; ++i) {
      RequireEqual("AllHits", i, hits[i], expected[i - needed]);
    }
    needed = end;
  }
  RequireEqual("AllHits begin", poses, begin[poses], static_cast<int64_t>(needed));
  RequireEqual("AllHits status", 0, status.code(),
               needed > room ? absl::StatusCode::kResourceExhausted : absl::StatusCode::kOk);
  RequireTrue("AllHits guards", hits.IsUntouchedFrom(needed < room ? needed : room));
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

void RequireCollisions(const BatchScene& scene, const Obstacles& obstacles, const ScalarAnswers& answers,
                       FuzzInput* input) {
  const size_t poses = scene.world_from_body.size();
  Guarded<uint64_t> mask(poses * obstacles.mask_words());
  Guarded<uint8_t> any(poses);
  Guarded<Hit> first(poses);
  Guarded<int32_t> counts(poses);
  RequireOk("CollisionMask", CollisionMask(scene.body, scene.world_from_body, obstacles, mask.span()));
  RequireOk("AnyHit", AnyHit(scene.body, scene.world_from_body, obstacles, any.span()));
  RequireOk("FirstHit", FirstHit(scene.body, scene.world_from_body, obstacles, first.span()));
  RequireOk("CountHits", CountHits(scene.body, scene.world_from_body, obstacles, counts.span()));
  RequireMask("CollisionMask", mask, poses, answers.obstacle_count(),
              [&](size_t p, int k) { return answers.CollidingShape(p, k) >= 0; });
  for (size_t p = 0; p < poses; ++p) {
    int32_t count = 0;
    for (int k = 0; k < answers.obstacle_count(); ++k) count += answers.CollidingShape(p, k) >= 0 ? 1 : 0;
    const ScalarPair expected = answers.First(p);
    RequireEqual("AnyHit", p, any[p], static_cast<uint8_t>(count > 0));
    RequireEqual("FirstHit step", p, first[p].step, expected.obstacle < 0 ? -1 : 0);
    RequireEqual("FirstHit obstacle", p, first[p].obstacle, expected.obstacle);
    RequireEqual("FirstHit body shape", p, first[p].body_shape, expected.body_shape);
    RequireEqual("CountHits", p, counts[p], count);
  }
  RequireTrue("AnyHit guards", any.IsUntouchedFrom(poses));
  RequireTrue("FirstHit guards", first.IsUntouchedFrom(poses));
  RequireTrue("CountHits guards", counts.IsUntouchedFrom(poses));
  RequireAllHits(scene, obstacles, answers, static_cast<size_t>(input->Byte()));
  RequireAllHits(scene, obstacles, answers, poses * scene.obstacles.size());
}

void RequireDistances(const BatchScene& scene, const Obstacles& obstacles, const ScalarAnswers& answers,
                      FuzzInput* input) {
  RequireNearest(scene, obstacles, answers, {});
  const std::vector<double> limit_m = TakeLimits(scene, answers, input);
  RequireNearest(scene, obstacles, answers, limit_m);

  const size_t poses = scene.world_from_body.size();
  const int count = answers.obstacle_count();
  Guarded<double> distance_m(poses * static_cast<size_t>(count));
  RequireOk("AllDistances", AllDistances(scene.body, scene.world_from_body, obstacles, distance_m.span()));
  for (size_t p = 0; p < poses; ++p) {
    for (int k = 0; k < count; ++k) {
      const size_t i = p * static_cast<size_t>(count) + static_cast<size_t>(k);
      RequireEqual("AllDistances", i, distance_m[i], answers.Distance_m(p, k));
    }
  }
  RequireTrue("AllDistances guards", distance_m.IsUntouchedFrom(distance_m.size()));

  for (size_t i = 0; i < std::min<size_t>(2, poses); ++i) {
    Guarded<uint64_t> mask(poses * obstacles.mask_words());
    RequireOk("WithinMask", WithinMask(scene.body, scene.world_from_body, obstacles, limit_m[i], mask.span()));
    // A body without shapes is at no distance, not even within infinity.
    RequireMask("WithinMask", mask, poses, count,
                [&](size_t p, int k) { return !scene.body.empty() && answers.Distance_m(p, k) <= limit_m[i]; });
  }
}

}  // namespace collision2d
