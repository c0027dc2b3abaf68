#include "collision2d/fuzz/trajectory_answers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/fuzz/guarded.h"
#include "collision2d/fuzz/require_equal.h"
#include "collision2d/fuzz/scalar_answers.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {
namespace {

constexpr int kMaxSteps = 6;

// The last indices first, two at a time.
void RunBackwards(int count, const std::function<void(int begin, int end)>& run) {
  for (int end = count; end > 0; end -= 2) run(std::max(0, end - 2), end);
}

// Trajectories of a body, the obstacles of each step, and what loops over the pair queries say.
struct Problem {
  std::vector<ConvexPolygon> body;
  std::vector<Pose2> world_from_body;
  int steps = 0;
  std::vector<int> lengths;
  std::vector<PolygonBatch> per_step;
  std::vector<Hit> first;
  std::vector<Nearest<double>> clearance;

  Trajectories trajectories() const { return {world_from_body, steps, lengths}; }
};

// The obstacles of the scene from the s-th on, each where the one `shift * s` after it is.
BatchScene SceneOfStep(const BatchScene& scene, size_t s, size_t shift) {
  const size_t obstacles = scene.obstacles.size();
  BatchScene step;
  step.body = scene.body;
  for (size_t k = s; k < obstacles; ++k) {
    step.obstacles.push_back(scene.obstacles[k]);
    step.world_from_obstacle.push_back(scene.world_from_obstacle[(k + shift * s) % obstacles]);
  }
  return step;
}

// `scenes`, whose obstacles the problem's batches refer to, gets one for each step.
Problem TakeProblem(const BatchScene& scene, std::vector<BatchScene>* scenes, FuzzInput* input) {
  Problem problem;
  problem.body = scene.body;
  problem.steps = input->Index(kMaxSteps + 1);
  const size_t steps = static_cast<size_t>(problem.steps);
  const size_t count = steps == 0 ? 0 : scene.world_from_body.size() / steps;
  const size_t shift = input->Byte();
  const bool has_lengths = input->Index(2) == 1;
  problem.world_from_body.assign(scene.world_from_body.begin(),
                                 scene.world_from_body.begin() + static_cast<std::ptrdiff_t>(count * steps));
  problem.first.resize(count);
  problem.clearance.resize(count);
  if (has_lengths) {
    for (size_t i = 0; i < count; ++i) problem.lengths.push_back(input->Index(problem.steps + 1));
  }
  for (size_t s = 0; s < steps; ++s) scenes->push_back(SceneOfStep(scene, s, shift));
  for (size_t s = 0; s < steps; ++s) {
    BatchScene& step = (*scenes)[s];
    problem.per_step.push_back(PolygonBatch::Create(step.obstacles, step.world_from_obstacle).value());
    for (size_t i = 0; i < count; ++i) step.world_from_body.push_back(problem.world_from_body[i * steps + s]);
    const ScalarAnswers answers(step);
    for (size_t i = 0; i < count; ++i) {
      if (has_lengths && problem.lengths[i] <= static_cast<int>(s)) continue;
      const ScalarPair hit = answers.First(i);
      if (problem.first[i].step < 0 && hit.obstacle >= 0) {
        problem.first[i] = {static_cast<int>(s), hit.obstacle, hit.body_shape};
      }
      const ScalarPair nearest = answers.Nearest(i, std::numeric_limits<double>::infinity());
      if (nearest.distance_m < problem.clearance[i].distance_m) {
        problem.clearance[i] = {nearest.distance_m, static_cast<int>(s), nearest.obstacle, nearest.body_shape};
      }
    }
  }
  // Poses that do not count are not read.
  for (size_t i = 0; has_lengths && i < count; ++i) {
    for (size_t s = static_cast<size_t>(problem.lengths[i]); s < steps; ++s) {
      problem.world_from_body[i * steps + s].cos = std::numeric_limits<double>::quiet_NaN();
    }
  }
  return problem;
}

void RequireHit(const char* call, size_t i, const Hit& actual, const Hit& expected) {
  RequireEqual(call, i, actual.step, expected.step);
  RequireEqual(call, i, actual.obstacle, expected.obstacle);
  RequireEqual(call, i, actual.body_shape, expected.body_shape);
}

void RequireAll(const Problem& problem, const ParallelFor& parallel_for) {
  const size_t count = problem.first.size();
  Guarded<Hit> first(count);
  Guarded<uint8_t> any(count);
  Guarded<Nearest<double>> clearance(count);
  const Trajectories trajectories = problem.trajectories();
  RequireOk("FirstHit", FirstHit(problem.body, trajectories, problem.per_step, first.span(), parallel_for));
  RequireOk("AnyHit", AnyHit(problem.body, trajectories, problem.per_step, any.span(), parallel_for));
  RequireOk("MinimumDistance",
            MinimumDistance(problem.body, trajectories, problem.per_step, {}, clearance.span(), parallel_for));
  for (size_t i = 0; i < count; ++i) {
    RequireHit("FirstHit", i, first[i], problem.first[i]);
    RequireEqual("AnyHit", i, any[i], static_cast<uint8_t>(problem.first[i].step >= 0));
    RequireEqual("MinimumDistance distance", i, clearance[i].distance_m, problem.clearance[i].distance_m);
    RequireEqual("MinimumDistance step", i, clearance[i].step, problem.clearance[i].step);
    RequireEqual("MinimumDistance obstacle", i, clearance[i].obstacle, problem.clearance[i].obstacle);
    RequireEqual("MinimumDistance body shape", i, clearance[i].body_shape, problem.clearance[i].body_shape);
  }
  RequireTrue("FirstHit guards", first.IsUntouchedFrom(count));
  RequireTrue("AnyHit guards", any.IsUntouchedFrom(count));
  RequireTrue("MinimumDistance guards", clearance.IsUntouchedFrom(count));
}

void RequireFirstFree(const Problem& problem, FuzzInput* input) {
  const int count = static_cast<int>(problem.first.size());
  std::vector<int> order;
  for (int j = count == 0 ? 0 : input->Index(2 * count); j > 0; --j) order.push_back(input->Index(count));
  Guarded<Hit> first(order.size());
  int position = -77;
  RequireOk("FirstFree",
            FirstFree(problem.body, problem.trajectories(), problem.per_step, order, &position, first.span()));
  const auto free =
      std::find_if(order.begin(), order.end(), [&](int i) { return problem.first[static_cast<size_t>(i)].step < 0; });
  const auto colliding = static_cast<size_t>(free - order.begin());
  RequireEqual("FirstFree position", 0, position, free == order.end() ? -1 : static_cast<int>(colliding));
  for (size_t j = 0; j < colliding; ++j) {
    RequireHit("FirstFree", j, first[j], problem.first[static_cast<size_t>(order[j])]);
  }
  RequireTrue("FirstFree elements that are not written", first.IsUntouchedFrom(colliding));
}

}  // namespace

void RequireTrajectories(const BatchScene& scene, FuzzInput* input) {
  std::vector<BatchScene> scenes;
  const Problem problem = TakeProblem(scene, &scenes, input);
  RequireAll(problem, input->Index(2) == 1 ? ParallelFor(RunBackwards) : ParallelFor());
  RequireFirstFree(problem, input);
}

}  // namespace collision2d
