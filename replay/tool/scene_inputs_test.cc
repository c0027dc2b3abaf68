#include "replay/tool/scene_inputs.h"

#include <filesystem>
#include <optional>
#include <sstream>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "gmock/gmock.h"
#include "replay/importers/commonroad.h"
#include "replay/io/file_bytes.h"
#include "replay/io/message_writer.h"
#include "replay/testing/temporary_files.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

// Without obstacles, lanelets and planning problem, but with an element that the format does not
// have.
constexpr char kCommonRoad[] = R"(<?xml version="1.0" encoding="UTF-8"?>
<commonRoad commonRoadVersion="2020a" benchmarkID="ZAM_Empty-1_1_T-1" timeStepSize="0.1">
  <surprise/>
</commonRoad>
)";

std::string Message(const absl::Status& status) { return std::string(status.message()); }

std::string Binary(const std::string& id) {
  v1::Scene scene;
  scene.set_id(id);
  return scene.SerializeAsString();
}

std::string Stream(const std::vector<std::string>& ids) {
  std::ostringstream stream;
  for (const std::string& id : ids) {
    v1::Scene scene;
    scene.set_id(id);
    EXPECT_TRUE(AppendDelimited(scene, stream).ok());
  }
  return stream.str();
}

// The contents of one file.
struct SceneInputs {
  std::vector<ImportedScene> scenes;
  absl::Status status;  // The first thing in the file that is unusable, if it is not OK.
};

SceneInputs ReadSceneInputs(const std::string& path, const CommonRoadOptions& commonroad_options) {
  SceneInputs inputs;
  SceneInputReader reader(path, {commonroad_options, {}, ""});
  while (true) {
    absl::StatusOr<std::optional<ImportedScene>> input = reader.Next();
    inputs.status.Update(input.status());
    if (input.ok() && !input->has_value()) return inputs;
    if (input.ok()) inputs.scenes.push_back(**std::move(input));
  }
}

std::vector<std::string> Ids(const SceneInputs& inputs) {
  std::vector<std::string> ids;
  for (const ImportedScene& input : inputs.scenes) ids.push_back(input.scene.id());
  return ids;
}

TEST(SceneInputsTest, TheExtensionTellsTheFormat) {
  const std::string directory = EmptyTestDirectory();
  const CommonRoadOptions options;
  const auto read = [&](const std::string& name, const std::string& bytes) {
    SceneInputs inputs = ReadSceneInputs(WriteTestFile(directory, name, bytes), options);
    EXPECT_TRUE(inputs.status.ok()) << name << ": " << inputs.status;
    return Ids(inputs);
  };
  EXPECT_THAT(read("a.textproto", "id: 'text'"), ElementsAre("text"));
  EXPECT_THAT(read("a.txtpb", "id: 'text'"), ElementsAre("text"));
  EXPECT_THAT(read("a.pb", Binary("binary")), ElementsAre("binary"));
  EXPECT_THAT(read("a.pbs", Stream({"one", "two"})), ElementsAre("one", "two"));
  EXPECT_THAT(read("a.xml", kCommonRoad), ElementsAre("ZAM_Empty-1_1_T-1"));
  EXPECT_THAT(read("A.XML", kCommonRoad), ElementsAre("ZAM_Empty-1_1_T-1"));
}

TEST(SceneInputsTest, AnImportersNotesComeWithTheScene) {
  const std::string directory = EmptyTestDirectory();
  const SceneInputs inputs = ReadSceneInputs(WriteTestFile(directory, "a.xml", kCommonRoad), {});
  ASSERT_THAT(inputs.scenes, SizeIs(1));
  EXPECT_THAT(inputs.scenes[0].notes, testing::Contains(HasSubstr("surprise")));
  const SceneInputs without = ReadSceneInputs(WriteTestFile(directory, "a.pb", Binary("s")), {});
  ASSERT_THAT(without.scenes, SizeIs(1));
  EXPECT_THAT(without.scenes[0].notes, IsEmpty());
}

