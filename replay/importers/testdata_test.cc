// The project's test files, read and converted as replay does: testdata/scenes can be used,
// testdata/bad is refused with the right words.

#include "collision2d/testing/test.h"

#include <filesystem>
#include <fstream>
#include <ios>
#include <map>
#include <set>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/verdict.pb.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "replay/importers/testing/read_scene_file.h"
#include "replay/io/delimited_reader.h"

namespace collision2d::planner {
namespace {

// The CommonRoad importer has its own tests.
std::set<std::string> SceneFilesIn(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".xml") names.insert(entry.path().filename());
  }
  return names;
}

// A scene that 0.2.0 wrote has the same content in both formats, and is read without conversion.
TEST(TestdataTest, ScenesOfEarlierSchemasConvert) {
  const SceneFile binary = ReadSceneFile("testdata/schema_0_2/scene.pb");
  const SceneFile text = ReadSceneFile("testdata/schema_0_2/scene.textproto");
  ASSERT_TRUE(binary.status.ok() && text.status.ok()) << binary.status << text.status;
  EXPECT_TRUE(binary.notes.empty());
  EXPECT_EQ(text.notes.size(), 3u);
  EXPECT_EQ(binary.scenes[0].SerializeAsString(), text.scenes[0].SerializeAsString());
  EXPECT_EQ(binary.scenes[0].lane_boundaries_size(), 1);
  EXPECT_EQ(binary.scenes[0].road_features(0).kind(), v1::RoadFeature::KIND_STOP_LINE);
  const absl::StatusOr<Scene> converted = SceneFromProto(binary.scenes[0]);
  ASSERT_TRUE(converted.ok()) << converted.status();
  // What was not written as 0 is so again.
  EXPECT_EQ(converted->ego_state->speed_mps, 0.0);
  EXPECT_EQ(converted->candidates[0].cost, 0.0);
}

// Scenes that 1.0.0-rc1 wrote, with is_contour and z_m, and its verdicts on them.
TEST(TestdataTest, FilesOfReleaseCandidate1AreRead) {
  const SceneFile binary = ReadSceneFile("testdata/schema_1_0_rc1/scenes.pbs");
  const SceneFile text = ReadSceneFile("testdata/schema_1_0_rc1/scene.textproto");
  ASSERT_TRUE(binary.status.ok() && text.status.ok()) << binary.status << text.status;
  ASSERT_EQ(binary.scenes.size(), 2u);
  EXPECT_EQ(text.notes.size(), 1u);
  EXPECT_EQ(binary.scenes[0].SerializeAsString(), text.scenes[0].SerializeAsString());
  EXPECT_LT(binary.scenes[0].candidates(0).poses().rbegin()->z(), 0.0);
  const absl::StatusOr<Scene> bridge = SceneFromProto(binary.scenes[0]);
  ASSERT_TRUE(bridge.ok()) << bridge.status();
  EXPECT_EQ(bridge->static_obstacles.back().shapes.size(), 2u);
  EXPECT_TRUE(SceneFromProto(binary.scenes[1]).ok());

  std::ifstream file("testdata/schema_1_0_rc1/verdicts.pbs", std::ios::binary);
  DelimitedReader reader(file, "verdicts.pbs");
  v1::SceneVerdicts verdicts;
  for (const v1::Scene& scene : binary.scenes) {
    ASSERT_TRUE(reader.Next(verdicts).value());
    EXPECT_EQ(verdicts.scene_id(), scene.id());
    EXPECT_FALSE(verdicts.has_schema_version());
    EXPECT_EQ(verdicts.counts().candidates(), verdicts.verdicts_size());
    EXPECT_TRUE(verdicts.has_best_free_candidate());
    for (const v1::Verdict& verdict : verdicts.verdicts()) {
      EXPECT_EQ(verdict.outcome() == v1::Verdict::OUTCOME_FREE, !verdict.collides() && !verdict.leaves_road());
      EXPECT_EQ(verdict.leaves_road(), verdict.has_road_departure());
      EXPECT_EQ(verdict.GetReflection()->GetUnknownFields(verdict).field_count(), 0);
    }
  }
  EXPECT_FALSE(reader.Next(verdicts).value());
}

TEST(TestdataTest, EveryGoodSceneConverts) {
  std::set<std::string> ids;
  int sampled = 0;
  int given = 0;
  for (const std::string& name : SceneFilesIn("testdata/scenes")) {
    const SceneFile file = ReadSceneFile("testdata/scenes/" + name);
    ASSERT_TRUE(file.status.ok()) << file.status;
    EXPECT_EQ(file.scenes.size(), name == "recording.pbs" ? 3u : 1u) << name;
    for (const v1::Scene& scene : file.scenes) {
      const absl::StatusOr<Scene> converted = SceneFromProto(scene);
      ASSERT_TRUE(converted.ok()) << name << ": " << converted.status();
      EXPECT_TRUE(ids.insert(converted->id).second) << converted->id;
      // What a scene without candidates needs for sampling.
      const bool can_sample = converted->ego_state.has_value() && converted->reference_path.size() >= 2;
      EXPECT_TRUE(can_sample || !converted->candidates.empty()) << name;
      ++(converted->candidates.empty() ? sampled : given);
    }
  }
  EXPECT_GE(sampled, 6);
  EXPECT_GE(given, 3);
}

struct BadFile {
  int good_scenes;      // Read and converted before the damage.
  std::string message;  // Part of it.
};

