#include "replay/importers/waymo.h"

#include <filesystem>
#include <fstream>
#include <ios>
#include <memory>
#include <optional>
#include <random>
#include <sstream>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/io/crc32.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "gmock/gmock.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "replay/importers/scene_formats.h"
#include "replay/importers/testing/waymo_files.h"
#include "replay/io/record_stream.h"

namespace collision2d::planner::waymo_test {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

namespace wire = waymo;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// What a file gives.
struct Items {
  std::vector<ImportedScene> scenes;
  std::vector<std::string> errors;
  std::vector<std::string> order;  // Ids, and "error".
};

Items ItemsOf(const absl::StatusOr<std::unique_ptr<SceneSource>>& source) {
  Items items;
  if (!source.ok()) items.errors.emplace_back(source.status().message());
  while (source.ok()) {
    absl::StatusOr<std::optional<ImportedScene>> input = (*source)->Next();
    if (input.ok() && !input->has_value()) break;
    items.order.push_back(input.ok() ? (*input)->scene.id() : "error");
    if (input.ok()) {
      items.scenes.push_back(**std::move(input));
    } else {
      items.errors.emplace_back(input.status().message());
    }
    if ((*source)->is_lost()) break;
  }
  return items;
}

Items Read(const std::string& bytes) {
  return ItemsOf(OpenWaymoScenarios(std::make_unique<std::istringstream>(bytes), "x.tfrecord", {}));
}

Items ReadScenario(const wire::Scenario& scenario) { return Read(TfRecordOf(scenario.SerializeAsString())); }

// Returns the scene of a scenario, which has to be valid.
ImportedScene SceneOf(const wire::Scenario& scenario) {
  Items items = ReadScenario(scenario);
  EXPECT_THAT(items.errors, IsEmpty());
  EXPECT_THAT(items.scenes, SizeIs(1));
  if (items.scenes.empty()) return {};
  const absl::StatusOr<Scene> valid = SceneFromProto(items.scenes[0].scene);
  EXPECT_TRUE(valid.ok()) << valid.status();
  return items.scenes[0];
}

// Two cars for three steps, the second one the ego vehicle, now at the second step.
wire::Scenario Small() {
  wire::Scenario scenario;
  scenario.set_scenario_id("s");
  scenario.set_sdc_track_index(1);
  scenario.set_current_time_index(1);
  for (const double time_s : {100.0, 100.125, 100.25}) scenario.add_timestamps_seconds(time_s);
  for (int t = 0; t < 2; ++t) {
    wire::Track& track = *scenario.add_tracks();
    track.set_id(7 + t);
    track.set_object_type(1);
    for (int i = 0; i < 3; ++i) {
      wire::ObjectState& state = *track.add_states();
      state.set_center_x(-7800.0 + 10.0 * t + i);
      state.set_center_y(-6700.0);
      state.set_center_z(-185.0);
      state.set_length(4.0f);
      state.set_width(2.0f);
      state.set_height(1.5f);
      state.set_velocity_x(8.0f);
      state.set_velocity_y(-1.0f);
      state.set_valid(true);
    }
  }
  return scenario;
}

TEST(WaymoTest, TheExampleOfTheFormat) {
  // Written out by hand from the definition of the format.
  const std::string hex =
      "3b000000000000001a23ac5c09000000000000e03f12290807 "
      "10011a2311000000000000f03f1900000000000000402d0000804035000000"
      "4045000000005801 2a01613000 50005f4fa628";
  std::string bytes;
  std::string digits;
  for (const char c : hex) {
    if (c == ' ') continue;
    digits += c;
    if (digits.size() < 2) continue;
    bytes += static_cast<char>(std::stoi(digits, nullptr, 16));
    digits.clear();
  }
  ASSERT_EQ(bytes.size(), 75u);
  EXPECT_TRUE(IsTfRecord(bytes));
  const Items items = Read(bytes);
  EXPECT_THAT(items.errors, IsEmpty());
  ASSERT_THAT(items.scenes, SizeIs(1));
  const v1::Scene& scene = items.scenes[0].scene;
  EXPECT_EQ(scene.id(), "a");
  EXPECT_EQ(scene.ego().shapes(0).rectangle().length_m(), 4.0);
  EXPECT_EQ(scene.ego_state().x(), 1.0);
  EXPECT_EQ(scene.ego_state().y(), 2.0);
  EXPECT_EQ(scene.ego_state().time_s(), 0.0);
}

TEST(WaymoTest, ChecksumsAreThoseOfTheFormat) {
  EXPECT_EQ(MaskedCrc32c(""), 0xa282ead8u);
  EXPECT_EQ(Crc32c("123456789"), 0xe3069283u);
  EXPECT_EQ(Crc32("123456789"), 0xcbf43926u);
  EXPECT_EQ(Crc32("6789", Crc32("12345")), 0xcbf43926u);
  std::mt19937 random(1);
  std::string bytes;
  for (int size = 0; size < 100; ++size) {
    const std::string record = TfRecordOf(bytes);
    std::istringstream input(record);
    RecordStream reader(input, "test", Framing::kTfRecord);
    EXPECT_TRUE(*reader.Next()) << size;
    EXPECT_EQ(reader.record(), bytes);
    EXPECT_FALSE(*reader.Next());
    EXPECT_EQ(Crc32c(bytes), Crc32ByTables<0x82f63b78>(bytes));
    bytes += static_cast<char>(random());
  }
}

TEST(WaymoTest, TheEgoVehicleAndItsLog) {
  const ImportedScene input = SceneOf(Small());
  const v1::Scene& scene = input.scene;
  EXPECT_EQ(scene.time_step_s(), 0.125);
  EXPECT_EQ(scene.ego().height_m(), 1.5);
  EXPECT_EQ(scene.ego_state().x(), -7789.0);
  EXPECT_EQ(scene.ego_state().speed_mps(), 8.0);
  ASSERT_EQ(scene.candidates_size(), 1);
  EXPECT_EQ(scene.candidates(0).id(), "logged");
  EXPECT_TRUE(scene.candidates(0).is_recorded());
  EXPECT_THAT(scene.candidates(0).packed_poses().time_s(), ElementsAre(0.0, 0.125));
  EXPECT_THAT(scene.candidates(0).packed_poses().x(), ElementsAre(-7789.0, -7788.0));
  ASSERT_EQ(scene.moving_obstacles_size(), 1);
  EXPECT_EQ(scene.moving_obstacles(0).id(), "7");
  EXPECT_EQ(scene.moving_obstacles(0).type(), "vehicle");
  ASSERT_EQ(scene.moving_obstacles(0).predictions_size(), 1);
  EXPECT_THAT(scene.moving_obstacles(0).predictions(0).packed_poses().time_s(), ElementsAre(-0.125, 0.0, 0.125));
  EXPECT_FALSE(scene.moving_obstacles(0).has_height());
}

TEST(WaymoTest, ABackwardEgoVehicleAndATrackWithoutStates) {
  wire::Scenario scenario = Small();
  for (wire::ObjectState& state : *scenario.mutable_tracks(1)->mutable_states()) state.set_velocity_x(-3.0f);
  for (wire::ObjectState& state : *scenario.mutable_tracks(0)->mutable_states()) state.set_valid(false);
  const ImportedScene input = SceneOf(scenario);
  EXPECT_EQ(input.scene.ego_state().speed_mps(), 0.0);
  EXPECT_EQ(input.scene.moving_obstacles_size(), 0);
  EXPECT_THAT(input.notes, Contains("The ego vehicle drives backward at 3.0 m/s: its speed is taken as 0."));
  EXPECT_THAT(input.notes, Contains("Tracks without a valid state, left out: 1."));
}

TEST(WaymoTest, SizesAndGapsAndTurnsOfBoxes) {
  wire::Scenario scenario = GeneratedScenario("g", 2, 1);
  auto& states = *scenario.mutable_tracks(0)->mutable_states();
  for (wire::ObjectState& state : states) {
    state.set_valid(true);
    state.set_length(4.0f);
    state.set_width(2.0f);
    state.set_heading(0.0f);
  }
  states[20].set_valid(false);
  states[20].set_center_x(kNaN);  // Of an invalid state nothing counts.
  states[30].set_length(4.5f);
  states[40].set_heading(3.0f);
  states[41].set_heading(9.5f);
  const ImportedScene input = SceneOf(scenario);
  const v1::MovingObstacle& obstacle = input.scene.moving_obstacles(0);
  ASSERT_EQ(obstacle.predictions_size(), 2);
  EXPECT_EQ(obstacle.predictions(0).packed_poses().x_size(), 20);
  EXPECT_EQ(obstacle.predictions(1).packed_poses().x_size(), 70);
  ASSERT_EQ(obstacle.predictions(1).timed_shapes_size(), 2);
  EXPECT_EQ(obstacle.predictions(1).timed_shapes(0).shapes(0).rectangle().length_m(), 4.5);
  EXPECT_NEAR(obstacle.predictions(1).timed_shapes(0).time_s(), 2.0, 1e-9);
  EXPECT_EQ(obstacle.predictions(1).timed_shapes(1).shapes(0).rectangle().length_m(), 4.0);
  // The same boxes, turned by less than a quarter turn from one to the next.
  const auto& yaw_rad = obstacle.predictions(1).packed_poses().yaw_rad();
  EXPECT_NEAR(yaw_rad[40 - 21], 3.0 - M_PI, 1e-6);
  EXPECT_NEAR(yaw_rad[41 - 21], 9.5 - 3 * M_PI, 1e-6);
  EXPECT_THAT(input.notes, Contains("Gaps in tracks, which begin another hypothesis: 1."));
  EXPECT_THAT(input.notes, Contains(HasSubstr("sizes change, which have them from each time to the next: 1.")));
}

TEST(WaymoTest, TheMapAndTheSignals) {
  wire::Scenario scenario = GeneratedScenario("g", 3, 1);
  // A lane of the map follows the second one; one edge is of a bridge.
  wire::MapFeature& next = *scenario.add_map_features();
  next = scenario.map_features(1);
  next.set_id(50);
  for (wire::MapPoint& point : *next.mutable_lane()->mutable_polyline()) point.set_x(point.x() + 400.0);
  next.mutable_lane()->mutable_polyline()->RemoveLast();
  scenario.mutable_map_features(1)->mutable_lane()->add_exit_lanes(50);
  scenario.mutable_map_features(1)->mutable_lane()->add_exit_lanes(51);
  wire::MapFeature& bridge = *scenario.add_map_features();
  bridge.set_id(60);
  for (const double y : {-50.0, 50.0}) {
    wire::MapPoint& point = *bridge.mutable_road_edge()->add_polyline();
    point.set_x(-7600.0);
    point.set_y(-6700.0 + y);
    point.set_z(-178.0);
    wire::MapPoint& middle = *bridge.mutable_road_edge()->add_polyline();
    middle = point;
    middle.set_y(-6700.0 + 0.1 * y);
  }
  scenario.mutable_dynamic_map_states(60)->clear_lane_states();
  auto& at_once = *scenario.mutable_dynamic_map_states(70);
  *at_once.add_lane_states() = at_once.lane_states(0);
  at_once.add_lane_states()->set_state(99);
  const ImportedScene input = SceneOf(scenario);
  const v1::Scene& scene = input.scene;
  ASSERT_EQ(scene.road_borders_size(), 2);
  EXPECT_EQ(scene.road_borders(0).id(), "edge 5");
  EXPECT_EQ(scene.lane_boundaries_size(), 3);
  ASSERT_EQ(scene.lanes_size(), 5);
  EXPECT_EQ(scene.lanes(1).id(), "2");
  EXPECT_EQ(scene.lanes(1).type(), "surface street");
  EXPECT_NEAR(scene.lanes(1).speed_limit_mps(), 13.4112, 1e-9);
  EXPECT_THAT(scene.lanes(1).successors(), ElementsAre("50", "51"));
  // The path is the second lane, on which the ego vehicle is, and the one behind it.
  ASSERT_GT(scene.reference_path_size(), 700);
  for (const v1::Point& point : scene.reference_path()) EXPECT_NEAR(point.y(), -6700.0 + 5.25, 1e-9);
  std::vector<const v1::RoadFeature*> lights;
  for (const v1::RoadFeature& feature : scene.road_features()) {
    if (feature.kind() == v1::RoadFeature::KIND_TRAFFIC_LIGHT) lights.push_back(&feature);
  }
  ASSERT_THAT(lights, SizeIs(4));
  EXPECT_EQ(lights[0]->lane_id(), "1");
  ASSERT_EQ(lights[0]->states_size(), 4);
  EXPECT_EQ(lights[0]->states(0).aspect(), v1::SignalState::ASPECT_STOP);
  EXPECT_EQ(lights[0]->states(0).time_s(), -1.0);
  EXPECT_EQ(lights[0]->states(1).aspect(), v1::SignalState::ASPECT_GO);
  EXPECT_EQ(lights[0]->states(2).aspect(), v1::SignalState::ASPECT_UNSPECIFIED);
  EXPECT_EQ(lights[0]->states(3).aspect(), v1::SignalState::ASPECT_GO);
  EXPECT_THAT(scene.moving_obstacles(0).roles(),
              ElementsAre(v1::OBSTACLE_ROLE_TO_PREDICT, v1::OBSTACLE_ROLE_OF_INTEREST));
  EXPECT_THAT(input.notes, Contains("Road edges of other levels, left out: 1."));
  EXPECT_THAT(input.notes, Contains("References to lanes that the scenario lacks, left out: 1."));
  EXPECT_THAT(input.notes, Contains(HasSubstr("Passed over: neighbor")).Times(0));
  EXPECT_THAT(input.notes, Contains("Further states of a signal at one time, left out: 1."));
  EXPECT_THAT(input.notes, Contains(HasSubstr("without a stop point or of an unknown kind, left out: 1.")));
}

TEST(WaymoTest, ObstaclesOnOtherLevelsHaveHeights) {
  wire::Scenario scenario = GeneratedScenario("g", 3, 1);
  for (wire::ObjectState& state : *scenario.mutable_tracks(0)->mutable_states()) {
    if (state.valid()) state.set_center_z(-185.0 + 6.75);
  }
  const ImportedScene input = SceneOf(scenario);
  EXPECT_EQ(input.scene.moving_obstacles(0).height().z_max_m(), 1.5);
  EXPECT_NEAR(input.scene.moving_obstacles(0).predictions(0).packed_poses().z(0), 6.0, 1e-6);
  EXPECT_FALSE(input.scene.moving_obstacles(1).has_height());
}

TEST(WaymoTest, BadScenariosAreRefusedByFieldAndValue) {
  const std::vector<std::pair<std::function<void(wire::Scenario&)>, std::string>> cases = {
      {[](auto& s) { s.set_sdc_track_index(400); }, "sdc_track_index: 400 is no index of 2"},
      {[](auto& s) { s.set_sdc_track_index(-1); }, "sdc_track_index: -1 is no index of 2"},
      {[](auto& s) { s.set_current_time_index(3); }, "current_time_index: 3 is no index of 3"},
      {[](auto& s) { s.add_tracks_to_predict()->set_track_index(2); },
       "tracks_to_predict[0].track_index: 2 is no index of 2"},
      {[](auto& s) { s.clear_tracks(); }, "tracks: empty; lidar and camera tokens alone make no scene"},
      {[](auto& s) { s.clear_scenario_id(); }, "scenario_id: empty"},
      {[](auto& s) { s.mutable_tracks(0)->mutable_states()->RemoveLast(); }, "tracks[0].states: 2 for 3 times"},
      {[](auto& s) { s.set_timestamps_seconds(2, 100.125); }, "timestamps_seconds[2]: 100.125 s is not after the one"},
      {[](auto& s) { s.set_timestamps_seconds(1, kNaN); }, "timestamps_seconds[1]: nan is not finite"},
      {[](auto& s) { s.mutable_tracks(0)->mutable_states(1)->set_center_x(kNaN); },
       "tracks[0].states[1].center_x: nan is not finite"},
      {[](auto& s) { s.mutable_tracks(0)->mutable_states(2)->set_length(0.0f); }, "tracks[0].states[2].length: 0 m"},
      {[](auto& s) { s.mutable_tracks(0)->mutable_states(2)->set_width(1e9f); }, "tracks[0].states[2].width: 1e+09 m"},
      {[](auto& s) { s.mutable_tracks(0)->set_object_type(0); }, "tracks[0].object_type: 0 is no type"},
      {[](auto& s) { s.mutable_tracks(1)->set_id(7); }, "tracks[1].id: 7 is already the id of tracks[0]"},
      {[](auto& s) { s.mutable_tracks(1)->mutable_states(1)->set_valid(false); }, "tracks[1].states[1].valid: false"},
      {[](auto& s) {
         s.add_map_features();
         s.add_map_features();
       },
       "map_features[1].id: 0 is already the id of map_features[0]"},
      {[](auto& s) { s.add_map_features()->mutable_road_edge()->add_polyline()->set_y(1e9); },
       "map_features[0].road_edge.polyline[0].y: 1e+09 m"},
      {[](auto& s) {
         for (int i = 0; i < 4; ++i) s.add_dynamic_map_states();
       },
       "dynamic_map_states: 4 for 3 times"},
  };
  for (const auto& [change, expected] : cases) {
    wire::Scenario scenario = Small();
    change(scenario);
    const Items items = ReadScenario(scenario);
    ASSERT_THAT(items.errors, SizeIs(1)) << expected;
    EXPECT_THAT(items.errors[0], StartsWith("x.tfrecord: record 0 at byte 0: " + expected));
  }
  // A line of one point is left out.
  wire::Scenario scenario = Small();
  scenario.add_map_features()->mutable_road_edge()->add_polyline();
  EXPECT_THAT(SceneOf(scenario).notes, Contains("Lines of less than two points, left out: 1."));
}

// A record that says it has this length, and the checksum of that; its data is to follow.
std::string HeaderOf(uint64_t length) {
  std::string header;
  for (int i = 0; i < 8; ++i) header += static_cast<char>(length >> (8 * i));
  const uint32_t crc = MaskedCrc32c(header);
  for (int i = 0; i < 4; ++i) header += static_cast<char>(crc >> (8 * i));
  return header;
}

TEST(WaymoTest, DamagedRecords) {
  const std::string good = TfRecordOf(Small().SerializeAsString());
  EXPECT_THAT(Read(good.substr(0, 7)).errors, ElementsAre(HasSubstr("truncated: 7 bytes of the 12")));
  EXPECT_THAT(Read(good.substr(0, 100)).errors, ElementsAre(HasSubstr("but 88 are left")));
  EXPECT_THAT(Read(good.substr(0, good.size() - 1)).errors, ElementsAre(HasSubstr("within the checksum of its data")));
  std::string flipped = good;
  flipped[3] = static_cast<char>(flipped[3] ^ 1);
  EXPECT_THAT(Read(flipped + good).errors, ElementsAre(HasSubstr("the checksum of its length, ")));
  flipped = good;
  flipped[40] = static_cast<char>(flipped[40] ^ 1);
  const Items items = Read(flipped + good);
  EXPECT_THAT(items.order, ElementsAre("error", "s"));
  const std::string both = flipped + good;
  const auto source = OpenWaymoScenarios(std::make_unique<std::istringstream>(both), "x.tfrecord", {}).value();
  EXPECT_TRUE(source->has_records());
  EXPECT_TRUE(source->Skip().value());
  EXPECT_EQ(source->bytes_read(), static_cast<int64_t>(flipped.size()));
  EXPECT_TRUE(source->Skip().value());
  EXPECT_FALSE(source->Skip().value());
  EXPECT_THAT(items.errors, ElementsAre(HasSubstr("x.tfrecord: record 0 at byte 0: the checksum of its ")));
  EXPECT_THAT(
      Read(HeaderOf(uint64_t{1} << 63) + good).errors,
      ElementsAre(HasSubstr("the record's length, 9223372036854775808 bytes, is beyond the limit of 67108864, and ")));
  EXPECT_THAT(Read(TfRecordOf("noise")).errors, ElementsAre(HasSubstr("record 0 at byte 0: ")));
  EXPECT_THAT(Read(TfRecordOf("\x0a\x0a\x0a\x08\x0a\x04name\x12\x00")).errors,
              ElementsAre(HasSubstr("is a tf.Example")));
  EXPECT_THAT(Read(TfRecordOf(std::string("\x0a\x03\x0a\x01n\x10\x05", 7))).errors,
              ElementsAre(HasSubstr("is a Frame of the Perception data set")));
  EXPECT_THAT(Read("\x78\x9c and so on....").errors, ElementsAre(HasSubstr("compressed with zlib")));
}

// Writes a file into a new folder of the test, whose path it returns.
std::string FolderWith(const std::string& name, const std::string& bytes) {
  const std::string folder =
      ::testing::TempDir() + "/waymo_" + ::testing::UnitTest::GetInstance()->current_test_info()->name();
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/" + name, std::ios::binary) << bytes;
  return folder;
}

TEST(WaymoTest, ARecordThatIsTooLongIsPassedOver) {
  const std::string good = TfRecordOf(Small().SerializeAsString());
  const uint64_t length = (uint64_t{1} << 26) + 1;
  const std::string file = HeaderOf(length) + std::string(length + 4, 'x') + good;
  const Items items = Read(file);
  EXPECT_THAT(items.order, ElementsAre("error", "s"));
  EXPECT_THAT(items.errors, ElementsAre("x.tfrecord: record 0 at byte 0: the record's length, 67108865 bytes, is "
                                        "beyond the limit of 67108864"));
  EXPECT_THAT(Read(file.substr(0, 1000)).errors,
              ElementsAre("x.tfrecord: record 0 at byte 0: the record's length, 67108865 bytes, is beyond the limit of "
                          "67108864, and beyond the end of the stream"));
}

TEST(WaymoTest, AfterARecordThatLosesTheRestTheErrorStays) {
  const std::string good = TfRecordOf(Small().SerializeAsString());
  const auto source =
      OpenWaymoScenarios(std::make_unique<std::istringstream>(good + good.substr(0, 7)), "x.tfrecord", {}).value();
  EXPECT_EQ(source->Next().value()->scene.id(), "s");
  const absl::Status lost = source->Next().status();
  EXPECT_THAT(std::string(lost.message()), HasSubstr("truncated: 7 bytes of the 12 of its length are left"));
  EXPECT_EQ(source->Next().status(), lost);
  EXPECT_EQ(source->Skip().status(), lost);
  EXPECT_TRUE(source->is_lost());
}

TEST(WaymoTest, AFailingDeviceIsNoEnd) {
  std::istringstream file("x");
  file.setstate(std::ios::badbit);
  RecordStream reader(file, "x.tfrecord", Framing::kTfRecord);
  EXPECT_EQ(reader.Next().status().message(), "x.tfrecord: record 0 at byte 0: reading failed");
  EXPECT_TRUE(reader.is_lost());
}

TEST(WaymoTest, WhatOnlyLooksCompressedIsRead) {
  // The lengths of these records are the first bytes of gzip and zlib.
  for (const size_t length : {0x8b1f, 0x9c78}) {
    const Items items = Read(TfRecordOf(std::string(length, 'x')));
    EXPECT_THAT(items.errors, ElementsAre(testing::Not(HasSubstr("compressed"))));
  }
  // Too short, or with a wrong checksum, for zlib.
  for (const std::string bytes : {"\x78", "\x78\x9d and so on....", "y", "y\x9c"}) {
    EXPECT_THAT(Read(bytes).errors, ElementsAre(testing::Not(HasSubstr("compressed"))));
  }
}

TEST(WaymoTest, WhatIsNoTfExampleIsRefusedAsAScenario) {
  const std::string deep(200, 'n');
  for (const std::string& record : {std::string("\x0a"),                         // Cut behind the first field's tag,
                                    std::string("\x0a\x80"),                     // within its length,
                                    std::string("\x0a\x80\x01\x0a\x05"),         // behind the second one's length,
                                    std::string("\x0a\x04\x0a\x02\x0a\x00", 6),  // and a name that is empty.
                                    std::string("\x0a\x0a\x0a\x08\x0a\x04na\x01me\x12\x00", 14)}) {
    EXPECT_THAT(Read(TfRecordOf(record)).errors,
                ElementsAre(testing::AllOf(HasSubstr("record 0 at byte 0: "), testing::Not(HasSubstr("tf.Example")))));
  }
  // Lengths of two bytes.
  EXPECT_THAT(Read(TfRecordOf("\x0a\x92\x01\x0a\x8f\x01\x0a\x04name\x12" + deep)).errors,
              ElementsAre(HasSubstr("is a tf.Example")));
}

TEST(WaymoTest, EdgesThatCrossLeaveTheRoadUnknown) {
  wire::Scenario scenario = Small();
  for (int i = 0; i < 2; ++i) {
    wire::MapFeature& edge = *scenario.add_map_features();
    edge.set_id(60 + i);
    for (const double s : {-50.0, 50.0}) {
      wire::MapPoint& point = *edge.mutable_road_edge()->add_polyline();
      point.set_x(-7790.0 + (i == 0 ? s : 0.0));
      point.set_y(-6700.0 + (i == 0 ? 0.0 : s));
      point.set_z(-185.75);
    }
  }
  const ImportedScene input = SceneOf(scenario);
  EXPECT_EQ(input.scene.road_borders_size(), 0);
  EXPECT_THAT(input.notes, Contains(StartsWith("The road is not known, since its edges contradict each other: ")));
}

TEST(WaymoTest, LinesLanesAndSignsThatAreIncomplete) {
  wire::Scenario scenario = Small();
  const auto add_point = [](double x, auto* points) {
    wire::MapPoint& point = *points->Add();
    point.set_x(-7800.0 + x);
    point.set_y(-6700.0);
  };
  int64_t id = 1;
  const auto add = [&] {
    wire::MapFeature& feature = *scenario.add_map_features();
    feature.set_id(id++);
    return &feature;
  };
  for (const int type : {-1, 3, 4}) {
    wire::LaneCenter& lane = *add()->mutable_lane();
    lane.set_type(type);
    for (const double x : {0.0, 0.0, 50.0}) add_point(x, lane.mutable_polyline());
  }
  add_point(0.0, add()->mutable_lane()->mutable_polyline());
  add_point(0.0, add()->mutable_road_line()->mutable_polyline());
  wire::StopSign& sign = *add()->mutable_stop_sign();
  sign.mutable_position()->set_x(-7790.0);
  sign.add_lane(2);
  sign.add_lane(3);
  const ImportedScene input = SceneOf(scenario);
  ASSERT_EQ(input.scene.lanes_size(), 3);
  EXPECT_EQ(input.scene.lanes(0).type(), "");
  EXPECT_EQ(input.scene.lanes(1).type(), "bike");
  EXPECT_EQ(input.scene.lanes(2).type(), "");
  for (const v1::Lane& lane : input.scene.lanes()) EXPECT_FALSE(lane.has_speed_limit_mps());
  EXPECT_EQ(input.scene.lane_boundaries_size(), 0);
  ASSERT_EQ(input.scene.road_features_size(), 1);
  EXPECT_EQ(input.scene.road_features(0).text(), "STOP");
  EXPECT_EQ(input.scene.road_features(0).lane_id(), "2");
  EXPECT_THAT(input.notes, Contains("Lines of less than two points, left out: 2."));
  EXPECT_THAT(input.notes, Contains("Points that repeat the one before, left out: 3."));
}

TEST(WaymoTest, ArrowsAndLightsThatAreNotKnown) {
  wire::Scenario scenario = Small();
  const std::vector<std::vector<int>> steps = {{1, 4, 0}, {3, 8, -1, 9}, {}};
  for (const std::vector<int>& states : steps) {
    wire::DynamicMapState& at = *scenario.add_dynamic_map_states();
    for (size_t lane = 0; lane < states.size(); ++lane) {
      wire::TrafficSignalLaneState& state = *at.add_lane_states();
      state.set_lane(static_cast<int64_t>(lane));
      state.set_state(states[lane]);
      state.mutable_stop_point()->set_x(-7790.0);
    }
  }
  scenario.mutable_dynamic_map_states(1)->add_lane_states()->set_state(1);
  const ImportedScene input = SceneOf(scenario);
  ASSERT_EQ(input.scene.road_features_size(), 3);
  const auto states_of = [&](int light) {
    std::string text;
    for (const v1::SignalState& state : input.scene.road_features(light).states()) {
      text += absl::StrCat(v1::SignalState::Aspect_Name(state.aspect()), state.is_arrow() ? " as an arrow;" : ";");
    }
    return text;
  };
  EXPECT_EQ(states_of(0), "ASPECT_STOP as an arrow;ASPECT_GO as an arrow;ASPECT_UNSPECIFIED;");
  EXPECT_EQ(states_of(1), "ASPECT_STOP;ASPECT_FLASHING_CAUTION;ASPECT_UNSPECIFIED;");
  EXPECT_EQ(states_of(2), "ASPECT_UNSPECIFIED;");
  EXPECT_THAT(input.notes, Contains("States of signals without a stop point or of an unknown kind, left out: 3."));
}

TEST(WaymoTest, SizesAndHeightsAreThoseOfValidStates) {
  wire::Scenario scenario = Small();
  auto& states = *scenario.mutable_tracks(0)->mutable_states();
  for (wire::ObjectState& state : states) state.set_center_z(-100.0);
  states[0].set_valid(false);
  states[0].set_height(9.0f);
  states[1].set_height(2.0f);
  states[2].set_width(2.5f);
  const ImportedScene input = SceneOf(scenario);
  const v1::MovingObstacle& obstacle = input.scene.moving_obstacles(0);
  EXPECT_EQ(obstacle.height().z_max_m(), 2.0);
  ASSERT_EQ(obstacle.predictions(0).timed_shapes_size(), 1);
  EXPECT_EQ(obstacle.predictions(0).timed_shapes(0).shapes(0).rectangle().width_m(), 2.5);
}

TEST(WaymoTest, TheLogEndsAtAGap) {
  wire::Scenario scenario = GeneratedScenario("g", 1, 1);
  for (const int step : {40, 41}) scenario.mutable_tracks(0)->mutable_states(step)->set_valid(false);
  const ImportedScene input = SceneOf(scenario);
  EXPECT_EQ(input.scene.candidates(0).packed_poses().x_size(), 30);
  EXPECT_THAT(input.notes, Contains("States of candidates after a gap, left out: 49."));
}

// The heights of a long path are those of its first kilometres.
TEST(WaymoTest, OfALongPathTheFirstHeightsCount) {
  wire::Scenario scenario = Small();
  wire::MapFeature& feature = *scenario.add_map_features();
  for (int i = 0; i <= 600; ++i) {
    wire::MapPoint& point = *feature.mutable_lane()->add_polyline();
    point.set_x(-7800.0 + 10.0 * i);
    point.set_y(-6700.0);
    point.set_z(-185.75 + 0.5 * i);
  }
  // Both stand on the road.
  const auto place = [&](int track, int i) {
    for (wire::ObjectState& state : *scenario.mutable_tracks(track)->mutable_states()) {
      state.set_center_x(-7800.0 + 10.0 * i);
      state.set_center_z(-185.75 + 0.5 * i + 0.75);
    }
  };
  *scenario.add_tracks() = scenario.tracks(0);
  scenario.mutable_tracks(2)->set_id(20);
  place(0, 400);
  place(2, 600);
  const ImportedScene input = SceneOf(scenario);
  EXPECT_FALSE(input.scene.moving_obstacles(0).has_height());
  ASSERT_TRUE(input.scene.moving_obstacles(1).has_height());
  EXPECT_GT(input.scene.moving_obstacles(1).predictions(0).packed_poses().z(0), 45.0);
}

TEST(WaymoTest, TheDataOfARecordAreAScene) {
  const absl::StatusOr<ImportedScene> input = ImportWaymoScenario(Small().SerializeAsString());
  ASSERT_TRUE(input.ok()) << input.status();
  EXPECT_EQ(input->scene.SerializeAsString(), SceneOf(Small()).scene.SerializeAsString());
  EXPECT_THAT(std::string(ImportWaymoScenario("noise").status().message()), HasSubstr("byte"));
}

TEST(WaymoTest, TheTableKnowsTheFiles) {
  const std::string folder = FolderWith("a.tfrecord-00003-of-00150", TfRecordOf(Small().SerializeAsString()));
  EXPECT_THAT(ItemsOf(OpenSceneFile(folder + "/a.tfrecord-00003-of-00150", {})).order, ElementsAre("s"));
  std::filesystem::rename(folder + "/a.tfrecord-00003-of-00150", folder + "/recording");
  EXPECT_THAT(ItemsOf(OpenSceneFile(folder + "/recording", {})).order, ElementsAre("s"));
  // Submissions are plans.
  std::ofstream(folder + "/x.binproto-00003-of-00150") << "\x0a\x02\x0a";
  EXPECT_THAT(ItemsOf(OpenSceneFile(folder + "/x.binproto-00003-of-00150", {})).errors,
              ElementsAre(HasSubstr("python3 -m collision2d.plans")));
}

// Every mutation gives scenes or errors, and no item is lost between two good records.
TEST(WaymoTest, MutatedFilesEndInItems) {
  std::mt19937 random(7);
  wire::Scenario scenario = GeneratedScenario("g", 2, 1);
  scenario.mutable_map_features()->DeleteSubrange(4, scenario.map_features_size() - 4);
  for (wire::MapFeature& feature : *scenario.mutable_map_features()) {
    feature.mutable_lane()->mutable_polyline()->DeleteSubrange(4, feature.lane().polyline_size() - 4);
  }
  scenario.mutable_dynamic_map_states()->DeleteSubrange(2, 89);
  const std::string data = scenario.SerializeAsString();
  const std::string good = TfRecordOf(Small().SerializeAsString());
  const auto mutate = [&](std::string bytes) {
    const size_t at = random() % bytes.size();
    switch (random() % 4) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes.erase(at, 1 + random() % 8);
        break;
      case 2:
        bytes.insert(at, 1 + random() % 8, static_cast<char>(random()));
        break;
      default:
        bytes.resize(at);
    }
    return bytes;
  };
  const int64_t rounds = TestCaseCount(10'000);
  int64_t refused = 0;
  for (int64_t i = 0; i < rounds; ++i) {
    // The framing is right, so that the mutation reaches the messages.
    const Items items = Read(good + TfRecordOf(mutate(data)) + good);
    ASSERT_THAT(items.order, SizeIs(3));
    EXPECT_EQ(items.order.front(), "s");
    EXPECT_EQ(items.order.back(), "s");
    refused += static_cast<int64_t>(items.errors.size());
    if (i % 10 == 0) {
      // Bytes of the framing too.
      const Items framed = Read(good + mutate(TfRecordOf(data)) + good);
      EXPECT_GE(framed.order.size(), 2u);
    }
  }
  EXPECT_GT(refused, rounds * 3 / 10);
}

}  // namespace collision2d::planner::waymo_test
