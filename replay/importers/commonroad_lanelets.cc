#include "replay/importers/commonroad_lanelets.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/io/text.h"
#include "replay/importers/polygon_repair.h"
#include "replay/importers/xml_reader.h"

namespace collision2d::planner {
namespace {

absl::StatusOr<std::vector<Vec2>> ReadBound(XmlElement lanelet, const char* name) {
  ASSIGN_OR_RETURN(const XmlElement bound, RequiredChild(lanelet, name));
  std::vector<Vec2> points;
  for (const XmlElement& child : bound.children({"point"})) {
    ASSIGN_OR_RETURN(const Vec2 point, ReadPoint(child));
    points.push_back(point);
  }
  if (points.size() < 2) {
    return ElementError(bound, absl::StrFormat("%d points; at least 2 are needed", points.size()));
  }
  return points;
}

absl::StatusOr<bool> ReadForVehicles(XmlElement element) {
  bool is_for_vehicles = true;
  for (const XmlElement& child : element.children({"laneletType"})) {
    ASSIGN_OR_RETURN(const std::string type, ReadText(child));
    if (type == "sidewalk" || type == "crosswalk" || type == "bicycleLane") is_for_vehicles = false;
  }
  return is_for_vehicles;
}

// Reads everything except the references to other lanelets.
absl::StatusOr<Lanelet> ReadLanelet(XmlElement element, ImportCounts& counts) {
  Lanelet lanelet;
  ASSIGN_OR_RETURN(lanelet.id, ReadAttribute(element, "id"));
  ASSIGN_OR_RETURN(lanelet.for_vehicles, ReadForVehicles(element));
  if (!lanelet.for_vehicles) ++counts.lanelets_not_for_vehicles;

  ASSIGN_OR_RETURN(std::vector<Vec2> left, ReadBound(element, "leftBound"));
  ASSIGN_OR_RETURN(std::vector<Vec2> right, ReadBound(element, "rightBound"));
  if (left.size() != right.size()) {
    return ElementError(element, absl::StrFormat("leftBound has %d points and rightBound %d; they must come in pairs",
                                                 left.size(), right.size()));
  }
  const absl::Status status = SetBounds(left, right, counts.lanelet_quads, lanelet);
  if (!status.ok()) return ElementError(element, status.message());
  for (std::vector<Vec2>* bound : {&left, &right}) {
    bound->erase(std::unique(bound->begin(), bound->end()), bound->end());
  }
  lanelet.left_bound = std::move(left);
  lanelet.right_bound = std::move(right);
  return lanelet;
}

// Returns the lanelet that a lanelet refers to; kNoLanelet, counted, if the document does not have
// it: extracts of maps end there.
absl::StatusOr<int> ReadPossibleReference(XmlElement element, const LaneletMap& map, ImportCounts& counts) {
  ASSIGN_OR_RETURN(const std::string ref, ReadAttribute(element, "ref"));
  const auto found = map.index_of_id.find(ref);
  if (found != map.index_of_id.end()) return found->second;
  ++counts.dangling_references;
  return kNoLanelet;
}

// Returns the neighbour on one side; kNoLanelet if there is none or it has the opposite driving
// direction.
absl::StatusOr<int> ReadNeighbour(XmlElement element, const char* name, const LaneletMap& map, ImportCounts& counts) {
  const XmlElement child = element.child(name);
  if (!child) return kNoLanelet;
  ASSIGN_OR_RETURN(const int neighbour, ReadPossibleReference(child, map, counts));
  ASSIGN_OR_RETURN(const std::string direction, ReadAttribute(child, "drivingDir"));
  if (direction != "same" && direction != "opposite") {
    return ElementError(child, absl::StrCat("drivingDir ", Quoted(direction), " is neither same nor opposite"));
  }
  return direction == "same" ? neighbour : kNoLanelet;
}

absl::Status ReadReferences(XmlElement element, const LaneletMap& map, Lanelet& lanelet, ImportCounts& counts) {
  for (const XmlElement& child : element.children({"successor", "predecessor"})) {
    ASSIGN_OR_RETURN(const int other, ReadPossibleReference(child, map, counts));
    if (absl::string_view(child.name()) == "successor" && other != kNoLanelet) lanelet.successors.push_back(other);
  }
  ASSIGN_OR_RETURN(lanelet.left, ReadNeighbour(element, "adjacentLeft", map, counts));
  ASSIGN_OR_RETURN(lanelet.right, ReadNeighbour(element, "adjacentRight", map, counts));
  return absl::OkStatus();
}

// Bytes. Texts of signs and lights are cut after this.
constexpr size_t kLongestText = 80;

// Reads the features of one document. Functions return nothing for what cannot be read.
class FeatureImporter {
 public:
  FeatureImporter(const LaneletMap& map, ImportCounts& counts, v1::Scene& scene)
      : map_(map), counts_(counts), scene_(scene) {}

