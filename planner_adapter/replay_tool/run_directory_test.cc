#include "planner_adapter/replay_tool/run_directory.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/replay_tool/temporary_files.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr int kItems = 6;

proto::RunStart Start(const std::string& option) {
  proto::RunStart start;
  start.set_version("1");
  start.add_options(option);
  return start;
}

// Writes items of one input from where the run is, up to `end`; the third is unusable, the fifth given up at first.
void WriteItems(RunDirectory& run, int end) {
  for (int i = static_cast<int>(run.state().items); i < end; ++i) {
    proto::SceneVerdicts verdicts;
    verdicts.set_scene_id(absl::StrCat("scene ", i));
    ASSERT_TRUE(run.AppendVerdicts(verdicts).ok());
    if (run.has_page()) {
      ASSERT_TRUE(run.AppendToPage(absl::StrCat("[", i, "]")).ok());
    }
    if (i == 2 || i == 4) {
      ASSERT_TRUE(run.GiveUpItem().ok());
    }
    if (i == 2) {
      ASSERT_TRUE(run.FinishUnusable(0, "bad", false).ok());
      continue;
    }
    if (i == 4) {
      ASSERT_TRUE(run.AppendVerdicts(verdicts).ok());
      if (run.has_page()) {
        ASSERT_TRUE(run.AppendToPage("[4]").ok());
      }
    }
    proto::ReplayPageRow row;
    row.set_scene_id(verdicts.scene_id());
    row.set_candidates(i);
    ASSERT_TRUE(run.FinishScene(0, row).ok());
  }
}

absl::Status Finish(RunDirectory& run, int exit_status) {
  proto::ReplayPageSummary summary;
  summary.set_scenes(static_cast<int>(run.state().scenes));
  return run.Finish(summary, exit_status);
}

std::unique_ptr<RunDirectory> OpenRun(const std::string& path, PageMode page, bool resume) {
  absl::StatusOr<std::unique_ptr<RunDirectory>> run = RunDirectory::Open(path, Start("a"), {page}, resume);
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
  const std::unique_ptr<RunDirectory> run = OpenRun(path, page, false);
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
  EXPECT_THAT(one_file.at("index.html"), HasSubstr("[{\"reason\":\"bad\"}]"));
  const auto folder = Undisturbed(directory + "/folder", PageMode::kFolder);
  EXPECT_THAT(Names(folder),
              UnorderedElementsAre("index.html", "run.json", "verdicts.jsonl", "verdicts.pbs", "scenes/0.js",
                                   "scenes/1.js", "scenes/2.js", "scenes/3.js", "scenes/4.js"));
  EXPECT_EQ(folder.at("scenes/3.js"), "replayScene(3,\n[4]);\n");
  EXPECT_THAT(folder.at("index.html"), testing::Not(HasSubstr("replay-scene-4")));
  EXPECT_THAT(Names(Undisturbed(directory + "/none", PageMode::kNone)),
              UnorderedElementsAre("run.json", "verdicts.jsonl", "verdicts.pbs"));
}

// Interrupted behind every item, and with every tail of every file that was being written.
TEST(RunDirectoryTest, AnInterruptedRunIsContinuedToTheSameBytes) {
  const std::string directory = EmptyTestDirectory();
  for (const PageMode page : {PageMode::kFile, PageMode::kFolder}) {
    const auto expected = Undisturbed(directory + "/whole", page);
    for (int items = 0; items <= kItems; ++items) {
      const std::string interrupted = directory + "/interrupted";
      std::filesystem::remove_all(interrupted);
      std::filesystem::create_directories(interrupted);
      {
        const std::unique_ptr<RunDirectory> run = OpenRun(interrupted, page, false);
        WriteItems(*run, items);
        proto::SceneVerdicts torn;
        torn.set_scene_id("torn");
        ASSERT_TRUE(run->AppendVerdicts(torn).ok());
        ASSERT_TRUE(run->AppendToPage("torn").ok());
      }
      const auto before = Files(interrupted);
      EXPECT_EQ(before.count("run.json"), 0u);
      for (const int cut : {0, 1, 17, 60, 1000}) {
        const std::string again = directory + "/again";
        std::filesystem::remove_all(again);
        std::filesystem::copy(interrupted, again, std::filesystem::copy_options::recursive);
        // The journal's last record, too, may be cut.
        const size_t journal_bytes = before.at("run.journal").size();
        std::filesystem::resize_file(again + "/run.journal", journal_bytes - std::min<size_t>(cut, journal_bytes));
        const std::unique_ptr<RunDirectory> run = OpenRun(again, page, true);
        ASSERT_NE(run, nullptr);
        EXPECT_LE(run->state().items, items);
        WriteItems(*run, kItems);
        ASSERT_TRUE(Finish(*run, 1).ok());
        ASSERT_EQ(Names(Files(again)), Names(expected)) << items << " " << cut;
        // Not printed: pages are long.
        ASSERT_TRUE(Files(again) == expected) << items << " " << cut;
      }
    }
    std::filesystem::remove_all(directory + "/whole");
  }
}

