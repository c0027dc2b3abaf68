// Traces of OSI, written here byte by byte, as scenes.
#include "replay/importers/osi.h"

#include <cstring>
#include <ios>
#include <istream>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <streambuf>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "collision2d/testing/hex_bytes.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "google/protobuf/descriptor.pb.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "replay/mcap/mcap_format.h"
#include "replay/mcap/mcap_writer.h"

namespace collision2d::planner::osi_test {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Protobuf's wire format: a varint, a double, and what has a length.
std::string Varint(uint64_t value) {
  std::string bytes;
  for (; value >= 128; value /= 128) bytes += static_cast<char>(value % 128 + 128);
  return bytes + static_cast<char>(value);
}
std::string V(uint64_t number, uint64_t value) { return Varint(number * 8) + Varint(value); }
std::string D(uint64_t number, double value) {
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &value, 8);
  return Varint(number * 8 + 1) + bytes;
}
std::string L(uint64_t number, const std::string& content) {
  return Varint(number * 8 + 2) + Varint(content.size()) + content;
}
std::string Vector(uint64_t number, double x, double y, double z) { return L(number, D(1, x) + D(2, y) + D(3, z)); }
std::string Id(uint64_t number, uint64_t value) { return L(number, V(1, value)); }
std::string Time(uint64_t number, int64_t seconds, uint32_t nanos) {
  return L(number, V(1, static_cast<uint64_t>(seconds)) + V(2, nanos));
}

struct Box {
  uint64_t id = 1;
  double x = 0.0, y = 0.0, z = 0.75, yaw = 0.0, length = 4.0, width = 2.0, height = 1.5;
  std::string base = {}, rest = {};  // Further fields.
};
std::string BaseOf(const Box& box) {
  return Vector(1, box.length, box.width, box.height) + Vector(2, box.x, box.y, box.z) + L(3, D(3, box.yaw)) + box.base;
}
std::string Moving(const Box& box) { return L(5, Id(1, box.id) + L(2, BaseOf(box)) + box.rest); }
std::string Frame(int64_t seconds, uint32_t nanos, const std::vector<std::string>& parts, uint64_t host = 1) {
  return absl::StrCat(Time(2, seconds, nanos), Id(3, host), absl::StrJoin(parts, ""));
}
std::string Record(const std::string& message) {
  std::string length;
  for (int i = 0; i < 4; ++i) length += static_cast<char>(message.size() >> 8 * i);
  return length + message;
}
std::string OsiFile(const std::vector<std::string>& frames) {
  std::string file;
  for (const std::string& frame : frames) file += Record(frame);
  return file;
}

std::string McapFile(const std::vector<std::string>& frames, const std::string& type = "GroundTruth") {
  google::protobuf::FileDescriptorSet files;
  files.add_file()->set_name("osi.proto");
  files.mutable_file(0)->set_package("osi3");
  files.mutable_file(0)->add_message_type()->set_name(type);
  std::string file;
  McapWriter writer([&file](absl::string_view bytes) {
    file.append(bytes.data(), bytes.size());
    return absl::OkStatus();
  });
  writer.Begin("");
  const int other = writer.AddChannel("other", "google.protobuf.FileDescriptorSet",
                                      FilesOf(*google::protobuf::FileDescriptorSet::descriptor()));
  const int truth = writer.AddChannel("truth", "osi3." + type, files);
  writer.WriteMetadata("net.asam.osi.trace", {{"version", "1.0.0"}});
  writer.Write(other, 0, "");
  for (size_t i = 0; i < frames.size(); ++i) writer.Write(truth, i, frames[i]);
  writer.Finish();
  return file;
}

struct Result {
  std::vector<ImportedScene> scenes;
  std::vector<std::string> errors;
};

Result ReadTrace(const std::string& file, bool is_mcap = false, RecordRange records = {},
                 OsiWithoutFuture without_future = OsiWithoutFuture::kMove, std::optional<uint64_t> host = {}) {
  SceneInputOptions options;
  options.osi_host = host;
  options.osi_without_future = without_future;
  options.records = records;
  auto input = std::make_unique<std::istringstream>(file);
  auto source =
      is_mcap ? OpenOsiMcap(std::move(input), "x.mcap", options) : OpenOsi(std::move(input), "x.osi", options);
  EXPECT_TRUE(source.ok());
  Result result;
  for (int calls = 0;; ++calls) {
    EXPECT_LT(calls, 4);
    absl::StatusOr<std::optional<ImportedScene>> next = (*source)->Next();
    if (!next.ok()) result.errors.push_back(std::string(next.status().message()));
    if (next.ok() && !next->has_value()) {
      if (result.errors.empty()) {
        EXPECT_GT((*source)->bytes_read(), 0);  // Records behind the range are not read.
        EXPECT_LE((*source)->bytes_read(), static_cast<int64_t>(file.size()));
      }
      return result;
    }
    if (next.ok()) result.scenes.push_back(**std::move(next));
  }
}

// The only scene of the frames, which is valid.
ImportedScene SceneOf(const std::vector<std::string>& frames, RecordRange records = {}) {
  Result result = ReadTrace(OsiFile(frames), false, records);
  EXPECT_TRUE(result.errors.empty()) << result.errors.front();
  EXPECT_EQ(result.scenes.size(), 1u);
  if (result.scenes.empty()) return {};
  const absl::Status status = SceneFromProto(result.scenes[0].scene).status();
  EXPECT_TRUE(status.ok()) << status;
  return std::move(result.scenes[0]);
}

