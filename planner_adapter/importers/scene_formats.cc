#include "planner_adapter/importers/scene_formats.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/importers/commonroad.h"
#include "planner_adapter/importers/commonroad_document.h"
#include "planner_adapter/importers/osi.h"
#include "planner_adapter/importers/waymo.h"
#include "planner_adapter/io/file_bytes.h"
#include "planner_adapter/io/scene_reader.h"

namespace collision2d::planner {
namespace {

using OpenedSource = absl::StatusOr<std::unique_ptr<SceneSource>>;

// Scenes in this project's own formats.
class MessageSource : public SceneSource {
 public:
  MessageSource(std::unique_ptr<SceneReader> reader, bool has_records)
      : reader_(std::move(reader)), has_records_(has_records) {}

  absl::StatusOr<std::optional<SceneInput>> Next() override {
    absl::StatusOr<std::optional<v1::Scene>> scene = reader_->Next();
    if (!scene.ok()) return scene.status();
    if (!scene->has_value()) return std::nullopt;
    return SceneInput{**std::move(scene), reader_->notes(), reader_->digest()};
  }

  bool is_lost() const override { return reader_->is_lost(); }
  bool has_records() const override { return has_records_; }
  absl::StatusOr<bool> Skip() override { return reader_->Skip(); }
  int64_t bytes_read() const override { return reader_->bytes_read(); }

