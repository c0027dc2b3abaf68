// Writes MCAP files of protobuf messages, which Foxglove, Lichtblick, PlotJuggler and Rerun open.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.pb.h"

namespace collision2d::planner {

// Takes the next bytes of a file. After an error nothing more is written.
using McapSink = std::function<absl::Status(absl::string_view)>;

// Returns the file that defines the type, after all that it imports.
google::protobuf::FileDescriptorSet FilesOf(const google::protobuf::Descriptor& type);

// Composes an MCAP file front to back: uncompressed chunks of about a MiB with their message
// indexes, then the summary, with CRCs throughout. Calls: Begin, any, Finish. The first error of
// the sink stays in status().
// Memory: a chunk, and 100 to 1000 bytes for each chunk that has been written.
class McapWriter {
 public:
  explicit McapWriter(McapSink sink) : sink_(std::move(sink)) {}

  void Begin(absl::string_view library);

  // Returns the number of a new channel for messages of this type. Schema and channel are written
  // before the channel's first message. `files` describe the type and all that it imports,
  // dependencies first; types of one name have one description.
  // REQUIRES: fewer than 65,000 channels.
  int AddChannel(absl::string_view topic, absl::string_view type, const google::protobuf::FileDescriptorSet& files);

  // Writes a message that is serialized already; its time is in ns.
  void Write(int channel, uint64_t time_ns, absl::string_view message);

  void WriteMetadata(absl::string_view name, const std::map<std::string, std::string>& content);

  // Ends the present chunk, so that what follows can be read without what precedes it.
  void EndChunk();

  void Finish();

  const absl::Status& status() const { return status_; }

 private:
  struct Channel {
    std::string record;  // With that of its schema before it, if it is the first to have that.
    bool is_written = false;
    uint64_t messages = 0;
    std::vector<std::pair<uint64_t, uint64_t>> index;  // Time and offset of its messages in the chunk.
  };

  void Put(absl::string_view bytes);
  std::string Summary() const;

  McapSink sink_;
  absl::Status status_;
  uint64_t offset_ = 0;
  uint32_t data_crc_ = 0;
  std::string chunk_;
  uint64_t chunk_messages_ = 0, chunk_start_ns_ = 0, chunk_end_ns_ = 0;
  uint64_t messages_ = 0, first_ns_ = 0, last_ns_ = 0;
  uint32_t chunks_ = 0, metadata_ = 0;
  std::map<std::string, uint16_t> schemas_;  // Number of each by its name.
  std::vector<Channel> channels_;
  // Records of the summary.
  std::string schema_records_, channel_records_, metadata_indexes_, chunk_indexes_;
};

}  // namespace collision2d::planner
