#include "replay/io/file_bytes.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <ios>
#include <iostream>
#include <streambuf>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace collision2d::planner {
namespace {

constexpr int64_t kChunkBytes = int64_t{1} << 20;

absl::StatusOr<std::unique_ptr<std::istream>> OpenFile(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    return absl::NotFoundError(absl::StrCat(path, ": no such file"));
  }
  if (error) return absl::UnavailableError(absl::StrCat(path, ": ", error.message()));
  if (std::filesystem::is_directory(status)) {
    return absl::FailedPreconditionError(absl::StrCat(path, ": is a directory, not a file"));
  }
  errno = 0;
  auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*file) return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot be opened"));
  return file;
}

// The bytes of a file of which the first ones were read already.
class ContinuedBuffer : public std::streambuf {
 public:
  ContinuedBuffer(std::string first, std::unique_ptr<std::istream> rest)
      : chunk_(std::move(first)), rest_(std::move(rest)) {
    setg(chunk_.data(), chunk_.data(), chunk_.data() + chunk_.size());
  }

 protected:
  int_type underflow() override {
    chunk_.resize(size_t{1} << 16);
    rest_->read(chunk_.data(), static_cast<std::streamsize>(chunk_.size()));
    // The stream that reads catches it, and is bad from then on.
    if (rest_->bad()) throw std::ios_base::failure("reading failed");
    setg(chunk_.data(), chunk_.data(), chunk_.data() + rest_->gcount());
    return rest_->gcount() == 0 ? traits_type::eof() : traits_type::to_int_type(chunk_[0]);
  }

 private:
  std::string chunk_;
  std::unique_ptr<std::istream> rest_;
};

class ContinuedFile : public std::istream {
 public:
  ContinuedFile(std::string first, std::unique_ptr<std::istream> rest)
      : std::istream(nullptr), buffer_(std::move(first), std::move(rest)) {
    rdbuf(&buffer_);
  }

 private:
  ContinuedBuffer buffer_;
};

}  // namespace

std::string FirstBytes(std::unique_ptr<std::istream>& file, size_t count) {
  std::string first(count, '\0');
  const std::istream::pos_type begin = file->tellg();
  file->read(first.data(), static_cast<std::streamsize>(count));
  first.resize(static_cast<size_t>(file->gcount()));
  if (begin != std::istream::pos_type(-1) && !file->bad()) {
    file->clear();
    file->seekg(begin);
    return first;
  }
  file = std::make_unique<ContinuedFile>(first, std::move(file));
  return first;
}

absl::StatusOr<std::unique_ptr<std::istream>> OpenForReading(const std::string& path) {
  absl::StatusOr<std::unique_ptr<std::istream>> file =
      path == "-" ? std::make_unique<std::istream>(std::cin.rdbuf()) : OpenFile(path);
  if (!file.ok()) return file.status();
  if ((*file)->peek() == std::istream::traits_type::eof()) {
    if ((*file)->bad()) return absl::DataLossError(absl::StrCat(path, ": reading failed"));
    return absl::InvalidArgumentError(absl::StrCat(path, ": is empty"));
  }
  return file;
}

absl::StatusOr<std::string> ReadFileToString(const std::string& path, int64_t max_bytes) {
  absl::StatusOr<std::unique_ptr<std::istream>> file = OpenForReading(path);
  if (!file.ok()) return file.status();
  return ReadToString(**file, path, max_bytes);
}

absl::StatusOr<std::string> ReadToString(std::istream& file, const std::string& path, int64_t max_bytes) {
  std::string bytes;
  std::error_code error;
  // This only saves copies while the string grows; a file that is not regular has no known size.
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (!error) bytes.reserve(std::min<std::uintmax_t>(size, max_bytes));
  std::vector<char> chunk(kChunkBytes);
  while (file) {
    file.read(chunk.data(), kChunkBytes);
    if (file.bad()) return absl::DataLossError(absl::StrCat(path, ": reading failed"));
    if (static_cast<int64_t>(bytes.size()) + file.gcount() > max_bytes) {
      return absl::ResourceExhaustedError(absl::StrCat(path, ": is longer than the limit of ", max_bytes, " bytes"));
    }
    bytes.append(chunk.data(), static_cast<size_t>(file.gcount()));
  }
  return bytes;
}

int64_t ReadNext(std::istream& file, uint64_t size, std::string* bytes) {
  uint64_t got = 0;
  while (got < size && file) {
    // Bytes of the last call are not cleared: what is read replaces them.
    const uint64_t end = std::min(size, std::max(2 * got, uint64_t{1} << 16));
    if (bytes->size() < end) bytes->resize(end);
    file.read(&(*bytes)[got], static_cast<std::streamsize>(end - got));
    got += static_cast<uint64_t>(file.gcount());
  }
  bytes->resize(got);
  return static_cast<int64_t>(got);
}

void InputDigester::Add(absl::string_view bytes) {
  const auto add = [this](uint64_t word) {
    digest_ = (digest_ ^ word) * 0x00000100000001b3;
    // The upper bits would never reach the lower ones.
    digest_ ^= digest_ >> 32;
  };
  const auto word = [&bytes](size_t size) {
    uint64_t value = 0;
    for (size_t i = 0; i < size; ++i) value |= uint64_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
    return value;
  };
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) add(word(8));
  add(uint64_t{bytes.size()} << 56 | word(bytes.size()));
}

std::string InputDigester::Text() const { return absl::StrCat("fnv1a64-words:", absl::Hex(digest_, absl::kZeroPad16)); }

std::string InputDigest(absl::string_view bytes) {
  InputDigester digester;
  digester.Add(bytes);
  return digester.Text();
}

}  // namespace collision2d::planner
