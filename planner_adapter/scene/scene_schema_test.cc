// How scenes of other versions of the schema are read, and the forms in which a message may have
// the same content.

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "planner_adapter/scene/make_scene.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "planner_adapter/scene/scene_input.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/scene_to_proto.h"
#include "planner_adapter/scene/testing/scene_refusal.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(SceneSchemaTest, UnknownFieldsAreNotedOnRequest) {
  v1::Scene message = ValidScene();
  const auto add = [](auto& added) { added.GetReflection()->MutableUnknownFields(&added)->AddVarint(999, 1); };
  for (v1::TimedPose& pose : *message.mutable_predictions(0)->mutable_poses()) add(pose);
  add(message);
  message.set_schema_version(kSchemaVersion + 1);
  const absl::StatusOr<Scene> scene = SceneFromProto(message, UnknownFields::kNote);
  ASSERT_TRUE(scene.ok()) << scene.status();
  EXPECT_THAT(scene->notes,
              ElementsAre("The scene is of schema version 4, newer than 3, which this version knows.",
                          "Passed over field number 999 of Scene, which this version does not know: 1 times, first at "
                          "scene.",
                          "Passed over field number 999 of TimedPose, which this version does not know: 2 times, first "
                          "at predictions[0].poses[0].",
                          "None of the 2 candidates begins on the road: another frame?"));
  // Bytes of another type are damage, not news.
  message.GetReflection()->MutableUnknownFields(&message)->AddVarint(2, 100);
  EXPECT_FALSE(SceneFromProto(message, UnknownFields::kNote).ok());
}

// Returns a small scene with `text` added to it.
v1::Scene Parsed(const std::string& text) {
  v1::Scene scene;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"(id: "s" time_step_s: 0.1 ego { shapes { disc { radius_m: 1 } } })" + text, &scene));
  return scene;
}

Scene Valid(const std::string& text, UnknownFields unknown_fields = UnknownFields::kRefuse) {
  absl::StatusOr<Scene> scene = SceneFromProto(Parsed(text), unknown_fields);
  EXPECT_TRUE(scene.ok()) << scene.status();
  return scene.ok() ? *std::move(scene) : Scene();
}

std::string Error(const std::string& text) { return std::string(SceneFromProto(Parsed(text)).status().message()); }

// The message of the scene, without what only some forms of it have.
std::string TextOf(const Scene& scene) { return SceneToProto(scene).DebugString(); }

TEST(SceneSchemaTest, PackedPosesAreTheSameAsMessages) {
  const std::string obstacle = R"( moving_obstacles { id: "o" shapes { disc { radius_m: 1 } } } )";
  const std::string messages = R"(
    poses { time_s: 1.5 x: 7 y: 2 yaw_rad: 0.25 z: 1 pitch_rad: 0.125 roll_rad: -0.125 }
    poses { time_s: 1.75 x: 8 y: 3 yaw_rad: 0.5 z: 2 pitch_rad: 0.25 roll_rad: -0.25 } )";
  const std::string columns =
      "x: [7, 8] y: [2, 3] yaw_rad: [0.25, 0.5] z: [1, 2] pitch_rad: [0.125, 0.25] "
      "roll_rad: [-0.125, -0.25] ";
  const std::string packed = "packed_poses { time_s: [1.5, 1.75] " + columns + "} ";
  const std::string packed_ns = "packed_poses { time_ns: [1700000001500000000, 1700000001750000000] " + columns + "} ";
  const auto scene_of = [&](const std::string& poses) {
    return TextOf(Valid(obstacle + "candidates {" + poses + "} predictions { obstacle_id: \"o\" " + poses + "} " +
                        "time_origin_ns: 1700000000000000000"));
  };
  EXPECT_EQ(scene_of(packed), scene_of(messages));
  EXPECT_EQ(scene_of(packed_ns), scene_of(messages));
  // A message for each pose takes nanoseconds too.
  std::string messages_ns = messages;
  messages_ns.replace(messages_ns.find("time_s: 1.5"), 11, "time_ns: 1700000001500000000 time_s: 1.5");
  messages_ns.replace(messages_ns.find("time_s: 1.75"), 12, "time_ns: 1700000001750000000");
  EXPECT_EQ(scene_of(messages_ns), scene_of(messages));
  // Columns of zeros may be missing.
  EXPECT_EQ(TextOf(Valid("candidates { packed_poses { time_s: [0, 1] x: [0, 9] y: [0, 0] yaw_rad: [0, 0] } }")),
            TextOf(Valid("candidates { poses {} poses { time_s: 1 x: 9 } }")));
}

