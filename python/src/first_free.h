#ifndef COLLISION2D_PYTHON_SRC_FIRST_FREE_H_
#define COLLISION2D_PYTHON_SRC_FIRST_FREE_H_

#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"
#include "python/src/trajectories_argument.h"

namespace collision2d::python {

// The results of first_free and first_swept_free: the position of the first free trajectory in `order`, or None, and the contacts of those before it.
// find(trajectories, order, &free_position, first) is the library's call; it is asked about some of the order at a time, so that a signal can end it.
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

#endif  // COLLISION2D_PYTHON_SRC_FIRST_FREE_H_
