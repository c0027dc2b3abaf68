#include "replay/page/page_json.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/trajectory.pb.h"
#include "collision2d/v1/verdict.pb.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "replay/page/replay_page.pb.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

template <typename Message>
std::string JsonOf(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  const absl::StatusOr<std::string> json = PageJson(message);
  EXPECT_TRUE(json.ok()) << json.status();
  return json.value_or("");
}

TEST(PageJsonTest, ASingleMessageIsNotRounded) {
  EXPECT_EQ(JsonOf<v1::EgoState>("time_s: 0.1234567 x: 5400000.00025 yaw_rad: -1e-9"),
            R"({"timeS":0.1234567,"x":5400000.00025,"y":0,"yawRad":-1e-09})");
  EXPECT_EQ(JsonOf<replay::ReplayPageItem>(R"(unusable: "a.pb: noise")"), R"({"unusable":"a.pb: noise"})");
  EXPECT_THAT(JsonOf<replay::ReplayPageRow>("leaving_between_instants: 100000 chosen_headway_s: 1e300"),
              HasSubstr(R"("leavingBetweenInstants":100000,"chosenHeadwayS":1e+300)"));
  EXPECT_THAT(JsonOf<replay::ReplayPageSummary>(R"(hold_obstacles: true options: ["a", "b"])"),
              HasSubstr(R"("options":["a","b"],"holdObstacles":true,"scenes":0)"));
}

TEST(PageJsonTest, NumbersOfAListAreDifferences) {
  // Milliseconds, millimetres and 1e-4 rad; the second difference is the first one again.
  EXPECT_EQ(JsonOf<v1::Candidate>(R"pb(
              poses { time_s: 0 x: 1.0004 yaw_rad: 3.00004 }
              poses { time_s: 0.1 x: 2.0004 y: -0.0006 yaw_rad: 3.14159 z: 0.25 }
              poses { time_s: 0.2 x: 3.0004 y: 7 yaw_rad: -3.14159 }
            )pb"),
            R"({"id":"","poses":{"#":3,"timeS":"1000000;,100000,","x":"1000;1000,,","y":"1000;,-1,7001",)"
            R"("yawRad":"10000;30000,1416,-62832","z":"1000;x,250,x"},"partPoses":{"#":0}})");
}

TEST(PageJsonTest, OtherNumbersOfAListHaveTenDigits) {
  EXPECT_THAT(JsonOf<v1::SceneVerdicts>("verdicts { cost: 0.12345678912345 } verdicts { cost: 7000000.5 }"),
              HasSubstr(R"("cost":[0.1234567891,7000000.5])"));
}

TEST(PageJsonTest, ListsInListsFollowEachOther) {
  EXPECT_EQ(JsonOf<v1::StaticObstacle>(R"pb(
              shapes { polygon { vertices { x: 1 } } }
              shapes { disc { radius_m: 0.5 } }
              shapes {
                polygon {
                  vertices { x: 2 }
                  vertices { x: 5 }
                  radius_m: 1
                }
              }
            )pb"),
            R"({"id":"","type":"","shapes":{"#":3,"polygon":{"?":"1;1,-1,1","vertices":{"#":"1;1,",)"
            R"("x":"1000;1000,,3000","y":"1000;,,"},"radiusM":[0,1]},)"
            R"("disc":{"?":"1;,1,-1","radiusM":[0.5]}},"polytopes":{"#":0}})");
  EXPECT_THAT(JsonOf<v1::StaticObstacle>("polytopes {} polytopes {}"),
              HasSubstr(R"("polytopes":{"#":2,"vertices":{"#":"1;,"}})"));
}

TEST(PageJsonTest, ListsOfTextsAndEnumeratorsInRowsAreNotShown) {
  EXPECT_THAT(JsonOf<v1::Scene>(R"pb(lanes { id: "a" successors: "b" })pb"),
              HasSubstr(R"("lanes":{"#":1,"id":["a"],"points":{"#":"1;"},"type":[""]})"));
  EXPECT_THAT(JsonOf<v1::Scene>("moving_obstacles { roles: OBSTACLE_ROLE_OF_INTEREST }"), Not(HasSubstr("roles")));
}

TEST(PageJsonTest, TextsAndNumbersThatAreNotRoundedAreLists) {
  EXPECT_THAT(JsonOf<v1::SceneVerdicts>(R"pb(
                verdicts { candidate_id: "a" cost: 0.1 collides: true pairs_checked: 5 }
                verdicts {
                  candidate_id: "b"
                  cost: 1e-7
                  pairs_checked: 7
                  rss_margin { is_dangerous: true }
                  vertical_clearance { side: SIDE_BELOW }
                }
              )pb"),
              HasSubstr(R"("candidateId":["a","b"],"candidateIndex":"1;,","cost":[0.1,1e-07],"collides":"1;1,-1",)"
                        R"("leavesRoad":"1;,","pairsChecked":"1;5,2","verticalClearance":{"?":"1;,1",)"));
  EXPECT_THAT(JsonOf<v1::Scene>("predictions {} predictions { probability: 0.5 }"),
              HasSubstr(R"("probability":[null,0.5])"));
}

TEST(PageJsonTest, NoTextEndsAScript) {
  v1::RoadLine line;
  line.set_id("</script><!--&\"\\\n\x7f\xE2\x80\xA8\xE2\x80\xA9\xFF\xE2\x80\xAF");
  const std::string json = PageJson(line).value();
  EXPECT_THAT(json, HasSubstr(R"("\u003c/script\u003e\u003c!--\u0026\"\\\u000a\u007f\u2028\u2029)"
                              "\xEF\xBF\xBD\xE2\x80\xAF\""));
  EXPECT_THAT(json, Not(HasSubstr("<")));
}

TEST(PageJsonTest, RefusesNumbersThatAreNoneOrTooLarge) {
  v1::Candidate trajectory;
  trajectory.add_poses()->set_x(9e12);
  EXPECT_TRUE(PageJson(trajectory).ok());
  trajectory.add_poses()->set_x(1e13);
  EXPECT_EQ(PageJson(trajectory).status(),
            absl::InvalidArgumentError("collision2d.v1.TimedPose.x: 1e+13 cannot be shown"));
  trajectory.mutable_poses(1)->set_x(-std::numeric_limits<double>::infinity());
  EXPECT_EQ(PageJson(trajectory).status(),
            absl::InvalidArgumentError("collision2d.v1.TimedPose.x: -inf cannot be shown"));
  v1::SceneVerdicts verdicts;
  verdicts.add_verdicts()->set_cost(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(PageJson(verdicts).status(),
            absl::InvalidArgumentError("collision2d.v1.Verdict.cost: nan cannot be shown"));
}

}  // namespace
}  // namespace collision2d::planner