TEST(OsiTest, ReadsAFileWrittenByHand) {
  const Result result =
      ReadTrace(HexBytes("6e0000000a0408031007120808011080cab5ee011a0208012a580a02080112500a1b09000000000"
                         "00010401100000000000000401900000000"
                         "0000f83f121b09000000000000244011000000000000000019000000000000e83f1a09190000000"
                         "00000000022090900000000000014401802"));
  ASSERT_EQ(result.scenes.size(), 1u) << result.errors.front();
  EXPECT_TRUE(result.errors.empty());
  const v1::Scene& scene = result.scenes[0].scene;
  EXPECT_EQ(scene.id(), "OSI 1.500000000 s, host 1");
  EXPECT_EQ(scene.ego().shapes(0).rectangle().length_m(), 4.0);
  EXPECT_EQ(scene.ego().height_m(), 1.5);
  EXPECT_EQ(scene.ego_state().x(), 10.0);
  EXPECT_EQ(scene.ego_state().time_s(), 0.0);
  EXPECT_EQ(scene.ego_state().speed_mps(), 5.0);
  ASSERT_EQ(scene.candidates_size(), 1);
  EXPECT_EQ(scene.candidates(0).packed_poses().x_size(), 1);
  EXPECT_TRUE(SceneFromProto(scene).ok());
}

std::string Line(uint64_t id, double y, uint64_t type) {
  return L(9, Id(1, id) + L(2, Vector(1, 0.0, y, 0.0)) + L(2, Vector(1, 50.0, y, 0.0)) + L(3, V(1, type)));
}

// The host drives along x, the car 7 (box, then wider) is away in frame 2, pedestrian 8 has a
// polygon, 20 is a wall, 30 and 31 are the edges of the lane 40, and 32 is its dashed line.
std::vector<std::string> Drive() {
  std::vector<std::string> frames;
  for (int i = 0; i < 5; ++i) {
    std::vector<std::string> parts = {Moving({1, 5.0 * i, 1.0})};
    if (i != 2) {
      Box car = {7, 30.0 - i, 4.0, 0.75, 3.0};
      if (i == 4) car.width = 2.5;
      car.rest = V(3, 2) + L(6, V(1, 12));
      parts.push_back(Moving(car));
    }
    const std::string polygon =
        L(7, D(1, 0.5) + D(2, 0.0)) + L(7, D(1, 0.0) + D(2, 0.5)) + L(7, D(1, -0.5) + D(2, 0.0));
    parts.push_back(Moving({8, 12.0, 8.0, 0.9, 0.0, 0.0, 0.0, 1.8, polygon, V(3, 3)}));
    if (i == 0) {
      parts.push_back(L(4, Id(1, 20) + L(2, Vector(1, 10.0, 0.4, 3.0) + Vector(2, 0.0, -8.0, 1.5)) + L(3, V(1, 11))));
      parts.push_back(Line(30, -4.0, 12) + Line(31, 12.0, 6) + Line(32, 3.0, 4));
      parts.push_back(L(10, Id(1, 40) + L(2, Id(8, 30) + Id(9, 31) + Id(9, 99))));
      parts.push_back(L(7, Id(1, 50) + L(2, Vector(2, 40.0, 13.0, 5.0)) + L(3, V(1, 2))));
      parts.push_back(L(8, "unused"));
    }
    frames.push_back(Frame(100 + (9 + i) / 10, static_cast<uint32_t>((9 + i) % 10) * 100'000'000, parts));
  }
  return frames;
}

TEST(OsiTest, FramesBecomeAScene) {
  const ImportedScene input = SceneOf(Drive());
  const v1::Scene& scene = input.scene;
  EXPECT_NEAR(scene.time_step_s(), 0.1, 1e-12);
  ASSERT_EQ(scene.candidates_size(), 1);
  EXPECT_EQ(scene.candidates(0).id(), "logged");
  const v1::PackedPoses& logged = scene.candidates(0).packed_poses();
  EXPECT_THAT(logged.x(), testing::ElementsAre(0.0, 5.0, 10.0, 15.0, 20.0));
  EXPECT_NEAR(logged.time_s(4), 0.4, 1e-12);
  EXPECT_EQ(scene.reference_path_size(), 5);

  ASSERT_EQ(scene.moving_obstacles_size(), 2);
  const v1::MovingObstacle& car = scene.moving_obstacles(0);
  EXPECT_EQ(car.id(), "7");
  EXPECT_EQ(car.type(), "bus");
  EXPECT_EQ(car.kind(), v1::OBSTACLE_KIND_BUS);
  EXPECT_EQ(car.height().z_max_m(), 1.5);
  ASSERT_EQ(car.predictions_size(), 2);
  EXPECT_THAT(car.predictions(0).packed_poses().x(), testing::ElementsAre(30.0, 29.0));
  EXPECT_THAT(car.predictions(1).packed_poses().x(), testing::ElementsAre(27.0, 26.0));
  ASSERT_EQ(car.predictions(1).timed_shapes_size(), 1);
  EXPECT_NEAR(car.predictions(1).timed_shapes(0).time_s(), 0.4, 1e-12);
  EXPECT_EQ(car.predictions(1).timed_shapes(0).shapes(0).rectangle().width_m(), 2.5);
  EXPECT_EQ(scene.moving_obstacles(1).shapes(0).polygon().vertices_size(), 3);

  ASSERT_EQ(scene.static_obstacles_size(), 1);
  EXPECT_EQ(scene.static_obstacles(0).height().z_max_m(), 3.0);
  ASSERT_EQ(scene.road_borders_size(), 2);
  EXPECT_EQ(scene.road_borders(0).points(0).x(), 0.0);   // On the right of the lane.
  EXPECT_EQ(scene.road_borders(1).points(0).x(), 50.0);  // On the left: reversed.
  ASSERT_EQ(scene.lane_boundaries_size(), 1);
  EXPECT_EQ(scene.lane_boundaries(0).id(), "lane boundary 32");
  EXPECT_EQ(scene.road_features(0).text(), "red");
  EXPECT_THAT(input.notes, Contains("OSI: 1 times an object was absent and came again: further hypotheses"));
  EXPECT_THAT(input.notes, Contains("OSI: 1 references of lanes to boundaries that are not there"));
  EXPECT_THAT(input.notes, Contains("OSI: 1 times field 8 of GroundTruth, not used"));
}

