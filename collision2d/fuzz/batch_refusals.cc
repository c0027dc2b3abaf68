#include "collision2d/fuzz/batch_refusals.h"

#include <cstddef>
#include <limits>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/questions.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/fuzz/batch_input.h"
#include "collision2d/fuzz/require_equal.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {
namespace {

// Which questions see what is wrong.
enum class Concerned { kAll, kOfTrajectories, kWithLimits, kWithin, kFirstFree };

bool IsConcerned(absl::string_view name, Concerned concerned) {
  switch (concerned) {
    case Concerned::kOfTrajectories:
      return name == "any" || name == "first" || name == "nearest" || name == "least";
    case Concerned::kWithLimits:
      return name == "nearest" || name == "least" || name == "least, gradient";
    case Concerned::kWithin:
      return name == "mask, within";
    case Concerned::kFirstFree:
      return name == "first, free";
    default:
      return true;
  }
}

void RequireRefused(const Question& question, Answers answers, Concerned concerned = Concerned::kAll) {
  ForEachQuestion(question, &answers, [&](const char* name, const auto& call) {
    if (IsConcerned(name, concerned)) RequireInvalid(name, call());
  });
  RequireTrue("outputs of what is refused", answers.AreUntouched());
}

// A scene's obstacles in a batch, in a map, and twice.
struct Views {
  explicit Views(const BatchScene& scene)
      : batch(PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value()),
        map(StaticMap::Create(scene.obstacles, scene.world_from_obstacle).value()) {}

  std::vector<Obstacles> all() const { return {batch, map, {batch, map}}; }

  PolygonBatch batch;
  StaticMap map;
};

void RequirePosesRefused(const BatchScene& scene, const Views& views, FuzzInput* input) {
  if (scene.world_from_body.empty()) return;
  std::vector<Pose2> poses = scene.world_from_body;
  Pose2& pose = poses[static_cast<size_t>(input->Index(static_cast<int>(poses.size())))];
  pose = MadeIllegal(pose, input);
  for (const Obstacles& view : views.all()) {
    const Question question = {scene.body, poses, view, {}, 1.0, std::vector<int>(poses.size(), 0)};
    RequireRefused(question, Answers(question));
  }
}

void RequireSizesRefused(const BatchScene& scene, const Views& views, FuzzInput* input) {
  const size_t poses = scene.world_from_body.size();
  const size_t outputs = poses > 0 && input->Index(2) == 1 ? poses - 1 : poses + 1;
  for (const Obstacles& view : views.all()) {
    Question question = {scene.body, scene.world_from_body, view, {}, 1.0, std::vector<int>(outputs, 0)};
    const Answers answers(outputs, outputs, question);
    question.order.resize(poses);
    // Without obstacles, outputs of words and of pairs have no elements for any number of poses.
    RequireRefused(question, answers, scene.obstacles.empty() ? Concerned::kOfTrajectories : Concerned::kAll);
  }
}

void RequireLimitsRefused(const BatchScene& scene, const Views& views, FuzzInput* input) {
  const size_t poses = scene.world_from_body.size();
  constexpr double kBad_m[] = {std::numeric_limits<double>::quiet_NaN(), -1.0, -5e-324,
                               -std::numeric_limits<double>::infinity()};
  const double bad_m = kBad_m[input->Index(4)];
  std::vector<double> limit_m(poses, 1.0);
  if (poses > 0 && input->Index(2) == 1) {
    limit_m[static_cast<size_t>(input->Index(static_cast<int>(poses)))] = bad_m;
  } else {
    limit_m.push_back(1.0);
  }
  for (const Obstacles& view : views.all()) {
    const Question question = {scene.body, scene.world_from_body, view, limit_m, bad_m};
    RequireRefused(question, Answers(question), Concerned::kWithLimits);
    RequireRefused(question, Answers(question), Concerned::kWithin);
  }
}

void RequireObstaclesRefused(const BatchScene& scene, FuzzInput* input) {
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
  // What is refused changes no pose.
  PolygonBatch batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
  RequireInvalid("PolygonBatch::SetPoses", batch.SetPoses(poses));
  for (int k = 0; k < batch.size(); ++k) {
    RequireEqual("pose", static_cast<size_t>(k), batch.world_from_shape(k),
                 scene.world_from_obstacle[static_cast<size_t>(k)]);
  }
}

void RequireStepsRefused(const BatchScene& scene, const Views& views, FuzzInput* input) {
  const size_t poses = scene.world_from_body.size();
  Question question = {scene.body, {scene.world_from_body, 1, {}}, absl::MakeConstSpan(&views.batch, 1)};
  question.order.assign(poses, 0);
  const Answers answers(question);
  const auto any = poses > 0 ? static_cast<size_t>(input->Index(static_cast<int>(poses))) : 0;
  std::vector<int> lengths(poses, 1);
  switch (input->Index(5)) {
    case 0:
      question.trajectories.steps = -1;
      break;
    case 1:
      question.obstacles = absl::Span<const PolygonBatch>();
      break;
    case 2:
      // Not a divisor, unless there are no poses; then the batches are too few.
      question.trajectories.steps = static_cast<int>(poses) + 2;
      break;
    case 3:
      if (poses > 0 && input->Index(2) == 1) {
        lengths[any] = input->Index(2) == 1 ? 2 : -1;
      } else {
        lengths.push_back(1);
      }
      question.trajectories.lengths = lengths;
      break;
    default:
      if (poses == 0) return;
      question.order[any] = input->Index(2) == 1 ? static_cast<int>(poses) : -1;
      return RequireRefused(question, answers, Concerned::kFirstFree);
  }
  RequireRefused(question, answers);
}

// Spans that are longer than their memory: their lengths alone must be looked at.
void RequireTooManyPairsRefused(const BatchScene& scene, const Views& views) {
  if (views.batch.size() < 2) return;
  const Pose2 pose;
  const absl::Span<const Pose2> poses(&pose, (size_t{1} << 31) / static_cast<size_t>(views.batch.size()) + 1);
  const Question question = {scene.body, poses, views.batch};
  RequireRefused(question, Answers(1, 1, question));
}

}  // namespace

void RequireRefusal(const BatchScene& scene, FuzzInput* input) {
  const Views views(scene);
  switch (input->Index(6)) {
    case 0:
      return RequirePosesRefused(scene, views, input);
    case 1:
      return RequireSizesRefused(scene, views, input);
    case 2:
      return RequireLimitsRefused(scene, views, input);
    case 3:
      return RequireObstaclesRefused(scene, input);
    case 4:
      return RequireStepsRefused(scene, views, input);
    default:
      return RequireTooManyPairsRefused(scene, views);
  }
}

}  // namespace collision2d
