#include "collision2d/fuzz/swept_batch_fuzz.h"

#include <cmath>
#include <limits>
#include <vector>

#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/pair_answers.h"
#include "collision2d/batch/testing/questions.h"
#include "collision2d/batch/testing/swept_scenes.h"
#include "collision2d/code_generation.h"
#include "collision2d/fuzz/batch_input.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/require.h"
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

}  // namespace

int FuzzSweptBatch(const uint8_t* data, size_t size) {
  FuzzInput input(data, size);
  const std::vector<int64_t> targets = hwy::SupportedAndGeneratedTargets();
  const ScopedTarget target(targets[static_cast<size_t>(input.Index(static_cast<int>(targets.size())))]);
  const SweptScene scene = TakeSweptScene(&input);
  const MotionPairAnswers pairs = AskPairs(scene);
  MotionQuestion question = QuestionOf(scene);
  const auto count = static_cast<int>(pairs.any.size());
  for (int j = count == 0 ? 0 : input.Index(2 * count); j > 0; --j) question.order.push_back(input.Index(count));
  Require(AnswersAsThePairs(question, pairs));
  return 0;
}

}  // namespace collision2d
