#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_VOCABULARY_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_VOCABULARY_H_

#include <cstdint>
#include <map>
#include <pugixml.hpp>
#include <string>

namespace collision2d::planner {

// How often each element that the CommonRoad format (2018b, 2020a) does not have at its place was met below `root`, by
// name. The content of such an element is not looked at, nor that of elements which the importer knows and does not
// use: of the scenario    location, scenarioTags, trafficSign, trafficLight, intersection of a lanelet speedLimit,
// stopLine, userOneWay, userBidirectional, trafficSignRef, trafficLightRef of a bound         lineMarking of a point z
// of an obstacle     initialSignalState, signalSeries
// of a state         everything but time, position, orientation, velocity, acceleration
// O(elements), without recursion.
std::map<std::string, int64_t> UnknownElements(pugi::xml_node root);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_VOCABULARY_H_
