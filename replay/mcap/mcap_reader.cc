#include "replay/mcap/mcap_reader.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "collision2d/io/crc32.h"
#include "collision2d/io/text.h"
#include "google/protobuf/descriptor.pb.h"
#include "replay/io/file_bytes.h"
#include "replay/io/parse_message.h"
#include "replay/mcap/unpack_chunk.h"

namespace collision2d::planner {
namespace {

// Bytes. A longer record is taken for damage.
constexpr uint64_t kMaxRecordBytes = uint64_t{1} << 30;

constexpr size_t kFooterBytes = kMcapRecordPrefix + 20;

constexpr const char* kOpNames[] = {"record 0",   "Header",        "Footer",          "Schema",
                                    "Channel",    "Message",       "Chunk",           "MessageIndex",
                                    "ChunkIndex", "Attachment",    "AttachmentIndex", "Statistics",
                                    "Metadata",   "MetadataIndex", "SummaryOffset",   "DataEnd"};

std::string NameOf(McapOp op) {
  const size_t number = static_cast<size_t>(op);
  return number < std::size(kOpNames) ? kOpNames[number] : absl::StrCat("record ", number);
}

// Takes the fields of a record one by one; the first error stays.
class Fields {
 public:
  explicit Fields(absl::string_view bytes) : bytes_(bytes) {}

