#include "replay/io/scene_reader.h"

#include <filesystem>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "replay/io/file_bytes.h"
#include "replay/io/parse_message.h"
#include "replay/io/scene_text.h"

namespace collision2d::planner {
namespace {

std::string LowerExtension(const std::string& path) {
  return absl::AsciiStrToLower(std::filesystem::path(path).extension().string());
}

}  // namespace

std::optional<SceneFormat> SceneFormatOf(const std::string& path) {
  const std::string extension = LowerExtension(path);
  if (extension == ".textproto" || extension == ".txtpb") return SceneFormat::kText;
  if (extension == ".pb") return SceneFormat::kBinary;
  if (extension == ".pbs") return SceneFormat::kStream;
  return std::nullopt;
}

absl::StatusOr<std::unique_ptr<SceneReader>> SceneReader::Open(const std::string& path,
                                                               std::optional<SceneFormat> format,
                                                               UnknownFields unknown_fields) {
  // Opened first: a missing file is reported as missing, whatever its extension.
  absl::StatusOr<std::unique_ptr<std::istream>> file = OpenForReading(path);
  if (!file.ok()) return file.status();
  if (!format.has_value()) format = SceneFormatOf(path);
  if (!format.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": unknown extension \"", LowerExtension(path),
                                                   "\"; known are .textproto, .txtpb, .pb and .pbs"));
  }
  return Open(*std::move(file), path, *format, unknown_fields);
}

absl::StatusOr<std::unique_ptr<SceneReader>> SceneReader::Open(std::unique_ptr<std::istream> file,
                                                               const std::string& path, SceneFormat format,
                                                               UnknownFields unknown_fields) {
  std::unique_ptr<SceneReader> reader(new SceneReader);
  if (format == SceneFormat::kStream) {
    reader->file_ = std::move(file);
    reader->stream_.emplace(*reader->file_, path, kMaxSceneBytes);
    return reader;
  }
  absl::StatusOr<std::string> bytes = ReadToString(*file, path);
  if (!bytes.ok()) return bytes.status();
  v1::Scene& scene = reader->single_.emplace();
  absl::Status status = format == SceneFormat::kText
                            ? ParseSceneText(*bytes, path, unknown_fields, scene, &reader->notes_)
                            : ParseBinary(*bytes, path, scene);
  if (!status.ok()) return status;
  reader->single_bytes_ = static_cast<int64_t>(bytes->size());
  reader->single_digest_ = InputDigest(*bytes);
  return reader;
}

absl::StatusOr<std::optional<v1::Scene>> SceneReader::Next() {
  if (!stream_.has_value()) return std::exchange(single_, std::nullopt);
  v1::Scene scene;
  const absl::StatusOr<bool> found = stream_->Next(scene);
  if (!found.ok()) return found.status();
  if (!*found) return std::nullopt;
  return scene;
}

absl::StatusOr<bool> SceneReader::Skip() {
  if (!stream_.has_value()) return std::exchange(single_, std::nullopt).has_value();
  return stream_->Skip();
}

std::string SceneReader::digest() const {
  return stream_.has_value() ? InputDigest(stream_->record()) : single_digest_;
}

int64_t SceneReader::bytes_read() const { return stream_.has_value() ? stream_->bytes_read() : single_bytes_; }

SceneFile ReadSceneFile(const std::string& path, UnknownFields unknown_fields) {
  SceneFile result;
  absl::StatusOr<std::unique_ptr<SceneReader>> reader = SceneReader::Open(path, std::nullopt, unknown_fields);
  if (!reader.ok()) result.errors.push_back(reader.status());
  while (reader.ok() && !(*reader)->is_lost()) {
    absl::StatusOr<std::optional<v1::Scene>> scene = (*reader)->Next();
    if (scene.ok() && !scene->has_value()) break;
    if (scene.ok()) {
      result.scenes.push_back(**std::move(scene));
    } else {
      result.errors.push_back(scene.status());
    }
  }
  if (reader.ok()) result.notes = (*reader)->notes();
  if (!result.errors.empty()) result.status = result.errors.front();
  return result;
}

}  // namespace collision2d::planner
