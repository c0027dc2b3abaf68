#ifndef COLLISION2D_CAPTURE_TOOL_REPLAY_RECORDS_H_
#define COLLISION2D_CAPTURE_TOOL_REPLAY_RECORDS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/read_capture.h"
#include "collision2d/capture/tool/answerer.h"

namespace collision2d {

struct ReplayReport {
  int64_t same = 0;
  int64_t different = 0;
  int64_t refused = 0;  // Arguments that the query does not permit.
  // A line for each record that is not the same: which one, and every word that differs.
  std::vector<std::string> lines;
};

// Asks every query again, and compares the answers with the recorded ones, to the bit.
ReplayReport ReplayRecords(absl::Span<const CaptureRecord> records, const Answerer& answerer);

// What the report counts, who recorded and who replayed, and what was lost before the dump, as lines.
std::string SummaryOf(const ReplayReport& report, const CaptureContents& contents);

// "record 17 at byte 40321: Distance (exact)".
std::string DescribeRecord(const CaptureRecord& record, size_t index);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_TOOL_REPLAY_RECORDS_H_
