#include "collision2d/fuzz/batch_refusals.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/gradients.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/fuzz/batch_answers.h"
#include "collision2d/fuzz/batch_input.h"
#include "collision2d/fuzz/guarded.h"
#include "collision2d/fuzz/require_equal.h"
#include "collision2d/fuzz/scalar_answers.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {
namespace {

template <typename T>
void RequireUntouched(const char* call, const Guarded<T>& output) {
  RequireTrue(call, output.IsUntouchedFrom(0));
}

// Calls of a body at poses, with what may be wrong.
struct Arguments {
  absl::Span<const ConvexPolygon> body;
  absl::Span<const Pose2> world_from_body;
  absl::Span<const double> limit_m;
  double limit_of_all_m = 1.0;
  // Elements of the outputs, of one for each pose; `too_many` more than are needed of those that
  // have another number.
  size_t outputs = 0;
  size_t too_many = 0;
};

void RequireCollisionsRefused(const Arguments& arguments, const Obstacles& obstacles) {
  const auto [body, poses, limit_m, limit_of_all_m, outputs, too_many] = arguments;
  Guarded<uint64_t> mask(outputs * obstacles.mask_words() + too_many);
  Guarded<uint8_t> any(outputs);
  Guarded<Hit> first(outputs);
  Guarded<int32_t> count(outputs);
  Guarded<int64_t> begin(outputs + 1);
  Guarded<int> hits(3);
  RequireInvalid("CollisionMask", CollisionMask(body, poses, obstacles, mask.span()));
  RequireInvalid("AnyHit", AnyHit(body, poses, obstacles, any.span()));
  RequireInvalid("FirstHit", FirstHit(body, poses, obstacles, first.span()));
  RequireInvalid("CountHits", CountHits(body, poses, obstacles, count.span()));
  RequireInvalid("AllHits", AllHits(body, poses, obstacles, begin.span(), hits.span()));
  RequireUntouched("CollisionMask", mask);
  RequireUntouched("AnyHit", any);
  RequireUntouched("FirstHit", first);
  RequireUntouched("CountHits", count);
  RequireUntouched("AllHits begin", begin);
  RequireUntouched("AllHits hits", hits);
}

void RequireNearestRefused(const Arguments& arguments, const Obstacles& obstacles) {
  const auto [body, poses, limit_m, limit_of_all_m, outputs, too_many] = arguments;
  Guarded<Nearest<double>> nearest(outputs);
  Guarded<Nearest<Separation>> least(outputs);
  Guarded<Nearest<SeparationGradient>> gradient(outputs);
  RequireInvalid("MinimumDistance", MinimumDistance(body, poses, obstacles, limit_m, nearest.span()));
  RequireInvalid("MinimumSeparation", MinimumSeparation(body, poses, obstacles, limit_m, least.span()));
  RequireInvalid("MinimumSeparation, gradient", MinimumSeparation(body, poses, obstacles, limit_m, gradient.span()));
  RequireUntouched("MinimumDistance", nearest);
  RequireUntouched("MinimumSeparation", least);
  RequireUntouched("MinimumSeparation, gradient", gradient);
}

void RequireDistancesRefused(const Arguments& arguments, const Obstacles& obstacles) {
  const auto [body, poses, limit_m, limit_of_all_m, outputs, too_many] = arguments;
  Guarded<uint64_t> mask(outputs * obstacles.mask_words() + too_many);
  Guarded<double> distance_m(outputs * static_cast<size_t>(obstacles.size()) + too_many);
  RequireInvalid("WithinMask", WithinMask(body, poses, obstacles, limit_of_all_m, mask.span()));
  RequireUntouched("WithinMask", mask);
  if (!(limit_of_all_m >= 0.0)) return;
  RequireInvalid("AllDistances", AllDistances(body, poses, obstacles, distance_m.span()));
  RequireUntouched("AllDistances", distance_m);
}

void RequireRefused(const Arguments& arguments, const Obstacles& obstacles) {
  RequireCollisionsRefused(arguments, obstacles);
  RequireNearestRefused(arguments, obstacles);
  RequireDistancesRefused(arguments, obstacles);
}

// What is wrong with trajectories, in outputs, order, or for all calls.
struct TrajectoryArguments {
  absl::Span<const ConvexPolygon> body;
  Trajectories trajectories;
  absl::Span<const PolygonBatch> per_step;
  size_t outputs = 0;
};

void RequireTrajectoriesRefused(const TrajectoryArguments& arguments) {
  const auto& [body, trajectories, per_step, outputs] = arguments;
  Guarded<Hit> first(outputs);
  Guarded<uint8_t> any(outputs);
  Guarded<Nearest<double>> clearance(outputs);
  RequireInvalid("FirstHit", FirstHit(body, trajectories, per_step, first.span()));
  RequireInvalid("AnyHit", AnyHit(body, trajectories, per_step, any.span()));
  RequireInvalid("MinimumDistance", MinimumDistance(body, trajectories, per_step, {}, clearance.span()));
  RequireUntouched("FirstHit", first);
  RequireUntouched("AnyHit", any);
  RequireUntouched("MinimumDistance", clearance);
}

void RequireFirstFreeRefused(const TrajectoryArguments& arguments, absl::Span<const int> order) {
  Guarded<Hit> first(arguments.outputs);
  int position = -77;
  RequireInvalid("FirstFree",
                 FirstFree(arguments.body, arguments.trajectories, arguments.per_step, order, &position, first.span()));
  RequireUntouched("FirstFree", first);
  RequireEqual("FirstFree position", 0, position, -77);
}

void RequirePosesRefused(const BatchScene& scene, const PolygonBatch& batch, const StaticMap& map, FuzzInput* input) {
  if (scene.world_from_body.empty()) return;
  std::vector<Pose2> poses = scene.world_from_body;
  Pose2& pose = poses[static_cast<size_t>(input->Index(static_cast<int>(poses.size())))];
  pose = MadeIllegal(pose, input);
  const Arguments arguments = {scene.body, poses, {}, 1.0, poses.size(), 0};
  RequireRefused(arguments, batch);
  RequireRefused(arguments, map);
  RequireRefused(arguments, {batch, map});
  const TrajectoryArguments trajectories = {scene.body, {poses, 1, {}}, {&batch, 1}, poses.size()};
  RequireTrajectoriesRefused(trajectories);
  RequireFirstFreeRefused(trajectories, std::vector<int>(poses.size(), 0));
}

void RequireSizesRefused(const BatchScene& scene, const PolygonBatch& batch, const StaticMap& map, FuzzInput* input) {
  const size_t poses = scene.world_from_body.size();
  const size_t outputs = poses > 0 && input->Index(2) == 1 ? poses - 1 : poses + 1;
  // Without obstacles no elements are needed for any number of poses.
  const size_t too_many = scene.obstacles.empty() ? 1 : 0;
  const Arguments arguments = {scene.body, scene.world_from_body, {}, 1.0, outputs, too_many};
  RequireRefused(arguments, batch);
  RequireRefused(arguments, map);
  RequireRefused(arguments, {batch, map});
  const TrajectoryArguments trajectories = {scene.body, {scene.world_from_body, 1, {}}, {&batch, 1}, outputs};
  RequireTrajectoriesRefused(trajectories);
  RequireFirstFreeRefused(trajectories, std::vector<int>(poses, 0));
}

void RequireLimitsRefused(const BatchScene& scene, const PolygonBatch& batch, const StaticMap& map, FuzzInput* input) {
  const size_t poses = scene.world_from_body.size();
  constexpr double kBad_m[] = {std::numeric_limits<double>::quiet_NaN(), -1.0, -5e-324,
                               -std::numeric_limits<double>::infinity()};
  const double bad_m = kBad_m[input->Index(4)];
  RequireDistancesRefused({scene.body, scene.world_from_body, {}, bad_m, poses, 0}, batch);
  std::vector<double> limit_m(poses, 1.0);
  if (poses > 0 && input->Index(2) == 1) {
    limit_m[static_cast<size_t>(input->Index(static_cast<int>(poses)))] = bad_m;
  } else {
    limit_m.push_back(1.0);
  }
  RequireNearestRefused({scene.body, scene.world_from_body, limit_m, 1.0, poses, 0}, batch);
  RequireNearestRefused({scene.body, scene.world_from_body, limit_m, 1.0, poses, 0}, map);
}

void RequireObstaclesRefused(const BatchScene& scene, PolygonBatch* batch, FuzzInput* input) {
  std::vector<Pose2> poses = scene.world_from_obstacle;
  std::vector<const ConvexPolygon*> shapes;
  for (const ConvexPolygon& shape : scene.obstacles) shapes.push_back(&shape);
  if (!poses.empty() && input->Index(2) == 1) {
    const size_t k = static_cast<size_t>(input->Index(static_cast<int>(poses.size())));
    poses[k] = MadeIllegal(poses[k], input);
    // The pose of an absent obstacle is not read.
    std::vector<const ConvexPolygon*> with_null = shapes;
    with_null[k] = nullptr;
    const absl::StatusOr<PolygonBatch> absent = PolygonBatch::Create(with_null, poses);
    RequireOk("PolygonBatch::Create, absent", absent.status());
    RequireTrue("PolygonBatch::is_present", !absent->is_present(static_cast<int>(k)));
  } else {
    poses.emplace_back();
  }
  RequireInvalid("PolygonBatch::Create", PolygonBatch::Create(shapes, poses).status());
  RequireInvalid("PolygonBatch::Create", PolygonBatch::Create(scene.obstacles, poses).status());
  RequireInvalid("StaticMap::Create", StaticMap::Create(scene.obstacles, poses).status());
  RequireInvalid("PolygonBatch::SetPoses", batch->SetPoses(poses));
  RequireCollisions(scene, *batch, ScalarAnswers(scene), input);
}

void RequireStepsRefused(const BatchScene& scene, const PolygonBatch& batch, FuzzInput* input) {
  const size_t poses = scene.world_from_body.size();
  const Trajectories legal = {scene.world_from_body, 1, {}};
  TrajectoryArguments arguments = {scene.body, legal, {&batch, 1}, poses};
  const int trajectory = poses > 0 ? input->Index(static_cast<int>(poses)) : 0;
  std::vector<int> lengths(poses, 1);
  std::vector<int> order(poses, 0);
  switch (input->Index(5)) {
    case 0:
      arguments.trajectories.steps = -1;
      break;
    case 1:
      arguments.per_step = {};
      break;
    case 2:
      // Not a divisor, unless there are no poses; then the batches are too few.
      arguments.trajectories.steps = static_cast<int>(poses) + 2;
      break;
    case 3:
      if (poses > 0 && input->Index(2) == 1) {
        lengths[static_cast<size_t>(trajectory)] = input->Index(2) == 1 ? 2 : -1;
      } else {
        lengths.push_back(1);
      }
      arguments.trajectories.lengths = lengths;
      break;
    default:
      if (poses == 0) return;
      order[static_cast<size_t>(trajectory)] = input->Index(2) == 1 ? static_cast<int>(poses) : -1;
      RequireFirstFreeRefused(arguments, order);
      return;
  }
  RequireTrajectoriesRefused(arguments);
  RequireFirstFreeRefused(arguments, order);
}

// Spans that are longer than their memory: their lengths alone must be looked at.
void RequireTooManyPairsRefused(const BatchScene& scene, const PolygonBatch& batch) {
  if (batch.size() < 2) return;
  const Pose2 pose;
  const absl::Span<const Pose2> poses(&pose, (size_t{1} << 31) / static_cast<size_t>(batch.size()) + 1);
  Guarded<uint8_t> any(1);
  RequireInvalid("AnyHit", AnyHit(scene.body, poses, batch, any.span()));
  RequireUntouched("AnyHit", any);
  RequireDistancesRefused({scene.body, poses, {}, 1.0, 1, 0}, batch);
  RequireTrajectoriesRefused({scene.body, {poses, 1, {}}, {&batch, 1}, 1});
}

}  // namespace

void RequireRefusal(const BatchScene& scene, FuzzInput* input) {
  PolygonBatch batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
  const StaticMap map = StaticMap::Create(scene.obstacles, scene.world_from_obstacle).value();
  switch (input->Index(6)) {
    case 0:
      return RequirePosesRefused(scene, batch, map, input);
    case 1:
      return RequireSizesRefused(scene, batch, map, input);
    case 2:
      return RequireLimitsRefused(scene, batch, map, input);
    case 3:
      return RequireObstaclesRefused(scene, &batch, input);
    case 4:
      return RequireStepsRefused(scene, batch, input);
    default:
      return RequireTooManyPairsRefused(scene, batch);
  }
}

}  // namespace collision2d
