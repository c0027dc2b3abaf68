#include "python/src/trajectories_argument.h"

#include <limits>

#include "absl/strings/str_cat.h"
#include "python/src/errors.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

int StepsOf(const PosesArgument& poses) {
  if (poses.extent(1) > static_cast<size_t>(std::numeric_limits<int>::max())) {
    ThrowValueError(absl::StrCat("world_from_body: ", poses.extent(1), " steps are too many"));
  }
  return static_cast<int>(poses.extent(1));
}

}  // namespace

TrajectoriesArgument::TrajectoriesArgument(py::handle world_from_body, py::handle lengths)
    : poses_(world_from_body, "world_from_body", {kAny, kAny}), size_(poses_.extent(0)), steps_(StepsOf(poses_)) {
  if (steps_ == 0 && size_ > 0) ThrowValueError("world_from_body: trajectories of 0 steps; use lengths instead");
  if (lengths.is_none()) return;
  length_array_.emplace(lengths, "lengths", Shape{static_cast<py::ssize_t>(size_)});
  lengths_ = length_array_->values();
  ThrowIfError(collision2d::internal::CheckLayout(Some(0, size_)));
}

Trajectories TrajectoriesArgument::Some(size_t begin, size_t end) const {
  const auto steps = static_cast<size_t>(steps_);
  const size_t count = end - begin;
  return {poses_.poses().subspan(begin * steps, count * steps), steps_,
          lengths_.empty() ? lengths_ : lengths_.subspan(begin, count)};
}

}  // namespace collision2d::python
