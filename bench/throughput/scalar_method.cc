#include "bench/throughput/scalar_method.h"

#include <algorithm>
#include <vector>

#include "bench/throughput/pairwise_method.h"
#include "bench/throughput/swept_scalar_method.h"

namespace collision2d::bench {
namespace {

class ScalarPairs {
 public:
  static constexpr char kName[] = "scalar";
  static constexpr Judgement kJudgement = Judgement::kSameBits;

  void Prepare(const PlannerScene& scene) { scene_ = &scene; }

  void PoseObstacles() {}

  void PoseEgo(const Pose2& world_from_ego) { world_from_ego_ = world_from_ego; }

  bool Collides(int step, int obstacle) {
    return collision2d::Collides(scene_->ego, scene_->obstacles[obstacle], EgoFromObstacle(step, obstacle));
  }

  double Distance(int step, int obstacle) {
    return collision2d::Distance(scene_->ego, scene_->obstacles[obstacle], EgoFromObstacle(step, obstacle));
  }

 private:
  Pose2 EgoFromObstacle(int step, int obstacle) const {
    return RelativePose(world_from_ego_, scene_->ObstaclePose(step, obstacle));
  }

  const PlannerScene* scene_ = nullptr;
  Pose2 world_from_ego_;
};

// Sorted by x, the obstacles whose bounding circles can be near that of the body are a short
// stretch.
struct PlacedObstacle {
  double x_m;  // Of its centre.
  int obstacle;
};

Answers RightAnswersOnMap(const PlannerScene& scene) {
  std::vector<PlacedObstacle> placed;
  double most_radius_m = 0.0;
  for (int k = 0; k < scene.obstacle_count(); ++k) {
    placed.push_back({(scene.ObstaclePose(0, k) * scene.obstacles[k].center()).x, k});
    most_radius_m = std::max(most_radius_m, scene.obstacles[k].bounding_radius_m());
  }
  std::sort(placed.begin(), placed.end(),
            [](const PlacedObstacle& a, const PlacedObstacle& b) { return a.x_m < b.x_m; });
  // A metre more than rounding needs.
  const double reach_m = scene.ego.bounding_radius_m() + most_radius_m + 1.0;

  Answers answers;
  ScalarPairs pairs;
  pairs.Prepare(scene);
  for (const Pose2& world_from_ego : scene.world_from_ego) {
    pairs.PoseEgo(world_from_ego);
    Finding& finding = answers.findings.emplace_back();
    const double x_m = (world_from_ego * scene.ego.center()).x;
    const auto begin =
        std::lower_bound(placed.begin(), placed.end(), x_m - reach_m,
                         [](const PlacedObstacle& obstacle, double least_x_m) { return obstacle.x_m < least_x_m; });
    for (auto near = begin; near != placed.end() && near->x_m <= x_m + reach_m && !finding.hit; ++near) {
      finding.hit = pairs.Collides(0, near->obstacle);
    }
  }
  return answers;
}

}  // namespace

std::unique_ptr<Method> MakeScalarMethod() { return std::make_unique<PairwiseMethod<ScalarPairs>>(); }

Answers RightAnswers(const PlannerScene& scene, Question question) {
  if (scene.is_static_map && question == Question::kAnyHit) return RightAnswersOnMap(scene);
  const std::unique_ptr<Method> method = IsOfSteps(question) ? MakeScalarMethod() : MakeSweptScalarMethod();
  method->Prepare(scene);
  method->Run(question, 0, scene.trajectory_count());
  return method->Collect(question);
}

}  // namespace collision2d::bench
