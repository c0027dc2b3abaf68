#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/read_capture.h"

namespace collision2d {

// Answers a query, with its triggers and work: ReplayQuery of the library's queries, or of those of
// a test. Queries of at least slow_work are slow.
using Answerer = std::function<absl::StatusOr<CaptureRecord>(const CapturedQuery& query, int64_t slow_work)>;

// What word i of an answer is: "witness_a.x".
std::string AnswerWordName(QueryKind kind, size_t i);

// The value of word i: a double in hexadecimal and decimal, anything else as an integer, both with
// their bits.
std::string AnswerWordText(QueryKind kind, size_t i, uint64_t word);

// "exact, sampled".
std::string TriggerNames(CaptureTriggers triggers);

struct ReplayReport {
  int64_t same = 0;
  int64_t different = 0;
  int64_t refused = 0;   // Arguments that the query does not permit.
  std::string recorder;  // The version and instruction set that answered the first record.
};

// Asks the query of a record again, compares the answer with the recorded one, to the bit, and
// counts it. Returns lines that say which record it is and every word that differs; nothing if it
// is the same.
std::string ReplayRecord(const CaptureRecord& record, uint64_t index, const Answerer& answerer, ReplayReport* report);

// What the report counts, who recorded and who replayed, and what was lost before the dump, as
// lines. REQUIRES: the reader is at its end.
std::string SummaryOf(const ReplayReport& report, const CaptureReader& reader);

// "record 17 at byte 40321: Distance (exact)".
std::string DescribeRecord(const CaptureRecord& record, uint64_t index);

}  // namespace collision2d
