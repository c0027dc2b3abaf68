#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_FILES_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_FILES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace collision2d::planner {

// The files in the output directory of a run; see RunDirectory. The files of scenes are as PageSceneFile says.
inline constexpr char kRunJson[] = "verdicts.jsonl";
inline constexpr char kRunStream[] = "verdicts.pbs";
inline constexpr char kRunPage[] = "index.html";
inline constexpr char kRunEnd[] = "run.json";
inline constexpr char kRunJournal[] = "run.journal";

// Returns the path of the file of this name.
std::string RunFile(absl::string_view directory, absl::string_view name);

// The functions below return an error (Unavailable) with the path. A file that does not exist is removed.

// Returns the files of a run, complete or not, that exist in the directory; without those of its
// scenes. Errors: one of them is not a regular file, or the scenes' folder is a link or no folder.
absl::StatusOr<std::vector<std::string>> ExistingRunFiles(absl::string_view directory);

// Removes a file, not a directory.
absl::Status RemoveFile(const std::string& path);

// Removes the end record first, since what is left without it belongs to no run; then the complete files.
absl::Status RemoveCompleteRun(absl::string_view directory);

// Removes the incomplete files, and the files of all scenes with their folder.
absl::Status RemoveWorkingFiles(absl::string_view directory);

// Removes the files of the scenes from this one on.
absl::Status RemoveSceneFiles(absl::string_view directory, int64_t first);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_FILES_H_