TEST(OsiTest, OnlyLanesToDriveOnHaveSides) {
  constexpr uint64_t kNoLine = 2, kRoadEdge = 6;
  const auto lane = [](uint64_t id, uint64_t type, const std::string& sides) {
    return L(10, Id(1, id) + L(2, V(1, type) + sides));
  };
  const std::string lines = Line(20, 1.75, kRoadEdge) + Line(21, -1.75, kRoadEdge) + Line(22, 4.75, kNoLine) +
                            Line(23, -4.75, kNoLine) + Line(24, -3.75, kRoadEdge);
  // Between two shoulders; the left one of a third is inside of another one.
  const std::string shoulders =
      lane(2, 3, Id(9, 22) + Id(8, 20)) + lane(3, 3, Id(9, 21) + Id(8, 23)) + lane(4, 3, Id(9, 24));
  for (const uint64_t type : {0, 2, 4}) {
    const ImportedScene input =
        SceneOf({Frame(0, 0, {Moving({1}), lines, shoulders, lane(5, type, Id(9, 20) + Id(8, 21))})});
    ASSERT_EQ(input.scene.road_borders_size(), 2);
    EXPECT_EQ(input.scene.road_borders(0).id(), "lane boundary 20");
    EXPECT_EQ(input.scene.road_borders(0).points(0).x(), 50.0);  // The road is on the left of it.
    EXPECT_EQ(input.scene.road_borders(1).id(), "lane boundary 21");
    EXPECT_THAT(input.notes,
                Contains("OSI: 1 edges of the road that no lane to drive on has on a side: shown as marks"));
    const int64_t untyped =
        std::count(input.notes.begin(), input.notes.end(), "OSI: 1 lanes of unknown type, taken for lanes to drive on");
    EXPECT_EQ(untyped, type == 0 ? 1 : 0);
  }
  const ImportedScene shared = SceneOf(
      {Frame(0, 0, {Moving({1}), lines, lane(5, 2, Id(9, 20) + Id(8, 21)), lane(6, 2, Id(9, 22) + Id(8, 20))})});
  ASSERT_EQ(shared.scene.road_borders_size(), 1);
  EXPECT_EQ(shared.scene.road_borders(0).id(), "lane boundary 21");
  EXPECT_THAT(shared.notes,
              Contains("OSI: 1 edges of the road that lanes to drive on have on both sides: shown as marks"));
}

TEST(OsiTest, NumbersThatAreNotThereAreZero) {
  // As writers of proto3 have it: at 0 s, the host 0 is at the origin.
  const std::string zero = L(1, "");
  const std::string frame =
      L(2, "") + L(3, "") + L(5, zero + L(2, Vector(1, 4.5, 1.8, 1.5) + L(2, D(3, 0.75)) + L(3, "")));
  const ImportedScene input = SceneOf({frame});
  EXPECT_EQ(input.scene.id(), "OSI 0.000000000 s, host 0");
  EXPECT_EQ(input.scene.ego_state().x(), 0.0);
  EXPECT_THAT(input.notes, Contains("OSI: 4 numbers that are not there: they are 0"));
}

TEST(OsiTest, TheHostCanBeNamed) {
  const std::string frames = OsiFile({Time(2, 0, 0) + Moving({1}) + Moving({7, 9.0})});
  const Result result = ReadTrace(frames, false, {}, OsiWithoutFuture::kMove, 7);
  ASSERT_EQ(result.scenes.size(), 1u) << result.errors.front();
  EXPECT_EQ(result.scenes[0].scene.ego_state().x(), 9.0);
  EXPECT_EQ(result.scenes[0].scene.moving_obstacles(0).id(), "1");
  const Result wrong = ReadTrace(frames, false, {}, OsiWithoutFuture::kMove, 3);
  ASSERT_EQ(wrong.errors.size(), 1u);
  EXPECT_THAT(wrong.errors[0], HasSubstr("host_vehicle_id: no moving object has the id 3; ids of moving objects, for "
                                         "--host=ID: 1, 7"));
}

TEST(OsiTest, McapHasTheSameScene) {
  const Result result = ReadTrace(McapFile(Drive()), true);
  ASSERT_EQ(result.scenes.size(), 1u) << result.errors.front();
  const ImportedScene input = SceneOf(Drive());
  EXPECT_EQ(result.scenes[0].scene.SerializeAsString(), input.scene.SerializeAsString());
  EXPECT_EQ(result.scenes[0].digest, input.digest);
  EXPECT_THAT(result.scenes[0].notes, Contains("MCAP: 1 messages of topic \"other\" not used"));
  std::vector<std::string> views;
  for (const std::string& frame : Drive()) views.push_back(L(7, frame) + Id(8, 1));
  EXPECT_EQ(ReadTrace(McapFile(views, "SensorView"), true).scenes.size(), 1u);
  const std::string without_host = Time(2, 0, 0) + Moving({1});
  EXPECT_EQ(ReadTrace(OsiFile({L(7, without_host) + Id(8, 1)})).scenes.size(), 1u);
  EXPECT_THAT(
      ReadTrace(McapFile({}), true).errors[0],
      HasSubstr("no messages osi3.GroundTruth or osi3.SensorView in protobuf; its schemas are: google.protobuf"));
}