TEST(SceneSchemaTest, RefusesColumnsOfDifferentLength) {
  const auto error = [](const std::string& columns) { return Error("candidates { packed_poses {" + columns + "} }"); };
  const std::string pair = "x: [0, 1] y: [0, 0] ";
  EXPECT_EQ(error(pair + "yaw_rad: [0, 0]"), "candidates[0].packed_poses.time_s: 0 values beside 2 of x");
  EXPECT_EQ(error(pair + "yaw_rad: [0, 0] time_ns: [0, 1, 2]"),
            "candidates[0].packed_poses.time_ns: 3 values beside 2 of x");
  EXPECT_EQ(error(pair + "time_s: [0, 1]"), "candidates[0].packed_poses.yaw_rad: 0 values beside 2 of x");
  EXPECT_EQ(error(pair + "yaw_rad: [0, 0] time_s: [0, 1] roll_rad: 0"),
            "candidates[0].packed_poses.roll_rad: 1 values beside 2 of x");
  EXPECT_EQ(error(pair + "yaw_rad: [0, 0] time_s: [0, 1] time_ns: [0, 1]"),
            "candidates[0].packed_poses.time_ns: beside time_s; only one is possible");
  EXPECT_EQ(Error("candidates { poses { time_s: 1 time_ns: 2000000000 } }"),
            "candidates[0].poses[0].time_ns: is 2 s, but time_s is 1 s");
  EXPECT_EQ(error("time_s: [0, 1]"), "candidates[0].packed_poses.time_s: 2 values beside 0 of x");
  EXPECT_EQ(error(""), "candidates[0].poses: empty; at least one pose is needed");
  EXPECT_EQ(Error("candidates { poses {} packed_poses {} }"),
            "candidates[0].packed_poses: beside 1 poses; only one of the two is possible");
  EXPECT_EQ(error(pair + "yaw_rad: [0, nan] time_s: [0, 1]"), "candidates[0].poses[1].yaw_rad: nan is not finite");
  // A difference that 64 bits do not hold.
  EXPECT_EQ(Error("time_origin_ns: -9223372036854775808 "
                  "candidates { packed_poses { time_ns: 9223372036854775807 x: 0 y: 0 yaw_rad: 0 } }"),
            "candidates[0].poses[0].time_s: 18446744073.709553 s is beyond the limit of 4e+09 s");
}

TEST(SceneSchemaTest, PredictionsMayBeWithinTheirObstacle) {
  const std::string car = R"(moving_obstacles { id: "car" shapes { disc { radius_m: 1 } } )";
  const std::string first = "poses { x: 7 } ", second = "probability: 0.25 poses { x: 9 } ";
  const std::string outside = R"(obstacle_id: "car" )";
  const std::string expected =
      TextOf(Valid(car + "} predictions {" + outside + first + "} predictions {" + outside + second + "}"));
  EXPECT_EQ(TextOf(Valid(car + "predictions {" + first + "} predictions {" + outside + second + "} }")), expected);
  // Those outside follow.
  EXPECT_EQ(TextOf(Valid("predictions {" + outside + second + "} " + car + "predictions {" + first + "} }")), expected);
  EXPECT_EQ(Error(car + R"(predictions { obstacle_id: "bus" poses {} } })"),
            "moving_obstacles[0].predictions[0].obstacle_id: \"bus\" is not the id of \"car\", which contains it");
  EXPECT_EQ(Error(car + "predictions { poses { x: nan } } }"),
            "moving_obstacles[0].predictions[0].poses[0].x: nan is not finite");
  EXPECT_EQ(Error(R"(moving_obstacles { id: "car" predictions { poses {} } })"),
            "moving_obstacles[0].shapes: empty; moving_obstacles[0].predictions[0] gives poses, so at least one shape "
            "or polytope is needed");
}

