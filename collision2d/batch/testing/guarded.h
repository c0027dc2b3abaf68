#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

#include "absl/types/span.h"

namespace collision2d {

// The output of a call, full of junk that no call writes, between guards of the same junk. Copies
// and assignments keep the junk.
template <typename T>
class Guarded {
 public:
  static_assert(std::is_trivially_copyable_v<T>);

  // It begins `offset` elements after where it would otherwise.
  explicit Guarded(size_t count, size_t offset = 0)
      : buffer_(count + offset + 2 * kGuards), begin_(kGuards + offset), count_(count) {
    std::memset(static_cast<void*>(buffer_.data()), kJunk, buffer_.size() * sizeof(T));
  }

  absl::Span<T> span() { return absl::MakeSpan(buffer_).subspan(begin_, count_); }
  const T& operator[](size_t i) const { return buffer_[begin_ + i]; }
  size_t size() const { return count_; }

  // True if nothing has been written at the element and after it, nor before the span.
  bool IsUntouchedFrom(size_t i) const { return IsJunk(0, begin_) && IsJunk(begin_ + i, buffer_.size() - begin_ - i); }

 private:
  static constexpr size_t kGuards = 3;
  static constexpr unsigned char kJunk = 0xA5;

  bool IsJunk(size_t begin, size_t count) const {
    const auto* bytes = reinterpret_cast<const unsigned char*>(buffer_.data() + begin);
    for (size_t i = 0; i < count * sizeof(T); ++i) {
      if (bytes[i] != kJunk) return false;
    }
    return true;
  }

  std::vector<T> buffer_;
  size_t begin_;
  size_t count_;
};

}  // namespace collision2d
