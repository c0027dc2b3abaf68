#include <fcl/math/motion/interp_motion.h>
#include <fcl/narrowphase/continuous_collision.h>

#include <cmath>
#include <cstddef>

#include "bench/motion/motion_method.h"
#include "bench/rows/fcl_prism.h"
#include "bench/rows/fcl_transform.h"

namespace collision2d::bench {
namespace {

// FCL's linear motion about a reference point, with any turn, that counts the instants it is asked
// for.
class LinearMotion : public fcl::InterpMotion<double> {
 public:
  explicit LinearMotion(const LinearSpec& spec)
      : fcl::InterpMotion<double>(ToFclTransform(spec.start), ToFclTransform(PoseAtFraction(spec, 1.0))) {
    reference_p << spec.reference.x, spec.reference.y, 0.0;
    linear_vel << spec.displacement_m.x, spec.displacement_m.y, 0.0;
    angular_vel = std::abs(spec.turn_rad);
    angular_axis << 0.0, 0.0, std::copysign(1.0, spec.turn_rad);
  }

  bool integrate(double fraction) const override {
    ++instants_;
    return fcl::InterpMotion<double>::integrate(fraction);
  }

  int64_t instants() const { return instants_; }

 private:
  mutable int64_t instants_ = 0;
};

struct PrismPair {
  explicit PrismPair(const MovingPair& pair)
      : a(MakePrism(pair.a)), b(MakePrism(pair.b)), motion_a(pair.motion_a), motion_b(pair.motion_b) {}

  Prism a;
  Prism b;
  LinearMotion motion_a;
  LinearMotion motion_b;
};

class FclMethod : public MotionMethod {
 public:
  std::string name() const override { return "FCL"; }

  void Prepare(absl::Span<const MovingPair> pairs) override {
    pairs_.clear();
    for (const MovingPair& pair : pairs) pairs_.push_back(std::make_unique<PrismPair>(pair));
    request_.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    request_.gjk_solver_type = fcl::GST_LIBCCD;
  }

  MotionAnswer Decide(int pair) override {
    const auto& [a, b, motion_a, motion_b] = *pairs_[pair];
    const int64_t before = motion_a.instants();
    // The search begins where the last one left the motions.
    motion_a.integrate(0.0);
    motion_b.integrate(0.0);
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide(&a, &motion_a, &b, &motion_b, request_, result);
    return {result.is_collide ? MotionVerdict::kCollides : MotionVerdict::kFree, motion_a.instants() - before};
  }

 private:
  std::vector<std::unique_ptr<PrismPair>> pairs_;
  fcl::ContinuousCollisionRequestd request_;
};

}  // namespace

std::unique_ptr<MotionMethod> MakeFclMotionMethod() { return std::make_unique<FclMethod>(); }

}  // namespace collision2d::bench