TEST(SceneInputsTest, RecordedBordersAreRepairedOnDemand) {
  const std::string path = WriteTestFile(EmptyTestDirectory(), "a.textproto", R"pb(
    road_borders {
      id: "edge"
      points { x: 450000 y: 5400000 }
      points { x: 450080 y: 5400000 }
      points { x: 450080 y: 5400080 }
      points { x: 450000 y: 5400080 }
      points { x: 450000 y: 5400000.5 }
    }
    road_borders {
      id: "island"
      points { x: 450010 y: 5400009.5 }
      points { x: 450010 y: 5400020 }
      points { x: 450020 y: 5400020 }
      points { x: 450020 y: 5400010 }
      points { x: 450009.5 y: 5400010 }
    }
  )pb");
  const auto read = [&](bool repair) { return **SceneInputReader(path, {{}, {}, "", repair}).Next(); };
  const ImportedScene repaired = read(true);
  EXPECT_THAT(repaired.notes,
              ElementsAre(HasSubstr("road_borders[1] (\"island\"): its end was cut at (450010, 5400010)"),
                          "road_borders[0] (\"edge\"): it was closed"));
  ASSERT_EQ(repaired.scene.road_borders_size(), 2);
  EXPECT_EQ(repaired.scene.road_borders(0).id(), "edge");
  ASSERT_EQ(repaired.scene.road_borders(0).points_size(), 6);
  EXPECT_EQ(repaired.scene.road_borders(0).points(4).y(), 5400000.5);
  EXPECT_EQ(repaired.scene.road_borders(0).points(5).y(), 5400000.0);
  ASSERT_EQ(repaired.scene.road_borders(1).points_size(), 5);
  EXPECT_EQ(repaired.scene.road_borders(1).points(0).y(), 5400010.0);
  EXPECT_EQ(repaired.scene.road_borders(1).points(4).x(), 450010.0);
  EXPECT_THAT(read(false).notes, IsEmpty());
  EXPECT_EQ(read(false).scene.road_borders(0).points_size(), 5);
}

TEST(SceneInputsTest, ThereMayBeNothingToRepair) {
  const std::string directory = EmptyTestDirectory();
  for (const char* text : {"id: 'none'", "road_borders { id: 'a' } road_borders { points { x: nan y: 0 } }",
                           "road_borders { id: 'a' points { x: 0 } points { x: 9 } points { x: 9 } }"}) {
    const std::string path = WriteTestFile(directory, "a.textproto", text);
    const auto read = [&](bool repair) { return **SceneInputReader(path, {{}, {}, "", repair}).Next(); };
    EXPECT_THAT(read(true).notes, IsEmpty());
    EXPECT_EQ(read(true).scene.SerializeAsString(), read(false).scene.SerializeAsString());
  }
}

TEST(SceneInputsTest, TheCommonRoadOptionsAreUsed) {
  CommonRoadOptions options;
  options.ego_length_m = 7.25;
  const std::string path = WriteTestFile(EmptyTestDirectory(), "a.xml", kCommonRoad);
  const SceneInputs inputs = ReadSceneInputs(path, options);
  ASSERT_THAT(inputs.scenes, SizeIs(1));
  EXPECT_EQ(inputs.scenes[0].scene.ego().shapes(0).rectangle().length_m(), 7.25);
  options.ego_length_m = -1;
  const SceneInputs refused = ReadSceneInputs(path, options);
  EXPECT_THAT(Message(refused.status), HasSubstr("-1"));
  EXPECT_THAT(refused.scenes, IsEmpty());
}

TEST(SceneInputsTest, TheDigestIsThatOfTheBytesReadForTheScene) {
  const std::string directory = EmptyTestDirectory();
  const auto digests = [&](const std::string& name, const std::string& bytes) {
    std::vector<std::string> result;
    for (const ImportedScene& input : ReadSceneInputs(WriteTestFile(directory, name, bytes), {}).scenes) {
      result.push_back(input.digest);
    }
    return result;
  };
  EXPECT_THAT(digests("a.textproto", "id: 'text'"), ElementsAre(InputDigest("id: 'text'")));
  EXPECT_THAT(digests("b.xml", kCommonRoad), ElementsAre(InputDigest(kCommonRoad)));
  EXPECT_THAT(digests("c.pb", Binary("same")), ElementsAre(InputDigest(Binary("same"))));
  EXPECT_THAT(digests("d.pbs", Stream({"one", "same"})),
              ElementsAre(InputDigest(Binary("one")), InputDigest(Binary("same"))));
}

