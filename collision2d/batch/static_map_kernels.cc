#include "collision2d/batch/static_map_kernels.h"

#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/types/span.h"
#include "collision2d/batch/packed_tree.h"
#include "collision2d/batch/packed_tree_box.h"
#include "collision2d/batch/static_map_boxes.h"
#include "collision2d/geometry/pose2.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/static_map_kernels.cc"
#include "hwy/cache_control.h"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int kWidth = PackedTree::kWidth;
using D = hn::CappedTag<float, kWidth>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

// Bound on the rounding of a gap between two oriented boxes along an axis, relative to their half lengths and the two projections of
// their centres' difference d on one box's axes. With u = 2^-24:
//   d rounded, two products and a sum, the last difference                4 u |d|_1
//   an axis of the projection that is not unit by 2 u                     2 u |d|_1
//   the cosine or sine between the axes: two products and a sum           3 u of half lengths
//   the square of an axis that is not unit, by which it should be divided 4 u of half lengths
//   the extent: products and sums, and the last difference                5 u of half lengths
// |d|_1 is up to 1.5 times the sum of the two projections: below 12 u of all; doubled, and rounded up to a power of two.
constexpr float kGapRelativeError = 0x1p-19f;

// Relative to the square of a bound: rounding of squares, sums and differences of boxes is below 8 u of it, and that of distances
// below 2^-37.
constexpr float kBoundRelativeError = 0x1p-18f;

constexpr float kLargestFloat = std::numeric_limits<float>::max();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Bit i for lane i.
HWY_INLINE uint32_t Bits(D d, M mask) {
  // Highway asks for eight bytes.
  uint8_t bytes[8];
  hn::StoreMaskBits(d, mask, bytes);
  return hn::Lanes(d) > 8 ? bytes[0] | static_cast<uint32_t>(bytes[1]) << 8 : bytes[0];
}

// Of the children whose boxes overlap `box`.
HWY_INLINE uint32_t OverlapBits(const PackedTree::Node& node, const PackedTreeBox& box) {
  const D d;
  uint32_t bits = 0;
  for (size_t i = 0; i < kWidth; i += hn::Lanes(d)) {
    const M in_x = hn::And(hn::Le(hn::Load(d, node.min_x + i), hn::Set(d, box.max_x)),
                           hn::Ge(hn::Load(d, node.max_x + i), hn::Set(d, box.min_x)));
    const M in_y = hn::And(hn::Le(hn::Load(d, node.min_y + i), hn::Set(d, box.max_y)),
                           hn::Ge(hn::Load(d, node.max_y + i), hn::Set(d, box.min_y)));
    bits |= Bits(d, hn::And(in_x, in_y)) << i;
  }
  return bits;
}

// m^2. For each child the distance of its box from `box`, squared.
HWY_INLINE void SquaredDistances(const PackedTree::Node& node, const PackedTreeBox& box, float* HWY_RESTRICT squares) {
  const D d;
  for (size_t i = 0; i < kWidth; i += hn::Lanes(d)) {
    const V gap_x = hn::Max(hn::Sub(hn::Load(d, node.min_x + i), hn::Set(d, box.max_x)),
                            hn::Sub(hn::Set(d, box.min_x), hn::Load(d, node.max_x + i)));
    const V gap_y = hn::Max(hn::Sub(hn::Load(d, node.min_y + i), hn::Set(d, box.max_y)),
                            hn::Sub(hn::Set(d, box.min_y), hn::Load(d, node.max_y + i)));
    const V x = hn::Max(gap_x, hn::Zero(d));
    const V y = hn::Max(gap_y, hn::Zero(d));
    hn::Store(hn::MulAdd(x, x, hn::Mul(y, y)), d, squares + i);
  }
}

// Gaps of oriented boxes along the body's axes and along the map shape's, in m, less than they are by their error bound.
struct Gaps {
  V body_x;
  V body_y;
  V shape_x;
  V shape_y;
};

