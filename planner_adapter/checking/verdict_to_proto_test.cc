#include "planner_adapter/checking/verdict_to_proto.h"

#include <optional>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/solid/vertical_clearance.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/verdict.pb.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/message_differencer.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

Scene TwoObstacles() {
  Scene scene;
  scene.static_obstacles.push_back({"wall", "", {}, {}});
  scene.moving_obstacles.push_back({"car", "", {}, {}, {}});
  return scene;
}

// The message of a verdict with nothing but metrics.
v1::Verdict MessageOf(const Metrics& metrics) {
  Verdict verdict;
  verdict.metrics = metrics;
  const Candidate candidate;
  return VerdictsToProto(TwoObstacles(), {&candidate, 1}, {&verdict, 1}).verdicts(0);
}

TEST(MetricsToProtoTest, WhatIsAbsentIsNotSet) {
  v1::Verdict verdict = MessageOf({});
  EXPECT_EQ(verdict.ByteSizeLong(), 0u);
  Metrics metrics;
  metrics.goal = GoalReached();
  metrics.headway = Headway{{}, {2.5, {1.0, 2, 1, 3}}};
  metrics.time_to_collision = TimeToCollision{MetricValue{0.0, {}}, {}};
  verdict = MessageOf(metrics);
  EXPECT_TRUE(verdict.has_goal());
  EXPECT_FALSE(verdict.goal().has_time_s());
  EXPECT_FALSE(verdict.headway().has_headway_s());
  EXPECT_EQ(verdict.headway().gap_m(), 2.5);
  EXPECT_EQ(verdict.headway().gap().obstacle_id(), "car");
  EXPECT_EQ(verdict.headway().gap().hypothesis(), 3);
  EXPECT_TRUE(verdict.time_to_collision().has_on_paths_s());
  EXPECT_FALSE(verdict.time_to_collision().has_constant_twist());
  metrics.time_to_collision = TimeToCollision{{}, MetricValue{0.25, {}}};
  metrics.post_encroachment_time = PostEncroachmentTime{-0.75, {1.5, 3, 1, 0}, 0.75, true, {}, {}};
  verdict = MessageOf(metrics);
  EXPECT_FALSE(verdict.time_to_collision().has_on_paths_s());
  EXPECT_FALSE(verdict.time_to_collision().has_on_paths());
  EXPECT_EQ(verdict.time_to_collision().constant_twist_s(), 0.25);
  EXPECT_TRUE(verdict.post_encroachment_time().is_undecided());
  EXPECT_FALSE(verdict.post_encroachment_time().has_ego_entry_s());
  EXPECT_FALSE(verdict.post_encroachment_time().has_obstacle_exit_s());
}

TEST(MetricsToProtoTest, Json) {
  const Interaction at = {1.5, 3, 0, 0};
  Metrics metrics;
  metrics.time_to_collision = TimeToCollision{MetricValue{0.5, at}, MetricValue{0.25, at}};
  metrics.headway = Headway{MetricValue{2.0, at}, {20.0, at}};
  metrics.post_encroachment_time =
      PostEncroachmentTime{-0.75, at, 0.75, false, ConflictTimes{1.5, 2.0}, ConflictTimes{0.25, 0.75}};
  metrics.required_deceleration = RequiredDeceleration{4.0, at, 2.0, 4.0};
  metrics.rss_margin = RssMargin{-1.0, -0.5, at};
  metrics.lateral_clearance = MetricValue{1.25, at};
  metrics.goal = GoalReached{ReachedGoal{1.5, 3, 1}};
  const v1::Verdict verdict = MessageOf(metrics);
  std::string json;
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  ASSERT_TRUE(google::protobuf::util::MessageToJsonString(verdict, &json, options).ok());
  const std::string where = R"({"time_s":1.5,"step":3,"obstacle_id":"wall"})";
  EXPECT_EQ(json,
            R"({"time_to_collision":{"on_paths_s":0.5,"on_paths":)" + where +
                R"(,"constant_twist_s":0.25,"constant_twist":)" + where + R"(},"headway":{"headway_s":2,"headway":)" +
                where + R"(,"gap_m":20,"gap":)" + where + R"(},"post_encroachment_time":{"duration_s":0.75,"ego":)" +
                where +
                R"(,"obstacle_time_s":0.75,"gap_s":-0.75,"ego_entry_s":1.5,"ego_exit_s":2,"obstacle_entry_s":0.25,)" +
                R"("obstacle_exit_s":0.75},"required_deceleration":)" + R"({"deceleration_mps2":4,"interaction":)" +
                where + R"(,"gap_m":2,"closing_speed_mps":4},"rss_margin":{"longitudinal_margin_m":-1,)" +
                R"("lateral_margin_m":-0.5,"interaction":)" + where +
                R"(,"is_dangerous":true},"lateral_clearance":{"clearance_m":1.25,"interaction":)" + where +
                R"(},"goal":{"reached":true,"time_s":1.5,"step":3,"goal":1}})");
}