std::map<std::string, BadFile> BadFiles() {
  const std::string wall = "static_obstacles[0].shapes[0].polygon.";
  return {
      {"binary_in_text.textproto", {0, "binary_in_text.textproto:2:1: "}},
      {"bowtie.textproto", {0, wall + "vertices[1]: (20, 3) is a reflex corner: not convex"}},
      {"candidate_without_poses.textproto", {0, "candidates[0].poses: empty; at least one pose is needed"}},
      {"clockwise.textproto", {0, wall + "vertices[0..3] are in clockwise order; counter-clockwise is needed"}},
      {"collinear.textproto", {0, wall + "vertices[1]: (15, 2) is collinear with its neighbours"}},
      {"duplicate_id.textproto", {0, "moving_obstacles[0].id: \"car\" is already the id of static_obstacles[0]"}},
      {"duplicate_vertex.textproto", {0, wall + "vertices[3]: (10, 2) repeats vertices[0]"}},
      {"empty.pb", {0, "testdata/bad/empty.pb: is empty"}},
      {"empty.pbs", {0, "testdata/bad/empty.pbs: is empty"}},
      {"empty.textproto", {0, "testdata/bad/empty.textproto: is empty"}},
      {"empty_polygon.textproto", {0, wall + "vertices: empty; at least one is needed"}},
      {"giant_record.pbs", {1, "record 1 at byte 41: the record's length, 2147483647 bytes, is beyond the limit"}},
      {"huge_coordinate.textproto", {0, wall + "vertices[1].x: 1e+09 m is beyond the limit of 1e+08 m"}},
      {"infinity.textproto", {0, wall + "vertices[1].y: -inf is not finite"}},
      {"missing_brace.textproto", {0, "missing_brace.textproto:7:1: "}},
      {"nan.textproto", {0, wall + "vertices[2].x: nan is not finite"}},
      {"negative_radius.textproto", {0, wall + "radius_m: -0.5 m is negative"}},
      {"no_ego.textproto", {0, "ego.shapes: empty; at least one shape is needed"}},
      {"no_prediction.textproto", {0, "moving_obstacles[0]: \"car\" has no prediction"}},
      {"no_shape_kind.textproto",
       {0, "static_obstacles[0].shapes[0]: empty; a polygon, a rectangle, a disc or an outline is needed"}},
      {"pentagram.textproto", {0, wall + "vertices[0..4] go around 2 times: the boundary crosses itself"}},
      {"poses_and_occupancies.textproto",
       {0, "predictions[0]: 1 poses and 1 occupancies; only one of the two is possible"}},
      {"probability_above_one.textproto", {0, "predictions[0].probability: 1.5 is beyond the limit of 1"}},
      {"reflex_corner.textproto", {0, wall + "vertices[2]: (13, 3) is a reflex corner: not convex"}},
      {"sampling_horizon_zero.textproto", {0, "sampling_request.horizons_s[0]: 0 s is not positive"}},
      {"inverted_height.textproto", {0, "static_obstacles[0].height.z_max_m: 1 m is below z_min_m, 4.5 m"}},
      {"steep_pitch.textproto",
       {0, "candidates[0].poses[0].pitch_rad: -3 rad is beyond the limit of 0.7853981633974483 rad"}},
      {"text_in_binary.pb", {0, "bytes that are not a binary collision2d.v1.Scene"}},
      {"times_out_of_order.textproto",
       {0, "predictions[0].poses[1].time_s: 0.1 s is not after poses[0].time_s, 0.2 s"}},
      {"time_ns_in_milliseconds.textproto",
       {0,
        "candidates[0].poses[1].time_s: 1e-07 s is the same instant as poses[0].time_s, 0 s, but the poses are 1 m"}},
      {"trailing_garbage.pbs",
       {2, "record 2 at byte 82: the stream ends within the record's length, or that is no varint"}},
      {"truncated.pb", {0, "20 bytes that are not a binary collision2d.v1.Scene (damaged or truncated)"}},
      {"truncated.pbs", {1, "record 1 at byte 41: truncated: its length is 40 bytes, but 19 are left"}},
      {"unknown_field.pb", {0, "scene: holds field number 999, which this version does not know"}},
      {"unknown_field.textproto", {0, "has no field named \"colour\""}},
      {"unknown_reference.textproto", {0, "predictions[1].obstacle_id: \"lorry\" names no moving obstacle"}},
      {"zero_time_step.textproto", {0, "time_step_s: 0 s is not positive"}},
  };
}

TEST(TestdataTest, EveryBadFileIsRefused) {
  std::set<std::string> names;
  for (const auto& [name, bad] : BadFiles()) {
    names.insert(name);
    const SceneFile file = ReadSceneFile("testdata/bad/" + name);
    absl::Status status = file.status;
    int good_scenes = 0;
    for (const v1::Scene& scene : file.scenes) {
      const absl::StatusOr<Scene> converted = SceneFromProto(scene);
      status.Update(converted.status());
      if (converted.ok()) ++good_scenes;
    }
    EXPECT_EQ(good_scenes, bad.good_scenes) << name;
    EXPECT_FALSE(status.ok()) << name;
    EXPECT_TRUE(absl::StrContains(status.message(), bad.message)) << name << ": " << status;
  }
  EXPECT_EQ(names, SceneFilesIn("testdata/bad"));
}

}  // namespace
}  // namespace collision2d::planner
