#include "collision2d/fuzz/batch_fuzz.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/pair_answers.h"
#include "collision2d/batch/testing/questions.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/code_generation.h"
#include "collision2d/fuzz/batch_input.h"
#include "collision2d/fuzz/batch_refusals.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/require.h"
#include "collision2d/fuzz/require_equal.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/scoped_target.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

constexpr int kMaxSteps = 6;

// The last indices first, two at a time.
void RunBackwards(int count, const std::function<void(int begin, int end)>& run) {
  for (int end = count; end > 0; end -= 2) run(std::max(0, end - 2), end);
}

// None, 0, the distance that decides, the next number below it, or any.
double TakeLimit(double least_m, FuzzInput* input) {
  switch (input->Index(5)) {
    case 0:
      return std::numeric_limits<double>::infinity();
    case 1:
      return 0.0;
    case 2:
      return least_m;
    case 3:
      return std::nextafter(least_m, 0.0);
    default:
      return std::ldexp(1 + input->Byte(), input->Index(128) - 64);
  }
}

// Every question with limits, room, order and executor from the input.
void Check(const TrajectoryScene& scene, const Obstacles& obstacles, FuzzInput* input) {
  const PairAnswers pairs = AskPairs(scene);
  Question question = {scene.body, scene.trajectories(), obstacles};
  if (input->Index(4) > 0) {
    for (const Nearest<double>& nearest : pairs.nearest) {
      question.limit_m.push_back(TakeLimit(nearest.distance_m, input));
    }
  }
  question.within_m = TakeLimit(pairs.distance_m.empty() ? 1.0 : pairs.distance_m[0], input);
  if (input->Index(2) == 1) question.room = input->Byte();
  if (input->Index(2) == 1) question.options.parallel_for = RunBackwards;
  const auto count = static_cast<int>(pairs.any.size());
  for (int j = count == 0 ? 0 : input->Index(2 * count); j > 0; --j) question.order.push_back(input->Index(count));
  Require(AnswersAsThePairs(question, pairs));
}

void CheckBatch(const BatchScene& scene, FuzzInput* input) {
  TrajectoryScene at_one_step = AtOneStep(scene);
  // Half of the batches have been somewhere else before.
  std::vector<Pose2> elsewhere = scene.world_from_obstacle;
  if (input->Index(2) == 1 && !elsewhere.empty()) elsewhere.assign(elsewhere.size(), elsewhere.back());
  RequireOk("PolygonBatch::SetPoses", at_one_step.per_step[0].SetPoses(elsewhere));
  RequireOk("PolygonBatch::SetPoses", at_one_step.per_step[0].SetPoses(scene.world_from_obstacle));
  Check(at_one_step, at_one_step.per_step[0], input);
}

// The first obstacles in a batch, the others in a map.
void CheckStaticMap(BatchScene scene, FuzzInput* input) {
  const bool is_posed = input->Index(2) == 0;
  // Without poses the map's shapes are in the frame of the world.
  if (!is_posed) scene.world_from_obstacle.assign(scene.obstacles.size(), Pose2{});
  const size_t in_batch = input->Index(2) == 0 ? 0 : scene.obstacles.size() * input->Byte() / 256;
  const auto shapes = absl::MakeConstSpan(scene.obstacles);
  const auto poses = absl::MakeConstSpan(scene.world_from_obstacle);
  const PolygonBatch batch = PolygonBatch::Create(shapes.first(in_batch), poses.first(in_batch)).value();
  const StaticMap map = (is_posed ? StaticMap::Create(shapes.subspan(in_batch), poses.subspan(in_batch))
                                  : StaticMap::Create(shapes.subspan(in_batch)))
                            .value();
  Check(AtOneStep(scene), in_batch == 0 ? Obstacles(map) : Obstacles(batch, map), input);
}

// The scene's poses cut into trajectories. At step s the obstacles are those from the s-th on, each
// where the one `shift * s` after it is.
void CheckTrajectories(BatchScene scene, FuzzInput* input) {
  TrajectoryScene ways;
  ways.steps = input->Index(kMaxSteps + 1);
  const auto steps = static_cast<size_t>(ways.steps);
  const size_t count = steps == 0 ? 0 : scene.world_from_body.size() / steps;
  const size_t shift = input->Byte();
  const bool has_lengths = input->Index(2) == 1;
  ways.body = std::move(scene.body);
  ways.world_from_body = std::move(scene.world_from_body);
  ways.world_from_body.resize(count * steps);
  ways.obstacles = std::move(scene.obstacles);
  for (size_t i = 0; has_lengths && i < count; ++i) {
    ways.lengths.push_back(input->Index(ways.steps + 1));
    // Poses that do not count are not read.
    for (auto s = static_cast<size_t>(ways.lengths[i]); s < steps; ++s) {
      ways.world_from_body[i * steps + s].cos = std::numeric_limits<double>::quiet_NaN();
    }
  }
  for (size_t s = 0; s < steps; ++s) {
    const auto shapes = absl::MakeConstSpan(ways.obstacles).subspan(std::min(s, ways.obstacles.size()));
    std::vector<Pose2> poses;
    for (size_t k = s; k < ways.obstacles.size(); ++k) {
      poses.push_back(scene.world_from_obstacle[(k + shift * s) % ways.obstacles.size()]);
    }
    ways.per_step.push_back(PolygonBatch::Create(shapes, poses).value());
  }
  Check(ways, ways.per_step, input);
}

}  // namespace

int FuzzBatch(const uint8_t* data, size_t size) {
  FuzzInput input(data, size);
  const std::vector<int64_t> targets = hwy::SupportedAndGeneratedTargets();
  const ScopedTarget target(targets[static_cast<size_t>(input.Index(static_cast<int>(targets.size())))]);
  // What to do comes first, so that it does not depend on the scene's size.
  const int what = input.Index(4);
  const BatchScene scene = TakeBatchScene(&input);
  if (what < 2) {
    CheckBatch(scene, &input);
    CheckTrajectories(scene, &input);
  } else if (what == 2) {
    CheckStaticMap(scene, &input);
  } else {
    RequireRefusal(scene, &input);
  }
  return 0;
}

}  // namespace collision2d