using ::google::protobuf::util::MessageDifferencer;

// A map frame far away; obstacles "wall" (0) and "car" (1).
Scene MapScene() {
  Scene scene;
  scene.id = "crossing";
  scene.origin = {691000.0, 5334000.0};
  scene.ego_state = EgoState();
  scene.ego_state->pose.time_s = 12.5;
  scene.static_obstacles = {{"wall", "", {ConvexPolygon::Rectangle(1.0, 1.0, {3.0, 0.0}).value()}, {}}};
  scene.moving_obstacles.resize(1);
  scene.moving_obstacles[0].id = "car";
  return scene;
}

Verdict Colliding() {
  Verdict verdict;
  verdict.outcome = Outcome::kRejected;
  verdict.first_collision = {13.25, 3, 1, 2, -0.5, {1.5, 2.25}, {1.25, -2.0}};
  verdict.minimum_clearance = {13.125, 2, 0, 0, -0.75, {0.5, 0.0}, {-0.25, 0.125}};
  verdict.pairs_checked = 7;
  return verdict;
}

Verdict Leaving() {
  Verdict verdict;
  verdict.outcome = Outcome::kRejected;
  verdict.leaves_road_time_s = 14.0;
  verdict.pairs_checked = 20;
  return verdict;
}

Verdict Free() {
  Verdict verdict;
  verdict.outcome = Outcome::kFree;
  verdict.minimum_clearance = {12.5, 0, 0, 0, 0.1, {0.0, 0.0}, {0.1, 0.0}};
  verdict.pairs_checked = 300;
  return verdict;
}

Verdict CollidingAndLeaving() {
  Verdict verdict = Colliding();
  verdict.leaves_road_time_s = 0.0;  // Not the same as not leaving.
  return verdict;
}

std::vector<Candidate> CandidatesOfCosts(const std::vector<double>& costs) {
  std::vector<Candidate> candidates;
  for (const double cost : costs) candidates.push_back({"c" + std::to_string(candidates.size()), {}, cost});
  return candidates;
}

v1::SceneVerdicts AllKinds() {
  return VerdictsToProto(MapScene(), CandidatesOfCosts({1.0, 2.0, 4.0, 0.5, 3.0}),
                         {Colliding(), Leaving(), Free(), CollidingAndLeaving(), Free()});
}

TEST(BestFreeCandidateTest, HasTheLowestCostAmongTheFree) {
  const std::vector<Verdict> verdicts = {Colliding(), Free(), Leaving(), Free(), Free()};
  EXPECT_EQ(BestFreeCandidate(CandidatesOfCosts({1, 7, 2, 5, 6}), verdicts), 3);
  EXPECT_EQ(BestFreeCandidate(CandidatesOfCosts({1, -7, 2, 5, 6}), verdicts), 1);
}

TEST(BestFreeCandidateTest, IsTheRecordedOneOnlyIfNothingWasPlanned) {
  std::vector<Candidate> candidates = CandidatesOfCosts({1, 7});
  candidates[0].is_recorded = true;
  EXPECT_EQ(BestFreeCandidate(candidates, {Free(), Free()}), 1);
  candidates[1].is_recorded = true;
  EXPECT_EQ(BestFreeCandidate(candidates, {Free(), Free()}), 0);
}

