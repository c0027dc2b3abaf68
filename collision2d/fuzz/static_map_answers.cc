#include "collision2d/fuzz/static_map_answers.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/fuzz/batch_answers.h"
#include "collision2d/fuzz/guarded.h"
#include "collision2d/fuzz/require_equal.h"

namespace collision2d {
namespace {

void RequireNearest(const BatchScene& scene, const StaticMap& map, const ScalarAnswers& answers,
                    absl::Span<const double> limit_m) {
  const size_t poses = scene.world_from_body.size();
  Guarded<StaticMap::Nearest> nearest(poses);
  RequireOk("StaticMap::MinimumDistance",
            map.MinimumDistance(scene.body, scene.world_from_body, limit_m, nearest.span()));
  for (size_t p = 0; p < poses; ++p) {
    const ScalarPair expected =
        answers.Nearest(p, limit_m.empty() ? std::numeric_limits<double>::infinity() : limit_m[p]);
    RequireEqual("StaticMap::MinimumDistance distance", p, nearest[p].distance_m, expected.distance_m);
    RequireEqual("StaticMap::MinimumDistance obstacle", p, nearest[p].obstacle, expected.obstacle);
    RequireEqual("StaticMap::MinimumDistance body shape", p, nearest[p].body_shape, expected.body_shape);
  }
  RequireTrue("StaticMap::MinimumDistance guards", nearest.IsUntouchedFrom(poses));
}

// With `room` for the obstacles of all poses together.
void RequireAllHits(const BatchScene& scene, const StaticMap& map, const ScalarAnswers& answers, size_t room) {
  const size_t poses = scene.world_from_body.size();
  Guarded<int64_t> begin(poses + 1);
  Guarded<int> obstacles(room);
  const absl::Status status = map.AllHits(scene.body, scene.world_from_body, begin.span(), obstacles.span());
  size_t needed = 0;
  for (size_t p = 0; p < poses; ++p) {
    RequireEqual("StaticMap::AllHits begin", p, begin[p], static_cast<int64_t>(needed));
    std::vector<int> expected;
    for (int k = 0; k < answers.obstacle_count(); ++k) {
      if (answers.CollidingShape(p, k) >= 0) expected.push_back(k);
    }
    const size_t end = needed + expected.size();
    for (size_t i = needed; end <= room && i < end; ++i) {
      RequireEqual("StaticMap::AllHits", i, obstacles[i], expected[i - needed]);
    }
    needed = end;
  }
  RequireEqual("StaticMap::AllHits begin", poses, begin[poses], static_cast<int64_t>(needed));
  RequireEqual("StaticMap::AllHits status", 0, status.code(),
               needed > room ? absl::StatusCode::kResourceExhausted : absl::StatusCode::kOk);
  RequireTrue("StaticMap::AllHits guards", obstacles.IsUntouchedFrom(needed < room ? needed : room));
}

}  // namespace

void RequireStaticMap(const BatchScene& scene, const StaticMap& map, const ScalarAnswers& answers, FuzzInput* input) {
  const size_t poses = scene.world_from_body.size();
  Guarded<uint8_t> any(poses);
  Guarded<StaticMap::Hit> hits(poses);
  RequireOk("StaticMap::AnyHit", map.AnyHit(scene.body, scene.world_from_body, any.span()));
  RequireOk("StaticMap::FirstHit", map.FirstHit(scene.body, scene.world_from_body, hits.span()));
  for (size_t p = 0; p < poses; ++p) {
    const ScalarPair first = answers.First(p);
    RequireEqual("StaticMap::AnyHit", p, any[p], static_cast<uint8_t>(first.obstacle >= 0));
    RequireEqual("StaticMap::FirstHit obstacle", p, hits[p].obstacle, first.obstacle);
    RequireEqual("StaticMap::FirstHit body shape", p, hits[p].body_shape, first.body_shape);
  }
  RequireTrue("StaticMap::AnyHit guards", any.IsUntouchedFrom(poses));
  RequireTrue("StaticMap::FirstHit guards", hits.IsUntouchedFrom(poses));
  RequireAllHits(scene, map, answers, static_cast<size_t>(input->Byte()));
  RequireAllHits(scene, map, answers, poses * scene.obstacles.size());
  RequireNearest(scene, map, answers, {});
  RequireNearest(scene, map, answers, TakeLimits(scene, answers, input));
}

}  // namespace collision2d
