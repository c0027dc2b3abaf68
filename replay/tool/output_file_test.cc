#include <sys/resource.h>

#include <csignal>
#include <filesystem>

#include "absl/status/status.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "replay/testing/temporary_files.h"
#include "replay/tool/run_directory.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;

TEST(OutputFileTest, WhatIsAppendedIsInTheFile) {
  const std::string path = EmptyTestDirectory() + "/f";
  OutputFile file;
  ASSERT_TRUE(file.Open(path).ok());
  ASSERT_TRUE(file.Append("one").ok());
  EXPECT_EQ(ReadTestFile(path), "one");
  ASSERT_TRUE(file.Append("two").ok());
  EXPECT_EQ(ReadTestFile(path), "onetwo");
  EXPECT_EQ(file.size_bytes(), 6);
  ASSERT_TRUE(file.Sync().ok());
  ASSERT_TRUE(file.MoveTo(path + "2").ok());
  EXPECT_EQ(ReadTestFile(path + "2"), "onetwo");
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(OutputFileTest, ItIsEmptyWhenOpenedAndCanBeCutBack) {
  const std::string path = WriteTestFile(EmptyTestDirectory(), "f", "0123456789");
  OutputFile file;
  ASSERT_TRUE(file.Open(path).ok());
  EXPECT_EQ(ReadTestFile(path), "");
  ASSERT_TRUE(file.Append("0123abc").ok());
  ASSERT_TRUE(file.CutBack(4).ok());
  ASSERT_TRUE(file.Append("x").ok());
  EXPECT_EQ(ReadTestFile(path), "0123x");
  EXPECT_EQ(file.size_bytes(), 5);
}

TEST(OutputFileTest, ErrorsNameThePathAndTheReason) {
  const std::string directory = EmptyTestDirectory();
  OutputFile file;
  EXPECT_EQ(file.Open(directory),
            absl::UnavailableError(directory + ": cannot be written: it is a directory, not a regular file"));
  EXPECT_EQ(file.Open(directory + "/a/b"),
            absl::UnavailableError(directory + "/a/b: cannot be written: No such file or directory"));
}

TEST(OutputFileTest, AFullDiskIsAnError) {
  const std::string path = EmptyTestDirectory() + "/f";
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{2, before.rlim_max};
  OutputFile file;
  ASSERT_TRUE(file.Open(path).ok());
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_TRUE(file.Append("01").ok());
  EXPECT_EQ(file.Append("2"), absl::UnavailableError(path + ": cannot be written: File too large"));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
}

}  // namespace
}  // namespace collision2d::planner
