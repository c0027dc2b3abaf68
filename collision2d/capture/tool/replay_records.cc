#include "collision2d/capture/tool/replay_records.h"

#include <cstring>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "collision2d/capture/records/bytes.h"
#include "collision2d/capture/records/record_writer.h"
#include "collision2d/io/text.h"
#include "collision2d/version.h"

namespace collision2d {

namespace {

// By the unit, or as a coordinate.
bool IsDouble(const std::string& name) {
  return absl::EndsWith(name, "_m") || absl::EndsWith(name, "_s") || absl::EndsWith(name, "_m_per_rad") ||
         absl::StrContains(name, '.');
}

}  // namespace

std::string AnswerWordName(QueryKind kind, size_t i) {
  const std::vector<std::string> names = absl::StrSplit(FormOf(kind)->words, ' ');
  return names[i];
}

std::string AnswerWordText(QueryKind kind, size_t i, uint64_t word) {
  if (!IsDouble(AnswerWordName(kind, i))) return absl::StrFormat("%d (0x%016x)", static_cast<int64_t>(word), word);
  const double value = internal::DoubleOf(word);
  return absl::StrFormat("%a (%.17g, 0x%016x)", value, value, word);
}

std::string TriggerNames(CaptureTriggers triggers) {
  std::vector<std::string> names;
  if ((triggers & kUndecidedTrigger) != 0) names.push_back("undecided");
  if ((triggers & kSlowTrigger) != 0) names.push_back("slow");
  if ((triggers & kExactTrigger) != 0) names.push_back("exact");
  if ((triggers & kSampledTrigger) != 0) names.push_back("sampled");
  return absl::StrJoin(names, ", ");
}

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

std::string DescribeRecord(const CaptureRecord& record, uint64_t index) {
  return absl::StrFormat("record %d at byte %d: %s (%s)", index, record.offset, Name(record.query.kind),
                         TriggerNames(record.triggers));
}

std::string ReplayRecord(const CaptureRecord& record, uint64_t index, const Answerer& answerer, ReplayReport* report) {
  if (report->recorder.empty()) {
    report->recorder = absl::StrCat(VersionText(record.library_version), " on ", VisibleText(record.instruction_set));
  }
  const absl::StatusOr<CaptureRecord> now = answerer(record.query, CaptureOptions().slow_work);
  if (!now.ok()) {
    ++report->refused;
    return absl::StrCat(DescribeRecord(record, index), ": refused: ", VisibleText(now.status().message()), "\n");
  }
  const std::string differences = Differences(record.query.kind, record.answer, now->answer);
  ++(differences.empty() ? report->same : report->different);
  return differences.empty() ? "" : absl::StrCat(DescribeRecord(record, index), " differs", differences, "\n");
}

std::string SummaryOf(const ReplayReport& report, const CaptureReader& reader) {
  const internal::InstructionSetText now = internal::UsedInstructionSet();
  std::string text = absl::StrFormat("%d records the same, %d different, %d refused; replayed by %s on %s\n",
                                     report.same, report.different, report.refused, BuildVersion(),
                                     std::string(now.data(), strnlen(now.data(), now.size())));
  if (!report.recorder.empty()) absl::StrAppend(&text, "recorded by ", report.recorder, "\n");
  if (reader.status().ok()) {
    absl::StrAppend(&text, "lost: ", reader.replaced(), " replaced by later ones, ", reader.counts().busy, " busy, ",
                    reader.counts().too_large, " too large for a slot\n");
  }
  return text;
}

}  // namespace collision2d
