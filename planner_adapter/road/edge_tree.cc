#include "planner_adapter/road/edge_tree.h"

#include <cmath>
#include <limits>

#include "collision2d/code_generation.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "planner_adapter/road/edge_tree.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::planner::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;
using Squares = PosedBoxes::Lanes;

HWY_INLINE V Set(double value) { return hn::Set(D(), value); }
HWY_INLINE V Load(const double* lanes) { return hn::LoadU(D(), lanes); }

// a * b + c * d, and a * b - c * d: with the same bits on all instruction sets.
HWY_INLINE V Sum(V a, V b, V c, V d) { return hn::Add(hn::Mul(a, b), hn::Mul(c, d)); }
HWY_INLINE V Difference(V a, V b, V c, V d) { return hn::Sub(hn::Mul(a, b), hn::Mul(c, d)); }

// How far apart two intervals are along each of two directions, on either side; negative if they
// overlap.
struct Gaps {
  V ahead, behind, left, right;

  HWY_INLINE void TakeLess(const Gaps& other) {
    ahead = hn::Min(ahead, other.ahead);
    behind = hn::Min(behind, other.behind);
    left = hn::Min(left, other.left);
    right = hn::Min(right, other.right);
  }

  HWY_INLINE V Square(V less) const {
    const V zero = hn::Zero(D());
    const V along = hn::Max(hn::Sub(hn::Max(ahead, behind), less), zero);
    const V across = hn::Max(hn::Sub(hn::Max(left, right), less), zero);
    return Sum(along, along, across, across);
  }
};

// Of the posed boxes from `k` on, in the frame of a box of the tree.
HWY_INLINE Gaps GapsBeside(const PosedBoxes& boxes, size_t k, const EdgeTree::Box& of) {
  const V ahead_x = Set(of.ahead.x);
  const V ahead_y = Set(of.ahead.y);
  const V x = hn::Sub(Load(boxes.x + k), Set(of.origin.x));
  const V y = hn::Sub(Load(boxes.y + k), Set(of.origin.y));
  const V cos = Load(boxes.cos + k);
  const V sin = Load(boxes.sin + k);
  const V along = Sum(ahead_x, x, ahead_y, y);
  const V across = Difference(ahead_x, y, ahead_y, x);
  const V c = hn::Abs(Sum(ahead_x, cos, ahead_y, sin));
  const V s = hn::Abs(Difference(ahead_x, sin, ahead_y, cos));
  const V half_length = Set(boxes.half_length_m);
  const V half_width = Set(boxes.half_width_m);
  const V half_along = Sum(c, half_length, s, half_width);
  const V half_across = Sum(s, half_length, c, half_width);
  return {hn::Sub(along, hn::Add(half_along, Set(of.max.x))), hn::Sub(Set(of.min.x), hn::Add(half_along, along)),
          hn::Sub(across, hn::Add(half_across, Set(of.max.y))), hn::Sub(Set(of.min.y), hn::Add(half_across, across))};
}

// Of the posed boxes from `k` on, in their own frames, from the vertices of a shape. Raises *far_m
// to how far these are from the boxes' centres.
HWY_INLINE Gaps GapsAround(const PosedBoxes& boxes, size_t k, absl::Span<const Vec2> vertices, V* far_m) {
  const V cos = Load(boxes.cos + k);
  const V sin = Load(boxes.sin + k);
  V min_x = Set(std::numeric_limits<double>::infinity());
  V min_y = min_x;
  V max_x = hn::Neg(min_x);
  V max_y = max_x;
  for (const Vec2 vertex : vertices) {
    const V x = hn::Sub(Set(vertex.x), Load(boxes.x + k));
    const V y = hn::Sub(Set(vertex.y), Load(boxes.y + k));
    const V along = Sum(cos, x, sin, y);
    const V across = Difference(cos, y, sin, x);
    min_x = hn::Min(min_x, along);
    max_x = hn::Max(max_x, along);
    min_y = hn::Min(min_y, across);
    max_y = hn::Max(max_y, across);
    *far_m = hn::Max(*far_m, hn::Add(hn::Abs(x), hn::Abs(y)));
  }
  const V half_length = Set(boxes.half_length_m);
  const V half_width = Set(boxes.half_width_m);
  return {hn::Sub(min_x, half_length), hn::Neg(hn::Add(max_x, half_length)), hn::Sub(min_y, half_width),
          hn::Neg(hn::Add(max_y, half_width))};
}

// From begin to end - 1.
struct Steps {
  size_t begin;
  size_t end;
};

