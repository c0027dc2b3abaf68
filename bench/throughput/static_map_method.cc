#include "bench/throughput/static_map_method.h"

#include <cstddef>
#include <cstdint>
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
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/static_map.h"

namespace collision2d::bench {
namespace {

class StaticMapMethod : public Method {
 public:
  explicit StaticMapMethod(const IsaTarget& target) : target_(target) {}

  std::string name() const override { return absl::StrCat("batch ", target_.name); }

  bool is_subject() const override { return true; }

  Judgement judgement() const override { return Judgement::kSameBits; }

  bool Handles(const PlannerScene& scene, Question question) const override {
    return scene.is_static_map && question == Question::kAnyHit;
  }

  void Prepare(const PlannerScene& scene) override {
    scene_ = &scene;
    absl::StatusOr<StaticMap> map = StaticMap::Create(scene.obstacles, scene.world_from_obstacle);
    CheckOk(map.status());
    map_ = *std::move(map);
    any_.assign(scene.trajectory_count(), 0);
  }

  void Run(Question question, int begin, int end) override {
    const ScopedIsaTarget scoped_target(target_);
    const size_t count = end - begin;
    CheckOk(AnyHit({&scene_->ego, 1}, absl::MakeConstSpan(scene_->world_from_ego).subspan(begin, count), map_,
                   absl::MakeSpan(any_).subspan(begin, count)));
  }

  std::optional<int64_t> memory_bytes() const override { return map_.memory_bytes(); }

  Answers Collect(Question question) const override {
    Answers answers;
    for (const uint8_t any : any_) answers.findings.emplace_back().hit = any != 0;
    return answers;
  }

 private:
  const IsaTarget target_;
  const PlannerScene* scene_ = nullptr;
  StaticMap map_;
  std::vector<uint8_t> any_;
};

}  // namespace

std::unique_ptr<Method> MakeStaticMapMethod(const IsaTarget& target) {
  return std::make_unique<StaticMapMethod>(target);
}

}  // namespace collision2d::bench