 private:
  std::unique_ptr<SceneReader> reader_;
  bool has_records_;
};

template <SceneFormat kFormat>
OpenedSource OpenMessages(std::unique_ptr<std::istream> file, const std::string& path,
                          const SceneInputOptions& options) {
  absl::StatusOr<std::unique_ptr<SceneReader>> reader =
      SceneReader::Open(std::move(file), path, kFormat, options.unknown_fields);
  if (!reader.ok()) return reader.status();
  return std::make_unique<MessageSource>(*std::move(reader), kFormat == SceneFormat::kStream);
}

// Reads a file at once; `import` returns the scenes in its bytes.
template <typename Import>
OpenedSource OpenAtOnce(std::istream& file, const std::string& path, const Import& import) {
  const absl::StatusOr<std::string> bytes = ReadToString(file, path);
  if (!bytes.ok()) return bytes.status();
  absl::StatusOr<std::vector<ImportedScene>> imported = import(*bytes);
  if (!imported.ok()) {
    return absl::Status(imported.status().code(), absl::StrCat(path, ": ", imported.status().message()));
  }
  std::vector<SceneInput> scenes;
  const std::string digest = InputDigest(*bytes);
  for (ImportedScene& scene : *imported) {
    scenes.push_back({std::move(scene.scene), std::move(scene.notes), digest, std::move(scene.plan)});
  }
  return std::make_unique<ScenesOfFile>(std::move(scenes), static_cast<int64_t>(bytes->size()));
}

OpenedSource OpenCommonRoad(std::unique_ptr<std::istream> file, const std::string& path,
                            const SceneInputOptions& options) {
  return OpenAtOnce(*file, path, [&](const std::string& bytes) { return ImportCommonRoad(bytes, options.commonroad); });
}

bool IsCommonRoadSolution(absl::string_view first_bytes) {
  return absl::StrContains(first_bytes, "<CommonRoadSolution");
}

OpenedSource OpenCommonRoadSolution(std::unique_ptr<std::istream> file, const std::string& path,
                                    const SceneInputOptions& options) {
  const std::filesystem::path directory =
      options.scenarios.empty() ? std::filesystem::path(path).parent_path() : std::filesystem::path(options.scenarios);
  const auto read_scenario = [&](const std::string& id) {
    std::string scenario = (directory / (id + ".xml")).string();
    std::error_code error;
    const std::string other = (directory / (id + ".pb")).string();
    if (!std::filesystem::exists(scenario, error) && std::filesystem::exists(other, error)) scenario = other;
    return ReadFileToString(scenario);
  };
  return OpenAtOnce(*file, path,
                    [&](const std::string& bytes) { return ImportCommonRoadSolution(bytes, read_scenario); });
}

bool IsOf(const SceneFileFormat& format, absl::string_view extension) {
  return std::count(format.extensions.begin(), format.extensions.end(), extension) > 0;
}

// Returns null if the format is not known.
const SceneFileFormat* FormatOf(absl::string_view extension, absl::string_view first_bytes) {
  const bool is_known = IsSceneExtension(extension);
  const SceneFileFormat* named = nullptr;
  for (const SceneFileFormat& format : SceneFileFormats()) {
    const bool is_named = IsOf(format, extension);
    const bool may_be = is_named ? format.recognises == nullptr || format.recognises(first_bytes)
                                 : !is_known && format.recognises != nullptr && format.recognises(first_bytes);
    if (may_be) return &format;
    if (is_named) named = &format;
  }
  return named;
}

}  // namespace

const std::vector<SceneFileFormat>& SceneFileFormats() {
  static const auto* formats = new std::vector<SceneFileFormat>{
      {{".textproto", ".txtpb"}, nullptr, &OpenMessages<SceneFormat::kText>},
      {{".pb"}, &IsCommonRoadProtobuf, &OpenCommonRoad},
      {{".pb"}, nullptr, &OpenMessages<SceneFormat::kBinary>},
      {{".pbs"}, nullptr, &OpenMessages<SceneFormat::kStream>},
      {{".xml"}, &IsCommonRoadSolution, &OpenCommonRoadSolution},
      {{".xml"}, nullptr, &OpenCommonRoad},
      {{".tfrecord"}, &IsTfRecord, &OpenWaymoScenarios},
      {{".binproto"}, nullptr, &OpenWaymoSubmission},
      {{".osi"}, nullptr, &OpenOsi},
      {{".mcap"}, &IsMcap, &OpenOsiMcap},
  };
  return *formats;
}

std::string SceneExtensionOf(const std::string& path) {
  std::string extension = absl::AsciiStrToLower(std::filesystem::path(path).extension().string());
  constexpr size_t kShardBytes = 15;  // "-00003-of-00150"
  if (extension.size() <= kShardBytes) return extension;
  std::string shard = extension.substr(extension.size() - kShardBytes);
  std::replace_if(shard.begin(), shard.end(), absl::ascii_isdigit, '0');
  if (shard == "-00000-of-00000") extension.resize(extension.size() - kShardBytes);
  return extension;
}

bool IsSceneExtension(absl::string_view extension) {
  const std::vector<SceneFileFormat>& formats = SceneFileFormats();
  return std::any_of(formats.begin(), formats.end(),
                     [&](const SceneFileFormat& format) { return IsOf(format, extension); });
}

std::string SceneExtensions() {
  std::vector<absl::string_view> names;
  for (const SceneFileFormat& format : SceneFileFormats()) {
    for (const absl::string_view name : format.extensions) {
      if (std::count(names.begin(), names.end(), name) == 0) names.push_back(name);
    }
  }
  return absl::StrCat(absl::StrJoin(absl::MakeSpan(names).first(names.size() - 1), ", "), " and ", names.back());
}

OpenedSource OpenSceneFile(const std::string& path, const SceneInputOptions& options) {
  std::string extension = SceneExtensionOf(path);
  if (!IsSceneExtension(extension) && !options.default_extension.empty()) extension = options.default_extension;
  // Opened first: a missing file is reported as missing, whatever its extension.
  absl::StatusOr<std::unique_ptr<std::istream>> file = OpenForReading(path);
  const bool is_nameless = path == "-" && extension.empty();
  if (!file.ok() && !is_nameless) return file.status();
  const std::string first_bytes = file.ok() ? FirstBytes(*file, kFirstBytes) : "";
  const SceneFileFormat* format = FormatOf(extension, first_bytes);
  if (format != nullptr) return format->open(*std::move(file), path, options);
  if (is_nameless) {
    return absl::InvalidArgumentError("-: the format of standard input is not known; --format names it");
  }
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": unknown extension \"", extension, "\"; known are ", SceneExtensions()));
}

}  // namespace collision2d::planner
