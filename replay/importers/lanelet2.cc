#include "replay/importers/lanelet2.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "planner_adapter/scene/scene_limits.h"
#include "replay/importers/xml_reader.h"

namespace collision2d::planner {
namespace {

// s. Maps have no time.
constexpr double kMapTimeStep_s = 0.1;

absl::string_view Tag(pugi::xml_node element, const char* key) {
  return element.find_child_by_attribute("tag", "k", key).attribute("v").value();
}

bool IsDeleted(pugi::xml_node element) { return absl::string_view(element.attribute("action").value()) == "delete"; }

absl::StatusOr<double> ReadDegrees(pugi::xml_node node, const char* name, double limit_deg) {
  ASSIGN_OR_RETURN(const std::string text, ReadAttribute(node, name));
  const absl::StatusOr<double> value = ParseNumber(text);
  if (!value.ok()) return ElementError(node, absl::StrCat("attribute ", name, ": ", value.status().message()));
  if (std::abs(*value) <= limit_deg) return *value;
  return ElementError(node, absl::StrFormat("attribute %s: %g is beyond %g degrees", name, *value, limit_deg));
}

absl::StatusOr<double> ReadLocal(pugi::xml_node node, const char* key) {
  const absl::StatusOr<double> value = ParseNumber(Tag(node, key));
  if (!value.ok()) return ElementError(node, absl::StrCat("tag ", key, ": ", value.status().message()));
  if (std::abs(*value) <= kMaxCoordinate_m) return *value;
  return ElementError(node, absl::StrFormat("tag %s: %g m is beyond the limit of %g m", key, *value, kMaxCoordinate_m));
}

// A line, and whether it runs as the way that it is of.
struct Bound {
  std::string way;
  std::vector<Vec2> points;
  bool is_forward = true;

  void Reverse() {
    std::reverse(points.begin(), points.end());
    is_forward = !is_forward;
  }
};

// Turns the bounds of a lanelet so that they run alike, with the left one on the left.
void Align(Bound& left, Bound& right) {
  const auto gap_m = [&](Vec2 a, Vec2 b) { return Norm(left.points.front() - a) + Norm(left.points.back() - b); };
  const Vec2 begin = right.points.front();
  const Vec2 end = right.points.back();
  if (gap_m(end, begin) < gap_m(begin, end)) right.Reverse();
  // Twice the area to the left of the right bound and to the right of the left one.
  double area_m2 = 0.0;
  const Vec2 origin = right.points.front();
  const auto add = [&](Vec2 a, Vec2 b) { area_m2 += Cross(a - origin, b - origin); };
  for (size_t i = 1; i < right.points.size(); ++i) add(right.points[i - 1], right.points[i]);
  add(right.points.back(), left.points.back());
  for (size_t i = left.points.size(); i-- > 1;) add(left.points[i], left.points[i - 1]);
  if (area_m2 >= 0.0) return;
  left.Reverse();
  right.Reverse();
}

// Returns where the points of a line are, as fractions of its length.
std::vector<double> Fractions(const std::vector<Vec2>& line) {
  std::vector<double> fractions = {0.0};
  for (size_t i = 1; i < line.size(); ++i) fractions.push_back(fractions.back() + Norm(line[i] - line[i - 1]));
  const double length_m = fractions.back();
  for (double& fraction : fractions) fraction = length_m > 0.0 ? fraction / length_m : 0.0;
  fractions.back() = 1.0;
  return fractions;
}

// Returns the points of a line at increasing fractions of its length; its own points are exact.
std::vector<Vec2> PointsAt(const std::vector<Vec2>& line, const std::vector<double>& own,
                           const std::vector<double>& fractions) {
  std::vector<Vec2> points;
  size_t i = 1;
  for (const double fraction : fractions) {
    while (i + 1 < line.size() && own[i] < fraction) ++i;
    const double part = own[i] > own[i - 1] ? (fraction - own[i - 1]) / (own[i] - own[i - 1]) : 0.0;
    points.push_back(part >= 1.0 ? line[i] : part <= 0.0 ? line[i - 1] : line[i - 1] + part * (line[i] - line[i - 1]));
  }
  return points;
}

class MapReader {
 public:
  MapReader(const std::optional<MapOrigin>& origin, ImportCounts& counts, ImportedScene& imported)
      : origin_(origin), counts_(counts), imported_(imported) {}

