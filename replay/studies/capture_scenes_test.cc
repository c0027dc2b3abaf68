// From a scene file to the smallest pair of shapes that shows a fault: the pairs of the scene are
// recorded, replayed, and shrunk by the commands of tools/capture.sh.

#include "replay/studies/capture_scenes.h"

#include "absl/flags/flag.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/read_capture.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/capture/replay_query.h"
#include "collision2d/capture/tool/capture_commands.h"
#include "collision2d/capture/tool/testing/planted_fault.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/portable_shapes.h"
#include "collision2d/testing/test.h"
#include "replay/testing/temporary_files.h"

namespace collision2d::planner {
namespace {

constexpr uint64_t kSeed = 20261123;

// An ellipse of 64 vertices, as a shape of a scene.
std::string EllipseText(Random* random) {
  ConvexPolygon shape = PortableEllipse(64, random);
  while (shape.size() != 64) shape = PortableEllipse(64, random);
  std::string text = "shapes { polygon {";
  for (const Vec2 v : shape.vertices()) absl::StrAppendFormat(&text, " vertices { x: %.17g y: %.17g }", v.x, v.y);
  return text + " } }";
}

// An obstacle that comes towards the ego vehicle, which drives through it on each of some parallel
// ways.
std::string SceneOfEllipses() {
  Random random(kSeed);
  std::string text = absl::StrCat("id: \"ellipses\" time_step_s: 0.005 ego { ", EllipseText(&random),
                                  " } moving_obstacles { id: \"oncoming\" ", EllipseText(&random),
                                  " } predictions { obstacle_id: \"oncoming\" poses { x: 12 yaw_rad: 0.3 }"
                                  " poses { time_s: 1 x: 10 yaw_rad: 0.2 } }");
  for (int i = 0; i < 4; ++i) {
    absl::StrAppendFormat(&text, " candidates { id: \"%d\" poses { y: %d } poses { time_s: 1 x: 14 y: %d } }", i, i, i);
  }
  return text;
}

int CountOf(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(CaptureScenes, APlantedFaultIsShrunkFromTheSceneToFourVertices) {
  const std::string directory = EmptyTestDirectory();
  const std::string scene = WriteTestFile(directory, "ellipses.textproto", SceneOfEllipses());
  CaptureMemory memory(4096, 4096);
  RecorderOf<PlantedFault> recorder(memory.ring(), {kAllTriggers, 1000, 1});
  ReplayOptions options;
  // The fault is one of instants, and the oracle of motions takes its time.
  options.checker.instants_only = true;
  const AskedScenes asked = AskPairsOfFiles({scene}, options, {}, &recorder);
  ASSERT_TRUE(asked.unusable.empty()) << asked.unusable[0];
  EXPECT_EQ(asked.scenes, 1);
  const std::string capture = directory + "/pairs.capture";
  ASSERT_TRUE(DumpCapture(memory.ring(), capture).ok());
  // Two queries at each of 201 instants.
  EXPECT_EQ(memory.ring()->counts().claimed, 4u * 2 * 201);

  // Who has the fault answers as before; who has not finds it.
  EXPECT_EQ(RunCaptureCommand({"replay", capture}, ReplayQuery<PlantedFault>), 0);
  EXPECT_EQ(RunCaptureCommand({"replay", capture}, ReplayQuery<PlainQueries>), 1);

  absl::SetFlag(&FLAGS_test, directory + "/regression_test.cc");
  absl::SetFlag(&FLAGS_picture, directory + "/pair.svg");
  ASSERT_EQ(RunCaptureCommand({"shrink", capture}, ReplayQuery<PlantedFault>), 0);
  const std::string test = ReadTestFile(directory + "/regression_test.cc");
  EXPECT_EQ(CountOf(test, "EXPECT_TRUE(checker.Check(a, b"), 1) << test;
  EXPECT_GE(CountOf(test, "Vec2{"), 2) << test;
  EXPECT_LE(CountOf(test, "Vec2{"), 4) << test;
  EXPECT_EQ(CountOf(ReadTestFile(directory + "/pair.svg"), "</svg>"), 1);
}

// Without sampling only the pairs that are hard are recorded: here those that touch.
TEST(CaptureScenes, RecordsHardPairs) {
  const std::string directory = EmptyTestDirectory();
  const std::string scene = WriteTestFile(directory, "touching.textproto", R"pb(
    id: "touching"
    time_step_s: 0.5
    ego { shapes { rectangle { length_m: 4 width_m: 2 } } }
    static_obstacles {
      id: "wall"
      shapes {
        polygon {
          vertices { x: 4 y: -8 }
          vertices { x: 4 y: 8 }
        }
      }
    }
    candidates {
      id: "up to the wall"
      poses { time_s: 0 }
      poses { time_s: 1 x: 2 }
    }
  )pb");
  const absl::StatusOr<int> problems =
      CaptureScenes({scene, directory + "/missing.pb"}, ReplayOptions(), {}, 0, directory);
  ASSERT_TRUE(problems.ok()) << problems.status();
  EXPECT_EQ(*problems, 1);
  const CaptureContents contents = ReadCaptureFile(directory + "/pairs.capture");
  ASSERT_TRUE(contents.status.ok()) << contents.status;
  ASSERT_FALSE(contents.records.empty());
  EXPECT_LT(contents.records.size(), 2u * 3 + 2) << "all pairs";
  for (const CaptureRecord& record : contents.records) {
    EXPECT_NE(record.triggers & (kExactTrigger | kUndecidedTrigger), 0);
  }
  EXPECT_EQ(RunCaptureCommand({"replay", directory + "/pairs.capture"}, ReplayQuery<PlainQueries>), 0);
}

// Of the obstacle with a margin the grown body is asked about too, at the three instants and in the
// two intervals.
TEST(CaptureScenes, RecordsPairsOfMargins) {
  const std::string directory = EmptyTestDirectory();
  const auto claimed = [&](const std::string& margins) {
    const std::string scene = WriteTestFile(directory, "margins.textproto",
                                            absl::StrCat(R"pb(
                                                           id: "margins"
                                                           time_step_s: 0.5
                                                           ego { shapes { rectangle { length_m: 4 width_m: 2 } } }
                                                           static_obstacles {
                                                             id: "post"
                                                             type: "post"
                                                             shapes {
                                                               disc {
                                                                 center { x: 3 y: 3 }
                                                                 radius_m: 0.5
                                                               }
                                                             }
                                                           }
                                                           static_obstacles {
                                                             id: "tree"
                                                             type: "tree"
                                                             shapes {
                                                               disc {
                                                                 center { x: 3 y: -3 }
                                                                 radius_m: 0.5
                                                               }
                                                             }
                                                           }
                                                           candidates {
                                                             id: "between"
                                                             poses { time_s: 0 }
                                                             poses { time_s: 1 x: 6 }
                                                           }
                                                         )pb",
                                                         margins));
    CaptureMemory memory(256, 1024);
    Recorder recorder(memory.ring(), {kAllTriggers, 1000, 1});
    const AskedScenes asked = AskPairsOfFiles({scene}, ReplayOptions(), {}, &recorder);
    EXPECT_TRUE(asked.unusable.empty()) << asked.unusable[0];
    return memory.ring()->counts().claimed;
  };
  EXPECT_EQ(claimed(""), 2u * (2 * 3 + 2));
  EXPECT_EQ(claimed("margins { by_type { type: \"tree\" margin { round_m: 1 } } }"), 2u * (2 * 3 + 2) + 3 + 2);
  EXPECT_EQ(claimed("margins { body { along_m: 1 } }"), 2u * (2 * 3 + 2) + 2 * (3 + 2));
}

TEST(CaptureScenes, RefusesANegativeInterval) {
  EXPECT_EQ(CaptureScenes({"x.pb"}, ReplayOptions(), {}, -1, "out").status().message(),
            "--sample_every: -1 is below 0");
}

}  // namespace
}  // namespace collision2d::planner
