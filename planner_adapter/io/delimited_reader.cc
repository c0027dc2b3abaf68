#include "planner_adapter/io/delimited_reader.h"

#include <cstdint>
#include <istream>
#include <string>
#include <utility>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/message.h"

namespace collision2d::planner {

DelimitedReader::DelimitedReader(std::istream& input, std::string source, int64_t max_record_bytes)
    : input_(input), stream_(&input), source_(std::move(source)), max_record_bytes_(max_record_bytes) {
  ABSL_ASSERT(max_record_bytes <= kMaxRecordBytes);
}

absl::StatusOr<bool> DelimitedReader::Next(google::protobuf::Message& message) {
  if (!status_.ok()) return status_;
  absl::StatusOr<bool> found = ReadRecord(message);
  if (!found.ok()) status_ = found.status();
  if (found.ok() && *found) ++record_index_;
  return found;
}

absl::StatusOr<bool> DelimitedReader::ReadRecord(google::protobuf::Message& message) {
  record_begin_bytes_ = stream_.ByteCount();
  // One per record, since it counts bytes in an int and a stream may be longer. Its destructor returns unused bytes.
  google::protobuf::io::CodedInputStream coded(&stream_);
  // The position after a failed varint does not distinguish the end of the stream from ten bytes that are not a varint.
  const void* next_bytes = nullptr;
  int next_size = 0;
  if (!coded.GetDirectBufferPointer(&next_bytes, &next_size)) {
    if (input_.bad()) return Damage("reading failed");
    return false;
  }
  uint64_t length = 0;
  if (!coded.ReadVarint64(&length)) {
    if (input_.bad()) return Damage("reading failed");
    return Damage("the stream ends within the record's length, or that is no varint");
  }
  if (length == 0) return Damage("the record's length is 0");
  if (length > static_cast<uint64_t>(max_record_bytes_)) {
    return Damage(absl::StrCat("the record's length, ", length, " bytes, is beyond the limit of ", max_record_bytes_));
  }
  const int prefix_bytes = coded.CurrentPosition();
  // Without a limit on the coded stream, ReadString grows the string as bytes come in.
  if (!coded.ReadString(&record_, static_cast<int>(length))) {
    if (input_.bad()) return Damage("reading failed");
    return Damage(absl::StrCat("truncated: its length is ", length, " bytes, but ",
                               stream_.ByteCount() - record_begin_bytes_ - prefix_bytes, " are left"));
  }
  if (!message.ParseFromString(record_)) {
    return Damage(absl::StrCat(length, " bytes that are not a binary ", message.GetDescriptor()->full_name()));
  }
  return true;
}

absl::Status DelimitedReader::Damage(const std::string& what) const {
  return absl::DataLossError(
      absl::StrCat(source_, ": record ", record_index_, " at byte ", record_begin_bytes_, ": ", what));
}

}  // namespace collision2d::planner
