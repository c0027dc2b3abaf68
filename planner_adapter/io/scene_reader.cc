#include "planner_adapter/io/scene_reader.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "planner_adapter/io/delimited_reader.h"
#include "planner_adapter/io/file_bytes.h"
#include "planner_adapter/io/parse_message.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

absl::StatusOr<std::unique_ptr<SceneReader>> SceneReader::Open(const std::string& path) {
  // Opened first: a missing file is reported as missing, whatever its extension.
  absl::StatusOr<std::ifstream> file = OpenForReading(path);
  if (!file.ok()) return file.status();
  const std::string extension = absl::AsciiStrToLower(std::filesystem::path(path).extension().string());
  const bool is_text = extension == ".textproto" || extension == ".txtpb";
  std::unique_ptr<SceneReader> reader(new SceneReader);
  if (extension == ".pbs") {
    reader->file_ = *std::move(file);
    reader->stream_.emplace(reader->file_, path, kMaxSceneBytes);
    return reader;
  }
  if (!is_text && extension != ".pb") {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": unknown extension \"", extension, "\"; known are .textproto, .txtpb, .pb and .pbs"));
  }
  absl::StatusOr<std::string> bytes = ReadFileToString(path);
  if (!bytes.ok()) return bytes.status();
  proto::Scene& scene = reader->single_.emplace();
  const absl::Status status = is_text ? ParseText(*bytes, path, scene) : ParseBinary(*bytes, path, scene);
  if (!status.ok()) return status;
  return reader;
}

absl::StatusOr<std::optional<proto::Scene>> SceneReader::Next() {
  if (!stream_.has_value()) return std::exchange(single_, std::nullopt);
  proto::Scene scene;
  const absl::StatusOr<bool> found = stream_->Next(scene);
  if (!found.ok()) return found.status();
  if (!*found) return std::nullopt;
  return scene;
}

SceneFile ReadSceneFile(const std::string& path) {
  SceneFile result;
  absl::StatusOr<std::unique_ptr<SceneReader>> reader = SceneReader::Open(path);
  if (!reader.ok()) {
    result.status = reader.status();
    return result;
  }
  while (true) {
    absl::StatusOr<std::optional<proto::Scene>> scene = (*reader)->Next();
    result.status = scene.status();
    if (!scene.ok() || !scene->has_value()) return result;
    result.scenes.push_back(**std::move(scene));
  }
}

}  // namespace collision2d::planner
