#include "planner_adapter/replay_tool/scene_inputs.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "planner_adapter/io/file_bytes.h"
#include "planner_adapter/io/scene_reader.h"
#include "planner_adapter/road/border_outline.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

std::string LowerExtension(const std::filesystem::path& path) {
  return absl::AsciiStrToLower(path.extension().string());
}

absl::Status Annotated(const std::string& path, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
}

std::vector<std::string> RepairBordersOf(v1::Scene* scene) {
  std::vector<RoadLine> borders;
  for (const v1::RoadLine& line : scene->road_borders()) {
    borders.push_back({line.id(), {}});
    for (const v1::Point& point : line.points()) borders.back().points.push_back({point.x(), point.y()});
  }
  RepairedBorders repaired = RepairBorders(borders);
  if (repaired.notes.empty()) return {};
  scene->clear_road_borders();
  for (const RoadLine& border : repaired.borders) {
    v1::RoadLine* line = scene->add_road_borders();
    line->set_id(border.id);
    for (const Vec2 point : border.points) {
      v1::Point* added = line->add_points();
      added->set_x(point.x);
      added->set_y(point.y);
    }
  }
  return std::move(repaired.notes);
}

}  // namespace

bool IsSceneExtension(const std::string& extension) {
  return extension == ".xml" || SceneFormatOf("scene" + extension).has_value();
}

SceneInputReader::SceneInputReader(std::string path, SceneInputOptions options)
    : path_(std::move(path)), options_(std::move(options)) {}

absl::Status SceneInputReader::Open() {
  std::string extension = LowerExtension(path_);
  if (!IsSceneExtension(extension) && !options_.default_extension.empty()) extension = options_.default_extension;
  if (extension == ".xml") return OpenCommonRoad();
  if (path_ == "-" && extension.empty()) {
    return absl::InvalidArgumentError("-: the format of standard input is not known; --format names it");
  }
  const std::optional<SceneFormat> format = SceneFormatOf("scene" + extension);
  // The reader of scenes, which reports files that are missing, does not know CommonRoad's.
  if (std::error_code error; !format.has_value() && std::filesystem::exists(path_, error)) {
    return absl::InvalidArgumentError(absl::StrCat(path_, ": unknown extension \"", extension,
                                                   "\"; known are .textproto, .txtpb, .pb, .pbs and .xml"));
  }
  if (format != SceneFormat::kStream) options_.records = {};
  absl::StatusOr<std::unique_ptr<SceneReader>> reader = SceneReader::Open(path_, format, options_.unknown_fields);
  if (!reader.ok()) return reader.status();
  reader_ = *std::move(reader);
  return absl::OkStatus();
}

absl::Status SceneInputReader::OpenCommonRoad() {
  const absl::StatusOr<std::string> xml = ReadFileToString(path_);
  if (!xml.ok()) return xml.status();
  imported_bytes_ = static_cast<int64_t>(xml->size());
  absl::StatusOr<std::vector<ImportedScene>> imported = ImportCommonRoad(*xml, options_.commonroad);
  if (!imported.ok()) return Annotated(path_, imported.status());
  const std::string digest = InputDigest(*xml);
  for (ImportedScene& scene : *imported) {
    imported_.push_back({std::move(scene.scene), std::move(scene.notes), digest});
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<SceneInput>> SceneInputReader::Next() {
  if (is_done_) return std::nullopt;
  if (!is_open_) {
    is_open_ = true;
    absl::Status status = Open();
    is_done_ = !status.ok();
    if (is_done_) return status;
  }
  if (reader_ != nullptr) return NextOfStream();
  if (next_imported_ < imported_.size()) return std::move(imported_[next_imported_++]);
  is_done_ = true;
  return std::nullopt;
}

absl::StatusOr<std::optional<SceneInput>> SceneInputReader::NextOfStream() {
  const auto end = [this] {
    is_done_ = true;
    return std::nullopt;
  };
  for (; next_record_ < options_.records.first; ++next_record_) {
    const absl::StatusOr<bool> found = reader_->Skip();
    is_done_ = !found.ok() || !*found;
    if (!found.ok()) return found.status();
    if (!*found) return std::nullopt;
  }
  if (next_record_ >= options_.records.end) return end();
  ++next_record_;
  absl::StatusOr<std::optional<v1::Scene>> scene = reader_->Next();
  is_done_ = reader_->is_lost();
  if (!scene.ok()) return scene.status();
  if (!scene->has_value()) return end();
  SceneInput input{**std::move(scene), reader_->notes(), reader_->digest()};
  if (!options_.repair_borders) return input;
  const std::vector<std::string> repairs = RepairBordersOf(&input.scene);
  input.notes.insert(input.notes.end(), repairs.begin(), repairs.end());
  return input;
}

int64_t SceneInputReader::bytes_read() const { return reader_ == nullptr ? imported_bytes_ : reader_->bytes_read(); }

ExpandedPaths ExpandDirectories(const std::vector<std::string>& paths, const std::vector<std::string>& ignored) {
  namespace fs = std::filesystem;
  ExpandedPaths expanded;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      expanded.files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
      const std::string file = entry->path().string();
      if (IsSceneExtension(LowerExtension(file)) && !IsOneOf(file, ignored)) found.push_back(file);
    }
    if (error) expanded.unusable.push_back(absl::StrCat(path, ": ", error.message()));
    if (!error && found.empty()) expanded.unusable.push_back(absl::StrCat(path, ": the directory holds no scene file"));
    std::sort(found.begin(), found.end());
    expanded.files.insert(expanded.files.end(), found.begin(), found.end());
  }
  return expanded;
}

bool IsOneOf(const std::string& path, const std::vector<std::string>& files) {
  std::error_code error;
  return std::any_of(files.begin(), files.end(),
                     [&](const std::string& file) { return std::filesystem::equivalent(path, file, error); });
}

}  // namespace collision2d::planner
