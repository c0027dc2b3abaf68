#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_VOCABULARY_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_VOCABULARY_H_

#include <cstdint>
#include <map>
#include <pugixml.hpp>
#include <string>

namespace collision2d::planner {

// How often elements occur of which the importer uses nothing, by name.
struct ElementCensus {
  // At a place where the CommonRoad format (2018b, 2020a) does not define them.
  std::map<std::string, int64_t> unknown;
  // Known, but not used:
  //   of the scenario    intersection
  //   of a lanelet       userOneWay, userBidirectional
  //   of a bound         lineMarking
  //   of a point         z
  //   of an obstacle     initialSignalState, signalSeries
  //   of a state         everything but time, position, orientation, velocity, acceleration; velocityY beside an
  //                      orientation
  // Neither are location and scenarioTags, which describe no part of a scene and are not counted. Stop lines, signs,
  // lights and speed limits are counted where they are read (ImportRoadFeatures).
  std::map<std::string, int64_t> unused;
  // Beside an earlier one where the format has one, or excluded by others: shapes beside the point of a position, the
  // ends of an interval beside `exact`. Attributes that are given twice: as "attribute x".
  std::map<std::string, int64_t> superfluous;
};

// Counts the elements below `root`; the content of those that are unknown or not used is passed over.
// O(elements), without recursion.
ElementCensus CountElements(pugi::xml_node root);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_VOCABULARY_H_
