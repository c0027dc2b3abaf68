#ifndef COLLISION2D_CAPTURE_READ_CAPTURE_H_
#define COLLISION2D_CAPTURE_READ_CAPTURE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/captured_query.h"

namespace collision2d {

// What a capture file holds, as far as it can be read.
struct CaptureContents {
  std::vector<CaptureRecord> records;
  // Error (DataLoss: "byte N: ..."): the file is damaged or cut off there, or of a later version; `records` are those before that byte, and the counts are 0.
  absl::Status status;
  CaptureCounts counts;

  // Records that were replaced by later ones before they were dumped, or were being written then. 0 unless status is OK.
  uint64_t replaced() const { return status.ok() ? counts.claimed - counts.busy - records.size() : 0; }
};

// Any bytes are legal. O(bytes); allocates at most some 20 times the bytes, whatever sizes they claim.
CaptureContents ReadCapture(absl::Span<const uint8_t> bytes);

// As above. Errors also (NotFound, naming the path and the system's reason): the file cannot be read.
CaptureContents ReadCaptureFile(const std::string& path);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_READ_CAPTURE_H_
