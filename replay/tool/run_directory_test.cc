#include "replay/tool/run_directory.h"

#include <filesystem>
#include <map>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "replay/testing/temporary_files.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr int kItems = 6;

// Writes the first `count` items; the third is unusable, the fifth given up at first.
void WriteItems(RunDirectory& run, int count) {
  for (int i = 0; i < count; ++i) {
    v1::SceneVerdicts verdicts;
    verdicts.set_scene_id(absl::StrCat("scene ", i));
    ASSERT_TRUE(run.AppendVerdicts(verdicts).ok());
    if (run.has_page()) {
      ASSERT_TRUE(run.AppendToPage(absl::StrCat("[", i, "]")).ok());
    }
    if (i == 2 || i == 4) {
      ASSERT_TRUE(run.GiveUpItem().ok());
    }
    if (i == 2) {
      ASSERT_TRUE(run.FinishUnusable("bad").ok());
      continue;
    }
    if (i == 4) {
      ASSERT_TRUE(run.AppendVerdicts(verdicts).ok());
      if (run.has_page()) {
        ASSERT_TRUE(run.AppendToPage("[4]").ok());
      }
    }
    replay::ReplayPageRow row;
    row.set_scene_id(verdicts.scene_id());
    row.set_candidates(i);
    ASSERT_TRUE(run.FinishScene(row).ok());
  }
}

absl::Status Finish(RunDirectory& run, int exit_status) {
  replay::ReplayPageSummary summary;
  summary.set_scenes(static_cast<int>(run.state().scenes));
  return run.Finish(summary, exit_status);
}

std::unique_ptr<RunDirectory> OpenRun(const std::string& path, PageMode page) {
  absl::StatusOr<std::unique_ptr<RunDirectory>> run = RunDirectory::Open(path, {page});
  EXPECT_TRUE(run.ok()) << run.status();
  return run.ok() ? *std::move(run) : nullptr;
}

// All files below the directory, and their bytes.
std::map<std::string, std::string> Files(const std::string& path) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) {
      files[entry.path().lexically_relative(path).string()] = ReadTestFile(entry.path().string());
    }
  }
  return files;
}

std::map<std::string, std::string> Undisturbed(const std::string& path, PageMode page) {
  std::filesystem::create_directories(path);
  const std::unique_ptr<RunDirectory> run = OpenRun(path, page);
  WriteItems(*run, kItems);
  EXPECT_TRUE(Finish(*run, 1).ok());
  EXPECT_EQ(run->state().scenes, kItems - 1);
  EXPECT_EQ(run->state().unusable, 1);
  EXPECT_EQ(run->state().total.candidates(), 0 + 1 + 3 + 4 + 5);
  return Files(path);
}

std::vector<std::string> Names(const std::map<std::string, std::string>& files) {
  std::vector<std::string> names;
  for (const auto& file : files) names.push_back(file.first);
  return names;
}

TEST(RunDirectoryTest, ACompleteRunHasItsFilesAndNoOthers) {
  const std::string directory = EmptyTestDirectory();
  const auto one_file = Undisturbed(directory + "/file", PageMode::kAuto);
  EXPECT_THAT(Names(one_file), UnorderedElementsAre("index.html", "run.json", "verdicts.jsonl", "verdicts.pbs"));
  EXPECT_THAT(one_file.at("index.html"), HasSubstr("id=\"replay-scene-4\">[5]</script>"));
  EXPECT_THAT(one_file.at("index.html"), HasSubstr("}}\n{\"unusable\":\"bad\"}\n{\"row\":"));
  const auto folder = Undisturbed(directory + "/folder", PageMode::kFolder);
  EXPECT_THAT(Names(folder),
              UnorderedElementsAre("index.html", "run.json", "verdicts.jsonl", "verdicts.pbs", "scenes/0.js",
                                   "scenes/1.js", "scenes/2.js", "scenes/3.js", "scenes/4.js"));
  EXPECT_EQ(folder.at("scenes/3.js"), "replayScene(3,\n[4]);\n");
  EXPECT_THAT(folder.at("index.html"), testing::Not(HasSubstr("replay-scene-4")));
  EXPECT_THAT(Names(Undisturbed(directory + "/none", PageMode::kNone)),
              UnorderedElementsAre("run.json", "verdicts.jsonl", "verdicts.pbs"));
}

// The names of files that a reader could take for those of a complete run.
std::vector<std::string> CompleteNames(const std::string& path) {
  std::vector<std::string> names;
  for (const auto& [name, bytes] : Files(path)) {
    if (!absl::EndsWith(name, ".partial")) names.push_back(name);
  }
  return names;
}