  absl::StatusOr<LaneletMap> Read(pugi::xml_node root) {
    if (absl::Status status = ReadNodes(root); !status.ok()) return status;
    for (const pugi::xml_node way : root.children("way")) {
      if (IsDeleted(way)) continue;
      ASSIGN_OR_RETURN(const std::string id, ReadAttribute(way, "id"));
      if (!ways_.emplace(id, way).second) return ElementError(way, "the id is already an earlier way's");
      if (absl::Status status = AddFeature(way); !status.ok()) return status;
    }
    for (const pugi::xml_node relation : root.children("relation")) {
      if (IsDeleted(relation)) continue;
      const absl::string_view type = Tag(relation, "type");
      if (type == "lanelet") {
        if (absl::Status status = ReadLanelet(relation); !status.ok()) return status;
      } else {
        ++counts_.unused_elements[absl::StrCat(type.empty() ? "relation" : type)];
      }
    }
    Connect();
    counts_.lanelets = static_cast<int64_t>(map_.lanelets.size());
    return std::move(map_);
  }

 private:
  absl::Status ReadNodes(pugi::xml_node root) {
    const auto nodes = root.children("node");
    const auto is_local = [](pugi::xml_node node) {
      return !Tag(node, "local_x").empty() && !Tag(node, "local_y").empty();
    };
    const auto first = std::find_if(nodes.begin(), nodes.end(), [](pugi::xml_node node) { return !IsDeleted(node); });
    if (first == nodes.end()) return ElementError(root, "has no node");
    const bool has_local = is_local(*first);
    for (const pugi::xml_node node : nodes) {
      if (IsDeleted(node)) continue;
      ASSIGN_OR_RETURN(const std::string id, ReadAttribute(node, "id"));
      if (is_local(node) != has_local) {
        return ElementError(node, has_local ? "has no local_x and local_y, as other nodes have"
                                            : "has local_x and local_y, as other nodes do not");
      }
      Vec2 point;
      if (has_local) {
        ASSIGN_OR_RETURN(point.x, ReadLocal(node, "local_x"));
        ASSIGN_OR_RETURN(point.y, ReadLocal(node, "local_y"));
      } else {
        ASSIGN_OR_RETURN(const double latitude_deg, ReadDegrees(node, "lat", kMostLatitude_deg));
        ASSIGN_OR_RETURN(const double longitude_deg, ReadDegrees(node, "lon", 180.0));
        point = Project(latitude_deg, longitude_deg);
        if (!(Norm(point) < kMaxDistanceFromOrigin_m)) {
          return ElementError(node, "is too far from the origin of the map; --map_origin=LAT,LON names another one");
        }
      }
      if (!nodes_.emplace(id, point).second) return ElementError(node, "the id is already an earlier node's");
    }
    if (has_local) imported_.notes.push_back("Coordinates are local_x and local_y of the nodes.");
    return absl::OkStatus();
  }

  Vec2 Project(double latitude_deg, double longitude_deg) {
    if (!origin_.has_value()) {
      origin_ = MapOrigin();
      if (std::abs(latitude_deg) > 1.0 || std::abs(longitude_deg) > 1.0) origin_ = {latitude_deg, longitude_deg};
    }
    if (nodes_.empty()) {
      imported_.notes.push_back(
          absl::StrFormat("Coordinates are those of UTM less the origin's, at %.9g, %.9g degrees.",
                          origin_->latitude_deg, origin_->longitude_deg));
    }
    return ProjectUtm(latitude_deg, longitude_deg, *origin_);
  }

  // Returns the points of a way, without repeats.
  absl::StatusOr<std::vector<Vec2>> PointsOf(pugi::xml_node way) const {
    std::vector<Vec2> points;
    for (const pugi::xml_node reference : way.children("nd")) {
      const auto node = nodes_.find(reference.attribute("ref").value());
      if (node == nodes_.end()) {
        return ElementError(way, absl::StrCat("there is no node ", Quoted(reference.attribute("ref").value())));
      }
      if (points.empty() || points.back() != node->second) points.push_back(node->second);
    }
    return points;
  }

  absl::Status AddFeature(pugi::xml_node way) {
    const absl::string_view type = Tag(way, "type");
    const v1::RoadFeature::Kind kind = type == "stop_line"       ? v1::RoadFeature::KIND_STOP_LINE
                                       : type == "traffic_light" ? v1::RoadFeature::KIND_TRAFFIC_LIGHT
                                       : type == "traffic_sign"  ? v1::RoadFeature::KIND_TRAFFIC_SIGN
                                                                 : v1::RoadFeature::KIND_UNSPECIFIED;
    if (kind == v1::RoadFeature::KIND_UNSPECIFIED) return absl::OkStatus();
    ASSIGN_OR_RETURN(const std::vector<Vec2> points, PointsOf(way));
    if (points.empty()) return absl::OkStatus();
    ++counts_.shown_features;
    v1::RoadFeature& feature = *imported_.scene.add_road_features();
    feature.set_kind(kind);
    if (kind == v1::RoadFeature::KIND_TRAFFIC_SIGN) feature.set_text(std::string(Tag(way, "subtype")));
    AddPoints(points, feature.mutable_points());
    return absl::OkStatus();
  }

