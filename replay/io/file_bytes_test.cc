#include "replay/io/file_bytes.h"

#include <unistd.h>

#include <filesystem>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/testing/test.h"
#include "replay/testing/temporary_files.h"

namespace collision2d::planner {
namespace {

TEST(FileBytesTest, ReadsEveryByte) {
  // Several chunks, with NUL and line ends of both kinds.
  std::string bytes;
  for (int i = 0; i < 3'000'001; ++i) bytes += static_cast<char>(i % 251);
  const std::string path = WriteTestFile(testing::TempDir(), "bytes.bin", bytes);
  const absl::StatusOr<std::string> read = ReadFileToString(path);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_TRUE(*read == bytes);
}

TEST(FileBytesTest, TheLimitIsInclusive) {
  const std::string path = WriteTestFile(testing::TempDir(), "four.bin", "1234");
  EXPECT_EQ(ReadFileToString(path, 4).value(), "1234");
  EXPECT_EQ(ReadFileToString(path, 3).status(),
            absl::ResourceExhaustedError(path + ": is longer than the limit of 3 bytes"));
}

// A device that never ends is read up to the limit only.
TEST(FileBytesTest, AnEndlessFileIsRefused) {
  EXPECT_EQ(ReadFileToString("/dev/zero", 5'000'000).status(),
            absl::ResourceExhaustedError("/dev/zero: is longer than the limit of 5000000 bytes"));
}

TEST(FileBytesTest, NamesTheFileThatCannotBeRead) {
  const std::string missing = testing::TempDir() + "/missing.pb";
  const std::string directory = testing::TempDir() + "/directory.pb";
  std::filesystem::create_directory(directory);
  const std::string empty = WriteTestFile(testing::TempDir(), "empty.pb", "");
  EXPECT_EQ(ReadFileToString(missing).status(), absl::NotFoundError(missing + ": no such file"));
  EXPECT_EQ(ReadFileToString(directory).status(),
            absl::FailedPreconditionError(directory + ": is a directory, not a file"));
  EXPECT_EQ(ReadFileToString(empty).status(), absl::InvalidArgumentError(empty + ": is empty"));
  EXPECT_EQ(ReadFileToString("").status(), absl::NotFoundError(": no such file"));
}

TEST(FileBytesTest, FileWithoutPermissionIsRefused) {
  const std::string path = WriteTestFile(testing::TempDir(), "secret.pb", "bytes");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  const absl::StatusOr<std::string> read = ReadFileToString(path);
  // Root may read everything.
  if (geteuid() == 0) {
    EXPECT_TRUE(read.ok());
  } else {
    EXPECT_EQ(read.status().code(), absl::StatusCode::kPermissionDenied) << read.status();
    EXPECT_EQ(read.status().message().find(path + ": cannot be opened"), 0u);
  }
}

// Computed by fleet/replay_tool.py, which shares no code with it.
TEST(InputDigestTest, AgreesWithThatOfTheFleet) {
  EXPECT_EQ(InputDigest(""), "fnv1a64-words:af63bd4c29620a93");
  EXPECT_EQ(InputDigest("a"), "fnv1a64-words:fc63dc4c7a6230c0");
  EXPECT_EQ(InputDigest("foobar \xff"), "fnv1a64-words:a3eff34c27c9d321");
  EXPECT_EQ(InputDigest("words of eight bytes"), "fnv1a64-words:018a867034b2e521");
  InputDigester pieces;
  pieces.Add("words of ");
  pieces.Add("eight bytes");
  EXPECT_NE(pieces.Text(), InputDigest("words of eight bytes"));
}

TEST(InputDigestTest, HexKeepsLeadingZeros) {
  // One digest in 16 begins with a zero.
  int texts_with_zero = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::string hex = InputDigest(std::string(i, 'x')).substr(std::string("fnv1a64-words:").size());
    EXPECT_EQ(hex.size(), 16u);
    if (hex[0] == '0') ++texts_with_zero;
  }
  EXPECT_GT(texts_with_zero, 0);
}

}  // namespace
}  // namespace collision2d::planner
