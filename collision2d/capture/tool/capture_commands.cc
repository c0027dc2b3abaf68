#include "collision2d/capture/tool/capture_commands.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/capture/capture_options.h"
#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/read_capture.h"
#include "collision2d/capture/tool/answerer.h"
#include "collision2d/capture/tool/example_capture.h"
#include "collision2d/capture/tool/keep.h"
#include "collision2d/capture/tool/query_picture.h"
#include "collision2d/capture/tool/regression_text.h"
#include "collision2d/capture/tool/replay_records.h"
#include "collision2d/capture/tool/shrink_query.h"

ABSL_FLAG(std::string, keep, "wrong",
          "shrink: what the query must remain: wrong (against the exact oracles; rows against the pair queries), slow, "
          "undecided or exact");
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
  std::fprintf(stderr, "capture: %s\n", what.c_str());
  return kFailed;
}

// Says what is wrong with the file, and returns kFailed or kDamaged for it; 0 for one that is whole.
int Complain(const std::string& path, const CaptureContents& contents) {
  if (contents.status.ok()) return 0;
  const std::string message(contents.status.message());
  if (!absl::IsDataLoss(contents.status)) return Fail(message);
  Fail(absl::StrCat(path, ": ", message, "; ", contents.records.size(), " records precede it"));
  return kDamaged;
}

int Replay(const std::string& path, const Answerer& answerer) {
  const CaptureContents contents = ReadCaptureFile(path);
  const int complaint = Complain(path, contents);
  if (complaint == kFailed) return kFailed;
  const ReplayReport report = ReplayRecords(contents.records, answerer);
  for (const std::string& line : report.lines) std::printf("%s\n", line.c_str());
  std::printf("%s", SummaryOf(report, contents).c_str());
  if (complaint != 0) return complaint;
  return report.different + report.refused > 0 ? kFound : 0;
}

bool WriteText(const std::string& path, const std::string& text) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return (std::fclose(file) == 0) & is_written;
}

// The record to shrink: `wanted`, or the first one for which `holds` if that is -1. Without a value if there is none.
std::optional<size_t> ChooseRecord(const std::vector<CaptureRecord>& records, int64_t wanted, const Predicate& holds) {
  for (size_t i = 0; i < records.size(); ++i) {
    if ((wanted < 0 || static_cast<size_t>(wanted) == i) && holds(records[i].query)) return i;
  }
  return std::nullopt;
}

int Write(const CapturedQuery& shrunk, Keep keep, const std::string& origin) {
  const std::string test = RegressionText(shrunk, keep, absl::GetFlag(FLAGS_work), origin);
  const std::string test_path = absl::GetFlag(FLAGS_test);
  if (test_path.empty()) std::printf("%s", test.c_str());
  if (!test_path.empty() && !WriteText(test_path, test)) return Fail(absl::StrCat("--test: cannot write ", test_path));
  const std::string picture_path = absl::GetFlag(FLAGS_picture);
  if (!picture_path.empty() && !WriteText(picture_path, QueryPicture(shrunk))) {
    return Fail(absl::StrCat("--picture: cannot write ", picture_path));
  }
  return 0;
}

int Shrink(const std::string& path, const Answerer& answerer) {
  const absl::StatusOr<Keep> keep = KeepFromText(absl::GetFlag(FLAGS_keep));
  if (!keep.ok()) return Fail(std::string(keep.status().message()));
  const CaptureContents contents = ReadCaptureFile(path);
  const int complaint = Complain(path, contents);
  if (complaint == kFailed) return kFailed;
  const int64_t wanted = absl::GetFlag(FLAGS_record);
  if (absl::GetFlag(FLAGS_work) < 1) return Fail("--work: must be at least 1");
  if (wanted < -1) return Fail("--record: must be -1 or the number of a record");
  if (wanted >= static_cast<int64_t>(contents.records.size())) {
    return Fail(absl::StrCat("--record: there is no record ", wanted, " among ", contents.records.size()));
  }
  const Predicate holds = [&](const CapturedQuery& query) {
    return Holds(*keep, absl::GetFlag(FLAGS_work), answerer, query);
  };
  const std::optional<size_t> chosen = ChooseRecord(contents.records, wanted, holds);
  if (!chosen.has_value()) {
    const std::string which = wanted < 0 ? "no record is " : absl::StrCat("record ", wanted, " is not ");
    Fail(absl::StrCat(path, ": ", which, Name(*keep), " here"));
    return kFound;
  }
  const CaptureRecord& record = contents.records[*chosen];
  const std::string origin = absl::StrCat(DescribeRecord(record, *chosen), ", shrunk while ", Name(*keep));
  const CapturedQuery shrunk = ShrinkQuery(record.query, holds);
  std::fprintf(stderr, "capture: %s: %s\n", origin.c_str(), ShrunkText(record.query, shrunk).c_str());
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
