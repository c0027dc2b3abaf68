// Records one after the other in a file, by the framings of the formats that are read.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace collision2d::planner {

// Bytes. Protobuf parses messages of less than 2^31; a longer record is treated as damage.
inline constexpr int64_t kMaxRecordBytes = int64_t{1} << 30;

// What is around the bytes of each record. Numbers are little-endian.
enum class Framing {
  kVarint,    // Before it its length as a varint, as protobuf's delimited_message_util writes it.
  kWord,      // Before it its length in 4 bytes (ASAM OSI).
  kTfRecord,  // Before it its length in 8 bytes and the masked CRC-32C of these; behind it its own.
};

// Returns the CRC-32C as TFRecord stores it: rotated, and with a constant added.
uint32_t MaskedCrc32c(absl::string_view bytes);

// Returns whether the bytes begin with a TFRecord: its length has the right checksum.
bool IsTfRecord(absl::string_view first_bytes);

// Reads a file record by record. Memory: that of a record, which is not allocated on the strength
// of its length alone, but as its bytes arrive.
class RecordStream {
 public:
  // `source` names the file in errors. REQUIRES: `input` outlives the stream.
  RecordStream(std::istream& input, std::string source, Framing framing, int64_t max_record_bytes = kMaxRecordBytes)
      : input_(input), source_(std::move(source)), framing_(framing), max_record_bytes_(max_record_bytes) {}

  // Returns true if record() holds the next record, false at the end of the file.
  // Errors (DataLoss), beginning with Where():
  // - The record is passed over: a length beyond max_record_bytes, or of 0 as a varint; the wrong
  //   checksum of its data.
  // - The rest is lost (is_lost): the file ends within the record; a length that is no varint, has
  //   the wrong checksum or, without one, is beyond 2^31; a read fails. Every later call returns
  //   the same error.
  absl::StatusOr<bool> Next() { return Read(/*is_kept=*/true); }

  // Passes over the next record, damaged or not, by its length alone. Returns false at the end.
  // Errors: those of a lost rest.
  absl::StatusOr<bool> Skip();

  bool is_lost() const { return !lost_.ok(); }

  // Of the current record: its bytes, its index, where it begins, and its name, as "a.tfrecord:
  // record 3 at byte 1204".
  std::string& record() { return record_; }
  int64_t index() const { return index_; }
  int64_t begin_bytes() const { return begin_bytes_; }
  std::string Where() const;

  // Bytes of the file that are consumed.
  int64_t bytes_read() const { return bytes_read_; }

  // Returns an error of the current record. mistake() is what was wrong with the last such one.
  absl::Status Damage(const std::string& what);
  const std::string& mistake() const { return mistake_; }

 private:
  absl::StatusOr<bool> Read(bool is_kept);
  absl::Status ReadLength(uint64_t* length);
  absl::Status Lose(const std::string& what);
  // Both return whether the file has so many bytes more.
  bool Take(uint64_t size, std::string* bytes);
  bool PassOver(uint64_t size);

  std::istream& input_;
  const std::string source_;
  const Framing framing_;
  const int64_t max_record_bytes_;
  std::string record_;
  int64_t index_ = -1;
  int64_t begin_bytes_ = 0;
  int64_t bytes_read_ = 0;
  std::string mistake_;
  absl::Status lost_;
};

}  // namespace collision2d::planner
