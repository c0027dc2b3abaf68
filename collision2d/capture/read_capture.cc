#include "collision2d/capture/read_capture.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/capture/crc32c.h"
#include "collision2d/capture/file_layout.h"
#include "collision2d/capture/little_endian.h"
#include "collision2d/capture/record_layout.h"

namespace collision2d {
namespace {

using internal::kFrameHeadBytes;
using internal::LoadLittleEndian;

absl::Status ErrorAt(size_t byte, const std::string& what) {
  return absl::DataLossError(absl::StrCat("byte ", byte, ": ", what));
}

// The part of a record behind its head, read front to back.
class BodyReader {
 public:
  // `offset` is that of the bytes in the file.
  BodyReader(absl::Span<const uint8_t> bytes, size_t offset) : bytes_(bytes), offset_(offset) {}

  // Whether `count` things of at least `each` bytes may follow.
  bool HasRoomFor(uint64_t count, size_t each) const { return count <= bytes_.size() / each; }
  size_t offset() const { return offset_; }
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
  size_t offset_;
};

absl::StatusOr<ConvexPolygon> ReadShape(BodyReader* body) {
  const size_t offset = body->offset();
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
  absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create(vertices, radius_m);
  if (!shape.ok()) return ErrorAt(offset, absl::StrCat("no shape: ", shape.status().message()));
  return shape;
}

absl::Status ReadShapes(uint64_t count, BodyReader* body, std::vector<ConvexPolygon>* shapes) {
  if (!body->HasRoomFor(count, internal::kShapeHeadBytes)) {
    return ErrorAt(body->offset(), absl::StrCat(count, " shapes claimed, more than there is room for"));
  }
  for (uint64_t i = 0; i < count; ++i) {
    absl::StatusOr<ConvexPolygon> shape = ReadShape(body);
    if (!shape.ok()) return shape.status();
    shapes->push_back(*std::move(shape));
  }
  return absl::OkStatus();
}

// The head of a record, without its counts.
absl::Status ReadHead(absl::Span<const uint8_t> bytes, CaptureRecord* record) {
  const size_t offset = record->offset + kFrameHeadBytes;
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
  absl::Status status = ReadShapes(count_at(internal::kBodyCountAt), &body, &query.body);
  if (status.ok()) status = ReadShapes(count_at(internal::kObstacleCountAt), &body, &query.obstacles);
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
    query.poses.push_back({{body.Number(), body.Number()}, body.Number(), body.Number()});
  }
  for (uint64_t i = 0; i < numbers; ++i) query.numbers.push_back(body.Number());
  for (uint64_t i = 0; i < words; ++i) record->answer.push_back(body.Word());
  if (!body.is_at_end()) return ErrorAt(body.offset(), "more than the record claims");
  if (status = CheckForm(query); !status.ok()) {
    return ErrorAt(record->offset + kFrameHeadBytes, std::string(status.message()));
  }
  if (words == AnswerSize(query)) return absl::OkStatus();
  return ErrorAt(record->offset + kFrameHeadBytes, absl::StrFormat("an answer of %d words to %s, which has %d", words,
                                                                   Name(query.kind), AnswerSize(query)));
}

// The record of the frame at `offset`.
absl::StatusOr<absl::Span<const uint8_t>> ReadFrame(absl::Span<const uint8_t> bytes, size_t offset) {
  const absl::Span<const uint8_t> rest = bytes.subspan(offset);
  if (rest.empty()) return ErrorAt(offset, "cut off: there is no end record");
  if (rest.size() < kFrameHeadBytes) return ErrorAt(offset, "cut off in the head of a record");
  const size_t length = LoadLittleEndian<uint32_t>(&rest[internal::kFrameLengthAt]);
  if (length > rest.size() - kFrameHeadBytes) {
    return ErrorAt(offset, absl::StrFormat("a record claims %d bytes, and %d follow: cut off or damaged", length,
                                           rest.size() - kFrameHeadBytes));
  }
  const uint32_t crc =
      internal::Crc32c(rest.subspan(internal::kFrameLengthAt, kFrameHeadBytes - internal::kFrameLengthAt + length));
  if (crc != LoadLittleEndian<uint32_t>(rest.data())) {
    return ErrorAt(offset, absl::StrFormat("the record from here to byte %d is damaged: wrong checksum",
                                           offset + kFrameHeadBytes + length));
  }
  return rest.subspan(kFrameHeadBytes, length);
}

absl::Status ReadHeader(absl::Span<const uint8_t> bytes) {
  const size_t mark = std::min(bytes.size(), sizeof(internal::kFileMark));
  const auto different = std::mismatch(bytes.begin(), bytes.begin() + mark, internal::kFileMark).first;
  if (different != bytes.begin() + mark) {
    return ErrorAt(static_cast<size_t>(different - bytes.begin()), "not a capture file");
  }
  if (bytes.size() < internal::kHeaderBytes) return ErrorAt(bytes.size(), "cut off in the header");
  if (internal::Crc32c(bytes.first(internal::kHeaderCrcAt)) !=
      LoadLittleEndian<uint32_t>(&bytes[internal::kHeaderCrcAt])) {
    return ErrorAt(internal::kVersionAt, "the header is damaged: wrong checksum");
  }
  const uint32_t version = LoadLittleEndian<uint32_t>(&bytes[internal::kVersionAt]);
  if (version == internal::kFormatVersion) return absl::OkStatus();
  return ErrorAt(internal::kVersionAt, absl::StrFormat("format version %d; this library reads version %d", version,
                                                       internal::kFormatVersion));
}

absl::Status ReadEnd(absl::Span<const uint8_t> bytes, size_t offset, size_t records, CaptureCounts* counts) {
  if (bytes.size() != internal::kEndBytes) return ErrorAt(offset, "an end record of a wrong size");
  const auto word = [&](size_t i) { return LoadLittleEndian<uint64_t>(&bytes[i * internal::kWordBytes]); };
  if (word(1) != records) {
    return ErrorAt(offset, absl::StrFormat("the end record counts %d records, but %d precede it", word(1), records));
  }
  // Each summand is compared by itself: sums may overflow.
  if (word(3) > word(2) || records > word(2) - word(3)) {
    return ErrorAt(offset, absl::StrFormat("the end record counts %d claimed and %d busy records for %d in the file",
                                           word(2), word(3), records));
  }
  *counts = {word(2), word(3), word(4), word(5)};
  return absl::OkStatus();
}

}  // namespace

