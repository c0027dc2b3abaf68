#pragma once

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

// A motion in pieces, and how well one straight motion follows several of them.
namespace collision2d::planner {

// Where a body is at a value of its parameter: a station or a time.
struct MotionKnot {
  double at = 0.0;
  Vec2 position;
  double yaw_rad = 0.0;
  double z_m = 0.0;
  double tilt_rad = 0.0;  // |pitch| + |roll|.
};

// Returns where the body is between two knots.
MotionKnot Interpolate(const MotionKnot& p, const MotionKnot& q, double at);

// A straight motion with a constant turn rate, and how far the body may be from it: both in units
// of the parameter, at every real value within `half` of the middle.
struct LinearMotion {
  double begin = 0.0;
  double end = 0.0;
  double middle = 0.0;
  double half = -1.0;
  Vec2 position;  // At the middle, as yaw and height.
  Vec2 rate;
  double speed = 0.0;  // |rate|.
  double yaw_rad = 0.0;
  double turn_rate = 0.0;
  double cos = 1.0;
  double sin = 0.0;
  double z_m = 0.0;
  double climb_rate = 0.0;
  double deviation_m = 0.0;  // Of position and height, rounding included; of the yaw.
  double deviation_rad = 0.0;
  double tilt_rad = 0.0;  // The most.
  // Knots between which it is, and its place in a tree.
  int first = 0;
  int last = 0;
  int index = -1;

  Vec2 RotateBack(Vec2 v) const { return {cos * v.x + sin * v.y, cos * v.y - sin * v.x}; }
};

// A binary tree of runs of pieces, made as far as it is visited. Between two knots everything is
// linear, the yaw the shorter way.
class MotionTree {
 public:
  // A tree must be cleared, and have knots added by increasing `at`, before it is asked.
  void Clear();
  void Add(const MotionKnot& knot);

  // REQUIRES: a knot.
  const LinearMotion& Root();
  // Returns the first (0) or second (1) half: of the run by knots, of one piece in the middle. The
  // result is in the tree, or in `storage`. REQUIRES: motion.half > 0.
  const LinearMotion& Part(const LinearMotion& motion, int which, LinearMotion* storage);

 private:
  const LinearMotion& Node(int index, int first, int last);
  LinearMotion Between(int first, int last) const;

  std::vector<MotionKnot> knots_;  // Their yaws continue each other.
  std::vector<LinearMotion> nodes_;
  double last_yaw_rad_ = 0.0;  // As it was added.
  double most_yaw_rad_ = 0.0;
  double yaw_error_rad_ = 0.0;
  bool has_nodes_ = false;  // For these knots.
};

}  // namespace collision2d::planner
