#include "replay/importers/scene_formats.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <istream>
#include <memory>
#include <optional>
#include <sstream>
#include <streambuf>

#include "absl/strings/match.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "replay/io/file_bytes.h"

namespace collision2d::planner {
namespace {

TEST(SceneFormatsTest, TheExtensionOfAShardIsThatOfItsName) {
  EXPECT_EQ(SceneExtensionOf("a/b.tfrecord-00003-of-00150"), ".tfrecord");
  EXPECT_EQ(SceneExtensionOf("a/b.PBS"), ".pbs");
  EXPECT_EQ(SceneExtensionOf("b.tfrecord-0003-of-00150"), ".tfrecord-0003-of-00150");
  EXPECT_EQ(SceneExtensionOf("-00003-of-00150"), "");
  EXPECT_EQ(SceneExtensionOf("-"), "");
}

TEST(SceneFormatsTest, EveryExtensionIsKnown) {
  for (const SceneFileFormat& format : SceneFileFormats()) {
    for (const absl::string_view extension : format.extensions) {
      EXPECT_TRUE(IsSceneExtension(extension));
      EXPECT_THAT(SceneExtensions(), testing::HasSubstr(std::string(extension)));
    }
  }
  EXPECT_FALSE(IsSceneExtension(""));
  EXPECT_FALSE(IsSceneExtension(".foo"));
}

TEST(SceneFormatsTest, TheFirstBytesAreReadAgain) {
  for (const size_t size : {0u, 1u, 9u, 10u, 11u, 200'000u}) {
    std::string bytes(size, 'x');
    for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * i >> 3);
    std::unique_ptr<std::istream> file = std::make_unique<std::istringstream>(bytes);
    EXPECT_EQ(FirstBytes(file, 10), bytes.substr(0, 10));
    EXPECT_EQ(FirstBytes(file, 3), bytes.substr(0, 3));
    EXPECT_EQ(ReadToString(*file, "test").value(), bytes);
  }
}

// What a file of this name and content is opened as: the ids of its scenes, or the error.
std::string Opened(const std::string& path, const SceneInputOptions& options = {}) {
  const auto source = OpenSceneFile(path, options);
  if (!source.ok()) return std::string(source.status().message());
  std::string ids;
  for (auto next = (*source)->Next(); next.ok() && next->has_value(); next = (*source)->Next()) {
    ids += (*next)->scene.id() + ";";
  }
  return ids;
}

TEST(SceneFormatsTest, FilesAreOpenedAsWhatTheyAre) {
  const std::filesystem::path folder = testing::TempDir() + "/opened_files";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const auto write = [&](const std::string& name, const std::string& bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
    return (folder / name).string();
  };
  const auto scenes_in = [](const std::string& path, const SceneInputOptions& options = {}) {
    const auto source = OpenSceneFile(path, options);
    const std::string found = Opened(path, options);
    if (!source.ok()) return found;
    while ((*source)->Next().value_or(std::nullopt).has_value()) continue;
    EXPECT_EQ((*source)->bytes_read(), static_cast<int64_t>(std::filesystem::file_size(path)));
    EXPECT_FALSE((*source)->is_lost());
    EXPECT_EQ((*source)->has_records(), absl::EndsWith(path, ".pbs"));
    return found;
  };
  EXPECT_EQ(
      scenes_in(write("b.xml", "<commonRoad timeStepSize='0.1' commonRoadVersion='2020a' benchmarkID='ZAM_Demo-1'/>")),
      "ZAM_Demo-1;");
  EXPECT_THAT(scenes_in(write("bad.xml", "<commonRoad")), testing::HasSubstr("bad.xml: "));
  EXPECT_EQ(scenes_in(write("own.textproto", "id: 'a'")), "a;");
  EXPECT_THAT(scenes_in(write("bad.textproto", "id: id: 1")), testing::HasSubstr("bad.textproto"));
  EXPECT_EQ(scenes_in(write("stream.pbs", "\3\12\1a\3\12\1b")), "a;b;");
  EXPECT_EQ(scenes_in(write("bad.pbs", "\3\12\7a")), "");
  const auto stream = OpenSceneFile((folder / "stream.pbs").string(), {});
  EXPECT_TRUE((*stream)->Skip().value());
  EXPECT_EQ((*stream)->Next().value()->scene.id(), "b");
  EXPECT_FALSE((*stream)->Skip().value());
  const std::string unnamed = write("unnamed", "id: 'a'");
  EXPECT_THAT(scenes_in(unnamed), testing::HasSubstr("unknown extension \"\"; known are .textproto"));
  SceneInputOptions text;
  text.default_extension = ".textproto";
  EXPECT_EQ(scenes_in(unnamed, text), "a;");
  EXPECT_THAT(scenes_in((folder / "absent.xml").string()), testing::HasSubstr("absent.xml"));
  EXPECT_THAT(scenes_in(write("plan.xml", "<CommonRoadSolution benchmark_id=''/>")),
              testing::HasSubstr("plan.xml: is a solution of a CommonRoad scenario; `python3 -m collision2d.plans`"));
}

TEST(SceneFormatsTest, FilesOfOtherFormatsAreNamed) {
  const std::string gzip("\x1f\x8b\x08\0\0\0\0\0\0\x03 and so on", 20);
  const struct {
    std::string name, bytes, sentence;
  } files[] = {
      {"a.osi", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "is a pointer of Git LFS"},
      {"a.osi.gz", gzip, "is compressed with gzip"},
      {"a.tfrecord", gzip, "is compressed with gzip"},
      {"a.osi.zst", "\x28\xb5\x2f\xfd and so on", "is compressed with zstd"},
      {"a.db3", "SQLite format 3", "is an SQLite data base, as ROS 2 bags"},
      {"a.xodr", "<?xml version='1.0'?>\n<OpenDRIVE>", "is an OpenDRIVE map"},
      {"a.xml", "<?xml version='1.0'?>\n<OpenDRIVE>", "is an OpenDRIVE map"},
      {"a.xml", "<net version='1.0'>", "is a network of SUMO"},
      {"a.bag", "#ROSBAG V2.0", "is a bag of ROS 1"},
      {"a.foo", "something else", "unknown extension \".foo\""},
      // An OSI frame whose length is gzip's mark.
      {"b.osi", std::string("\x1f\x8b\x08\0\x0a\x04\x08\x03\x10\x07\x12\x08", 12), ""},
  };
  for (const auto& file : files) {
    const std::string path = testing::TempDir() + "/" + file.name;
    std::ofstream(path, std::ios::binary) << file.bytes;
    EXPECT_THAT(Opened(path), testing::StartsWith(file.sentence.empty() ? "" : path + ": " + file.sentence));
  }
}

TEST(SceneFormatsTest, FilesOfAFolderThatAreReadWithOthersAreKnown) {
  // As commonroad_protobuf_test.cc writes them.
  const std::string id("\x08\0\x12\x04zzzz", 8);
  const std::string part = "\x0a\x0a\x0a\x08" + id;
  const std::string map = "\x0a\x07\x0a\x05\x0a\x03ZAM";
  const std::string folder = testing::TempDir() + "/parts_";
  const std::vector<std::pair<std::string, std::string>> contents = {
      {"M.pb", map}, {"M_1.pb", part}, {"M_1-SC.pb", part}, {"M_2.pb", part}, {"N.pb", map}, {"N_1.pb", "scene"}};
  std::vector<std::string> files;
  for (const auto& [name, bytes] : contents) {
    files.push_back(folder + name);
    std::ofstream(files.back(), std::ios::binary) << bytes;
  }
  std::vector<bool> is_with_another;
  for (const std::string& file : files) is_with_another.push_back(IsLeftOutOfFolder(file, files));
  EXPECT_THAT(is_with_another, testing::ElementsAre(true, true, false, false, false, false));
  files.clear();
  std::filesystem::create_directories(folder + "tracks");
  for (const char* name : {"vehicle_tracks_000.csv", "pedestrian_tracks_000.csv", "pedestrian_tracks_001.csv"}) {
    files.push_back(folder + "tracks/" + name);
    std::ofstream(files.back()) << "track_id,frame_id,timestamp_ms\n";
  }
  files.push_back(folder + "table.csv");
  std::ofstream(files.back()) << "a,b\n";
  EXPECT_FALSE(IsLeftOutOfFolder(files[0], files));
  EXPECT_TRUE(IsLeftOutOfFolder(files[1], files));
  EXPECT_FALSE(IsLeftOutOfFolder(files[2], files));
  EXPECT_TRUE(IsLeftOutOfFolder(files[3], files));
}

// Standard input with these bytes, as long as it lives.
class StandardInput {
 public:
  explicit StandardInput(const std::string& bytes) : buffer_(bytes), before_(std::cin.rdbuf(&buffer_)) {}
  ~StandardInput() {
    std::cin.rdbuf(before_);
    std::cin.clear();
  }

