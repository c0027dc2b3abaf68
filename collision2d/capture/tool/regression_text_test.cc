// What is printed for queries that no checker of pairs asks; query_regression_test.cc is such a
// test, as it was printed.

#include "collision2d/capture/tool/regression_text.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include "collision2d/capture/captured_query.h"
#include "collision2d/geometry/convex_polygon.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

// A square that drives into a disc.
CapturedQuery Motion() {
  CapturedQuery query;
  query.kind = QueryKind::kTimeOfImpact;
  query.body.push_back(ConvexPolygon::Rectangle(2.0, 2.0).value());
  query.obstacles.push_back(ConvexPolygon::Create({Vec2{0.0, 0.0}}, 0.5).value());
  query.poses = {{{-5.0, 0.0}}, {{5.0, 0.0}}, {}, {}};
  query.numbers = {0.0, 1.0, 1e-6, 1e-6};
  return query;
}

TEST(RegressionText, OfAMotion) {
  const std::string text = RegressionText(Motion(), Keep::kWrong, 1000, "a square and a disc");
  // To become the file, when what is printed changes.
  std::ofstream(testing::TempDir() + "/query_regression_test.cc") << text;
  std::ifstream file("collision2d/capture/tool/query_regression_test.cc");
  const std::string expected{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, expected) << "the file is this text, which query_regression_test compiles";
}

TEST(RegressionText, AsksForTheTrigger) {
  const std::string slow = RegressionText(Motion(), Keep::kSlow, 77, "slow");
  EXPECT_NE(slow.find("  EXPECT_EQ(ReplayQuery<PlainQueries>(query, 77)->triggers & kSlowTrigger, 0);\n"),
            std::string::npos)
      << slow;
  EXPECT_NE(slow.find("TEST(CapturedRegression, SlowTimeOfImpact)"), std::string::npos) << slow;
  CapturedQuery within = Motion();
  within.kind = QueryKind::kDistanceWithin;
  within.poses = {{{HUGE_VAL, 0.0}}};
  within.numbers = {0.25};
  const std::string undecided = RegressionText(within, Keep::kUndecided, 1000, "undecided");
  EXPECT_NE(undecided.find("kUndecidedTrigger"), std::string::npos) << undecided;
  EXPECT_NE(undecided.find("Pose2{{HUGE_VAL, 0x0p+0}, 0x1p+0, 0x0p+0},"), std::string::npos) << undecided;
  EXPECT_NE(undecided.find("#include <cmath>"), std::string::npos) << undecided;
}

}  // namespace
}  // namespace collision2d
