#pragma once

#include <string>
#include <vector>

#include "absl/flags/declare.h"
#include "collision2d/capture/tool/replay_records.h"

ABSL_DECLARE_FLAG(std::string, test);
ABSL_DECLARE_FLAG(std::string, picture);

namespace collision2d {

// What tools/capture.sh does with a command and a file; the flags are those of the process. Queries
// are asked again by `answerer`. Returns the exit status: 0; 1 if a record differs or is refused,
// or none is as --keep says; 2 for bad arguments, and what cannot be read or written; 3 for a
// damaged file, of which what precedes the damage was used.
int RunCaptureCommand(const std::vector<std::string>& arguments, const Answerer& answerer);

}  // namespace collision2d
