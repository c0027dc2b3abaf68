// The command line of a tool: exit statuses that tell a typo from a finding, and --version.

#pragma once

#include <vector>

namespace collision2d {

// The exit status of a tool that is called wrongly.
inline constexpr int kExitUsage = 2;

// Returns the program's name and the arguments that are not flags, as absl::ParseCommandLine does.
// A flag that is unknown or cannot be parsed ends the process with kExitUsage, where Abseil would
// end it with 1; --help, for short -h, and --version end it with 0, unless a flag beside them is
// unknown. To be called once, before threads start.
std::vector<char*> ParseFlags(int argc, char** argv);

}  // namespace collision2d