TEST(SceneSchemaTest, KindsAndAttachmentsAreCarried) {
  const std::string wall = R"(static_obstacles { id: "w" shapes { disc { radius_m: 1 } } kind: )";
  const Scene scene = Valid(wall + R"(OBSTACLE_KIND_STRUCTURE } attachments { name: "a" content: "\377\000" })");
  EXPECT_EQ(scene.static_obstacles[0].kind, ObstacleKind::kStructure);
  const v1::Scene again = SceneToProto(scene);
  EXPECT_EQ(again.static_obstacles(0).kind(), v1::OBSTACLE_KIND_STRUCTURE);
  EXPECT_EQ(again.attachments(0).content(), std::string("\xFF\0", 2));
  EXPECT_EQ(Error("attachments { content: 'x' }"), "attachments[0].name: empty; a name is needed");
  EXPECT_EQ(Error(wall + "77 }"), "static_obstacles[0].kind: holds value 77, which this version does not know");
  const Scene newer = Valid(wall + "77 } road_features { kind: 9 points {} } road_features { kind: 1 points {} }",
                            UnknownFields::kNote);
  EXPECT_EQ(newer.static_obstacles[0].kind, ObstacleKind::kUnspecified);
  EXPECT_EQ(newer.road_features.size(), 1u);
  EXPECT_EQ(newer.notes.size(), 2u);
  const std::string driver = R"(moving_obstacles { id: "m" shapes { disc { radius_m: 1 } }
      predictions { poses { time_s: 0 } } roles: )";
  const v1::Scene roles = SceneToProto(Valid(driver + "OBSTACLE_ROLE_TO_PREDICT roles: OBSTACLE_ROLE_OF_INTEREST }"));
  ASSERT_EQ(roles.moving_obstacles(0).roles_size(), 2);
  EXPECT_EQ(roles.moving_obstacles(0).roles(1), v1::OBSTACLE_ROLE_OF_INTEREST);
  EXPECT_EQ(Error(driver + "8 }"), "moving_obstacles[0].roles: holds value 8, which this version does not know");
}

// Every triangle and quadrilateral of a grid, as a contour: where it is a simple ring, the union of
// what it becomes covers what the ring does, by the parity of crossings.
TEST(SceneSchemaTest, ContoursCoverWhatTheirRingDoes) {
  constexpr int kSide = 3;
  const auto point = [](int i) { return Vec2{2.0 * (i % kSide), 2.0 * (i / kSide)}; };
  const auto covers = [](const std::vector<Vec2>& ring, Vec2 p) {
    bool is_inside = false;
    for (size_t i = 0; i < ring.size(); ++i) {
      const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
      if ((a.y > p.y) == (b.y > p.y)) continue;
      if (p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) is_inside = !is_inside;
    }
    return is_inside;
  };
  int accepted = 0, split = 0;
  const int all = kSide * kSide;
  for (int code = 0; code < all * all * all * all; ++code) {
    std::vector<Vec2> ring;
    for (int k = 0, rest = code; k < 4; ++k, rest /= all) ring.push_back(point(rest % all));
    input::Scene scene;
    scene.id = "s";
    scene.ego.shapes = {input::Disc{{}, 1.0}};
    scene.static_obstacles.push_back({"o", "", {input::Polygon{ring, 0.0, true}}});
    const absl::StatusOr<Scene> made = MakeScene(scene);
    if (!made.ok()) continue;
    ++accepted;
    const std::vector<ConvexPolygon>& shapes = made->static_obstacles[0].shapes;
    split += shapes.size() > 1 ? 1 : 0;
    for (double x = -0.37; x < 5.0; x += 0.5) {
      for (double y = -0.41; y < 5.0; y += 0.5) {
        const Vec2 local = Vec2{x, y} - made->origin;
        const bool is_covered = std::any_of(shapes.begin(), shapes.end(), [local](const ConvexPolygon& shape) {
          return Collides(ConvexPolygon::Disc(0.0, local).value(), shape, Pose2());
        });
        ASSERT_EQ(is_covered, covers(ring, {x, y})) << code << " at " << x << ", " << y;
      }
    }
  }
  EXPECT_GT(accepted, all * all * all * all / 2);
  EXPECT_GT(split, 100);
}

TEST(SceneSchemaTest, ContoursAreNotedAndBadOnesRefused) {
  const auto contour = [](const std::string& points) {
    return "static_obstacles { id: 'o' shapes { polygon { is_contour: true radius_m: 0.5 " + points + "} } }";
  };
  const auto vertex = [](double x, double y) { return absl::StrCat("vertices { x: ", x, " y: ", y, " } "); };
  const std::string l_shape = vertex(0, 0) + vertex(0, 4) + vertex(2, 4) + vertex(2, 2) + vertex(4, 2) + vertex(4, 2) +
                              vertex(4, 0) + vertex(2, 0) + vertex(0, 0);
  const Scene scene = Valid(contour(l_shape) + "drivable_area { is_contour: true " + l_shape + "}");
  EXPECT_EQ(scene.static_obstacles[0].shapes.size(), 2u);
  EXPECT_EQ(scene.static_obstacles[0].shapes[1].radius_m(), 0.5);
  EXPECT_EQ(scene.drivable_area.size(), 2u);
  EXPECT_THAT(scene.notes, ElementsAre("2 contours are read as 4 convex polygons."));
  EXPECT_EQ(Error(contour(vertex(0, 0) + vertex(2, 2) + vertex(2, 0) + vertex(0, 2)))
                .find("static_obstacles[0].shapes[0].polygon: is no simple ring: "),
            0u);
  EXPECT_EQ(Error(contour(vertex(0, std::nan("")))),
            "static_obstacles[0].shapes[0].polygon.vertices[0].y: nan is not finite");
  std::string many;
  for (int i = 0; i <= kMaxContourVertices; ++i) many += vertex(i, i % 2);
  EXPECT_EQ(Error(contour(many)),
            "static_obstacles[0].shapes[0].polygon.vertices: 1001 vertices of a contour; the limit is 1000");
  EXPECT_EQ(
      Error(contour("")),
      "static_obstacles[0].shapes[0].polygon: is no simple ring: vertices: 0 without repeated ones; at least 3 are "
      "needed");
}

