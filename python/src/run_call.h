#pragma once

#include <cstddef>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "collision2d/batch/trajectories.h"

namespace collision2d::python {

// What every call that may take long accepts.
struct CallOptions {
  int threads = 1;
  // Shows a bar of tqdm.
  bool progress = false;
};

// Makes a call of the library without the GIL. Its ParallelFor shares the work among the threads,
// shows the bar, and looks for signals between ranges of some milliseconds, so that
// KeyboardInterrupt ends the call within some tens of milliseconds. `name` is the bar's. Called
// with the GIL held.
// Errors: ValueError for threads beyond [1, 1024]; what `call` returns; what a signal's handler
// raises.
void RunCall(const char* name, const CallOptions& options,
             absl::FunctionRef<absl::Status(const ParallelFor& parallel_for)> call);

// The work of a call that takes no ParallelFor itself: run(begin, end) does some of the items, at
// least `together` at a time if there are as many. Returns one of the errors.
absl::Status RunRanges(size_t items, size_t together, const ParallelFor& parallel_for,
                       absl::FunctionRef<absl::Status(size_t begin, size_t end)> run);

}  // namespace collision2d::python
