#ifndef COLLISION2D_CAPTURE_TOOL_TESTING_EXAMPLE_CAPTURE_H_
#define COLLISION2D_CAPTURE_TOOL_TESTING_EXAMPLE_CAPTURE_H_

#include <string>

#include "absl/status/status.h"

namespace collision2d {

// A capture to try the tools with: queries of every kind on random pairs, in contact and apart, of
// which a ring of 256 slots keeps those that trigger. Errors: those of DumpCapture.
absl::Status DumpExample(const std::string& path);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_TOOL_TESTING_EXAMPLE_CAPTURE_H_
