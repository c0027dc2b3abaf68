// Walks down a tree of blocks, for one instruction set: included again for each by
// foreach_target.h. They only leave out what boxes prove: which blocks are visited can differ
// between instruction sets, but what is left out never matters.

#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/types/span.h"
#include "collision2d/batch/index/packed_tree.h"
#include "collision2d/batch/kernels/batch_shadow.h"

#if defined(COLLISION2D_BATCH_KERNELS_TREE_WALK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_TREE_WALK_INL_H_
#undef COLLISION2D_BATCH_KERNELS_TREE_WALK_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_TREE_WALK_INL_H_
#endif

#include "collision2d/batch/kernels/block_filter-inl.h"
#include "collision2d/batch/kernels/pose_shape-inl.h"
#include "collision2d/code_generation.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

static_assert(PackedTree::kWidth == kBatchLanes,
              "a vector holds the children of a node as it holds the shapes of a block");

HWY_INLINE PackedTreeBox AlignedBox(const PosedShape& posed, int p) {
  return AlignedBoxOf(posed.center_x[p], posed.center_y[p], posed.axis_x[p], posed.axis_y[p], posed.half_length,
                      posed.half_width, posed.error_m[p]);
}

template <typename T>
HWY_INLINE void FetchFromMemory(const T& object) {
  const auto* bytes = reinterpret_cast<const char*>(&object);
  for (size_t line = 0; line < sizeof(T); line += 64) hwy::Prefetch(bytes + line);
}

// The children whose boxes overlap `box`, as bits.
HWY_INLINE uint32_t OverlappingChildren(const PackedTree::Node& node, const PackedTreeBox& box) {
  const BlockTag d;
  uint32_t bits = 0;
  for (int i = 0; i < PackedTree::kWidth; i += static_cast<int>(hn::Lanes(d))) {
    const BlockMask in_x = hn::And(hn::Le(hn::Load(d, node.min_x + i), hn::Set(d, box.max_x)),
                                   hn::Ge(hn::Load(d, node.max_x + i), hn::Set(d, box.min_x)));
    const BlockMask in_y = hn::And(hn::Le(hn::Load(d, node.min_y + i), hn::Set(d, box.max_y)),
                                   hn::Ge(hn::Load(d, node.max_y + i), hn::Set(d, box.min_y)));
    bits |= BitsOf(hn::And(in_x, in_y)) << i;
  }
  return bits;
}

// Calls visit(p, block) for every block whose box overlaps boxes[p], once each, by ascending p;
// after it returns false, no more blocks of box p follow. The boxes descend together, a queue of
// (p, node) for each level: the nodes of one are fetched from memory while the others work.
template <typename Visit>
class OverlapWalk {
 public:
  OverlapWalk(const PackedTree& tree, const BatchShadow& shadow, absl::Span<const PackedTreeBox> boxes,
              const Visit& visit)
      : tree_(tree), shadow_(shadow), boxes_(boxes), visit_(visit) {}

  void Run() {
    for (int p = 0; p < static_cast<int>(boxes_.size()); ++p) Add(tree_.level_count(), {p, 0});
    for (int level = tree_.level_count(); level >= 0; --level) Empty(level);
  }

 private:
  static constexpr int kMaxTasks = 32;

  // A node or a block that a box overlaps.
  struct Task {
    int p;
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

  void Empty(int level) {
    Queue& queue = queues_[level];
    for (int i = 0; i < queue.size; ++i) {
      const Task& task = queue.tasks[i];
      if ((done_ >> task.p & 1u) != 0) continue;
      if (level > 0) {
        Descend(level, task);
      } else {
        done_ |= static_cast<uint32_t>(!visit_(task.p, static_cast<int>(task.node))) << task.p;
      }
    }
    queue.size = 0;
  }

  void Descend(int level, const Task& task) {
    const PackedTree::Node& node = tree_.level(level - 1)[task.node];
    for (uint32_t bits = OverlappingChildren(node, boxes_[task.p]); bits != 0; bits &= bits - 1) {
      const auto i = static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
      const uint32_t child = PackedTree::kWidth * task.node + i;
      if (level == 1) {
        FetchFromMemory(shadow_.blocks[child]);
      } else {
        FetchFromMemory(tree_.level(level - 2)[child]);
      }
      Add(level - 1, {task.p, child});
    }
  }

  const PackedTree& tree_;
  const BatchShadow& shadow_;
  const absl::Span<const PackedTreeBox> boxes_;
  const Visit& visit_;
  Queue queues_[PackedTree::kMaxLevels + 1];
  uint32_t done_ = 0;
};

// Calls visit(item) for the items whose boxes overlap `box`, depth first, until it returns false.
template <typename Visit>
HWY_INLINE void VisitOverlaps(const PackedTree& tree, const PackedTreeBox& box, const Visit& visit) {
  struct Open {
    uint32_t node;
    uint32_t children;
  };
  Open open[PackedTree::kMaxLevels];
  int level = tree.level_count() - 1;
  if (level < 0) return;
  open[level] = {0, OverlappingChildren(tree.level(level)[0], box)};
  while (level < tree.level_count()) {
    Open& at = open[level];
    if (at.children == 0) {
      ++level;
      continue;
    }
    const uint32_t child =
        PackedTree::kWidth * at.node + static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(at.children));
    at.children &= at.children - 1;
    if (level > 0) {
      --level;
      open[level] = {child, OverlappingChildren(tree.level(level)[child], box)};
    } else if (!visit(child)) {
      return;
    }
  }
}

