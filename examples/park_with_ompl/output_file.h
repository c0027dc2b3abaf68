#pragma once

#include <fstream>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace examples {

// Opens the file that a flag names for writing; with an empty path the stream stays closed. Under
// `bazel run` a relative path is relative to where bazel was called. Errors: it cannot be written;
// the message names the flag.
absl::StatusOr<std::ofstream> OpenForWriting(absl::string_view flag, const std::string& path);

}  // namespace examples
