#include "replay/importers/import_counts.h"

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "replay/importers/xml_reader.h"

namespace collision2d::planner {
namespace {

using Names = absl::flat_hash_set<absl::string_view>;

struct Vocabulary {
  absl::flat_hash_map<absl::string_view, Names> children;  // By the parent's name.
  Names unread;                                            // Known, but their content is not looked into here.
  Names uncounted;                                         // Of these, those that are no loss, or counted elsewhere.
  Names repeated;                                          // Those of which a parent may have several.
};

constexpr char kObstacleChildren[] =
    "role type shape initialState trajectory occupancySet initialSignalState signalSeries";
constexpr char kUncounted[] =
    "location scenarioTags trafficSign trafficLight speedLimit stopLine trafficSignRef trafficLightRef";
constexpr char kRepeated[] =
    "lanelet trafficSign trafficLight intersection obstacle staticObstacle dynamicObstacle environmentObstacle "
    "phantomObstacle planningProblem predecessor successor laneletType userOneWay userBidirectional trafficSignRef "
    "trafficLightRef point rectangle circle polygon state occupancy goalState";
constexpr char kStateChildren[] =
    "time position orientation velocity acceleration yawRate slipAngle steeringAngle steeringAngleSpeed rollAngle "
    "rollRate pitchAngle pitchRate velocityY positionZ velocityZ rollAngleFront rollRateFront velocityYFront "
    "positionZFront velocityZFront rollAngleRear rollRateRear velocityYRear positionZRear velocityZRear "
    "leftFrontWheelAngularSpeed rightFrontWheelAngularSpeed leftRearWheelAngularSpeed rightRearWheelAngularSpeed "
    "deltaYFront deltaYRear curvature curvatureChange jerk jounce";
constexpr char kUnread[] =
    "location scenarioTags trafficSign trafficLight intersection speedLimit stopLine userOneWay userBidirectional "
    "trafficSignRef trafficLightRef lineMarking z initialSignalState signalSeries yawRate slipAngle steeringAngle "
    "steeringAngleSpeed rollAngle rollRate pitchAngle pitchRate velocityY positionZ velocityZ rollAngleFront "
    "rollRateFront velocityYFront positionZFront velocityZFront rollAngleRear rollRateRear velocityYRear positionZRear "
    "velocityZRear leftFrontWheelAngularSpeed rightFrontWheelAngularSpeed leftRearWheelAngularSpeed "
    "rightRearWheelAngularSpeed deltaYFront deltaYRear curvature curvatureChange jerk jounce";

Vocabulary MakeVocabulary() {
  const struct {
    const char* parents;
    const char* children;
  } rows[] = {
      {"commonRoad",
       "location scenarioTags lanelet trafficSign trafficLight intersection obstacle staticObstacle dynamicObstacle "
       "environmentObstacle phantomObstacle planningProblem"},
      {"lanelet",
       "leftBound rightBound predecessor successor adjacentLeft adjacentRight stopLine laneletType userOneWay "
       "userBidirectional trafficSignRef trafficLightRef speedLimit"},
      {"leftBound rightBound", "point lineMarking"},
      {"point center", "x y z"},
      {"obstacle staticObstacle dynamicObstacle environmentObstacle phantomObstacle", kObstacleChildren},
      {"shape", "rectangle circle polygon"},
      {"position", "point rectangle circle polygon lanelet"},
      {"rectangle", "length width orientation center"},
      {"circle", "radius center"},
      {"polygon", "point"},
      {"initialState state goalState", kStateChildren},
      {"time orientation velocity acceleration", "exact intervalStart intervalEnd"},
      {"trajectory", "state"},
      {"occupancySet", "occupancy"},
      {"occupancy", "shape time"},
      {"planningProblem", "initialState goalState"},
  };
  Vocabulary vocabulary;
  for (const auto& row : rows) {
    const std::vector<absl::string_view> children = absl::StrSplit(row.children, ' ');
    for (const absl::string_view parent : absl::StrSplit(row.parents, ' ')) {
      vocabulary.children[parent].insert(children.begin(), children.end());
    }
  }
  for (const absl::string_view name : absl::StrSplit(kUnread, ' ')) vocabulary.unread.insert(name);
  for (const absl::string_view name : absl::StrSplit(kUncounted, ' ')) vocabulary.uncounted.insert(name);
  for (const absl::string_view name : absl::StrSplit(kRepeated, ' ')) vocabulary.repeated.insert(name);
  return vocabulary;
}

// What in an element excludes others in it.
struct Exclusions {
  explicit Exclusions(pugi::xml_node parent)
      : is_position(absl::string_view(parent.name()) == "position"),
        has_point(is_position && parent.child("point")),
        has_lanelet(is_position && parent.child("lanelet")),
        has_exact(parent.child("exact")),
        has_orientation(parent.child("orientation")) {}

