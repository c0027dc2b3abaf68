#ifndef COLLISION2D_CAPTURE_DUMP_CAPTURE_H_
#define COLLISION2D_CAPTURE_DUMP_CAPTURE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "collision2d/capture/capture_ring.h"

namespace collision2d {

// The records of a ring as a file, the oldest first, and what was lost (docs/capture.md has the
// format). Recorders may go on on other threads: a record that is being written, or is replaced in
// the meantime, counts as replaced; what is claimed after the beginning is neither in the file nor
// counted. Allocates.
std::vector<uint8_t> CaptureBytes(CaptureRing* ring);

// Writes them to a file: first to PATH.partial, which takes the name PATH when it is on the disk,
// so that PATH is complete or as it was before. Errors (Unavailable, naming the path and the
// reason): the file cannot be written, or PATH or PATH.partial is a link, a device or anything but
// a regular file.
absl::Status DumpCapture(CaptureRing* ring, const std::string& path);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_DUMP_CAPTURE_H_