// m^2. For each child the distance of its box from `box`, squared.
HWY_INLINE void SquaredDistances(const PackedTree::Node& node, const PackedTreeBox& box, float* HWY_RESTRICT squares) {
  const BlockTag d;
  for (int i = 0; i < PackedTree::kWidth; i += static_cast<int>(hn::Lanes(d))) {
    const BlockVec gap_x = hn::Max(hn::Sub(hn::Load(d, node.min_x + i), hn::Set(d, box.max_x)),
                                   hn::Sub(hn::Set(d, box.min_x), hn::Load(d, node.max_x + i)));
    const BlockVec gap_y = hn::Max(hn::Sub(hn::Load(d, node.min_y + i), hn::Set(d, box.max_y)),
                                   hn::Sub(hn::Set(d, box.min_y), hn::Load(d, node.max_y + i)));
    const BlockVec x = hn::Max(gap_x, hn::Zero(d));
    const BlockVec y = hn::Max(gap_y, hn::Zero(d));
    hn::Store(hn::MulAdd(x, x, hn::Mul(y, y)), d, squares + i);
  }
}

// The children of a node by their squared distances; those that are done are infinitely far away.
struct alignas(64) OpenDistances {
  float squares[PackedTree::kWidth];
  uint32_t node;
};

struct NearestChild {
  float square;
  uint32_t i;
};

HWY_INLINE NearestChild NearestOf(const OpenDistances& open) {
  const BlockTag d;
  constexpr int kWidth = PackedTree::kWidth;
  BlockVec least = hn::Load(d, open.squares);
  for (int i = static_cast<int>(hn::Lanes(d)); i < kWidth; i += static_cast<int>(hn::Lanes(d))) {
    least = hn::Min(least, hn::Load(d, open.squares + i));
  }
  least = hn::MinOfLanes(d, least);
  uint32_t bits = 0;
  for (int i = 0; i < kWidth; i += static_cast<int>(hn::Lanes(d))) {
    bits |= BitsOf(hn::Eq(hn::Load(d, open.squares + i), least)) << i;
  }
  return {hn::GetLane(least), static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits))};
}

// Relative to the square of a bound: the rounding of a gap, its square and the sum is below 8 u.
// Proof: bound_of.
constexpr float kBoundRelativeError = 0x1p-18f;

// The square of limit_m, not less; finite, so that absent children are beyond it. The last term
// covers squares that underflow.
HWY_INLINE float BoundOf(float limit_m) { return limit_m * limit_m * (1.0f + kBoundRelativeError) + 0x1p-120f; }

// Calls visit(block) for the blocks whose boxes may be within limit_m() m of `box`, which may
// shrink with every visit: depth first, the nearest child first.
// REQUIRES: limit_m() is at most kMaxLimit_m.
template <typename Limit, typename Visit>
HWY_INLINE void VisitNearBlocks(const PackedTree& tree, const PackedTreeBox& box, const Limit& limit_m,
                                const Visit& visit) {
  OpenDistances open[PackedTree::kMaxLevels];
  const int top = tree.level_count() - 1;
  int level = top;
  open[top].node = 0;
  SquaredDistances(tree.level(top)[0], box, open[top].squares);
  float bound = BoundOf(limit_m());
  while (true) {
    OpenDistances& at = open[level];
    const NearestChild nearest = NearestOf(at);
    if (!(nearest.square <= bound)) {
      if (++level > top) return;
      continue;
    }
    at.squares[nearest.i] = std::numeric_limits<float>::infinity();
    const uint32_t child = PackedTree::kWidth * at.node + nearest.i;
    if (level == 0) {
      visit(static_cast<int>(child));
      bound = BoundOf(limit_m());
    } else {
      --level;
      open[level].node = child;
      SquaredDistances(tree.level(level)[child], box, open[level].squares);
    }
  }
}

// Fetches from memory the block that a walk from `box` without a limit would visit first.
HWY_INLINE void FetchNearestBlock(const PackedTree& tree, const BatchShadow& shadow, const PackedTreeBox& box) {
  uint32_t node = 0;
  for (int level = tree.level_count() - 1; level >= 0; --level) {
    OpenDistances open;
    SquaredDistances(tree.level(level)[node], box, open.squares);
    node = PackedTree::kWidth * node + NearestOf(open).i;
  }
  FetchFromMemory(shadow.blocks[node]);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_TREE_WALK_INL_H_
