#include "collision2d/capture/tool/capture_commands.h"

#include <cstdint>
#include <cstdio>
#include <optional>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/read_capture.h"
#include "collision2d/capture/tool/query_picture.h"
#include "collision2d/capture/tool/regression_text.h"
#include "collision2d/capture/tool/shrink_query.h"
#include "collision2d/capture/tool/testing/example_capture.h"
#include "collision2d/io/output_path.h"
#include "collision2d/io/text.h"

ABSL_FLAG(std::string, keep, "wrong",
          "shrink: what the query must remain: wrong (against the exact oracles), slow, undecided or exact");
ABSL_FLAG(int64_t, record, -1, "shrink: the record, as replay numbers them; -1: the first one that is as --keep says");
ABSL_FLAG(int64_t, work, collision2d::CaptureOptions().slow_work, "shrink: with --keep=slow, the work that is slow");
ABSL_FLAG(std::string, test, "", "shrink: the file for the C++ test; none: standard output");
ABSL_FLAG(std::string, picture, "", "shrink: the file for the picture, an SVG; none: no picture");

namespace collision2d {
namespace {

// Exit statuses besides 0.
constexpr int kFound = 1;    // A record differs or is refused; no record is as --keep says.
constexpr int kFailed = 2;   // Bad arguments, or a file that cannot be read or written.
constexpr int kDamaged = 3;  // A damaged file; what precedes the damage has been used.

int Fail(const std::string& what) {
  std::fprintf(stderr, "capture: %s\n", VisibleText(what).c_str());
  return kFailed;
}

// Says what is wrong with the file, and returns kFailed or kDamaged for it; 0 for one that is
// whole.
int Complain(const std::string& path, const CaptureReader& reader) {
  if (reader.status().ok()) return 0;
  const std::string message(reader.status().message());
  if (!absl::IsDataLoss(reader.status())) return Fail(message);
  Fail(absl::StrCat(path, ": ", message, "; ", reader.records(), " records precede it"));
  return kDamaged;
}

int Replay(const std::string& path, const Answerer& answerer) {
  absl::StatusOr<CaptureReader> reader = CaptureReader::Open(path);
  if (!reader.ok()) return Fail(std::string(reader.status().message()));
  ReplayReport report;
  for (CaptureRecord record; reader->Next(&record);) {
    std::fputs(ReplayRecord(record, reader->records() - 1, answerer, &report).c_str(), stdout);
  }
  const int complaint = Complain(path, *reader);
  if (complaint == kFailed) return kFailed;
  std::fputs(SummaryOf(report, *reader).c_str(), stdout);
  if (complaint != 0) return complaint;
  return report.different + report.refused > 0 ? kFound : 0;
}

// A record and its number.
struct NumberedRecord {
  CaptureRecord record;
  uint64_t index;
};

// The record to shrink: `wanted`, or the first one for which `holds` if that is -1. Without a value
// if there is none. Reads to the end.
std::optional<NumberedRecord> ChooseRecord(int64_t wanted, const Predicate& holds, CaptureReader* reader) {
  std::optional<NumberedRecord> chosen;
  for (CaptureRecord record; reader->Next(&record);) {
    const uint64_t index = reader->records() - 1;
    if (chosen.has_value() || (wanted >= 0 && static_cast<uint64_t>(wanted) != index)) continue;
    if (holds(record.query)) chosen = {std::move(record), index};
  }
  return chosen;
}

int Write(const CapturedQuery& shrunk, Keep keep, const std::string& origin) {
  const std::string test = RegressionText(shrunk, keep, absl::GetFlag(FLAGS_work), origin);
  const std::string test_path = absl::GetFlag(FLAGS_test);
  if (test_path.empty()) std::printf("%s", test.c_str());
  const absl::Status tested = test_path.empty() ? absl::OkStatus() : WriteWholeFile(test_path, test);
  if (!tested.ok()) return Fail(absl::StrCat("--test: ", tested.message()));
  const std::string picture_path = absl::GetFlag(FLAGS_picture);
  const absl::Status drawn =
      picture_path.empty() ? absl::OkStatus() : WriteWholeFile(picture_path, QueryPicture(shrunk));
  return drawn.ok() ? 0 : Fail(absl::StrCat("--picture: ", drawn.message()));
}

int Shrink(const std::string& path, const Answerer& answerer) {
  const absl::StatusOr<Keep> keep = KeepFromText(absl::GetFlag(FLAGS_keep));
  if (!keep.ok()) return Fail(std::string(keep.status().message()));
  const int64_t wanted = absl::GetFlag(FLAGS_record);
  if (absl::GetFlag(FLAGS_work) < 1) return Fail("--work: must be at least 1");
  if (wanted < -1) return Fail("--record: must be -1 or the number of a record");
  absl::StatusOr<CaptureReader> reader = CaptureReader::Open(path);
  if (!reader.ok()) return Fail(std::string(reader.status().message()));
  const Predicate holds = [&](const CapturedQuery& query) {
    return Holds(*keep, absl::GetFlag(FLAGS_work), answerer, query);
  };
  const std::optional<NumberedRecord> chosen = ChooseRecord(wanted, holds, &*reader);
  const int complaint = Complain(path, *reader);
  if (complaint == kFailed) return kFailed;
  if (wanted >= 0 && static_cast<uint64_t>(wanted) >= reader->records()) {
    return Fail(absl::StrCat("--record: there is no record ", wanted, " among ", reader->records()));
  }
  if (!chosen.has_value()) {
    const std::string which = wanted < 0 ? "no record is " : absl::StrCat("record ", wanted, " is not ");
    Fail(absl::StrCat(path, ": ", which, Name(*keep), " here"));
    return complaint != 0 ? complaint : kFound;
  }
  const CapturedQuery& query = chosen->record.query;
  const std::string origin =
      absl::StrCat(DescribeRecord(chosen->record, chosen->index), ", shrunk while ", Name(*keep));
  const CapturedQuery shrunk = ShrinkQuery(query, holds);
  std::fprintf(stderr, "capture: %s: %s\n", origin.c_str(), ShrunkText(query, shrunk).c_str());
  const int status = Write(shrunk, *keep, origin);
  return status != 0 ? status : complaint;
}

int Run(const std::vector<std::string>& arguments, const Answerer& answerer) {
  if (arguments.size() != 2) return Fail("expected a command, replay, shrink or example, and a file; see --help");
  const std::string& command = arguments[0];
  const std::string& path = arguments[1];
  if (command == "replay") return Replay(path, answerer);
  if (command == "shrink") return Shrink(path, answerer);
  if (command != "example") return Fail(absl::StrCat("'", command, "' is none of replay, shrink and example"));
  const absl::Status status = DumpExample(path);
  return status.ok() ? 0 : Fail(std::string(status.message()));
}

}  // namespace

int RunCaptureCommand(const std::vector<std::string>& arguments, const Answerer& answerer) {
  const int status = Run(arguments, answerer);
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? status : Fail("standard output: cannot be written");
}

}  // namespace collision2d