// What the reader returns: ids, and "damaged" for errors.
std::vector<std::string> Items(SceneInputReader& reader) {
  std::vector<std::string> items;
  while (true) {
    const absl::StatusOr<std::optional<ImportedScene>> input = reader.Next();
    if (input.ok() && !input->has_value()) return items;
    items.push_back(input.ok() ? (*input)->scene.id() : "damaged");
  }
}

TEST(SceneInputsTest, RecordsOfAStreamCanBeSelected) {
  const std::string directory = EmptyTestDirectory();
  std::string bytes = Stream({"0", "1", "2", "3", "4"});
  bytes[10] = '\x7f';  // The length of the third id.
  const std::string path = WriteTestFile(directory, "a.pbs", bytes);
  const std::vector<std::string> all = {"0", "1", "damaged", "3", "4"};
  for (int first = 0; first <= 6; ++first) {
    for (int end = 0; end <= 6; ++end) {
      SceneInputReader reader(path, {{}, {first, end}, ""});
      const std::vector<std::string> expected(all.begin() + std::min(first, 5),
                                              all.begin() + std::max(std::min(first, 5), std::min(end, 5)));
      EXPECT_EQ(Items(reader), expected) << first << " " << end;
    }
  }
  // Other formats have no records.
  SceneInputReader text(WriteTestFile(directory, "a.xml", kCommonRoad), {{}, {3, 4}, ""});
  EXPECT_THAT(Items(text), ElementsAre("ZAM_Empty-1_1_T-1"));
  SceneInputReader binary(WriteTestFile(directory, "a.pb", Binary("a")), {{}, {3, 4}, ""});
  EXPECT_THAT(Items(binary), ElementsAre("a"));
}

TEST(SceneInputsTest, AFileThatCannotBeOpenedIsOneItem) {
  for (const char* name : {"/missing.pbs", "/missing.xml"}) {
    SceneInputReader reader(EmptyTestDirectory() + name, {});
    EXPECT_THAT(Items(reader), ElementsAre("damaged")) << name;
  }
}

TEST(SceneInputsTest, TheDefaultExtensionIsForNamesThatSayNothing) {
  const std::string directory = EmptyTestDirectory();
  SceneInputReader stream(WriteTestFile(directory, "recording", Stream({"a", "b"})), {{}, {}, ".pbs"});
  EXPECT_THAT(Items(stream), ElementsAre("a", "b"));
  SceneInputReader xml(WriteTestFile(directory, "scenario.tmp", kCommonRoad), {{}, {}, ".xml"});
  EXPECT_THAT(Items(xml), ElementsAre("ZAM_Empty-1_1_T-1"));
  SceneInputReader named(WriteTestFile(directory, "a.pb", Binary("a")), {{}, {}, ".pbs"});
  EXPECT_THAT(Items(named), ElementsAre("a"));
}

TEST(SceneInputsTest, EveryErrorNamesTheFileAndTheReason) {
  const std::string directory = EmptyTestDirectory();
  std::filesystem::create_directories(directory + "/folder.pb");
  const std::vector<std::pair<std::string, std::string>> files = {
      {directory + "/missing.pb", "no such file"},
      {directory + "/missing.xml", "no such file"},
      {directory + "/folder.pb", "is a directory"},
      {WriteTestFile(directory, "empty.pb", ""), "is empty"},
      {WriteTestFile(directory, "empty.pbs", ""), "is empty"},
      {WriteTestFile(directory, "empty.textproto", ""), "is empty"},
      {WriteTestFile(directory, "empty.xml", ""), "is empty"},
      {WriteTestFile(directory, "table.csv", "a;b"), "line 1: there is no column track_id"},
      {WriteTestFile(directory, "table.foo", "a;b"),
       "unknown extension \".foo\"; known are .textproto, .txtpb, .pb, .pbs"},
      {WriteTestFile(directory, "noextension", "a"), "unknown extension \"\""},
      {WriteTestFile(directory, "bad.textproto", "id: 'x'\nspeed: 3\n"), ":2:"},
      {WriteTestFile(directory, "text.pb", "this is no scene"), "v1.Scene"},
      {WriteTestFile(directory, "noise.xml", "this is no scene"), ""},
      {WriteTestFile(directory, "truncated.xml", std::string(kCommonRoad).substr(0, 120)), ""},
      {WriteTestFile(directory, "other.xml", "<html/>"), "html"},
  };
  for (const auto& [path, reason] : files) {
    const SceneInputs inputs = ReadSceneInputs(path, {});
    EXPECT_FALSE(inputs.status.ok()) << path;
    EXPECT_THAT(Message(inputs.status), StartsWith(path));
    EXPECT_THAT(Message(inputs.status), HasSubstr(reason));
    EXPECT_GE(inputs.status.message().size(), path.size() + 10) << "no reason";
    EXPECT_THAT(inputs.scenes, IsEmpty()) << path;
  }
}

