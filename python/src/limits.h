#ifndef COLLISION2D_PYTHON_SRC_LIMITS_H_
#define COLLISION2D_PYTHON_SRC_LIMITS_H_

#include <pybind11/pybind11.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"

namespace collision2d::python {

// The argument limit_m: a limit for each of some poses or trajectories, one for all, or None.
class LimitsArgument {
 public:
  // Errors: as InputArray; ValueError for a limit that is no distance.
  LimitsArgument(pybind11::handle argument, size_t count) {
    if (argument.is_none()) return;
    if (PyFloat_Check(argument.ptr()) || PyLong_Check(argument.ptr())) {
      same_.assign(count, pybind11::cast<double>(argument));
      limits_ = same_;
    } else {
      array_.emplace(argument, "limit_m", Shape{static_cast<pybind11::ssize_t>(count)});
      limits_ = array_->values();
    }
    for (size_t i = 0; i < count; ++i) {
      if (!(limits_[i] >= 0.0)) ThrowValueError(absl::StrFormat("limit_m[%d]: %g m is not a distance", i, limits_[i]));
    }
  }

  // Those of `count` items from number `first` on; empty: none.
  absl::Span<const double> Some(size_t first, size_t count) const {
    return limits_.empty() ? limits_ : limits_.subspan(first, count);
  }

 private:
  std::optional<InputArray<double>> array_;
  std::vector<double> same_;
  absl::Span<const double> limits_;
};

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_LIMITS_H_
