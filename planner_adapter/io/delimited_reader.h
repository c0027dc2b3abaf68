#ifndef COLLISION2D_PLANNER_ADAPTER_IO_DELIMITED_READER_H_
#define COLLISION2D_PLANNER_ADAPTER_IO_DELIMITED_READER_H_

#include <cstdint>
#include <istream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/protobuf/io/zero_copy_stream_impl.h"
#include "google/protobuf/message.h"

namespace collision2d::planner {

// Bytes. Protobuf parses messages of less than 2^31; a longer record is treated as damage.
inline constexpr int64_t kMaxRecordBytes = int64_t{1} << 30;

// Reads a stream of messages as protobuf's delimited_message_util writes it: for each message a varint of its length,
// then its bytes. Memory: the current record and its message; memory for a record is not allocated on the strength of
// its length alone, but as its bytes arrive.
class DelimitedReader {
 public:
  // `source` names the stream in errors.
  // REQUIRES: `input` outlives the reader; max_record_bytes <= kMaxRecordBytes.
  DelimitedReader(std::istream& input, std::string source, int64_t max_record_bytes = kMaxRecordBytes);

  // Returns true if `message` holds the next record, false if the stream has ended after a complete record.
  // Errors, naming the record's index and its offset in the stream: the stream ends within a record; a length that is
  // not a varint, is 0, or exceeds max_record_bytes; bytes that are not such a message; a read fails. All records
  // before the damage have then been returned; nothing after it can be trusted, so every later call returns the same
  // error.
  absl::StatusOr<bool> Next(google::protobuf::Message& message);

 private:
  absl::StatusOr<bool> ReadRecord(google::protobuf::Message& message);
  absl::Status Damage(const std::string& what) const;

  std::istream& input_;
  google::protobuf::io::IstreamInputStream stream_;
  std::string source_;
  int64_t max_record_bytes_;
  std::string record_;
  absl::Status status_;
  int64_t record_index_ = 0;
  int64_t record_begin_bytes_ = 0;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IO_DELIMITED_READER_H_