  void Import(XmlElement root) {
    size_t index = 0;
    for (const XmlElement& element : root.children({"lanelet"})) ImportLanelet(element, map_.lanelets[index++]);
    for (const XmlElement& element : root.children({"trafficSign"})) {
      ImportPlaced(v1::RoadFeature::KIND_TRAFFIC_SIGN, element, SignText(element));
    }
    for (const XmlElement& element : root.children({"trafficLight"})) {
      ImportPlaced(v1::RoadFeature::KIND_TRAFFIC_LIGHT, element, LightText(element));
    }
  }

 private:
  using Points = std::vector<Vec2>;

  void ImportLanelet(XmlElement element, const Lanelet& lanelet) {
    for (const XmlElement& reference : element.children({"trafficSignRef", "trafficLightRef"})) {
      first_lanelet_.emplace(reference.attribute("ref"), &lanelet);
    }
    for (const XmlElement& line : element.children({"stopLine"})) {
      Add(v1::RoadFeature::KIND_STOP_LINE, "", StopLinePoints(line, lanelet));
    }
    for (const XmlElement& limit : element.children({"speedLimit"})) {
      const absl::StatusOr<double> speed_mps = ReadNumber(limit);
      const Vec2 middle = lanelet.center_line[lanelet.center_line.size() / 2];
      Add(v1::RoadFeature::KIND_SPEED_LIMIT, speed_mps.ok() ? absl::StrFormat("%.4g m/s", *speed_mps) : "",
          speed_mps.ok() ? Points{middle} : Points());
    }
  }

  static Points StopLinePoints(XmlElement line, const Lanelet& lanelet) {
    Points points;
    for (const XmlElement& child : line.children({"point"})) {
      const absl::StatusOr<Vec2> point = ReadPoint(child);
      if (!point.ok()) return {};
      points.push_back(*point);
    }
    return points.empty() ? Points{lanelet.left_bound.back(), lanelet.right_bound.back()} : points;
  }

  // The sign's numbers, and what is written below them.
  static std::string SignText(XmlElement sign) {
    std::vector<std::string> texts;
    for (const XmlElement& element : sign.children({"trafficSignElement"})) {
      std::vector<std::string> words;
      for (const XmlElement& child : element.children()) {
        if (const absl::StatusOr<std::string> text = ReadText(child); text.ok() && !text->empty())
          words.push_back(*text);
      }
      texts.push_back(absl::StrJoin(words, " "));
    }
    return absl::StrJoin(texts, ", ");
  }

  // The phases of the cycle, in time steps.
  static std::string LightText(XmlElement light) {
    std::vector<std::string> phases;
    for (const XmlElement& phase : light.child("cycle").children({"cycleElement"})) {
      const absl::StatusOr<std::string> color = ReadText(phase.child("color"));
      const absl::StatusOr<std::string> duration = ReadText(phase.child("duration"));
      if (color.ok() && duration.ok()) phases.push_back(absl::StrCat(*color, " ", *duration));
    }
    return absl::StrJoin(phases, ", ");
  }

  // Adds a sign or a light.
  void ImportPlaced(v1::RoadFeature::Kind kind, XmlElement element, const std::string& text) {
    if (const XmlElement point = element.child("position").child("point"); point) {
      const absl::StatusOr<Vec2> place = ReadPoint(point);
      return Add(kind, text, place.ok() ? Points{*place} : Points());
    }
    const auto lanelet = first_lanelet_.find(element.attribute("id"));
    Add(kind, text, lanelet == first_lanelet_.end() ? Points() : Points{lanelet->second->center_line.back()});
  }

  // Adds a feature; without points it is counted only.
  void Add(v1::RoadFeature::Kind kind, const std::string& text, const Points& points) {
    if (points.empty()) {
      ++counts_.unplaced_features;
      return;
    }
    ++counts_.shown_features;
    v1::RoadFeature& feature = *scene_.add_road_features();
    feature.set_kind(kind);
    feature.set_text(text.size() > kLongestText ? absl::StrCat(Utf8Prefix(text, kLongestText), "...") : text);
    AddPoints(points, feature.mutable_points());
  }

