// What ImplausibleNotes says about the files of testdata: nothing, unless it is listed here.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/scene/implausible.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "replay/importers/scene_formats.h"
#include "replay/importers/scene_source.h"

namespace collision2d::planner {
namespace {

TEST(ImplausibleNotes, OfTestdataAreTheseAlone) {
  // The road of this message is a triangle; the ego vehicle stands beside it.
  const std::vector<std::string> beside = {"None of the 2 candidates begins on the road: another frame?"};
  const std::map<std::string, std::vector<std::string>> expected = {{"scene.pb", beside}, {"scene.textproto", beside}};
  int scenes = 0;
  for (const char* folder : {"scenes", "shortcuts", "schema_0_2"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string("testdata/") + folder)) {
      const std::string file = entry.path().filename().string();
      const auto listed = expected.find(file);
      absl::StatusOr<std::unique_ptr<SceneSource>> source = OpenSceneFile(entry.path().string(), {});
      ASSERT_TRUE(source.ok()) << source.status();
      while (true) {
        absl::StatusOr<std::optional<ImportedScene>> input = (*source)->Next();
        ASSERT_TRUE(input.ok()) << input.status();
        if (!input->has_value()) break;
        const absl::StatusOr<Scene> scene = SceneFromProto((*input)->scene);
        ASSERT_TRUE(scene.ok()) << file << ": " << scene.status();
        EXPECT_EQ(ImplausibleNotes(*scene), listed == expected.end() ? std::vector<std::string>{} : listed->second)
            << file;
        ++scenes;
      }
    }
  }
  EXPECT_EQ(scenes, 17 + 4 + 2);
}

}  // namespace
}  // namespace collision2d::planner
