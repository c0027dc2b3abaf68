#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

// What the process of the tool arranges with the system: its standard descriptors, its memory, and
// how it ends when memory ends or when it is interrupted.
namespace collision2d::planner {

// The exit statuses of the tool besides 0.
inline constexpr int kExitUnusableInput = 1;  // Some input could not be used, or nothing could be sampled for a scene.
inline constexpr int kExitFailed = 2;         // Bad flag, the output cannot be written, or memory has ended.

// Opens standard input, output and error on /dev/null where they are closed, so that no file gets
// their descriptors: what is printed would be written into it. Standard output is opened for
// reading only then: writing to it fails, as it does to a closed one. Call it before anything is
// opened.
void ReserveStandardDescriptors();

// Limits the memory of this process to limit_mb (10^6 bytes), or, if it is 0, to four fifths of the
// machine's: the system does not end the process for what wants more. A lower limit that exists
// already stays. 0 has no effect on a process that has more already, as sanitizers make it.
// Error (InvalidArgument): a negative limit.
absl::Status LimitMemory(int64_t limit_mb);

// Names what is being worked on: a file, or a scene of it. Not while other threads run.
void SetWorkItem(absl::string_view item);

// From this call on, if an allocation fails in any thread, the process prints "replay: out of
// memory: ITEM" to standard error and ends with kExitFailed. Nothing is unwound: files keep what
// was written to them.
void EndWhereMemoryEnds();

// From this call on, SIGINT and SIGTERM print what an interrupted run leaves, before they end the
// process.
void NameInterruptions();

}  // namespace collision2d::planner
