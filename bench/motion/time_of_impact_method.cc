#include "absl/status/statusor.h"
#include "bench/motion/motion_method.h"
#include "bench/motion/motions.h"

namespace collision2d::bench {
namespace {

class TimeOfImpactMethod : public MotionMethod {
 public:
  std::string name() const override { return kMotionSubject; }

  void Prepare(absl::Span<const MovingPair> pairs) override {
    pairs_ = pairs;
    motions_ = MotionsOf(pairs);
  }

  MotionAnswer Decide(int pair) override {
    const absl::StatusOr<ImpactResult> answer =
        TimeOfImpact(pairs_[pair].a, motions_[pair].a, pairs_[pair].b, motions_[pair].b);
    const ImpactResult& impact = answer.value();
    const bool is_contact = impact.verdict == MotionVerdict::kCollides;
    return {impact.verdict, impact.steps, is_contact ? impact.contact_by_s - impact.free_until_s : 0.0};
  }

 private:
  absl::Span<const MovingPair> pairs_;
  std::vector<MotionPair> motions_;
};

class IsMotionFreeMethod : public MotionMethod {
 public:
  std::string name() const override { return "IsMotionFree"; }

  void Prepare(absl::Span<const MovingPair> pairs) override {
    pairs_ = pairs;
    motions_ = MotionsOf(pairs);
  }

  MotionAnswer Decide(int pair) override {
    const absl::StatusOr<bool> is_free =
        IsMotionFree(pairs_[pair].a, motions_[pair].a, pairs_[pair].b, motions_[pair].b);
    return {is_free.value() ? MotionVerdict::kFree : MotionVerdict::kCollides, 0, 0.0};
  }

 private:
  absl::Span<const MovingPair> pairs_;
  std::vector<MotionPair> motions_;
};

}  // namespace

std::unique_ptr<MotionMethod> MakeIsMotionFreeMethod() { return std::make_unique<IsMotionFreeMethod>(); }
std::unique_ptr<MotionMethod> MakeTimeOfImpactMethod() { return std::make_unique<TimeOfImpactMethod>(); }

}  // namespace collision2d::bench