  bool is_position;
  bool has_point;
  bool has_lanelet;
  bool has_exact;
  bool has_orientation;
};

// Returns whether the child is dropped because of an earlier one of its name, or because of one
// that excludes it.
bool IsSuperfluous(const Vocabulary& vocabulary, const Exclusions& exclusions, pugi::xml_node child) {
  const absl::string_view name = child.name();
  const bool is_repeated = vocabulary.repeated.contains(name) && !(exclusions.is_position && name == "point");
  if (!is_repeated && child.previous_sibling(child.name())) return true;
  if (exclusions.is_position && name != "point") {
    return exclusions.has_point || (exclusions.has_lanelet && name != "lanelet");
  }
  return exclusions.has_exact && (name == "intervalStart" || name == "intervalEnd");
}

bool IsUnused(const Vocabulary& vocabulary, const Exclusions& exclusions, pugi::xml_node child) {
  const absl::string_view name = child.name();
  if (!vocabulary.unread.contains(name) || vocabulary.uncounted.contains(name)) return false;
  // Without an orientation, it is taken from the velocities.
  return name != "velocityY" || exclusions.has_orientation;
}

void CountAttributes(pugi::xml_node element, std::map<std::string, int64_t>& superfluous) {
  Names names;
  for (const pugi::xml_attribute attribute : element.attributes()) {
    if (!names.insert(attribute.name()).second) ++superfluous[absl::StrCat("attribute ", attribute.name())];
  }
}

// How many different unknown names a note lists; it counts the others.
constexpr int kListedNames = 20;

void AppendRepairs(absl::string_view what, const PolygonRepairs& r, std::vector<std::string>& notes) {
  const auto note = [&](int64_t count, absl::string_view text) {
    if (count > 0) notes.push_back(absl::StrCat(what, ": ", text, ": ", count, " of ", r.polygons, "."));
  };
  const auto note_vertices = [&](int64_t count, absl::string_view text) {
    if (count > 0) notes.push_back(absl::StrCat(what, ": ", text, ": ", count, " vertices."));
  };
  note(r.closing_vertex_removed, "repeated closing vertex removed");
  note_vertices(r.duplicate_vertices_removed, "repeated vertices removed");
  note(r.clockwise_reversed, "clockwise order reversed");
  note_vertices(r.collinear_vertices_removed, "collinear vertices removed");
  note(r.split_into_convex, absl::StrCat("not convex, split into ", r.convex_parts, " convex parts"));
  note(r.replaced_by_hull, "self-intersecting or too large, replaced by the convex hull");
  note(r.without_area, "without area");
}

}  // namespace

ElementCensus CountElements(pugi::xml_node root) {
  const Vocabulary vocabulary = MakeVocabulary();
  ElementCensus census;
  std::vector<pugi::xml_node> open = {root};
  while (!open.empty()) {
    const pugi::xml_node parent = open.back();
    open.pop_back();
    CountAttributes(parent, census.superfluous);
    const Exclusions exclusions(parent);
    const auto known = vocabulary.children.find(parent.name());
    for (const pugi::xml_node child : parent.children()) {
      if (child.type() != pugi::node_element) continue;
      if (known == vocabulary.children.end() || !known->second.contains(child.name())) {
        ++census.unknown[child.name()];
      } else if (IsSuperfluous(vocabulary, exclusions, child)) {
        ++census.superfluous[child.name()];
      } else if (IsUnused(vocabulary, exclusions, child)) {
        ++census.unused[child.name()];
      } else if (!vocabulary.unread.contains(child.name())) {
        open.push_back(child);
      }
    }
  }
  return census;
}

void AppendElements(absl::string_view what, const std::map<std::string, int64_t>& elements,
                    std::vector<std::string>& notes) {
  if (elements.empty()) return;
  std::string note = absl::StrCat(what, ":");
  int listed = 0;
  for (const auto& [name, count] : elements) {
    if (listed == kListedNames) break;
    absl::StrAppend(&note, listed == 0 ? " " : ", ", Quoted(name), " (", count, ")");
    ++listed;
  }
  const size_t others = elements.size() - listed;
  if (others > 0) absl::StrAppend(&note, " and ", others, " other names");
  notes.push_back(note + ".");
}

std::vector<std::string> NotesOf(const ImportCounts& counts) {
  std::vector<std::string> notes;
  const auto note = [&](int64_t count, absl::string_view text) {
    if (count > 0) notes.push_back(absl::StrCat(text, ": ", count, "."));
  };
  if (counts.static_obstacles + counts.moving_obstacles == 0) notes.push_back("The file has no obstacles.");
  AppendRepairs("Obstacle polygons", counts.obstacle_polygons, notes);
  AppendRepairs("Lanelet quadrilaterals", counts.lanelet_quads, notes);
  AppendRepairs("Goal polygons", counts.goal_polygons, notes);
  note(counts.lanelets_not_for_vehicles, "Lanelets that are not for vehicles, left out of the drivable area");
  note(counts.uncertain_states,
       "Obstacle states with an uncertain position, orientation or time, covered by the hull of all possibilities");
  note(counts.set_based_trajectories, "Trajectories with such states, imported as occupancies");
  note(counts.single_pose_predictions,
       "Dynamic obstacles with neither trajectory nor occupancy set, imported with their initial pose only");
  note(counts.occupancy_gaps, "Gaps in occupancy sets, in which the earlier occupancy is held");
  note(counts.empty_trajectories, "Trajectories without states, whose obstacles have their initial pose only");
  note(counts.repeated_initial_states,
       "First states of trajectories at the time step of the initial state, which is used");
  note(counts.changed_initial_states, "Of these, elsewhere than the initial state");
  note(counts.static_motions, "Trajectories and occupancy sets of static obstacles, left out");
  note(counts.phantoms_without_occupancy, "Phantom obstacles without occupancy set, left out");
  note(counts.orientations_from_velocities, "States without orientation, which is that of their velocities");
  note(counts.assumed_orientations, "Initial states without orientation, which is assumed to be 0");
  note(counts.dangling_references, "References of lanelets to lanelets that the file does not have, left out");
  note(counts.shown_features, "Stop lines, signs, lights and speed limits, which are shown but not judged");
  note(counts.unplaced_features, "Stop lines, signs, lights and speed limits without a place or readable content");
  AppendElements("Elements beside one that was used instead", counts.superfluous_elements, notes);
  AppendElements("Elements not used", counts.unused_elements, notes);
  AppendElements("Unknown elements ignored", counts.unknown_elements, notes);
  return notes;
}

}  // namespace collision2d::planner
