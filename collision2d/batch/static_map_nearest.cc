#include "collision2d/batch/static_map_nearest.h"

#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/types/span.h"
#include "collision2d/batch/packed_tree.h"
#include "collision2d/batch/static_map_block.h"
#include "collision2d/batch/static_map_boxes.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/static_map_nearest.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/static_map_filters-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// Relative to the square of a bound: rounding of squares, sums and differences of boxes is below 8 u of it, and that of
// distances below 2^-37.
constexpr float kBoundRelativeError = 0x1p-18f;

constexpr float kLargestFloat = std::numeric_limits<float>::max();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The children of a node, or the shapes of a block, by their squared distances; those that are done are infinitely far
// away.
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

// One pose after the other, depth first, the nearest child first.
class NearestWalk {
 public:
  NearestWalk(const MapBoxes& map, const BodyBoxes& body, NearestVisitor* visitor)
      : map_(map), body_(body), visitor_(visitor) {}

  void Run(absl::Span<const Pose2> world_from_body, absl::Span<const double> limit_m) {
    for (size_t begin = 0; begin < world_from_body.size(); begin += kGroupSize) {
      const size_t count = HWY_MIN(static_cast<size_t>(kGroupSize), world_from_body.size() - begin);
      for (size_t i = 0; i < count; ++i) PoseBody(body_, world_from_body[begin + i], map_.origin, &posed_[i]);
      // With limits, many walks end before they come to a block.
      if (limit_m.empty()) Lead(count);
      for (size_t i = 0; i < count; ++i) {
        SetBound(limit_m.empty() ? kLargestFloat : limit_m[begin + i]);
        WalkDown(static_cast<int>(begin + i), posed_[i]);
      }
    }
  }

 private:
  // Fetches from memory what each pose of the group will probably visit first.
  void Lead(size_t pose_count) {
    uint32_t blocks[kGroupSize];
    for (size_t i = 0; i < pose_count; ++i) {
      uint32_t node = 0;
      for (int level = map_.tree.level_count() - 1; level >= 0; --level) {
        OpenDistances open;
        SquaredDistances(map_.tree.level(level)[node], posed_[i].aligned, open.squares);
        node = kWidth * node + NearestOf(open).i;
      }
      blocks[i] = node;
      FetchFromMemory(map_.blocks[node]);
    }
    for (size_t i = 0; i < pose_count; ++i) {
      OpenDistances open;
      SquaredDistances(map_.blocks[blocks[i]], posed_[i], posed_[i].boxes[0], open.squares);
      visitor_->Fetch(static_cast<int>(kWidth * blocks[i] + NearestOf(open).i));
    }
  }

  // Finite, so that absent children are beyond it. The last term covers squares that underflow.
  void SetBound(double bound_m) {
    const double square = bound_m * bound_m * (1.0 + kBoundRelativeError) + 0x1p-120;
    bound_square_ = square < kLargestFloat ? static_cast<float>(square) : kLargestFloat;
  }

  void WalkDown(int pose, const PosedBody& posed) {
    OpenDistances open[PackedTree::kMaxLevels];
    const int top = map_.tree.level_count() - 1;
    int level = top;
    open[top].node = 0;
    SquaredDistances(map_.tree.level(top)[0], posed.aligned, open[top].squares);
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
        VisitBlock(pose, posed, child);
      } else {
        --level;
        open[level].node = child;
        SquaredDistances(map_.tree.level(level)[child], posed.aligned, open[level].squares);
      }
    }
  }

  void VisitBlock(int pose, const PosedBody& posed, uint32_t block) {
    for (int box = 0; box < body_.count(); ++box) {
      OpenDistances open;
      SquaredDistances(map_.blocks[block], posed, posed.boxes[box], open.squares);
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
  PosedBody posed_[kGroupSize];
  float bound_square_ = 0.0f;
};

void Nearest(const MapBoxes& map, const BodyBoxes& body, absl::Span<const Pose2> world_from_body,
             absl::Span<const double> limit_m, NearestVisitor* visitor) {
  NearestWalk(map, body, visitor).Run(world_from_body, limit_m);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {

HWY_EXPORT(Nearest);

void VisitNearest(const MapBoxes& map, const BodyBoxes& body, absl::Span<const Pose2> world_from_body,
                  absl::Span<const double> limit_m, NearestVisitor* visitor) {
  if (map.blocks.empty() || body.count() == 0) return;
  HWY_DYNAMIC_DISPATCH(Nearest)(map, body, world_from_body, limit_m, visitor);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