  absl::StatusOr<Bound> ReadBound(pugi::xml_node lanelet, absl::string_view role) const {
    Bound bound;
    for (const pugi::xml_node member : lanelet.children("member")) {
      if (member.attribute("role").value() != role) continue;
      if (!bound.way.empty()) return ElementError(lanelet, absl::StrCat("has more than one ", role, " way"));
      ASSIGN_OR_RETURN(bound.way, ReadAttribute(member, "ref"));
    }
    if (bound.way.empty()) return ElementError(lanelet, absl::StrCat("has no ", role, " way"));
    const auto way = ways_.find(bound.way);
    if (way == ways_.end()) return ElementError(lanelet, absl::StrCat("there is no way ", Quoted(bound.way)));
    ASSIGN_OR_RETURN(bound.points, PointsOf(way->second));
    if (bound.points.size() < 2) return ElementError(way->second, "has fewer than two different points");
    return bound;
  }

  static bool IsForVehicles(pugi::xml_node lanelet) {
    bool has_participants = false;
    for (const pugi::xml_node tag : lanelet.children("tag")) {
      const absl::string_view key = tag.attribute("k").value();
      if (!absl::StartsWith(key, "participant:")) continue;
      has_participants = true;
      const bool is_allowed = absl::string_view(tag.attribute("v").value()) == "yes";
      if (is_allowed && (key == "participant:vehicle" || key == "participant:vehicle:car")) return true;
    }
    const absl::string_view subtype = Tag(lanelet, "subtype");
    return !has_participants && (subtype.empty() || subtype == "road" || subtype == "highway" ||
                                 subtype == "play_street" || subtype == "exit");
  }

  absl::Status ReadLanelet(pugi::xml_node relation) {
    Lanelet lanelet;
    ASSIGN_OR_RETURN(lanelet.id, ReadAttribute(relation, "id"));
    lanelet.for_vehicles = IsForVehicles(relation);
    if (!lanelet.for_vehicles) ++counts_.lanelets_not_for_vehicles;
    ASSIGN_OR_RETURN(Bound left, ReadBound(relation, "left"));
    ASSIGN_OR_RETURN(Bound right, ReadBound(relation, "right"));
    Align(left, right);
    const std::vector<double> left_own = Fractions(left.points);
    const std::vector<double> right_own = Fractions(right.points);
    std::vector<double> fractions;
    std::merge(left_own.begin(), left_own.end(), right_own.begin(), right_own.end(), std::back_inserter(fractions));
    fractions.erase(std::unique(fractions.begin(), fractions.end()), fractions.end());
    absl::Status status = SetBounds(PointsAt(left.points, left_own, fractions),
                                    PointsAt(right.points, right_own, fractions), counts_.lanelet_quads, lanelet);
    if (!status.ok()) return ElementError(relation, status.message());
    lanelet.left_bound = std::move(left.points);
    lanelet.right_bound = std::move(right.points);
    const int index = static_cast<int>(map_.lanelets.size());
    if (!map_.index_of_id.emplace(lanelet.id, index).second) {
      return ElementError(relation, "the id is already an earlier lanelet's");
    }
    const auto ends = [&](Vec2 a, Vec2 b) { return std::array<double, 4>{a.x, a.y, b.x, b.y}; };
    beginning_[ends(lanelet.left_bound.front(), lanelet.right_bound.front())].push_back(index);
    ending_.push_back(ends(lanelet.left_bound.back(), lanelet.right_bound.back()));
    left_of_.emplace(std::pair(right.way, right.is_forward), index);
    right_of_.emplace(std::pair(left.way, left.is_forward), index);
    sides_.push_back({{left.way, left.is_forward}, {right.way, right.is_forward}});
    map_.lanelets.push_back(std::move(lanelet));
    return absl::OkStatus();
  }

  // Finds successors, which begin where a lanelet ends, and neighbours, which share a way and run
  // alike.
  void Connect() {
    const auto neighbour = [](const auto& lanelets, const auto& side) {
      const auto found = lanelets.find(side);
      return found == lanelets.end() ? kNoLanelet : found->second;
    };
    for (size_t i = 0; i < map_.lanelets.size(); ++i) {
      const auto next = beginning_.find(ending_[i]);
      if (next != beginning_.end()) map_.lanelets[i].successors = next->second;
      map_.lanelets[i].left = neighbour(left_of_, sides_[i].first);
      map_.lanelets[i].right = neighbour(right_of_, sides_[i].second);
    }
  }

