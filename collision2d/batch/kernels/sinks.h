#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/ask_pair.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/swept_pair.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/geometry/pose2.h"
#include "hwy/base.h"

namespace collision2d::internal {

// What a call makes of the collisions that a walk finds. A sink has
//   bool Wants(int i), for walks along steps only: whether later steps of trajectory i matter;
//   bool Wants(int i, const ObstacleLayer& layer, int b): whether block b of the step and layer
//   that
//   is walked matters;
//   void Add(const BlockHits& hits): takes the lanes of a block that one body shape collides with.
//   There may be none, and shapes before may have hit some. i counts the trajectories of the walk.
//   bool kNamesElement: whether it reads the element of a layer of cells.
//   For one of them the walk comes by step, then layer, body shape, and, without a tree, block.

struct BlockHits {
  int i;
  int step;
  const ObstacleLayer& layer;
  const PolygonBatch& batch;
  int block;
  uint32_t lanes;
  int body_shape;
  const Pose2& world_from_body;
  int64_t element = -1;  // Of a layer of cells, which has one lane.
};

// visit(slot) for each lane, ascending.
template <typename Visit>
void ForEachSlot(const BlockHits& hits, const Visit& visit) {
  for (uint32_t lanes = hits.lanes; lanes != 0; lanes &= lanes - 1) {
    visit(hits.block * kBatchLanes + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(lanes)));
  }
}

// Whether a body shape before the one that hit a slot collides with it too.
inline bool IsHitBefore(const BatchCall& call, const BlockHits& hits, int slot) {
  // Walks add a layer of cells once.
  if (hits.body_shape == 0 || hits.layer.cells != nullptr) return false;
  const Pose2 body_from_obstacle = RelativePose(hits.world_from_body, hits.batch.world_from_shape(slot));
  for (int e = 0; e < hits.body_shape; ++e) {
    if (AskCollides(hits.batch, call.body[e], hits.batch.shape(slot), body_from_obstacle)) {
      return true;
    }
  }
  return false;
}

class MaskSink {
 public:
  static constexpr bool kNamesElement = false;
  // A cleared mask of `words` for each pose.
  MaskSink(uint64_t* mask, size_t words) : mask_(mask), words_(words) {}
  bool Wants(int, const ObstacleLayer&, int) const { return true; }
  // Lanes of a block that are marked; none of a layer that is not in the order of the mask.
  uint32_t Marked(int i, const ObstacleLayer& layer, int b) const {
    if (!layer.is_in_mask_order()) return 0;
    return static_cast<uint32_t>(*WordOf(i, b) >> ShiftOf(b) & 0xffffu);
  }
  void Add(const BlockHits& hits) {
    if (HWY_LIKELY(hits.layer.is_in_mask_order())) {
      *WordOf(hits.i, hits.block) |= static_cast<uint64_t>(hits.lanes) << ShiftOf(hits.block);
      return;
    }
    ForEachSlot(hits, [&](int slot) {
      const auto obstacle = static_cast<size_t>(hits.layer.ObstacleAt(slot));
      mask_[static_cast<size_t>(hits.i) * words_ + obstacle / 64] |= uint64_t{1} << obstacle % 64;
    });
  }

 private:
  static constexpr uint32_t kBlocksPerWord = 64 / kBatchLanes;

  uint64_t* WordOf(int i, int b) const {
    return &mask_[static_cast<size_t>(i) * words_ + static_cast<uint32_t>(b) / kBlocksPerWord];
  }
  static uint32_t ShiftOf(int b) { return static_cast<uint32_t>(b) % kBlocksPerWord * kBatchLanes; }

  uint64_t* mask_;
  size_t words_;
};

class AnySink {
 public:
  static constexpr bool kNamesElement = false;
  // Cleared, one for each trajectory.
  explicit AnySink(uint8_t* any) : any_(any) {}
  bool Wants(int i) const { return any_[i] == 0; }
  bool Wants(int i, const ObstacleLayer&, int) const { return Wants(i); }
  void Add(const BlockHits& hits) { any_[hits.i] |= static_cast<uint8_t>(hits.lanes != 0); }

