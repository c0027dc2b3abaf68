#include "collision2d/batch/gradients.h"

#include <algorithm>
#include <tuple>

#include "collision2d/batch/calls/calls.h"
#include "collision2d/batch/kernels/ask_pair.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/kernels.h"
#include "collision2d/batch/pair_query_hook.h"

namespace collision2d {
namespace {

using internal::BatchCall;
using internal::PosedPair;

SeparationGradient AskGradient(const PosedPair& pair) {
  PairQueryHook* const hook = pair.batch.pair_query_hook();
  return hook == nullptr
             ? ComputeSeparationGradient(pair.body_shape, pair.obstacle, pair.body_from_obstacle, MovingShape::kA)
             : hook->ComputeSeparationGradient(pair.body_shape, pair.obstacle, pair.body_from_obstacle,
                                               MovingShape::kA);
}

// Makes `least` the one with the lesser signed distance; of equal ones that of the earlier step; of
// equal ones at one step both: the gradient where several pairs have the least distance.
void TakeLesser(const Nearest<SeparationGradient>& other, Nearest<SeparationGradient>* least) {
  const double other_m = other.gradient.separation.signed_distance_m;
  const double least_m = least->gradient.separation.signed_distance_m;
  if (other_m > least_m || (other_m == least_m && least->step >= 0 && other.step > least->step)) return;
  if (other_m < least_m || other.step != least->step) {
    *least = other;
    return;
  }
  const SeparationGradient tied = least->gradient;
  const auto place = [](const Nearest<SeparationGradient>& of) {
    return std::tie(of.obstacle, of.body_shape, of.element);
  };
  if (place(other) < place(*least)) *least = other;
  // The derivative of a minimum of functions in a direction is the least of their derivatives.
  SeparationGradient& gradient = least->gradient;
  gradient.yaw_left_m_per_rad = std::max(tied.yaw_left_m_per_rad, other.gradient.yaw_left_m_per_rad);
  gradient.yaw_right_m_per_rad = std::min(tied.yaw_right_m_per_rad, other.gradient.yaw_right_m_per_rad);
  gradient.yaw_low_m_per_rad = std::min(tied.yaw_low_m_per_rad, other.gradient.yaw_low_m_per_rad);
  gradient.yaw_high_m_per_rad = std::max(tied.yaw_high_m_per_rad, other.gradient.yaw_high_m_per_rad);
  gradient.is_smooth = false;
}

// Keeps the least gradient of all pairs that are measured.
class GradientMeter final : public internal::SeparationMeter {
 public:
  GradientMeter(const BatchCall& call, absl::Span<Nearest<SeparationGradient>> least) : call_(call), least_(least) {}

  void Measure(int trajectory, const PosedPair& pair, Nearest<Separation>* found) override {
    const SeparationGradient gradient = AskGradient(pair);
    found->separation = gradient.separation;
    TakeLesser({InWorld(gradient, call_.PoseAt(trajectory, found->step)), found->step, found->obstacle,
                found->body_shape, found->element},
               &least_[trajectory]);
  }

  void Take(int trajectory, const Nearest<Separation>& nearest) override {
    // Pairs beyond the limit were measured too.
    if (nearest.obstacle < 0) least_[trajectory] = {};
  }

 private:
  const BatchCall& call_;
  const absl::Span<Nearest<SeparationGradient>> least_;
};

}  // namespace

absl::Status MinimumSeparation(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                               const Obstacles& obstacles, absl::Span<const double> limit_m,
                               absl::Span<Nearest<SeparationGradient>> least, const QueryOptions& options) {
  const BatchCall call = {body, trajectories, obstacles.layers()};
  absl::Status status = CheckLimited(call, limit_m, "least", least.size());
  if (!status.ok()) return status;
  std::fill(least.begin(), least.end(), Nearest<SeparationGradient>());
  return internal::ForParts(call, options, [&](const BatchCall& part, size_t first) {
    GradientMeter meter(part, least.subspan(first));
    internal::FindMinimumSeparation(part, internal::LimitsFrom(limit_m, first), &meter);
  });
}

}  // namespace collision2d
