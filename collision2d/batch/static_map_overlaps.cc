#include "collision2d/batch/static_map_overlaps.h"

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/packed_tree.h"
#include "collision2d/batch/packed_tree_box.h"
#include "collision2d/batch/static_map_block.h"
#include "collision2d/batch/static_map_boxes.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/static_map_overlaps.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/static_map_filters-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// A queue of (pose, node) for each level, which is emptied into that of the next lower level, when it is full or a
// group of poses is complete. Every queue is in the order of the poses.
class OverlapWalk {
 public:
  OverlapWalk(const MapBoxes& map, const BodyBoxes& body, OverlapVisitor* visitor)
      : map_(map), body_(body), visitor_(visitor) {}

  void Run(absl::Span<const Pose2> world_from_body) {
    for (size_t i = 0; i < world_from_body.size(); ++i) {
      const int pose = static_cast<int>(i);
      if (pose % kGroupSize == 0) EmptyAll();
      PoseBody(body_, world_from_body[i], map_.origin, &posed_[pose % kGroupSize]);
      Add(map_.tree.level_count(), {pose, 0});
    }
    EmptyAll();
  }

 private:
  static constexpr int kMaxTasks = 32;

  // A node, or a block, that a pose's body overlaps.
  struct Task {
    int pose;
    uint32_t node;
  };

  struct Queue {
    Task tasks[kMaxTasks];
    int size = 0;
  };

  // The queue of level 0 has blocks, that of level k + 1 nodes of level k of the tree.
  void Add(int level, const Task& task) {
    Queue& queue = queues_[level];
    if (queue.size == kMaxTasks) Empty(level);
    queue.tasks[queue.size++] = task;
  }

  void EmptyAll() {
    for (int level = map_.tree.level_count(); level >= 0; --level) Empty(level);
  }

  void Empty(int level) {
    Queue& queue = queues_[level];
    for (int i = 0; i < queue.size; ++i) {
      const Task& task = queue.tasks[i];
      if (task.pose == finished_pose_) continue;
      if (level > 0) {
        VisitNode(level, task);
      } else if (!VisitBlock(task)) {
        finished_pose_ = task.pose;
      }
    }
    queue.size = 0;
  }

  void VisitNode(int level, const Task& task) {
    const PackedTreeBox& box = posed_[task.pose % kGroupSize].aligned;
    for (uint32_t bits = OverlapBits(map_.tree.level(level - 1)[task.node], box); bits != 0; bits &= bits - 1) {
      const uint32_t child = kWidth * task.node + static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
      if (level == 1) {
        FetchFromMemory(map_.blocks[child]);
      } else {
        FetchFromMemory(map_.tree.level(level - 2)[child]);
      }
      Add(level - 1, {task.pose, child});
    }
  }

  bool VisitBlock(const Task& task) {
    const PosedBody& posed = posed_[task.pose % kGroupSize];
    uint32_t shapes_near_box[BodyBoxes::kMaxCount];
    uint32_t shapes = 0;
    for (int box = 0; box < body_.count(); ++box) {
      shapes_near_box[box] = OverlapBits(map_.blocks[task.node], posed, posed.boxes[box]);
      shapes |= shapes_near_box[box];
    }
    for (; shapes != 0; shapes &= shapes - 1) {
      const auto i = static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(shapes));
      uint32_t body_boxes = 0;
      for (int box = 0; box < body_.count(); ++box) body_boxes |= (shapes_near_box[box] >> i & 1u) << box;
      if (!visitor_->Visit({task.pose, static_cast<int>(kWidth * task.node + i), body_boxes})) return false;
    }
    return true;
  }

  const MapBoxes& map_;
  const BodyBoxes& body_;
  OverlapVisitor* visitor_;
  PosedBody posed_[kGroupSize];
  Queue queues_[PackedTree::kMaxLevels + 1];
  int finished_pose_ = -1;
};

void Overlaps(const MapBoxes& map, const BodyBoxes& body, absl::Span<const Pose2> world_from_body,
              OverlapVisitor* visitor) {
  OverlapWalk(map, body, visitor).Run(world_from_body);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {

HWY_EXPORT(Overlaps);

void VisitOverlaps(const MapBoxes& map, const BodyBoxes& body, absl::Span<const Pose2> world_from_body,
                   OverlapVisitor* visitor) {
  if (map.blocks.empty() || body.count() == 0) return;
  HWY_DYNAMIC_DISPATCH(Overlaps)(map, body, world_from_body, visitor);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
