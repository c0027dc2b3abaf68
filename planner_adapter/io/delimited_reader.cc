#include "planner_adapter/io/delimited_reader.h"

#include <limits>
#include <optional>
#include <utility>

#include "absl/base/macros.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "planner_adapter/io/parse_message.h"

namespace collision2d::planner {

DelimitedReader::DelimitedReader(std::istream& input, std::string source, int64_t max_record_bytes)
    : input_(input), stream_(&input), source_(std::move(source)), max_record_bytes_(max_record_bytes) {
  ABSL_ASSERT(max_record_bytes <= kMaxRecordBytes);
}

absl::StatusOr<bool> DelimitedReader::Next(google::protobuf::Message& message) {
  if (!waiting_.empty()) {
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    record_index_ = next.index;
    record_ = std::move(next.bytes);
    if (!next.damage.ok()) return next.damage;
    message.ParseFromString(record_);
    return true;
  }
  if (!status_.ok()) return status_;
  const Frame frame = ReadRecord(message);
  record_index_ = frame_index_;
  record_.clear();
  if (frame.kind == Frame::kEnd) return false;
  if (frame.kind == Frame::kLost) return status_ = Damage(frame.damage);
  if (frame.kind == Frame::kDamaged) return ReadPastDamage(message, frame.damage);
  record_ = std::move(frame_);
  return true;
}

absl::StatusOr<bool> DelimitedReader::Skip() {
  if (!waiting_.empty()) {
    record_index_ = waiting_.front().index;
    record_.clear();
    waiting_.pop_front();
    return true;
  }
  if (!status_.ok()) return status_;
  const Frame frame = ReadFrame(/*keep_bytes=*/false);
  record_index_ = frame_index_;
  record_.clear();
  if (frame.kind == Frame::kLost) return status_ = Damage(frame.damage);
  return frame.kind != Frame::kEnd;
}

// Reads on behind a damaged record until the framing is confirmed; returns the first record's
// error.
absl::Status DelimitedReader::ReadPastDamage(google::protobuf::Message& message, const std::string& first_damage) {
  const absl::Status first = Damage(first_damage);
  const auto lose_rest = [&](const std::string& why) {
    waiting_.clear();
    return status_ = absl::DataLossError(absl::StrCat(first.message(), "; the rest is not read: ", why));
  };
  for (int damaged = 1; damaged <= kMaxDamagedRecordsInARow; ++damaged) {
    const Frame frame = ReadRecord(message);
    if (frame.kind == Frame::kEnd) return first;
    if (frame.kind == Frame::kLost) {
      return lose_rest(absl::StrCat("at byte ", frame_begin_bytes_, " ", frame.damage));
    }
    if (frame.kind == Frame::kRecord) {
      waiting_.push_back({frame_index_, std::move(frame_), absl::OkStatus()});
      return first;
    }
    waiting_.push_back({frame_index_, "", Damage(frame.damage)});
  }
  return lose_rest(absl::StrCat("the ", kMaxDamagedRecordsInARow, " records behind it are damaged too"));
}

// Reads a frame and parses its record.
DelimitedReader::Frame DelimitedReader::ReadRecord(google::protobuf::Message& message) {
  const Frame frame = ReadFrame(/*keep_bytes=*/true);
  if (frame.kind != Frame::kRecord) return frame;
  const google::protobuf::Descriptor& type = *message.GetDescriptor();
  const std::optional<std::string> mistake = FindWireError(frame_, type);
  if (!mistake.has_value() && message.ParseFromString(frame_)) return frame;
  return {Frame::kDamaged, absl::StrCat(frame_.size(), " bytes that are not a binary ", type.full_name(), ": ",
                                        mistake.value_or("the parser refuses them"))};
}

DelimitedReader::Frame DelimitedReader::ReadFrame(bool keep_bytes) {
  frame_begin_bytes_ = stream_.ByteCount();
  ++frame_index_;
  // One per record, since it counts bytes in an int and a stream may be longer. Its destructor
  // returns unused bytes.
  google::protobuf::io::CodedInputStream coded(&stream_);
  // The position after a failed varint does not distinguish the end of the stream from ten bytes
  // that are not a varint.
  const void* next_bytes = nullptr;
  int next_size = 0;
  if (!coded.GetDirectBufferPointer(&next_bytes, &next_size)) {
    if (input_.bad()) return {Frame::kLost, "reading failed"};
    return {Frame::kEnd, ""};
  }
  uint64_t length = 0;
  if (!coded.ReadVarint64(&length)) {
    if (input_.bad()) return {Frame::kLost, "reading failed"};
    return {Frame::kLost, "the stream ends within the record's length, or that is no varint"};
  }
  if (length == 0) return {Frame::kDamaged, "the record's length is 0"};
  return ReadContent(coded, length, keep_bytes);
}

DelimitedReader::Frame DelimitedReader::ReadContent(google::protobuf::io::CodedInputStream& coded, uint64_t length,
                                                    bool keep_bytes) {
  const std::string beyond =
      absl::StrCat("the record's length, ", length, " bytes, is beyond the limit of ", max_record_bytes_);
  // Protobuf writes no longer message.
  if (length > static_cast<uint64_t>(std::numeric_limits<int32_t>::max())) return {Frame::kLost, beyond};
  const bool is_too_long = length > static_cast<uint64_t>(max_record_bytes_);
  const int prefix_bytes = coded.CurrentPosition();
  const int size = static_cast<int>(length);
  // Without a limit on the coded stream, ReadString grows the string as bytes come in.
  const bool is_whole = keep_bytes && !is_too_long ? coded.ReadString(&frame_, size) : coded.Skip(size);
  if (is_whole && is_too_long) return {Frame::kDamaged, beyond};
  if (is_whole) return {Frame::kRecord, ""};
  if (input_.bad()) return {Frame::kLost, "reading failed"};
  if (is_too_long) return {Frame::kLost, absl::StrCat(beyond, ", and beyond the end of the stream")};
  return {Frame::kLost, absl::StrCat("truncated: its length is ", length, " bytes, but ",
                                     stream_.ByteCount() - frame_begin_bytes_ - prefix_bytes, " are left")};
}

absl::Status DelimitedReader::Damage(const std::string& what) const {
  return absl::DataLossError(
      absl::StrCat(source_, ": record ", frame_index_, " at byte ", frame_begin_bytes_, ": ", what));
}

}  // namespace collision2d::planner
