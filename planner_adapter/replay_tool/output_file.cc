#include "planner_adapter/replay_tool/output_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/io/output_path.h"

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
  const absl::StatusOr<int> descriptor = OpenOutput(path, ExistingFile::kKeep);
  if (!descriptor.ok()) return descriptor.status();
  descriptor_ = *descriptor;
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
  return WriteBytes(descriptor_, path_, bytes);
}

absl::Status OutputFile::CutBack(int64_t size_bytes, Fnv1a64 digest) {
  if (ftruncate(descriptor_, size_bytes) != 0) return Failed("cut");
  if (lseek(descriptor_, size_bytes, SEEK_SET) < 0) return Failed("written");
  size_bytes_ = size_bytes;
  digest_ = digest;
  return absl::OkStatus();
}

absl::Status OutputFile::Sync() { return SyncFile(descriptor_, path_); }

absl::Status OutputFile::MoveTo(const std::string& path) {
  absl::Status status = RenameOutput(descriptor_, path_, path);
  Close();
  return status;
}

void OutputFile::Close() {
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
}

}  // namespace collision2d::planner
