#include "planner_adapter/importers/commonroad_vocabulary.h"

#include <cstdint>
#include <map>
#include <pugixml.hpp>
#include <string>

#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

using Counts = std::map<std::string, int64_t>;

Counts Count(const std::string& xml) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(xml.c_str()));
  return UnknownElements(document.document_element());
}

TEST(UnknownElementsTest, CountsByNameAndPlace) {
  EXPECT_EQ(Count("<commonRoad/>"), Counts());
  EXPECT_EQ(Count("<commonRoad><lanelet><leftBound><point><x/><y/><z/></point></leftBound><foo/></lanelet>"
                  "<foo><bar/></foo><point/></commonRoad>"),
            (Counts{{"foo", 2}, {"point", 1}}));
}

TEST(UnknownElementsTest, DoesNotLookIntoWhatIsNotUsed) {
  EXPECT_EQ(Count("<commonRoad><trafficSign><anything/></trafficSign><scenarioTags><urban/></scenarioTags>"
                  "<dynamicObstacle><signalSeries><foo/></signalSeries><initialState><yawRate><foo/></yawRate>"
                  "</initialState></dynamicObstacle></commonRoad>"),
            Counts());
}

TEST(UnknownElementsTest, EndsOnDeepNesting) {
  std::string xml = "<commonRoad>";
  for (int i = 0; i < 100000; ++i) xml += "<shape>";
  for (int i = 0; i < 100000; ++i) xml += "</shape>";
  EXPECT_EQ(Count(xml + "</commonRoad>"), (Counts{{"shape", 1}}));
}

}  // namespace
}  // namespace collision2d::planner