// The same with today's fields, which raise the version that the scene needs.
TEST(SceneSchemaTest, Outlines) {
  const auto outline = [](const std::string& rings) {
    return "static_obstacles { id: 'o' shapes { outline { radius_m: 0.5 " + rings + "} } }";
  };
  const auto point = [](double x, double y) { return absl::StrCat("points { x: ", x, " y: ", y, " } "); };
  const std::string l_shape = "rings { " + point(0, 0) + point(0, 4) + point(2, 4) + point(2, 2) + point(4, 2) +
                              point(4, 0) + point(0, 0) + "} ";
  const Scene scene = Valid(outline(l_shape) + "drivable_outlines { " + l_shape + "} schema_version: 2");
  EXPECT_EQ(scene.static_obstacles[0].shapes.size(), 2u);
  EXPECT_EQ(scene.static_obstacles[0].shapes[1].radius_m(), 0.5);
  EXPECT_EQ(scene.drivable_area.size(), 2u);
  EXPECT_THAT(scene.notes, ElementsAre("2 contours are read as 4 convex polygons."));
  // Written as parts, it needs less.
  EXPECT_EQ(SceneToProto(scene).schema_version(), 1);
  const std::string path = "static_obstacles[0].shapes[0].outline.";
  EXPECT_EQ(Error(outline("")), path + "rings: empty; the outer ring is needed");
  // A hole is free, and no road.
  const std::string hole = "rings { " + point(0.5, 0.5) + point(1.5, 0.5) + point(1, 1.5) + "} ";
  const std::string with_hole = l_shape + hole;
  const Scene holed = Valid(outline(with_hole) + "drivable_outlines { " + with_hole + "} schema_version: 2");
  const auto contains = [](const std::vector<ConvexPolygon>& parts, Vec2 p) {
    return std::any_of(parts.begin(), parts.end(), [&](const ConvexPolygon& part) {
      return Collides(ConvexPolygon::Disc(0.0, p).value(), part, Pose2());
    });
  };
  EXPECT_FALSE(contains(holed.drivable_area, {1, 1}));
  for (const Vec2 p : {Vec2{0.25, 1}, Vec2{1.75, 1}, Vec2{1, 0.25}, Vec2{1, 1.75}, Vec2{1, 0.5}, Vec2{3, 1}}) {
    EXPECT_TRUE(contains(holed.drivable_area, p)) << p.x << ", " << p.y;
  }
  // Its radius of half a metre fills the hole of an obstacle.
  EXPECT_TRUE(contains(holed.static_obstacles[0].shapes, {1, 1}));
  EXPECT_EQ(Error(outline(l_shape + "rings { " + point(0.5, 0.5) + "} ")),
            "static_obstacles[0].shapes[0].outline: holes[k] is rings[k + 1]: holes[0]: 1 without repeated ones; at "
            "least 3 are needed");
  EXPECT_EQ(Error(outline(l_shape + "rings { " + point(0.5, std::nan("")) + "} ")),
            path + "rings[1].points[0].y: nan is not finite");
  std::string many;
  for (int i = 0; i < kMaxContourVertices; ++i) many += point(i * 1e-3, i % 2);
  EXPECT_EQ(Error(outline(l_shape + "rings { " + many + "} ")),
            path + "rings[1].points: 1007 vertices of a contour; the limit is 1000");
  EXPECT_EQ(Error(outline("rings { " + point(0, std::nan("")) + "} ")),
            path + "rings[0].points[0].y: nan is not finite");
  EXPECT_EQ(Error(outline("rings { } ")).find("static_obstacles[0].shapes[0].outline: is no simple ring: vertices: 0"),
            0u);
  EXPECT_EQ(Error(outline("rings { " + point(0, 0) + point(2, 2) + point(2, 0) + point(0, 2) + "} "))
                .find("static_obstacles[0].shapes[0].outline: is no simple ring: "),
            0u);
  EXPECT_THAT(Error("road_borders { id: 'b' points { x: 0 } points { x: 1 } } drivable_outlines { " + l_shape + "}"),
              HasSubstr("only one of the two is possible"));
}

}  // namespace
}  // namespace collision2d::planner