CaptureContents ReadCapture(absl::Span<const uint8_t> bytes) {
  CaptureContents contents;
  contents.status = ReadHeader(bytes);
  for (size_t offset = internal::kHeaderBytes; contents.status.ok();) {
    const absl::StatusOr<absl::Span<const uint8_t>> frame = ReadFrame(bytes, offset);
    contents.status = frame.status();
    if (!frame.ok()) break;
    const size_t end = offset + kFrameHeadBytes + frame->size();
    if (!frame->empty() && frame->front() == 0) {
      contents.status = ReadEnd(*frame, offset, contents.records.size(), &contents.counts);
      if (contents.status.ok() && end != bytes.size()) contents.status = ErrorAt(end, "bytes after the end record");
      break;
    }
    CaptureRecord record;
    record.offset = offset;
    contents.status = ReadRecord(*frame, &record);
    if (contents.status.ok()) contents.records.push_back(std::move(record));
    offset = end;
  }
  if (!contents.status.ok()) contents.counts = {};
  return contents;
}

CaptureContents ReadCaptureFile(const std::string& path) {
  CaptureContents contents;
  const auto failed = [&] {
    contents.status = absl::NotFoundError(absl::StrCat(path, ": ", std::strerror(errno)));
    return contents;
  };
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return failed();
  std::vector<uint8_t> bytes;
  uint8_t buffer[1 << 16];
  while (const size_t size = std::fread(buffer, 1, sizeof(buffer), file)) {
    bytes.insert(bytes.end(), buffer, buffer + size);
  }
  const bool is_read = std::ferror(file) == 0;
  std::fclose(file);
  return is_read ? ReadCapture(bytes) : failed();
}

}  // namespace collision2d
