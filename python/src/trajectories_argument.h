#ifndef COLLISION2D_PYTHON_SRC_TRAJECTORIES_ARGUMENT_H_
#define COLLISION2D_PYTHON_SRC_TRAJECTORIES_ARGUMENT_H_

#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/batch/trajectory_poses.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"
#include "python/src/poses.h"
#include "python/src/run_blocks.h"

namespace collision2d::python {

// Trajectories of a body: world_from_body, float64 (T, S, 3) or (T, S, 4), and lengths, int32 (T,)
// or None.
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

// A call that writes one Result for each trajectory. ask(trajectories, first, results) asks about
// some of them.
template <typename Result, typename Element = Result, typename Ask>
pybind11::object ForEachTrajectory(const char* name, const TrajectoriesArgument& trajectories, double item_ns,
                                   pybind11::handle out, const CallOptions& options, const Ask& ask) {
  OutputArray<Element> output(out, {static_cast<pybind11::ssize_t>(trajectories.size())}, {trajectories.array()});
  static_assert(sizeof(Result) == sizeof(Element));
  const absl::Span<Result> results(reinterpret_cast<Result*>(output.values().data()), trajectories.size());
  const auto run = [&](size_t begin, size_t end) {
    return ask(trajectories.Some(begin, end), begin, results.subspan(begin, end - begin));
  };
  RunBlocks({name, trajectories.size(), item_ns, [&] { return trajectories.CheckPoses(); }, run}, options);
  return output.TakeArray();
}

// The results of first_free and first_swept_free: the position of the first free trajectory in
// `order`, or None, and the contacts of those before it. find(trajectories, order, &free_position,
// first) is the library's call; it is asked about some of the order at a time, so that a signal can
// end it.
template <typename Contact, typename Find>
pybind11::tuple FindFirstFree(const TrajectoriesArgument& trajectories, pybind11::handle order_argument,
                              const Find& find) {
  constexpr size_t kAtOnce = 256;
  const InputArray<int> order_array(order_argument, "order", Shape{kAny});
  const absl::Span<const int> order = order_array.values();
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] < 0 || static_cast<size_t>(order[i]) >= trajectories.size()) {
      ThrowValueError(absl::StrCat("order[", i, "]: ", order[i], " is not the index of a trajectory"));
    }
  }
  const Trajectories all = trajectories.Some(0, trajectories.size());
  std::vector<Contact> first(order.size());
  // Also if there is nothing in the order: the other arguments are checked.
  size_t begin = 0;
  int free_position = -1;
  do {
    const absl::Span<const int> some = order.subspan(begin, kAtOnce);
    absl::Status status;
    {
      const pybind11::gil_scoped_release no_gil;
      status = find(all, some, &free_position, absl::MakeSpan(first).subspan(begin, some.size()));
    }
    ThrowIfError(status);
    if (free_position >= 0) break;
    if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
    begin += some.size();
  } while (begin < order.size());
  const size_t before = begin + static_cast<size_t>(std::max(free_position, 0));
  pybind11::object position = pybind11::none();
  if (free_position >= 0) position = pybind11::int_(before);
  return pybind11::make_tuple(position, ArrayOf<Contact>(absl::MakeConstSpan(first).first(before)));
}

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_TRAJECTORIES_ARGUMENT_H_