  using Side = std::pair<std::string, bool>;  // A way, and whether the lanelet runs as it does.

  std::optional<MapOrigin> origin_;
  ImportCounts& counts_;
  ImportedScene& imported_;
  LaneletMap map_;
  absl::flat_hash_map<std::string, Vec2> nodes_;
  absl::flat_hash_map<std::string, pugi::xml_node> ways_;
  std::map<std::array<double, 4>, std::vector<int>> beginning_;
  std::vector<std::array<double, 4>> ending_;
  std::map<Side, int> left_of_, right_of_;  // The lanelet on this side of a way.
  std::vector<std::pair<Side, Side>> sides_;
};

}  // namespace

Vec2 ProjectUtm(double latitude_deg, double longitude_deg, const MapOrigin& origin) {
  constexpr double kRadius_m = 6378137.0;
  constexpr double kFlattening = 1.0 / 298.257223563;
  constexpr double kScale = 0.9996;
  constexpr double n = kFlattening / (2.0 - kFlattening);
  constexpr double kSeries[] = {
      n / 2 - 2 * n * n / 3 + 5 * n * n * n / 16 + 41 * n * n * n * n / 180,
      13 * n * n / 48 - 3 * n * n * n / 5 + 557 * n * n * n * n / 1440,
      61 * n * n * n / 240 - 103 * n * n * n * n / 140,
      49561 * n * n * n * n / 161280,
  };
  const double central_deg = 6.0 * std::floor((origin.longitude_deg + 180.0) / 6.0) - 177.0;
  const auto project = [&](double lat_deg, double lon_deg) {
    const double sine = std::sin(lat_deg * M_PI / 180.0);
    const double east = std::remainder(lon_deg - central_deg, 360.0) * M_PI / 180.0;
    const double e = std::sqrt(kFlattening * (2.0 - kFlattening));
    const double t = std::sinh(std::atanh(sine) - e * std::atanh(e * sine));
    const double xi = std::atan2(t, std::cos(east));
    const double eta = std::atanh(std::sin(east) / std::sqrt(1.0 + t * t));
    Vec2 sum = {eta, xi};
    for (int j = 1; j <= 4; ++j) {
      sum.x += kSeries[j - 1] * std::cos(2 * j * xi) * std::sinh(2 * j * eta);
      sum.y += kSeries[j - 1] * std::sin(2 * j * xi) * std::cosh(2 * j * eta);
    }
    return kScale * kRadius_m / (1.0 + n) * (1.0 + n * n / 4 + n * n * n * n / 64) * sum;
  };
  return project(latitude_deg, longitude_deg) - project(origin.latitude_deg, origin.longitude_deg);
}

absl::StatusOr<LaneletMap> ReadLanelet2(absl::string_view xml, const std::optional<MapOrigin>& origin,
                                        ImportCounts& counts, ImportedScene& imported) {
  pugi::xml_document document;
  if (absl::Status status = ParseXml(xml, document); !status.ok()) return status;
  const pugi::xml_node root = document.document_element();
  if (absl::string_view(root.name()) != "osm") {
    return absl::InvalidArgumentError(absl::StrCat("the root element is ", Quoted(root.name()), ", not osm"));
  }
  const auto relations = root.children("relation");
  const bool has_lanelets = std::any_of(relations.begin(), relations.end(),
                                        [](pugi::xml_node relation) { return Tag(relation, "type") == "lanelet"; });
  if (!has_lanelets) {
    return absl::InvalidArgumentError(
        "has no lanelets; CommonRoad's scenario designer converts data of OpenStreetMap to a CommonRoad file");
  }
  return MapReader(origin, counts, imported).Read(root);
}

absl::StatusOr<std::vector<ImportedScene>> ImportLanelet2(absl::string_view xml, const CommonRoadOptions& options,
                                                          const std::optional<MapOrigin>& origin) {
  if (absl::Status status = ValidateCommonRoadOptions(options); !status.ok()) return status;
  std::vector<ImportedScene> scenes(1);
  ImportedScene& imported = scenes[0];
  ImportCounts counts;
  ASSIGN_OR_RETURN(const LaneletMap map, ReadLanelet2(xml, origin, counts, imported));
  imported.scene.set_id("map");
  imported.scene.set_time_step_s(kMapTimeStep_s);
  *imported.scene.mutable_ego() = EgoBodyOf(options);
  AddLanelets(map, RoadLanelets::kForVehicles, imported.scene);
  const std::vector<std::string> notes = NotesOf(counts);
  imported.notes.insert(imported.notes.end(), notes.begin(), notes.end());
  return scenes;
}

}  // namespace collision2d::planner
