#pragma once

#include <cstdint>
#include <string>

#include "bench/throughput/answers.h"
#include "bench/throughput/per_pose_method.h"
#include "bench/throughput/planner_scene.h"

namespace collision2d::bench {

// Asks about one pair after the other, in their order, until the answer is known. `Pairs` has
//   static constexpr char kName[]; static constexpr Judgement kJudgement;
//   void Prepare(const PlannerScene& scene);
//   void PoseObstacles();
//   void PoseEgo(const Pose2& world_from_ego);
//   bool Collides(int step, int obstacle);     // As the body was posed last.
//   double Distance(int step, int obstacle);   // m.
template <typename Pairs>
class PairwiseMethod : public PerPoseMethod {
 public:
  std::string name() const override { return Pairs::kName; }

  Judgement judgement() const override { return Pairs::kJudgement; }

  bool Handles(const PlannerScene& scene, Question question) const override {
    return IsOfSteps(question) && (scene.pair_count() <= kMostPairs || !scene.is_static_map);
  }

 protected:
  void PrepareScene() override { pairs_.Prepare(scene()); }

  void PoseObstacles() override { pairs_.PoseObstacles(); }

  void Mask(const Pose2& world_from_ego, int step, uint64_t* row) override {
    pairs_.PoseEgo(world_from_ego);
    for (int k = 0; k < scene().obstacle_count(); ++k) {
      row[k / 64] |= static_cast<uint64_t>(pairs_.Collides(step, k)) << (k % 64);
    }
  }

  bool AnyHit(const Pose2& world_from_ego, int step) override { return FirstHit(world_from_ego, step) >= 0; }

  int FirstHit(const Pose2& world_from_ego, int step) override {
    pairs_.PoseEgo(world_from_ego);
    for (int k = 0; k < scene().obstacle_count(); ++k) {
      if (pairs_.Collides(step, k)) return k;
    }
    return -1;
  }

  bool Nearest(const Pose2& world_from_ego, int step, Finding* nearest) override {
    pairs_.PoseEgo(world_from_ego);
    bool found = false;
    for (int k = 0; k < scene().obstacle_count(); ++k) {
      const double distance_m = pairs_.Distance(step, k);
      if (!(distance_m < nearest->distance_m)) continue;
      nearest->distance_m = distance_m;
      nearest->obstacle = k;
      found = true;
    }
    return found;
  }

 private:
  // Some seconds' work.
  static constexpr int64_t kMostPairs = 50'000'000;

  Pairs pairs_;
};

}  // namespace collision2d::bench
