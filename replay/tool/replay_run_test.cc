#include "replay/tool/replay_run.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/verdict.pb.h"
#include "collision2d/version.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/message_differencer.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "replay/cycles/replay_scene.h"
#include "replay/cycles/testing/replayed_road.h"
#include "replay/io/delimited_reader.h"
#include "replay/io/file_bytes.h"
#include "replay/io/message_writer.h"
#include "replay/mcap/mcap_reader.h"
#include "replay/testing/temporary_files.h"
#include "replay/tool/process.h"

namespace collision2d::planner::replay_run_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string GivenCandidates(const std::string& id) { return absl::StrCat(RoadScene(id), kParkedCar, kTwoCandidates); }

std::string Sampled(const std::string& id) {
  return absl::StrCat(RoadScene(id), kParkedCar, kOncomingCar, kSmallLattice);
}

v1::Scene Parsed(const std::string& text) {
  v1::Scene scene;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &scene)) << text;
  return scene;
}

std::string Stream(const std::vector<std::string>& texts) {
  std::ostringstream stream;
  for (const std::string& text : texts) EXPECT_TRUE(AppendDelimited(Parsed(text), stream).ok());
  return stream.str();
}

// Runs the replay; the number of unusable inputs. A failure of the test if there is an error.
int Unusable(const std::vector<std::string>& paths, const std::string& out, const ReplayOptions& options = {}) {
  const absl::StatusOr<RunResult> result = RunReplay(paths, options, out);
  EXPECT_TRUE(result.ok()) << result.status();
  if (!result.ok()) return -1;
  EXPECT_EQ(result->exit_status, result->problems > 0 ? kExitUnusableInput : 0);
  return static_cast<int>(result->problems);
}

// All messages of out/verdicts.pbs; out/verdicts.jsonl must say the same.
std::vector<v1::SceneVerdicts> ReadVerdicts(const std::string& out) {
  std::vector<v1::SceneVerdicts> all;
  std::ifstream file(out + "/verdicts.pbs", std::ios::binary);
  DelimitedReader reader(file, "verdicts.pbs");
  for (v1::SceneVerdicts verdicts; reader.Next(verdicts).value();) all.push_back(verdicts);

  const std::string json = ReadTestFile(out + "/verdicts.jsonl");
  const std::vector<std::string> lines = absl::StrSplit(json, '\n', absl::SkipEmpty());
  EXPECT_EQ(lines.size(), all.size());
  for (size_t i = 0; i < std::min(lines.size(), all.size()); ++i) {
    v1::SceneVerdicts from_json;
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(lines[i], &from_json).ok()) << lines[i];
    EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(from_json, all[i])) << lines[i];
  }
  return all;
}

std::vector<std::string> SceneIds(const std::vector<v1::SceneVerdicts>& all) {
  std::vector<std::string> ids;
  for (const v1::SceneVerdicts& verdicts : all) ids.push_back(verdicts.scene_id());
  return ids;
}

TEST(ReplayRunTest, WritesAPageAndTheVerdictsTwice) {
  const std::string directory = EmptyTestDirectory();
  const std::string path = WriteTestFile(directory, "a.textproto", GivenCandidates("given"));
  const std::string out = directory + "/deep/er/out";
  EXPECT_EQ(Unusable({path}, out), 0);
  const std::vector<v1::SceneVerdicts> all = ReadVerdicts(out);
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].scene_id(), "given");
  EXPECT_EQ(all[0].counts().candidates(), 2);
  EXPECT_EQ(all[0].counts().colliding(), 1);
  EXPECT_EQ(all[0].verdicts(0).first_collision().obstacle_id(), "parked");
  // Witness points are in the scene's frame.
  EXPECT_NEAR(all[0].verdicts(0).first_collision().witness_ego().x(), kRoadOriginX_m + 33.0, 1.0);
  EXPECT_EQ(all[0].best_free_candidate(), 1);
  const std::string page = ReadTestFile(out + "/index.html");
  EXPECT_THAT(page, HasSubstr("</html>"));
  EXPECT_THAT(page, HasSubstr("given"));
}