// A walk down the tree, with the boxes at all steps together.
class Walk {
 public:
  Walk(const EdgeTree& tree, const PosedBoxes& boxes, EdgeTree::Limit* limit, const EdgeTree::Visit& visit)
      : tree_(tree), boxes_(boxes), limit_(*limit), visit_(visit) {}

  void Descend(size_t level, size_t i, Steps steps) {
    if (level == 0) return VisitPiece(i, steps);
    const size_t first = 2 * i;
    Steps near[2] = {steps, steps};
    double least[2] = {};
    const size_t count = std::min<size_t>(2, tree_.CountOf(level - 1) - first);
    for (size_t k = 0; k < count; ++k) {
      FillSquares(tree_.BoxAt(level - 1, first + k), &near[k]);
      if (near[k].begin < near[k].end) least[k] = *std::min_element(squares_ + near[k].begin, squares_ + near[k].end);
    }
    const size_t nearer = count == 2 && least[1] < least[0] ? 1 : 0;
    for (const size_t k : {nearer, 1 - nearer}) {
      if (k >= count || near[k].begin >= near[k].end || IsFar(least[k])) continue;
      Descend(level - 1, first + k, near[k]);
    }
  }

  // Sets the squares of the distances of these steps from a box of the tree, and leaves those out
  // at both ends that are beyond the limit.
  HWY_INLINE void FillSquares(const EdgeTree::Box& box, Steps* steps) {
    Fill(steps, [&](size_t k) HWY_ATTR {
      Gaps gaps = GapsBeside(boxes_, k, box);
      if (!boxes_.is_between()) return gaps.Square(hn::Zero(D()));
      gaps.TakeLess(GapsBeside(boxes_, k + 1, box));
      return gaps.Square(Load(boxes_.bulge_m + k));
    });
  }

 private:
  // A number that is not one is not far.
  bool IsFar(double square) const { return square > limit_.distance_m * limit_.distance_m; }

  template <typename SquareAt>
  HWY_INLINE void Fill(Steps* steps, const SquareAt& square_at) {
    steps->end = std::min(steps->end, limit_.end);
    for (size_t k = steps->begin; k < steps->end; k += hn::Lanes(D())) hn::StoreU(square_at(k), D(), squares_ + k);
    while (steps->begin < steps->end && IsFar(squares_[steps->begin])) ++steps->begin;
    while (steps->begin < steps->end && IsFar(squares_[steps->end - 1])) --steps->end;
  }

  void VisitPiece(size_t i, Steps steps) {
    const int piece = tree_.PieceAt(i);
    const absl::Span<const Vec2> vertices = tree_.ShapeOf(piece).vertices();
    const EdgeTree::Box& box = tree_.BoxAt(0, i);
    Fill(&steps, [&](size_t k) HWY_ATTR {
      V far_m = hn::Zero(D());
      Gaps beside = GapsBeside(boxes_, k, box);
      Gaps around = GapsAround(boxes_, k, vertices, &far_m);
      if (!boxes_.is_between()) return hn::Max(beside.Square(hn::Zero(D())), around.Square(hn::Zero(D())));
      beside.TakeLess(GapsBeside(boxes_, k + 1, box));
      around.TakeLess(GapsAround(boxes_, k + 1, vertices, &far_m));
      // In the boxes' frame the vertices are accelerated by the turn and across the way.
      const V turn = Load(boxes_.turn_rad + k);
      const V far_of_origin = hn::Add(far_m, Set(boxes_.reach_m));
      const V twice_way = hn::Mul(Set(2.0), Load(boxes_.way_m + k));
      const V bulge = hn::Mul(Set(0.125), hn::Mul(turn, hn::Add(hn::Mul(turn, far_of_origin), twice_way)));
      return hn::Max(beside.Square(Load(boxes_.bulge_m + k)), around.Square(bulge));
    });
    if (steps.begin < steps.end) visit_({piece, steps.begin, steps.end, squares_});
  }

  const EdgeTree& tree_;
  const PosedBoxes& boxes_;
  EdgeTree::Limit& limit_;
  const EdgeTree::Visit& visit_;
  Squares squares_;
};

void WalkAlong(const EdgeTree& tree, size_t top, const PosedBoxes& boxes, EdgeTree::Limit* limit,
               const EdgeTree::Visit& visit) {
  Walk walk(tree, boxes, limit, visit);
  // Trajectories spread: most are nearest to the edge at their last step, which limits how far it
  // is looked for at the others, if nothing else does.
  const bool is_limited = limit->distance_m < std::numeric_limits<double>::infinity();
  const size_t last = is_limited ? limit->end : limit->end - 1;
  if (last < limit->end) walk.Descend(top, 0, {last, limit->end});
  if (last > 0) walk.Descend(top, 0, {0, last});
}

}  // namespace collision2d::planner::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::planner {

