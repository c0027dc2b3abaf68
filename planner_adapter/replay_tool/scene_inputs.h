#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SCENE_INPUTS_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SCENE_INPUTS_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/importers/commonroad.h"
#include "planner_adapter/io/scene_reader.h"
#include "planner_adapter/scene/scene_from_proto.h"

namespace collision2d::planner {

// A scene as read from its file, not yet validated.
struct SceneInput {
  v1::Scene scene;
  std::vector<std::string> notes;  // What an importer or the reader repaired, replaced or dropped.
  std::string digest;              // See proto RunMetadata.input_digest.
};

// The records of a .pbs that are read, counted from 0, damaged ones too. Other files have all their
// scenes read.
struct RecordRange {
  int64_t first = 0;
  int64_t end = std::numeric_limits<int64_t>::max();  // Exclusive.
};

// How files are read.
struct SceneInputOptions {
  CommonRoadOptions commonroad;
  RecordRange records;
  // The extension, as ".pbs", for files whose own says nothing: standard input, pipes. Empty: none.
  std::string default_extension;
  // Repairs borders of the road, as RepairBorders (planner_adapter/road/border_outline.h) does, and
  // notes it. Scenes without something to repair remain as they are, whether they are valid or not.
  bool repair_borders = false;
  UnknownFields unknown_fields = UnknownFields::kRefuse;
};

// Returns whether the extension is one that is read.
bool IsSceneExtension(const std::string& extension);

// Reads one file item by item: scenes, and what cannot be used. The file is opened once and read
// once; a scene is in memory, of CommonRoad files all of them. "-" is standard input.
class SceneInputReader {
 public:
  SceneInputReader(std::string path, SceneInputOptions options);

  // Returns the next scene, or nullopt at the end.
  // Errors, each an item: the file cannot be used, or a record of a stream is damaged. The next
  // call goes on behind it.
  absl::StatusOr<std::optional<SceneInput>> Next();

  // Bytes of the file that are consumed.
  int64_t bytes_read() const;

 private:
  absl::Status Open();
  absl::Status OpenCommonRoad();
  absl::StatusOr<std::optional<SceneInput>> NextOfStream();

  std::string path_;
  SceneInputOptions options_;
  bool is_open_ = false;
  bool is_done_ = false;
  // Of CommonRoad.
  std::vector<SceneInput> imported_;
  size_t next_imported_ = 0;
  int64_t imported_bytes_ = 0;
  // Of other formats.
  std::unique_ptr<SceneReader> reader_;
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

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SCENE_INPUTS_H_
