#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_MEMORY_LIMIT_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_MEMORY_LIMIT_H_

#include <cstdint>

#include "absl/status/status.h"

namespace collision2d::planner {

// Limits the memory of this process to limit_mb (10^6 bytes), or, if it is 0, to four fifths of the machine's: what
// wants more gets std::bad_alloc, and the system does not end the process. A lower limit that exists already stays. 0 has
// no effect on a process that has more already, as sanitizers make it.
// Error (InvalidArgument): a negative limit.
absl::Status LimitMemory(int64_t limit_mb);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_MEMORY_LIMIT_H_
