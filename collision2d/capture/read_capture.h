#pragma once

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
// a device that never ends: the reader reads no more than it needs to find an error, and uses at
// most about 20 times kMaxRecordBytes of memory.
class CaptureReader {
 public:
  // Fills the span as far as bytes are left, and returns the number of bytes filled. Returns an
  // error if they cannot be read.
  using Source = std::function<absl::StatusOr<size_t>(absl::Span<uint8_t>)>;

  explicit CaptureReader(Source source) : source_(std::move(source)) {}

  // Error (NotFound, naming the path and the system's reason): the file cannot be opened.
  static absl::StatusOr<CaptureReader> Open(const std::string& path);

  // Reads the next record. Returns false at the end and for an error.
  bool Next(CaptureRecord* record);

  // Returns DataLoss ("byte N: ...") if the file is damaged or truncated there, or of a later
  // version; NotFound if it cannot be read.
  const absl::Status& status() const { return status_; }
  // Returns the number of records read so far.
  uint64_t records() const { return records_; }
  // Returns the ring's counts; all are 0 until the end was read without an error.
  const CaptureCounts& counts() const { return counts_; }
  // Returns the number of records that were replaced by later ones before they were dumped, or were
  // being written then; 0 until the end was read without an error.
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

// The contents of a capture file, as far as it can be read.
struct CaptureContents {
  std::vector<CaptureRecord> records;
  // The status, counts and `replaced` are those of CaptureReader; `records` has the records before
  // an error.
  absl::Status status;
  CaptureCounts counts;
  uint64_t replaced = 0;
};

// Reads all records. Allocates at most about 20 times the bytes, whatever sizes they claim.
// O(bytes).
CaptureContents ReadCapture(absl::Span<const uint8_t> bytes);

// As above. Errors also (NotFound, naming the path and the system's reason): the file cannot be
// read.
CaptureContents ReadCaptureFile(const std::string& path);

}  // namespace collision2d