  absl::string_view Bytes(absl::string_view field, uint64_t size) {
    if (error_.empty() && size > bytes_.size()) {
      error_ = absl::StrCat(field, ": ", size, " bytes are needed, ", bytes_.size(), " are left in the record");
    }
    if (!error_.empty()) return {};
    const absl::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  template <typename Number>
  Number Take(absl::string_view field) {
    const absl::string_view bytes = Bytes(field, sizeof(Number));
    return bytes.empty() ? Number{0} : LoadMcapNumber<Number>(bytes.data());
  }
  std::string Text(absl::string_view field) {
    const absl::string_view text = Bytes(field, Take<uint32_t>(field));
    if (!IsValidUtf8(text)) Fail(absl::StrCat(field, ": not valid UTF-8"));
    return std::string(text);
  }
  std::map<std::string, std::string> TextMap(absl::string_view field) {
    Fields pairs(Bytes(field, Take<uint32_t>(field)));
    std::map<std::string, std::string> map;
    while (pairs.ok() && !pairs.bytes_.empty()) {
      std::string key = pairs.Text(field);
      std::string value = pairs.Text(field);
      if (!pairs.ok()) break;
      if (!map.try_emplace(key, std::move(value)).second)
        Fail(absl::StrCat(field, ": key \"", key, "\" is there twice"));
    }
    Fail(pairs.error_);
    return map;
  }
  // Calls take(fields) for each element of a list.
  template <typename TakeElement>
  void List(absl::string_view field, const TakeElement& take) {
    Fields elements(Bytes(field, Take<uint32_t>(field)));
    while (elements.ok() && !elements.bytes_.empty()) take(elements);
    Fail(elements.error_);
  }

  void Fail(absl::string_view error) {
    if (error_.empty()) error_ = std::string(error);
  }
  void CheckCrc(absl::string_view field, uint32_t stored, uint32_t computed) {
    if (stored == 0 || stored == computed) return;
    Fail(absl::StrCat(field, ": ", absl::Hex(stored, absl::kZeroPad8), ", but the bytes have ",
                      absl::Hex(computed, absl::kZeroPad8)));
  }
  bool ok() const { return error_.empty(); }
  absl::Status status() const { return ok() ? absl::OkStatus() : absl::DataLossError(error_); }
  absl::string_view rest() const { return bytes_; }

 private:
  absl::string_view bytes_;
  std::string error_;
};

absl::Status Refused(absl::string_view what) { return absl::DataLossError(what); }

}  // namespace

absl::Status McapReader::Fail(absl::string_view record, int64_t offset_bytes, absl::string_view what) {
  return absl::DataLossError(absl::StrCat(source_, ": ", record, " at byte ", offset_bytes, ": ", what));
}

absl::Status McapReader::Read(uint64_t size, std::string* bytes) {
  const int64_t got = ReadNext(input_, size, bytes);
  offset_bytes_ += got;
  const uint64_t left = size - static_cast<uint64_t>(got);
  if (left == 0) return absl::OkStatus();
  return Refused(input_.bad() ? "reading failed"
                              : absl::StrCat("cut: the file ends at byte ", offset_bytes_, ", ", left,
                                             " bytes before the record does"));
}

absl::Status McapReader::Begin() {
  std::string magic;
  const absl::Status status = Read(kMcapMagic.size(), &magic);
  if (magic == kMcapMagic) {
    data_crc_ = Crc32(magic);
    if (is_wanted_ != nullptr) ReadIndex();
    return absl::OkStatus();
  }
  if (magic.size() == kMcapMagic.size() && magic.substr(0, 5) == kMcapMagic.substr(0, 5)) {
    return Fail("magic", 0, absl::StrCat("MCAP of version \"", absl::CEscape(magic.substr(5, 1)), "\", not \"0\""));
  }
  return Fail("magic", 0, absl::StrCat("\"", absl::CEscape(magic), "\" is not that of MCAP"));
}

// Plans to read the file by its index. Leaves everything as it was if that is not possible: the
// whole file is read then, which says what is wrong with it.
void McapReader::ReadIndex() {
  if (input_.tellg() != offset_bytes_) return;
  std::vector<Place> wanted;
  if (!TakeIndex(ReadSummary(), &wanted).ok() || chunks_left_out_ == 0) {
    chunks_left_out_ = 0;
    contents_.clear();
    schemas_.clear();
    channels_.clear();
    input_.clear();
    input_.seekg(offset_bytes_);
    return;
  }
  to_read_.assign(wanted.rbegin(), wanted.rend());
}

// Returns the bytes between data section and Footer; none if there are none, or they are damaged.
std::string McapReader::ReadSummary() {
  std::string tail;
  input_.seekg(-static_cast<std::streamoff>(kFooterBytes + kMcapMagic.size()), std::ios::end);
  const int64_t footer_at = input_.tellg();
  ReadNext(input_, kFooterBytes + kMcapMagic.size(), &tail);
  Fields footer(tail);
  footer.Bytes("opcode and length", kMcapRecordPrefix);
  const uint64_t begin = footer.Take<uint64_t>("summary_start");
  footer.Take<uint64_t>("summary_offset_start");
  const uint32_t crc = footer.Take<uint32_t>("summary_crc");
  if (!footer.ok() || footer.rest() != kMcapMagic || static_cast<McapOp>(tail[0]) != McapOp::kFooter) return "";
  if (begin == 0 || begin > static_cast<uint64_t>(footer_at) || footer_at - begin > kMaxRecordBytes) return "";
  std::string summary;
  input_.seekg(static_cast<std::streamoff>(begin));
  ReadNext(input_, footer_at - begin, &summary);
  const bool is_whole = crc == 0 || crc == Crc32(tail.substr(0, kFooterBytes - 4), Crc32(summary));
  return is_whole ? summary : "";
}

// Takes the channels from a summary, and the chunks that may have wanted messages.
absl::Status McapReader::TakeIndex(absl::string_view summary, std::vector<Place>* wanted) {
  while (!summary.empty()) {
    Fields record(summary);
    const McapOp op = static_cast<McapOp>(record.Take<uint8_t>("opcode"));
    const absl::string_view content = record.Bytes("length", record.Take<uint64_t>("length"));
    summary = record.rest();
    absl::Status status = record.status();
    if (status.ok() && (op == McapOp::kSchema || op == McapOp::kChannel)) status = TakeRecord(op, content, true);
    if (status.ok() && op == McapOp::kChunkIndex) status = TakeChunkIndex(content, wanted);
    if (!status.ok()) return status;
  }
  std::sort(wanted->begin(), wanted->end(), [](const Place& a, const Place& b) { return a.offset < b.offset; });
  return absl::OkStatus();
}

absl::Status McapReader::TakeChunkIndex(absl::string_view content, std::vector<Place>* wanted) {
  Fields fields(content);
  fields.Bytes("times", 16);
  const uint64_t offset = fields.Take<uint64_t>("chunk_start_offset");
  const uint64_t length = fields.Take<uint64_t>("chunk_length");
  bool is_indexed = false;
  bool is_wanted = false;
  fields.List("message_index_offsets", [&](Fields& entry) {
    const auto channel = channels_.find(entry.Take<uint16_t>("channel_id"));
    entry.Take<uint64_t>("offset");
    is_indexed = true;
    if (channel == channels_.end()) return entry.Fail("channel_id: there is no such channel");
    const auto schema = schemas_.find(channel->second.schema_id);
    is_wanted = is_wanted || (schema != schemas_.end() && is_wanted_(schema->second));
  });
  if (is_indexed && !is_wanted) {
    ++chunks_left_out_;
  } else {
    wanted->push_back({offset, length});
  }
  return fields.status();
}

absl::StatusOr<bool> McapReader::Next(McapMessage* message) {
  if (status_.ok() && !has_begun_) {
    has_begun_ = true;
    status_ = Begin();
  }
  has_message_ = false;
  while (status_.ok() && !is_done_ && !has_message_) {
    status_ = records_.empty() ? ReadRecord() : NextInChunk();
  }
  if (!status_.ok()) return status_;
  if (has_message_) *message = message_;
  return has_message_;
}

absl::Status McapReader::ReadRecord() {
  if (chunks_left_out_ > 0) {
    is_done_ = to_read_.empty();
    if (is_done_) return absl::OkStatus();
    offset_bytes_ = static_cast<int64_t>(to_read_.back().offset);
    input_.clear();
    input_.seekg(offset_bytes_);
  }
  record_offset_bytes_ = offset_bytes_;
  std::string prefix;
  absl::Status status = Read(kMcapRecordPrefix, &prefix);
  if (!status.ok()) return Fail("record", record_offset_bytes_, status.message());
  const McapOp op = static_cast<McapOp>(prefix[0]);
  const uint64_t length = LoadMcapNumber<uint64_t>(prefix.data() + 1);
  if (chunks_left_out_ > 0) {
    const bool is_chunk = op == McapOp::kChunk && length + kMcapRecordPrefix == to_read_.back().length;
    to_read_.pop_back();
    if (!is_chunk) return Fail("ChunkIndex", record_offset_bytes_, "no such Chunk is here");
  }
  status = length <= kMaxRecordBytes
               ? Read(length, &record_)
               : Refused(absl::StrCat("length: ", length, " bytes are beyond the limit of ", kMaxRecordBytes));
  const bool is_first = record_offset_bytes_ == static_cast<int64_t>(kMcapMagic.size());
  if (status.ok() && is_first != (op == McapOp::kHeader))
    status = Refused("the Header is not the first record, and no other");
  const bool is_end = op == McapOp::kDataEnd;
  // That of the data is over what is before their end.
  if (!is_end) data_crc_ = Crc32(record_, Crc32(prefix, data_crc_));
  if (status.ok()) status = TakeRecord(op, record_, /*is_in_chunk=*/false);
  if (!status.ok()) return Fail(NameOf(op), record_offset_bytes_, status.message());
  if (!is_end) return status;
  is_done_ = true;
  return CheckEnd();
}

absl::Status McapReader::NextInChunk() {
  const uint64_t offset = static_cast<uint64_t>(records_.data() - records_begin_);
  Fields fields(records_);
  const McapOp op = static_cast<McapOp>(fields.Take<uint8_t>("opcode"));
  const absl::string_view content = fields.Bytes("length", fields.Take<uint64_t>("length"));
  records_ = fields.rest();
  absl::Status status = fields.status();
  if (status.ok()) status = op == McapOp::kMessage ? TakeMessage(content) : TakeRecord(op, content, true);
  if (status.ok()) return status;
  return Fail("Chunk", record_offset_bytes_,
              absl::StrCat(NameOf(op), " at byte ", offset, " of its records: ", status.message()));
}

absl::Status McapReader::TakeRecord(McapOp op, absl::string_view content, bool is_in_chunk) {
  const bool may_be_in_chunk = op == McapOp::kSchema || op == McapOp::kChannel || static_cast<uint8_t>(op) > 0x0f;
  if (is_in_chunk && !may_be_in_chunk) return Refused("such a record may not be in a chunk");
  if (!is_in_chunk) is_in_chunk_ = op == McapOp::kChunk;
  Fields fields(content);
  // Copies of a schema or channel are equal.
  const auto check_id = [&](uint16_t id) {
    const absl::string_view known = content.substr(0, content.size() - fields.rest().size());
    const auto [there, is_new] = contents_.try_emplace({op, id}, known);
    if (!is_new && there->second != known) fields.Fail(absl::StrCat("id: ", id, " has two contents"));
    return fields.ok();
  };
  switch (op) {
    case McapOp::kHeader:
      fields.Text("profile");
      fields.Text("library");
      break;
    case McapOp::kSchema: {
      const uint16_t id = fields.Take<uint16_t>("id");
      McapSchema schema = {fields.Text("name"), fields.Text("encoding"), ""};
      schema.data = std::string(fields.Bytes("data", fields.Take<uint32_t>("data")));
      if (id == 0) fields.Fail("id: 0 is no schema's");
      if (check_id(id)) schemas_.try_emplace(id, std::move(schema));
      break;
    }
    case McapOp::kChannel: {
      const uint16_t id = fields.Take<uint16_t>("id");
      McapChannel channel = {fields.Take<uint16_t>("schema_id"), fields.Text("topic"), fields.Text("message_encoding"),
                             fields.TextMap("metadata")};
      if (channel.schema_id != 0 && schemas_.count(channel.schema_id) == 0) {
        fields.Fail(absl::StrCat("schema_id: there is no schema ", channel.schema_id));
      }
      if (check_id(id)) channels_.try_emplace(id, std::move(channel));
      break;
    }
    case McapOp::kMessage:
      return TakeMessage(content);
    case McapOp::kChunk:
      return TakeChunk(content);
    case McapOp::kMessageIndex:
      break;
    case McapOp::kAttachment: {
      ++attachments_;
      fields.Take<uint64_t>("log_time");
      fields.Take<uint64_t>("create_time");
      fields.Text("name");
      fields.Text("media_type");
      fields.Bytes("data", fields.Take<uint64_t>("data"));
      const absl::string_view summed = content.substr(0, content.size() - fields.rest().size());
      fields.CheckCrc("crc", fields.Take<uint32_t>("crc"), Crc32(summed));
      break;
    }
    case McapOp::kMetadata: {
      std::string name = fields.Text("name");
      auto map = fields.TextMap("metadata");
      if (fields.ok()) metadata_.emplace(std::move(name), std::move(map));
      break;
    }
    case McapOp::kDataEnd:
      fields.CheckCrc("data_section_crc", fields.Take<uint32_t>("data_section_crc"), data_crc_);
      break;
    default:
      if (static_cast<uint8_t>(op) == 0) return Refused("0 is no opcode");
      if (op <= McapOp::kDataEnd) return Refused("such a record may not be in the data section");
      ++unknown_records_;
  }
  return fields.status();
}

absl::Status McapReader::TakeChunk(absl::string_view content) {
  Fields fields(content);
  chunk_start_ns_ = fields.Take<uint64_t>("message_start_time");
  chunk_end_ns_ = fields.Take<uint64_t>("message_end_time");
  const uint64_t size = fields.Take<uint64_t>("uncompressed_size");
  const uint32_t crc = fields.Take<uint32_t>("uncompressed_crc");
  const std::string compression = fields.Text("compression");
  absl::string_view records = fields.Bytes("records", fields.Take<uint64_t>("records"));
  if (size > kMaxRecordBytes) {
    fields.Fail(absl::StrCat("uncompressed_size: ", size, " bytes are beyond the limit of ", kMaxRecordBytes));
  }
  if (fields.ok() && !compression.empty()) {
    if (absl::Status status = UnpackChunk(compression, records, size, &unpacked_); !status.ok()) return status;
    records = unpacked_;
  }
  if (size != records.size()) {
    fields.Fail(absl::StrCat("uncompressed_size: ", size, ", but the records have ", records.size(), " bytes"));
  }
  if (fields.ok()) fields.CheckCrc("uncompressed_crc", crc, Crc32(records));
  records_ = records;
  records_begin_ = records.data();
  return fields.status();
}

absl::Status McapReader::TakeMessage(absl::string_view content) {
  Fields fields(content);
  message_.channel_id = fields.Take<uint16_t>("channel_id");
  message_.sequence = fields.Take<uint32_t>("sequence");
  message_.log_time_ns = fields.Take<uint64_t>("log_time");
  message_.publish_time_ns = fields.Take<uint64_t>("publish_time");
  if (channels_.count(message_.channel_id) == 0) {
    fields.Fail(absl::StrCat("channel_id: there is no channel ", message_.channel_id));
  }
  if (!fields.ok()) return fields.status();
  message_.data = fields.rest();
  message_.index = static_cast<int64_t>(messages_++);
  message_.offset_bytes = record_offset_bytes_;
  has_message_ = true;
  if (is_in_chunk_ && (message_.log_time_ns < chunk_start_ns_ || message_.log_time_ns > chunk_end_ns_)) {
    return Refused("log_time: outside the times of its chunk");
  }
  return absl::OkStatus();
}

// Reads and checks what is behind the data section.
absl::Status McapReader::CheckEnd() {
  const uint64_t begin = static_cast<uint64_t>(offset_bytes_);
  std::string tail;
  // Cut or not, it ends where the file does.
  const absl::Status read = Read(kMaxRecordBytes, &tail);
  if (read.ok() || input_.bad()) return Fail("summary", offset_bytes_, read.ok() ? "is too long" : read.message());
  const absl::string_view bytes = tail;
  if (bytes.size() < kFooterBytes + kMcapMagic.size() || bytes.substr(bytes.size() - kMcapMagic.size()) != kMcapMagic) {
    return Fail("summary", static_cast<int64_t>(begin),
                absl::StrCat("cut: the file ends at byte ", offset_bytes_, " without the end magic"));
  }
  const uint64_t footer_at = bytes.size() - kFooterBytes - kMcapMagic.size();
  Fields footer(bytes.substr(footer_at));
  const auto fail = [&](absl::string_view what) {
    return Fail("Footer", static_cast<int64_t>(begin + footer_at), what);
  };
  if (static_cast<McapOp>(footer.Take<uint8_t>("opcode")) != McapOp::kFooter || footer.Take<uint64_t>("length") != 20) {
    return fail("there is another record");
  }
  const uint64_t summary_start = footer.Take<uint64_t>("summary_start");
  footer.Take<uint64_t>("summary_offset_start");
  const uint32_t crc = footer.Take<uint32_t>("summary_crc");
  if (summary_start != begin && (summary_start != 0 || footer_at != 0)) {
    return fail(absl::StrCat("summary_start: ", summary_start, ", but the data section ends at byte ", begin));
  }
  footer.CheckCrc("summary_crc", crc, Crc32(bytes.substr(0, footer_at + kFooterBytes - 4)));
  return footer.ok() ? absl::OkStatus() : fail(footer.status().message());
}

absl::Status CheckProtobufSchema(const McapSchema& schema) {
  google::protobuf::FileDescriptorSet files;
  // Asked first: for a text that is not UTF-8 protobuf's parser would print a line of its own.
  const std::optional<std::string> mistake = FindWireError(schema.data, *files.GetDescriptor());
  if (mistake.has_value() || !files.ParseFromString(schema.data)) {
    return Refused(absl::StrCat("data: is no FileDescriptorSet: ", mistake.value_or("it is refused")));
  }
  google::protobuf::DescriptorPool pool;
  // Errors are in the result. RecordError overrides that of Protobuf from 22 on, AddError the one
  // that 26 has no more: neither is marked `override`.
  struct Quiet : google::protobuf::DescriptorPool::ErrorCollector {
    void RecordError(absl::string_view file, absl::string_view element, const google::protobuf::Message*, ErrorLocation,
                     absl::string_view message) {
      if (first.empty()) first = absl::StrCat(file, ": ", element, ": ", message);
    }
    void AddError(const std::string& file, const std::string& element, const google::protobuf::Message* of,
                  ErrorLocation at, const std::string& message) {
      RecordError(file, element, of, at, message);
    }
    std::string first;
  } errors;
  for (const google::protobuf::FileDescriptorProto& file : files.file()) {
    if (pool.BuildFileCollectingErrors(file, &errors) == nullptr) return Refused(absl::StrCat("data: ", errors.first));
  }
  if (pool.FindMessageTypeByName(schema.name) != nullptr) return absl::OkStatus();
  return Refused(absl::StrCat("name: the descriptors in data have no message ", schema.name));
}

}  // namespace collision2d::planner
