#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "python/src/arrays.h"

namespace collision2d::python {

// An argument of many poses: float64, with a last axis of 4 (x, y, cos, sin), which is read in
// place, or of 3 (x, y, yaw), which is converted.
class PosesArgument {
 public:
  // `leading` are the axes before the last one, any of some shapes.
  // Errors: as InputArray; unless some may be unset, a yaw that is not finite (ValueError, with its
  // index).
  PosesArgument(pybind11::handle argument, const char* name, absl::Span<const Shape> leading,
                bool may_be_unset = false);
  PosesArgument(pybind11::handle argument, const char* name, const Shape& leading, bool may_be_unset = false)
      : PosesArgument(argument, name, absl::MakeConstSpan(&leading, 1), may_be_unset) {}

  absl::Span<const Pose2> poses() const { return poses_; }
  size_t extent(int axis) const { return numbers_.extent(axis); }
  const pybind11::array& array() const { return numbers_.array(); }

 private:
  InputArray<double> numbers_;
  std::vector<Pose2> converted_;
  absl::Span<const Pose2> poses_;
};

// One pose: three or four numbers; None is the identity.
// Errors: as PosesArgument; ValueError for a pose that queries do not accept.
Pose2 PoseArgument(pybind11::handle argument, const char* name);

// Points, float64 (count, 2); of any count if it is kAny.
std::vector<Vec2> PointsArgument(pybind11::handle argument, const std::string& name, pybind11::ssize_t count = kAny);

// Two numbers.
Vec2 PointArgument(pybind11::handle argument, const char* name);

// (x, y).
pybind11::tuple TupleOf(Vec2 point);
// (x, y, cos, sin).
pybind11::tuple TupleOf(const Pose2& pose);

}  // namespace collision2d::python
