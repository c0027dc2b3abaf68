#include "planner_adapter/replay_tool/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <vector>

#include "absl/strings/str_cat.h"

namespace collision2d::planner {

OutputFile::~OutputFile() { Close(); }

absl::Status OutputFile::Failed(absl::string_view what) const {
  return absl::UnavailableError(absl::StrCat(path_, ": cannot be ", what, ": ", std::strerror(errno)));
}

absl::Status OutputFile::Open(const std::string& path, int64_t keep_bytes) {
  Close();
  path_ = path;
  size_bytes_ = 0;
  digest_ = Fnv1a64();
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) return Failed("written");
  std::vector<char> chunk(size_t{1} << 20);
  while (size_bytes_ < keep_bytes) {
    const auto wanted = std::min<int64_t>(static_cast<int64_t>(chunk.size()), keep_bytes - size_bytes_);
    const ssize_t count = read(descriptor_, chunk.data(), wanted);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Failed("read");
    if (count == 0) {
      return absl::DataLossError(
          absl::StrCat(path, ": has ", size_bytes_, " bytes, not the ", keep_bytes, " that were written"));
    }
    digest_.Update(absl::string_view(chunk.data(), count));
    size_bytes_ += count;
  }
  return CutBack(keep_bytes, digest_);
}

absl::Status OutputFile::Append(absl::string_view bytes) {
  digest_.Update(bytes);
  size_bytes_ += static_cast<int64_t>(bytes.size());
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Failed("written");
    bytes.remove_prefix(count);
  }
  return absl::OkStatus();
}

absl::Status OutputFile::CutBack(int64_t size_bytes, Fnv1a64 digest) {
  if (ftruncate(descriptor_, size_bytes) != 0) return Failed("cut");
  if (lseek(descriptor_, size_bytes, SEEK_SET) < 0) return Failed("written");
  size_bytes_ = size_bytes;
  digest_ = digest;
  return absl::OkStatus();
}

absl::Status OutputFile::Sync() {
  // Pipes and the like cannot be synced, and need not be.
  if (fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) return Failed("written");
  return absl::OkStatus();
}

absl::Status OutputFile::MoveTo(const std::string& path) {
  Close();
  if (rename(path_.c_str(), path.c_str()) != 0) {
    return absl::UnavailableError(absl::StrCat(path, ": cannot be written: ", std::strerror(errno)));
  }
  return absl::OkStatus();
}

void OutputFile::Close() {
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
}

absl::Status SyncDirectory(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // Some file systems cannot sync directories.
  const bool is_synced = descriptor >= 0 && (fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS);
  const int error = errno;
  if (descriptor >= 0) close(descriptor);
  if (is_synced) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(path, ": cannot be written: ", std::strerror(error)));
}

absl::Status WriteWholeFile(const std::string& path, absl::string_view bytes) {
  OutputFile file;
  absl::Status status = file.Open(absl::StrCat(path, kPartialSuffix), 0);
  if (status.ok()) status = file.Append(bytes);
  if (status.ok()) status = file.Sync();
  const std::string directory = std::filesystem::path(path).parent_path().string();
  // The names of other files before this one.
  if (status.ok()) status = SyncDirectory(directory);
  if (status.ok()) status = file.MoveTo(path);
  if (status.ok()) status = SyncDirectory(directory);
  return status;
}

}  // namespace collision2d::planner
