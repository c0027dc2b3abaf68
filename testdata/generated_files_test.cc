#include "testdata/generated_files.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "collision2d/testing/test.h"

namespace collision2d::testdata {
namespace {

constexpr char kFolder[] = "testdata/scenes";

TEST(GeneratedFilesTest, CommittedFilesAreTheGenerators) {
  for (const GeneratedFile& file : GenerateFiles(kDefaultSeed)) {
    std::ifstream input(std::string(kFolder) + "/" + file.name, std::ios::binary);
    ASSERT_TRUE(input) << file.name << " is missing; run //testdata:generator";
    const std::string bytes((std::istreambuf_iterator<char>(input)), std::istreambuf_iterator<char>());
    EXPECT_TRUE(bytes == file.bytes) << file.name << " differs; run //testdata:generator";
  }
}

TEST(GeneratedFilesTest, EveryCommittedFileIsGeneratedOrWrittenByHand) {
  std::set<std::string> expected = {"two_lanes.xml"};
  for (const GeneratedFile& file : GenerateFiles(kDefaultSeed)) expected.insert(file.name);
  std::set<std::string> committed;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) committed.insert(entry.path().filename());
  EXPECT_EQ(committed, expected);
}

TEST(GeneratedFilesTest, TheSeedChangesTheRandomScenesOnly) {
  const auto some = GenerateFiles(1);
  const auto other = GenerateFiles(2);
  ASSERT_EQ(some.size(), other.size());
  for (size_t i = 0; i < some.size(); ++i) {
    const bool is_random = some[i].name == "parked_cars_narrow_gap.textproto" ||
                           some[i].name == "three_lane_traffic.pb" || some[i].name == "recording.pbs";
    EXPECT_EQ(some[i].bytes != other[i].bytes, is_random) << some[i].name;
  }
}

}  // namespace
}  // namespace collision2d::testdata
