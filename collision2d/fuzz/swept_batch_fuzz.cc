#include "collision2d/fuzz/swept_batch_fuzz.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/swept_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/code_generation.h"
#include "collision2d/fuzz/batch_input.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/guarded.h"
#include "collision2d/fuzz/require_equal.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/scoped_target.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

// So few that a run takes some milliseconds, with sanitizers.
constexpr size_t kMaxShapes = 2;
constexpr size_t kMaxObstacles = 4;
constexpr size_t kMaxPoses = 8;
constexpr int kMaxSteps = 4;

template <typename T>
void Shorten(size_t most, std::vector<T>* values) {
  if (values->size() > most) values->erase(values->begin() + static_cast<std::ptrdiff_t>(most), values->end());
}

// The obstacles at one end of an interval: each where it was made, or where the next one was.
PolygonBatch TakeBatch(const std::vector<ConvexPolygon>& obstacles, const std::vector<Pose2>& world_from_obstacle,
                       FuzzInput* input) {
  std::vector<const ConvexPolygon*> shapes;
  std::vector<Pose2> poses;
  for (size_t k = 0; k < obstacles.size(); ++k) {
    const size_t next = (k + 1) % obstacles.size();
    const int kind = input->Index(16);
    shapes.push_back(&obstacles[kind == 1 ? next : k]);
    poses.push_back(world_from_obstacle[kind % 2 == 0 ? next : k]);
    if (kind != 2) continue;
    shapes.back() = nullptr;
    poses.back().cos = std::numeric_limits<double>::quiet_NaN();
  }
  return PolygonBatch::Create(shapes, poses).value();
}

SweptScene TakeSweptScene(FuzzInput* input) {
  SweptScene scene;
  scene.steps = 1 + input->Index(kMaxSteps);
  double time_s = std::ldexp(input->Index(3) - 1, input->Index(32));
  for (int s = 0; s < scene.steps; ++s) {
    scene.step_times_s.push_back(time_s);
    time_s += std::ldexp(1 + input->Byte(), input->Index(12) - 14);
  }
  scene.options.time_tolerance_s = std::ldexp(1.0, -input->Index(24));
  scene.options.contact_tolerance_m = std::ldexp(1.0, -input->Index(32));
  scene.tolerance_m = std::ldexp(1.0, -input->Index(20));

  BatchScene still = TakeBatchScene(input);
  Shorten(kMaxShapes, &still.body);
  Shorten(kMaxObstacles, &still.obstacles);
  Shorten(kMaxPoses - kMaxPoses % static_cast<size_t>(scene.steps), &still.world_from_body);
  Shorten(still.world_from_body.size() - still.world_from_body.size() % static_cast<size_t>(scene.steps),
          &still.world_from_body);
  scene.body = std::move(still.body);
  scene.world_from_body = std::move(still.world_from_body);
  scene.obstacles = std::move(still.obstacles);
  for (int s = 0; s + 1 < scene.steps; ++s) {
    scene.at_start.push_back(TakeBatch(scene.obstacles, still.world_from_obstacle, input));
    scene.at_end.push_back(TakeBatch(scene.obstacles, still.world_from_obstacle, input));
  }
  if (input->Index(2) == 0) return scene;
  const int count = scene.trajectories().size();
  for (int i = 0; i < count; ++i) {
    scene.lengths.push_back(input->Index(scene.steps + 1));
    for (int s = scene.lengths.back(); s < scene.steps; ++s) {
      scene.world_from_body[static_cast<size_t>(i * scene.steps + s)].sin = std::numeric_limits<double>::quiet_NaN();
    }
  }
  return scene;
}

void RequireHit(const char* call, size_t i, const SweptHit& actual, const SweptHit& expected) {
  RequireEqual(call, i, actual.step, expected.step);
  RequireEqual(call, i, actual.obstacle, expected.obstacle);
  RequireEqual(call, i, actual.body_shape, expected.body_shape);
  RequireEqual(call, i, actual.free_until_s, expected.free_until_s);
  RequireEqual(call, i, actual.contact_by_s, expected.contact_by_s);
  RequireEqual(call, i, actual.is_undecided, expected.is_undecided);
  RequireEqual(call, i, actual.reached_limit, expected.reached_limit);
}

