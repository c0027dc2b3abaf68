// Files of replayed scenes, read back by McapReader. assurance/mcap_test.sh reads them by
// Foxglove's.
#include "replay/foxglove/replay_mcap.h"

#include <map>
#include <sstream>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/scene/elements.h"
#include "replay/foxglove/foxglove.pb.h"
#include "replay/mcap/mcap_reader.h"
#include "replay/page/testing/replay_page_test_scenes.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;

struct Content {
  std::map<std::string, std::vector<std::pair<double, std::string>>> messages;  // By topic; s and bytes.
  std::vector<std::map<std::string, std::string>> scenes;
};

std::string Write(const std::vector<ReplayedScene>& scenes, const std::string& unusable = "") {
  std::string file;
  ReplayMcap mcap(
      [&file](absl::string_view bytes) {
        file.append(bytes.data(), bytes.size());
        return absl::OkStatus();
      },
      BeyondPrediction::kAbsent);
  EXPECT_TRUE(mcap.BeginFile({}).ok());
  for (const ReplayedScene& scene : scenes) {
    EXPECT_TRUE(mcap.Begin(scene.scene, scene.file, "0123").ok());
    for (const ReplayedCycle& cycle : scene.cycles) EXPECT_TRUE(mcap.Cycle(cycle).ok());
    EXPECT_TRUE(mcap.End({}).ok());
  }
  const absl::Status status = unusable.empty() ? absl::OkStatus() : mcap.Unusable(unusable);
  EXPECT_TRUE(status.ok());
  EXPECT_TRUE(mcap.Finish().ok());
  return file;
}

Content ContentOf(const std::string& file) {
  std::istringstream input(file);
  McapReader reader(input, "x.mcap");
  Content content;
  McapMessage message;
  while (true) {
    const absl::StatusOr<bool> next = reader.Next(&message);
    EXPECT_TRUE(next.ok()) << next.status();
    if (!next.ok() || !*next) break;
    content.messages[reader.channels().at(message.channel_id).topic].push_back(
        {1e-9 * static_cast<double>(message.log_time_ns), std::string(message.data)});
  }
  for (const auto& [id, schema] : reader.schemas()) {
    EXPECT_TRUE(CheckProtobufSchema(schema).ok()) << CheckProtobufSchema(schema);
  }
  for (const auto& [name, pairs] : reader.metadata()) {
    if (name == "collision2d.scene") content.scenes.push_back(pairs);
  }
  return content;
}

template <typename Message>
Message Parsed(const std::pair<double, std::string>& message) {
  Message parsed;
  EXPECT_TRUE(parsed.ParseFromString(message.second));
  EXPECT_TRUE(parsed.IsInitialized());
  return parsed;
}
using foxglove::SceneUpdate;