 private:
  std::stringbuf buffer_;
  std::streambuf* before_;
};

TEST(SceneFormatsTest, StandardInputIsRecognisedOrNamed) {
  constexpr char kDocument[] = "<commonRoad timeStepSize='0.1' commonRoadVersion='2020a' benchmarkID='B'/>";
  SceneInputOptions text;
  text.default_extension = ".textproto";
  {
    const StandardInput input("id: 'a'");
    EXPECT_EQ(Opened("-"), "-: the format of standard input is not known; --format names it");
  }
  {
    const StandardInput input("id: 'a'");
    EXPECT_EQ(Opened("-", text), "a;");
  }
  {
    SceneInputOptions xml;
    xml.default_extension = ".xml";
    const StandardInput input(kDocument);
    EXPECT_EQ(Opened("-", xml), "B;");
  }
  {
    SceneInputOptions other;
    other.default_extension = ".foo";
    const StandardInput input("id: 'a'");
    EXPECT_THAT(Opened("-", other), testing::StartsWith("-: unknown extension \".foo\"; known are .textproto"));
  }
  // That the format is missing is said first.
  {
    const StandardInput input("");
    EXPECT_EQ(Opened("-"), "-: the format of standard input is not known; --format names it");
  }
  {
    const StandardInput input("");
    EXPECT_EQ(Opened("-", text), "-: is empty");
  }
}

TEST(SceneFormatsTest, FilesReadAtOnceAreOfLimitedLength) {
  const std::string path = testing::TempDir() + "/long.xml";
  std::ofstream(path) << "<commonRoad";
  std::filesystem::resize_file(path, kMaxSceneBytes + 1);
  EXPECT_EQ(Opened(path), path + ": is longer than the limit of 67108864 bytes");
}

TEST(SceneFormatsTest, FilesReadAtOnceHaveNoRecordsToSkip) {
  const std::string path = testing::TempDir() + "/at_once.xml";
  std::ofstream(path) << "<commonRoad timeStepSize='0.1' commonRoadVersion='2020a' benchmarkID='B'/>";
  const auto source = OpenSceneFile(path, {}).value();
  EXPECT_FALSE(source->has_records());
  EXPECT_FALSE(source->Skip().value());
  EXPECT_EQ(source->Next().value()->scene.id(), "B");
}

}  // namespace
}  // namespace collision2d::planner