HWY_EXPORT(WalkAlong);

PosedBoxes::PosedBoxes(const ConvexPolygon& shape, absl::Span<const Pose2> poses, When when)
    : size_(std::min(poses.size(), kMostSteps)), is_between_(when == When::kBetweenSteps) {
  if (size_ == 0) return;
  const Aabb2 box = shape.Bounds();
  const Vec2 center = 0.5 * (box.min + box.max);
  const Vec2 half = 0.5 * (box.max - box.min);
  half_length_m = half.x;
  half_width_m = half.y;
  reach_m = Norm(center) + Norm(half);
  const size_t filled = (size_ / 8 + 1) * 8 + 1;
  for (size_t k = 0; k < filled; ++k) {
    const Pose2& pose = poses[std::min(k, size_ - 1)];
    const Vec2 at = pose * center;
    x[k] = at.x;
    y[k] = at.y;
    cos[k] = pose.cos;
    sin[k] = pose.sin;
    if (!is_between_) continue;
    const Pose2& next = poses[std::min(k + 1, size_ - 1)];
    way_m[k] = std::sqrt(NormSquared(next.translation - pose.translation));
    // Half of the chord of a turn is the sine of half of it.
    const double sine = 0.5 * std::sqrt(NormSquared(Vec2{next.cos - pose.cos, next.sin - pose.sin}));
    turn_rad[k] = 3.1416 * sine;
    bulge_m[k] = reach_m * sine * sine;
  }
}

EdgeTree::EdgeTree(absl::Span<const OutlinePiece> pieces, absl::Span<const ConvexPolygon> shapes) : shapes_(shapes) {
  if (pieces.empty()) return;
  // Runs of pieces that follow each other stay together.
  std::vector<std::pair<Vec2, int>> runs;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (i == 0 || pieces[i].from != pieces[i - 1].to) runs.push_back({pieces[i].from, static_cast<int>(i)});
  }
  Order(&runs, 0, runs.size());
  for (const auto& run : runs) {
    auto i = static_cast<size_t>(run.second);
    do {
      order_.push_back(static_cast<int>(i++));
    } while (i < pieces.size() && pieces[i].from == pieces[i - 1].to);
  }
  level_begin_.push_back(0);
  for (size_t size = 1;; size *= 2) {
    for (size_t begin = 0; begin < order_.size(); begin += size) {
      const size_t end = std::min(begin + size, order_.size());
      const Vec2 origin = pieces[static_cast<size_t>(order_[begin])].from;
      const Vec2 chord = pieces[static_cast<size_t>(order_[end - 1])].to - origin;
      Box box{origin, chord == Vec2{} ? Vec2{1.0, 0.0} : Normalized(chord), {}, {}};
      Aabb2 extent;
      for (size_t k = begin; k < end; ++k) {
        for (const Vec2 vertex : shapes[static_cast<size_t>(order_[k])].vertices()) extent.Extend(box.InFrame(vertex));
      }
      box.min = extent.min;
      box.max = extent.max;
      boxes_.push_back(box);
    }
    level_begin_.push_back(boxes_.size());
    if (size >= order_.size()) break;
  }
}

// Halves the longer side of their bounding box again and again.
void EdgeTree::Order(std::vector<std::pair<Vec2, int>>* runs, size_t begin, size_t end) {
  if (end - begin < 2) return;
  const auto at = [&](size_t i) { return runs->begin() + static_cast<std::ptrdiff_t>(i); };
  Aabb2 box;
  for (size_t i = begin; i < end; ++i) box.Extend((*runs)[i].first);
  const bool is_wide = box.max.x - box.min.x > box.max.y - box.min.y;
  const size_t middle = begin + (end - begin) / 2;
  std::nth_element(at(begin), at(middle), at(end), [=](const auto& a, const auto& b) {
    return std::make_pair(is_wide ? a.first.x : a.first.y, a.second) <
           std::make_pair(is_wide ? b.first.x : b.first.y, b.second);
  });
  Order(runs, begin, middle);
  Order(runs, middle, end);
}

void EdgeTree::ForEachNear(const PosedBoxes& boxes, Limit* limit, const Visit& visit) const {
  if (order_.empty() || limit->end == 0) return;
  HWY_DYNAMIC_DISPATCH(WalkAlong)(*this, top(), boxes, limit, visit);
}

}  // namespace collision2d::planner
#endif  // HWY_ONCE
