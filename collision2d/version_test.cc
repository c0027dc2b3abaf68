#include "collision2d/version.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

TEST(Version, TextAndMacrosAgree) {
  EXPECT_EQ(kVersion, absl::StrCat(COLLISION2D_VERSION_MAJOR, ".", COLLISION2D_VERSION_MINOR, ".",
                                   COLLISION2D_VERSION_PATCH, COLLISION2D_VERSION_SUFFIX));
}

TEST(Version, BuildVersionIsTheVersionAndACommit) {
  const std::string text = BuildVersion();
  absl::string_view built = text;
  EXPECT_TRUE(absl::ConsumePrefix(&built, kVersion));
  EXPECT_TRUE(built.empty() || (built.size() > 7 && built[0] == '+')) << built;
}

TEST(Version, LaterIsGreater) {
  EXPECT_LT(COLLISION2D_MAKE_VERSION(0, 1, 999), COLLISION2D_MAKE_VERSION(0, 2, 0));
  EXPECT_LT(COLLISION2D_MAKE_VERSION(0, 999, 999), COLLISION2D_MAKE_VERSION(1, 0, 0));
  EXPECT_GE(COLLISION2D_VERSION, COLLISION2D_MAKE_VERSION(0, 2, 0));
}

}  // namespace
}  // namespace collision2d