// Records of MCAP: opcode, length, content.
std::string McapRecord(int op, const std::string& content) {
  std::string bytes(1, static_cast<char>(op));
  AppendMcapNumber<uint64_t>(content.size(), &bytes);
  return bytes + content;
}
std::string McapText(const std::string& text) {
  std::string bytes;
  AppendMcapNumber<uint32_t>(static_cast<uint32_t>(text.size()), &bytes);
  return bytes + text;
}
std::string McapId(uint16_t id) {
  std::string bytes;
  AppendMcapNumber<uint16_t>(id, &bytes);
  return bytes;
}
// A file of one channel, whose messages have no times.
std::string McapOfChannel(const std::string& schemas, uint16_t schema_id, const std::string& encoding,
                          const std::vector<std::string>& frames, const std::string& more = "") {
  std::string file = absl::StrCat(
      kMcapMagic, McapRecord(1, McapText("") + McapText("")), schemas,
      McapRecord(4, McapId(1) + McapId(schema_id) + McapText("t") + McapText(encoding) + McapText("")), more);
  for (const std::string& frame : frames) file += McapRecord(5, McapId(1) + std::string(20, '\0') + frame);
  return absl::StrCat(file, McapRecord(15, std::string(4, '\0')), McapRecord(2, std::string(20, '\0')), kMcapMagic);
}
std::string McapTruthSchema(const std::string& data) {
  return McapRecord(3, McapId(1) + McapText("osi3.GroundTruth") + McapText("protobuf") + McapText(data));
}

TEST(OsiTest, McapChannelsWithoutFramesInProtobufAreNotRead) {
  google::protobuf::FileDescriptorSet files;
  files.add_file()->set_name("osi.proto");
  files.mutable_file(0)->set_package("osi3");
  files.mutable_file(0)->add_message_type()->set_name("GroundTruth");
  const std::string schema = McapTruthSchema(files.SerializeAsString());
  // All that is not used is counted.
  const std::string attachment = McapRecord(
      9, std::string(16, '\0') + McapText("a") + McapText("b") + std::string(8, '\0') + std::string(4, '\0'));
  const Result good = ReadTrace(
      McapOfChannel(schema, 1, "protobuf", Drive(), attachment + McapRecord(0x80, "") + McapRecord(0x81, "x")), true);
  ASSERT_EQ(good.scenes.size(), 1u) << good.errors.front();
  EXPECT_THAT(good.scenes[0].notes, Contains("MCAP: 1 attachments not used"));
  EXPECT_THAT(good.scenes[0].notes, Contains("MCAP: 2 records of unknown opcodes not used"));
  EXPECT_THAT(good.scenes[0].notes, Contains("MCAP: not one record net.asam.osi.trace"));

  const auto error = [](const std::string& file) {
    const Result result = ReadTrace(file, true);
    EXPECT_TRUE(result.scenes.empty());
    return result.errors.empty() ? "" : result.errors[0];
  };
  EXPECT_THAT(error(McapOfChannel("", 0, "protobuf", Drive())), HasSubstr("in protobuf; its schemas are: none"));
  EXPECT_THAT(error(McapOfChannel(schema, 1, "json", Drive())),
              HasSubstr("in protobuf; its schemas are: osi3.GroundTruth"));
  EXPECT_EQ(error(McapOfChannel(McapTruthSchema(""), 1, "protobuf", Drive())),
            "x.mcap: Schema 1: name: the descriptors in data have no message osi3.GroundTruth");
}

TEST(OsiTest, ARecordSelectsTheViewOfThePlanner) {
  const auto future = [](double x) {
    return L(8, Time(1, 10, 0) + Vector(2, x, 0.0, 0.75)) +
           L(8, Time(1, 10, 500'000'000) + Vector(2, x + 1, 0.0, 0.75)) +
           L(8, Time(1, 11, 0) + Vector(2, x + 2, 0.0, 0.75) + L(3, D(3, 0.1)));
  };
  const std::vector<std::string> frames = {Frame(9, 0, {Moving({1, -1.0}), Moving({7, 21.0})}),
                                           Frame(10, 0,
                                                 {Moving({1, 0.0, 0.0, 0.75, 0.0, 4.0, 2.0, 1.5, "", future(0.0)}),
                                                  Moving({7, 20.0, 0.0, 0.75, 0.0, 4.0, 2.0, 1.5, "", future(20.0)})}),
                                           Frame(11, 0, {Moving({1, 9.0}), Moving({7, 9.0, 30.0})})};
  const v1::Scene planned = SceneOf(frames, {1, 2}).scene;
  ASSERT_EQ(planned.candidates_size(), 1);
  EXPECT_EQ(planned.candidates(0).id(), "planned");
  EXPECT_THAT(planned.candidates(0).packed_poses().x(), testing::ElementsAre(0.0, 1.0, 2.0));
  EXPECT_EQ(planned.candidates(0).packed_poses().yaw_rad(2), 0.1);
  EXPECT_THAT(planned.moving_obstacles(0).predictions(0).packed_poses().x(), testing::ElementsAre(20.0, 21.0, 22.0));
  EXPECT_EQ(planned.time_step_s(), 0.5);
  // With a frame behind it the log predicts.
  const v1::Scene logged = SceneOf(frames, {1, 3}).scene;
  EXPECT_EQ(logged.candidates_size(), 2);
  EXPECT_THAT(logged.moving_obstacles(0).predictions(0).packed_poses().x(), testing::ElementsAre(20.0, 9.0));
}

