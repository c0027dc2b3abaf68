#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace collision2d::bench {

// What main returns for a benchmark program that takes flags only: parses them (an argument that is
// none ends the program, as CheckNoArguments does), and calls run(command), whose argument is for
// MarkdownOrigin: arguments 1, 2, ... with spaces between. `usage` is what --help prints.
int RunProgram(int argc, char** argv, absl::string_view usage, int (*run)(const std::string& command));

}  // namespace collision2d::bench
