#include "planner_adapter/importers/scene_formats.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <istream>
#include <memory>
#include <sstream>
#include <streambuf>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/io/file_bytes.h"

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
  EXPECT_FALSE(IsSceneExtension(".csv"));
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
    other.default_extension = ".csv";
    const StandardInput input("id: 'a'");
    EXPECT_THAT(Opened("-", other), testing::StartsWith("-: unknown extension \".csv\"; known are .textproto"));
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
