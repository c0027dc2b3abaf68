#pragma once

#include <string>

#include "absl/status/status.h"

namespace collision2d {

// A capture to try the tools with: queries of every kind on random pairs, in contact and apart, of
// which a ring of 256 slots keeps those that trigger. Errors: those of DumpCapture.
absl::Status DumpExample(const std::string& path);

}  // namespace collision2d
