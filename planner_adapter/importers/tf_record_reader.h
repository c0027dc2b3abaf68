// TFRecord: the framing of records with masked checksums.
#pragma once

#include <cstdint>
#include <istream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace collision2d::planner {

// Returns the CRC-32C as TFRecord stores it: rotated, and with a constant added.
uint32_t MaskedCrc32c(absl::string_view bytes);

// Reads a file of records one after the other: for each its length (u64, little-endian), the masked
// CRC-32C of these 8 bytes, the data, and its masked CRC-32C. Memory: that of a record, allocated
// as its bytes arrive.
class TfRecordReader {
 public:
  // `source` names the file in errors. REQUIRES: `input` outlives the reader.
  TfRecordReader(std::istream& input, std::string source) : input_(input), source_(std::move(source)) {}

  // Returns true if record() holds the next record, false at the end of the file.
  // Errors (DataLoss), beginning with Where():
  // - The record is passed over: the checksum of its data is wrong, or it is longer than
  //   kMaxSceneBytes.
  // - The rest is lost (is_lost): the file ends within the record; the checksum of its length is
  //   wrong. Every later call returns the same error.
  absl::StatusOr<bool> Next();

  bool is_lost() const { return !lost_.ok(); }
  const std::string& record() const { return record_; }
  int64_t bytes_read() const { return bytes_read_; }

  // Returns the current record's name: "a.tfrecord: record 3 at byte 1204".
  std::string Where() const;

 private:
  absl::Status Lose(absl::string_view why);
  // Both return false where the file ends before.
  bool ReadBytes(uint64_t size, std::string& bytes);
  bool PassOver(uint64_t size);

  std::istream& input_;
  std::string source_;
  std::string record_;
  int64_t index_ = -1;
  int64_t begin_ = 0;
  int64_t bytes_read_ = 0;
  absl::Status lost_;
};

}  // namespace collision2d::planner