// Without a plan one frame says where an object is at one instant only.
TEST(OsiTest, OthersWithoutFutureMoveOnOrStand) {
  const std::string future =
      L(8, Time(1, 10, 0) + Vector(2, 0.0, 0.0, 0.75)) + L(8, Time(1, 12, 0) + Vector(2, 9.0, 0.0, 0.75));
  Box car = {7, 20.0, 1.0};
  car.base = Vector(4, -3.0, 0.5, 0.0);
  const std::vector<std::string> frame = {
      Frame(10, 0, {Moving({1, 0.0, 0.0, 0.75, 0.0, 4.0, 2.0, 1.5, "", future}), Moving(car)})};
  for (const OsiWithoutFuture onward : {OsiWithoutFuture::kMove, OsiWithoutFuture::kStand}) {
    const bool moves = onward == OsiWithoutFuture::kMove;
    const Result read = ReadTrace(OsiFile(frame), false, {}, onward);
    ASSERT_EQ(read.scenes.size(), 1u);
    const ImportedScene& input = read.scenes[0];
    const v1::PackedPoses& poses = input.scene.moving_obstacles(0).predictions(0).packed_poses();
    EXPECT_TRUE(input.scene.moving_obstacles(0).predictions(0).is_assumed());
    EXPECT_THAT(poses.time_s(), testing::ElementsAre(0.0, 2.0));
    EXPECT_THAT(poses.x(), testing::ElementsAre(20.0, moves ? 14.0 : 20.0));
    EXPECT_THAT(poses.y(), testing::ElementsAre(1.0, moves ? 2.0 : 1.0));
    EXPECT_THAT(input.notes,
                testing::Contains(HasSubstr(moves ? "OSI: 1 moving objects without future trajectory: they move"
                                                  : "OSI: 1 moving objects without future trajectory: they stand")));
    EXPECT_THAT(input.notes, testing::Not(testing::Contains(HasSubstr("which predict them"))));
  }
}

// Times since the frame would be taken for states that are over.
TEST(OsiTest, AFutureThatIsOverIsRefused) {
  const auto relative = [](double x) {
    return L(8, Time(1, 0, 0) + Vector(2, x, 0.0, 0.75)) + L(8, Time(1, 1, 0) + Vector(2, x + 1.0, 0.0, 0.75));
  };
  const Box host = {1, 0.0, 0.0, 0.75, 0.0, 4.0, 2.0, 1.5, "", relative(0.0)};
  const Box other = {7, 20.0, 0.0, 0.75, 0.0, 4.0, 2.0, 1.5, "", relative(20.0)};
  const auto error = [](const std::vector<std::string>& frames) {
    const Result read = ReadTrace(OsiFile(frames));
    return read.errors.empty() ? "" : read.errors[0];
  };
  EXPECT_EQ(error({Frame(100, 0, {Moving({1}), Moving(other)})}),
            "x.osi: moving_object[1].future_trajectory[1].timestamp: the last state is 99 s before its frame; are the "
            "times relative to the frame?");
  EXPECT_THAT(error({Frame(100, 0, {Moving(host)})}), HasSubstr("moving_object[0].future_trajectory[1].timestamp: "));
  // The log predicts.
  EXPECT_EQ(error({Frame(100, 0, {Moving({1}), Moving(other)}), Frame(101, 0, {Moving({1}), Moving(other)})}), "");
}

TEST(OsiTest, TheHostsReferencePointIsItsRearAxleOnTheGround) {
  const std::string axles = L(5, Vector(4, -1.4, 0.0, -0.5) + Vector(5, 1.3, 0.0, -0.5) + D(6, 0.2));
  Box host = {1, 10.0, 20.0, 100.75, M_PI / 2};
  host.rest = axles;
  Box pitched = host;
  pitched.base = L(3, D(2, 0.1));  // Merged with the yaw.
  const v1::Scene scene = SceneOf({Frame(0, 0, {Moving(host)}), Frame(1, 0, {Moving(pitched)})}).scene;
  EXPECT_NEAR(scene.ego_state().x(), 10.0, 1e-12);
  EXPECT_NEAR(scene.ego_state().y(), 18.6, 1e-12);
  EXPECT_EQ(scene.ego().shapes(0).rectangle().center().x(), 1.4);
  EXPECT_NEAR(scene.ego().wheelbase_m(), 2.7, 1e-12);
  EXPECT_EQ(scene.ego().ground_clearance_m(), 0.2);
  // The nose is lower: the rear is higher, and the point on the ground below it is ahead or behind
  // by the sine of the pitch.
  const v1::PackedPoses& poses = scene.candidates(0).packed_poses();
  EXPECT_NEAR(poses.z(1), 1.4 * std::sin(0.1) + 0.75 * (1 - std::cos(0.1)), 1e-12);
  EXPECT_NEAR(poses.y(1), 20.0 - 1.4 * std::cos(0.1) - 0.75 * std::sin(0.1), 1e-12);
  EXPECT_EQ(poses.pitch_rad(1), 0.1);
}

TEST(OsiTest, TrailersAndThingsThatChange) {
  Box host = {1};
  host.base = Vector(5, 2.0, 0.0, 0.0);
  host.rest = L(6, V(3, 1) + Id(4, 9)) + L(5, Vector(4, 1.0, 0.0, 0.0) + Vector(5, 0.5, 0.0, 0.0) + D(6, 7.0));
  const auto wall = [](double pitch) {
    return L(4, Id(1, 20) + L(2, Vector(1, 10.0, 0.4, 3.0) + Vector(2, 0.0, -8.0, 1.5) + L(3, D(2, pitch))));
  };
  const std::string light = L(7, Id(1, 50) + L(2, Vector(2, 40.0, 13.0, 5.0)) + L(3, V(1, 2)));
  const std::string next_light = L(7, Id(1, 50) + L(2, Vector(2, 40.0, 13.0, 5.0)) + L(3, V(1, 4)));
  const ImportedScene input = SceneOf({Frame(0, 0, {Moving(host), Moving({9, -6.0}), wall(0.1), light}),
                                       Frame(1, 0, {Moving(host), Moving({9, -6.0}), wall(0.0), next_light})});
  EXPECT_EQ(input.scene.ego_state().acceleration_mps2(), 2.0);
  EXPECT_FALSE(input.scene.ego().has_wheelbase_m());
  EXPECT_EQ(input.scene.ego().ground_clearance_m(), 0.0);
  EXPECT_EQ(input.scene.moving_obstacles_size(), 0);
  ASSERT_EQ(input.scene.static_obstacles_size(), 1);
  EXPECT_FALSE(input.scene.static_obstacles(0).has_height());
  EXPECT_EQ(input.scene.road_features_size(), 1);
  for (const char* note : {"2 poses of the host vehicle's trailer", "1 stationary objects that change",
                           "1 states of traffic lights after the first", "2 of ground clearance and wheelbase",
                           "1 poses or things tilted beyond pi/4, or stationary and tilted"}) {
    EXPECT_THAT(input.notes, Contains(HasSubstr(note)));
  }
}

