#include "bench/throughput/batch_method.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "bench/throughput/answers.h"
#include "bench/throughput/check_ok.h"
#include "bench/throughput/planner_scene.h"
#include "bench/throughput/two_threads.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/margin.h"

namespace collision2d::bench {
namespace {

class BatchMethod : public Method {
 public:
  BatchMethod(const IsaTarget& target, ThreadCount thread_count, Growth growth)
      : target_(target), name_(absl::StrCat("batch ", target.name)), growth_(growth) {
    if (growth == Growth::kInCalls) name_ += " grown";
    if (thread_count == ThreadCount::kOne) return;
    name_ += " 2 threads";
    threads_.emplace();
    parallel_for_ = [this](int count, const std::function<void(int, int)>& run) { threads_->Run(count, run); };
  }

  std::string name() const override { return name_; }

  bool is_subject() const override { return true; }

  Judgement judgement() const override { return Judgement::kSameBits; }

  bool Handles(const PlannerScene& scene, Question question) const override { return !scene.is_static_map; }

  void Prepare(const PlannerScene& scene) override {
    scene_ = &scene;
    per_step_.clear();
    for (int step = 0; step < scene.steps; ++step) {
      absl::StatusOr<PolygonBatch> batch = PolygonBatch::Create(scene.obstacles, PosesOfStep(step));
      CheckOk(batch.status());
      per_step_.push_back(*std::move(batch));
    }
    const size_t count = scene.trajectory_count();
    mask_.assign(count * Obstacles(per_step_).mask_words(), 0);
    any_.assign(count, 0);
    first_.assign(count, {});
    contacts_.assign(count, {});
    step_times_s_.clear();
    for (int step = 0; step < scene.steps; ++step) step_times_s_.push_back(scene.StepTime(step));
    nearest_.assign(count, {});
  }

  void Run(Question question, int begin, int end) override {
    const ScopedIsaTarget scoped_target(target_);
    if (begin == 0) PoseObstacles();
    if (growth_ == Growth::kInCalls) grown_ = GrowBody({*scene_->bare_ego}, scene_->margin).value();
    Ask(question, static_cast<size_t>(begin), static_cast<size_t>(end - begin));
  }

  std::optional<int64_t> memory_bytes() const override { return per_step_[0].memory_bytes(); }

  Answers Collect(Question question) const override;

 private:
  absl::Span<const Pose2> PosesOfStep(int step) const {
    const size_t count = scene_->obstacle_count();
    return absl::MakeConstSpan(scene_->world_from_obstacle).subspan(step * count, count);
  }

  absl::Span<const ConvexPolygon> Body() const {
    return growth_ == Growth::kInCalls ? absl::MakeConstSpan(grown_) : absl::MakeConstSpan(&scene_->ego, 1);
  }

  void PoseObstacles() {
    const auto pose_steps = [this](int begin, int end) {
      for (int step = begin; step < end; ++step) CheckOk(per_step_[step].SetPoses(PosesOfStep(step)));
    };
    if (parallel_for_) {
      parallel_for_(scene_->steps, pose_steps);
    } else {
      pose_steps(0, scene_->steps);
    }
  }

  void Ask(Question question, size_t begin, size_t count);

  const IsaTarget target_;
  std::string name_;
  const Growth growth_;
  std::vector<ConvexPolygon> grown_;
  std::optional<TwoThreads> threads_;
  ParallelFor parallel_for_;
  const PlannerScene* scene_ = nullptr;
  std::vector<PolygonBatch> per_step_;
  // Outputs of the calls, by trajectory; after FirstFree by position in the cost order.
  std::vector<uint64_t> mask_;
  std::vector<uint8_t> any_;
  std::vector<Hit> first_;
  std::vector<SweptHit> contacts_;
  std::vector<double> step_times_s_;
  std::vector<Nearest<double>> nearest_;
  int first_free_ = -1;
};

void BatchMethod::Ask(Question question, size_t begin, size_t count) {
  const size_t steps = scene_->steps;
  const Trajectories trajectories{absl::MakeConstSpan(scene_->world_from_ego).subspan(begin * steps, count * steps),
                                  scene_->steps};
  const auto first = absl::MakeSpan(first_).subspan(begin, count);
  switch (question) {
    case Question::kMask: {
      const size_t words = Obstacles(per_step_).mask_words();
      const auto mask = absl::MakeSpan(mask_).subspan(begin * words, count * words);
      CheckOk(CollisionMask(Body(), trajectories, per_step_, mask, parallel_for_));
      return;
    }
    case Question::kAnyHit:
      CheckOk(AnyHit(Body(), trajectories, per_step_, absl::MakeSpan(any_).subspan(begin, count), parallel_for_));
      return;
    case Question::kNearest: {
      const auto nearest = absl::MakeSpan(nearest_).subspan(begin, count);
      CheckOk(MinimumDistance(Body(), trajectories, per_step_, {}, nearest, parallel_for_));
      return;
    }
    case Question::kFirstHit:
      CheckOk(FirstHit(Body(), trajectories, per_step_, first, parallel_for_));
      return;
    case Question::kFirstFree:
      CheckOk(FirstFree(Body(), trajectories, per_step_, scene_->cost_order, &first_free_, first));
      return;
    case Question::kFirstContact: {
      const auto contacts = absl::MakeSpan(contacts_).subspan(begin, count);
      CheckOk(FirstHit(Body(), trajectories, step_times_s_, per_step_, {}, contacts, parallel_for_));
      return;
    }
  }
}

Answers BatchMethod::Collect(Question question) const {
  Answers answers;
  answers.mask = mask_;
  const size_t count = scene_->trajectory_count();
  answers.findings.resize(count);
  const auto to_finding = [](const Hit& first) { return Finding{first.step >= 0, first.step, first.obstacle}; };
  for (size_t i = 0; i < count; ++i) {
    Finding& finding = answers.findings[i];
    switch (question) {
      case Question::kAnyHit:
        finding.hit = any_[i] != 0;
        break;
      case Question::kFirstHit:
        finding = to_finding(first_[i]);
        break;
      case Question::kNearest:
        finding = {false, nearest_[i].step, nearest_[i].obstacle, nearest_[i].distance_m};
        break;
      case Question::kFirstFree:
        if (first_free_ < 0 || i < static_cast<size_t>(first_free_)) {
          answers.findings[scene_->cost_order[i]] = to_finding(first_[i]);
        }
        answers.first_free = first_free_;
        break;
      case Question::kFirstContact:
        finding = {contacts_[i].step >= 0, contacts_[i].step, contacts_[i].obstacle};
        finding.contact_by_s = contacts_[i].contact_by_s;
        break;
      case Question::kMask:
        break;
    }
  }
  return answers;
}

}  // namespace

std::unique_ptr<Method> MakeBatchMethod(const IsaTarget& target, ThreadCount thread_count, Growth growth) {
  return std::make_unique<BatchMethod>(target, thread_count, growth);
}

}  // namespace collision2d::bench