TEST(ReplayRunTest, WritesOneMcapFileOfAllScenes) {
  const std::string directory = EmptyTestDirectory();
  WriteTestFile(directory, "a.textproto", GivenCandidates("given"));
  WriteTestFile(directory, "b.textproto", "not a scene");
  WriteTestFile(directory, "c.textproto", Sampled("sampled"));
  RunOptions options;
  options.mcap = directory + "/scenes.mcap";
  // It lies beside the scenes, and a second run does not take it for one.
  for (int run = 0; run < 2; ++run) {
    const absl::StatusOr<RunResult> result = RunReplay({directory}, {}, directory + "/out", options);
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->problems, 1);
  }
  EXPECT_FALSE(std::filesystem::exists(options.mcap + ".partial"));
  std::ifstream file(options.mcap, std::ios::binary);
  McapReader reader(file, "scenes.mcap");
  McapMessage message;
  std::vector<v1::SceneVerdicts> all;
  absl::StatusOr<bool> next = reader.Next(&message);
  for (; next.ok() && *next; next = reader.Next(&message)) {
    if (reader.channels().at(message.channel_id).topic != "/verdicts") continue;
    EXPECT_TRUE(all.emplace_back().ParseFromArray(message.data.data(), static_cast<int>(message.data.size())));
  }
  EXPECT_TRUE(next.ok()) << next.status();
  EXPECT_THAT(SceneIds(all), ElementsAre("given", "sampled"));
  EXPECT_EQ(reader.metadata().count("collision2d.scene"), 2u);

  options.mcap = directory + "/out/verdicts.pbs";
  EXPECT_THAT(RunReplay({directory}, {}, directory + "/out", options).status().message(), HasSubstr("--mcap: "));
  for (const char* name : {"index.html", "./run.json.partial", "scenes/0.js"}) {
    options.mcap = absl::StrCat(directory, "/new/", name);
    EXPECT_THAT(RunReplay({directory}, {}, directory + "/new", options).status().message(),
                HasSubstr("is a file of the run in --out"))
        << name;
  }
  options.mcap = directory + "/missing/scenes.mcap";
  EXPECT_EQ(RunReplay({directory}, {}, directory + "/out", options).status().code(), absl::StatusCode::kUnavailable);
  options.mcap = directory + "/a.textproto";
  EXPECT_THAT(RunReplay({options.mcap}, {}, directory + "/out", options).status().message(),
              HasSubstr("is a file that this run would replace"));
}

TEST(ReplayRunTest, TheMetadataTellsHowTheVerdictsCameAbout) {
  const std::string directory = EmptyTestDirectory();
  const std::string path = WriteTestFile(directory, "a.textproto", Sampled("s"));
  ReplayOptions options;
  options.seed = 0xffffffffffffffff;
  options.jitter = true;
  options.checker.beyond_prediction = BeyondPrediction::kHold;
  options.checker.min_probability = 0.25;
  EXPECT_EQ(Unusable({path}, directory + "/out", options), 0);
  const std::vector<v1::SceneVerdicts> all = ReadVerdicts(directory + "/out");
  ASSERT_THAT(all, SizeIs(1));
  const v1::RunMetadata& run = all[0].run();
  EXPECT_EQ(run.version(), BuildVersion());
  EXPECT_EQ(run.input_file(), path);
  EXPECT_EQ(run.input_digest(), InputDigest(ReadTestFile(path)));
  EXPECT_EQ(run.seed(), 0xffffffffffffffff);
  EXPECT_THAT(run.options(),
              testing::IsSupersetOf({"beyond_prediction=hold", "min_probability=0.25", "jitter=true",
                                     "closed_loop=false", "road_gap_m=0.1", "instants_only=false",
                                     "time_tolerance_s=1e-06", "contact_tolerance_m=1e-06", "metrics=none"}));
  options.checker.metrics = MetricOptions::All();
  options.checker.metrics.time_to_collision_horizon_s = 2.5;
  EXPECT_EQ(Unusable({path}, directory + "/metrics", options), 0);
  EXPECT_THAT(
      ReadVerdicts(directory + "/metrics")[0].run().options(),
      testing::IsSupersetOf({"metrics=all", "time_to_collision_horizon_s=2.5", "post_encroachment_horizon_s=5"}));
  options.checker.instants_only = true;
  EXPECT_EQ(Unusable({path}, directory + "/instants", options), 0);
  EXPECT_THAT(ReadVerdicts(directory + "/instants")[0].run().options(), testing::Contains("instants_only=true"));
}

