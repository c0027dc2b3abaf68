#include <vector>

#include "bench/peers/packed_pairs.h"
#include "bench/peers/pair_peers.h"
#include "box2d/b2_distance.h"
#include "box2d/b2_time_of_impact.h"
#include "collision2d/testing/moving_pairs.h"

// How often b2TimeOfImpact looked for an axis, summed over its calls: Box2D exports it without a
// header.
extern B2_API int32 b2_toiIters;

namespace collision2d::bench {
namespace {

struct Box2d {
  using Vertex = b2Vec2;
  static constexpr bool kHasDistance = true;
  void Prepare(absl::Span<const PolygonPair> /*pairs*/) {}
  bool Collides(const PackedPair<b2Vec2>& pair, int index) const { return Distance(pair, index) < 10.0f * b2_epsilon; }
  float Distance(const PackedPair<b2Vec2>& pair, int /*index*/) const {
    b2DistanceInput input;
    input.proxyA.Set(pair.a.vertices, pair.a.count, 0.0f);
    input.proxyB.Set(pair.b.vertices, pair.b.count, 0.0f);
    input.transformA.SetIdentity();
    input.transformB.SetIdentity();
    input.useRadii = false;
    b2SimplexCache cache;
    cache.count = 0;
    b2DistanceOutput output;
    b2Distance(&output, &cache, &input);
    return output.distance;
  }
};

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

class Box2dPeer : public PackedPeer<Box2d> {
 public:
  Box2dPeer() : PackedPeer("Box2D") {}
  using PackedPeer::Prepare;

  void Prepare(absl::Span<const MovingPair> pairs) override {
    std::vector<PolygonPair> shapes;
    for (const MovingPair& pair : pairs) shapes.push_back({pair.a, pair.b});
    packed_.Assign(shapes);
    inputs_.resize(pairs.size());
    for (size_t i = 0; i < pairs.size(); ++i) {
      b2TOIInput& input = inputs_[i];
      input.proxyA.Set(packed_[i].a.vertices, packed_[i].a.count, 0.0f);
      input.proxyB.Set(packed_[i].b.vertices, packed_[i].b.count, 0.0f);
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

  PackedPairs<b2Vec2> packed_;
  std::vector<b2TOIInput> inputs_;
};

}  // namespace

std::unique_ptr<Peer> MakeBox2dPeer() { return std::make_unique<Box2dPeer>(); }

}  // namespace collision2d::bench
