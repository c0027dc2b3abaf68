#include "bench/peers/batch.h"

#include <cstddef>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "bench/chapter.h"
#include "bench/peers/planner_scene.h"
#include "bench/peers/scene_peer.h"
#include "bench/timing/timing.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/collision2d.h"
#include "collision2d/geometry/margin.h"
#include "collision2d/testing/scoped_target.h"
#include "hwy/targets.h"

namespace collision2d::bench {
namespace {

// AVX3 is Highway's name for AVX-512 with what Skylake has of it.
std::string NameOf(int64_t bit) {
  const std::string name = absl::AsciiStrToLower(hwy::TargetName(bit));
  return absl::StartsWith(name, "avx3") ? "avx512" + name.substr(4) : name;
}

}  // namespace

std::vector<IsaTarget> SupportedIsaTargets() {
  std::vector<IsaTarget> targets;
  for (const int64_t bit : hwy::SupportedAndGeneratedTargets()) targets.push_back({NameOf(bit), bit});
  return targets;
}

namespace {

// TimeOfImpact on every pair in every interval.
class SweptScalarPeer : public ScenePeer {
 public:
  SweptScalarPeer() : ScenePeer("scalar", Judgement::kSameBits) {}

  bool Handles(const PlannerScene& /*scene*/, Question question) const override {
    return question == Question::kFirstContact;
  }

  void Prepare(const PlannerScene& scene) override {
    scene_ = &scene;
    answers_ = Answers{};
    answers_.findings.resize(scene.trajectory_count());
  }

  void Run(Question /*question*/, int begin, int end) override {
    for (int i = begin; i < end; ++i) answers_.findings[i] = FindFirst(i);
  }

  Answers Collect(Question /*question*/) const override { return answers_; }

 private:
  // The first contact within the first interval that has one.
  Finding FindFirst(int trajectory) const {
    Finding finding;
    for (int s = 0; s + 1 < scene_->steps && !finding.hit; ++s) {
      const double start_s = scene_->StepTime(s);
      const double end_s = scene_->StepTime(s + 1);
      const Motion ego =
          Motion::LegalBetween(scene_->EgoPose(trajectory, s), scene_->EgoPose(trajectory, s + 1), start_s, end_s);
      for (int k = 0; k < scene_->obstacle_count(); ++k) {
        const Motion obstacle =
            Motion::LegalBetween(scene_->ObstaclePose(s, k), scene_->ObstaclePose(s + 1, k), start_s, end_s);
        const ImpactResult impact = *TimeOfImpact(scene_->ego, ego, scene_->obstacles[k], obstacle);
        if (impact.verdict == MotionVerdict::kFree || impact.contact_by_s >= finding.contact_by_s) continue;
        finding = {true, s, k};
        finding.contact_by_s = impact.contact_by_s;
      }
    }
    return finding;
  }

  const PlannerScene* scene_ = nullptr;
  Answers answers_;
};

class ScalarPairs {
 public:
  static constexpr char kName[] = "scalar";
  static constexpr Judgement kJudgement = Judgement::kSameBits;

