#include "bench/motion/motion_method.h"
#include "bench/motion/motions.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

constexpr int kSamples = 10;

class SamplesMethod : public MotionMethod {
 public:
  std::string name() const override { return "10 samples"; }

  void Prepare(absl::Span<const MovingPair> pairs) override {
    pairs_ = pairs;
    motions_ = MotionsOf(pairs);
  }

  MotionAnswer Decide(int pair) override {
    const auto& [motion_a, motion_b] = motions_[pair];
    const double start_s = motion_a.start_s();
    const double end_s = motion_a.end_s();
    for (int i = 0; i < kSamples; ++i) {
      const double time_s = i == kSamples - 1 ? end_s : start_s + i * ((end_s - start_s) / (kSamples - 1));
      const Pose2 a_from_b = RelativePose(motion_a.PoseAt(time_s), motion_b.PoseAt(time_s));
      if (Collides(pairs_[pair].a, pairs_[pair].b, a_from_b)) return {MotionVerdict::kCollides, i + 1};
    }
    return {MotionVerdict::kFree, kSamples};
  }

 private:
  absl::Span<const MovingPair> pairs_;
  std::vector<MotionPair> motions_;
};

}  // namespace

std::unique_ptr<MotionMethod> MakeSamplesMotionMethod() { return std::make_unique<SamplesMethod>(); }

}  // namespace collision2d::bench
