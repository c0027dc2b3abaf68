#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace collision2d::planner {

// Bytes. Larger scenes are refused as implausible: 500 candidates of 50 poses take 1 MB. The limit
// is needed because protobuf messages that consist only of empty parts take about 40 times their
// file's size in memory. Long recordings are streams of scenes, whose length is not limited.
inline constexpr int64_t kMaxSceneBytes = int64_t{1} << 26;

// Opens the file for reading from its first byte. "-" is standard input, read from its current
// position: reopening it would start at the beginning of a file, and fails for sockets.
// Errors, naming the file: it does not exist; it is a directory; it cannot be opened; it is empty.
absl::StatusOr<std::unique_ptr<std::istream>> OpenForReading(const std::string& path);

// Returns the next `count` bytes of an open file, or all that are left. A pipe is replaced by a
// file that begins with them; any other file is read from there again.
std::string FirstBytes(std::unique_ptr<std::istream>& file, size_t count);

// Returns all bytes of the file; at least one.
// Errors: those of OpenForReading; more than max_bytes; a read fails. Memory: at most max_bytes.
absl::StatusOr<std::string> ReadFileToString(const std::string& path, int64_t max_bytes = kMaxSceneBytes);

// Returns the rest of an open file, as ReadFileToString does; `path` names it in errors. For files
// that can be read only once, such as pipes.
absl::StatusOr<std::string> ReadToString(std::istream& file, const std::string& path,
                                         int64_t max_bytes = kMaxSceneBytes);

// Reads the next `size` bytes, or those that are left, and returns their number. `bytes` grows as
// they arrive, so that a wrong size takes no memory.
int64_t ReadNext(std::istream& file, uint64_t size, std::string* bytes);

// Computes the digest of pieces of bytes as proto RunMetadata.input_digest specifies it:
// "fnv1a64-words:" and 16 hexadecimal digits. It detects accidental differences between two inputs,
// not deliberate collisions.
// Source: Fowler, Noll and Vo, FNV hash, variant 1a with 64 bits; by words of 8 bytes (the lowest
// first), since by single bytes it would take longer than parsing a trace.
class InputDigester {
 public:
  // Adds a piece, whose last word is padded with its length.
  void Add(absl::string_view bytes);
  std::string Text() const;

 private:
  uint64_t digest_ = 0xcbf29ce484222325;
};

// Returns the digest of one piece.
std::string InputDigest(absl::string_view bytes);

}  // namespace collision2d::planner
