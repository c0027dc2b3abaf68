#pragma once

#include <cstdint>
#include <deque>
#include <istream>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/protobuf/message.h"
#include "replay/io/record_stream.h"

namespace collision2d::planner {

// If this many records in a row are damaged, what follows is not taken for records any more.
inline constexpr int kMaxDamagedRecordsInARow = 100;

// Reads a stream of messages as protobuf's delimited_message_util writes it: a RecordStream of
// Framing::kVarint whose records are messages. Memory: two records and a message.
//
// A damaged record is skipped if the framing around it is intact: its bytes are there, and behind
// it, and behind at most kMaxDamagedRecordsInARow other damaged ones, is a record that can be read,
// or the end of the stream. Otherwise the rest of the stream is lost.
class DelimitedReader {
 public:
  // `source` names the stream in errors.
  // REQUIRES: `input` outlives the reader; max_record_bytes <= kMaxRecordBytes.
  DelimitedReader(std::istream& input, std::string source, int64_t max_record_bytes = kMaxRecordBytes)
      : stream_(input, std::move(source), Framing::kVarint, max_record_bytes) {}

  // Returns true if `message` holds the next record, false if the stream has ended after a complete
  // record.
  // Errors (DataLoss), naming the record's index and its offset in the stream:
  // - The record is skipped; the next call goes on behind it: those of RecordStream, and bytes that
  //   are not such a message, with the field and the byte that is wrong.
  // - The rest is lost (is_lost): those of RecordStream, and a damaged record that cannot be
  //   skipped. Every later call returns the same error.
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
  int64_t bytes_read() const { return stream_.bytes_read(); }

 private:
  // A record between the framing and the caller: a damaged one, or the good one behind it.
  struct Waiting {
    int64_t index = 0;
    std::string bytes;
    absl::Status damage;
  };

  absl::StatusOr<bool> ReadRecord(google::protobuf::Message& message);
  absl::Status ReadPastDamage(google::protobuf::Message& message, const absl::Status& first);

  RecordStream stream_;
  std::string record_;
  int64_t record_index_ = -1;
  std::deque<Waiting> waiting_;
  absl::Status status_;
};

}  // namespace collision2d::planner
