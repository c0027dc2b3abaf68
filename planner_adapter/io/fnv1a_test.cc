#include "planner_adapter/io/fnv1a.h"

#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

std::string HexOf(absl::string_view bytes) {
  Fnv1a64 digest;
  digest.Update(bytes);
  return digest.Hex();
}

// The published test vectors of the algorithm.
TEST(Fnv1a64Test, AgreesWithPublishedVectors) {
  EXPECT_EQ(HexOf(""), "cbf29ce484222325");
  EXPECT_EQ(HexOf("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(HexOf("foobar"), "85944171f73967e8");
}

TEST(Fnv1a64Test, PiecesGiveTheDigestOfTheWhole) {
  const std::string bytes("\0\xFF\x80 collision\n", 14);
  Fnv1a64 pieces;
  for (const char byte : bytes) pieces.Update(absl::string_view(&byte, 1));
  EXPECT_EQ(pieces.Hex(), HexOf(bytes));
}

TEST(Fnv1a64Test, HexKeepsLeadingZeros) {
  // One digest in 16 begins with a zero.
  int texts_with_zero = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::string hex = HexOf(std::to_string(i));
    EXPECT_EQ(hex.size(), 16u);
    if (hex[0] == '0') ++texts_with_zero;
  }
  EXPECT_GT(texts_with_zero, 0);
}

}  // namespace
}  // namespace collision2d::planner
