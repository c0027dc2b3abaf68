// What is left of queries of each form.

#include "collision2d/capture/tool/shrink_query.h"

#include <fstream>
#include <iterator>

#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/capture/replay_query.h"
#include "collision2d/capture/testing/capture_examples.h"
#include "collision2d/capture/tool/query_picture.h"
#include "collision2d/capture/tool/regression_text.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

absl::StatusOr<CaptureRecord> Answer(const CapturedQuery& query, int64_t slow_work) {
  return ReplayQuery<PlainQueries>(query, slow_work);
}

TEST(DigitsOf, CountsTheShorterNotation) {
  EXPECT_EQ(DigitsOf(0.0), 0);
  EXPECT_EQ(DigitsOf(-1000.0), 1);
  EXPECT_EQ(DigitsOf(0.1), 1);
  EXPECT_EQ(DigitsOf(0x1.8p-40), 2);
  EXPECT_EQ(DigitsOf(12.5), 2) << "0x1.9p+3";
  EXPECT_EQ(DigitsOf(M_PI), 14);
  EXPECT_EQ(DigitsOf(HUGE_VAL), 20);
  EXPECT_EQ(DecimalText(0.1), "0.1");
  EXPECT_EQ(DecimalText(-640.0), "-640");
  EXPECT_EQ(DecimalText(1.0 / 3.0), "0.3333333333333333");
}

TEST(ShrinkQuery, ToNothingIfEverythingWillDo) {
  Random random(TestSeed());
  for (const CapturedQuery& query : ExampleQueries(&random)) {
    const CapturedQuery shrunk = ShrinkQuery(query, [](const CapturedQuery&) { return true; });
    EXPECT_EQ(shrunk.a.size() + shrunk.b.size(), 2);
    EXPECT_EQ(shrunk.poses.size(), IsMotion(query.kind) ? 4u : 0u);
  }
}

TEST(ShrinkQuery, SlowStaysSlow) {
  CapturedQuery query;
  query.kind = QueryKind::kSeparation;
  query.a = RegularPolygon(200, 1.0);
  query.b = RegularPolygon(200, 1.0);
  query.poses = {Pose2({0.7, 0.4}, UnitRotation(0.6, 0.8))};
  const Predicate slow = [](const CapturedQuery& candidate) { return Holds(Keep::kSlow, 60, Answer, candidate); };
  ASSERT_TRUE(slow(query));
  const CapturedQuery shrunk = ShrinkQuery(query, slow);
  EXPECT_TRUE(slow(shrunk));
  EXPECT_LT(shrunk.a.size() + shrunk.b.size(), 100);
}

TEST(ShrinkQuery, AGrazeOfMotionsStaysUndecided) {
  CapturedQuery query;
  query.kind = QueryKind::kTimeOfImpact;
  query.a = ConvexPolygon::Rectangle(2.0, 2.0).value();
  query.b = ConvexPolygon::Rectangle(2.0, 2.0).value();
  query.poses = {{}, {}, {{-5.0, 2.0}}, {{5.0, 2.0}}};
  query.numbers = {0.0, 1.0, 1e-6, 1e-6};
  const Predicate undecided = [](const CapturedQuery& candidate) {
    return Holds(Keep::kUndecided, 100, Answer, candidate);
  };
  ASSERT_TRUE(undecided(query));
  const CapturedQuery shrunk = ShrinkQuery(query, undecided);
  EXPECT_TRUE(undecided(shrunk));
  EXPECT_LT(CostOf(DraftOf(shrunk)), CostOf(DraftOf(query)));
}

TEST(Keep, HasNames) {
  for (const Keep keep : {Keep::kWrong, Keep::kSlow, Keep::kUndecided, Keep::kExact}) {
    EXPECT_EQ(KeepFromText(Name(keep)).value(), keep);
  }
  EXPECT_EQ(KeepFromText("odd").status().message(), "--keep: 'odd' is none of wrong, slow, undecided and exact");
}

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(QueryPicture, HasEveryVertex) {
  Random random(TestSeed());
  for (const CapturedQuery& query : ExampleQueries(&random)) {
    const auto vertices = static_cast<size_t>(query.a.size() + query.b.size());
    const std::string text = QueryPicture(query);
    EXPECT_EQ(Count(text, "<title>"), IsMotion(query.kind) ? 2 * vertices : vertices);
    EXPECT_EQ(Count(text, "<svg "), 1u);
    EXPECT_EQ(Count(text, "</svg>"), 1u);
    EXPECT_EQ(text.find("nan"), std::string::npos);
    for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << text;
  }
}

TEST(QueryPicture, DrawsDiscsAndPosesThatAreNotFinite) {
  CapturedQuery query;
  query.a = ConvexPolygon::Create({Vec2{1, 2}}, 0.5).value();
  query.b = RegularPolygon(3, 1.0);
  query.poses = {{{kInf, 0.0}}};
  const std::string text = QueryPicture(query);
  EXPECT_EQ(Count(text, "opacity"), 2u);
  EXPECT_EQ(text.find("inf"), std::string::npos);
}

// What is printed for queries that no checker of pairs asks; query_regression_test.cc is such a
// test, as it was printed.

// A square that drives into a disc.
CapturedQuery Motion() {
  CapturedQuery query;
  query.kind = QueryKind::kTimeOfImpact;
  query.a = ConvexPolygon::Rectangle(2.0, 2.0).value();
  query.b = ConvexPolygon::Create({Vec2{0.0, 0.0}}, 0.5).value();
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
  EXPECT_NE(undecided.find("Pose2({HUGE_VAL, 0x0p+0}, UnitRotation(0x1p+0, 0x0p+0)),"), std::string::npos) << undecided;
  EXPECT_NE(undecided.find("#include <cmath>"), std::string::npos) << undecided;
}

}  // namespace
}  // namespace collision2d