// Interrupted between any two of the last steps: files have their names, or the end record, already.
TEST(RunDirectoryTest, ARunInterruptedAtItsEndIsContinued) {
  const std::string directory = EmptyTestDirectory();
  for (const PageMode page : {PageMode::kFile, PageMode::kFolder}) {
    const auto expected = Undisturbed(directory + "/whole", page);
    for (int moved = 0; moved <= 4; ++moved) {
      const std::string path = directory + "/again";
      std::filesystem::remove_all(path);
      std::filesystem::create_directories(path);
      { WriteItems(*OpenRun(path, page, false), kItems); }
      const std::vector<std::string> names = {"verdicts.jsonl", "verdicts.pbs", "index.html", "run.json"};
      for (int i = 0; i < moved; ++i) {
        std::filesystem::remove(path + "/" + names[i] + ".partial");
        WriteTestFile(path, names[i], expected.at(names[i]));
      }
      const std::unique_ptr<RunDirectory> run = OpenRun(path, page, true);
      ASSERT_NE(run, nullptr);
      EXPECT_EQ(run->is_complete(), moved == 4);
      EXPECT_EQ(run->state().scenes, kItems - 1);
      EXPECT_EQ(run->state().unusable, 1);
      if (!run->is_complete()) {
        ASSERT_TRUE(Finish(*run, 1).ok());
      }
      EXPECT_EQ(Names(Files(path)), Names(expected)) << moved;
      EXPECT_TRUE(Files(path) == expected) << moved;
    }
    std::filesystem::remove_all(directory + "/whole");
  }
}

TEST(RunDirectoryTest, OnlyTheSameRunIsContinued) {
  const std::string path = EmptyTestDirectory();
  { WriteItems(*OpenRun(path, PageMode::kAuto, false), 3); }
  const auto other = RunDirectory::Open(path, Start("b"), {}, true);
  EXPECT_EQ(other.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(other.status().message()), HasSubstr("other inputs, options or version"));
  {
    const std::unique_ptr<RunDirectory> same = OpenRun(path, {}, true);
    EXPECT_EQ(same->state().items, 3);
    WriteItems(*same, kItems);
    ASSERT_TRUE(Finish(*same, 0).ok());
  }
  EXPECT_FALSE(RunDirectory::Open(path, Start("b"), {}, true).ok());
  EXPECT_TRUE(OpenRun(path, {}, true)->is_complete());
  // Without --resume, anew.
  const std::unique_ptr<RunDirectory> anew = OpenRun(path, PageMode::kAuto, false);
  EXPECT_FALSE(anew->is_complete());
  EXPECT_EQ(anew->state().items, 0);
  EXPECT_FALSE(std::filesystem::exists(path + "/run.json"));
}

// In every file in turn a byte is another, or the first that is missing, as after a power cut.
TEST(RunDirectoryTest, AnInterruptedRunIsContinuedBeforeWhatIsDamaged) {
  const std::string directory = EmptyTestDirectory();
  const auto expected = Undisturbed(directory + "/whole", PageMode::kFolder);
  const std::string interrupted = directory + "/interrupted";
  std::filesystem::create_directories(interrupted);
  { WriteItems(*OpenRun(interrupted, PageMode::kFolder, false), 5); }
  const std::string again = directory + "/again";
  for (const auto& [name, bytes] : Files(interrupted)) {
    if (name == "run.journal") continue;
    for (size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 7) {
      for (const bool is_cut : {false, true}) {
        std::filesystem::remove_all(again);
        std::filesystem::copy(interrupted, again, std::filesystem::copy_options::recursive);
        std::string damaged = bytes.substr(0, is_cut ? at : bytes.size());
        if (!is_cut) damaged[at] ^= 1;
        WriteTestFile(again, name, damaged);
        const std::unique_ptr<RunDirectory> run = OpenRun(again, PageMode::kFolder, true);
        ASSERT_NE(run, nullptr);
        EXPECT_TRUE(run->found_damage());
        EXPECT_LT(run->state().items, 5);
        WriteItems(*run, kItems);
        ASSERT_TRUE(Finish(*run, 1).ok());
        // Not printed: pages are long.
        ASSERT_TRUE(Files(again) == expected) << name << " " << at << " " << is_cut;
      }
    }
  }
}

TEST(RunDirectoryTest, OnlyWhatIsBehindTheDamageIsReplayedAgain) {
  const std::string path = EmptyTestDirectory();
  { WriteItems(*OpenRun(path, PageMode::kFolder, false), kItems); }
  std::filesystem::remove(path + "/scenes/2.js");
  const std::unique_ptr<RunDirectory> run = OpenRun(path, PageMode::kFolder, true);
  // The third item has no scene.
  EXPECT_EQ(run->state().items, 3);
  EXPECT_EQ(run->state().scenes, 2);
  EXPECT_FALSE(std::filesystem::exists(path + "/scenes/3.js"));
}

TEST(RunDirectoryTest, ACompleteRunWhoseFilesWereChangedIsNotTakenOver) {
  const std::string path = EmptyTestDirectory();
  Undisturbed(path, PageMode::kAuto);
  WriteTestFile(path, "verdicts.jsonl", "{}");
  EXPECT_EQ(RunDirectory::Open(path, Start("a"), {}, true).status().code(), absl::StatusCode::kDataLoss);
}

TEST(RunDirectoryTest, TwoRunsDoNotShareADirectory) {
  const std::string path = EmptyTestDirectory();
  const std::unique_ptr<RunDirectory> first = OpenRun(path, PageMode::kAuto, false);
  for (const bool resume : {false, true}) {
    const auto second = RunDirectory::Open(path, Start("a"), {}, resume);
    EXPECT_EQ(second.status(), absl::FailedPreconditionError(path + ": another run writes there"));
  }
  WriteItems(*first, kItems);
  EXPECT_TRUE(Finish(*first, 0).ok());
}

}  // namespace
}  // namespace collision2d::planner
