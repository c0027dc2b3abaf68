#include "replay/importers/lanelet2.h"

#include <map>
#include <optional>
#include <random>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/road/road_clearance.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"

namespace collision2d::planner::lanelet2_test {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// Makes maps with local coordinates.
class MapWriter {
 public:
  // Adds a way of these points, each of which is a node; the same point is the same node.
  int Way(const std::vector<Vec2>& points, const std::string& tags = "") {
    std::string way;
    for (const Vec2 point : points) {
      const std::string place =
          absl::StrFormat("<tag k='local_x' v='%.17g'/><tag k='local_y' v='%.17g'/>", point.x, point.y);
      const auto [node, is_new] = nodes_.emplace(place, nodes_.size() + 1);
      if (is_new) absl::StrAppend(&xml_, "<node id='", node->second, "' lat='0' lon='0'>", place, "</node>");
      absl::StrAppend(&way, "<nd ref='", node->second, "'/>");
    }
    absl::StrAppend(&ways_, "<way id='", ++ids_, "'>", way, tags, "</way>");
    return ids_;
  }
  int Lanelet(int left, int right, const std::string& tags = "") {
    absl::StrAppend(&relations_, "<relation id='", ++ids_, "'><member type='way' ref='", right, "' role='right'/>",
                    "<member type='way' ref='", left, "' role='left'/><tag k='type' v='lanelet'/>", tags,
                    "</relation>");
    return ids_;
  }
  std::string Xml() const {
    return absl::StrCat("<?xml version='1.0'?><osm version='0.6'><MetaInfo format_version='1'/>", xml_, ways_,
                        relations_, "</osm>");
  }

