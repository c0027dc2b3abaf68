#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_FILES_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_FILES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

// The files in the output directory of a run (see RunDirectory): their names, how they are written,
// and how they are removed. All errors are Unavailable and name the path.
namespace collision2d::planner {

// The files of scenes have the names that PageSceneFile returns. kRunItems exists with
// kPartialSuffix only.
inline constexpr char kRunJson[] = "verdicts.jsonl";
inline constexpr char kRunStream[] = "verdicts.pbs";
inline constexpr char kRunPage[] = "index.html";
inline constexpr char kRunEnd[] = "run.json";
inline constexpr char kRunItems[] = "run.items";

// Returns the path of the file of this name.
std::string RunFile(absl::string_view directory, absl::string_view name);

// Returns the path of the file of this name while it is incomplete.
std::string PartialFile(absl::string_view directory, absl::string_view name);

// Returns the files of a run, complete or not, that exist in the directory; without those of its
// scenes. Errors: one of them is not a regular file, or the scenes' folder is a link or no folder.
absl::StatusOr<std::vector<std::string>> ExistingRunFiles(absl::string_view directory);

// Removes a file, not a directory. OK if it does not exist; so for the functions below.
absl::Status RemoveFile(const std::string& path);

// Removes the end record first, since what is left without it belongs to no run; then the complete
// files.
absl::Status RemoveCompleteRun(absl::string_view directory);

// Removes the incomplete files except that of the items, and the files of all scenes with their
// folder.
absl::Status RemoveWorkingFiles(absl::string_view directory);

// A regular file that grows by whole pieces: what Append has returned from is in the file, whatever
// becomes of the process. Errors: also those of OpenOutput.
class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile() { Close(); }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Opens the file, and creates it if it does not exist. It is empty then.
  absl::Status Open(const std::string& path);

  absl::Status Append(absl::string_view bytes);

  // Cuts the file back to this size.
  absl::Status CutBack(int64_t size_bytes);

  // Waits until the bytes are on the disk.
  absl::Status Sync();

  // Renames the file as RenameOutput does, and closes it.
  absl::Status MoveTo(const std::string& path);

  void Close();

  bool is_open() const { return descriptor_ >= 0; }
  int64_t size_bytes() const { return size_bytes_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int descriptor_ = -1;
  int64_t size_bytes_ = 0;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_FILES_H_