TEST(OsiTest, AnOverturnedObjectIsADisc) {
  Box lying = {7, 10.0, 5.0};
  lying.base = L(3, D(1, 1.5));
  const ImportedScene input =
      SceneOf({Frame(0, 0, {Moving({1}), Moving({7, 10.0, 5.0})}), Frame(1, 0, {Moving({1}), Moving(lying)}),
               Frame(2, 0, {Moving({1}), Moving(lying)})});
  const v1::MovingObstacle& obstacle = input.scene.moving_obstacles(0);
  EXPECT_FALSE(obstacle.has_height());
  ASSERT_EQ(obstacle.predictions(0).timed_shapes_size(), 1);
  EXPECT_NEAR(obstacle.predictions(0).timed_shapes(0).shapes(0).disc().radius_m(), std::sqrt(16 + 4 + 2.25) / 2, 1e-12);
}

TEST(OsiTest, PolygonsAreRepairedAndNoted) {
  const auto polygon = [](const std::vector<std::pair<double, double>>& points) {
    std::string fields;
    for (const auto& [x, y] : points) fields += L(7, D(1, x) + D(2, y));
    return fields;
  };
  const auto notes_of = [&](const std::string& base) {
    return SceneOf({Frame(0, 0, {Moving({1}), Moving({7, 9.0, 9.0, 1.0, 0.0, 1.0, 1.0, 1.0, base})})}).notes;
  };
  EXPECT_THAT(notes_of(polygon({{0, 0}, {0, 1}, {1, 0}})), Contains("OSI: 1 base polygons that were clockwise"));
  EXPECT_THAT(notes_of(polygon({{0, 0}, {1, 0}, {0, 1}, {0, 0}})), Contains("OSI: 1 base polygons that were closed"));
  EXPECT_THAT(notes_of(polygon({{0, 0}, {1, 1}, {1, 0}, {0, 1}})),
              Contains("OSI: 1 base polygons that cross themselves: their hulls are used"));
}

TEST(OsiTest, AnOverturnedPolygonIsADisc) {
  const std::string polygon =
      L(7, D(1, 0.5) + D(2, 0.0)) + L(7, D(1, 0.0) + D(2, 0.75)) + L(7, D(1, -0.5) + D(2, 0.0)) + L(3, D(1, 1.5));
  const ImportedScene input =
      SceneOf({Frame(0, 0, {Moving({1}), Moving({7, 10.0, 5.0})}),
               Frame(1, 0, {Moving({1}), Moving({7, 10.0, 5.0, 0.75, 0.0, 0.0, 0.0, 1.8, polygon})})});
  const v1::Prediction& prediction = input.scene.moving_obstacles(0).predictions(0);
  ASSERT_EQ(prediction.timed_shapes_size(), 1);
  EXPECT_NEAR(prediction.timed_shapes(0).shapes(0).disc().radius_m(), std::sqrt(1.5 * 1.5 + 1.8 * 1.8) / 2, 1e-12);
}

TEST(OsiTest, AnObjectThatRollsStandsBesideThePointBelowItsCentre) {
  Box rolled = {7, 10.0, 5.0};
  rolled.base = L(3, D(1, 0.1));
  const v1::PackedPoses poses =
      SceneOf({Frame(0, 0, {Moving({1}), Moving(rolled)})}).scene.moving_obstacles(0).predictions(0).packed_poses();
  EXPECT_EQ(poses.x(0), 10.0);
  EXPECT_NEAR(poses.y(0), 5.0 + 0.75 * std::sin(0.1), 1e-12);
  EXPECT_NEAR(poses.z(0), 0.75 * (1 - std::cos(0.1)), 1e-12);
  EXPECT_EQ(poses.roll_rad(0), 0.1);
  EXPECT_EQ(poses.pitch_rad(0), 0.0);
}

TEST(OsiTest, TypesThatAreNotKnown) {
  for (const uint64_t type : {~uint64_t{0}, uint64_t{5}, uint64_t{99}}) {
    Box object = {7, 10.0, 5.0};
    object.rest = V(3, type);
    const v1::Scene scene = SceneOf({Frame(0, 0, {Moving({1}), Moving(object)})}).scene;
    EXPECT_EQ(scene.moving_obstacles(0).type(), "unknown");
    EXPECT_EQ(scene.moving_obstacles(0).kind(), v1::OBSTACLE_KIND_UNSPECIFIED);
  }
}

TEST(OsiTest, AxlesAndAClearanceThatAreNotGivenOrNotPossible) {
  Box host = {1};
  host.rest = L(5, Vector(4, -1.4, 0.0, -0.5) + D(6, -0.1));
  const ImportedScene input = SceneOf({Frame(0, 0, {Moving(host)})});
  EXPECT_EQ(input.scene.ego().shapes(0).rectangle().center().x(), 1.4);
  EXPECT_FALSE(input.scene.ego().has_wheelbase_m());
  EXPECT_FALSE(input.scene.ego().has_ground_clearance_m());
  EXPECT_THAT(input.notes, Contains("OSI: 1 of ground clearance and wheelbase of the host vehicle, implausible and "
                                    "not used"));
}

