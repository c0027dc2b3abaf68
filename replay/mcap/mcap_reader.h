// Reads the messages of MCAP files, front to back, and checks the files in passing.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"
#include "replay/mcap/mcap_format.h"

namespace collision2d::planner {

struct McapSchema {
  std::string name, encoding, data;
};

struct McapChannel {
  uint16_t schema_id = 0;  // 0: none.
  std::string topic, message_encoding;
  std::map<std::string, std::string> metadata;
};

struct McapMessage {
  uint16_t channel_id = 0;
  uint32_t sequence = 0;
  uint64_t log_time_ns = 0;
  uint64_t publish_time_ns = 0;
  absl::string_view data;  // Until the next call.
  int64_t index = 0;       // Among the messages of the file.
  // Where the record begins in the file; for a message in a chunk, where the chunk begins.
  int64_t offset_bytes = 0;
};

// Reads a file once, so that it may be a pipe. Memory: the largest record (a chunk), which is
// allocated as its bytes arrive, and its content, schemas and channels, 24 bytes for each chunk,
// and the summary. Chunks may be compressed by zstd or lz4 (UnpackChunk).
//
// Checked are the framing, the CRCs that are not 0, and that channels and schemas are there and
// unambiguous. What indexes and the summary say is not checked against the messages. A file that
// can be read anywhere, and whose index says that some chunks have no wanted messages, is read by
// the index: the summary, and the other chunks.
class McapReader {
 public:
  using WantedSchema = std::function<bool(const McapSchema&)>;

  // `source` names the file in errors. Messages of the schemas that are not wanted may be left out;
  // null: all are wanted. REQUIRES: `input` outlives the reader.
  McapReader(std::istream& input, std::string source, WantedSchema is_wanted = nullptr)
      : input_(input), source_(std::move(source)), is_wanted_(std::move(is_wanted)) {}

  // Returns true if `message` holds the next message, false at the end.
  // Errors (DataLoss), as "FILE: Chunk at byte 1204: uncompressed_crc: ...": whatever is wrong,
  // also that the file is cut. All messages before it have been returned, except those of a chunk
  // that is wrong itself; every later call returns the same error.
  absl::StatusOr<bool> Next(McapMessage* message);

  // Those that were read so far.
  const std::map<uint16_t, McapSchema>& schemas() const { return schemas_; }
  const std::map<uint16_t, McapChannel>& channels() const { return channels_; }
  const std::multimap<std::string, std::map<std::string, std::string>>& metadata() const { return metadata_; }

  // Attachments and records of unknown opcodes, which are passed over.
  int64_t attachments() const { return attachments_; }
  int64_t unknown_records() const { return unknown_records_; }

  // Chunks that are left out since the index says that nothing in them is wanted. If there are any,
  // what is in no chunk is not read: metadata, attachments.
  int64_t chunks_left_out() const { return chunks_left_out_; }

  // Where in the file the next byte is.
  int64_t bytes_read() const { return offset_bytes_; }

 private:
  // Where a chunk is.
  struct Place {
    uint64_t offset, length;
  };

  absl::Status Fail(absl::string_view record, int64_t offset_bytes, absl::string_view what);
  absl::Status Read(uint64_t size, std::string* bytes);
  absl::Status Begin();
  void ReadIndex();
  std::string ReadSummary();
  absl::Status TakeIndex(absl::string_view summary, std::vector<Place>* wanted);
  absl::Status TakeChunkIndex(absl::string_view content, std::vector<Place>* wanted);
  absl::Status ReadRecord();
  absl::Status TakeRecord(McapOp op, absl::string_view content, bool is_in_chunk);
  absl::Status TakeChunk(absl::string_view content);
  absl::Status TakeMessage(absl::string_view content);
  absl::Status NextInChunk();
  absl::Status CheckEnd();

  std::istream& input_;
  std::string source_;
  WantedSchema is_wanted_;
  absl::Status status_;
  bool has_begun_ = false;
  bool is_done_ = false;
  int64_t offset_bytes_ = 0;
  uint32_t data_crc_ = 0;
  int64_t record_offset_bytes_ = 0;
  std::string record_;         // The content of the present record of the file.
  std::string unpacked_;       // Of a compressed chunk.
  absl::string_view records_;  // What is left of the records of the present chunk, in one of these.
  const char* records_begin_ = nullptr;
  uint64_t chunk_start_ns_ = 0, chunk_end_ns_ = 0;
  bool is_in_chunk_ = false;
  McapMessage message_;
  bool has_message_ = false;
  uint64_t messages_ = 0;
  std::vector<Place> to_read_;  // By the index; the last one first.
  int64_t chunks_left_out_ = 0;
  std::map<std::pair<McapOp, uint16_t>, std::string> contents_;  // Of the records of schemas and channels.
  std::map<uint16_t, McapSchema> schemas_;
  std::map<uint16_t, McapChannel> channels_;
  std::multimap<std::string, std::map<std::string, std::string>> metadata_;
  int64_t attachments_ = 0;
  int64_t unknown_records_ = 0;
};

// Returns an error that names what is wrong if a schema of encoding "protobuf" is no
// FileDescriptorSet, or lacks an import or the message that the schema is named after.
absl::Status CheckProtobufSchema(const McapSchema& schema);

}  // namespace collision2d::planner
