#include "collision2d/geometry/box_overlaps.h"

namespace collision2d::internal {
namespace {

// Fewer boxes are not worth dividing.
constexpr size_t kFew = 128;

}  // namespace

void BoxOverlaps::ForEach(absl::Span<const Aabb2> boxes, const std::function<void(int, int)>& visit) {
  visit_ = &visit;
  boxes_.clear();
  for (const Aabb2& box : boxes) boxes_.push_back({box, static_cast<int>(boxes_.size())});
  std::sort(boxes_.begin(), boxes_.end(), [](const Box& a, const Box& b) { return a.box.min.x < b.box.min.x; });
  Visit({0, boxes.size()}, {0, 0});
}

// Visits the pairs of boxes, and of these with others that begin lower in y than all of them and
// reach at least as high as the lowest one.
void BoxOverlaps::Visit(Range boxes, Range lower) {
  if (boxes.size() <= kFew) return Sweep(boxes, lower);
  ends_.clear();
  for (size_t i = boxes.begin; i < boxes.end; ++i) ends_.push_back(boxes_[i].box.min.y);
  const auto middle = ends_.begin() + static_cast<std::ptrdiff_t>(ends_.size() / 2);
  std::nth_element(ends_.begin(), middle, ends_.end());
  const double lowest = *std::min_element(ends_.begin(), middle + 1);
  const double highest = *std::max_element(middle, ends_.end());
  if (lowest == highest) return Sweep(boxes, lower);
  const size_t size = boxes_.size();
  Divide(boxes, lower, lowest, *middle, highest);
  boxes_.resize(size);
}

void BoxOverlaps::Divide(Range boxes, Range lower, double lowest, double divide, double highest) {
  // What overlaps all of the boxes in y is done here; what ends between them, further down.
  VisitBetween(Those(lower, [=](const Aabb2& box) { return box.max.y >= highest; }), boxes);
  const Range rest = Those(lower, [=](const Aabb2& box) { return box.max.y < highest; });
  // If half of the boxes have the lowest end, all that have it are below.
  const auto is_below = [=](const Aabb2& box) { return box.min.y < divide || box.min.y == lowest; };
  const Range below = Those(boxes, is_below);
  const Range above = Those(boxes, [&](const Aabb2& box) { return !is_below(box); });
  double lowest_above = highest;
  for (size_t i = above.begin; i < above.end; ++i) lowest_above = std::min(lowest_above, boxes_[i].box.min.y);
  const auto reaches = [=](const Aabb2& box) { return box.max.y >= lowest_above; };
  const Range lower_of_above = Merged(Those(rest, reaches), Those(below, reaches));
  Visit(below, rest);
  Visit(above, lower_of_above);
}

template <typename IsKept>
BoxOverlaps::Range BoxOverlaps::Those(Range of, const IsKept& is_kept) {
  const size_t begin = boxes_.size();
  for (size_t i = of.begin; i < of.end; ++i) {
    const Box box = boxes_[i];
    if (is_kept(box.box)) boxes_.push_back(box);
  }
  return {begin, boxes_.size()};
}

BoxOverlaps::Range BoxOverlaps::Merged(Range a, Range b) {
  const size_t begin = boxes_.size();
  while (a.size() > 0 || b.size() > 0) {
    const bool takes_a = b.size() == 0 || (a.size() > 0 && boxes_[a.begin].box.min.x <= boxes_[b.begin].box.min.x);
    const Box box = boxes_[takes_a ? a.begin++ : b.begin++];
    boxes_.push_back(box);
  }
  return {begin, boxes_.size()};
}

void BoxOverlaps::Sweep(Range boxes, Range lower) {
  for (size_t i = boxes.begin; i < boxes.end; ++i) VisitFrom({i + 1, boxes.end}, boxes_[i]);
  VisitBetween(lower, boxes);
}

void BoxOverlaps::VisitBetween(Range some, Range others) {
  while (some.size() > 0 && others.size() > 0) {
    if (boxes_[some.begin].box.min.x < boxes_[others.begin].box.min.x) {
      VisitFrom(others, boxes_[some.begin++]);
    } else {
      VisitFrom(some, boxes_[others.begin++]);
    }
  }
}

// Visits the pairs of a box with those that do not begin before it.
void BoxOverlaps::VisitFrom(Range others, const Box& box) {
  for (size_t i = others.begin; i < others.end && boxes_[i].box.min.x <= box.box.max.x; ++i) {
    const Box& other = boxes_[i];
    if (box.box.min.y <= other.box.max.y && other.box.min.y <= box.box.max.y) (*visit_)(box.index, other.index);
  }
}

}  // namespace collision2d::internal
