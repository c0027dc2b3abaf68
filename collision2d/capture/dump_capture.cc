#include "collision2d/capture/dump_capture.h"

#include "absl/types/span.h"
#include "collision2d/capture/records/bytes.h"
#include "collision2d/capture/records/layout.h"
#include "collision2d/io/output_path.h"

namespace collision2d {
namespace {

using internal::StoreLittleEndian;

template <typename Word>
void Append(Word word, std::vector<uint8_t>* bytes) {
  bytes->resize(bytes->size() + sizeof(word));
  StoreLittleEndian(word, bytes->data() + bytes->size() - sizeof(word));
}

void AppendHeader(std::vector<uint8_t>* bytes) {
  bytes->insert(bytes->end(), std::begin(internal::kFileMark), std::end(internal::kFileMark));
  Append(internal::kFormatVersion, bytes);
  Append(internal::Crc32c(*bytes), bytes);
}

void AppendFrame(absl::Span<const uint8_t> record, std::vector<uint8_t>* bytes) {
  const size_t at = bytes->size();
  Append(uint32_t{0}, bytes);
  Append(static_cast<uint32_t>(record.size()), bytes);
  bytes->insert(bytes->end(), record.begin(), record.end());
  const uint32_t crc = internal::Crc32c(absl::MakeConstSpan(*bytes).subspan(at + internal::kFrameLengthAt));
  StoreLittleEndian(crc, bytes->data() + at);
}

}  // namespace

std::vector<uint8_t> CaptureBytes(CaptureRing* ring) {
  std::vector<uint8_t> bytes;
  AppendHeader(&bytes);
  std::vector<uint8_t> record(ring->slot_bytes());
  uint64_t records = 0;
  // What happens from here on is for the next dump.
  const CaptureCounts counts = ring->counts();
  for (uint64_t sequence = ring->OldestSequence(); sequence < counts.claimed; ++sequence) {
    const size_t size = ring->Copy(sequence, absl::MakeSpan(record));
    if (size == 0) continue;
    AppendFrame(absl::MakeConstSpan(record).first(size), &bytes);
    ++records;
  }
  std::vector<uint8_t> end;
  for (const uint64_t word : {uint64_t{0}, records, counts.claimed, counts.busy, counts.too_large, uint64_t{0}}) {
    Append(word, &end);
  }
  AppendFrame(end, &bytes);
  return bytes;
}

absl::Status DumpCapture(CaptureRing* ring, const std::string& path) {
  const std::vector<uint8_t> bytes = CaptureBytes(ring);
  return WriteWholeFile(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace collision2d
