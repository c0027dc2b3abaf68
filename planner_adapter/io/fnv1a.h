#ifndef COLLISION2D_PLANNER_ADAPTER_IO_FNV1A_H_
#define COLLISION2D_PLANNER_ADAPTER_IO_FNV1A_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace collision2d::planner {

// Computes the 64-bit FNV-1a digest of bytes that arrive in pieces. It detects accidental differences between two
// inputs, not deliberate collisions.
// Source: Fowler, Noll and Vo, FNV hash, variant 1a with 64 bits.
class Fnv1a64 {
 public:
  void Update(absl::string_view bytes) {
    for (const char byte : bytes) {
      state_ ^= static_cast<unsigned char>(byte);
      state_ *= kPrime;
    }
  }

  uint64_t digest() const { return state_; }

  // 16 hexadecimal digits, lower case.
  std::string Hex() const;

 private:
  static constexpr uint64_t kOffsetBasis = 0xcbf29ce484222325;
  static constexpr uint64_t kPrime = 0x00000100000001b3;

  uint64_t state_ = kOffsetBasis;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IO_FNV1A_H_