TEST(SceneInputsTest, ScenesBeforeTheDamageAreKept) {
  const std::string directory = EmptyTestDirectory();
  const std::string whole = Stream({"one", "two", "three"});
  const SceneInputs cut = ReadSceneInputs(WriteTestFile(directory, "cut.pbs", whole.substr(0, whole.size() - 2)), {});
  EXPECT_THAT(Ids(cut), ElementsAre("one", "two"));
  EXPECT_FALSE(cut.status.ok());
  EXPECT_THAT(Message(cut.status), StartsWith(directory + "/cut.pbs"));
  // A record of 100 bytes, it says, of which one is there.
  const SceneInputs longer = ReadSceneInputs(WriteTestFile(directory, "longer.pbs", whole + "\x64x"), {});
  EXPECT_THAT(Ids(longer), ElementsAre("one", "two", "three"));
  EXPECT_FALSE(longer.status.ok());
}

TEST(SceneInputsTest, FilesAreLeftAsTheyAreNamed) {
  const ExpandedPaths expanded = ExpandDirectories({"b.pb", "missing/a.csv", "b.pb"});
  EXPECT_THAT(expanded.files, ElementsAre("b.pb", "missing/a.csv", "b.pb"));
  EXPECT_THAT(expanded.unusable, IsEmpty());
  EXPECT_THAT(ExpandDirectories({}).files, IsEmpty());
}

TEST(SceneInputsTest, ADirectoryGivesItsSceneFilesInOrderOfName) {
  const std::string directory = EmptyTestDirectory();
  for (const std::string name :
       {"d.xml", "b.pbs", "a.textproto", "c.pb", "e.txtpb", "F.PB", "README.md", "notes.csv"}) {
    WriteTestFile(directory, name, "x");
  }
  // Not recursive.
  std::filesystem::create_directories(directory + "/deeper");
  WriteTestFile(directory + "/deeper", "g.pb", "x");
  const ExpandedPaths expanded = ExpandDirectories({"z.pb", directory, "y.pb"});
  EXPECT_THAT(expanded.files, ElementsAre("z.pb", directory + "/F.PB", directory + "/a.textproto", directory + "/b.pbs",
                                          directory + "/c.pb", directory + "/d.xml", directory + "/e.txtpb", "y.pb"));
  EXPECT_THAT(expanded.unusable, IsEmpty());
}

TEST(SceneInputsTest, FilesThatAreIgnoredAreLeftOutOfDirectories) {
  const std::string directory = EmptyTestDirectory();
  const std::string output = WriteTestFile(directory, "verdicts.pbs", "x");
  WriteTestFile(directory, "a.pb", "x");
  std::filesystem::create_symlink("verdicts.pbs", directory + "/b.pbs");
  const ExpandedPaths expanded = ExpandDirectories({directory}, {directory + "/./verdicts.pbs"});
  EXPECT_THAT(expanded.files, ElementsAre(directory + "/a.pb"));
  EXPECT_TRUE(IsOneOf(directory + "/b.pbs", {"missing", output}));
  EXPECT_FALSE(IsOneOf(directory + "/a.pb", {"missing", output}));
  EXPECT_FALSE(IsOneOf("missing", {"missing"}));
}

TEST(SceneInputsTest, ADirectoryWithoutSceneFilesIsNamed) {
  const std::string directory = EmptyTestDirectory();
  std::filesystem::create_directories(directory + "/empty");
  std::filesystem::create_directories(directory + "/other");
  WriteTestFile(directory + "/other", "README.md", "x");
  const ExpandedPaths expanded = ExpandDirectories({directory + "/empty", directory + "/other"});
  EXPECT_THAT(expanded.files, IsEmpty());
  EXPECT_THAT(expanded.unusable, ElementsAre(directory + "/empty: the directory holds no scene file",
                                             directory + "/other: the directory holds no scene file"));
}

}  // namespace
}  // namespace collision2d::planner