TEST(ReplayRunTest, BadInputsAreNamedAndTheOthersReplayed) {
  const std::string directory = EmptyTestDirectory();
  std::filesystem::create_directories(directory + "/empty");
  const std::string stream = Stream({GivenCandidates("first"), GivenCandidates("second"), GivenCandidates("third")});
  std::mt19937_64 random(1);
  std::string noise(1'000'000, '\0');
  for (char& byte : noise) byte = static_cast<char>(random());
  const std::string nan = absl::StrCat(GivenCandidates("nan"),
                                       "static_obstacles { id: 'n' shapes { disc { center { x: nan "
                                       "} } } }");
  const std::vector<std::string> paths = {
      WriteTestFile(directory, "good.textproto", Sampled("good text")),
      WriteTestFile(directory, "truncated.pbs", stream.substr(0, stream.size() - 5)),
      WriteTestFile(directory, "nan.textproto", nan),
      WriteTestFile(directory, "empty.pb", ""),
      directory + "/missing.xml",
      WriteTestFile(directory, "noise.pb", noise),
      WriteTestFile(directory, "noise.pbs", noise),
      WriteTestFile(directory, "noise.textproto", noise),
      WriteTestFile(directory, "noise.xml", noise),
      directory + "/empty",
      WriteTestFile(directory, "good.pb", Parsed(GivenCandidates("good binary")).SerializeAsString()),
  };
  const std::string out = directory + "/out";
  EXPECT_EQ(Unusable(paths, out), 9);
  EXPECT_THAT(SceneIds(ReadVerdicts(out)), ElementsAre("good text", "first", "second", "good binary"));
  const std::string page = ReadTestFile(out + "/index.html");
  for (const std::string name : {"truncated.pbs", "nan.textproto", "empty.pb", "missing.xml", "noise.pb", "noise.pbs",
                                 "noise.textproto", "noise.xml", "/empty: the directory holds no scene file"}) {
    EXPECT_THAT(page, HasSubstr(name));
  }
  EXPECT_THAT(page, HasSubstr("static_obstacles[1].shapes[0].disc.center.x: nan"));
}

TEST(ReplayRunTest, ASceneThatCannotBePlannedIsUnusable) {
  const std::string directory = EmptyTestDirectory();
  v1::Scene no_path = Parsed(Sampled("no path"));
  no_path.clear_reference_path();
  const std::vector<std::string> paths = {WriteTestFile(directory, "a.pb", no_path.SerializeAsString()),
                                          WriteTestFile(directory, "b.textproto", GivenCandidates("b"))};
  EXPECT_EQ(Unusable(paths, directory + "/out"), 1);
  EXPECT_THAT(SceneIds(ReadVerdicts(directory + "/out")), ElementsAre("b"));
}

TEST(ReplayRunTest, WithoutAnyUsableSceneTheOutputIsThereAndEmpty) {
  const std::string directory = EmptyTestDirectory();
  const std::string out = directory + "/out";
  EXPECT_EQ(Unusable({directory + "/missing.pb"}, out), 1);
  EXPECT_THAT(ReadVerdicts(out), IsEmpty());
  EXPECT_EQ(ReadTestFile(out + "/verdicts.pbs"), "");
  EXPECT_THAT(ReadTestFile(out + "/index.html"), HasSubstr("missing.pb: no such file"));
}

