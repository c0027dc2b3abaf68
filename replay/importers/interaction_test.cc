#include "replay/importers/interaction.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"

namespace collision2d::planner {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kHeader[] = "track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width\n";

// A car that drives along x at 10 m/s, between two times in tenths of a second.
std::string Car(int id, int begin, int end, double y = 0.0) {
  std::string rows;
  for (int i = begin; i <= end; ++i) {
    absl::StrAppend(&rows, id, ",", i, ",", 100 * i, ",car,", i, ",", y, ",10,0,0,4.5,1.8\n");
  }
  return rows;
}

// A folder of its own for each test.
class InteractionTest : public testing::Test {
 protected:
  InteractionTest()
      : folder_(testing::TempDir() + "/" + testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  void Write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << content;
  }

  absl::StatusOr<std::vector<ImportedScene>> Read(const std::string& name, const std::string& content) const {
    auto source = OpenInteractionTracks(std::make_unique<std::istringstream>(content), folder_ + "/" + name, options_);
    if (!source.ok()) return source.status();
    std::vector<ImportedScene> scenes;
    for (auto next = (*source)->Next(); next.ok() && next->has_value(); next = (*source)->Next()) {
      EXPECT_TRUE(SceneFromProto((*next)->scene).ok()) << SceneFromProto((*next)->scene).status();
      scenes.push_back(**std::move(next));
    }
    return scenes;
  }

  std::vector<std::string> Ids(const std::string& name, const std::string& content) const {
    std::vector<std::string> ids;
    const auto scenes = Read(name, content);
    EXPECT_TRUE(scenes.ok()) << scenes.status();
    for (const ImportedScene& input : *scenes) ids.push_back(input.scene.id());
    return ids;
  }

