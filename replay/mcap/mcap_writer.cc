#include "replay/mcap/mcap_writer.h"

#include <algorithm>
#include <cstddef>

#include "absl/container/flat_hash_set.h"
#include "collision2d/io/crc32.h"
#include "google/protobuf/descriptor.h"
#include "replay/mcap/mcap_format.h"

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

void McapWriter::Put(absl::string_view bytes) {
  offset_ += bytes.size();
  data_crc_ = Crc32(bytes, data_crc_);
  if (status_.ok()) status_ = sink_(bytes);
}

void McapWriter::Begin(absl::string_view library) {
  std::string content;
  AppendText("", &content);
  AppendText(library, &content);
  std::string bytes(kMcapMagic);
  AppendRecord(McapOp::kHeader, content, &bytes);
  Put(bytes);
}

int McapWriter::AddChannel(absl::string_view topic, absl::string_view type,
                           const google::protobuf::FileDescriptorSet& files) {
  const auto [schema, is_new] = schemas_.try_emplace(std::string(type), static_cast<uint16_t>(schemas_.size() + 1));
  std::string content;
  Channel channel;
  if (is_new) {
    AppendMcapNumber(schema->second, &content);
    for (const absl::string_view text : {type, absl::string_view("protobuf")}) AppendText(text, &content);
    AppendText(files.SerializeAsString(), &content);
    AppendRecord(McapOp::kSchema, content, &channel.record);
    schema_records_ += channel.record;
  }
  content.clear();
  AppendMcapNumber(static_cast<uint16_t>(channels_.size()), &content);
  AppendMcapNumber(schema->second, &content);
  for (const absl::string_view text : {topic, absl::string_view("protobuf"), absl::string_view()})
    AppendText(text, &content);
  AppendRecord(McapOp::kChannel, content, &channel.record);
  AppendRecord(McapOp::kChannel, content, &channel_records_);
  channels_.push_back(std::move(channel));
  return static_cast<int>(channels_.size()) - 1;
}

void McapWriter::Write(int channel, uint64_t time_ns, absl::string_view message) {
  // The channel that has the schema may have no message before this one.
  for (int i = 0; i <= channel; ++i) {
    Channel& before = channels_[static_cast<size_t>(i)];
    if (!std::exchange(before.is_written, true)) chunk_ += before.record;
  }
  Channel& to = channels_[static_cast<size_t>(channel)];
  to.index.push_back({time_ns, chunk_.size()});
  chunk_.push_back(static_cast<char>(McapOp::kMessage));
  AppendMcapNumber(uint64_t{22 + message.size()}, &chunk_);
  AppendMcapNumber(static_cast<uint16_t>(channel), &chunk_);
  AppendMcapNumber(static_cast<uint32_t>(to.messages++), &chunk_);
  AppendMcapNumber(time_ns, &chunk_);
  AppendMcapNumber(time_ns, &chunk_);
  chunk_.append(message.data(), message.size());
  const auto extend = [time_ns](bool is_first, uint64_t* start_ns, uint64_t* end_ns) {
    *start_ns = is_first ? time_ns : std::min(*start_ns, time_ns);
    *end_ns = is_first ? time_ns : std::max(*end_ns, time_ns);
  };
  extend(chunk_messages_++ == 0, &chunk_start_ns_, &chunk_end_ns_);
  extend(messages_++ == 0, &first_ns_, &last_ns_);
  if (chunk_.size() >= kChunkBytes) EndChunk();
}