void RequireNearest(size_t i, const SweptNearest& actual, const SweptNearest& expected) {
  RequireEqual("MinimumDistance lower", i, actual.lower_m, expected.lower_m);
  RequireEqual("MinimumDistance upper", i, actual.upper_m, expected.upper_m);
  RequireEqual("MinimumDistance time", i, actual.time_s, expected.time_s);
  RequireEqual("MinimumDistance step", i, actual.step, expected.step);
  RequireEqual("MinimumDistance obstacle", i, actual.obstacle, expected.obstacle);
  RequireEqual("MinimumDistance body shape", i, actual.body_shape, expected.body_shape);
  RequireEqual("MinimumDistance cap", i, actual.reached_limit, expected.reached_limit);
}

void RequireFirstFree(const SweptScene& scene, const std::vector<SweptHit>& expected, FuzzInput* input) {
  const int count = static_cast<int>(expected.size());
  std::vector<int> order;
  for (int j = count == 0 ? 0 : input->Index(2 * count); j > 0; --j) order.push_back(input->Index(count));
  Guarded<SweptHit> first(order.size());
  int position = -77;
  RequireOk("FirstFree", FirstFree(scene.body, scene.trajectories(), scene.step_times_s, scene.moving(), scene.options,
                                   order, &position, first.span()));
  const auto free =
      std::find_if(order.begin(), order.end(), [&](int i) { return expected[static_cast<size_t>(i)].step < 0; });
  const auto colliding = static_cast<size_t>(free - order.begin());
  RequireEqual("FirstFree position", 0, position, free == order.end() ? -1 : static_cast<int>(colliding));
  for (size_t j = 0; j < colliding; ++j) {
    RequireHit("FirstFree", j, first[j], expected[static_cast<size_t>(order[j])]);
  }
  RequireTrue("FirstFree elements that are not written", first.IsUntouchedFrom(colliding));
}

}  // namespace

int FuzzSweptBatch(const uint8_t* data, size_t size) {
  FuzzInput input(data, size);
  const std::vector<int64_t> targets = hwy::SupportedAndGeneratedTargets();
  const ScopedTarget target(targets[static_cast<size_t>(input.Index(static_cast<int>(targets.size())))]);
  const SweptScene scene = TakeSweptScene(&input);
  const std::vector<SweptHit> expected = ScalarFirstContacts(scene);
  const std::vector<uint8_t> expected_any = ScalarAnyContacts(scene);
  const std::vector<SweptNearest> expected_nearest = ScalarLeastDistances(scene);

  const size_t count = expected.size();
  const Trajectories trajectories = scene.trajectories();
  const absl::Span<const double> times_s = scene.step_times_s;
  Guarded<SweptHit> first(count);
  Guarded<uint8_t> any(count);
  Guarded<SweptNearest> nearest(count);
  RequireOk("FirstHit", FirstHit(scene.body, trajectories, times_s, scene.moving(), scene.options, first.span()));
  RequireOk("AnyHit", AnyHit(scene.body, trajectories, times_s, scene.moving(), scene.options, any.span()));
  RequireOk("MinimumDistance", MinimumDistance(scene.body, trajectories, times_s, scene.moving(),
                                               {{}, scene.tolerance_m}, nearest.span()));
  for (size_t i = 0; i < count; ++i) {
    RequireHit("FirstHit", i, first[i], expected[i]);
    RequireEqual("AnyHit", i, any[i], expected_any[i]);
    RequireNearest(i, nearest[i], expected_nearest[i]);
  }
  RequireTrue("FirstHit guards", first.IsUntouchedFrom(count));
  RequireTrue("AnyHit guards", any.IsUntouchedFrom(count));
  RequireTrue("MinimumDistance guards", nearest.IsUntouchedFrom(count));
  RequireFirstFree(scene, expected, &input);
  return 0;
}

}  // namespace collision2d
