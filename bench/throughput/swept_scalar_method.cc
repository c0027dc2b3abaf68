#include "bench/throughput/swept_scalar_method.h"

#include <string>

#include "bench/throughput/answers.h"
#include "bench/throughput/planner_scene.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

class SweptScalarMethod : public Method {
 public:
  std::string name() const override { return "scalar"; }

  Judgement judgement() const override { return Judgement::kSameBits; }

  bool Handles(const PlannerScene& scene, Question question) const override {
    return question == Question::kFirstContact;
  }

  void Prepare(const PlannerScene& scene) override {
    scene_ = &scene;
    answers_ = Answers{};
    answers_.findings.resize(scene.trajectory_count());
  }

  void Run(Question question, int begin, int end) override {
    for (int i = begin; i < end; ++i) answers_.findings[i] = FindFirst(i);
  }

  Answers Collect(Question question) const override { return answers_; }

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

}  // namespace

std::unique_ptr<Method> MakeSweptScalarMethod() { return std::make_unique<SweptScalarMethod>(); }

}  // namespace collision2d::bench
