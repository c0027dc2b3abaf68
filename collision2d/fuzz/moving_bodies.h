#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "collision2d/fuzz/motion_case.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/motion.h"

namespace collision2d {

// The motions of a case, with the pose functions that they refer to.
class MovingBodies {
 public:
  // Errors: those of Motion's functions.
  static absl::StatusOr<MovingBodies> Create(const MotionCase& c);

  const Motion& a() const { return a_.motion; }
  const Motion& b() const { return b_.motion; }

  // Where the bodies are at an instant; of Bounded motions without the error that their functions
  // add.
  Pose2 PoseOfA(double time_s) const { return PoseOf(a_, time_s); }
  Pose2 PoseOfB(double time_s) const { return PoseOf(b_, time_s); }

 private:
  struct Body {
    std::unique_ptr<PoseFunction> exact;
    Motion motion;
  };

  MovingBodies(Body a, Body b) : a_(std::move(a)), b_(std::move(b)) {}

  static absl::StatusOr<Body> CreateBody(const FuzzMotion& motion, double start_s, double end_s);
  static absl::StatusOr<Body> CreateBounded(const FuzzMotion& motion, double start_s, double end_s);
  static Pose2 PoseOf(const Body& body, double time_s) {
    return body.exact != nullptr ? (*body.exact)(time_s) : body.motion.PoseAt(time_s);
  }

  Body a_;
  Body b_;
};

}  // namespace collision2d
