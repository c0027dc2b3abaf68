#include "planner_adapter/path_time/motion_tree.h"

#include <algorithm>
#include <cmath>

#include "collision2d/geometry/sine_cosine.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// Relative to coordinates, and to parameters times rates: 64 roundings. No proof: the sum
// grows with the parts of a motion.
constexpr double kRounding = 0x1p-47;

// Relative to 4 rad plus the largest yaw: the rounding of one yaw that is added to the others. What
// else is computed counts as 16 of them. Proof: yaw_sum.
constexpr double kYawRounding = 0x1p-52;

void SetRotation(LinearMotion* motion) {
  const internal::SineCosine of = internal::ComputeSineCosine(motion->yaw_rad);
  motion->cos = of.cos;
  motion->sin = of.sin;
}

void SetMiddle(LinearMotion* motion) {
  motion->middle = motion->begin + 0.5 * (motion->end - motion->begin);
  motion->half = std::max(motion->end - motion->middle, motion->middle - motion->begin);
}

}  // namespace

MotionKnot Interpolate(const MotionKnot& p, const MotionKnot& q, double at) {
  const double part = (at - p.at) / (q.at - p.at);
  return {at, p.position + part * (q.position - p.position), p.yaw_rad + part * NormalizeAngle(q.yaw_rad - p.yaw_rad),
          p.z_m + part * (q.z_m - p.z_m), std::max(p.tilt_rad, q.tilt_rad)};
}

void MotionTree::Clear() {
  knots_.clear();
  most_yaw_rad_ = 0.0;
  has_nodes_ = false;
}

void MotionTree::Add(const MotionKnot& knot) {
  const double yaw_rad =
      knots_.empty() ? knot.yaw_rad : knots_.back().yaw_rad + NormalizeAngle(knot.yaw_rad - last_yaw_rad_);
  last_yaw_rad_ = knot.yaw_rad;
  most_yaw_rad_ = std::max(most_yaw_rad_, std::abs(yaw_rad));
  knots_.push_back(knot);
  knots_.back().yaw_rad = yaw_rad;
}

const LinearMotion& MotionTree::Root() {
  if (!has_nodes_) {
    yaw_error_rad_ = kYawRounding * static_cast<double>(knots_.size() + 16) * (4.0 + most_yaw_rad_);
    const size_t count = std::max<size_t>(1, 2 * (knots_.size() - 1));
    if (nodes_.size() < count) nodes_.resize(count);
    for (size_t k = 0; k < count; ++k) nodes_[k].half = -1.0;
    has_nodes_ = true;
  }
  return Node(0, 0, static_cast<int>(knots_.size()) - 1);
}

// A node is followed by its first half's 2 n - 1 nodes, then by those of its second half.
const LinearMotion& MotionTree::Part(const LinearMotion& motion, int which, LinearMotion* storage) {
  if (motion.last - motion.first > 1) {
    const int middle = motion.first + (motion.last - motion.first) / 2;
    return which == 0 ? Node(motion.index + 1, motion.first, middle)
                      : Node(motion.index + 2 * (middle - motion.first), middle, motion.last);
  }
  *storage = motion;
  (which == 0 ? storage->end : storage->begin) = motion.middle;
  SetMiddle(storage);
  const double shift = storage->middle - motion.middle;
  storage->position = storage->position + shift * motion.rate;
  storage->z_m += shift * motion.climb_rate;
  storage->yaw_rad += shift * motion.turn_rate;
  if (motion.turn_rate != 0.0) SetRotation(storage);
  return *storage;
}

const LinearMotion& MotionTree::Node(int index, int first, int last) {
  LinearMotion& node = nodes_[index];
  if (node.half < 0.0) {
    node = Between(first, last);
    node.index = index;
  }
  return node;
}

// What is piecewise linear is farthest from a line at a knot.
LinearMotion MotionTree::Between(int first, int last) const {
  const MotionKnot& p = knots_[first];
  const MotionKnot& q = knots_[last];
  const double duration = q.at - p.at;
  const double per_unit = duration > 0.0 ? 1.0 / duration : 0.0;
  LinearMotion motion;
  motion.begin = p.at;
  motion.end = q.at;
  SetMiddle(&motion);
  motion.position = 0.5 * (p.position + q.position);
  motion.rate = per_unit * (q.position - p.position);
  motion.speed = Norm(motion.rate);
  motion.yaw_rad = 0.5 * (p.yaw_rad + q.yaw_rad);
  motion.turn_rate = per_unit * (q.yaw_rad - p.yaw_rad);
  SetRotation(&motion);
  motion.z_m = 0.5 * (p.z_m + q.z_m);
  motion.climb_rate = per_unit * (q.z_m - p.z_m);
  motion.first = first;
  motion.last = last;
  motion.tilt_rad = std::max(p.tilt_rad, q.tilt_rad);
  Aabb2 off;  // From the chord.
  off.Extend(Vec2());
  for (int k = first + 1; k < last; ++k) {
    const MotionKnot& knot = knots_[k];
    const double after = knot.at - motion.middle;
    off.Extend(knot.position - motion.position - after * motion.rate);
    motion.deviation_m = std::max(motion.deviation_m, std::abs(knot.z_m - motion.z_m - after * motion.climb_rate));
    motion.deviation_rad =
        std::max(motion.deviation_rad, std::abs(knot.yaw_rad - motion.yaw_rad - after * motion.turn_rate));
    motion.tilt_rad = std::max(motion.tilt_rad, knot.tilt_rad);
  }
  const double farthest_at = std::max(std::abs(p.at), std::abs(q.at));
  motion.position = motion.position + off.center();
  motion.deviation_m = std::max(motion.deviation_m, 0.5 * Norm(off.max - off.min)) +
                       kRounding * (Norm1(p.position) + Norm1(q.position) + std::abs(p.z_m) + std::abs(q.z_m) +
                                    farthest_at * (motion.speed + std::abs(motion.climb_rate)));
  motion.deviation_rad += yaw_error_rad_ + kRounding * farthest_at * std::abs(motion.turn_rate);
  return motion;
}

}  // namespace collision2d::planner
