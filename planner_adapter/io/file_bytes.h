#ifndef COLLISION2D_PLANNER_ADAPTER_IO_FILE_BYTES_H_
#define COLLISION2D_PLANNER_ADAPTER_IO_FILE_BYTES_H_

#include <cstdint>
#include <fstream>
#include <string>

#include "absl/status/statusor.h"

namespace collision2d::planner {

// Bytes. A larger scene is taken for noise: 500 candidates of 50 poses take 1 MB, and protobuf messages made of nothing
// but empty parts take some 40 times their file's size in memory, so that a file may not be of any size. Long
// recordings are streams of scenes, whose length has no limit.
inline constexpr int64_t kMaxSceneBytes = int64_t{1} << 26;

// The file, open for reading from its first byte.
// Errors, naming the file: it does not exist; it is a directory; it cannot be opened; it is empty.
absl::StatusOr<std::ifstream> OpenForReading(const std::string& path);

// All bytes of the file; at least one.
// Errors: as OpenForReading; more than max_bytes; a read fails. Memory: at most max_bytes.
absl::StatusOr<std::string> ReadFileToString(const std::string& path, int64_t max_bytes = kMaxSceneBytes);

// The digest of the file's bytes as proto RunMetadata.input_digest asks for: 64-bit FNV-1a in hexadecimal.
// Errors: as OpenForReading; a read fails. Any file size, constant memory.
absl::StatusOr<std::string> DigestFile(const std::string& path);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IO_FILE_BYTES_H_
