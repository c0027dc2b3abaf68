#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace collision2d::bench {

// What the benchmark programs check on their command line. Each function ends the program with
// status 2 and a message on stderr that names the flag, if the value is not legal.

// REQUIRES: `arguments` are what ParseFlags left, the program's name first. Legal:
// nothing else.
void CheckNoArguments(const std::vector<char*>& arguments);

// Legal: positive and finite.
void CheckPositive(absl::string_view flag, double value);

// The list's numbers. Legal: at least one, each from least to most.
std::vector<int> CheckedNumbers(absl::string_view flag, const std::vector<std::string>& list, int least, int most);

// The file, opened for writing; a closed stream if the path is empty. Under `bazel run` a relative
// path is relative to the folder that bazel was called in. Legal: a path that can be written to.
std::ofstream OpenForWriting(absl::string_view flag, const std::string& path);

// Legal: everything so far could be written, or the stream was never opened.
void CheckWritten(absl::string_view flag, std::ofstream* file);

// Ends the program with that message about that flag.
[[noreturn]] void FailFlag(absl::string_view flag, absl::string_view message);

}  // namespace collision2d::bench