 private:
  std::map<std::string, size_t> nodes_;
  int ids_ = 1000;
  std::string xml_, ways_, relations_;
};

struct Imported {
  LaneletMap map;
  ImportCounts counts;
  ImportedScene scene;
};
Imported Read(const std::string& xml, const std::optional<MapOrigin>& origin = std::nullopt) {
  Imported imported;
  absl::StatusOr<LaneletMap> map = ReadLanelet2(xml, origin, imported.counts, imported.scene);
  EXPECT_TRUE(map.ok()) << map.status();
  if (map.ok()) imported.map = *std::move(map);
  return imported;
}
std::string ErrorOf(const std::string& xml) {
  return std::string(ImportLanelet2(xml, {}, std::nullopt).status().message());
}

// Values of other implementations.
TEST(ProjectUtmTest, KnownValues) {
  const struct {
    double latitude, longitude, central, east, north;
  } cases[] = {{36.1147, -115.1728, -117.0, 664450.9751, 3998216.3353},
               {0.0, 0.0, 3.0, 166021.4431, 0.0},
               {1.29, 103.78, 105.0, 364268.4059, 142616.5377}};
  for (const auto& known : cases) {
    const Vec2 found = ProjectUtm(known.latitude, known.longitude, {0.0, known.central});
    EXPECT_NEAR(found.x + 500000.0, known.east, 1e-4);
    EXPECT_NEAR(found.y, known.north, 1e-4);
  }
  // The data set's own map of INTERACTION: (1, 1).
  const Vec2 one = ProjectUtm(0.00000903483, 0.00000897435, {});
  EXPECT_NEAR(one.x, 1.0, 1e-6);
  EXPECT_NEAR(one.y, 1.0, 1e-6);
  // The zone is that of the origin, on both sides of its edge and of the equator.
  EXPECT_NEAR(ProjectUtm(-0.001, -0.001, {}).x, -ProjectUtm(0.001, 0.001, {}).x, 0.01);
  EXPECT_EQ(ProjectUtm(48.0, 11.0, {48.0, 11.0}), (Vec2{0.0, 0.0}));
}

TEST(Lanelet2Test, BordersMayRunEitherWayAndHaveAnyPoints) {
  for (const bool left_reversed : {false, true}) {
    for (const bool right_reversed : {false, true}) {
      std::vector<Vec2> left = {{0, 2}, {10, 2}, {30, 4}, {40, 4}};
      std::vector<Vec2> right = {{0, -2}, {40, 0}};
      if (left_reversed) std::reverse(left.begin(), left.end());
      if (right_reversed) std::reverse(right.begin(), right.end());
      MapWriter writer;
      const int left_way = writer.Way(left);
      const int id = writer.Lanelet(left_way, writer.Way(right));
      const Imported imported = Read(writer.Xml());
      ASSERT_EQ(imported.map.lanelets.size(), 1u);
      const Lanelet& lanelet = imported.map.lanelets[0];
      EXPECT_EQ(lanelet.id, absl::StrCat(id));
      EXPECT_THAT(lanelet.left_bound, ElementsAre(Vec2{0, 2}, Vec2{10, 2}, Vec2{30, 4}, Vec2{40, 4}));
      EXPECT_THAT(lanelet.right_bound, ElementsAre(Vec2{0, -2}, Vec2{40, 0}));
      EXPECT_EQ(lanelet.center_line.front(), (Vec2{0, 0}));
      EXPECT_EQ(lanelet.center_line.back(), (Vec2{40, 2}));
      EXPECT_EQ(lanelet.center_line.size(), 4u);
      // The bounds are sides of the area: just inside and just outside of them.
      EXPECT_TRUE(Contains(lanelet, {10, 2}) && Contains(lanelet, {20, 2.99}) && Contains(lanelet, {20, -0.99}));
      EXPECT_FALSE(Contains(lanelet, {20, 3.01}) || Contains(lanelet, {20, -1.01}));
    }
  }
  // Left and right exchanged: it drives the other way.
  MapWriter writer;
  const int upper = writer.Way({{0, 2}, {40, 2}});
  writer.Lanelet(writer.Way({{0, -2}, {40, -2}}), upper);
  EXPECT_EQ(Read(writer.Xml()).map.lanelets[0].center_line.front(), (Vec2{40, 0}));
}

TEST(Lanelet2Test, SuccessorsAndNeighboursAreFoundByNodesAndWays) {
  MapWriter writer;
  const int outer = writer.Way({{20, -4}, {0, -4}});
  const int middle = writer.Way({{0, 0}, {20, 0}});
  const int upper = writer.Way({{0, 4}, {20, 4}});
  writer.Lanelet(middle, outer);
  writer.Lanelet(upper, middle);
  writer.Lanelet(writer.Way({{20, 0}, {40, 0}}), writer.Way({{40, -4}, {20, -4}}));
  // The other way, beyond the upper line.
  writer.Lanelet(upper, writer.Way({{0, 8}, {20, 8}}));
  const LaneletMap map = Read(writer.Xml()).map;
  ASSERT_EQ(map.lanelets.size(), 4u);
  EXPECT_THAT(map.lanelets[0].successors, ElementsAre(2));
  EXPECT_THAT(map.lanelets[1].successors, ElementsAre());
  EXPECT_EQ(map.lanelets[0].left, 1);
  EXPECT_EQ(map.lanelets[1].right, 0);
  EXPECT_EQ(map.lanelets[0].right, kNoLanelet);
  EXPECT_EQ(map.lanelets[1].left, kNoLanelet);
  EXPECT_EQ(map.lanelets[3].center_line.front(), (Vec2{20, 6}));
}

TEST(Lanelet2Test, SubtypeAndParticipantsSayWhoDrives) {
  const struct {
    const char* tags;
    bool is_for_vehicles;
  } cases[] = {
      {"", true},
      {"<tag k='subtype' v='road'/>", true},
      {"<tag k='subtype' v='highway'/>", true},
      {"<tag k='subtype' v='crosswalk'/>", false},
      {"<tag k='subtype' v='road_shoulder'/>", false},
      {"<tag k='subtype' v='bicycle_lane'/>", false},
      {"<tag k='subtype' v='bus_lane'/><tag k='participant:vehicle' v='yes'/>", true},
      {"<tag k='subtype' v='road'/><tag k='participant:pedestrian' v='yes'/>", false},
      {"<tag k='subtype' v='road'/><tag k='participant:vehicle' v='no'/>", false},
      {"<tag k='subtype' v='road'/><tag k='participant:vehicle:bus' v='yes'/>", false},
      {"<tag k='participant:pedestrian' v='yes'/><tag k='participant:vehicle:car' v='yes'/>", true},
  };
  for (const auto& test : cases) {
    MapWriter writer;
    const int left = writer.Way({{0, 2}, {40, 2}});
    writer.Lanelet(left, writer.Way({{0, -2}, {40, -2}}), test.tags);
    const absl::StatusOr<std::vector<ImportedScene>> scenes = ImportLanelet2(writer.Xml(), {}, std::nullopt);
    ASSERT_TRUE(scenes.ok()) << scenes.status();
    EXPECT_EQ(scenes->at(0).scene.drivable_area_size(), test.is_for_vehicles ? 1 : 0) << test.tags;
    EXPECT_EQ(scenes->at(0).scene.lanes_size(), 1);
  }
}

TEST(Lanelet2Test, ElementsThatAreDeletedOrNotUsedAreNoLanelets) {
  MapWriter writer;
  const int left = writer.Way({{0, 2}, {40, 2}}, "<tag k='type' v='stop_line'/>");
  writer.Lanelet(left, writer.Way({{0, -2}, {40, -2}}));
  const std::string xml =
      absl::StrReplaceAll(writer.Xml(), {{"</osm>",
                                          "<relation id='1' action='delete'><tag k='type' v='lanelet'/></relation>"
                                          "<way id='2' action='delete'><nd ref='99'/></way>"
                                          "<relation id='3'><tag k='type' v='multipolygon'/></relation></osm>"}});
  const Imported imported = Read(xml);
  EXPECT_EQ(imported.map.lanelets.size(), 1u);
  EXPECT_EQ(imported.counts.unused_elements.at("multipolygon"), 1);
  ASSERT_EQ(imported.scene.scene.road_features_size(), 1);
  EXPECT_EQ(imported.scene.scene.road_features(0).kind(), v1::RoadFeature::KIND_STOP_LINE);
}

TEST(Lanelet2Test, LatitudesAreProjectedFromTheOriginThatIsNamed) {
  const auto map = [](double lat, double lon) {
    std::string xml = "<osm>";
    for (int i = 0; i < 4; ++i) {
      absl::StrAppend(&xml, absl::StrFormat("<node id='%d' lat='%.9f' lon='%.9f'/>", i, lat + (i < 2 ? 0 : 3e-5),
                                            lon + (i % 2 == 0 ? 0 : 5e-4)));
    }
    return absl::StrCat(xml, "<way id='1'><nd ref='0'/><nd ref='1'/></way><way id='2'><nd ref='2'/><nd ref='3'/></way>",
                        "<relation id='5'><member role='left' type='way' ref='2'/><member role='right' type='way' "
                        "ref='1'/><tag k='type' v='lanelet'/></relation></osm>");
  };
  // Near (0, 0), and elsewhere: from the first node.
  EXPECT_NEAR(Read(map(0.001, 0.001)).map.lanelets[0].right_bound[0].y, 110.6, 0.1);
  EXPECT_EQ(Read(map(48.0, 11.0)).map.lanelets[0].right_bound[0], (Vec2{0, 0}));
  const Imported named = Read(map(48.0, 11.0), MapOrigin{48.0, 11.001});
  EXPECT_NEAR(named.map.lanelets[0].right_bound[0].x, -74.5, 0.3);
  EXPECT_THAT(named.scene.notes, Contains(HasSubstr("UTM less the origin's, at 48, 11.001 degrees")));
  EXPECT_THAT(ErrorOf(absl::StrReplaceAll(map(48.0, 11.0), {{"lat='48.000000000'", "lat='91'"}})),
              HasSubstr("node[id=0]: attribute lat: 91 is beyond 84 degrees"));
}

TEST(Lanelet2Test, BadMapsAreRefusedWithTheElement) {
  MapWriter writer;
  const int left = writer.Way({{0, 2}, {40, 2}});
  const int right = writer.Way({{0, -2}, {40, -2}});
  const int id = writer.Lanelet(left, right);
  const std::string good = writer.Xml();
  ASSERT_EQ(ErrorOf(good), "");
  const std::string lanelet = absl::StrCat("relation[id=", id, "]: ");
  const struct {
    std::string from, to, error;
  } cases[] = {
      {"<osm version='0.6'>", "<osm>", ""},
      {"osm", "gpx", "the root element is \"gpx\", not osm"},
      {absl::StrCat("ref='", left, "' role='left'"), "ref='9' role='left'", lanelet + "there is no way \"9\""},
      {"role='left'", "role='centerline'", lanelet + "has no left way"},
      {"</osm>",
       absl::StrCat("<relation id='9'><member type='way' ref='", left, "' role='left'/><member type='way' ref='", right,
                    "' role='left'/><tag k='type' v='lanelet'/></relation></osm>"),
       "relation[id=9]: has more than one left way"},
      {"<nd ref='2'/>", "<nd ref='77'/>", "there is no node \"77\""},
      {"<nd ref='2'/>", "", "has fewer than two different points"},
      {"<nd ref='2'/>", "<nd ref='1'/>", "has fewer than two different points"},
      {"<node id='2'", "<node id='1'", "node[id=1]: the id is already an earlier node's"},
      {"k='local_x' v='40'", "k='local_x' v='nan'", "node[id=2]: tag local_x: \"nan\" is not finite"},
      {"k='local_x' v='40'", "k='local_x' v='1e9'", "is beyond the limit of 1e+08 m"},
      {"<tag k='local_x' v='40'/>", "", "node[id=2]: has no local_x and local_y, as other nodes have"},
      {"</osm>", absl::StrCat("<way id='", left, "'/></osm>"), "the id is already an earlier way's"},
      {"</osm>", "", "byte "},
  };
  for (const auto& test : cases) {
    const std::string error = ErrorOf(absl::StrReplaceAll(good, {{test.from, test.to}}));
    EXPECT_THAT(error, HasSubstr(test.error)) << test.to;
    EXPECT_EQ(error.empty(), test.error.empty()) << test.to;
  }
  EXPECT_THAT(ErrorOf("<osm/>"), HasSubstr("has no lanelets"));
  EXPECT_THAT(ErrorOf("<osm><relation id='1'><tag k='type' v='lanelet'/></relation></osm>"), HasSubstr("has no node"));
}

// Roads that bend, widen and narrow, whose ways are cut anywhere and run in any direction, and some
// of whose borders cross.
TEST(Lanelet2Test, NoCentreLineLeavesTheRoad) {
  std::mt19937_64 random(TestSeed());
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const auto small_box = ConvexPolygon::Rectangle(0.02, 0.02, {0, 0});
  ASSERT_TRUE(small_box.ok());
  int poses_checked = 0;
  int64_t crossings = 0;
  for (int round = 0; round < 40; ++round) {
    MapWriter writer;
    const Vec2 begin = {uniform(-2000, 2000), uniform(-2000, 2000)};
    const double bend_per_m = uniform(-0.04, 0.04);
    const auto at = [&](double s, double d) {
      const double yaw = bend_per_m * s;
      const Vec2 on =
          std::abs(bend_per_m) < 1e-6 ? Vec2{s, 0.0} : 1.0 / bend_per_m * Vec2{std::sin(yaw), 1.0 - std::cos(yaw)};
      return begin + on + d * Vec2{-std::sin(yaw), std::cos(yaw)};
    };
    const auto way = [&](double from, double to, double d, double wobble) {
      std::vector<Vec2> points;
      for (double s = from; s < to - 1.0; s += uniform(1.0, 9.0)) {
        points.push_back(at(s, s == from ? d : d + uniform(-wobble, wobble)));
      }
      points.push_back(at(to, d));
      if (random() % 2 == 0) std::reverse(points.begin(), points.end());
      return writer.Way(points);
    };
    const double wobble = round % 4 == 0 ? 2.5 : 0.3;  // The wide ones cross.
    for (int piece = 0; piece < 3; ++piece) {
      const int middle = way(20.0 * piece, 20.0 * (piece + 1), 0.0, wobble);
      writer.Lanelet(way(20.0 * piece, 20.0 * (piece + 1), 3.5, wobble), middle);
      writer.Lanelet(middle, way(20.0 * piece, 20.0 * (piece + 1), -3.5, wobble));
    }
    const absl::StatusOr<std::vector<ImportedScene>> scenes = ImportLanelet2(writer.Xml(), {}, std::nullopt);
    ASSERT_TRUE(scenes.ok()) << scenes.status();
    const absl::StatusOr<Scene> scene = SceneFromProto(scenes->at(0).scene);
    ASSERT_TRUE(scene.ok()) << scene.status();
    const absl::StatusOr<Road> road = Road::FromScene(*scene, 0.01);
    ASSERT_TRUE(road.ok()) << road.status();
    if (wobble > 1.0) {
      crossings += Read(writer.Xml()).counts.lanelet_quads.replaced_by_hull;
      continue;
    }
    std::vector<Pose2> poses;
    for (const Lanelet& lanelet : Read(writer.Xml()).map.lanelets) {
      for (size_t i = 1; i < lanelet.center_line.size(); ++i) {
        const Vec2 middle = 0.5 * lanelet.center_line[i - 1] + 0.5 * lanelet.center_line[i];
        EXPECT_TRUE(Contains(lanelet, middle));
        poses.push_back(Pose2::FromYaw(middle, 0.0));
      }
    }
    std::vector<RoadPoseClearance> clearances(poses.size());
    ASSERT_TRUE(road->Clearances({*small_box}, poses, absl::MakeSpan(clearances)).ok());
    for (const RoadPoseClearance& clearance : clearances) EXPECT_TRUE(clearance.is_inside);
    poses_checked += static_cast<int>(poses.size());
  }
  EXPECT_GT(poses_checked, 1000);
  EXPECT_GT(crossings, 0);
}

TEST(Lanelet2Test, MutatedMapsAreReadOrRefused) {
  MapWriter writer;
  const int middle = writer.Way({{0, 0}, {12, 1}, {20, 0}});
  writer.Lanelet(writer.Way({{0, 4}, {20, 4}}), middle);
  writer.Lanelet(middle, writer.Way({{20, -4}, {7, -5}, {0, -4}}), "<tag k='subtype' v='road'/>");
  const std::string good = writer.Xml();
  std::mt19937_64 random(TestSeed());
  int read = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string mutated = good;
    for (int k = 0; k < 1 + round % 2; ++k) {
      const size_t at = random() % mutated.size();
      if (round % 4 == 0) mutated[at] = static_cast<char>(random());
      if (round % 4 == 1) mutated[at] = static_cast<char>('0' + random() % 10);
      if (round % 4 == 2) mutated.erase(at, random() % 12);
      if (round % 4 == 3) mutated.insert(at, mutated.substr(random() % mutated.size(), random() % 60));
    }
    const absl::StatusOr<std::vector<ImportedScene>> scenes = ImportLanelet2(mutated, {}, std::nullopt);
    EXPECT_TRUE(scenes.ok() || !scenes.status().message().empty());
    if (!scenes.ok()) continue;
    ++read;
    EXPECT_TRUE(SceneFromProto(scenes->at(0).scene).ok()) << SceneFromProto(scenes->at(0).scene).status() << mutated;
  }
  EXPECT_GT(read, 500);
  EXPECT_LT(read, 19'500);
}

}  // namespace collision2d::planner::lanelet2_test
