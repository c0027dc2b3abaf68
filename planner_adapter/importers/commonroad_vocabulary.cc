#include "planner_adapter/importers/commonroad_vocabulary.h"

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

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

// Returns whether the child is dropped because of an earlier one of its name, or because of one that excludes it.
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

}  // namespace collision2d::planner
