#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_VOCABULARY_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_VOCABULARY_H_

#include <cstdint>
#include <map>
#include <pugixml.hpp>
#include <string>

namespace collision2d::planner {

// Returns how often each element occurs below `root` at a place where the CommonRoad format (2018b, 2020a) does not
// define it, by name. The content of such an element is ignored, and so is that of known elements that the importer
// does not use:
//   of the scenario    location, scenarioTags, trafficSign, trafficLight, intersection
//   of a lanelet       speedLimit, stopLine, userOneWay, userBidirectional, trafficSignRef, trafficLightRef
//   of a bound         lineMarking
//   of a point         z
//   of an obstacle     initialSignalState, signalSeries
//   of a state         everything but time, position, orientation, velocity, acceleration
// O(elements), without recursion.
std::map<std::string, int64_t> UnknownElements(pugi::xml_node root);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_VOCABULARY_H_