HWY_INLINE Gaps GapsOf(D d, const MapBlock& block, size_t i, const PosedBody& body, const PosedBody::Box& box) {
  const V cos = hn::Set(d, body.cos);
  const V sin = hn::Set(d, body.sin);
  const V body_half_x = hn::Set(d, box.half_x);
  const V body_half_y = hn::Set(d, box.half_y);
  const V axis_x = hn::Load(d, block.axis_x + i);
  const V axis_y = hn::Load(d, block.axis_y + i);
  const V half_x = hn::Load(d, block.half_x + i);
  const V half_y = hn::Load(d, block.half_y + i);
  const V dx = hn::Sub(hn::Load(d, block.x + i), hn::Set(d, box.x));
  const V dy = hn::Sub(hn::Load(d, block.y + i), hn::Set(d, box.y));
  // Between the axes.
  const V along = hn::Abs(hn::MulAdd(axis_x, cos, hn::Mul(axis_y, sin)));
  const V across = hn::Abs(hn::MulSub(axis_y, cos, hn::Mul(axis_x, sin)));
  const V body_x = hn::Abs(hn::MulAdd(dx, cos, hn::Mul(dy, sin)));
  const V body_y = hn::Abs(hn::MulSub(dy, cos, hn::Mul(dx, sin)));
  const V shape_x = hn::Abs(hn::MulAdd(dx, axis_x, hn::Mul(dy, axis_y)));
  const V shape_y = hn::Abs(hn::MulSub(dy, axis_x, hn::Mul(dx, axis_y)));
  const V size =
      hn::Add(hn::Add(hn::Add(body_x, body_y), hn::Set(d, box.half_x + box.half_y)), hn::Add(half_x, half_y));
  const V error = hn::Mul(size, hn::Set(d, kGapRelativeError));
  const V body_reach_x = hn::Add(body_half_x, error);
  const V body_reach_y = hn::Add(body_half_y, error);
  const V shape_reach_x = hn::Add(half_x, error);
  const V shape_reach_y = hn::Add(half_y, error);
  return {hn::Sub(body_x, hn::MulAdd(half_x, along, hn::MulAdd(half_y, across, body_reach_x))),
          hn::Sub(body_y, hn::MulAdd(half_x, across, hn::MulAdd(half_y, along, body_reach_y))),
          hn::Sub(shape_x, hn::MulAdd(body_half_x, along, hn::MulAdd(body_half_y, across, shape_reach_x))),
          hn::Sub(shape_y, hn::MulAdd(body_half_x, across, hn::MulAdd(body_half_y, along, shape_reach_y)))};
}

// Of the shapes that are not proven apart from the body's box.
HWY_INLINE uint32_t OverlapBits(const MapBlock& block, const PosedBody& body, const PosedBody::Box& box) {
  const D d;
  uint32_t bits = 0;
  for (size_t i = 0; i < kWidth; i += hn::Lanes(d)) {
    const Gaps gaps = GapsOf(d, block, i, body, box);
    const V largest = hn::Max(hn::Max(gaps.body_x, gaps.body_y), hn::Max(gaps.shape_x, gaps.shape_y));
    bits |= Bits(d, hn::Le(largest, hn::Zero(d))) << i;
  }
  return bits;
}

// m^2. The square of a lower bound on the distance of two boxes, for each shape: the distance of one from the rectangle about the
// other along the first one's axes.
HWY_INLINE void SquaredDistances(const MapBlock& block, const PosedBody& body, const PosedBody::Box& box,
                                 float* HWY_RESTRICT squares) {
  const D d;
  for (size_t i = 0; i < kWidth; i += hn::Lanes(d)) {
    const Gaps gaps = GapsOf(d, block, i, body, box);
    const V body_x = hn::Max(gaps.body_x, hn::Zero(d));
    const V body_y = hn::Max(gaps.body_y, hn::Zero(d));
    const V shape_x = hn::Max(gaps.shape_x, hn::Zero(d));
    const V shape_y = hn::Max(gaps.shape_y, hn::Zero(d));
    hn::Store(hn::Max(hn::MulAdd(body_x, body_x, hn::Mul(body_y, body_y)),
                      hn::MulAdd(shape_x, shape_x, hn::Mul(shape_y, shape_y))),
              d, squares + i);
  }
}

// A place on a walk down: a node and what is still to do of its children.
struct OpenNode {
  uint32_t node;
  uint32_t children;
};

// Poses whose walks down are made together, so that the blocks of one are fetched from memory while the others walk.
constexpr int kGroupSize = 8;

