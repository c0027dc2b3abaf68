#include "collision2d/capture/replay_query.h"

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/read_capture.h"
#include "collision2d/capture/records/record_writer.h"

namespace collision2d::internal {

absl::StatusOr<CaptureRecord> RecordOfOne(const CapturedQuery& query, const std::function<void(CaptureRing*)>& ask) {
  if (absl::Status status = CheckForm(query); !status.ok()) return status;
  if (absl::Status status = CheckArguments(query); !status.ok()) return status;
  CaptureSlot slot;
  std::vector<uint8_t> bytes(
      RecordBytes(query.a, query.b, query.poses.size(), query.numbers.size(), AnswerSize(query.kind)));
  CaptureRing ring({&slot, 1}, absl::MakeSpan(bytes));
  ask(&ring);
  CaptureContents contents = ReadCapture(CaptureBytes(&ring));
  if (!contents.status.ok()) return contents.status;
  if (contents.records.empty()) return absl::InternalError("the query returned an error");
  return std::move(contents.records.front());
}

}  // namespace collision2d::internal
