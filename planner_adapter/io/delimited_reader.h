#pragma once

#include <cstdint>
#include <deque>
#include <istream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl.h"
#include "google/protobuf/message.h"

namespace collision2d::planner {

// Bytes. Protobuf parses messages of less than 2^31; a longer record is treated as damage.
inline constexpr int64_t kMaxRecordBytes = int64_t{1} << 30;

// If this many records in a row are damaged, what follows is not taken for records any more.
inline constexpr int kMaxDamagedRecordsInARow = 100;

// Reads a stream of messages as protobuf's delimited_message_util writes it: for each message a
// varint of its length, then its bytes. Memory: two records and a message; memory for a record is
// not allocated on the strength of its length alone, but as its bytes arrive.
//
// A damaged record is skipped if the framing around it is intact: its bytes are there, and behind
// it, and behind at most kMaxDamagedRecordsInARow other damaged ones, is a record that can be read,
// or the end of the stream. Otherwise the rest of the stream is lost.
class DelimitedReader {
 public:
  // `source` names the stream in errors.
  // REQUIRES: `input` outlives the reader; max_record_bytes <= kMaxRecordBytes.
  DelimitedReader(std::istream& input, std::string source, int64_t max_record_bytes = kMaxRecordBytes);

  // Returns true if `message` holds the next record, false if the stream has ended after a complete
  // record.
  // Errors (DataLoss), naming the record's index and its offset in the stream:
  // - The record is skipped; the next call goes on behind it: a length of 0, or beyond
  //   max_record_bytes; bytes that are not such a message, with the field and the byte that is
  //   wrong.
  // - The rest is lost (is_lost): the stream ends within a record; a length that is not a varint,
  //   or beyond 2^31; a damaged record that cannot be skipped; a read fails. Every later call
  //   returns the same error.
  absl::StatusOr<bool> Next(google::protobuf::Message& message);

  // Passes over the next record, damaged or not, by its length alone. Returns false if the stream
  // has ended.
  // Errors: those of a lost rest, as for Next.
  absl::StatusOr<bool> Skip();

  // True after an error that ends the stream.
  bool is_lost() const { return !status_.ok(); }

  // The record that Next returned or refused last, or that Skip passed: its index, damaged ones
  // counted, and its bytes (none if it was damaged or passed over).
  int64_t record_index() const { return record_index_; }
  const std::string& record() const { return record_; }

  // Bytes of the stream that are consumed.
  int64_t bytes_read() const { return stream_.ByteCount(); }

 private:
  // What the framing holds next.
  struct Frame {
    enum Kind { kEnd, kRecord, kDamaged, kLost };
    Kind kind = kEnd;
    std::string damage;  // Of a damaged record, or of the rest.
  };

  // A record between the framing and the caller: a damaged one, or the good one behind it.
  struct Waiting {
    int64_t index = 0;
    std::string bytes;
    absl::Status damage;
  };

  Frame ReadRecord(google::protobuf::Message& message);
  Frame ReadFrame(bool keep_bytes);
  Frame ReadContent(google::protobuf::io::CodedInputStream& coded, uint64_t length, bool keep_bytes);
  absl::Status ReadPastDamage(google::protobuf::Message& message, const std::string& first_damage);
  absl::Status Damage(const std::string& what) const;

  std::istream& input_;
  google::protobuf::io::IstreamInputStream stream_;
  std::string source_;
  int64_t max_record_bytes_;
  std::string record_;
  int64_t record_index_ = -1;
  // Of the frame that was read last.
  std::string frame_;
  int64_t frame_index_ = -1;
  int64_t frame_begin_bytes_ = 0;
  std::deque<Waiting> waiting_;
  absl::Status status_;
};

}  // namespace collision2d::planner
