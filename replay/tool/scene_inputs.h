#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "replay/importers/scene_source.h"

namespace collision2d::planner {

// Reads one file (OpenSceneFile) item by item, as the options say: scenes, and what cannot be used.
class SceneInputReader {
 public:
  SceneInputReader(std::string path, SceneInputOptions options);

  // Returns the next scene, or nullopt at the end.
  // Errors, each an item: the file cannot be used, or a record of a stream is damaged. The next
  // call goes on behind it.
  absl::StatusOr<std::optional<ImportedScene>> Next();

  // Bytes of the file that are consumed.
  int64_t bytes_read() const;

 private:
  std::string path_;
  SceneInputOptions options_;
  bool is_done_ = false;
  std::unique_ptr<SceneSource> source_;  // Null until the first call of Next.
  int64_t next_record_ = 0;
};

// The files that the user's paths expand to.
struct ExpandedPaths {
  std::vector<std::string> files;
  std::vector<std::string> unusable;  // A line for each directory that cannot be read or contains no scene file.
};

// Returns `paths` with each directory replaced by the scene files in it (by extension, not
// recursive), ordered by name; without those that are among the files `ignored`, by whatever path.
ExpandedPaths ExpandDirectories(const std::vector<std::string>& paths, const std::vector<std::string>& ignored = {});

// Returns whether the path is one of the files, by whatever path; never of files that do not exist.
bool IsOneOf(const std::string& path, const std::vector<std::string>& files);

}  // namespace collision2d::planner