TEST(BestFreeCandidateTest, OfEqualCostsIsTheFirst) {
  EXPECT_EQ(BestFreeCandidate(CandidatesOfCosts({0, 5, 5, 5}), {Colliding(), Free(), Free(), Free()}), 1);
}

TEST(BestFreeCandidateTest, IsNoneIfNoneIsFree) {
  EXPECT_EQ(BestFreeCandidate({}, {}), std::nullopt);
  EXPECT_EQ(BestFreeCandidate(CandidatesOfCosts({1, 2}), {Colliding(), Leaving()}), std::nullopt);
}

TEST(VerdictsToProtoTest, WhatWasNotCheckedIsNeitherFreeNorChosen) {
  // As a caller has it after Check has failed: candidate 0 is the cheapest.
  const v1::SceneVerdicts message = VerdictsToProto(MapScene(), CandidatesOfCosts({1.0, 2.0}), {Verdict(), Free()});
  EXPECT_EQ(message.verdicts(0).outcome(), v1::Verdict::OUTCOME_UNSPECIFIED);
  EXPECT_EQ(message.verdicts(1).outcome(), v1::Verdict::OUTCOME_FREE);
  EXPECT_EQ(message.counts().free(), 1);
  EXPECT_EQ(message.counts().unchecked(), 1);
  EXPECT_EQ(message.best_free_candidate(), 1);
  EXPECT_FALSE(VerdictsToProto(MapScene(), CandidatesOfCosts({1.0}), {Verdict()}).has_best_free_candidate());
  EXPECT_EQ(AllKinds().verdicts(0).outcome(), v1::Verdict::OUTCOME_REJECTED);
  EXPECT_FALSE(AllKinds().counts().has_unchecked());
}

TEST(VerdictsToProtoTest, WithoutAFreeCandidateNoneIsChosen) {
  EXPECT_FALSE(VerdictsToProto(MapScene(), CandidatesOfCosts({1}), {Colliding()}).has_best_free_candidate());
  // Index 0 is a choice.
  const v1::SceneVerdicts first = VerdictsToProto(MapScene(), CandidatesOfCosts({1}), {Free()});
  EXPECT_TRUE(first.has_best_free_candidate());
  EXPECT_EQ(first.best_free_candidate(), 0);
}

TEST(VerdictsToProtoTest, WithoutCandidatesTheCountsAreThereAndZero) {
  const v1::SceneVerdicts message = VerdictsToProto(MapScene(), {}, {});
  EXPECT_TRUE(message.has_counts());
  EXPECT_EQ(message.counts().candidates(), 0);
  EXPECT_EQ(message.verdicts_size(), 0);
}

// In the order of the candidates, with nothing of what did not happen, nor of the caller's fields.
TEST(VerdictsToProtoTest, VerdictsAreToldAsTheyAre) {
  const std::string collision =
      "collides: true first_collision { time_s: 13.25 step: 3 obstacle_id: \"car\" hypothesis: 2 "
      "signed_distance_m: -0.5 witness_ego { x: 1.5 y: 2.25 } witness_obstacle { x: 1.25 y: -2 } } "
      "minimum_clearance { time_s: 13.125 step: 2 obstacle_id: \"wall\" signed_distance_m: -0.75 "
      "witness_ego { x: 0.5 } witness_obstacle { x: -0.25 y: 0.125 } } ";
  const std::string clearance =
      "minimum_clearance { time_s: 12.5 obstacle_id: \"wall\" signed_distance_m: 0.1 witness_ego { } "
      "witness_obstacle { x: 0.1 } } pairs_checked: 300 outcome: OUTCOME_FREE";
  const std::string expected[] = {
      "candidate_id: \"c0\" cost: 1 " + collision + "pairs_checked: 7 outcome: OUTCOME_REJECTED",
      "candidate_id: \"c1\" candidate_index: 1 cost: 2 leaves_road: true leaves_road_time_s: 14 pairs_checked: 20 "
      "outcome: OUTCOME_REJECTED",
      "candidate_id: \"c2\" candidate_index: 2 cost: 4 " + clearance,
      "candidate_id: \"c3\" candidate_index: 3 cost: 0.5 " + collision +
          "leaves_road: true leaves_road_time_s: 0 pairs_checked: 7 outcome: OUTCOME_REJECTED",
      "candidate_id: \"c4\" candidate_index: 4 cost: 3 " + clearance};
  v1::SceneVerdicts message = AllKinds();
  ASSERT_EQ(message.verdicts_size(), 5);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(message.verdicts(i).ShortDebugString(), expected[i]);
  message.clear_verdicts();
  EXPECT_EQ(message.ShortDebugString(),
            "scene_id: \"crossing\" cycle_time_s: 12.5 "
            "counts { candidates: 5 free: 2 colliding: 2 leaving_road: 2 pairs_checked: 634 } "
            "best_free_candidate: 4 schema_version: 3");
}

