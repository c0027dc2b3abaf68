#include "collision2d/io/output_path.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

std::string EmptyFolder() {
  const std::string path =
      absl::StrCat(testing::TempDir(), "/", testing::UnitTest::GetInstance()->current_test_info()->name());
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path;
}

std::string Contents(const std::string& path) {
  std::string bytes;
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return "none";
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) bytes += static_cast<char>(c);
  std::fclose(file);
  return bytes;
}

// Makes a thing that is not a regular file.
struct Obstacle {
  const char* kind;
  void (*make)(const std::string& path, const std::string& victim);
};

const Obstacle kObstacles[] = {
    {"a symbolic link",
     [](const std::string& path, const std::string& victim) { ASSERT_EQ(symlink(victim.c_str(), path.c_str()), 0); }},
    {"a symbolic link",
     [](const std::string& path, const std::string&) { ASSERT_EQ(symlink("dangling", path.c_str()), 0); }},
    {"a symbolic link",
     [](const std::string& path, const std::string&) { ASSERT_EQ(symlink("/dev/null", path.c_str()), 0); }},
    {"a directory", [](const std::string& path, const std::string&) { ASSERT_EQ(mkdir(path.c_str(), 0777), 0); }},
    {"a FIFO", [](const std::string& path, const std::string&) { ASSERT_EQ(mkfifo(path.c_str(), 0666), 0); }},
    {"a socket",
     [](const std::string& path, const std::string&) {
       // Addresses are short: the name alone.
       const std::filesystem::path before = std::filesystem::current_path();
       std::filesystem::current_path(std::filesystem::path(path).parent_path());
       sockaddr_un address{};
       address.sun_family = AF_UNIX;
       std::filesystem::path(path).filename().string().copy(address.sun_path, sizeof(address.sun_path) - 1);
       const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
       EXPECT_EQ(bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
       close(descriptor);
       std::filesystem::current_path(before);
     }},
};

TEST(OutputPathTest, AFileIsWholeAndReplacesAnother) {
  const std::string path = EmptyFolder() + "/f";
  ASSERT_TRUE(WriteWholeFile(path, "one").ok());
  EXPECT_EQ(Contents(path), "one");
  ASSERT_TRUE(WriteWholeFile(path, "two").ok());
  EXPECT_EQ(Contents(path), "two");
  EXPECT_FALSE(std::filesystem::exists(path + kPartialSuffix));
}

TEST(OutputPathTest, APathWithoutFolderIsInTheWorkingDirectory) {
  const std::filesystem::path before = std::filesystem::current_path();
  const std::string folder = EmptyFolder();
  std::filesystem::current_path(folder);
  EXPECT_TRUE(WriteWholeFile("f", "x").ok());
  std::filesystem::current_path(before);
  EXPECT_EQ(Contents(folder + "/f"), "x");
}

// The target and its partial file, each of every kind: an error names it, it stays what it is, and
// nothing is written behind it.
TEST(OutputPathTest, OnlyRegularFilesAreWritten) {
  for (const char* suffix : {"", kPartialSuffix}) {
    for (const Obstacle& obstacle : kObstacles) {
      const std::string folder = EmptyFolder();
      const std::string victim = folder + "/victim";
      ASSERT_TRUE(WriteWholeFile(victim, "precious").ok());
      const std::string taken = absl::StrCat(folder, "/f", suffix);
      obstacle.make(taken, victim);
      const std::filesystem::file_type before = std::filesystem::symlink_status(taken).type();
      const absl::Status status = WriteWholeFile(folder + "/f", "new");
      EXPECT_TRUE(absl::IsUnavailable(status)) << obstacle.kind;
      EXPECT_TRUE(absl::StartsWith(status.message(), absl::StrCat(taken, ": cannot be written: it is ", obstacle.kind)))
          << status;
      EXPECT_EQ(std::filesystem::symlink_status(taken).type(), before) << obstacle.kind;
      EXPECT_EQ(Contents(victim), "precious") << obstacle.kind;
      EXPECT_FALSE(std::filesystem::exists(folder + "/dangling"));
      EXPECT_FALSE(OpenOutput(taken, ExistingFile::kKeep).ok()) << obstacle.kind;
      EXPECT_FALSE(OpenOutput(taken, ExistingFile::kReplace).ok()) << obstacle.kind;
    }
  }
}

TEST(OutputPathTest, DevicesAreRefused) {
  for (const std::string path : {"/dev/null", "/dev/zero", "/dev/full"}) {
    EXPECT_EQ(WriteWholeFile(path, "x"),
              absl::UnavailableError(path + ": cannot be written: it is a device, not a regular file"));
    EXPECT_EQ(std::filesystem::symlink_status(path).type(), std::filesystem::file_type::character);
    EXPECT_FALSE(std::filesystem::exists(path + kPartialSuffix));
  }
}

TEST(OutputPathTest, AnotherNameOfTheFileKeepsItsBytes) {
  const std::string folder = EmptyFolder();
  ASSERT_TRUE(WriteWholeFile(folder + "/victim", "precious").ok());
  ASSERT_EQ(link((folder + "/victim").c_str(), (folder + "/f.partial").c_str()), 0);
  EXPECT_EQ(OpenOutput(folder + "/f.partial", ExistingFile::kKeep).status(),
            absl::UnavailableError(
                folder + "/f.partial: cannot be written: it is a file that has another name too, a hard link"));
  // A file that is replaced only loses its name.
  EXPECT_TRUE(WriteWholeFile(folder + "/f", "new").ok());
  EXPECT_EQ(Contents(folder + "/victim"), "precious");
  EXPECT_EQ(Contents(folder + "/f"), "new");
}

TEST(OutputPathTest, AFileThatTookTheNameInTheMeantimeIsNotRenamed) {
  const std::string folder = EmptyFolder();
  const absl::StatusOr<int> descriptor = OpenOutput(folder + "/f.partial", ExistingFile::kReplace);
  ASSERT_TRUE(descriptor.ok());
  ASSERT_EQ(unlink((folder + "/f.partial").c_str()), 0);
  ASSERT_EQ(symlink("/dev/null", (folder + "/f.partial").c_str()), 0);
  EXPECT_EQ(RenameOutput(*descriptor, folder + "/f.partial", folder + "/f"),
            absl::UnavailableError(folder +
                                   "/f.partial: cannot be written: it is another file than the one that was written"));
  close(*descriptor);
}

TEST(OutputPathTest, FoldersAreNoLinks) {
  const std::string folder = EmptyFolder();
  EXPECT_TRUE(CheckOutputFolder(folder).ok());
  EXPECT_TRUE(CheckOutputFolder(folder + "/absent").ok());
  ASSERT_EQ(symlink(folder.c_str(), (folder + "/link").c_str()), 0);
  EXPECT_EQ(CheckOutputFolder(folder + "/link"),
            absl::UnavailableError(folder + "/link: cannot be written: it is a symbolic link, not a folder"));
}

TEST(OutputPathTest, ErrorsNameThePathAndTheReason) {
  const std::string folder = EmptyFolder();
  EXPECT_EQ(WriteWholeFile(folder + "/a/b", "x"),
            absl::UnavailableError(folder + "/a/b.partial: cannot be written: No such file or directory"));
  const int full = open("/dev/full", O_WRONLY);
  EXPECT_EQ(WriteBytes(full, "full", "x"), absl::UnavailableError("full: cannot be written: No space left on device"));
  close(full);
}

}  // namespace
}  // namespace collision2d
