#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "collision2d/capture/capture_ring.h"

namespace collision2d {

// Returns the records of a ring as a file, the oldest first, with the counts of lost records
// (docs/capture.md has the format). Recorders may continue on other threads: a record that is being
// written, or is replaced in the meantime, counts as replaced. Records claimed after the dump began
// are neither written nor counted. Allocates.
std::vector<uint8_t> CaptureBytes(CaptureRing* ring);

// Writes CaptureBytes to a file: first to PATH.partial, which takes the name PATH when it is on the
// disk, so that PATH is complete or unchanged. Errors (Unavailable, naming the path and the
// reason): the file cannot be written, or PATH or PATH.partial is a link, a device or anything but
// a regular file.
absl::Status DumpCapture(CaptureRing* ring, const std::string& path);

}  // namespace collision2d
