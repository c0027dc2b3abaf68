// The table of the file formats that scenes are read from, and the choice among them.
#pragma once

#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "replay/importers/scene_source.h"

namespace collision2d::planner {

// One format of files.
struct SceneFileFormat {
  std::vector<absl::string_view> extensions;  // As ".pbs", in lower case.
  // Returns whether a file that begins with these bytes (kFirstBytes, or all of a shorter file) is
  // of this format. Null: the bytes do not tell.
  bool (*recognises)(absl::string_view first_bytes);
  // Opens the file at its first byte; `path` names it in errors, and may be "-".
  absl::StatusOr<std::unique_ptr<SceneSource>> (*open)(std::unique_ptr<std::istream> file, const std::string& path,
                                                       const SceneInputOptions& options);
};

inline constexpr size_t kFirstBytes = 4096;

// Returns all formats, in the order in which they are tried.
const std::vector<SceneFileFormat>& SceneFileFormats();

// Returns the extension of a path in lower case. That of a shard, as "a.tfrecord-00003-of-00150",
// is ".tfrecord".
std::string SceneExtensionOf(const std::string& path);

// Returns whether files with this extension, as ".pbs", are read.
bool IsSceneExtension(absl::string_view extension);

// Returns the known extensions as a text: ".pb, .pbs and .xml".
std::string SceneExtensions();

// Returns whether a file is left out of a folder of these: since it is read with another one (the
// map and the dynamic part of a CommonRoad scenario in three files with its scenario file, the
// pedestrians of INTERACTION with the vehicles), or is a .csv file that has no tracks.
bool IsLeftOutOfFolder(const std::string& file, const std::vector<std::string>& files);

// Opens a file of scenes once, for one read from its first byte to its last, so that it may be a
// pipe; "-" is standard input. The extension selects the formats that are tried: all, if it is not
// known. The first of them wins that recognises the first bytes, or cannot tell by them. If none
// does, a file with a known extension is read by the first format of the extension.
// Errors: a file that cannot be opened, or is empty or a folder; a format that is unknown; those of
// the format.
absl::StatusOr<std::unique_ptr<SceneSource>> OpenSceneFile(const std::string& path,
                                                           const SceneInputOptions& options = {});

// Returns the scene of one message Scenario of the Waymo Open Motion Dataset, the data of a record.
// Errors (InvalidArgument): those of its messages, by field and value.
absl::StatusOr<ImportedScene> ImportWaymoScenario(absl::string_view record);

}  // namespace collision2d::planner
