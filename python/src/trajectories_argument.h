#ifndef COLLISION2D_PYTHON_SRC_TRAJECTORIES_ARGUMENT_H_
#define COLLISION2D_PYTHON_SRC_TRAJECTORIES_ARGUMENT_H_

#include <pybind11/pybind11.h>

#include <cstddef>
#include <optional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/trajectory_poses.h"
#include "python/src/arrays.h"
#include "python/src/poses.h"

namespace collision2d::python {

// Trajectories of a body: world_from_body, float64 (T, S, 3) or (T, S, 4), and lengths, int32 (T,) or None.
class TrajectoriesArgument {
 public:
  // Errors: as PosesArgument and InputArray; ValueError for a length beyond the steps.
  TrajectoriesArgument(pybind11::handle world_from_body, pybind11::handle lengths);

  size_t size() const { return size_; }
  int steps() const { return steps_; }
  const pybind11::array& array() const { return poses_.array(); }

  // Trajectories begin, ..., end - 1. Needs no GIL.
  Trajectories Some(size_t begin, size_t end) const;

  // An error that names trajectory, step and value of the first pose that counts and is not legal.
  absl::Status CheckPoses() const { return collision2d::internal::CheckPosesOf(Some(0, size_)); }

 private:
  PosesArgument poses_;
  size_t size_;
  int steps_;
  std::optional<InputArray<int>> length_array_;
  absl::Span<const int> lengths_;
};

// The argument step_times_s: float64 (S,), finite and increasing, which the library checks.
class StepTimesArgument {
 public:
  StepTimesArgument(pybind11::handle argument, int steps)
      : numbers_(argument, "step_times_s", Shape{steps}), times_(numbers_.values()) {}

  absl::Span<const double> times() const { return times_; }

 private:
  InputArray<double> numbers_;
  absl::Span<const double> times_;
};

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_TRAJECTORIES_ARGUMENT_H_
