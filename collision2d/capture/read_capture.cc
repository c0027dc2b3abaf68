#include "collision2d/capture/read_capture.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/capture/records/bytes.h"
#include "collision2d/capture/records/layout.h"

namespace collision2d {
namespace {

using internal::kFrameHeadBytes;
using internal::LoadLittleEndian;

absl::Status ErrorAt(uint64_t byte, const std::string& what) {
  return absl::DataLossError(absl::StrCat("byte ", byte, ": ", what));
}

// The part of a record behind its head, read front to back.
class BodyReader {
 public:
  // `offset` is that of the bytes in the file.
  BodyReader(absl::Span<const uint8_t> bytes, uint64_t offset) : bytes_(bytes), offset_(offset) {}

  // Whether `count` things of at least `each` bytes may follow.
  bool HasRoomFor(uint64_t count, size_t each) const { return count <= bytes_.size() / each; }
  uint64_t offset() const { return offset_; }
  bool is_at_end() const { return bytes_.empty(); }

  // REQUIRES: HasRoomFor(1, 8).
  uint64_t Word() {
    const uint64_t word = LoadLittleEndian<uint64_t>(bytes_.data());
    bytes_.remove_prefix(internal::kWordBytes);
    offset_ += internal::kWordBytes;
    return word;
  }
  double Number() { return internal::DoubleOf(Word()); }

