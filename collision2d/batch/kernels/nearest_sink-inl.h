// The sink of searches for the nearest, for one instruction set: included again for each by
// foreach_target.h.

#include <cstdint>

#include "collision2d/batch/kernels/nearest_search.h"

#if defined(COLLISION2D_BATCH_KERNELS_NEAREST_SINK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_NEAREST_SINK_INL_H_
#undef COLLISION2D_BATCH_KERNELS_NEAREST_SINK_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_NEAREST_SINK_INL_H_
#endif

#include "collision2d/batch/kernels/box_distance-inl.h"
#include "collision2d/batch/kernels/distance_step-inl.h"
#include "collision2d/code_generation.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// Hands what may be nearest to the search of its trajectory.
template <typename Level>
class NearestSink {
 public:
  explicit NearestSink(NearestSearch<Level>* searches) : searches_(searches) {}
  bool Wants(int i) const { return !searches_[i].has_collided(); }
  float limit_m(int i) const { return searches_[i].limit_m(); }

  HWY_INLINE void Take(const BlockBounds& of) {
    NearestSearch<Level>& search = searches_[of.i];
    search.LowerLimit(LeastUpper(of.bounds, of.lanes));
    for (uint32_t open = LanesWithin(of.bounds, search.limit_m()) & of.lanes; open != 0; open &= open - 1) {
      const int lane = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
      const float lower_m = of.bounds.lower_m[lane];
      const ProposedPair pair = {lower_m, of.group.step, of.SlotOf(lane), of.body_shape,
                                 of.group.call.IndexOf(of.group.layer)};
      if (lower_m == kOverlapping) {
        search.AddCollision(pair);
      } else {
        search.AddPair(pair);
      }
    }
  }

 private:
  NearestSearch<Level>* const searches_;
};

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_NEAREST_SINK_INL_H_
