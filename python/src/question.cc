#include "python/src/question.h"

#include <cstdint>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/batch/collisions.h"
#include "python/src/errors.h"

namespace collision2d::python {

namespace py = pybind11;

TrajectoriesArgument::TrajectoriesArgument(py::handle world_from_body, py::handle lengths)
    : poses_(world_from_body, "world_from_body", {Shape{kAny}, Shape{kAny, kAny}}), size_(poses_.extent(0)), steps_(1) {
  if (poses_.array().ndim() == 3) {
    const size_t steps = poses_.extent(1);
    if (steps > static_cast<size_t>(std::numeric_limits<int>::max())) {
      ThrowValueError(absl::StrCat("world_from_body: ", steps, " steps are too many"));
    }
    if (steps == 0 && size_ > 0) ThrowValueError("world_from_body: trajectories of 0 steps; use lengths instead");
    steps_ = static_cast<int>(steps);
  }
  if (!lengths.is_none()) length_array_.emplace(lengths, "lengths", shape());
}

Trajectories TrajectoriesArgument::Some(size_t begin, size_t end) const {
  const auto steps = static_cast<size_t>(steps_);
  const size_t count = end - begin;
  const absl::Span<const Pose2> poses = poses_.poses().subspan(begin * steps, count * steps);
  if (!length_array_.has_value()) return {poses, steps_};
  return {poses, steps_, length_array_->values().subspan(begin, count)};
}

absl::Status TrajectoriesArgument::Check() const {
  // Of a body without shapes, which collides with nothing, the call checks the arguments.
  std::vector<uint8_t> any(size_);
  return AnyHit({}, all(), Obstacles(), absl::MakeSpan(any));
}

Shape TrajectoriesArgument::pose_shape() const {
  Shape shape = ShapeOf(array());
  shape.pop_back();
  return shape;
}

LimitsArgument::LimitsArgument(py::handle argument, size_t count) {
  if (argument.is_none()) return;
  if (py::hasattr(argument, "__float__") && !py::hasattr(argument, "__len__")) {
    same_.assign(count, NumberArgument(argument, "limit_m"));
    limits_ = same_;
  } else {
    array_.emplace(argument, "limit_m", Shape{static_cast<py::ssize_t>(count)});
    limits_ = array_->values();
  }
  for (size_t i = 0; i < count; ++i) {
    if (!(limits_[i] >= 0.0)) ThrowValueError(absl::StrFormat("limit_m[%d]: %g m is not a distance", i, limits_[i]));
  }
}

Question::Question(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle lengths,
                   py::handle step_times_s)
    : body_(body, "body"), trajectories_(world_from_body, lengths), obstacles_(obstacles) {
  obstacles_.RequireSteps(trajectories_.steps());
  if (!step_times_s.is_none()) step_times_.emplace(step_times_s, "step_times_s", Shape{trajectories_.steps()});
}

Shape Question::pose_shape(size_t columns) const {
  Shape shape = trajectories_.pose_shape();
  shape.push_back(static_cast<py::ssize_t>(columns));
  return shape;
}

}  // namespace collision2d::python
