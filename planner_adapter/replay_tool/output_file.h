#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_OUTPUT_FILE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_OUTPUT_FILE_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "planner_adapter/io/fnv1a.h"

namespace collision2d::planner {

// A regular file that grows by whole pieces: what Append has returned from is in the file, whatever
// becomes of the process. Errors (Unavailable) name the path and the reason; those of OpenOutput
// are among them.
class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Opens the file, creates it if it does not exist, and cuts it after its first `keep_bytes`.
  // Errors: also DataLoss if it has fewer bytes.
  absl::Status Open(const std::string& path, int64_t keep_bytes);

  absl::Status Append(absl::string_view bytes);

  // Cuts the file back to this size and to the digest that it had then.
  absl::Status CutBack(int64_t size_bytes, Fnv1a64 digest);

  // Waits until the bytes are on the disk.
  absl::Status Sync();

  // Renames the file as RenameOutput does, and closes it.
  absl::Status MoveTo(const std::string& path);

  void Close();

  int64_t size_bytes() const { return size_bytes_; }
  const Fnv1a64& digest() const { return digest_; }
  const std::string& path() const { return path_; }
  int descriptor() const { return descriptor_; }

 private:
  absl::Status Failed(absl::string_view what) const;

  std::string path_;
  int descriptor_ = -1;
  int64_t size_bytes_ = 0;
  Fnv1a64 digest_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_OUTPUT_FILE_H_