struct Task {
  int pose;
  uint32_t block;
};

class OverlapWalk {
 public:
  OverlapWalk(const MapBoxes& map, const BodyBoxes& body, OverlapVisitor* visitor)
      : map_(map), body_(body), visitor_(visitor) {}

  void Run(absl::Span<const Pose2> world_from_body) {
    for (size_t i = 0; i < world_from_body.size(); ++i) {
      const int pose = static_cast<int>(i);
      if (pose % kGroupSize == 0) VisitTasks();
      PosedBody& posed = posed_[pose % kGroupSize];
      PoseBody(body_, world_from_body[i], map_.origin, &posed);
      WalkDown(pose, posed.aligned);
    }
    VisitTasks();
  }

 private:
  static constexpr int kMaxTasks = 64;

  void WalkDown(int pose, const PackedTreeBox& box) {
    OpenNode open[PackedTree::kMaxLevels];
    const int top = map_.tree.level_count() - 1;
    int level = top;
    open[top] = {0, OverlapBits(map_.tree.level(top)[0], box)};
    while (true) {
      while (open[level].children == 0) {
        if (++level > top) return;
      }
      OpenNode& at = open[level];
      const uint32_t child = kWidth * at.node + static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(at.children));
      at.children &= at.children - 1;
      if (level == 0) {
        AddTask({pose, child});
      } else {
        --level;
        open[level] = {child, OverlapBits(map_.tree.level(level)[child], box)};
      }
    }
  }

  void AddTask(const Task& task) {
    const auto* block = reinterpret_cast<const char*>(&map_.blocks[task.block]);
    for (size_t line = 0; line < sizeof(MapBlock); line += 64) hwy::Prefetch(block + line);
    if (task_count_ == kMaxTasks) VisitTasks();
    tasks_[task_count_++] = task;
  }

  void VisitTasks() {
    for (int i = 0; i < task_count_; ++i) {
      if (tasks_[i].pose != finished_pose_ && !VisitBlock(tasks_[i])) finished_pose_ = tasks_[i].pose;
    }
    task_count_ = 0;
  }

  bool VisitBlock(const Task& task) {
    const PosedBody& posed = posed_[task.pose % kGroupSize];
    uint32_t shapes_near_box[BodyBoxes::kMaxCount];
    uint32_t shapes = 0;
    for (int box = 0; box < body_.count(); ++box) {
      shapes_near_box[box] = OverlapBits(map_.blocks[task.block], posed, posed.boxes[box]);
      shapes |= shapes_near_box[box];
    }
    for (; shapes != 0; shapes &= shapes - 1) {
      const auto i = static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(shapes));
      uint32_t body_boxes = 0;
      for (int box = 0; box < body_.count(); ++box) body_boxes |= (shapes_near_box[box] >> i & 1u) << box;
      if (!visitor_->Visit({task.pose, static_cast<int>(kWidth * task.block + i), body_boxes})) return false;
    }
    return true;
  }

  const MapBoxes& map_;
  const BodyBoxes& body_;
  OverlapVisitor* visitor_;
  PosedBody posed_[kGroupSize];
  Task tasks_[kMaxTasks];
  int task_count_ = 0;
  int finished_pose_ = -1;
};

// The children of a node, or the shapes of a block, by their squared distances; those that are done are infinitely far away.
struct alignas(64) OpenDistances {
  float squares[kWidth];
  uint32_t node;
};

struct NearestChild {
  float square;
  uint32_t i;
};

HWY_INLINE NearestChild NearestOf(const OpenDistances& open) {
  const D d;
  V least = hn::Load(d, open.squares);
  for (size_t i = hn::Lanes(d); i < kWidth; i += hn::Lanes(d)) least = hn::Min(least, hn::Load(d, open.squares + i));
  least = hn::MinOfLanes(d, least);
  uint32_t bits = 0;
  for (size_t i = 0; i < kWidth; i += hn::Lanes(d)) bits |= Bits(d, hn::Eq(hn::Load(d, open.squares + i), least)) << i;
  return {hn::GetLane(least), static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits))};
}

class NearestWalk {
 public:
  NearestWalk(const MapBoxes& map, const BodyBoxes& body, NearestVisitor* visitor)
      : map_(map), body_(body), visitor_(visitor) {}