// Interrupted after every item, and within one.
TEST(RunDirectoryTest, AnInterruptedRunLeavesPartialFilesOnlyWhichTheNextRunReplaces) {
  const std::string directory = EmptyTestDirectory();
  for (const PageMode page : {PageMode::kFile, PageMode::kFolder, PageMode::kNone}) {
    const auto expected = Undisturbed(directory + "/whole", page);
    for (int items = 0; items <= kItems; ++items) {
      const std::string path = directory + "/interrupted";
      std::filesystem::remove_all(path);
      std::filesystem::create_directories(path);
      {
        const std::unique_ptr<RunDirectory> run = OpenRun(path, page);
        EXPECT_FALSE(run->found_interrupted());
        WriteItems(*run, items);
        v1::SceneVerdicts torn;
        torn.set_scene_id("torn");
        ASSERT_TRUE(run->AppendVerdicts(torn).ok());
        if (run->has_page()) {
          ASSERT_TRUE(run->AppendToPage("torn").ok());
        }
      }
      EXPECT_THAT(CompleteNames(path), IsEmpty()) << items;
      // What was finished is there.
      const std::string stream = Files(path).at("verdicts.pbs.partial");
      EXPECT_EQ(stream.find("scene 1") != std::string::npos, items > 1);
      const std::unique_ptr<RunDirectory> run = OpenRun(path, page);
      ASSERT_NE(run, nullptr);
      EXPECT_TRUE(run->found_interrupted());
      WriteItems(*run, kItems);
      ASSERT_TRUE(Finish(*run, 1).ok());
      ASSERT_EQ(Names(Files(path)), Names(expected)) << items;
      // Not printed: pages are long.
      ASSERT_TRUE(Files(path) == expected) << items;
    }
    std::filesystem::remove_all(directory + "/whole");
  }
}

// Interrupted between any two of the last steps: files have their names, but there is no end
// record.
TEST(RunDirectoryTest, ARunInterruptedAtItsEndIsReplaced) {
  const std::string directory = EmptyTestDirectory();
  for (const PageMode page : {PageMode::kFile, PageMode::kFolder}) {
    const auto expected = Undisturbed(directory + "/whole", page);
    for (int moved = 0; moved <= 4; ++moved) {
      const std::string path = directory + "/again";
      std::filesystem::remove_all(path);
      std::filesystem::create_directories(path);
      { WriteItems(*OpenRun(path, page), kItems); }
      const std::vector<std::string> names = {"verdicts.jsonl", "verdicts.pbs", "index.html", "run.json"};
      for (int i = 0; i < moved; ++i) {
        std::filesystem::remove(path + "/" + names[i] + ".partial");
        WriteTestFile(path, names[i], expected.at(names[i]));
      }
      const std::unique_ptr<RunDirectory> run = OpenRun(path, page);
      ASSERT_NE(run, nullptr);
      EXPECT_EQ(run->found_interrupted(), moved < 4);
      EXPECT_THAT(CompleteNames(path), IsEmpty()) << moved;
      WriteItems(*run, kItems);
      ASSERT_TRUE(Finish(*run, 1).ok());
      EXPECT_EQ(Names(Files(path)), Names(expected)) << moved;
      EXPECT_TRUE(Files(path) == expected) << moved;
    }
    std::filesystem::remove_all(directory + "/whole");
  }
}

TEST(RunDirectoryTest, ACompleteRunIsReplaced) {
  const std::string path = EmptyTestDirectory();
  Undisturbed(path, PageMode::kFolder);
  WriteTestFile(path + "/scenes", "notes.txt", "of the user");
  const std::unique_ptr<RunDirectory> run = OpenRun(path, PageMode::kFolder);
  ASSERT_NE(run, nullptr);
  EXPECT_FALSE(run->found_interrupted());
  EXPECT_THAT(CompleteNames(path), ElementsAre("scenes/notes.txt"));
}

TEST(RunDirectoryTest, TwoRunsDoNotShareADirectory) {
  const std::string path = EmptyTestDirectory();
  const std::unique_ptr<RunDirectory> first = OpenRun(path, PageMode::kAuto);
  EXPECT_EQ(RunDirectory::Open(path, {}).status(), absl::FailedPreconditionError(path + ": another run writes there"));
  WriteItems(*first, kItems);
  EXPECT_TRUE(Finish(*first, 0).ok());
}

}  // namespace
}  // namespace collision2d::planner
