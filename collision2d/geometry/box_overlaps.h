#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// Finds the pairs of boxes that overlap. Keeps its memory from call to call.
class BoxOverlaps {
 public:
  // Calls `visit` once for each pair of boxes that overlap or touch, in no particular order.
  // REQUIRES: no box is empty. O(n log n + k) for n boxes and k pairs, wherever they are. Allocates
  // only to grow. Source: Zomorodian and Edelsbrunner 2002, with the boxes as both their intervals
  // and their points.
  void ForEach(absl::Span<const Aabb2> boxes, const std::function<void(int, int)>& visit);

 private:
  struct Box {
    Aabb2 box;
    int index;
  };
  // Boxes that follow each other in boxes_, by their beginning in x.
  struct Range {
    size_t begin;
    size_t end;

    size_t size() const { return end - begin; }
  };

  template <typename IsKept>
  Range Those(Range of, const IsKept& is_kept);
  Range Merged(Range a, Range b);
  void Visit(Range boxes, Range lower);
  void Divide(Range boxes, Range lower, double lowest, double divide, double highest);
  void Sweep(Range boxes, Range lower);
  void VisitBetween(Range some, Range others);
  void VisitFrom(Range others, const Box& box);

  std::vector<Box> boxes_;
  std::vector<double> ends_;
  const std::function<void(int, int)>* visit_ = nullptr;
};

// Returns boxes that contain everything within margin_m of segments, which have `from` and `to`.
// The boxes are along and across the direction of most segments, where few overlap: in a frame that
// is turned about the origin, the same for all, so that together they are higher than wide. They
// are larger by kCircleRelativeError of the coordinates: more than the turn rounds.
template <typename Segment>
std::vector<Aabb2> BoxesAlong(const std::vector<Segment>& segments, double margin_m) {
  const auto squared = [](Vec2 z) { return Vec2{z.x * z.x - z.y * z.y, 2.0 * z.x * z.y}; };
  // By length, of the fourth powers of directions as complex numbers: a right angle changes
  // nothing.
  Vec2 sum;
  double most_m = 0.0;
  for (const Segment& segment : segments) {
    const Vec2 along = segment.to - segment.from;
    const double length_m = Norm(along);
    if (length_m > 0.0) sum = sum + length_m * squared(squared(1.0 / length_m * along));
    most_m = std::max({most_m, Norm1(segment.from), Norm1(segment.to)});
  }
  const Pose2 turn = Pose2::FromYaw({}, -0.25 * std::atan2(sum.y, sum.x));
  std::vector<Aabb2> boxes(segments.size());
  for (size_t i = 0; i < segments.size(); ++i) {
    boxes[i].Extend(turn.Rotate(segments[i].from));
    boxes[i].Extend(turn.Rotate(segments[i].to));
    boxes[i] = boxes[i].Inflated(margin_m + kCircleRelativeError * most_m);
  }
  Aabb2 all;
  for (const Aabb2& box : boxes) all.Extend(box);
  const Vec2 range = all.max - all.min;
  for (Aabb2& box : boxes) {
    if (range.x > range.y) box = {{box.min.y, box.min.x}, {box.max.y, box.max.x}};
  }
  return boxes;
}

}  // namespace collision2d::internal