TEST(ReplayMcapTest, WhatThePageShowsIsThere) {
  const ReplayedScene scene = CrossingScene();
  const Content content = ContentOf(Write({scene}));
  // From 0 s to 2 s in steps of 0.5 s, on a clock that begins at 1 s.
  for (const char* topic : {"/obstacles", "/ego", "/tf"}) {
    ASSERT_EQ(content.messages.at(topic).size(), 5u) << topic;
    EXPECT_DOUBLE_EQ(content.messages.at(topic)[3].first, 2.5);
  }
  const auto map = Parsed<SceneUpdate>(content.messages.at("/map").at(0));
  ASSERT_GT(map.entities_size(), 0);
  for (const auto& entity : map.entities()) EXPECT_EQ(entity.frame_id(), "scene");

  const auto ego = Parsed<SceneUpdate>(content.messages.at("/ego")[2]);
  ASSERT_EQ(ego.entities_size(), 1);
  EXPECT_EQ(ego.entities(0).metadata(0).value(), "keep");
  EXPECT_EQ(ego.deletions(0).type(), foxglove::SceneEntityDeletion::ALL);
  EXPECT_NEAR(ego.entities(0).triangles(0).pose().position().x(), 5.0, 1e-12);
  EXPECT_EQ(ego.entities(0).triangles(0).pose().orientation().w(), 1.0);
  EXPECT_EQ(ego.entities(0).timestamp().seconds(), 2);

  const auto transforms = Parsed<foxglove::FrameTransforms>(content.messages.at("/tf")[2]);
  ASSERT_EQ(transforms.transforms_size(), 2);
  EXPECT_EQ(transforms.transforms(0).translation().x(), scene.scene.origin.x);
  EXPECT_EQ(transforms.transforms(1).child_frame_id(), "ego");

  // The car, and the occupancy that ends at 2 s.
  const auto obstacles = Parsed<SceneUpdate>(content.messages.at("/obstacles")[2]);
  ASSERT_EQ(obstacles.entities_size(), 2);
  EXPECT_EQ(obstacles.entities(0).id(), "obstacle car 7/0");
  EXPECT_NEAR(obstacles.entities(0).lines(0).pose().position().x(), 10.0, 1e-9);
  EXPECT_EQ(Parsed<SceneUpdate>(content.messages.at("/obstacles")[4]).entities_size(), 1);

  const auto candidates = Parsed<SceneUpdate>(content.messages.at("/candidates").at(0));
  ASSERT_EQ(candidates.entities_size(), 3);
  EXPECT_EQ(candidates.entities(1).id(), "candidate left");
  EXPECT_THAT(candidates.entities(1).metadata(1).value(), HasSubstr("collides with car 7 at 1.500 s"));
  EXPECT_EQ(candidates.entities(1).lines(0).points_size(),
            static_cast<int>(scene.cycles[0].candidates[1].poses.size()));

  const auto verdicts = Parsed<v1::SceneVerdicts>(content.messages.at("/verdicts").at(0));
  EXPECT_EQ(verdicts.SerializeAsString(), scene.cycles[0].verdicts.SerializeAsString());
  const auto marks = Parsed<SceneUpdate>(content.messages.at("/verdicts/marks").at(0));
  EXPECT_EQ(marks.entities(0).id(), "minimum clearance");
  EXPECT_THAT(marks.entities(0).texts(0).text(), HasSubstr("1.250 m to parked"));
}

// Rows of two cells each, 1000 in an entity; and points.
TEST(ReplayMcapTest, GridsAndPointsAreDrawnAndNamed) {
  ReplayedScene scene = CrossingScene();
  std::vector<StaticObstacle>& obstacles = scene.scene.static_obstacles;
  obstacles.clear();
  obstacles.resize(2);
  obstacles[0].id = "map";
  obstacles[0].elements =
      Elements::FromGrid({0.0, {1.0, 2.0}, 0.0}, 2, 1500, 0.1, std::vector<uint8_t>(2 * 1500, 1)).value();
  obstacles[1].id = "lidar";
  obstacles[1].elements = Elements::FromPoints({0.0, {3.0, 0.0}, 0.0}, {{1.0, 2.0, 0.0}, {4.0, 5.0, 0.0}}).value();
  v1::Encounter& contact = *scene.cycles[0].verdicts.mutable_verdicts(1)->mutable_first_collision();
  contact.set_obstacle_id("map");
  contact.set_element_name("cell in row 7, column 1");
  const Content content = ContentOf(Write({scene}));
  std::map<std::string, foxglove::SceneEntity> entities;
  for (const auto& [topic, messages] : content.messages) {
    if (topic.rfind("/map", 0) != 0) continue;
    const auto update = Parsed<SceneUpdate>(messages[0]);
    for (const auto& entity : update.entities()) entities[entity.id()] = entity;
  }
  EXPECT_EQ(entities.at("obstacle map, 0").triangles_size(), 1000);
  EXPECT_EQ(entities.at("obstacle map, 1000").triangles_size(), 500);
  EXPECT_DOUBLE_EQ(entities.at("obstacle map, 0").triangles(0).points(1).x(), 0.2);
  EXPECT_EQ(entities.at("obstacle map, 0").triangles(0).pose().position().x(), 1.0);
  EXPECT_EQ(entities.at("obstacle lidar, 0").spheres_size(), 2);
  EXPECT_EQ(entities.at("obstacle lidar, 0").spheres(1).pose().position().x(), 7.0);
  const auto candidates = Parsed<SceneUpdate>(content.messages.at("/candidates").at(0));
  EXPECT_THAT(candidates.entities(1).metadata(1).value(), HasSubstr("collides with map, cell in row 7, column 1 at"));
}