 private:
  absl::Span<const uint8_t> bytes_;
  uint64_t offset_;
};

absl::Status ReadShape(BodyReader* body, ConvexPolygon* shape) {
  const uint64_t offset = body->offset();
  if (!body->HasRoomFor(1, internal::kShapeHeadBytes)) return ErrorAt(offset, "a shape is cut off");
  const uint64_t size = body->Word();
  const double radius_m = body->Number();
  if (!body->HasRoomFor(size, internal::kVertexBytes)) {
    return ErrorAt(offset, absl::StrCat("a shape claims ", size, " vertices, more than there is room for"));
  }
  std::vector<Vec2> vertices(static_cast<size_t>(size));
  for (Vec2& v : vertices) {
    v.x = body->Number();
    v.y = body->Number();
  }
  absl::StatusOr<ConvexPolygon> read = ConvexPolygon::Create(vertices, radius_m);
  if (!read.ok()) return ErrorAt(offset, absl::StrCat("no shape: ", read.status().message()));
  *shape = *std::move(read);
  return absl::OkStatus();
}

// The head of a record, without its counts.
absl::Status ReadHead(absl::Span<const uint8_t> bytes, CaptureRecord* record) {
  const uint64_t offset = record->offset + kFrameHeadBytes;
  if (bytes.size() < internal::kHeadBytes) return ErrorAt(offset, "a record without a head");
  record->query.kind = static_cast<QueryKind>(bytes[internal::kKindAt]);
  if (Name(record->query.kind) == nullptr) {
    return ErrorAt(offset, absl::StrCat("query kind ", bytes[internal::kKindAt], " is not known to this version"));
  }
  record->triggers = bytes[internal::kTriggersAt];
  record->library_version = LoadLittleEndian<uint32_t>(&bytes[internal::kLibraryVersionAt]);
  record->sequence = LoadLittleEndian<uint64_t>(&bytes[internal::kSequenceAt]);
  record->work = LoadLittleEndian<uint64_t>(&bytes[internal::kWorkAt]);
  const uint8_t* const text = &bytes[internal::kInstructionSetAt];
  record->instruction_set.assign(text, std::find(text, text + internal::kInstructionSetBytes, 0));
  return absl::OkStatus();
}

absl::Status ReadRecord(absl::Span<const uint8_t> bytes, CaptureRecord* record) {
  if (absl::Status status = ReadHead(bytes, record); !status.ok()) return status;
  const auto count_at = [&](size_t at) { return uint64_t{LoadLittleEndian<uint32_t>(&bytes[at])}; };
  CapturedQuery& query = record->query;
  BodyReader body(bytes.subspan(internal::kHeadBytes), record->offset + kFrameHeadBytes + internal::kHeadBytes);
  if (count_at(internal::kShapeACountAt) != 1 || count_at(internal::kShapeBCountAt) != 1) {
    return ErrorAt(record->offset + kFrameHeadBytes, "not one shape a and one shape b");
  }
  absl::Status status = ReadShape(&body, &query.a);
  if (status.ok()) status = ReadShape(&body, &query.b);
  if (!status.ok()) return status;
  const uint64_t poses = count_at(internal::kPoseCountAt);
  const uint64_t numbers = count_at(internal::kNumberCountAt);
  const uint64_t words = count_at(internal::kWordCountAt);
  // Each is below 2^32: no overflow.
  if (!body.HasRoomFor(4 * poses + numbers + words, internal::kWordBytes)) {
    return ErrorAt(body.offset(), absl::StrCat(poses, " poses, ", numbers, " numbers and ", words,
                                               " words claimed, more than there is room for"));
  }
  for (uint64_t i = 0; i < poses; ++i) {
    query.poses.push_back(Pose2{{body.Number(), body.Number()}, UnitRotation{body.Number(), body.Number()}});
  }
  for (uint64_t i = 0; i < numbers; ++i) query.numbers.push_back(body.Number());
  for (uint64_t i = 0; i < words; ++i) record->answer.push_back(body.Word());
  if (!body.is_at_end()) return ErrorAt(body.offset(), "more than the record claims");
  if (status = CheckForm(query); !status.ok()) {
    return ErrorAt(record->offset + kFrameHeadBytes, std::string(status.message()));
  }
  if (words == AnswerSize(query.kind)) return absl::OkStatus();
  return ErrorAt(record->offset + kFrameHeadBytes, absl::StrFormat("an answer of %d words to %s, which has %d", words,
                                                                   Name(query.kind), AnswerSize(query.kind)));
}

// Bytes that are read at a time: a size that is only claimed takes no memory.
constexpr size_t kChunkBytes = size_t{1} << 16;

absl::Status CheckHeader(absl::Span<const uint8_t> bytes) {
  if (internal::Crc32c(bytes.first(internal::kHeaderCrcAt)) !=
      LoadLittleEndian<uint32_t>(&bytes[internal::kHeaderCrcAt])) {
    return ErrorAt(internal::kVersionAt, "the header is damaged: wrong checksum");
  }
  const uint32_t version = LoadLittleEndian<uint32_t>(&bytes[internal::kVersionAt]);
  if (version == internal::kFormatVersion) return absl::OkStatus();
  return ErrorAt(internal::kVersionAt, absl::StrFormat("format version %d; this library reads version %d", version,
                                                       internal::kFormatVersion));
}

CaptureContents ReadAll(CaptureReader* reader) {
  CaptureContents contents;
  for (CaptureRecord record; reader->Next(&record);) contents.records.push_back(std::move(record));
  contents.status = reader->status();
  contents.counts = reader->counts();
  contents.replaced = reader->replaced();
  return contents;
}

}  // namespace

absl::StatusOr<CaptureReader> CaptureReader::Open(const std::string& path) {
  const std::shared_ptr<std::FILE> file(std::fopen(path.c_str(), "rb"), [](std::FILE* opened) {
    if (opened != nullptr) std::fclose(opened);
  });
  const auto failed = [path] { return absl::NotFoundError(absl::StrCat(path, ": ", std::strerror(errno))); };
  if (file == nullptr) return failed();
  return CaptureReader([file, failed](absl::Span<uint8_t> bytes) -> absl::StatusOr<size_t> {
    const size_t size = std::fread(bytes.data(), 1, bytes.size(), file.get());
    if (std::ferror(file.get()) != 0) return failed();
    return size;
  });
}

void CaptureReader::Read(size_t size) {
  while (size > 0) {
    const size_t at = buffer_.size();
    const size_t wanted = std::min(size, kChunkBytes);
    buffer_.resize(at + wanted);
    const absl::StatusOr<size_t> count = source_(absl::MakeSpan(buffer_).subspan(at));
    source_status_ = count.status();
    buffer_.resize(at + count.value_or(0));
    if (count.value_or(0) < wanted) return;
    size -= wanted;
  }
}

absl::Status CaptureReader::ReadHeader() {
  Read(sizeof(internal::kFileMark));
  const auto different = std::mismatch(buffer_.begin(), buffer_.end(), internal::kFileMark).first;
  if (different != buffer_.end()) {
    return ErrorAt(static_cast<size_t>(different - buffer_.begin()), "not a capture file");
  }
  if (buffer_.size() == sizeof(internal::kFileMark)) Read(internal::kHeaderBytes - sizeof(internal::kFileMark));
  if (buffer_.size() < internal::kHeaderBytes) return ErrorAt(buffer_.size(), "cut off in the header");
  return CheckHeader(buffer_);
}

// The frame at offset_, to buffer_.
absl::Status CaptureReader::ReadFrame() {
  buffer_.clear();
  Read(kFrameHeadBytes);
  if (buffer_.empty()) return ErrorAt(offset_, "cut off: there is no end record");
  if (buffer_.size() < kFrameHeadBytes) return ErrorAt(offset_, "cut off in the head of a record");
  const size_t length = LoadLittleEndian<uint32_t>(&buffer_[internal::kFrameLengthAt]);
  if (length > kMaxRecordBytes) {
    return ErrorAt(offset_, absl::StrFormat("a record claims %d bytes, and none has more than %d: damaged", length,
                                            kMaxRecordBytes));
  }
  Read(length);
  const size_t follow = buffer_.size() - kFrameHeadBytes;
  if (follow < length) {
    return ErrorAt(offset_,
                   absl::StrFormat("a record claims %d bytes, and %d follow: cut off or damaged", length, follow));
  }
  const uint32_t crc = internal::Crc32c(absl::MakeConstSpan(buffer_).subspan(internal::kFrameLengthAt));
  if (crc == LoadLittleEndian<uint32_t>(buffer_.data())) return absl::OkStatus();
  return ErrorAt(
      offset_, absl::StrFormat("the record from here to byte %d is damaged: wrong checksum", offset_ + buffer_.size()));
}

absl::Status CaptureReader::ReadEnd(absl::Span<const uint8_t> record) {
  if (record.size() != internal::kEndBytes) return ErrorAt(offset_, "an end record of a wrong size");
  const auto word = [&](size_t i) { return LoadLittleEndian<uint64_t>(&record[i * internal::kWordBytes]); };
  if (word(1) != records_) {
    return ErrorAt(offset_, absl::StrFormat("the end record counts %d records, but %d precede it", word(1), records_));
  }
  // Each summand is compared by itself: sums may overflow.
  if (word(3) > word(2) || records_ > word(2) - word(3)) {
    return ErrorAt(offset_, absl::StrFormat("the end record counts %d claimed and %d busy records for %d in the file",
                                            word(2), word(3), records_));
  }
  const CaptureCounts counts = {word(2), word(3), word(4)};
  const uint64_t end = offset_ + buffer_.size();
  buffer_.clear();
  Read(1);
  if (!buffer_.empty()) return ErrorAt(end, "bytes after the end record");
  counts_ = counts;
  is_at_end_ = true;
  return absl::OkStatus();
}

absl::Status CaptureReader::ReadOne(CaptureRecord* record) {
  if (offset_ == 0) {
    if (absl::Status status = ReadHeader(); !status.ok()) return status;
    offset_ = internal::kHeaderBytes;
  }
  if (absl::Status status = ReadFrame(); !status.ok()) return status;
  const absl::Span<const uint8_t> bytes = absl::MakeConstSpan(buffer_).subspan(kFrameHeadBytes);
  if (!bytes.empty() && bytes.front() == 0) return ReadEnd(bytes);
  *record = {};
  record->offset = offset_;
  if (absl::Status status = ReadRecord(bytes, record); !status.ok()) return status;
  offset_ += buffer_.size();
  ++records_;
  return absl::OkStatus();
}

bool CaptureReader::Next(CaptureRecord* record) {
  if (is_at_end_ || !status_.ok()) return false;
  status_ = ReadOne(record);
  if (!source_status_.ok()) status_ = source_status_;
  return status_.ok() && !is_at_end_;
}

CaptureContents ReadCapture(absl::Span<const uint8_t> bytes) {
  CaptureReader reader([&bytes](absl::Span<uint8_t> wanted) -> absl::StatusOr<size_t> {
    const size_t size = std::min(wanted.size(), bytes.size());
    std::copy_n(bytes.begin(), size, wanted.begin());
    bytes.remove_prefix(size);
    return size;
  });
  return ReadAll(&reader);
}

CaptureContents ReadCaptureFile(const std::string& path) {
  absl::StatusOr<CaptureReader> reader = CaptureReader::Open(path);
  if (reader.ok()) return ReadAll(&*reader);
  CaptureContents contents;
  contents.status = reader.status();
  return contents;
}

}  // namespace collision2d