 private:
  uint8_t* any_;
};

class FirstSink {
 public:
  static constexpr bool kNamesElement = true;
  // Cleared, one for each trajectory.
  explicit FirstSink(Hit* first) : first_(first) {}
  bool Wants(int i) const { return first_[i].obstacle < 0; }
  // The shapes of a map are in no order; layers come in theirs.
  bool Wants(int i, const ObstacleLayer& layer, int b) const {
    return first_[i].obstacle < 0 ||
           first_[i].obstacle >= layer.first_obstacle + (layer.index_of_slot != nullptr ? 0 : b * kBatchLanes);
  }
  void Add(const BlockHits& hits) {
    Hit& first = first_[hits.i];
    ForEachSlot(hits, [&](int slot) {
      const int obstacle = hits.layer.ObstacleAt(slot);
      if (first.obstacle < 0 || obstacle < first.obstacle) {
        first = {hits.step, obstacle, hits.body_shape, hits.element};
      }
    });
  }

 private:
  Hit* first_;
};

class CountSink {
 public:
  static constexpr bool kNamesElement = false;
  // Cleared, one for each pose.
  CountSink(const BatchCall& call, int32_t* count) : call_(&call), count_(count) {}
  bool Wants(int, const ObstacleLayer&, int) const { return true; }
  void Add(const BlockHits& hits) {
    if (hits.body_shape == 0) {
      count_[hits.i] += static_cast<int32_t>(hwy::PopCount(hits.lanes));
      return;
    }
    ForEachSlot(hits, [&](int slot) { count_[hits.i] += static_cast<int32_t>(!IsHitBefore(*call_, hits, slot)); });
  }

 private:
  const BatchCall* call_;
  int32_t* count_;
};

// Lists obstacles pose after pose.
// REQUIRES: poses come in ascending order.
class ListSink {
 public:
  static constexpr bool kNamesElement = false;
  // begin[i + 1], which is cleared, counts the obstacles of pose i; they are listed as far as there
  // is room.
  ListSink(const BatchCall& call, int64_t* begin, absl::Span<int> obstacles)
      : call_(&call), begin_(begin), obstacles_(obstacles) {}
  bool Wants(int, const ObstacleLayer&, int) const { return true; }
  void Add(const BlockHits& hits) {
    ForEachSlot(hits, [&](int slot) {
      if (IsHitBefore(*call_, hits, slot)) return;
      if (listed_ < obstacles_.size()) obstacles_[listed_] = hits.layer.ObstacleAt(slot);
      ++listed_;
      ++begin_[hits.i + 1];
    });
  }

 private:
  const BatchCall* call_;
  int64_t* begin_;
  absl::Span<int> obstacles_;
  size_t listed_ = 0;
};

// What a call makes of the pairs that the filters of moving shapes leave open: sinks as above,
// whose lanes may be in contact. They ask the pair queries for each of them.

class AnyContactSink {
 public:
  // Cleared, one for each trajectory.
  AnyContactSink(const BatchCall& call, absl::Span<const int> trajectories, uint8_t* any)
      : call_(call), trajectories_(trajectories), any_(any) {}
  bool Wants(int i) const { return any_[i] == 0; }
  bool Wants(int i, const ObstacleLayer&, int) const { return Wants(i); }
  void Add(const BlockHits& hits) {
    ForEachSlot(hits, [&](int slot) {
      if (any_[hits.i] != 0) return;
      any_[hits.i] =
          static_cast<uint8_t>(!IsFree(call_, {trajectories_[hits.i], hits.step, hits.layer, slot, hits.body_shape}));
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
  bool Wants(int i) const { return first_[i].step < 0; }
  bool Wants(int, const ObstacleLayer&, int) const { return true; }
  void Add(const BlockHits& hits) {
    ForEachSlot(hits, [&](int slot) {
      AddImpact(call_, {trajectories_[hits.i], hits.step, hits.layer, slot, hits.body_shape}, &first_[hits.i]);
    });
  }

 private:
  const BatchCall& call_;
  const absl::Span<const int> trajectories_;
  SweptHit* const first_;
};

}  // namespace collision2d::internal