  void Prepare(const PlannerScene& scene) { scene_ = &scene; }
  void PoseObstacles() {}
  void PoseEgo(const Pose2& world_from_ego, int /*step*/) { world_from_ego_ = world_from_ego; }
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

// The answers by the exact query of every pair whose bounding circles may meet.
Answers RightAnswersOnMap(const PlannerScene& scene) {
  std::vector<Vec2> centers;
  double most_radius_m = 0.0;
  for (int k = 0; k < scene.obstacle_count(); ++k) {
    centers.push_back(scene.ObstaclePose(0, k) * scene.obstacles[k].center());
    most_radius_m = std::max(most_radius_m, scene.obstacles[k].bounding_radius_m());
  }
  // A metre more than rounding needs.
  const double reach_m = scene.ego.bounding_radius_m() + most_radius_m + 1.0;
  Answers answers;
  ScalarPairs pairs;
  pairs.Prepare(scene);
  for (const Pose2& world_from_ego : scene.world_from_ego) {
    pairs.PoseEgo(world_from_ego, 0);
    const Vec2 center = world_from_ego * scene.ego.center();
    Finding& finding = answers.findings.emplace_back();
    for (int k = 0; k < scene.obstacle_count() && !finding.hit; ++k) {
      finding.hit = NormSquared(centers[k] - center) <= reach_m * reach_m && pairs.Collides(0, k);
    }
  }
  return answers;
}

}  // namespace

std::unique_ptr<ScenePeer> MakeScalarPeer() { return std::make_unique<PerPosePeer<InTurn<ScalarPairs>>>(); }
std::unique_ptr<ScenePeer> MakeSweptScalarPeer() { return std::make_unique<SweptScalarPeer>(); }

Answers RightAnswers(const PlannerScene& scene, Question question) {
  if (scene.is_static_map && question == Question::kAnyHit) return RightAnswersOnMap(scene);
  const std::unique_ptr<ScenePeer> method = IsOfSteps(question) ? MakeScalarPeer() : MakeSweptScalarPeer();
  method->Prepare(scene);
  method->Run(question, 0, scene.trajectory_count());
  return method->Collect(question);
}

namespace {

class BatchPeer : public ScenePeer {
 public:
  BatchPeer(const IsaTarget& target, ThreadCount thread_count, Growth growth)
      : ScenePeer(absl::StrCat("batch ", target.name, growth == Growth::kInCalls ? " grown" : "",
                               thread_count == ThreadCount::kTwo ? " 2 threads" : ""),
                  Judgement::kSameBits),
        target_(target),
        growth_(growth) {
    if (thread_count == ThreadCount::kOne) return;
    threads_.emplace();
    parallel_for_ = [this](int count, const std::function<void(int, int)>& run) { threads_->Run(count, run); };
  }

  bool is_subject() const override { return true; }

  bool Handles(const PlannerScene& scene, Question question) const override {
    return !scene.is_static_map || question == Question::kAnyHit;
  }

  void Prepare(const PlannerScene& scene) override {
    scene_ = &scene;
    per_step_.clear();
    if (scene.is_static_map) {
      map_ = StaticMap::Create(scene.obstacles, scene.world_from_obstacle).value();
    }
    for (int step = 0; step < scene.steps && !scene.is_static_map; ++step) {
      per_step_.push_back(PolygonBatch::Create(scene.obstacles, scene.ObstaclePoses(step)).value());
    }
    const size_t count = scene.trajectory_count();
    mask_.assign(count * static_cast<size_t>(MaskWords(scene)), 0);
    any_.assign(count, 0);
    first_.assign(count, {});
    contacts_.assign(count, {});
    step_times_s_.clear();
    for (int step = 0; step < scene.steps; ++step) step_times_s_.push_back(scene.StepTime(step));
    nearest_.assign(count, {});
  }

  void Run(Question question, int begin, int end) override {
    const ScopedTarget scoped_target(target_.bit);
    if (begin == 0) PoseObstacles();
    if (growth_ == Growth::kInCalls) grown_ = GrowBody({*scene_->bare_ego}, scene_->margin).value();
    Ask(question, static_cast<size_t>(begin), static_cast<size_t>(end - begin));
  }

  std::optional<int64_t> memory_bytes() const override {
    return scene_->is_static_map ? map_.memory_bytes() : per_step_[0].memory_bytes();
  }

  Answers Collect(Question question) const override;

 private:
  absl::Span<const ConvexPolygon> Body() const {
    return growth_ == Growth::kInCalls ? absl::MakeConstSpan(grown_) : absl::MakeConstSpan(&scene_->ego, 1);
  }

  void PoseObstacles() {
    const auto pose_steps = [this](int begin, int end) {
      for (int step = begin; step < end; ++step) CheckOk(per_step_[step].SetPoses(scene_->ObstaclePoses(step)));
    };
    const auto steps = static_cast<int>(per_step_.size());
    parallel_for_ ? parallel_for_(steps, pose_steps) : pose_steps(0, steps);
  }

