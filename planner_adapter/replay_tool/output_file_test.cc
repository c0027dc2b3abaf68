#include "planner_adapter/replay_tool/output_file.h"

#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/replay_tool/temporary_files.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;

std::string DigestOf(const std::string& bytes) {
  Fnv1a64 digest;
  digest.Update(bytes);
  return digest.Hex();
}

TEST(OutputFileTest, WhatIsAppendedIsInTheFile) {
  const std::string path = EmptyTestDirectory() + "/f";
  OutputFile file;
  ASSERT_TRUE(file.Open(path, 0).ok());
  ASSERT_TRUE(file.Append("one").ok());
  EXPECT_EQ(ReadTestFile(path), "one");
  ASSERT_TRUE(file.Append("two").ok());
  EXPECT_EQ(ReadTestFile(path), "onetwo");
  EXPECT_EQ(file.size_bytes(), 6);
  EXPECT_EQ(file.digest().Hex(), DigestOf("onetwo"));
  ASSERT_TRUE(file.Sync().ok());
  ASSERT_TRUE(file.MoveTo(path + "2").ok());
  EXPECT_EQ(ReadTestFile(path + "2"), "onetwo");
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(OutputFileTest, ItCanBeCutBackAndOpenedAgain) {
  const std::string path = WriteTestFile(EmptyTestDirectory(), "f", "0123456789");
  OutputFile file;
  ASSERT_TRUE(file.Open(path, 4).ok());
  EXPECT_EQ(file.digest().Hex(), DigestOf("0123"));
  EXPECT_EQ(ReadTestFile(path), "0123");
  const Fnv1a64 digest = file.digest();
  ASSERT_TRUE(file.Append("abc").ok());
  ASSERT_TRUE(file.CutBack(4, digest).ok());
  ASSERT_TRUE(file.Append("x").ok());
  EXPECT_EQ(ReadTestFile(path), "0123x");
  EXPECT_EQ(file.digest().Hex(), DigestOf("0123x"));
}

TEST(OutputFileTest, ErrorsNameThePathAndTheReason) {
  const std::string directory = EmptyTestDirectory();
  OutputFile file;
  EXPECT_EQ(file.Open(directory, 0),
            absl::UnavailableError(directory + ": cannot be written: it is a directory, not a regular file"));
  EXPECT_EQ(file.Open(directory + "/a/b", 0),
            absl::UnavailableError(directory + "/a/b: cannot be written: No such file or directory"));
  const std::string path = WriteTestFile(directory, "f", "01");
  EXPECT_EQ(file.Open(path, 4), absl::DataLossError(path + ": has 2 bytes, not the 4 that were written"));
}

TEST(OutputFileTest, AFullDiskIsAnError) {
  const std::string path = EmptyTestDirectory() + "/f";
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{2, before.rlim_max};
  OutputFile file;
  ASSERT_TRUE(file.Open(path, 0).ok());
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_TRUE(file.Append("01").ok());
  EXPECT_EQ(file.Append("2"), absl::UnavailableError(path + ": cannot be written: File too large"));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
}

}  // namespace
}  // namespace collision2d::planner