  const LaneletMap& map_;
  ImportCounts& counts_;
  v1::Scene& scene_;
  // By the id of a sign or light: the first lanelet that refers to it.
  absl::flat_hash_map<absl::string_view, const Lanelet*> first_lanelet_;
};

// A bound that is one point is no line.
void AddLaneBoundary(const std::string& id, const std::vector<Vec2>& bound, v1::Scene& scene) {
  if (bound.size() < 2) return;
  v1::RoadLine& line = *scene.add_lane_boundaries();
  line.set_id(id);
  AddPoints(bound, line.mutable_points());
}

void AddDrivableArea(const LaneletMap& map, RoadLanelets road, v1::Scene& scene) {
  for (const Lanelet& lanelet : map.lanelets) {
    if (!lanelet.for_vehicles && road == RoadLanelets::kForVehicles) continue;
    AddPolygons(lanelet.area, scene.mutable_drivable_area());
    AddLaneBoundary(absl::StrCat("lanelet ", lanelet.id, ", left"), lanelet.left_bound, scene);
    AddLaneBoundary(absl::StrCat("lanelet ", lanelet.id, ", right"), lanelet.right_bound, scene);
  }
}

// Each lanelet is a lane; a centre line that is one point is none.
void AddLanes(const LaneletMap& map, v1::Scene& scene) {
  for (const Lanelet& lanelet : map.lanelets) {
    std::vector<Vec2> points = lanelet.center_line;
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 2) continue;
    v1::Lane& lane = *scene.add_lanes();
    lane.set_id(lanelet.id);
    AddPoints(points, lane.mutable_points());
    for (const int successor : lanelet.successors) lane.add_successors(map.lanelets[successor].id);
  }
}

}  // namespace

absl::Status SetBounds(absl::Span<const Vec2> left, absl::Span<const Vec2> right, PolygonRepairs& repairs,
                       Lanelet& lanelet) {
  for (size_t i = 0; i < left.size(); ++i) {
    lanelet.center_line.push_back(0.5 * left[i] + 0.5 * right[i]);
    if (i == 0) continue;
    const absl::StatusOr<std::vector<ConvexPolygon>> parts =
        RepairPolygon({right[i - 1], right[i], left[i], left[i - 1]}, repairs);
    if (!parts.ok()) return parts.status();
    for (const ConvexPolygon& part : *parts) {
      if (part.size() >= 3) lanelet.area.push_back(part);
    }
  }
  return absl::OkStatus();
}

void AddLanelets(const LaneletMap& map, RoadLanelets road, v1::Scene& scene) {
  AddDrivableArea(map, road, scene);
  AddLanes(map, scene);
}

absl::StatusOr<LaneletMap> ImportLanelets(XmlElement root, ImportCounts& counts) {
  LaneletMap map;
  for (const XmlElement& element : root.children({"lanelet"})) {
    ASSIGN_OR_RETURN(Lanelet lanelet, ReadLanelet(element, counts));
    if (!map.index_of_id.emplace(lanelet.id, static_cast<int>(map.lanelets.size())).second) {
      return ElementError(element, absl::StrCat("the id ", Quoted(lanelet.id), " is already an earlier lanelet's"));
    }
    map.lanelets.push_back(std::move(lanelet));
  }
  counts.lanelets = static_cast<int64_t>(map.lanelets.size());
  size_t index = 0;
  for (const XmlElement& element : root.children({"lanelet"})) {
    if (absl::Status status = ReadReferences(element, map, map.lanelets[index], counts); !status.ok()) return status;
    ++index;
  }
  return map;
}

absl::StatusOr<int> ReadLaneletReference(XmlElement element, const LaneletMap& map) {
  ASSIGN_OR_RETURN(const std::string ref, ReadAttribute(element, "ref"));
  const auto found = map.index_of_id.find(ref);
  if (found == map.index_of_id.end()) return ElementError(element, absl::StrCat("there is no lanelet ", Quoted(ref)));
  return found->second;
}

bool Contains(const Lanelet& lanelet, Vec2 p) {
  return std::any_of(lanelet.area.begin(), lanelet.area.end(), [p](const ConvexPolygon& part) {
    for (int i = 0; i < part.size(); ++i) {
      if (Orient2d(part.vertices()[i], part.vertices()[(i + 1) % part.size()], p) < 0.0) return false;
    }
    return true;
  });
}

void ImportRoadFeatures(XmlElement root, const LaneletMap& map, ImportCounts& counts, v1::Scene& scene) {
  FeatureImporter(map, counts, scene).Import(root);
}

}  // namespace collision2d::planner