  void Run(absl::Span<const Pose2> world_from_body, absl::Span<const double> limit_m) {
    for (size_t i = 0; i < world_from_body.size(); ++i) {
      PoseBody(body_, world_from_body[i], map_.origin, &posed_);
      SetBound(limit_m.empty() ? kLargestFloat : limit_m[i]);
      WalkDown(static_cast<int>(i));
    }
  }

 private:
  // Finite, so that absent children are beyond it. The last term covers squares that underflow.
  void SetBound(double bound_m) {
    const double square = bound_m * bound_m * (1.0 + kBoundRelativeError) + 0x1p-120;
    bound_square_ = square < kLargestFloat ? static_cast<float>(square) : kLargestFloat;
  }

  void WalkDown(int pose) {
    OpenDistances open[PackedTree::kMaxLevels];
    const int top = map_.tree.level_count() - 1;
    int level = top;
    open[top].node = 0;
    SquaredDistances(map_.tree.level(top)[0], posed_.aligned, open[top].squares);
    while (true) {
      OpenDistances& at = open[level];
      const NearestChild nearest = NearestOf(at);
      if (!(nearest.square <= bound_square_)) {
        if (++level > top) return;
        continue;
      }
      at.squares[nearest.i] = kInfinity;
      const uint32_t child = kWidth * at.node + nearest.i;
      if (level == 0) {
        VisitBlock(pose, child);
      } else {
        --level;
        open[level].node = child;
        SquaredDistances(map_.tree.level(level)[child], posed_.aligned, open[level].squares);
      }
    }
  }

  void VisitBlock(int pose, uint32_t block) {
    for (int box = 0; box < body_.count(); ++box) {
      OpenDistances open;
      SquaredDistances(map_.blocks[block], posed_, posed_.boxes[box], open.squares);
      while (true) {
        const NearestChild nearest = NearestOf(open);
        if (!(nearest.square <= bound_square_)) break;
        open.squares[nearest.i] = kInfinity;
        SetBound(visitor_->Visit({pose, static_cast<int>(kWidth * block + nearest.i), 1u << box}));
      }
    }
  }

  const MapBoxes& map_;
  const BodyBoxes& body_;
  NearestVisitor* visitor_;
  PosedBody posed_;
  float bound_square_ = 0.0f;
};

void Overlaps(const MapBoxes& map, const BodyBoxes& body, absl::Span<const Pose2> world_from_body,
              OverlapVisitor* visitor) {
  OverlapWalk(map, body, visitor).Run(world_from_body);
}

void Nearest(const MapBoxes& map, const BodyBoxes& body, absl::Span<const Pose2> world_from_body,
             absl::Span<const double> limit_m, NearestVisitor* visitor) {
  NearestWalk(map, body, visitor).Run(world_from_body, limit_m);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {

HWY_EXPORT(Overlaps);
HWY_EXPORT(Nearest);

namespace {

// m. Where absent shapes are: their squared distance is infinite in single precision.
constexpr float kAbsent_m = 1e30f;

}  // namespace

MapBlock::MapBlock() {
  for (int i = 0; i < PackedTree::kWidth; ++i) Set(i, {kAbsent_m, kAbsent_m, 1.0f, 0.0f, 0.0f, 0.0f});
}

void MapBlock::Set(int i, const OrientedBox& box) {
  x[i] = box.x;
  y[i] = box.y;
  axis_x[i] = box.axis_x;
  axis_y[i] = box.axis_y;
  half_x[i] = box.half_x;
  half_y[i] = box.half_y;
}

void VisitOverlaps(const MapBoxes& map, const BodyBoxes& body, absl::Span<const Pose2> world_from_body,
                   OverlapVisitor* visitor) {
  if (map.blocks.empty() || body.count() == 0) return;
  HWY_DYNAMIC_DISPATCH(Overlaps)(map, body, world_from_body, visitor);
}

void VisitNearest(const MapBoxes& map, const BodyBoxes& body, absl::Span<const Pose2> world_from_body,
                  absl::Span<const double> limit_m, NearestVisitor* visitor) {
  if (map.blocks.empty() || body.count() == 0) return;
  HWY_DYNAMIC_DISPATCH(Nearest)(map, body, world_from_body, limit_m, visitor);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