TEST(VerdictsToProtoTest, ContactBracketsAndHowManyAreBetweenInstants) {
  Verdict between = Colliding();
  between.contact_bracket = ContactBracket{13.0, 13.25, false, true, true};
  Verdict graze = Colliding();
  graze.contact_bracket = ContactBracket{13.125, 13.25, true, false, false};
  const v1::SceneVerdicts message =
      VerdictsToProto(MapScene(), CandidatesOfCosts({1.0, 2.0, 3.0}), {between, graze, Free()});
  EXPECT_EQ(message.verdicts(0).contact_bracket().ShortDebugString(),
            "free_until_s: 13 contact_by_s: 13.25 is_conservative: true between_instants: true");
  EXPECT_EQ(message.verdicts(1).contact_bracket().ShortDebugString(),
            "free_until_s: 13.125 contact_by_s: 13.25 is_undecided: true");
  EXPECT_FALSE(message.verdicts(2).has_contact_bracket());
  EXPECT_EQ(message.counts().colliding(), 2);
  EXPECT_EQ(message.counts().colliding_between_instants(), 1);
  // As if instants alone were checked.
  EXPECT_FALSE(AllKinds().verdicts(0).has_contact_bracket());
  EXPECT_FALSE(AllKinds().counts().has_colliding_between_instants());
}

TEST(VerdictsToProtoTest, VerticalClearances) {
  Verdict above = Free();
  above.vertical_clearance = VerticalClearance{13.0, 2, 0, 0, 0.25, solid::VerticalSide::kAbove};
  Verdict below = Colliding();
  below.vertical_clearance = VerticalClearance{13.25, 3, 1, 2, -0.125, solid::VerticalSide::kBelow};
  const v1::SceneVerdicts message =
      VerdictsToProto(MapScene(), CandidatesOfCosts({1.0, 2.0, 3.0}), {above, below, Free()});
  EXPECT_EQ(message.verdicts(0).vertical_clearance().ShortDebugString(),
            "time_s: 13 step: 2 obstacle_id: \"wall\" clearance_m: 0.25 side: SIDE_ABOVE");
  EXPECT_EQ(message.verdicts(1).vertical_clearance().ShortDebugString(),
            "time_s: 13.25 step: 3 obstacle_id: \"car\" hypothesis: 2 clearance_m: -0.125 side: SIDE_BELOW");
  EXPECT_FALSE(message.verdicts(2).has_vertical_clearance());
}

