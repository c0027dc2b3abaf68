#include "planner_adapter/importers/commonroad_vocabulary.h"

#include <cstdint>
#include <map>
#include <pugixml.hpp>
#include <string>

#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

using Counts = std::map<std::string, int64_t>;

ElementCensus Count(const std::string& xml) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(xml.c_str()));
  return CountElements(document.document_element());
}

TEST(CountElementsTest, CountsUnknownOnesByNameAndPlace) {
  EXPECT_EQ(Count("<commonRoad/>").unknown, Counts());
  EXPECT_EQ(Count("<commonRoad><lanelet><leftBound><point><x/><y/><z/></point></leftBound><foo/></lanelet>"
                  "<foo><bar/></foo><point/></commonRoad>")
                .unknown,
            (Counts{{"foo", 2}, {"point", 1}}));
}

TEST(CountElementsTest, DoesNotLookIntoWhatIsNotUsed) {
  const ElementCensus census = Count(
      "<commonRoad><trafficSign><anything/></trafficSign><scenarioTags><urban/></scenarioTags>"
      "<dynamicObstacle><signalSeries><foo/></signalSeries><initialState><yawRate><foo/></yawRate>"
      "</initialState></dynamicObstacle></commonRoad>");
  EXPECT_EQ(census.unknown, Counts());
  EXPECT_EQ(census.unused, (Counts{{"signalSeries", 1}, {"yawRate", 1}}));
}

TEST(CountElementsTest, CountsWhatIsNotUsed) {
  EXPECT_EQ(Count("<commonRoad><location/><intersection/><lanelet><leftBound><point><x/><y/><z/></point><lineMarking/>"
                  "</leftBound><userOneWay/><stopLine/></lanelet><dynamicObstacle><initialState><velocityY/>"
                  "</initialState><trajectory><state><orientation/><velocityY/></state></trajectory></dynamicObstacle>"
                  "</commonRoad>")
                .unused,
            (Counts{{"intersection", 1}, {"lineMarking", 1}, {"userOneWay", 1}, {"velocityY", 1}, {"z", 1}}));
}

TEST(CountElementsTest, CountsWhatIsThereTwiceOrExcluded) {
  const ElementCensus census = Count(
      "<commonRoad id='1' id='2'><dynamicObstacle><shape><rectangle/><rectangle><length/><length/></rectangle></shape>"
      "<shape/><trajectory><state><time><exact/><intervalEnd/></time><time/><position><circle/><point><x/><x/></point>"
      "<point/></position></state><state/></trajectory><trajectory/></dynamicObstacle><planningProblem><goalState>"
      "<position><lanelet/><lanelet/><rectangle/></position></goalState></planningProblem></commonRoad>");
  EXPECT_EQ(census.superfluous, (Counts{{"attribute id", 1},
                                        {"circle", 1},
                                        {"intervalEnd", 1},
                                        {"length", 1},
                                        {"point", 1},
                                        {"rectangle", 1},
                                        {"shape", 1},
                                        {"time", 1},
                                        {"trajectory", 1},
                                        {"x", 1}}));
  EXPECT_EQ(census.unknown, Counts());
}

TEST(CountElementsTest, EndsOnDeepNesting) {
  std::string xml = "<commonRoad>";
  for (int i = 0; i < 100000; ++i) xml += "<shape>";
  for (int i = 0; i < 100000; ++i) xml += "</shape>";
  EXPECT_EQ(Count(xml + "</commonRoad>").unknown, (Counts{{"shape", 1}}));
}

}  // namespace
}  // namespace collision2d::planner