TEST(ReplayMcapTest, WhatIsNotCheckedIsNotFree) {
  ReplayedScene scene = CrossingScene();
  scene.cycles[0].verdicts.mutable_verdicts(0)->clear_outcome();
  const auto candidates = Parsed<SceneUpdate>(ContentOf(Write({scene})).messages.at("/candidates").at(0));
  EXPECT_EQ(candidates.entities(0).metadata(1).value(), "not checked");
}

TEST(ReplayMcapTest, ProfilesAreNumbersOfTheirOwn) {
  const Content content = ContentOf(Write({LaneScene()}));
  const auto& profile = content.messages.at("/profile");
  ASSERT_EQ(profile.size(), LaneScene().cycles[0].profiles[0].size());
  const auto point = Parsed<v1::ProfilePoint>(profile.back());
  EXPECT_EQ(point.time_s(), 4.0);
  EXPECT_DOUBLE_EQ(profile.back().first, 5.0);
  EXPECT_TRUE(point.has_road_clearance_m());
}

TEST(ReplayMcapTest, ScenesAndCyclesFollowEachOtherOnOneClock) {
  const Content content = ContentOf(Write({CrossingScene(), ClosedLoopScene(), EmptyScene()}, "y.pb: is empty"));
  ASSERT_EQ(content.scenes.size(), 3u);
  EXPECT_EQ(content.scenes[0].at("begin_ns"), "1000000000");
  EXPECT_EQ(content.scenes[0].at("end_ns"), "3000000000");
  EXPECT_EQ(content.scenes[1].at("begin_ns"), "4000000000");
  EXPECT_EQ(content.scenes[1].at("end_ns"), "7000000000");
  EXPECT_EQ(content.scenes[2].at("begin_ns"), "8000000000");
  for (const auto& [topic, messages] : content.messages) {
    for (size_t i = 1; i < messages.size(); ++i) EXPECT_LE(messages[i - 1].first, messages[i].first) << topic;
  }
  // In closed loop a cycle is shown until the next one begins, the last one to its end at 3 s.
  EXPECT_EQ(content.messages.at("/candidates").size(), 4u);
  EXPECT_EQ(content.messages.at("/ego").size(), 12u);
  const auto last = Parsed<foxglove::Log>(content.messages.at("/log").back());
  EXPECT_EQ(last.level(), foxglove::Log::ERROR);
  EXPECT_EQ(last.message(), "not used: y.pb: is empty");
}

TEST(ReplayMcapTest, TextThatIsNotUtf8IsReplaced) {
  const Content content = ContentOf(Write({HostileScene()}));
  for (const auto& [topic, messages] : content.messages) {
    for (const auto& message : messages) {
      if (topic == "/log") Parsed<foxglove::Log>(message);
      if (topic == "/obstacles" || topic == "/map" || topic == "/candidates") Parsed<SceneUpdate>(message);
    }
  }
}

TEST(ReplayMcapTest, HeightsAreDrawn) {
  const Content content = ContentOf(Write({BridgeScene()}));
  const auto ego = Parsed<SceneUpdate>(content.messages.at("/ego")[2]);
  double top = 0.0;
  for (const auto& point : ego.entities(0).triangles(0).points()) top = std::max(top, point.z());
  EXPECT_DOUBLE_EQ(top, 3.75);
  const auto& pose = ego.entities(0).triangles(0).pose();
  EXPECT_NEAR(pose.position().z(), 0.25 + 0.03, 1e-6);  // 5 % of 5 m.
  EXPECT_LT(pose.orientation().y(), 0.0);               // The nose is up.
}

TEST(ReplayMcapTest, LargeUpdatesAreSplitByTopicAndVanish) {
  ReplayedScene large = EmptyScene();
  const ConvexPolygon disc = *ConvexPolygon::Disc(0.5);
  for (int i = 0; i < 4000; ++i) large.scene.static_obstacles.push_back({absl::StrCat(i), "disc", {disc}, {}});
  const std::string file = Write({large, EmptyScene(), large});
  const Content content = ContentOf(file);
  size_t obstacles = 0;
  for (const auto& [topic, messages] : content.messages) {
    for (const auto& message : messages) EXPECT_LE(message.second.size(), (size_t{2} << 20) + 100) << topic;
    if (topic.rfind("/map", 0) != 0) continue;
    // What the first scene had on this topic is deleted in the second.
    ASSERT_EQ(messages.size(), 3u) << topic;
    EXPECT_EQ(Parsed<SceneUpdate>(messages[1]).deletions_size(), 1);
    obstacles += static_cast<size_t>(Parsed<SceneUpdate>(messages[0]).entities_size());
  }
  EXPECT_EQ(obstacles, 4000u);
  EXPECT_GT(content.messages.count("/map/1"), 0u);
}

