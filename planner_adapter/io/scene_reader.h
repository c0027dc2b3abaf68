#ifndef COLLISION2D_PLANNER_ADAPTER_IO_SCENE_READER_H_
#define COLLISION2D_PLANNER_ADAPTER_IO_SCENE_READER_H_

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "planner_adapter/io/delimited_reader.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

enum class SceneFormat { kText, kBinary, kStream };

// Returns the format that a file name's extension, upper or lower case, stands for; none for other
// extensions:
//   .textproto .txtpb  kText: one scene in protobuf's text format
//   .pb                kBinary: one binary scene
//   .pbs               kStream: binary scenes, any number of them, each preceded by its size as a
//   varint
std::optional<SceneFormat> SceneFormatOf(const std::string& path);

// Reads the scenes of one file, one after the other; one is in memory. The file is opened once and
// read once from its first byte to its last, so that it may be a pipe. A scene has at most
// kMaxSceneBytes in the file. The scenes are returned as read; SceneFromProto validates them.
class SceneReader {
 public:
  // `path`: "-" is standard input. `format`: none: as the extension says.
  // Errors, naming the file: those of OpenForReading; an unknown extension; for one scene, content
  // that is not a scene, with the line or the field and byte; a scene of CommonRoad's own protobuf
  // format, which is not read.
  static absl::StatusOr<std::unique_ptr<SceneReader>> Open(const std::string& path,
                                                           std::optional<SceneFormat> format = std::nullopt);

  // Returns the next scene, or nullopt at the end.
  // Errors: for a stream, those of DelimitedReader::Next. After one of a damaged record the next
  // call goes on with the scene behind it; after one that is_lost() reports every later call
  // returns the same error.
  absl::StatusOr<std::optional<proto::Scene>> Next();

  // Passes over the next scene, damaged or not. Returns false at the end.
  // Errors: those that lose the rest of a stream.
  absl::StatusOr<bool> Skip();

  // True after an error behind which nothing can be read.
  bool is_lost() const { return stream_.has_value() && stream_->is_lost(); }

  // The digest of the bytes that the scene returned last was read from: of the file, or of its
  // record in a stream (64-bit FNV-1a in hexadecimal).
  std::string digest() const;

  // Bytes of the file that are consumed.
  int64_t bytes_read() const;

 private:
  SceneReader() = default;

  // Of a file of one scene: the scene until it is returned, and its bytes.
  std::optional<proto::Scene> single_;
  int64_t single_bytes_ = 0;
  std::string single_digest_;
  // Of a stream.
  std::unique_ptr<std::istream> file_;
  std::optional<DelimitedReader> stream_;
};

// The contents of one file.
struct SceneFile {
  // All that could be read.
  std::vector<proto::Scene> scenes;
  // What could not be read: the file, or each damaged record of a stream, the last of which may
  // have lost the rest.
  std::vector<absl::Status> errors;
  // The first of `errors`; OK if there is none.
  absl::Status status;
};

// Reads all scenes of a file at once; see SceneReader for long streams.
SceneFile ReadSceneFile(const std::string& path);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IO_SCENE_READER_H_