TEST(ReplayRunTest, ADirectoryIsReplayedInOrderOfName) {
  const std::string directory = EmptyTestDirectory();
  for (const std::string name : {"c", "a", "b"}) WriteTestFile(directory, name + ".textproto", GivenCandidates(name));
  EXPECT_EQ(Unusable({directory}, directory + "/out"), 0);
  EXPECT_THAT(SceneIds(ReadVerdicts(directory + "/out")), ElementsAre("a", "b", "c"));
}

TEST(ReplayRunTest, ARunReplacesTheOutputOfTheOneBefore) {
  const std::string directory = EmptyTestDirectory();
  const std::string out = directory + "/out";
  const std::string a = WriteTestFile(directory, "a.textproto", GivenCandidates("scene of a"));
  const std::string b = WriteTestFile(directory, "b.textproto", GivenCandidates("scene of b"));
  EXPECT_EQ(Unusable({a, b}, out), 0);
  EXPECT_EQ(Unusable({b}, out), 0);
  EXPECT_THAT(SceneIds(ReadVerdicts(out)), ElementsAre("scene of b"));
  EXPECT_THAT(ReadTestFile(out + "/index.html"), testing::Not(HasSubstr("scene of a")));
}

TEST(ReplayRunTest, OutputIsNotReadAsInput) {
  const std::string directory = EmptyTestDirectory();
  WriteTestFile(directory, "a.textproto", GivenCandidates("a"));
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Unusable({directory}, directory), 0);
    EXPECT_THAT(SceneIds(ReadVerdicts(directory)), ElementsAre("a"));
  }
  const std::string verdicts = ReadTestFile(directory + "/verdicts.pbs");
  std::filesystem::create_symlink("verdicts.pbs", directory + "/link.pbs");
  for (const std::string name : {"/verdicts.pbs", "/link.pbs"}) {
    const absl::StatusOr<RunResult> replaced = RunReplay({directory + name}, {}, directory + "/.");
    EXPECT_EQ(replaced.status(),
              absl::InvalidArgumentError(directory + name +
                                         ": is a file that this run would replace; --out names another directory"));
  }
  EXPECT_EQ(ReadTestFile(directory + "/verdicts.pbs"), verdicts);
}

// An option that differs by less than six digits is another one.
TEST(ReplayRunTest, TheMetadataHasOptionsInFull) {
  const std::string directory = EmptyTestDirectory();
  const std::string path = WriteTestFile(directory, "a.textproto", GivenCandidates("a"));
  ReplayOptions options;
  options.checker.road_gap_m = 0.1 + 1e-9;
  EXPECT_EQ(Unusable({path}, directory + "/out", options), 0);
  EXPECT_THAT(ReadVerdicts(directory + "/out")[0].run().options(), testing::Contains("road_gap_m=0.100000001"));
}

TEST(ReplayRunTest, ClosedLoopWritesEveryCycle) {
  const std::string directory = EmptyTestDirectory();
  const std::string path = WriteTestFile(directory, "a.textproto", Sampled("loop"));
  ReplayOptions options;
  options.closed_loop = true;
  EXPECT_EQ(Unusable({path}, directory + "/out", options), 0);
  const std::vector<v1::SceneVerdicts> all = ReadVerdicts(directory + "/out");
  ASSERT_THAT(all, SizeIs(12));
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].cycle(), static_cast<int>(i));
    EXPECT_EQ(all[i].scene_id(), "loop");
    EXPECT_EQ(all[i].run().input_file(), path);
    EXPECT_THAT(all[i].run().options(), testing::IsSupersetOf({"closed_loop=true", "replan_interval_s=0.5"}));
  }
}

