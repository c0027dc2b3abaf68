#include "planner_adapter/replay_tool/run_page.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <functional>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "planner_adapter/replay_page/page_frame.h"
#include "planner_adapter/replay_page/page_json.h"
#include "planner_adapter/replay_tool/run_journal.h"

namespace collision2d::planner {
namespace {

// Returns the row of a scene as JSON; nothing for other entries.
absl::StatusOr<std::optional<std::string>> RowJson(const proto::RunEntry& entry) {
  if (!entry.has_row()) return std::nullopt;
  return PageJson(entry.row());
}

// Returns what could not be used as JSON; nothing for other entries.
absl::StatusOr<std::optional<std::string>> UnusableJson(const proto::RunEntry& entry) {
  if (!entry.has_unusable()) return std::nullopt;
  proto::UnusableInput input;
  input.set_reason(entry.unusable());
  return PageJson(input);
}

// Appends the bytes of a file between its first `skip_begin` and its last `skip_end` bytes.
absl::Status AppendFile(const std::string& path, int64_t skip_begin, int64_t skip_end, OutputFile& output) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  int64_t left = static_cast<int64_t>(file.tellg()) - skip_begin - skip_end;
  file.seekg(skip_begin);
  std::vector<char> chunk(size_t{1} << 20);
  while (left > 0 && file) {
    file.read(chunk.data(), std::min(left, static_cast<int64_t>(chunk.size())));
    if (absl::Status status = output.Append(absl::string_view(chunk.data(), file.gcount())); !status.ok())
      return status;
    left -= file.gcount();
  }
  return left == 0 ? absl::OkStatus() : absl::UnavailableError(absl::StrCat(path, ": cannot be read again"));
}

// Writes the data element `id`, a list of what `json_of` returns for the entries of the journal.
absl::Status WriteList(const std::string& journal, absl::string_view id,
                       const std::function<absl::StatusOr<std::optional<std::string>>(const proto::RunEntry&)>& json_of,
                       OutputFile& page) {
  if (absl::Status status = page.Append(DataElementBegin(id) + "["); !status.ok()) return status;
  absl::string_view separator = "";
  absl::Status status = ForEachJournalEntry(journal, [&](const proto::RunEntry& entry) {
    const absl::StatusOr<std::optional<std::string>> json = json_of(entry);
    if (!json.ok() || !json->has_value()) return json.status();
    const absl::Status appended = page.Append(absl::StrCat(separator, **json));
    separator = ",\n";
    return appended;
  });
  if (status.ok()) status = page.Append(absl::StrCat("]", kDataElementEnd));
  return status;
}

absl::Status WriteScenes(const std::string& directory, int scenes, OutputFile& page) {
  for (int i = 0; i < scenes; ++i) {
    absl::Status status = page.Append(DataElementBegin(absl::StrCat("replay-scene-", i)));
    if (status.ok()) {
      status =
          AppendFile(absl::StrCat(directory, "/", PageSceneFile(i)), static_cast<int64_t>(PageSceneFileBegin(i).size()),
                     static_cast<int64_t>(std::strlen(kPageSceneFileEnd)), page);
    }
    if (status.ok()) status = page.Append(kDataElementEnd);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status WriteRunPage(const std::string& directory, const std::string& journal,
                          const proto::ReplayPageSummary& summary, bool is_one_file, OutputFile& page) {
  const absl::StatusOr<std::string> json = PageJson(summary);
  if (!json.ok()) return json.status();
  const PageFrame frame = MakePageFrame(is_one_file ? PageKind::kOneFile : PageKind::kFolder);
  absl::Status status;
  const auto append = [&](absl::string_view text) {
    if (status.ok()) status = page.Append(text);
  };
  append(frame.begin);
  append(absl::StrCat(DataElementBegin("replay-summary"), *json, kDataElementEnd));
  if (status.ok()) status = WriteList(journal, "replay-rows", RowJson, page);
  if (status.ok()) status = WriteList(journal, "replay-unusable", UnusableJson, page);
  if (status.ok() && is_one_file) status = WriteScenes(directory, summary.scenes(), page);
  append(frame.end);
  return status;
}

}  // namespace collision2d::planner