TEST(VerdictsToProtoTest, RoadClearancesNameTheirBorder) {
  Scene scene = MapScene();
  scene.lane_boundaries = {{"lane, left", {{0.0, 2.0}, {9.0, 2.0}}}, {"lane, right", {{0.0, -2.0}, {9.0, -2.0}}}};
  Verdict leaving = Leaving();
  leaving.road_clearance = RoadClearance{14.5, 4, -0.25, {1.0, 2.25}, {1.0, 2.0}, {0.0, 1.0}, 1, 0};
  leaving.road_departure = RoadDeparture{13.75, 14.0, true};
  Verdict unknown = Free();
  unknown.road_clearance = RoadClearance{};
  const std::vector<Candidate> candidates = CandidatesOfCosts({1.0, 2.0, 3.0});
  const v1::SceneVerdicts message = VerdictsToProto(scene, candidates, {leaving, unknown, Free()});
  EXPECT_EQ(message.verdicts(0).road_clearance().ShortDebugString(),
            "time_s: 14.5 step: 4 clearance_m: -0.25 witness_ego { x: 1 y: 2.25 } witness_road { x: 1 y: 2 } "
            "direction { y: 1 } border: \"lane, right\" cell: 0");
  EXPECT_EQ(message.verdicts(0).road_departure().ShortDebugString(),
            "inside_until_s: 13.75 outside_by_s: 14 between_instants: true");
  EXPECT_EQ(message.verdicts(1).road_clearance().border(), "");
  EXPECT_FALSE(message.verdicts(1).road_clearance().has_cell());
  EXPECT_FALSE(message.verdicts(1).has_road_departure());
  EXPECT_FALSE(message.verdicts(2).has_road_clearance());
  // Where the road is given by its borders, lane boundaries name nothing.
  scene.road_borders = {{"kerb", {{0.0, 2.0}, {9.0, 2.0}}}, {"island", {{0.0, -2.0}, {9.0, -2.0}}}};
  EXPECT_EQ(VerdictsToProto(scene, candidates, {leaving, unknown, Free()}).verdicts(0).road_clearance().border(),
            "island");
}

TEST(VerdictsToProtoTest, Margins) {
  const Scene scene = MapScene();
  Verdict near = Free();
  near.first_within_margin = {13.5, 2, 1, 3, 13.25, true, false};
  near.leaves_road_margin = RoadDeparture{13.75, 14.0, true};
  const v1::SceneVerdicts message = VerdictsToProto(scene, std::vector<Candidate>(2), std::vector{near, Free()});
  EXPECT_EQ(message.verdicts(0).first_within_margin().ShortDebugString(),
            "time_s: 13.5 step: 2 obstacle_id: \"car\" hypothesis: 3 outside_until_s: 13.25 is_undecided: true");
  EXPECT_EQ(message.verdicts(0).leaves_road_margin().ShortDebugString(),
            "inside_until_s: 13.75 outside_by_s: 14 between_instants: true");
  EXPECT_EQ(message.counts().free(), 2);
  EXPECT_FALSE(message.verdicts(1).has_first_within_margin());
  EXPECT_FALSE(message.verdicts(1).has_leaves_road_margin());
}

TEST(SetProfileTest, WhatIsNotKnownIsNotSet) {
  v1::Verdict verdict;
  SetProfile({{1.0, {}, {}, {}}}, &verdict);
  SetProfile({{12.5, 0.25, {}, {}}, {13.0, {}, -0.5, 0.0}}, &verdict);
  ASSERT_EQ(verdict.profile().points_size(), 2);
  EXPECT_EQ(verdict.profile().points(0).ShortDebugString(), "time_s: 12.5 clearance_m: 0.25");
  EXPECT_EQ(verdict.profile().points(1).ShortDebugString(), "time_s: 13 road_clearance_m: -0.5 time_to_collision_s: 0");
}

