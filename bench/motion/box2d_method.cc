#include <cstddef>

#include "bench/motion/motion_method.h"
#include "box2d/b2_time_of_impact.h"

// How often b2TimeOfImpact looked for an axis, summed over its calls: Box2D exports it without a
// header.
extern B2_API int32 b2_toiIters;

namespace collision2d::bench {
namespace {

b2Vec2 ToFloat(Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

b2Sweep ToSweep(const LinearSpec& motion, Vec2 origin) {
  const Vec2 reference = motion.start * motion.reference - origin;
  const double yaw_rad = motion.start.yaw_rad();
  b2Sweep sweep;
  sweep.localCenter = ToFloat(motion.reference);
  sweep.c0 = ToFloat(reference);
  sweep.c = ToFloat(reference + motion.displacement_m);
  sweep.a0 = static_cast<float>(yaw_rad);
  sweep.a = static_cast<float>(yaw_rad + motion.turn_rad);
  sweep.alpha0 = 0.0f;
  return sweep;
}

class Box2dMethod : public MotionMethod {
 public:
  std::string name() const override { return "Box2D"; }

  void Prepare(absl::Span<const MovingPair> pairs) override {
    vertices_.clear();
    for (const MovingPair& pair : pairs) {
      for (const Vec2 v : pair.a.vertices()) vertices_.push_back(ToFloat(v));
      for (const Vec2 v : pair.b.vertices()) vertices_.push_back(ToFloat(v));
    }
    // A proxy points at its vertices, which have their places now.
    const b2Vec2* next = vertices_.data();
    inputs_.resize(pairs.size());
    for (size_t i = 0; i < pairs.size(); ++i) {
      b2TOIInput& input = inputs_[i];
      input.proxyA.Set(next, pairs[i].a.size(), 0.0f);
      next += pairs[i].a.size();
      input.proxyB.Set(next, pairs[i].b.size(), 0.0f);
      next += pairs[i].b.size();
      const Vec2 origin = pairs[i].motion_a.start.translation;
      input.sweepA = ToSweep(pairs[i].motion_a, origin);
      input.sweepB = ToSweep(pairs[i].motion_b, origin);
      input.tMax = 1.0f;
    }
  }

  MotionAnswer Decide(int pair) override {
    const int32 before = b2_toiIters;
    b2TOIOutput output;
    b2TimeOfImpact(&output, &inputs_[pair]);
    return {VerdictOf(output.state), b2_toiIters - before};
  }

 private:
  static MotionVerdict VerdictOf(b2TOIOutput::State state) {
    switch (state) {
      case b2TOIOutput::e_separated:
        return MotionVerdict::kFree;
      case b2TOIOutput::e_overlapped:
      case b2TOIOutput::e_touching:
        return MotionVerdict::kCollides;
      case b2TOIOutput::e_unknown:
      case b2TOIOutput::e_failed:
        break;
    }
    return MotionVerdict::kUndecided;
  }

  std::vector<b2Vec2> vertices_;
  std::vector<b2TOIInput> inputs_;
};

}  // namespace

std::unique_ptr<MotionMethod> MakeBox2dMotionMethod() { return std::make_unique<Box2dMethod>(); }

}  // namespace collision2d::bench