TEST(OsiTest, WhatStandsIsSentAgainAndMayBeTilted) {
  const auto wall = [](double roll) {
    return L(4, Id(1, 20) + L(2, Vector(1, 10.0, 0.4, 3.0) + Vector(2, 0.0, -8.0, 1.5) + L(3, D(1, roll))));
  };
  const ImportedScene upright = SceneOf({Frame(0, 0, {Moving({1}), wall(0.0)}), Frame(1, 0, {Moving({1}), wall(0.0)})});
  ASSERT_EQ(upright.scene.static_obstacles_size(), 1);
  EXPECT_EQ(upright.scene.static_obstacles(0).height().z_max_m(), 3.0);
  EXPECT_THAT(upright.notes, testing::Not(Contains(HasSubstr("stationary objects that change"))));
  const ImportedScene tilted = SceneOf({Frame(0, 0, {Moving({1}), wall(0.1)})});
  EXPECT_FALSE(tilted.scene.static_obstacles(0).has_height());
  EXPECT_THAT(tilted.notes, Contains(HasSubstr("1 poses or things tilted beyond pi/4, or stationary and tilted")));
}

TEST(OsiTest, ARangeBehindTheEndHasNoScene) {
  const Result result = ReadTrace(OsiFile(Drive()), false, {5, 9});
  EXPECT_TRUE(result.scenes.empty());
  EXPECT_TRUE(result.errors.empty());
}

// A device that fails behind these bytes.
class FailingDevice : public std::streambuf {
 public:
  explicit FailingDevice(std::string bytes) : bytes_(std::move(bytes)) {
    setg(bytes_.data(), bytes_.data(), bytes_.data() + bytes_.size());
  }

 protected:
  int_type underflow() override { throw std::ios_base::failure("the device fails"); }

 private:
  std::string bytes_;
};

TEST(OsiTest, AFailingDeviceIsNoEnd) {
  const std::string whole = OsiFile(Drive());
  const size_t first = Record(Drive()[0]).size();
  for (const size_t size : {first, first + 2, first + 4, first + 9}) {
    FailingDevice device(whole.substr(0, size));
    const auto source = OpenOsi(std::make_unique<std::istream>(&device), "x.osi", {}).value();
    // What is before is a scene.
    EXPECT_EQ(source->Next().value()->scene.candidates(0).packed_poses().x_size(), 1);
    EXPECT_EQ(source->Next().status().message(), absl::StrCat("x.osi: record 1 at byte ", first, ": reading failed"));
    EXPECT_FALSE(source->Next().value().has_value());
  }
}

