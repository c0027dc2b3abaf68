#include "collision2d/capture/records/bytes.h"

#include "collision2d/testing/test.h"

namespace collision2d::internal {
namespace {

// RFC 3720, B.4.
TEST(Crc32c, KnownValues) {
  EXPECT_EQ(Crc32c({'1', '2', '3', '4', '5', '6', '7', '8', '9'}), 0xe3069283u);
  EXPECT_EQ(Crc32c({}), 0u);
  EXPECT_EQ(Crc32c(std::vector<uint8_t>(32, 0x00)), 0x8a9136aau);
  EXPECT_EQ(Crc32c(std::vector<uint8_t>(32, 0xff)), 0x62a8ab43u);
}

TEST(Crc32c, EveryFlippedBitShows) {
  std::vector<uint8_t> bytes(100);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * i);
  const uint32_t crc = Crc32c(bytes);
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      bytes[i] ^= static_cast<uint8_t>(1 << bit);
      EXPECT_NE(Crc32c(bytes), crc) << i << " " << bit;
      bytes[i] ^= static_cast<uint8_t>(1 << bit);
    }
  }
}

}  // namespace
}  // namespace collision2d::internal
