#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_DEADLINE_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_DEADLINE_H_

#include <chrono>
#include <optional>

#include "absl/status/status.h"

namespace collision2d::planner {

// When a computation has to be finished; none: whenever it is.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

// Error (DeadlineExceeded): the deadline has passed.
inline absl::Status CheckDeadline(const Deadline& deadline) {
  if (!deadline.has_value() || std::chrono::steady_clock::now() <= *deadline) return absl::OkStatus();
  return absl::DeadlineExceededError("the deadline has passed");
}

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_DEADLINE_H_
