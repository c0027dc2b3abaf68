#include "collision2d/fuzz/capture_fuzz.h"

#include <cstdlib>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/read_capture.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/capture/records/bytes.h"
#include "collision2d/capture/records/layout.h"
#include "collision2d/capture/replay_query.h"
#include "collision2d/fuzz/require.h"
#include "collision2d/io/text.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

// The byte that an error names; -1 if it names none.
int64_t ByteOf(const absl::Status& status) {
  if (!absl::StartsWith(status.message(), "byte ")) return -1;
  return std::atoll(std::string(status.message().substr(5)).c_str());
}

AssertionResult NamesAByte(const absl::Status& status, size_t size) {
  if (status.ok()) return AssertionSuccess();
  const int64_t byte = ByteOf(status);
  if (absl::IsDataLoss(status) && byte >= 0 && byte <= static_cast<int64_t>(size)) return AssertionSuccess();
  return AssertionFailure() << status;
}

// What was read has the form of its kind, and is answered again by as many words, or refused.
AssertionResult IsAnswered(const CaptureRecord& record) {
  if (record.answer.size() != AnswerSize(record.query.kind)) return AssertionFailure() << "words";
  const absl::StatusOr<CaptureRecord> again = ReplayQuery<PlainQueries>(record.query);
  if (!again.ok()) {
    return again.status().message().empty() ? AssertionFailure() << "refused without a reason" : AssertionSuccess();
  }
  if (again->answer.size() != record.answer.size()) return AssertionFailure() << "words of the answer";
  return AssertionSuccess();
}

AssertionResult IsRead(absl::Span<const uint8_t> bytes) {
  const CaptureContents contents = ReadCapture(bytes);
  if (AssertionResult result = NamesAByte(contents.status, bytes.size()); !result) return result;
  for (const CaptureRecord& record : contents.records) {
    if (AssertionResult result = IsAnswered(record); !result) return result;
  }
  if (contents.records.empty()) return AssertionSuccess();
  // Cut off before its last record, the file still has the others.
  const CaptureContents cut = ReadCapture(bytes.first(contents.records.back().offset));
  if (cut.status.ok() || cut.records.size() + 1 != contents.records.size()) return AssertionFailure() << "cut off";
  return AssertionSuccess();
}

// Without an end, of zeros, as a device has: as much is read as without them, and at most one
// record more.
AssertionResult IsReadWithoutEnd(absl::Span<const uint8_t> bytes) {
  size_t read = 0;
  CaptureReader reader([&](absl::Span<uint8_t> wanted) -> absl::StatusOr<size_t> {
    for (uint8_t& byte : wanted) {
      byte = read < bytes.size() ? bytes[read] : 0;
      ++read;
    }
    return wanted.size();
  });
  const CaptureContents whole = ReadCapture(bytes);
  for (CaptureRecord record; reader.Next(&record);) {
    // What is printed of a record controls no terminal.
    for (const char c : VisibleText(record.instruction_set)) {
      if (absl::ascii_iscntrl(static_cast<unsigned char>(c))) return AssertionFailure() << "a control character";
    }
  }
  if (!absl::IsDataLoss(reader.status())) return AssertionFailure() << reader.status();
  if (reader.records() < whole.records.size()) return AssertionFailure() << "fewer records";
  if (read > bytes.size() + internal::kHeaderBytes + kMaxRecordBytes)
    return AssertionFailure() << read << " bytes read";
  return AssertionSuccess();
}

// The bytes as the frames of a file with right checksums.
std::vector<uint8_t> Signed(absl::Span<const uint8_t> data) {
  std::vector<uint8_t> bytes(internal::kFileMark, std::end(internal::kFileMark));
  bytes.resize(internal::kHeaderBytes);
  internal::StoreLittleEndian(internal::kFormatVersion, &bytes[internal::kVersionAt]);
  internal::StoreLittleEndian(internal::Crc32c(absl::MakeConstSpan(bytes).first(internal::kHeaderCrcAt)),
                              &bytes[internal::kHeaderCrcAt]);
  if (data.size() > internal::kHeaderBytes) {
    bytes.insert(bytes.end(), data.begin() + internal::kHeaderBytes, data.end());
  }
  for (size_t at = internal::kHeaderBytes; bytes.size() - at >= internal::kFrameHeadBytes;) {
    const size_t length = internal::LoadLittleEndian<uint32_t>(&bytes[at + internal::kFrameLengthAt]);
    if (length > bytes.size() - at - internal::kFrameHeadBytes) break;
    const auto checked = absl::MakeConstSpan(bytes).subspan(
        at + internal::kFrameLengthAt, internal::kFrameHeadBytes - internal::kFrameLengthAt + length);
    internal::StoreLittleEndian(internal::Crc32c(checked), &bytes[at]);
    at += internal::kFrameHeadBytes + length;
  }
  return bytes;
}

}  // namespace

int FuzzCapture(const uint8_t* data, size_t size) {
  const absl::Span<const uint8_t> bytes(data, size);
  Require(IsRead(bytes));
  Require(IsRead(Signed(bytes)));
  Require(IsReadWithoutEnd(bytes));
  Require(IsReadWithoutEnd(Signed(bytes)));
  return 0;
}

}  // namespace collision2d