  std::string folder_;
  SceneInputOptions options_;
};

constexpr char kPedestrians[] =
    "track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy\nP1,2,200,pedestrian/bicycle,5,9,1,0\n"
    "P1,3,300,pedestrian/bicycle,5.1,9,1,0\nP1,7,700,pedestrian/bicycle,5.5,9,1,0\n";

TEST_F(InteractionTest, EachVehicleIsTheEgoVehicleAmongTheOthers) {
  Write("pedestrian_tracks_000.csv", kPedestrians);
  const auto scenes = Read("vehicle_tracks_000.csv", absl::StrCat(kHeader, Car(1, 1, 30), Car(2, 11, 20, 4.0)));
  ASSERT_TRUE(scenes.ok()) << scenes.status();
  ASSERT_EQ(scenes->size(), 2u);
  const v1::Scene& first = (*scenes)[0].scene;
  EXPECT_EQ(first.id(), "vehicle_tracks_000/track 1/0.1 s");
  EXPECT_EQ(first.ego().shapes(0).rectangle().length_m(), 4.5);
  EXPECT_EQ(first.ego_state().x(), 1.0);
  EXPECT_EQ(first.ego_state().speed_mps(), 10.0);
  ASSERT_EQ(first.candidates_size(), 1);
  EXPECT_EQ(first.candidates(0).packed_poses().x_size(), 30);
  EXPECT_TRUE(first.candidates(0).is_recorded());
  ASSERT_EQ(first.moving_obstacles_size(), 2);
  EXPECT_EQ(first.moving_obstacles(0).id(), "2");
  EXPECT_EQ(first.moving_obstacles(1).shapes(0).disc().radius_m(), kPedestrianRadius_m);
  // The pedestrian is away in between: two runs.
  ASSERT_EQ(first.predictions_size(), 3);
  EXPECT_DOUBLE_EQ(first.predictions(0).packed_poses().time_s(0), 1.0);
  EXPECT_EQ(first.predictions(1).packed_poses().x_size(), 2);
  EXPECT_EQ(first.predictions(2).packed_poses().x_size(), 1);
  EXPECT_THAT((*scenes)[0].notes, Contains(HasSubstr("The road is not known: 0 maps (.osm) are beside the tracks")));
  // The second one's clock begins with it; the pedestrian has gone.
  const v1::Scene& second = (*scenes)[1].scene;
  EXPECT_EQ(second.id(), "vehicle_tracks_000/track 2/1.1 s");
  ASSERT_EQ(second.moving_obstacles_size(), 1);
  EXPECT_EQ(second.predictions(0).packed_poses().x_size(), 10);
  EXPECT_EQ(second.predictions(0).packed_poses().time_s(0), 0.0);
  EXPECT_NE((*scenes)[0].digest, "");
}

TEST_F(InteractionTest, LongTracksHaveSeveralScenesAndAHostIsAlone) {
  EXPECT_THAT(Ids("a.csv", absl::StrCat(kHeader, Car(1, 0, 250))),
              ElementsAre("a/track 1/0 s", "a/track 1/10 s", "a/track 1/20 s"));
  const auto scenes = Read("a.csv", absl::StrCat(kHeader, Car(1, 0, 100)));
  ASSERT_EQ(scenes->size(), 1u);
  EXPECT_EQ((*scenes)[0].scene.candidates(0).packed_poses().x_size(), 101);
  options_.osi_host = 2;
  EXPECT_THAT(Ids("a.csv", absl::StrCat(kHeader, Car(1, 0, 9), Car(2, 0, 9, 4))), ElementsAre("a/track 2/0 s"));
  options_.osi_host = 5;
  EXPECT_THAT(Read("a.csv", absl::StrCat(kHeader, Car(1, 0, 9), Car(2, 0, 9, 4))).status().message(),
              HasSubstr("no vehicle with two poses is named by --host; there are: 1, 2"));
}

TEST_F(InteractionTest, CasesAreIndependentAndInterestingAgentsCount) {
  std::string csv = absl::StrCat("\xef\xbb\xbf", "case_id,interesting_agent,", kHeader);
  for (const char* row : {"1.0,0,", "2.0,1,"}) {
    csv += absl::StrReplaceAll("\n" + Car(7, 1, 3), {{"\n7,", absl::StrCat("\n", row, "7,")}}).substr(1);
  }
  csv = absl::StrReplaceAll(csv, {{"\n", "\r\n"}});
  const auto scenes = Read("a.csv", csv);
  ASSERT_TRUE(scenes.ok()) << scenes.status();
  ASSERT_EQ(scenes->size(), 1u);
  EXPECT_EQ((*scenes)[0].scene.id(), "a/case 2.0/track 7/0.1 s");
  EXPECT_EQ((*scenes)[0].scene.moving_obstacles_size(), 0);
}

TEST_F(InteractionTest, TheMapBesideTheTracksIsTheRoad) {
  constexpr char kMap[] =
      "<osm><node id='1' lat='0' lon='0'/><node id='2' lat='0' lon='0.001'/><node id='3' lat='0.00004' lon='0'/>"
      "<node id='4' lat='0.00004' lon='0.001'/><way id='1'><nd ref='1'/><nd ref='2'/></way><way id='2'><nd ref='3'/>"
      "<nd ref='4'/></way><relation id='1'><member type='way' ref='2' role='left'/><member type='way' ref='1' "
      "role='right'/><tag k='type' v='lanelet'/></relation></osm>";
  Write("map.osm", kMap);
  const std::string csv = absl::StrCat(kHeader, Car(1, 1, 30, 2.0));
  const auto scenes = Read("a.csv", csv);
  ASSERT_TRUE(scenes.ok()) << scenes.status();
  EXPECT_EQ((*scenes)[0].scene.drivable_area_size(), 1);
  // Along the lane's middle, 2.2 m north of the origin.
  ASSERT_GT((*scenes)[0].scene.reference_path_size(), 1);
  EXPECT_NEAR((*scenes)[0].scene.reference_path(1).y(), 2.21, 0.01);
  Write("other.osm", kMap);
  EXPECT_THAT(Read("a.csv", csv)->at(0).notes, Contains(HasSubstr("2 maps (.osm) are beside the tracks")));
  options_.map = folder_ + "/map.osm";
  EXPECT_EQ(Read("a.csv", csv)->at(0).scene.drivable_area_size(), 1);
  options_.map_origin = MapOrigin{0.0, 1.0};
  EXPECT_THAT(Read("a.csv", csv).status().message(), HasSubstr("m from the tracks of "));
  options_.map = folder_ + "/none.osm";
  EXPECT_THAT(Read("a.csv", csv).status().message(), HasSubstr("none.osm: no such file"));
}

TEST_F(InteractionTest, BadRowsAreNamedByLineAndColumn) {
  const std::string good = absl::StrCat(kHeader, Car(1, 1, 3), Car(2, 1, 2, 4.0));
  const struct {
    std::string from, to, error;
  } cases[] = {
      {"psi_rad", "psi", "line 2: psi_rad: \"\" is not a number"},
      {"frame_id", "x", "line 1: column \"x\" is there twice"},
      {"timestamp_ms", "time", "line 1: there is no column timestamp_ms"},
      {",", ";", "line 1: there is no column track_id"},
      {"1,2,200,car,2,0,", "1,2,200,car,2,", "line 3: 10 columns, but the header has 11"},
      {"1,2,200,car,2,0,", "1,2,200,car,nan,0,", "line 3: x: \"nan\" is not finite"},
      {"1,2,200,car,2,0,", "1,2,200,car,,0,", "line 3: x: \"\" is not a number"},
      {"1,2,200,car,2,0,", "1,2,200,car,1e12,0,", "line 3: x: 1e+12 is beyond the limit"},
      {"1,2,200,car,", "1,2,100,car,", "line 3: timestamp_ms: 100 does not come after 100"},
      {"2,2,200,car,2,4,", "1,4,400,car,2,4,", "line 6: track_id: track \"1\" is in two blocks"},
      {"1,2,200,car,2,0,", ",2,200,car,2,0,", "line 3: track_id: is empty"},
      {"4.5,1.8", "0,1.8", "line 2: length, width: 0, 1.8 are no sizes"},
      {"4.5,1.8", ",", "line 2: length: is empty for a car"},
      {"10,0,0,4.5", "10,0,,4.5", "line 2: psi_rad: \"\" is not a number"},
  };
  for (const auto& test : cases) {
    const auto scenes = Read("a.csv", absl::StrReplaceAll(good, {{test.from, test.to}}));
    ASSERT_FALSE(scenes.ok()) << test.to;
    EXPECT_THAT(std::string(scenes.status().message()), HasSubstr(absl::StrCat("a.csv: ", test.error)));
  }
  EXPECT_THAT(Read("a.csv", "\n").status().message(), HasSubstr("has no rows"));
  EXPECT_THAT(Read("a.csv", kPedestrians).status().message(), HasSubstr("has no vehicle"));
}

TEST_F(InteractionTest, MutatedFilesAreReadOrRefused) {
  const std::string good = absl::StrCat(kHeader, Car(1, 1, 12), Car(2, 3, 5, 4.0));
  std::mt19937_64 random(TestSeed());
  const int64_t rounds = TestCaseCount(20'000);
  int64_t read = 0;
  for (int64_t round = 0; round < rounds; ++round) {
    std::string mutated = good;
    for (int k = 0; k < 1 + round % 2; ++k) {
      const size_t at = random() % mutated.size();
      if (round % 4 == 0) mutated[at] = static_cast<char>(random());
      if (round % 4 == 1) mutated[at] = "0123456789-.,\n"[random() % 14];
      if (round % 4 == 2) mutated.erase(at, random() % 4);
      if (round % 4 == 3) mutated.insert(at, mutated.substr(random() % mutated.size(), random() % 40));
    }
    if (Read("a.csv", mutated).ok()) ++read;  // Read checks that they are scenes.
  }
  EXPECT_GT(read, rounds / 40);
  EXPECT_LT(read, rounds - rounds / 40);
}

}  // namespace
}  // namespace collision2d::planner
