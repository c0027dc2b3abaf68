#include "planner_adapter/io/scene_reader.h"

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/v1/scene.pb.h"
#include "google/protobuf/io/coded_stream.h"
#include "planner_adapter/io/delimited_reader.h"
#include "planner_adapter/io/file_bytes.h"
#include "planner_adapter/io/parse_message.h"

namespace collision2d::planner {
namespace {

std::string LowerExtension(const std::string& path) {
  return absl::AsciiStrToLower(std::filesystem::path(path).extension().string());
}

// Returns whether these are bytes of CommonRoad's own protobuf format: its first field is a message
// whose first field is the version of the format, as "2020a".
bool IsCommonRoadProtobuf(absl::string_view bytes) {
  constexpr uint32_t kFirstFieldOfBytes = 0x0a;
  constexpr int kVersionSize = 5;
  google::protobuf::io::CodedInputStream coded(reinterpret_cast<const uint8_t*>(bytes.data()),
                                               static_cast<int>(bytes.size()));
  uint32_t information_size = 0;
  uint32_t version_size = 0;
  std::string version;
  if (coded.ReadTag() != kFirstFieldOfBytes || !coded.ReadVarint32(&information_size)) return false;
  if (coded.ReadTag() != kFirstFieldOfBytes || !coded.ReadVarint32(&version_size)) return false;
  if (version_size != kVersionSize || !coded.ReadString(&version, kVersionSize)) return false;
  bool is_version = absl::ascii_islower(static_cast<unsigned char>(version.back()));
  for (int i = 0; i + 1 < kVersionSize; ++i) {
    is_version = is_version && absl::ascii_isdigit(static_cast<unsigned char>(version[i]));
  }
  return is_version;
}

absl::Status ParseScene(absl::string_view bytes, const std::string& path, SceneFormat format, v1::Scene& scene) {
  if (format == SceneFormat::kText) return ParseText(bytes, path, scene);
  if (IsCommonRoadProtobuf(bytes)) {
    return absl::InvalidArgumentError(absl::StrCat(
        path, ": is a scenario in CommonRoad's protobuf format, which is not read; its XML file (.xml) is"));
  }
  return ParseBinary(bytes, path, scene);
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
                                                               std::optional<SceneFormat> format) {
  std::unique_ptr<SceneReader> reader(new SceneReader);
  // Opened first: a missing file is reported as missing, whatever its extension.
  absl::StatusOr<std::unique_ptr<std::istream>> file = OpenForReading(path);
  if (!file.ok()) return file.status();
  if (!format.has_value()) format = SceneFormatOf(path);
  if (!format.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": unknown extension \"", LowerExtension(path),
                                                   "\"; known are .textproto, .txtpb, .pb and .pbs"));
  }
  if (*format == SceneFormat::kStream) {
    reader->file_ = *std::move(file);
    reader->stream_.emplace(*reader->file_, path, kMaxSceneBytes);
    return reader;
  }
  absl::StatusOr<std::string> bytes = ReadToString(**file, path);
  if (!bytes.ok()) return bytes.status();
  absl::Status status = ParseScene(*bytes, path, *format, reader->single_.emplace());
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

SceneFile ReadSceneFile(const std::string& path) {
  SceneFile result;
  absl::StatusOr<std::unique_ptr<SceneReader>> reader = SceneReader::Open(path);
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
  if (!result.errors.empty()) result.status = result.errors.front();
  return result;
}

}  // namespace collision2d::planner