TEST(OsiTest, BadTracesAreRefusedWithRecordByteAndField) {
  const std::string good = Frame(0, 0, {Moving({1})});
  const auto moving = [](Box box) { return Frame(0, 0, {Moving({1}), Moving(box)}); };
  Box nan = {7};
  nan.x = kNan;
  Box huge = {7};
  huge.x = 1e300;
  Box flat = {7};
  flat.width = 0.0;
  Box degrees = {7};
  degrees.yaw = 90.0;
  Box pair = {7};
  pair.base = L(7, D(1, 0.0) + D(2, 0.0)) + L(7, D(1, 1.0) + D(2, 0.0));
  Box fast;
  fast.base = Vector(4, kNan, 0.0, 0.0);
  Box returns = {7};
  for (const int64_t seconds : {2, 1, 3}) returns.rest += L(8, Time(1, seconds, 0) + Vector(2, 1.0, 0.0, 0.75));
  const std::string wall = L(2, Vector(1, 10.0, 0.4, 3.0) + Vector(2, 0.0, -8.0, 1.5));
  // Each number is one, the place of a corner is none.
  const std::string far = L(2, Vector(2, 9e7, 0.0, 0.0) + L(4, D(1, 0.0) + D(2, 0.0)) + L(4, D(1, 9e7) + D(2, 0.0)) +
                                   L(4, D(1, 0.0) + D(2, 1.0)));
  struct Case {
    std::string file, error;
  };
  const Case cases[] = {
      {Record(good).substr(0, 3), "x.osi: record 0 at byte 0: truncated: 3 bytes of the 4 of its length are left"},
      {Record(good).substr(0, 30), "x.osi: record 0 at byte 0: truncated: its length is"},
      {std::string("\xff\xff\xff\xff", 4) + good,
       "record 0 at byte 0: the record's length, 4294967295 bytes, is beyond the limit of 1073741824"},
      {std::string("\0\0\0\x40", 4) + good, "is it written most significant byte first?"},
      {OsiFile({L(3, Id(1, 1) + L(2, BaseOf({1})))}), "is a TrafficUpdate or StreamingUpdate"},
      {OsiFile({Time(2, 0, 0) + Moving({1})}), "record 0 at byte 0: host_vehicle_id: missing"},
      {OsiFile({Frame(0, 0, {Moving({2}), Moving({9})})}),
       "host_vehicle_id: no moving object has the id 1; ids of moving objects, for --host=ID: 2, 9"},
      {OsiFile({Id(3, 1) + Moving({1})}), "timestamp: missing"},
      {OsiFile({Frame(0, 1'000'000'000, {Moving({1})})}), "timestamp.nanos: 1000000000 is a second or more"},
      {OsiFile({Frame(int64_t{1} << 60, 0, {Moving({1})})}), "timestamp.seconds: 1152921504606846976 is implausible"},
      {OsiFile({Frame(std::numeric_limits<int64_t>::min(), 0, {Moving({1})})}),
       "timestamp.seconds: -9223372036854775808 is implausible"},
      {OsiFile({Frame(0, 0, {Moving({1}), Moving({std::numeric_limits<uint64_t>::max()})})}),
       "moving_object[1].id: is no valid identifier"},
      {OsiFile({moving(returns)}), "moving_object[1].future_trajectory[1].timestamp: runs back or stands: 1 s after 2"},
      {OsiFile({Frame(5, 0, {Moving({1})}), good}),
       absl::StrCat("record 1 at byte ", 4 + good.size(), ": timestamp: runs back")},
      {OsiFile({good, Frame(1, 0, {Moving({1})}, 2)}), "host_vehicle_id: 2, but 1 before"},
      {OsiFile({moving({1, 9.0})}), "moving_object[1].id: 1 is that of two objects"},
      {OsiFile({Frame(0, 0, {Moving({1}), Moving({7}), Moving({7})})}),
       "moving_object[2].id: 7 is that of two objects"},
      {OsiFile({moving(nan)}), "moving_object[1].base.position.x: nan is not finite"},
      {OsiFile({moving(huge)}), "moving_object[1].base.position.x: 1e+300 m is beyond the limit of 1e+08 m"},
      {OsiFile({moving(flat)}), "moving_object[1].base.dimension.width: 0 m is not positive"},
      {OsiFile({moving(degrees)}),
       "moving_object[1].base.orientation.yaw: 90 is not finite, or beyond a full turn in rad; are these degrees?"},
      {OsiFile({Frame(0, 0, {Moving(fast)})}), "moving_object[0].base.velocity.x: nan is not finite"},
      {OsiFile({moving(pair)}), "moving_object[1].base.base_polygon: 2 points are no polygon"},
      {OsiFile({Frame(0, 0, {Moving({1}), L(5, Id(1, 7))})}), "moving_object[1].base.position: missing"},
      {OsiFile({Frame(0, 0, {Moving({1}), L(5, L(2, BaseOf({7})))})}), "moving_object[1].id: missing"},
      {OsiFile({good + std::string("\x2a\x7f", 2)}), "record 0 at byte 0: moving_object[1] at byte "},
      {OsiFile({good + L(9, Id(1, 5) + L(2, Vector(1, kNan, 0.0, 0.0)))}),
       "lane_boundary[0].boundary_line[0].position.x: nan"},
      {OsiFile({Frame(0, 0, {})}), "host_vehicle_id: no moving object has the id 1"},
      {OsiFile({L(7, Time(2, 0, 0) + Moving({1}))}), "record 0 at byte 0: host_vehicle_id: missing"},
      {OsiFile({L(7, good), std::string("\x3a\x7f", 2)}), "record 1 at byte "},
      {OsiFile({Frame(0, 0, {Moving({1}), L(4, Id(1, 20) + wall)}), Frame(1, 0, {Moving({1}), Moving({20})})}),
       "moving_object[1].id: 20 is that of two objects"},
      {OsiFile({good + L(4, Id(1, 20) + far)}),
       "stationary_object[0].base.base_polygon: vertices[1].x: 180000000 m is beyond the limit of 1e+08 m"},
      {OsiFile({good + L(4, L(2, BaseOf({})))}), "stationary_object[0].id: missing"},
      {OsiFile({good + L(4, std::string("\x0a\x7f", 2))}), "stationary_object[0]."},
  };
  for (const Case& bad : cases) {
    const Result result = ReadTrace(bad.file);
    ASSERT_EQ(result.errors.size(), 1u) << bad.error;
    EXPECT_THAT(result.errors[0], HasSubstr(bad.error));
    EXPECT_TRUE(result.scenes.empty()) << bad.error;
  }
}

TEST(OsiTest, FramesBeforeTheDamageAreAScene) {
  const std::string whole = OsiFile(Drive());
  const Result result = ReadTrace(whole.substr(0, whole.size() - 5));
  ASSERT_EQ(result.scenes.size(), 1u);
  EXPECT_EQ(result.scenes[0].scene.candidates(0).packed_poses().x_size(), 4);
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_THAT(result.errors[0], HasSubstr("x.osi: record 4 at byte "));
}

TEST(OsiTest, MutatedFilesAreReadOrRefused) {
  std::mt19937_64 random(TestSeed());
  const int64_t rounds = TestCaseCount(10'000);
  int64_t refused = 0, read = 0;
  for (const bool is_mcap : {false, true}) {
    const std::string file = is_mcap ? McapFile(Drive()) : OsiFile(Drive());
    for (int64_t round = 0; round < rounds; ++round) {
      std::string mutated = file;
      for (int flips = 1 + static_cast<int>(random() % 3); flips > 0; --flips) {
        const size_t at = random() % mutated.size();
        switch (random() % 4) {
          case 0:
            mutated[at] = static_cast<char>(random());
            break;
          case 1:
            mutated.erase(at, random() % 9);
            break;
          case 2:
            mutated.insert(at, mutated.substr(random() % mutated.size(), random() % 40));
            break;
          default:
            mutated[at] = static_cast<char>(mutated[at] ^ 1 << random() % 8);
        }
        if (mutated.empty()) mutated = "x";
      }
      const Result result = ReadTrace(mutated, is_mcap);
      // Nothing is dropped without a word.
      EXPECT_GE(result.errors.size() + result.scenes.size(), 1u);
      for (const ImportedScene& input : result.scenes) SceneFromProto(input.scene).status().IgnoreError();
      (result.errors.empty() ? read : refused) += 1;
      for (const std::string& error : result.errors)
        EXPECT_THAT(error, testing::StartsWith(is_mcap ? "x.mcap: " : "x.osi: "));
    }
  }
  EXPECT_GT(refused, rounds / 2);
  EXPECT_GT(read, rounds / 20);
}

}  // namespace collision2d::planner::osi_test