TEST(ReplayRunTest, TheNumberOfThreadsChangesNoByteOfTheVerdicts) {
  const std::string directory = EmptyTestDirectory();
  const std::vector<std::string> paths = {WriteTestFile(directory, "a.textproto", Sampled("a")),
                                          WriteTestFile(directory, "b.textproto", GivenCandidates("b"))};
  for (const int threads : {1, 4}) {
    ReplayOptions options;
    options.threads = threads;
    EXPECT_EQ(Unusable(paths, absl::StrCat(directory, "/", threads), options), 0);
  }
  for (const std::string name : {"/verdicts.pbs", "/verdicts.jsonl"}) {
    EXPECT_EQ(ReadTestFile(directory + "/1" + name), ReadTestFile(directory + "/4" + name)) << name;
  }
}

TEST(ReplayRunTest, AFileNameThatIsNotUtf8IsReplayed) {
  const std::string directory = EmptyTestDirectory();
  const std::string path = WriteTestFile(directory,
                                         "Stra\xdf"
                                         "e.textproto",
                                         GivenCandidates("street"));
  EXPECT_EQ(Unusable({path}, directory + "/out"), 0);
  const std::vector<v1::SceneVerdicts> all = ReadVerdicts(directory + "/out");
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].run().input_file(), directory +
                                           "/Stra\xef\xbf\xbd"
                                           "e.textproto");
}

TEST(ReplayRunTest, AnImportersNoteThatIsNotUtf8IsReplayed) {
  const std::string directory = EmptyTestDirectory();
  const std::vector<std::string> paths = {
      WriteTestFile(directory, "a.xml",
                    "<commonRoad commonRoadVersion='2020a' benchmarkID='ZAM_A-1_1_T-1' timeStepSize='0.1'>"
                    "<stra\xdf"
                    "e/></commonRoad>"),
      WriteTestFile(directory, "b.textproto", GivenCandidates("b")),
  };
  EXPECT_EQ(Unusable(paths, directory + "/out"), 0);
  const std::vector<v1::SceneVerdicts> all = ReadVerdicts(directory + "/out");
  ASSERT_THAT(SceneIds(all), ElementsAre("ZAM_A-1_1_T-1", "b"));
  EXPECT_THAT(all[0].notes(), testing::Contains(HasSubstr("stra")));
}

TEST(ReplayRunTest, OptionsOutOfRangeAreAnErrorBeforeAnythingIsWritten) {
  const std::string directory = EmptyTestDirectory();
  const std::string path = WriteTestFile(directory, "a.textproto", GivenCandidates("a"));
  ReplayOptions options;
  options.checker.min_probability = 2;
  const absl::StatusOr<RunResult> unusable = RunReplay({path}, options, directory + "/out");
  ASSERT_FALSE(unusable.ok());
  EXPECT_EQ(unusable.status().message(), "min_probability: 2 is not within [0, 1]");
  EXPECT_FALSE(std::filesystem::exists(directory + "/out"));
}

TEST(ReplayRunTest, AnOutputDirectoryThatCannotBeMadeIsAnError) {
  const std::string directory = EmptyTestDirectory();
  const std::string path = WriteTestFile(directory, "a.textproto", GivenCandidates("a"));
  for (const std::string& out : {path, path + "/below/a/file"}) {
    const absl::StatusOr<RunResult> unusable = RunReplay({path}, {}, out);
    ASSERT_FALSE(unusable.ok()) << out;
    EXPECT_THAT(std::string(unusable.status().message()), HasSubstr(out));
  }
}

TEST(ReplayRunTest, AFileThatCannotBeWrittenIsAnErrorThatNamesIt) {
  for (const std::string name : {"index.html", "verdicts.jsonl", "verdicts.pbs"}) {
    const std::string directory = EmptyTestDirectory();
    const std::string path = WriteTestFile(directory, "a.textproto", GivenCandidates("a"));
    std::filesystem::create_directories(directory + "/out/" + name);
    const absl::StatusOr<RunResult> unusable = RunReplay({path}, {}, directory + "/out");
    ASSERT_FALSE(unusable.ok()) << name;
    EXPECT_THAT(std::string(unusable.status().message()), HasSubstr(name));
  }
}

}  // namespace collision2d::planner::replay_run_test
