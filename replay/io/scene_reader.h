#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "replay/io/delimited_reader.h"

namespace collision2d::planner {

enum class SceneFormat { kText, kBinary, kStream };

// Returns the format for a file name's extension, in upper or lower case; nullopt for other
// extensions:
//   .textproto .txtpb  kText: one scene in protobuf's text format
//   .pb                kBinary: one binary scene
//   .pbs               kStream: any number of binary scenes, each preceded by its size as a varint
std::optional<SceneFormat> SceneFormatOf(const std::string& path);

// Reads the scenes of one file, one at a time; only one is in memory. The file is opened once and
// read once from its first byte to its last, so that it may be a pipe. A scene has at most
// 64 MiB in the file. Scenes are returned as read; SceneFromProto validates them.
// `unknown_fields` matters for text alone: binary scenes keep such fields, and SceneFromProto
// judges them.
class SceneReader {
 public:
  // If `path` is "-", reads standard input. If `format` is nullopt, the file extension decides.
  // Errors, naming the file:
  // - a file that cannot be opened, or is empty or a folder; an unknown extension;
  // - for a file of one scene: content that is not a scene, with the line or the field and byte;
  // - a scene of CommonRoad's own protobuf format, which importers read.
  static absl::StatusOr<std::unique_ptr<SceneReader>> Open(const std::string& path,
                                                           std::optional<SceneFormat> format = std::nullopt,
                                                           UnknownFields unknown_fields = UnknownFields::kRefuse);

  // The same for an open file, whose name is `path`.
  static absl::StatusOr<std::unique_ptr<SceneReader>> Open(std::unique_ptr<std::istream> file, const std::string& path,
                                                           SceneFormat format, UnknownFields unknown_fields);

  // Returns the next scene, or nullopt at the end. Errors: for a stream, a record that is damaged,
  // truncated or too long, by its number and byte. After an error for a damaged record, the next
  // call continues with the following record; after an error with is_lost(), every later call
  // returns the same error.
  absl::StatusOr<std::optional<v1::Scene>> Next();

  // Skips the next scene, damaged or not. Returns false at the end.
  // Errors: those after which the rest of a stream is unreadable.
  absl::StatusOr<bool> Skip();

  // Returns true after an error that makes the rest of the stream unreadable.
  bool is_lost() const { return stream_.has_value() && stream_->is_lost(); }

  // Returns the digest of the bytes that the last returned scene was read from: of the file, or of
  // its record in a stream (64-bit FNV-1a in hexadecimal).
  std::string digest() const;

  // Returns what was replaced or passed over in the text of the scene; see ParseSceneText.
  const std::vector<std::string>& notes() const { return notes_; }

  // Returns the number of bytes consumed from the file.
  int64_t bytes_read() const;

 private:
  SceneReader() = default;

  // Of a file of one scene: the scene until it is returned, and its bytes.
  std::optional<v1::Scene> single_;
  int64_t single_bytes_ = 0;
  std::string single_digest_;
  std::vector<std::string> notes_;
  // Of a stream.
  std::unique_ptr<std::istream> file_;
  std::optional<DelimitedReader> stream_;
};

// The contents of one file.
struct SceneFile {
  // All that could be read.
  std::vector<v1::Scene> scenes;
  // One error for the file, or for each damaged record of a stream; the last one may have made the
  // rest unreadable.
  std::vector<absl::Status> errors;
  // The first of `errors`; OK if there is none.
  absl::Status status;
  // Those of SceneReader::notes.
  std::vector<std::string> notes;
};

// Reads all scenes of a file at once; see SceneReader for long streams.
SceneFile ReadSceneFile(const std::string& path, UnknownFields unknown_fields = UnknownFields::kRefuse);

}  // namespace collision2d::planner