// A checked scene on the map: the witness points are where the bodies are.
TEST(VerdictsToProtoTest, TellsWhatTheCheckerFound) {
  Scene scene = MapScene();
  scene.moving_obstacles.clear();
  scene.time_step_s = 0.5;
  scene.ego.shapes = {ConvexPolygon::Rectangle(1.0, 1.0).value()};
  const std::vector<Candidate> candidates = {
      {"c", {{12.5, scene.origin, 0.0}, {16.5, scene.origin + Vec2{4.0, 0.0}, 0.0}}, 1.0}};
  std::vector<Verdict> verdicts(1);
  CheckerOptions options;
  options.instants_only = true;
  ASSERT_TRUE(TrajectoryChecker::Create(Scene(scene), options)->Check(candidates, absl::MakeSpan(verdicts)).ok());
  const v1::SceneVerdicts message = VerdictsToProto(scene, candidates, verdicts);
  const v1::Encounter& collision = message.verdicts(0).first_collision();
  EXPECT_EQ(collision.time_s(), 14.5);
  EXPECT_EQ(collision.step(), 4);
  EXPECT_EQ(collision.obstacle_id(), "wall");
  EXPECT_EQ(collision.witness_ego().x(), 691002.5);
  EXPECT_EQ(collision.witness_obstacle().x(), 691002.5);
}

// It is said of what was recorded, and of a collision where the vehicle is.
TEST(VerdictsToProtoTest, ContactsThatNoPlanCouldAvoid) {
  Scene scene = MapScene();
  Candidate candidate = {"c", {{10.0, scene.origin + Vec2{3.0, 4.0}, 0.5}, {90.0, {}, 0.0}}};
  Verdict verdict = Colliding();
  const auto is_said = [&] {
    return VerdictsToProto(scene, {candidate}, {verdict}).verdicts(0).in_contact_in_recording();
  };
  scene.ego_state.reset();
  EXPECT_FALSE(is_said());
  scene.ego_state = EgoState{{verdict.first_collision->time_s, {3.0, 4.0}, 0.5}, 0.0};
  EXPECT_TRUE(is_said());
  // Poses of a sampler are rounded.
  candidate.poses[0] = {10.0, scene.origin + Vec2{3.0 + 5e-5, 4.0}, 0.5 + 1e-12};
  EXPECT_TRUE(is_said());
  candidate.poses[0].yaw_rad = 0.25;
  EXPECT_FALSE(is_said());
  candidate.poses[0] = {10.0, scene.origin + Vec2{3.0, 4.5}, 0.5};
  EXPECT_FALSE(is_said());
  candidate.poses[0] = {10.0, scene.origin + Vec2{3.0, 4.0}, 0.5};
  scene.ego_state->pose.time_s -= 1.0;
  EXPECT_FALSE(is_said());
  candidate.is_recorded = true;
  EXPECT_TRUE(is_said());
  verdict = Free();
  EXPECT_FALSE(is_said());
}

// With every field set, those of the caller too; 0.1 and the like must come back to the bit.
v1::SceneVerdicts Complete() {
  v1::SceneVerdicts message = AllKinds();
  message.mutable_run()->set_version("1.2.3");
  message.mutable_run()->set_seed(0xfedcba9876543210u);
  message.mutable_run()->add_options("--threads=2");
  message.set_cycle(3);
  message.add_notes("\"quoted\", \xc3\xa9 and <html>");
  message.mutable_verdicts(0)->mutable_first_collision()->set_signed_distance_m(-0.1);
  message.mutable_verdicts(0)->mutable_first_collision()->mutable_witness_ego()->set_x(691000.0 + 1.0 / 3.0);
  return message;
}

TEST(VerdictsToProtoTest, RoundTripsThroughBinaryTextAndJson) {
  const v1::SceneVerdicts message = Complete();
  v1::SceneVerdicts read;
  ASSERT_TRUE(read.ParseFromString(message.SerializeAsString()));
  EXPECT_TRUE(MessageDifferencer::Equals(message, read));
  std::string text;
  ASSERT_TRUE(google::protobuf::TextFormat::PrintToString(message, &text));
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &read));
  EXPECT_TRUE(MessageDifferencer::Equals(message, read));
  std::string json;
  ASSERT_TRUE(google::protobuf::util::MessageToJsonString(message, &json).ok());
  EXPECT_NE(json.find("\"obstacleId\":\"car\""), std::string::npos) << json;
  read.Clear();
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(json, &read).ok());
  EXPECT_TRUE(MessageDifferencer::Equals(message, read));
}

}  // namespace

}  // namespace collision2d::planner