  void Ask(Question question, size_t begin, size_t count);

  const IsaTarget target_;
  const Growth growth_;
  std::vector<ConvexPolygon> grown_;
  std::optional<TwoThreads> threads_;
  ParallelFor parallel_for_;
  const PlannerScene* scene_ = nullptr;
  std::vector<PolygonBatch> per_step_;  // Of obstacles that move.
  StaticMap map_;                       // Of those that do not.
  // Outputs of the calls, by trajectory; after FirstFree by position in the cost order.
  std::vector<uint64_t> mask_;
  std::vector<uint8_t> any_;
  std::vector<Hit> first_;
  std::vector<SweptHit> contacts_;
  std::vector<double> step_times_s_;
  std::vector<Nearest<double>> nearest_;
  int first_free_ = -1;
};

void BatchPeer::Ask(Question question, size_t begin, size_t count) {
  const size_t steps = scene_->steps;
  const Trajectories trajectories{absl::MakeConstSpan(scene_->world_from_ego).subspan(begin * steps, count * steps),
                                  scene_->steps};
  const Obstacles obstacles = scene_->is_static_map ? Obstacles(map_) : Obstacles(per_step_);
  const auto of_part = [&](auto* answers) { return absl::MakeSpan(*answers).subspan(begin, count); };
  switch (question) {
    case Question::kMask: {
      const size_t words = obstacles.mask_words();
      const auto mask = absl::MakeSpan(mask_).subspan(begin * words, count * words);
      CheckOk(CollisionMask(Body(), trajectories, obstacles, mask, parallel_for_));
      return;
    }
    case Question::kAnyHit:
      CheckOk(AnyHit(Body(), trajectories, obstacles, of_part(&any_), parallel_for_));
      return;
    case Question::kNearest:
      CheckOk(MinimumDistance(Body(), trajectories, obstacles, {}, of_part(&nearest_), parallel_for_));
      return;
    case Question::kFirstHit:
      CheckOk(FirstHit(Body(), trajectories, obstacles, of_part(&first_), parallel_for_));
      return;
    case Question::kFirstFree:
      CheckOk(FirstFree(Body(), trajectories, obstacles, scene_->cost_order, &first_free_, of_part(&first_)));
      return;
    case Question::kFirstContact:
      CheckOk(FirstHit(Body(), trajectories, step_times_s_, per_step_, {}, of_part(&contacts_), parallel_for_));
      return;
  }
}

Answers BatchPeer::Collect(Question question) const {
  const bool in_order = question == Question::kFirstFree;
  Answers answers;
  answers.mask = mask_;
  answers.findings.resize(any_.size());
  if (in_order) answers.first_free = first_free_;
  const size_t count = answers.first_free < 0 ? any_.size() : static_cast<size_t>(first_free_);
  for (size_t i = 0; i < count; ++i) {
    Finding& finding = answers.findings[in_order ? static_cast<size_t>(scene_->cost_order[i]) : i];
    if (question == Question::kAnyHit) finding.hit = any_[i] != 0;
    if (question == Question::kNearest) {
      finding = {false, nearest_[i].step, nearest_[i].obstacle, nearest_[i].distance_m};
    }
    if (question == Question::kFirstHit || in_order)
      finding = {first_[i].step >= 0, first_[i].step, first_[i].obstacle};
    if (question == Question::kFirstContact) {
      finding = {contacts_[i].step >= 0, contacts_[i].step, contacts_[i].obstacle, finding.distance_m,
                 contacts_[i].contact_by_s};
    }
  }
  return answers;
}

}  // namespace

std::unique_ptr<ScenePeer> MakeBatchPeer(const IsaTarget& target, ThreadCount thread_count, Growth growth) {
  return std::make_unique<BatchPeer>(target, thread_count, growth);
}

}  // namespace collision2d::bench
