#include "replay/tool/scene_inputs.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/road/border_outline.h"
#include "planner_adapter/scene/scene.h"
#include "replay/importers/polygon_repair.h"
#include "replay/importers/scene_formats.h"

namespace collision2d::planner {
namespace {

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
    AddPoints(border.points, line->mutable_points());
  }
  return std::move(repaired.notes);
}

}  // namespace

SceneInputReader::SceneInputReader(std::string path, SceneInputOptions options)
    : path_(std::move(path)), options_(std::move(options)) {}

absl::StatusOr<std::optional<ImportedScene>> SceneInputReader::Next() {
  if (is_done_) return std::nullopt;
  if (source_ == nullptr) {
    absl::StatusOr<std::unique_ptr<SceneSource>> source = OpenSceneFile(path_, options_);
    is_done_ = !source.ok();
    if (is_done_) return source.status();
    source_ = *std::move(source);
    if (!source_->has_records()) options_.records = {};
  }
  for (; next_record_ < options_.records.first; ++next_record_) {
    const absl::StatusOr<bool> found = source_->Skip();
    is_done_ = !found.ok() || !*found;
    if (!found.ok()) return found.status();
    if (!*found) return std::nullopt;
  }
  is_done_ = next_record_ >= options_.records.end;
  if (is_done_) return std::nullopt;
  ++next_record_;
  absl::StatusOr<std::optional<ImportedScene>> input = source_->Next();
  is_done_ = source_->is_lost() || (input.ok() && !input->has_value());
  if (input.ok() && !input->has_value() && next_record_ == 1) {
    return absl::InvalidArgumentError(absl::StrCat(path_, ": holds no scene"));
  }
  if (is_done_ || !input.ok() || !options_.repair_borders) return input;
  const std::vector<std::string> repairs = RepairBordersOf(&(*input)->scene);
  (*input)->notes.insert((*input)->notes.end(), repairs.begin(), repairs.end());
  return input;
}

int64_t SceneInputReader::bytes_read() const { return source_ == nullptr ? 0 : source_->bytes_read(); }

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
      if (IsSceneExtension(SceneExtensionOf(file)) && !IsOneOf(file, ignored)) found.push_back(file);
    }
    if (error) expanded.unusable.push_back(absl::StrCat(path, ": ", error.message()));
    if (!error && found.empty()) expanded.unusable.push_back(absl::StrCat(path, ": the directory holds no scene file"));
    std::sort(found.begin(), found.end());
    std::copy_if(found.begin(), found.end(), std::back_inserter(expanded.files),
                 [&](const std::string& file) { return !IsLeftOutOfFolder(file, found); });
  }
  return expanded;
}

bool IsOneOf(const std::string& path, const std::vector<std::string>& files) {
  std::error_code error;
  return std::any_of(files.begin(), files.end(),
                     [&](const std::string& file) { return std::filesystem::equivalent(path, file, error); });
}

}  // namespace collision2d::planner
