#include "collision2d/fuzz/batch_fuzz.h"

#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/code_generation.h"
#include "collision2d/fuzz/batch_answers.h"
#include "collision2d/fuzz/batch_input.h"
#include "collision2d/fuzz/batch_refusals.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/require_equal.h"
#include "collision2d/fuzz/scalar_answers.h"
#include "collision2d/fuzz/trajectory_answers.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/scoped_target.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

void CheckBatch(const BatchScene& scene, FuzzInput* input) {
  // Half of the batches have been somewhere else before.
  const bool is_reposed = input->Index(2) == 1;
  std::vector<Pose2> created_at = scene.world_from_obstacle;
  if (is_reposed && !created_at.empty()) created_at.assign(created_at.size(), created_at.back());
  PolygonBatch batch = PolygonBatch::Create(scene.obstacles, created_at).value();
  RequireOk("PolygonBatch::SetPoses", batch.SetPoses(scene.world_from_obstacle));
  const ScalarAnswers answers(scene);
  RequireCollisions(scene, batch, answers, input);
  RequireDistances(scene, batch, answers, input);
  RequireTrajectories(scene, input);
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
  const Obstacles obstacles = in_batch == 0 ? Obstacles(map) : Obstacles(batch, map);
  const ScalarAnswers answers(scene);
  RequireCollisions(scene, obstacles, answers, input);
  RequireDistances(scene, obstacles, answers, input);
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
  } else if (what == 2) {
    CheckStaticMap(scene, &input);
  } else {
    RequireRefusal(scene, &input);
  }
  return 0;
}

}  // namespace collision2d
