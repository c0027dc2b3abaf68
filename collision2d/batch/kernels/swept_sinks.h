#ifndef COLLISION2D_BATCH_KERNELS_SWEPT_SINKS_H_
#define COLLISION2D_BATCH_KERNELS_SWEPT_SINKS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/collision_sinks.h"
#include "collision2d/batch/kernels/swept_pair.h"
#include "collision2d/batch/swept_hit.h"

// What a call makes of the pairs that the filters of moving shapes leave open: sinks as in collision_sinks.h, whose lanes may be in contact, not must. They
// put them to the pair queries.
namespace collision2d::internal {

class AnyContactSink {
 public:
  // Cleared, one for each trajectory.
  AnyContactSink(const BatchCall& call, absl::Span<const int> trajectories, uint8_t* any)
      : call_(call), trajectories_(trajectories), any_(any) {}
  bool Wants(int i) const { return any_[i] == 0; }
  bool Wants(int i, int) const { return Wants(i); }
  void Add(const BlockHits& hits) {
    ForEachSlot(hits, [&](int slot) {
      if (any_[hits.i] != 0) return;
      any_[hits.i] = static_cast<uint8_t>(!IsFree(call_, {trajectories_[hits.i], hits.step, slot, hits.body_shape}));
    });
  }

 private:
  const BatchCall& call_;
  const absl::Span<const int> trajectories_;
  uint8_t* const any_;
};

class FirstContactSink {
 public:
  // Cleared, one for each trajectory.
  FirstContactSink(const BatchCall& call, absl::Span<const int> trajectories, SweptHit* first)
      : call_(call), trajectories_(trajectories), first_(first) {}
  bool Wants(int i) const { return first_[i].interval < 0; }
  bool Wants(int, int) const { return true; }
  void Add(const BlockHits& hits) {
    ForEachSlot(hits, [&](int slot) {
      AddImpact(call_, {trajectories_[hits.i], hits.step, slot, hits.body_shape}, &first_[hits.i]);
    });
  }

 private:
  const BatchCall& call_;
  const absl::Span<const int> trajectories_;
  SweptHit* const first_;
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_KERNELS_SWEPT_SINKS_H_
