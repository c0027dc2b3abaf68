#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_RESOURCE_ERRORS_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_RESOURCE_ERRORS_H_

#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace collision2d::planner {

// Returns what `work` returns, a Status or StatusOr; if memory or another resource of the system is not to be had, the
// error ResourceExhausted. What `work` had begun is undone by its destructors only.
template <typename Work>
auto WithResourceErrors(Work&& work) -> decltype(std::forward<Work>(work)()) {
  try {
    return std::forward<Work>(work)();
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("out of memory");
  } catch (const std::length_error&) {
    return absl::ResourceExhaustedError("out of memory: a list is longer than any memory");
  } catch (const std::system_error& error) {
    return absl::ResourceExhaustedError(absl::StrCat("a resource of the system is not to be had: ", error.what()));
  }
}

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_RESOURCE_ERRORS_H_
