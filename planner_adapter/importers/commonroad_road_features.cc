#include "planner_adapter/importers/commonroad_road_features.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/io/text.h"
#include "planner_adapter/importers/xml_reader.h"

namespace collision2d::planner {
namespace {

// Bytes. Texts of signs and lights are cut after this.
constexpr size_t kLongestText = 80;

// Reads the features of one document. Functions return nothing for what cannot be read.
class FeatureImporter {
 public:
  FeatureImporter(const LaneletMap& map, ImportCounts& counts, proto::Scene& scene)
      : map_(map), counts_(counts), scene_(scene) {}

  void Import(pugi::xml_node root) {
    size_t index = 0;
    for (const pugi::xml_node element : root.children("lanelet")) ImportLanelet(element, map_.lanelets[index++]);
    for (const pugi::xml_node element : root.children("trafficSign")) {
      ImportPlaced(proto::RoadFeature::TRAFFIC_SIGN, element, SignText(element));
    }
    for (const pugi::xml_node element : root.children("trafficLight")) {
      ImportPlaced(proto::RoadFeature::TRAFFIC_LIGHT, element, LightText(element));
    }
  }

 private:
  using Points = std::vector<Vec2>;

  void ImportLanelet(pugi::xml_node element, const Lanelet& lanelet) {
    for (const char* name : {"trafficSignRef", "trafficLightRef"}) {
      for (const pugi::xml_node reference : element.children(name)) {
        first_lanelet_.emplace(reference.attribute("ref").value(), &lanelet);
      }
    }
    for (const pugi::xml_node line : element.children("stopLine")) {
      Add(proto::RoadFeature::STOP_LINE, "", StopLinePoints(line, lanelet));
    }
    for (const pugi::xml_node limit : element.children("speedLimit")) {
      const absl::StatusOr<double> speed_mps = ReadNumber(limit);
      const Vec2 middle = lanelet.center_line[lanelet.center_line.size() / 2];
      Add(proto::RoadFeature::SPEED_LIMIT, speed_mps.ok() ? absl::StrFormat("%.4g m/s", *speed_mps) : "",
          speed_mps.ok() ? Points{middle} : Points());
    }
  }

  static Points StopLinePoints(pugi::xml_node line, const Lanelet& lanelet) {
    if (!line.child("point")) return {lanelet.left_bound.back(), lanelet.right_bound.back()};
    Points points;
    for (const pugi::xml_node child : line.children("point")) {
      const absl::StatusOr<Vec2> point = ReadPoint(child);
      if (!point.ok()) return {};
      points.push_back(*point);
    }
    return points;
  }

  // The sign's numbers, and what is written below them.
  static std::string SignText(pugi::xml_node sign) {
    std::vector<std::string> texts;
    for (const pugi::xml_node element : sign.children("trafficSignElement")) {
      std::vector<std::string> words;
      for (const pugi::xml_node child : element.children()) {
        if (const absl::StatusOr<std::string> text = ReadText(child); text.ok() && !text->empty())
          words.push_back(*text);
      }
      texts.push_back(absl::StrJoin(words, " "));
    }
    return absl::StrJoin(texts, ", ");
  }

  // The phases of the cycle, in time steps.
  static std::string LightText(pugi::xml_node light) {
    std::vector<std::string> phases;
    for (const pugi::xml_node phase : light.child("cycle").children("cycleElement")) {
      const absl::StatusOr<std::string> color = ReadText(phase.child("color"));
      const absl::StatusOr<std::string> duration = ReadText(phase.child("duration"));
      if (color.ok() && duration.ok()) phases.push_back(absl::StrCat(*color, " ", *duration));
    }
    return absl::StrJoin(phases, ", ");
  }

  // Adds a sign or a light.
  void ImportPlaced(proto::RoadFeature::Kind kind, pugi::xml_node element, const std::string& text) {
    if (const pugi::xml_node point = element.child("position").child("point"); point) {
      const absl::StatusOr<Vec2> place = ReadPoint(point);
      return Add(kind, text, place.ok() ? Points{*place} : Points());
    }
    const auto lanelet = first_lanelet_.find(element.attribute("id").value());
    Add(kind, text, lanelet == first_lanelet_.end() ? Points() : Points{lanelet->second->center_line.back()});
  }

  // Adds a feature; without points it is counted only.
  void Add(proto::RoadFeature::Kind kind, const std::string& text, const Points& points) {
    if (points.empty()) {
      ++counts_.unplaced_features;
      return;
    }
    ++counts_.shown_features;
    proto::RoadFeature& feature = *scene_.add_road_features();
    feature.set_kind(kind);
    feature.set_text(text.size() > kLongestText ? absl::StrCat(Utf8Prefix(text, kLongestText), "...") : text);
    for (const Vec2 point : points) {
      proto::Point& out = *feature.add_points();
      out.set_x(point.x);
      out.set_y(point.y);
    }
  }

  const LaneletMap& map_;
  ImportCounts& counts_;
  proto::Scene& scene_;
  // By the id of a sign or light: the first lanelet that refers to it.
  absl::flat_hash_map<absl::string_view, const Lanelet*> first_lanelet_;
};

}  // namespace

void ImportRoadFeatures(pugi::xml_node root, const LaneletMap& map, ImportCounts& counts, proto::Scene& scene) {
  FeatureImporter(map, counts, scene).Import(root);
}

}  // namespace collision2d::planner
