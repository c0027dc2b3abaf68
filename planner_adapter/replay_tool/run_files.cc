#include "planner_adapter/replay_tool/run_files.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "collision2d/io/output_path.h"
#include "planner_adapter/replay_page/page_parts.h"

namespace collision2d::planner {
namespace {

absl::Status Failed(absl::string_view path, absl::string_view what) {
  return absl::UnavailableError(absl::StrCat(path, ": cannot be ", what, ": ", std::strerror(errno)));
}

// Returns whether this is the name of a scene's file, complete or not.
bool IsSceneFile(absl::string_view name) {
  absl::ConsumeSuffix(&name, kPartialSuffix);
  int64_t index = 0;
  return absl::ConsumeSuffix(&name, ".js") && absl::SimpleAtoi(name, &index);
}

absl::Status RemoveSceneFiles(const std::string& folder) {
  // Nothing behind a link is removed.
  if (absl::Status status = CheckOutputFolder(folder); !status.ok()) return status;
  std::error_code error;
  std::vector<std::string> paths;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (IsSceneFile(entry->path().filename().string())) paths.push_back(entry->path().string());
  }
  for (const std::string& path : paths) {
    if (absl::Status status = RemoveFile(path); !status.ok()) return status;
  }
  // Stays if there is something else in it.
  rmdir(folder.c_str());
  return absl::OkStatus();
}

}  // namespace

std::string RunFile(absl::string_view directory, absl::string_view name) { return absl::StrCat(directory, "/", name); }

std::string PartialFile(absl::string_view directory, absl::string_view name) {
  return absl::StrCat(RunFile(directory, name), kPartialSuffix);
}

absl::StatusOr<std::vector<std::string>> ExistingRunFiles(absl::string_view directory) {
  std::vector<std::string> existing;
  for (const char* name : {kRunJson, kRunStream, kRunPage, kRunEnd, kRunItems}) {
    for (const std::string& path : {RunFile(directory, name), PartialFile(directory, name)}) {
      std::error_code error;
      if (absl::Status status = CheckOutputPath(path); !status.ok()) return status;
      if (std::filesystem::exists(path, error)) existing.push_back(path);
    }
  }
  if (absl::Status status = CheckOutputFolder(RunFile(directory, kPageSceneFolder)); !status.ok()) return status;
  return existing;
}

absl::Status RemoveFile(const std::string& path) {
  return unlink(path.c_str()) == 0 || errno == ENOENT ? absl::OkStatus() : Failed(path, "replaced");
}

absl::Status RemoveCompleteRun(absl::string_view directory) {
  for (const char* name : {kRunEnd, kRunPage, kRunJson, kRunStream}) {
    if (absl::Status status = RemoveFile(RunFile(directory, name)); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status RemoveWorkingFiles(absl::string_view directory) {
  for (const char* name : {kRunJson, kRunStream, kRunPage, kRunEnd}) {
    if (absl::Status status = RemoveFile(PartialFile(directory, name)); !status.ok()) return status;
  }
  return RemoveSceneFiles(RunFile(directory, kPageSceneFolder));
}

absl::Status OutputFile::Open(const std::string& path) {
  Close();
  path_ = path;
  const absl::StatusOr<int> descriptor = OpenOutput(path, ExistingFile::kKeep);
  if (!descriptor.ok()) return descriptor.status();
  descriptor_ = *descriptor;
  return CutBack(0);
}

absl::Status OutputFile::Append(absl::string_view bytes) {
  size_bytes_ += static_cast<int64_t>(bytes.size());
  return WriteBytes(descriptor_, path_, bytes);
}

absl::Status OutputFile::CutBack(int64_t size_bytes) {
  if (ftruncate(descriptor_, size_bytes) != 0) return Failed(path_, "cut");
  if (lseek(descriptor_, size_bytes, SEEK_SET) < 0) return Failed(path_, "written");
  size_bytes_ = size_bytes;
  return absl::OkStatus();
}

absl::Status OutputFile::Sync() { return SyncFile(descriptor_, path_); }

absl::Status OutputFile::MoveTo(const std::string& path) {
  absl::Status status = RenameOutput(descriptor_, path_, path);
  Close();
  return status;
}

void OutputFile::Close() {
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
}

}  // namespace collision2d::planner
