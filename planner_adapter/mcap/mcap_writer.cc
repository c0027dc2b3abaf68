#include "planner_adapter/mcap/mcap_writer.h"

#include <algorithm>
#include <cstddef>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "planner_adapter/mcap/mcap_format.h"

namespace collision2d::planner {
namespace {

constexpr size_t kChunkBytes = size_t{1} << 20;

void AppendText(absl::string_view text, std::string* bytes) {
  AppendMcapNumber(static_cast<uint32_t>(text.size()), bytes);
  bytes->append(text.data(), text.size());
}

void AppendRecord(McapOp op, absl::string_view content, std::string* bytes) {
  bytes->push_back(static_cast<char>(op));
  AppendMcapNumber(uint64_t{content.size()}, bytes);
  bytes->append(content.data(), content.size());
}

// Adds a file after those that it imports, each once.
void AddFile(const google::protobuf::FileDescriptor& file,
             absl::flat_hash_set<const google::protobuf::FileDescriptor*>& added,
             google::protobuf::FileDescriptorSet& files) {
  if (!added.insert(&file).second) return;
  for (int i = 0; i < file.dependency_count(); ++i) AddFile(*file.dependency(i), added, files);
  file.CopyTo(files.add_file());
}

template <typename Key, typename Value>
std::string NumberMap(const std::vector<std::pair<Key, Value>>& pairs) {
  std::string bytes;
  AppendMcapNumber(static_cast<uint32_t>(pairs.size() * (sizeof(Key) + sizeof(Value))), &bytes);
  for (const auto& [key, value] : pairs) {
    AppendMcapNumber(key, &bytes);
    AppendMcapNumber(value, &bytes);
  }
  return bytes;
}

}  // namespace

google::protobuf::FileDescriptorSet FilesOf(const google::protobuf::Descriptor& type) {
  google::protobuf::FileDescriptorSet files;
  absl::flat_hash_set<const google::protobuf::FileDescriptor*> added;
  AddFile(*type.file(), added, files);
  return files;
}

absl::Status McapWriter::Put(absl::string_view bytes) {
  offset_ += bytes.size();
  data_crc_ = Crc32(data_crc_, bytes);
  return sink_(bytes);
}

absl::Status McapWriter::Begin(absl::string_view library) {
  std::string content;
  AppendText("", &content);
  AppendText(library, &content);
  std::string bytes(kMcapMagic);
  AppendRecord(McapOp::kHeader, content, &bytes);
  return Put(bytes);
}

int McapWriter::AddChannel(absl::string_view topic, const std::string& type,
                           const google::protobuf::FileDescriptorSet& files) {
  Channel channel;
  const auto [schema, is_new] = schemas_.try_emplace(type, static_cast<uint16_t>(schemas_.size() + 1));
  if (is_new) {
    AppendMcapNumber(schema->second, &channel.schema_record);
    AppendText(type, &channel.schema_record);
    AppendText("protobuf", &channel.schema_record);
    AppendText(files.SerializeAsString(), &channel.schema_record);
  }
  AppendMcapNumber(static_cast<uint16_t>(channels_.size()), &channel.record);
  AppendMcapNumber(schema->second, &channel.record);
  AppendText(topic, &channel.record);
  AppendText("protobuf", &channel.record);
  AppendMcapNumber(uint32_t{0}, &channel.record);
  channels_.push_back(std::move(channel));
  return static_cast<int>(channels_.size()) - 1;
}

absl::Status McapWriter::Write(int channel, uint64_t time_ns, absl::string_view message) {
  Channel& to = channels_[static_cast<size_t>(channel)];
  if (!to.is_written) {
    // The channel that has the schema may have no message before this one.
    for (Channel& with_schema : channels_) {
      if (with_schema.is_written || with_schema.schema_record.empty()) continue;
      AppendRecord(McapOp::kSchema, with_schema.schema_record, &chunk_);
      AppendRecord(McapOp::kChannel, with_schema.record, &chunk_);
      with_schema.is_written = true;
    }
    if (!to.is_written) AppendRecord(McapOp::kChannel, to.record, &chunk_);
    to.is_written = true;
  }
  to.index.push_back({time_ns, chunk_.size()});
  chunk_.push_back(static_cast<char>(McapOp::kMessage));
  AppendMcapNumber(uint64_t{22 + message.size()}, &chunk_);
  AppendMcapNumber(static_cast<uint16_t>(channel), &chunk_);
  AppendMcapNumber(static_cast<uint32_t>(to.messages++), &chunk_);
  AppendMcapNumber(time_ns, &chunk_);
  AppendMcapNumber(time_ns, &chunk_);
  chunk_.append(message.data(), message.size());
  chunk_start_ns_ = chunk_messages_ == 0 ? time_ns : std::min(chunk_start_ns_, time_ns);
  chunk_end_ns_ = chunk_messages_ == 0 ? time_ns : std::max(chunk_end_ns_, time_ns);
  first_ns_ = messages_ == 0 ? time_ns : std::min(first_ns_, time_ns);
  last_ns_ = messages_ == 0 ? time_ns : std::max(last_ns_, time_ns);
  ++chunk_messages_;
  ++messages_;
  return chunk_.size() < kChunkBytes ? absl::OkStatus() : EndChunk();
}

absl::Status McapWriter::EndChunk() {
  if (chunk_messages_ == 0) return absl::OkStatus();
  Chunk place = {chunk_start_ns_, chunk_end_ns_, offset_, 0, chunk_.size(), {}, 0};
  // The compression is a text of length 0.
  constexpr size_t kFieldsBytes = 8 + 8 + 8 + 4 + 4 + 8;
  std::string head(1, static_cast<char>(McapOp::kChunk));
  AppendMcapNumber(uint64_t{kFieldsBytes + chunk_.size()}, &head);
  AppendMcapNumber(place.start_ns, &head);
  AppendMcapNumber(place.end_ns, &head);
  AppendMcapNumber(uint64_t{chunk_.size()}, &head);
  AppendMcapNumber(Crc32(0, chunk_), &head);
  AppendText("", &head);
  AppendMcapNumber(uint64_t{chunk_.size()}, &head);
  place.length = head.size() + chunk_.size();
  const uint64_t indexes_begin = place.offset + place.length;
  std::string indexes;
  for (size_t i = 0; i < channels_.size(); ++i) {
    if (channels_[i].index.empty()) continue;
    const uint16_t number = static_cast<uint16_t>(i);
    place.index_offsets.push_back({number, indexes_begin + indexes.size()});
    std::string content;
    AppendMcapNumber(number, &content);
    AppendRecord(McapOp::kMessageIndex, absl::StrCat(content, NumberMap(channels_[i].index)), &indexes);
    channels_[i].index.clear();
  }
  place.index_length = indexes.size();
  absl::Status status = Put(head);
  if (status.ok()) status = Put(chunk_);
  if (status.ok()) status = Put(indexes);
  chunks_.push_back(std::move(place));
  chunk_.clear();
  chunk_messages_ = 0;
  return status;
}

absl::Status McapWriter::WriteMetadata(absl::string_view name, const std::map<std::string, std::string>& content) {
  std::string pairs, fields, bytes;
  for (const auto& [key, value] : content) {
    AppendText(key, &pairs);
    AppendText(value, &pairs);
  }
  AppendText(name, &fields);
  AppendText(pairs, &fields);
  AppendRecord(McapOp::kMetadata, fields, &bytes);
  metadata_.push_back({offset_, bytes.size(), std::string(name)});
  return Put(bytes);
}

// The summary and its offsets, without the footer.
std::string McapWriter::Summary() const {
  std::string summary, offsets;
  const auto add_group = [&](McapOp op, const auto& add_records) {
    const size_t begin = summary.size();
    add_records();
    if (summary.size() == begin) return;
    std::string content(1, static_cast<char>(op));
    AppendMcapNumber(uint64_t{offset_ + begin}, &content);
    AppendMcapNumber(uint64_t{summary.size() - begin}, &content);
    AppendRecord(McapOp::kSummaryOffset, content, &offsets);
  };
  std::vector<std::pair<uint16_t, uint64_t>> counts;
  add_group(McapOp::kSchema, [&] {
    for (const Channel& channel : channels_) {
      if (!channel.schema_record.empty()) AppendRecord(McapOp::kSchema, channel.schema_record, &summary);
    }
  });
  add_group(McapOp::kChannel, [&] {
    for (size_t i = 0; i < channels_.size(); ++i) {
      AppendRecord(McapOp::kChannel, channels_[i].record, &summary);
      if (channels_[i].messages > 0) counts.push_back({static_cast<uint16_t>(i), channels_[i].messages});
    }
  });
  add_group(McapOp::kStatistics, [&] {
    std::string content;
    AppendMcapNumber(messages_, &content);
    AppendMcapNumber(static_cast<uint16_t>(schemas_.size()), &content);
    AppendMcapNumber(static_cast<uint32_t>(channels_.size()), &content);
    AppendMcapNumber(uint32_t{0}, &content);
    AppendMcapNumber(static_cast<uint32_t>(metadata_.size()), &content);
    AppendMcapNumber(static_cast<uint32_t>(chunks_.size()), &content);
    AppendMcapNumber(first_ns_, &content);
    AppendMcapNumber(last_ns_, &content);
    AppendRecord(McapOp::kStatistics, absl::StrCat(content, NumberMap(counts)), &summary);
  });
  add_group(McapOp::kMetadataIndex, [&] {
    for (const MetadataPlace& place : metadata_) {
      std::string content;
      AppendMcapNumber(place.offset, &content);
      AppendMcapNumber(place.length, &content);
      AppendText(place.name, &content);
      AppendRecord(McapOp::kMetadataIndex, content, &summary);
    }
  });
  add_group(McapOp::kChunkIndex, [&] {
    for (const Chunk& chunk : chunks_) {
      std::string content;
      for (const uint64_t number : {chunk.start_ns, chunk.end_ns, chunk.offset, chunk.length}) {
        AppendMcapNumber(number, &content);
      }
      content += NumberMap(chunk.index_offsets);
      AppendMcapNumber(chunk.index_length, &content);
      AppendText("", &content);
      AppendMcapNumber(chunk.records_bytes, &content);
      AppendMcapNumber(chunk.records_bytes, &content);
      AppendRecord(McapOp::kChunkIndex, content, &summary);
    }
  });
  const uint64_t offsets_begin = offset_ + summary.size();
  summary += offsets;
  // The footer's fields but the last, which is the checksum of all this.
  summary.push_back(static_cast<char>(McapOp::kFooter));
  AppendMcapNumber(uint64_t{20}, &summary);
  AppendMcapNumber(offset_, &summary);
  AppendMcapNumber(offsets_begin, &summary);
  AppendMcapNumber(Crc32(0, summary), &summary);
  return summary;
}

absl::Status McapWriter::Finish() {
  absl::Status status = EndChunk();
  std::string content, end;
  AppendMcapNumber(data_crc_, &content);
  AppendRecord(McapOp::kDataEnd, content, &end);
  if (status.ok()) status = Put(end);
  if (status.ok()) status = Put(Summary());
  return status.ok() ? Put(kMcapMagic) : status;
}

}  // namespace collision2d::planner
