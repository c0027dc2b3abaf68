#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

TEST(ZSpanTest, HoldsItsBounds) {
  const absl::StatusOr<ZSpan> span = ZSpan::Create(-1.5, 4.0);
  ASSERT_TRUE(span.ok()) << span.status();
  EXPECT_EQ(span->z_min_m, -1.5);
  EXPECT_EQ(span->z_max_m, 4.0);
  EXPECT_TRUE(ZSpan::Create(2.0, 2.0).ok());
  EXPECT_TRUE(ZSpan::Create(-1e8, 1e8).ok());
}

TEST(ZSpanTest, RefusesWithTheBoundAndItsValue) {
  const struct {
    double z_min_m;
    double z_max_m;
    std::string message;
  } cases[] = {
      {kNaN, 1.0, "z_min_m = nan: must be finite and within 1e+08 m"},
      {0.0, kInf, "z_max_m = inf: must be finite and within 1e+08 m"},
      {-2e8, 1.0, "z_min_m = -200000000: must be finite and within 1e+08 m"},
      {2.0, 1.5, "z_max_m = 1.5: below z_min_m = 2"},
  };
  for (const auto& c : cases) {
    const absl::StatusOr<ZSpan> span = ZSpan::Create(c.z_min_m, c.z_max_m);
    EXPECT_EQ(span.status(), absl::InvalidArgumentError(c.message));
  }
}

}  // namespace
}  // namespace collision2d::solid
