#include "absl/status/statusor.h"
#include "bench/peers/pair_peers.h"
#include "collision2d/collision2d.h"
#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/testing/moving_pairs.h"

namespace collision2d::bench {
namespace {

struct MotionPair {
  Motion a;
  Motion b;
};

class MotionPeer : public Peer {
 public:
  bool Has(Query /*query*/) const override { return false; }
  void Run(Query /*query*/, int /*begin*/, int /*end*/, double* /*results*/) override { std::abort(); }
  void Prepare(absl::Span<const MovingPair> pairs) override {
    pairs_ = pairs;
    motions_.clear();
    for (const MovingPair& pair : pairs) {
      const SpecPair spec = ToSpecPair(pair);
      motions_.push_back({ToMotion(spec.motion_a), ToMotion(spec.motion_b)});
    }
  }

 protected:
  absl::Span<const MovingPair> pairs_;
  std::vector<MotionPair> motions_;  // By Motion::Linear.
};

class TimeOfImpactPeer : public MotionPeer {
 public:
  const char* name() const override { return "collision2d"; }
  MotionAnswer Decide(int pair) override {
    const ImpactResult impact =
        TimeOfImpact(pairs_[pair].a, motions_[pair].a, pairs_[pair].b, motions_[pair].b).value();
    const bool is_contact = impact.verdict == MotionVerdict::kCollides;
    return {impact.verdict, impact.steps, is_contact ? impact.contact_by_s - impact.free_until_s : 0.0};
  }
};

class IsMotionFreePeer : public MotionPeer {
 public:
  const char* name() const override { return "IsMotionFree"; }
  MotionAnswer Decide(int pair) override {
    const bool is_free = IsMotionFree(pairs_[pair].a, motions_[pair].a, pairs_[pair].b, motions_[pair].b).value();
    return {is_free ? MotionVerdict::kFree : MotionVerdict::kCollides, 0, 0.0};
  }
};

class SamplesPeer : public MotionPeer {
 public:
  const char* name() const override { return "10 samples"; }
  MotionAnswer Decide(int pair) override {
    constexpr int kSamples = 10;
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
};

}  // namespace

std::unique_ptr<Peer> MakeMotionPeer(MotionMethod method) {
  if (method == MotionMethod::kTimeOfImpact) return std::make_unique<TimeOfImpactPeer>();
  if (method == MotionMethod::kIsMotionFree) return std::make_unique<IsMotionFreePeer>();
  return std::make_unique<SamplesPeer>();
}

}  // namespace collision2d::bench
