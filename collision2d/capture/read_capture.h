#ifndef COLLISION2D_CAPTURE_READ_CAPTURE_H_
#define COLLISION2D_CAPTURE_READ_CAPTURE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/captured_query.h"

namespace collision2d {

// Reads a capture file front to back, record by record. Any bytes are legal, from a file, a pipe or
// a device that never ends: no more is read than is needed to see that something is wrong, and the
// memory is at most about 20 times kMaxRecordBytes.
class CaptureReader {
 public:
  // Fills the span as far as bytes are left, and returns how many it has filled. Error: they cannot
  // be read.
  using Source = std::function<absl::StatusOr<size_t>(absl::Span<uint8_t>)>;

  explicit CaptureReader(Source source) : source_(std::move(source)) {}

  // Error (NotFound, naming the path and the system's reason): the file cannot be opened.
  static absl::StatusOr<CaptureReader> Open(const std::string& path);

  // Reads the next record. Returns false at the end and for an error.
  bool Next(CaptureRecord* record);

  // Error (DataLoss: "byte N: ..."): the file is damaged or cut off there, or of a later version.
  // Error (NotFound): it cannot be read.
  const absl::Status& status() const { return status_; }
  // How many records were read.
  uint64_t records() const { return records_; }
  // All 0 until the end was read without an error.
  const CaptureCounts& counts() const { return counts_; }
  // Records that were replaced by later ones before they were dumped, or were being written then. 0
  // until the end was read without an error.
  uint64_t replaced() const { return counts_.claimed == 0 ? 0 : counts_.claimed - counts_.busy - records_; }

 private:
  // Reads so many bytes, fewer at the end or for an error, behind those in buffer_.
  void Read(size_t size);
  absl::Status ReadHeader();
  absl::Status ReadFrame();
  absl::Status ReadEnd(absl::Span<const uint8_t> record);
  absl::Status ReadOne(CaptureRecord* record);

  Source source_;
  absl::Status source_status_;
  absl::Status status_;
  bool is_at_end_ = false;
  uint64_t offset_ = 0;          // Of the frame that is read, in the file.
  std::vector<uint8_t> buffer_;  // The header, then one frame.
  uint64_t records_ = 0;
  CaptureCounts counts_;
};

// What a capture file holds, as far as it can be read.
struct CaptureContents {
  std::vector<CaptureRecord> records;
  // As those of CaptureReader; `records` are those before an error.
  absl::Status status;
  CaptureCounts counts;
  uint64_t replaced = 0;
};

// Reads all of it. Allocates at most about 20 times the bytes, whatever sizes they claim. O(bytes).
CaptureContents ReadCapture(absl::Span<const uint8_t> bytes);

// As above. Errors also (NotFound, naming the path and the system's reason): the file cannot be
// read.
CaptureContents ReadCaptureFile(const std::string& path);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_READ_CAPTURE_H_
