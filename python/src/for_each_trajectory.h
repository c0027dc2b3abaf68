#ifndef COLLISION2D_PYTHON_SRC_FOR_EACH_TRAJECTORY_H_
#define COLLISION2D_PYTHON_SRC_FOR_EACH_TRAJECTORY_H_

#include <pybind11/pybind11.h>

#include <cstddef>

#include "absl/types/span.h"
#include "python/src/arrays.h"
#include "python/src/run_blocks.h"
#include "python/src/trajectories_argument.h"

namespace collision2d::python {

// A call that writes one Result for each trajectory. ask(trajectories, first, results) asks about some of them.
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

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_FOR_EACH_TRAJECTORY_H_
