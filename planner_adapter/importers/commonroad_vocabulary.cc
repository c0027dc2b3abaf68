#include "planner_adapter/importers/commonroad_vocabulary.h"

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace collision2d::planner {
namespace {

using Names = absl::flat_hash_set<absl::string_view>;

struct Vocabulary {
  absl::flat_hash_map<absl::string_view, Names> children;  // By the parent's name.
  Names unused;                                            // Known, but their content is ignored.
};

constexpr char kObstacleChildren[] =
    "role type shape initialState trajectory occupancySet initialSignalState signalSeries";
constexpr char kStateChildren[] =
    "time position orientation velocity acceleration yawRate slipAngle steeringAngle steeringAngleSpeed rollAngle "
    "rollRate pitchAngle pitchRate velocityY positionZ velocityZ rollAngleFront rollRateFront velocityYFront "
    "positionZFront velocityZFront rollAngleRear rollRateRear velocityYRear positionZRear velocityZRear "
    "leftFrontWheelAngularSpeed rightFrontWheelAngularSpeed leftRearWheelAngularSpeed rightRearWheelAngularSpeed "
    "deltaYFront deltaYRear curvature curvatureChange jerk jounce";
constexpr char kUnused[] =
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
  for (const absl::string_view name : absl::StrSplit(kUnused, ' ')) vocabulary.unused.insert(name);
  return vocabulary;
}

}  // namespace

std::map<std::string, int64_t> UnknownElements(pugi::xml_node root) {
  const Vocabulary vocabulary = MakeVocabulary();
  std::map<std::string, int64_t> unknown;
  std::vector<pugi::xml_node> open = {root};
  while (!open.empty()) {
    const pugi::xml_node parent = open.back();
    open.pop_back();
    const auto known = vocabulary.children.find(parent.name());
    for (const pugi::xml_node child : parent.children()) {
      if (child.type() != pugi::node_element) continue;
      if (known == vocabulary.children.end() || !known->second.contains(child.name())) {
        ++unknown[child.name()];
      } else if (!vocabulary.unused.contains(child.name())) {
        open.push_back(child);
      }
    }
  }
  return unknown;
}

}  // namespace collision2d::planner
