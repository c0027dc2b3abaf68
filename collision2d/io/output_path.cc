#include "collision2d/io/output_path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace collision2d {
namespace {

absl::Status Failed(const std::string& path, int error = errno) {
  return absl::UnavailableError(absl::StrCat(path, ": cannot be written: ", std::strerror(error)));
}

absl::Status Refused(const std::string& path, absl::string_view reason) {
  return absl::UnavailableError(absl::StrCat(path, ": cannot be written: it is ", reason));
}

const char* KindOf(mode_t mode) {
  if (S_ISREG(mode)) return "a file";
  if (S_ISLNK(mode)) return "a symbolic link";
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

absl::Status CheckKind(const std::string& path, mode_t wanted, absl::string_view name) {
  struct stat found {};
  if (lstat(path.c_str(), &found) != 0) return errno == ENOENT ? absl::OkStatus() : Failed(path);
  if ((found.st_mode & S_IFMT) == wanted) return absl::OkStatus();
  return Refused(path, absl::StrCat(KindOf(found.st_mode), ", not ", name));
}

// The file that was opened, whatever had the name before.
absl::Status CheckOpened(int descriptor, const std::string& path) {
  struct stat opened {};
  if (fstat(descriptor, &opened) != 0) return Failed(path);
  if (!S_ISREG(opened.st_mode)) return Refused(path, absl::StrCat(KindOf(opened.st_mode), ", not a regular file"));
  if (opened.st_nlink > 1) return Refused(path, "a file that has another name too, a hard link");
  return absl::OkStatus();
}

std::string DirectoryOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

absl::Status CheckOutputPath(const std::string& path) { return CheckKind(path, S_IFREG, "a regular file"); }

absl::Status CheckOutputFolder(const std::string& path) { return CheckKind(path, S_IFDIR, "a folder"); }

absl::StatusOr<int> OpenOutput(const std::string& path, ExistingFile existing) {
  if (absl::Status status = CheckOutputPath(path); !status.ok()) return status;
  const bool is_new = existing == ExistingFile::kReplace;
  if (is_new && unlink(path.c_str()) != 0 && errno != ENOENT) return Failed(path);
  // Not blocked by a FIFO that has just taken the name.
  const int descriptor =
      open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (is_new ? O_EXCL : 0), 0666);
  if (descriptor < 0) return Failed(path);
  const absl::Status status = CheckOpened(descriptor, path);
  if (status.ok()) return descriptor;
  close(descriptor);
  return status;
}

absl::Status WriteBytes(int descriptor, const std::string& path, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Failed(path);
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return absl::OkStatus();
}

absl::Status SyncFile(int descriptor, const std::string& path) {
  // Some file systems cannot sync.
  return fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS ? absl::OkStatus() : Failed(path);
}

absl::Status SyncDirectory(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return Failed(path);
  const absl::Status status = SyncFile(descriptor, path);
  close(descriptor);
  return status;
}

absl::Status RenameOutput(int descriptor, const std::string& from, const std::string& to) {
  struct stat opened {};
  struct stat named {};
  if (fstat(descriptor, &opened) != 0 || lstat(from.c_str(), &named) != 0) return Failed(from);
  if (opened.st_ino != named.st_ino || opened.st_dev != named.st_dev) {
    return Refused(from, "another file than the one that was written");
  }
  if (absl::Status status = CheckOutputPath(to); !status.ok()) return status;
  return std::rename(from.c_str(), to.c_str()) == 0 ? absl::OkStatus() : Failed(to);
}

absl::Status WriteWholeFile(const std::string& path, absl::string_view bytes) {
  if (absl::Status status = CheckOutputPath(path); !status.ok()) return status;
  const std::string partial = absl::StrCat(path, kPartialSuffix);
  const absl::StatusOr<int> descriptor = OpenOutput(partial, ExistingFile::kReplace);
  if (!descriptor.ok()) return descriptor.status();
  absl::Status status = WriteBytes(*descriptor, partial, bytes);
  if (status.ok()) status = SyncFile(*descriptor, partial);
  // The names of other files before this one.
  if (status.ok()) status = SyncDirectory(DirectoryOf(path));
  if (status.ok()) status = RenameOutput(*descriptor, partial, path);
  close(*descriptor);
  if (status.ok()) status = SyncDirectory(DirectoryOf(path));
  return status;
}

}  // namespace collision2d
