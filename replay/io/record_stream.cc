#include "replay/io/record_stream.h"

#include <ios>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/io/crc32.h"
#include "replay/io/file_bytes.h"

namespace collision2d::planner {
namespace {

uint64_t LittleEndian(absl::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

std::string WrongChecksum(absl::string_view of, uint64_t size, absl::string_view bytes, absl::string_view stored) {
  return absl::StrFormat("the checksum of its %s%d bytes is %08x, not %08x", of, size, MaskedCrc32c(bytes),
                         LittleEndian(stored));
}

}  // namespace

uint32_t MaskedCrc32c(absl::string_view bytes) {
  const uint32_t crc = Crc32c(bytes);
  return (crc >> 15 | crc << 17) + 0xa282ead8u;
}

bool IsTfRecord(absl::string_view first_bytes) {
  return first_bytes.size() >= 12 && LittleEndian(first_bytes.substr(8, 4)) == MaskedCrc32c(first_bytes.substr(0, 8));
}

std::string RecordStream::Where() const {
  return absl::StrCat(source_, ": record ", index_, " at byte ", begin_bytes_);
}

absl::Status RecordStream::Damage(const std::string& what) {
  mistake_ = what;
  return absl::DataLossError(absl::StrCat(Where(), ": ", what));
}

absl::Status RecordStream::Lose(const std::string& what) {
  return lost_ = Damage(input_.bad() ? "reading failed" : what);
}

bool RecordStream::Take(uint64_t size, std::string* bytes) {
  const int64_t got = ReadNext(input_, size, bytes);
  bytes_read_ += got;
  return static_cast<uint64_t>(got) == size;
}

bool RecordStream::PassOver(uint64_t size) {
  if (size >= static_cast<uint64_t>(std::numeric_limits<std::streamsize>::max())) return false;
  input_.ignore(static_cast<std::streamsize>(size));
  bytes_read_ += input_.gcount();
  return static_cast<uint64_t>(input_.gcount()) == size;
}

absl::StatusOr<bool> RecordStream::Skip() {
  const absl::StatusOr<bool> found = Read(/*is_kept=*/false);
  return found.ok() || is_lost() ? found : true;
}

absl::Status RecordStream::ReadLength(uint64_t* length) {
  std::string bytes;
  if (framing_ == Framing::kVarint) {
    for (int shift = 0; shift < 70; shift += 7) {
      if (!Take(1, &bytes)) break;
      *length |= static_cast<uint64_t>(bytes[0] & 0x7f) << shift;
      if ((bytes[0] & 0x80) == 0) return absl::OkStatus();
    }
    return Lose("the stream ends within the record's length, or that is no varint");
  }
  const uint64_t size = framing_ == Framing::kWord ? 4 : 12;
  if (!Take(size, &bytes)) {
    return Lose(absl::StrCat("truncated: ", bytes.size(), " bytes of the ", size, " of its length are left"));
  }
  const absl::string_view header = bytes;
  *length = LittleEndian(header.substr(0, 8));
  if (framing_ == Framing::kWord || IsTfRecord(header)) return absl::OkStatus();
  return Lose(absl::StrCat(WrongChecksum("length, ", *length, header.substr(0, 8), header.substr(8)),
                           "; the rest is not read"));
}

absl::StatusOr<bool> RecordStream::Read(bool is_kept) {
  if (!lost_.ok()) return lost_;
  ++index_;
  begin_bytes_ = bytes_read_;
  if (input_.peek() == std::istream::traits_type::eof() && !input_.bad()) return false;
  uint64_t length = 0;
  if (absl::Status status = ReadLength(&length); !status.ok()) return status;
  if (length == 0 && framing_ == Framing::kVarint) return Damage("the record's length is 0");
  const bool is_too_long = length > static_cast<uint64_t>(max_record_bytes_);
  const std::string beyond =
      absl::StrCat("the record's length, ", length, " bytes, is beyond the limit of ", max_record_bytes_);
  // Frames of OSI are sometimes written in the other order.
  const char* const order = framing_ == Framing::kWord && index_ == 0 && length <= 0xffffffff &&
                                    __builtin_bswap32(static_cast<uint32_t>(length)) < length
                                ? "; is it written most significant byte first?"
                                : "";
  // Protobuf writes no longer message. What follows may have no end, and is not passed over.
  if (framing_ != Framing::kTfRecord && length > 0x7fffffff) return Lose(absl::StrCat(beyond, order));
  const int64_t content_bytes = bytes_read_;
  const bool is_read = is_kept && !is_too_long;
  if (is_read ? !Take(length, &record_) : !PassOver(length)) {
    if (is_too_long) return Lose(absl::StrCat(beyond, ", and beyond the end of the stream", order));
    return Lose(absl::StrCat("truncated: its length is ", length, " bytes, but ", bytes_read_ - content_bytes,
                             " are left", order));
  }
  if (framing_ == Framing::kTfRecord) {
    std::string stored;
    if (!Take(4, &stored)) return Lose("truncated within the checksum of its data");
    if (is_read && MaskedCrc32c(record_) != LittleEndian(stored)) {
      return Damage(WrongChecksum("", length, record_, stored));
    }
  }
  if (is_too_long) return Damage(absl::StrCat(beyond, order));
  return true;
}

}  // namespace collision2d::planner
