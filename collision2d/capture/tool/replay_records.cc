#include "collision2d/capture/tool/replay_records.h"

#include <cstring>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/capture/capture_options.h"
#include "collision2d/capture/instruction_set.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/tool/answer_names.h"
#include "collision2d/version.h"

namespace collision2d {
namespace {

// The words that differ; empty if none does. REQUIRES: answers of one query.
std::string Differences(QueryKind kind, const std::vector<uint64_t>& recorded, const std::vector<uint64_t>& now) {
  std::string text;
  for (size_t i = 0; i < recorded.size(); ++i) {
    if (recorded[i] == now[i]) continue;
    absl::StrAppend(&text, "\n  ", AnswerWordName(kind, i), ": recorded ", AnswerWordText(kind, i, recorded[i]),
                    ", now ", AnswerWordText(kind, i, now[i]));
  }
  return text;
}

std::string VersionText(uint32_t library_version) {
  return absl::StrFormat("%d.%d.%d", library_version / 1000000, library_version / 1000 % 1000, library_version % 1000);
}

}  // namespace

std::string DescribeRecord(const CaptureRecord& record, size_t index) {
  return absl::StrFormat("record %d at byte %d: %s (%s)", index, record.offset, Name(record.query.kind),
                         TriggerNames(record.triggers));
}

ReplayReport ReplayRecords(absl::Span<const CaptureRecord> records, const Answerer& answerer) {
  ReplayReport report;
  for (size_t i = 0; i < records.size(); ++i) {
    const CaptureRecord& record = records[i];
    const absl::StatusOr<CaptureRecord> now = answerer(record.query, CaptureOptions().slow_work);
    if (!now.ok()) {
      ++report.refused;
      report.lines.push_back(absl::StrCat(DescribeRecord(record, i), ": refused: ", now.status().message()));
      continue;
    }
    const std::string differences = Differences(record.query.kind, record.answer, now->answer);
    ++(differences.empty() ? report.same : report.different);
    if (!differences.empty()) report.lines.push_back(absl::StrCat(DescribeRecord(record, i), " differs", differences));
  }
  return report;
}

std::string SummaryOf(const ReplayReport& report, const CaptureContents& contents) {
  const internal::InstructionSetText now = internal::UsedInstructionSet();
  std::string text = absl::StrFormat("%d records the same, %d different, %d refused; replayed by %s on %s\n",
                                     report.same, report.different, report.refused, kVersion,
                                     std::string(now.data(), strnlen(now.data(), now.size())));
  if (!contents.records.empty()) {
    const CaptureRecord& first = contents.records.front();
    absl::StrAppend(&text, "recorded by ", VersionText(first.library_version), " on ", first.instruction_set, "\n");
  }
  if (contents.status.ok()) {
    absl::StrAppend(&text, "lost: ", contents.replaced(), " replaced by later ones, ", contents.counts.busy, " busy, ",
                    contents.counts.too_large, " too large for a slot, ", contents.counts.rows_left_out,
                    " rows of slow calls\n");
  }
  return text;
}

}  // namespace collision2d
