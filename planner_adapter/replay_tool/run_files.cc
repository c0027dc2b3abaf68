#include "planner_adapter/replay_tool/run_files.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "collision2d/io/output_path.h"
#include "planner_adapter/replay_page/page_frame.h"

namespace collision2d::planner {

std::string RunFile(absl::string_view directory, absl::string_view name) { return absl::StrCat(directory, "/", name); }

absl::StatusOr<std::vector<std::string>> ExistingRunFiles(absl::string_view directory) {
  std::vector<std::string> existing;
  for (const char* name : {kRunJson, kRunStream, kRunPage, kRunEnd, kRunJournal}) {
    for (const char* suffix : {"", kPartialSuffix}) {
      std::error_code error;
      const std::string path = absl::StrCat(RunFile(directory, name), suffix);
      if (absl::Status status = CheckOutputPath(path); !status.ok()) return status;
      if (std::filesystem::exists(path, error)) existing.push_back(path);
    }
  }
  if (absl::Status status = CheckOutputFolder(RunFile(directory, kPageSceneFolder)); !status.ok()) return status;
  return existing;
}

absl::Status RemoveFile(const std::string& path) {
  if (unlink(path.c_str()) == 0 || errno == ENOENT) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(path, ": cannot be replaced: ", std::strerror(errno)));
}

absl::Status RemoveCompleteRun(absl::string_view directory) {
  for (const char* name : {kRunEnd, kRunPage, kRunJson, kRunStream}) {
    if (absl::Status status = RemoveFile(RunFile(directory, name)); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status RemoveWorkingFiles(absl::string_view directory) {
  for (const char* name : {kRunJson, kRunStream, kRunPage, kRunEnd}) {
    const absl::Status status = RemoveFile(absl::StrCat(RunFile(directory, name), kPartialSuffix));
    if (!status.ok()) return status;
  }
  if (absl::Status status = RemoveSceneFiles(directory, 0); !status.ok()) return status;
  // Stays if there is something else in it.
  rmdir(RunFile(directory, kPageSceneFolder).c_str());
  return absl::OkStatus();
}

absl::Status RemoveSceneFiles(absl::string_view directory, int64_t first) {
  // Nothing behind a link is removed.
  if (absl::Status status = CheckOutputFolder(RunFile(directory, kPageSceneFolder)); !status.ok()) return status;
  std::error_code error;
  std::vector<std::string> paths;
  for (std::filesystem::directory_iterator entry(RunFile(directory, kPageSceneFolder), error), end;
       !error && entry != end; entry.increment(error)) {
    int64_t index = 0;
    const bool is_scene = absl::SimpleAtoi(entry->path().stem().string(), &index) && entry->path().extension() == ".js";
    if (is_scene && index >= first) paths.push_back(entry->path().string());
  }
  for (const std::string& path : paths) {
    if (absl::Status status = RemoveFile(path); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
