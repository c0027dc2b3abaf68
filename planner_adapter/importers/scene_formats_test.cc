#include "planner_adapter/importers/scene_formats.h"

#include <istream>
#include <memory>
#include <sstream>
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

}  // namespace
}  // namespace collision2d::planner