void McapWriter::EndChunk() {
  if (chunk_messages_ == 0) return;
  const uint64_t size = chunk_.size();
  std::string head, place, indexes;
  // Start, end, size, CRC, the compression as a text of length 0, size.
  const uint64_t content_size = 8 + 8 + 8 + 4 + 4 + 8 + size;
  head.push_back(static_cast<char>(McapOp::kChunk));
  for (const uint64_t number : {content_size, chunk_start_ns_, chunk_end_ns_, size}) AppendMcapNumber(number, &head);
  AppendMcapNumber(Crc32(chunk_), &head);
  AppendText("", &head);
  AppendMcapNumber(size, &head);
  const uint64_t chunk_size = head.size() + size;
  std::vector<std::pair<uint16_t, uint64_t>> offsets;
  for (size_t i = 0; i < channels_.size(); ++i) {
    if (channels_[i].index.empty()) continue;
    offsets.push_back({static_cast<uint16_t>(i), offset_ + chunk_size + indexes.size()});
    std::string content;
    AppendMcapNumber(offsets.back().first, &content);
    AppendRecord(McapOp::kMessageIndex, content + NumberMap(channels_[i].index), &indexes);
    channels_[i].index.clear();
  }
  for (const uint64_t number : {chunk_start_ns_, chunk_end_ns_, offset_, chunk_size}) AppendMcapNumber(number, &place);
  place += NumberMap(offsets);
  AppendMcapNumber(uint64_t{indexes.size()}, &place);
  AppendText("", &place);
  AppendMcapNumber(size, &place);
  AppendMcapNumber(size, &place);
  AppendRecord(McapOp::kChunkIndex, place, &chunk_indexes_);
  ++chunks_;
  for (const std::string* const bytes : {&head, &chunk_, &indexes}) Put(*bytes);
  chunk_.clear();
  chunk_messages_ = 0;
}

void McapWriter::WriteMetadata(absl::string_view name, const std::map<std::string, std::string>& content) {
  std::string pairs, fields, bytes, place;
  for (const auto& [key, value] : content) {
    AppendText(key, &pairs);
    AppendText(value, &pairs);
  }
  AppendText(name, &fields);
  AppendText(pairs, &fields);
  AppendRecord(McapOp::kMetadata, fields, &bytes);
  AppendMcapNumber(offset_, &place);
  AppendMcapNumber(uint64_t{bytes.size()}, &place);
  AppendText(name, &place);
  AppendRecord(McapOp::kMetadataIndex, place, &metadata_indexes_);
  ++metadata_;
  Put(bytes);
}

// The summary, its offsets and the footer.
std::string McapWriter::Summary() const {
  std::vector<std::pair<uint16_t, uint64_t>> counts;
  for (size_t i = 0; i < channels_.size(); ++i) counts.push_back({static_cast<uint16_t>(i), channels_[i].messages});
  std::string content, statistics, summary, offsets;
  AppendMcapNumber(messages_, &content);
  AppendMcapNumber(static_cast<uint16_t>(schemas_.size()), &content);
  const uint32_t attachments = 0;
  for (const uint32_t count : {static_cast<uint32_t>(channels_.size()), attachments, metadata_, chunks_}) {
    AppendMcapNumber(count, &content);
  }
  AppendMcapNumber(first_ns_, &content);
  AppendMcapNumber(last_ns_, &content);
  AppendRecord(McapOp::kStatistics, content + NumberMap(counts), &statistics);
  const std::string* const groups[] = {&schema_records_, &channel_records_, &statistics, &metadata_indexes_,
                                       &chunk_indexes_};
  for (const std::string* const group : groups) {
    if (group->empty()) continue;
    std::string place = group->substr(0, 1);
    AppendMcapNumber(uint64_t{offset_ + summary.size()}, &place);
    AppendMcapNumber(uint64_t{group->size()}, &place);
    AppendRecord(McapOp::kSummaryOffset, place, &offsets);
    summary += *group;
  }
  const uint64_t offsets_begin = offset_ + summary.size();
  summary += offsets;
  summary.push_back(static_cast<char>(McapOp::kFooter));
  for (const uint64_t number : {uint64_t{20}, offset_, offsets_begin}) AppendMcapNumber(number, &summary);
  AppendMcapNumber(Crc32(summary), &summary);
  return summary;
}

void McapWriter::Finish() {
  EndChunk();
  std::string content, end;
  AppendMcapNumber(data_crc_, &content);
  AppendRecord(McapOp::kDataEnd, content, &end);
  Put(end);
  Put(Summary());
  Put(kMcapMagic);
}

}  // namespace collision2d::planner