TEST(ReplayMcapTest, ErrorsOfTheSinkAreReturned) {
  ReplayMcap mcap([](absl::string_view) { return absl::UnavailableError("full"); }, BeyondPrediction::kAbsent);
  EXPECT_EQ(mcap.BeginFile({}).message(), "full");
  EXPECT_EQ(mcap.Finish().message(), "full");
}

// The outline of a rounded shape, counter-clockwise.
std::vector<Vec2> OutlineOf(const ConvexPolygon& shape) {
  foxglove::SceneEntity entity;
  AddShape(shape, nullptr, {}, {}, &entity);
  std::vector<Vec2> points;
  for (const auto& point : entity.lines(0).points()) points.push_back({point.x(), point.y()});
  return points;
}

TEST(SceneUpdateTest, RoundedOutlinesAreWithinACentimetre) {
  for (const double radius : {0.005, 0.1, 3.0, 50.0}) {
    const ConvexPolygon shapes[] = {*ConvexPolygon::Disc(radius, {1, 2}),
                                    *ConvexPolygon::Capsule({0, 0}, {4, 1}, radius),
                                    *ConvexPolygon::Create({{-1, -1}, {3, -1}, {3, 1}, {-1, 1}}, radius)};
    for (const ConvexPolygon& shape : shapes) {
      const std::vector<Vec2> outline = OutlineOf(shape);
      double area = 0.0;
      for (size_t i = 0, last = outline.size() - 1; i < outline.size(); last = i++) {
        area += (outline[last].x * outline[i].y - outline[last].y * outline[i].x) / 2;
        const Vec2 middle = {(outline[last].x + outline[i].x) / 2, (outline[last].y + outline[i].y) / 2};
        // The distance of the middle of each edge from the vertices' hull, by the segments.
        double distance = 1e9;
        const auto vertices = shape.vertices();
        for (size_t k = 0; k < vertices.size(); ++k) {
          const Vec2 a = vertices[k], b = vertices[(k + 1) % vertices.size()];
          const Vec2 along = b - a;
          const double length_sq = along.x * along.x + along.y * along.y;
          const Vec2 to = middle - a;
          const double t = length_sq == 0 ? 0 : std::clamp((to.x * along.x + to.y * along.y) / length_sq, 0.0, 1.0);
          distance = std::min(distance, std::hypot(to.x - t * along.x, to.y - t * along.y));
        }
        EXPECT_NEAR(distance, shape.radius_m(), 0.0101 + 0.0002 * radius);
      }
      EXPECT_GT(area, 0.0);
    }
  }
}

TEST(SceneUpdateTest, OrientationTurnsByYawPitchAndRoll) {
  const foxglove::Pose pose = FoxglovePose({0.0, {1, 2}, 0.7, 3.0, 0.3, -0.2}, 0.5);
  EXPECT_EQ(pose.position().z(), 3.5);
  const auto& q = pose.orientation();
  // The image of the x axis, by quaternion and by angles.
  EXPECT_NEAR(1 - 2 * (q.y() * q.y() + q.z() * q.z()), std::cos(0.7) * std::cos(0.3), 1e-12);
  EXPECT_NEAR(2 * (q.x() * q.y() + q.z() * q.w()), std::sin(0.7) * std::cos(0.3), 1e-12);
  EXPECT_NEAR(2 * (q.x() * q.z() - q.y() * q.w()), -std::sin(0.3), 1e-12);
  // The heights of the images of y and z.
  EXPECT_NEAR(2 * (q.y() * q.z() + q.x() * q.w()), std::cos(0.3) * std::sin(-0.2), 1e-12);
  EXPECT_NEAR(1 - 2 * (q.x() * q.x() + q.y() * q.y()), std::cos(0.3) * std::cos(-0.2), 1e-12);
}

}  // namespace
}  // namespace collision2d::planner
