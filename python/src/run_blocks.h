#ifndef COLLISION2D_PYTHON_SRC_RUN_BLOCKS_H_
#define COLLISION2D_PYTHON_SRC_RUN_BLOCKS_H_

#include <cstddef>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

namespace collision2d::python {

// What every call that may take long accepts.
struct CallOptions {
  int threads = 1;
  // Shows a bar of tqdm.
  bool progress = false;
};

// The work of a call, which can be divided into ranges of its items: poses, trajectories,
// candidates.
struct DividedWork {
  const char* name;  // The function that was called.
  size_t items;
  // About how long an item takes, ns. A range is some milliseconds of work.
  double item_ns;
  // Checks the arguments of all items, so that nothing is written if there is an error, and errors
  // have the caller's indices. Not called if all items are one range, which the call checks itself.
  absl::FunctionRef<absl::Status()> check;
  // Does the items begin, ..., end - 1. Called without the GIL, from any thread.
  absl::FunctionRef<absl::Status(size_t begin, size_t end)> run;
};

// Does all of the work without the GIL; between ranges looks for signals, so that KeyboardInterrupt
// ends it within some tens of milliseconds. Errors: ValueError for threads beyond [1, 1024]; what
// `check` and `run` return; what a signal's handler raises. Called with the GIL held.
void RunBlocks(const DividedWork& work, const CallOptions& options);

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_RUN_BLOCKS_H_
