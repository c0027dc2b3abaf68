#include "planner_adapter/importers/tf_record_reader.h"

#include <ios>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "planner_adapter/io/crc32.h"
#include "planner_adapter/io/file_bytes.h"

namespace collision2d::planner {
namespace {

uint64_t LittleEndian(absl::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

uint32_t MaskedCrc32c(absl::string_view bytes) {
  const uint32_t crc = Crc32c(bytes);
  return (crc >> 15 | crc << 17) + 0xa282ead8u;
}

std::string TfRecordReader::Where() const { return absl::StrCat(source_, ": record ", index_, " at byte ", begin_); }

absl::Status TfRecordReader::Lose(absl::string_view why) {
  if (input_.bad()) why = "reading failed";
  return lost_ = absl::DataLossError(absl::StrCat(Where(), ": ", why, "; the rest is not read"));
}

bool TfRecordReader::ReadBytes(uint64_t size, std::string& bytes) {
  const int64_t got = ReadNext(input_, size, &bytes);
  bytes_read_ += got;
  return static_cast<uint64_t>(got) == size;
}

bool TfRecordReader::PassOver(uint64_t size) {
  constexpr uint64_t kMost = std::numeric_limits<std::streamsize>::max() - 1;
  if (size > kMost) return false;
  input_.ignore(static_cast<std::streamsize>(size));
  bytes_read_ += input_.gcount();
  return static_cast<uint64_t>(input_.gcount()) == size;
}

absl::StatusOr<bool> TfRecordReader::Next() {
  if (!lost_.ok()) return lost_;
  ++index_;
  begin_ = bytes_read_;
  std::string header;
  const bool has_header = ReadBytes(12, header);
  if (bytes_read_ == begin_ && !input_.bad()) return false;
  if (!has_header) {
    return Lose(absl::StrCat("truncated: ", bytes_read_ - begin_, " bytes of the 12 of its length are left"));
  }
  const absl::string_view fields = header;
  const uint64_t length = LittleEndian(fields.substr(0, 8));
  const uint64_t expected = LittleEndian(fields.substr(8));
  if (const uint32_t found = MaskedCrc32c(fields.substr(0, 8)); found != expected) {
    return Lose(absl::StrFormat("the checksum of its length, %d bytes, is %08x, not %08x", length, found, expected));
  }
  const bool is_too_long = length > static_cast<uint64_t>(kMaxSceneBytes);
  if (is_too_long ? !PassOver(length) : !ReadBytes(length, record_)) {
    return Lose(
        absl::StrCat("truncated: its length is ", length, " bytes, but ", bytes_read_ - begin_ - 12, " are left"));
  }
  std::string trailer;
  if (!ReadBytes(4, trailer)) return Lose("truncated within the checksum of its data");
  if (is_too_long) {
    return absl::DataLossError(
        absl::StrCat(Where(), ": its length, ", length, " bytes, is beyond the limit of ", kMaxSceneBytes));
  }
  const uint32_t found = MaskedCrc32c(record_);
  if (found == LittleEndian(trailer)) return true;
  return absl::DataLossError(absl::StrFormat("%s: the checksum of its %d bytes is %08x, not %08x", Where(), length,
                                             found, LittleEndian(trailer)));
}

}  // namespace collision2d::planner
