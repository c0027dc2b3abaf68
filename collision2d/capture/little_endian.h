#ifndef COLLISION2D_CAPTURE_LITTLE_ENDIAN_H_
#define COLLISION2D_CAPTURE_LITTLE_ENDIAN_H_

#include <cstdint>
#include <cstring>

// Numbers in bytes at any address, least significant byte first, on every machine.
namespace collision2d::internal {

inline constexpr bool kIsLittleEndian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

inline uint32_t SwapUnlessLittleEndian(uint32_t value) { return kIsLittleEndian ? value : __builtin_bswap32(value); }
inline uint64_t SwapUnlessLittleEndian(uint64_t value) { return kIsLittleEndian ? value : __builtin_bswap64(value); }

// `Word` is uint32_t or uint64_t.
template <typename Word>
void StoreLittleEndian(Word value, uint8_t* bytes) {
  value = SwapUnlessLittleEndian(value);
  std::memcpy(bytes, &value, sizeof(value));
}
template <typename Word>
Word LoadLittleEndian(const uint8_t* bytes) {
  Word value;
  std::memcpy(&value, bytes, sizeof(value));
  return SwapUnlessLittleEndian(value);
}

inline uint64_t BitsOf(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}
inline double DoubleOf(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_CAPTURE_LITTLE_ENDIAN_H_
