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

// The scenes of one file, one after the other. The format follows from the file name's extension, upper or lower case:
//   .textproto .txtpb  one scene in protobuf's text format
//   .pb                one binary scene
//   .pbs               a stream of binary scenes, each after a varint of its length; of any size, one scene in memory
// A scene has at most kMaxSceneBytes in the file. The scenes are what the file says; SceneFromProto validates them.
class SceneReader {
 public:
  // Errors, naming the file: as OpenForReading; an unknown extension; not .pbs: the file is no scene.
  static absl::StatusOr<std::unique_ptr<SceneReader>> Open(const std::string& path);

  // The next scene; nullopt at the end.
  // Errors: of a .pbs, as DelimitedReader::Next: all scenes before the damage have been returned, and every later call
  // gives the same error.
  absl::StatusOr<std::optional<proto::Scene>> Next();

 private:
  SceneReader() = default;

  // Not a .pbs: the scene until it is returned. A .pbs: never set.
  std::optional<proto::Scene> single_;
  std::ifstream file_;
  std::optional<DelimitedReader> stream_;
};

// What a file gave.
struct SceneFile {
  std::vector<proto::Scene> scenes;
  // Not OK: the file or its rest cannot be used; `scenes` holds what came before the damage.
  absl::Status status;
};

// All scenes of a file at once; see SceneReader for long streams.
SceneFile ReadSceneFile(const std::string& path);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IO_SCENE_READER_H_
