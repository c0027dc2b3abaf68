#ifndef COLLISION2D_PLANNER_ADAPTER_IO_SCENE_READER_H_
#define COLLISION2D_PLANNER_ADAPTER_IO_SCENE_READER_H_

#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "planner_adapter/io/delimited_reader.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// Reads the scenes of one file, one after the other. The file name's extension, upper or lower case, determines the
// format:
//   .textproto .txtpb  one scene in protobuf's text format
//   .pb                one binary scene
//   .pbs               a stream of binary scenes of any length, each preceded by its size as a varint; one in memory
// A scene has at most kMaxSceneBytes in the file. The scenes are returned as read; SceneFromProto validates them.
class SceneReader {
 public:
  // Errors, naming the file: those of OpenForReading; an unknown extension; for formats other than .pbs, content that
  // is not a scene.
  static absl::StatusOr<std::unique_ptr<SceneReader>> Open(const std::string& path);

  // Returns the next scene, or nullopt at the end.
  // Errors: for a .pbs, those of DelimitedReader::Next. All scenes before the damage have been returned by then, and
  // every later call returns the same error.
  absl::StatusOr<std::optional<proto::Scene>> Next();

 private:
  SceneReader() = default;

  // For formats other than .pbs, the scene until it is returned. Never set for a .pbs.
  std::optional<proto::Scene> single_;
  std::ifstream file_;
  std::optional<DelimitedReader> stream_;
};

// The contents of one file.
struct SceneFile {
  std::vector<proto::Scene> scenes;
  // If not OK, the file or its remainder is unusable; `scenes` holds what came before the damage.
  absl::Status status;
};

// Reads all scenes of a file at once; see SceneReader for long streams.
SceneFile ReadSceneFile(const std::string& path);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IO_SCENE_READER_H_
