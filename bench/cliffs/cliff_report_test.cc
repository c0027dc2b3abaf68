#include "bench/cliffs/cliff_report.h"

#include <cmath>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "bench/cliffs/cliff_measurement.h"
#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

CliffMeasurement At(int vertices, int level, double ns) {
  CliffMeasurement measurement;
  measurement.family = "family";
  measurement.vertices = vertices;
  measurement.level = level;
  measurement.ns_mean = 0.5 * ns;
  measurement.ns_max = ns;
  measurement.entries_exact = 7;
  measurement.queries = 100;
  measurement.planned = 100;
  return measurement;
}

std::optional<double> Growth(double (*ns)(double n)) {
  std::vector<GrowthPoint> points;
  for (const int n : {64, 200, 660, 2000}) points.push_back({n, ns(n)});
  return GrowthExponent(points);
}

TEST(GrowthExponent, OfPowersOfTheScale) {
  EXPECT_NEAR(*Growth([](double n) { return 3.0 * n * std::log(n); }), 1.0, 1e-12);
  EXPECT_NEAR(*Growth([](double n) { return std::pow(n * std::log(n), 2.0); }), 2.0, 1e-12);
  EXPECT_NEAR(*Growth([](double /*n*/) { return 100.0; }), 0.0, 1e-12);
}

TEST(GrowthExponent, TellsLinearFromQuadratic) {
  EXPECT_LT(*Growth([](double n) { return n; }), 1.0);
  EXPECT_GT(*Growth([](double n) { return n * n; }), 1.5);
  // Hidden behind a constant for as long as n is small.
  EXPECT_GT(*Growth([](double n) { return 100.0 + 0.01 * n * n; }), 1.1);
}

TEST(GrowthExponent, NeedsThreePointsAndTimes) {
  EXPECT_FALSE(GrowthExponent({{64, 1.0}, {200, 2.0}}).has_value());
  EXPECT_FALSE(GrowthExponent({{64, 1.0}, {200, 2.0}, {660, 0.0}}).has_value());
}

TEST(CliffReport, CsvLine) { EXPECT_EQ(CliffCsvLine(At(24, 2, 1234.56)), "family,24,2,617.3,1234.6,7,0"); }

TEST(CliffReport, ExpectationsNameTheWorst) {
  CliffMeasurement wrong = At(8, 3, 100.0);
  wrong.wrong = 2;
  const std::string table =
      FormatCliffExpectations({At(4, 1, 300.0), At(64, 2, 20010.0), At(2000, 3, 4.9e5), At(660, 3, 9e9), wrong});
  const std::string text = absl::StrReplaceAll(table, {{" ", ""}});
  EXPECT_TRUE(absl::StrContains(text, "20.01us|family,Level2,n=64|NO|")) << table;
  EXPECT_TRUE(absl::StrContains(text, "490.00us|family,Level3,n=2000|yes|")) << table;
  EXPECT_TRUE(absl::StrContains(text, "2.00|family,Level3,n=8|NO|")) << table;
  EXPECT_TRUE(absl::StrContains(text, "300||NO|")) << table;
  // No family and level has three points.
  EXPECT_TRUE(absl::StrContains(text, "<=1.1|-||-|")) << table;
}

TEST(CliffReport, TablesHaveEveryFamilyAndLevel) {
  const std::string text = FormatCliffs({At(4, 1, 1000.0), At(8, 1, 2000.0), At(8, 2, 3000.0)});
  EXPECT_TRUE(absl::StrContains(text, "| family, Level 1 | 1.00 | 2.00 |")) << text;
  EXPECT_TRUE(absl::StrContains(text, "| family, Level 2 |      | 3.00 |")) << text;
}

TEST(CliffReport, CutOffIsListed) {
  EXPECT_EQ(FormatCutOff({At(4, 1, 1.0)}), "");
  CliffMeasurement cut = At(2000, 1, 1e9);
  cut.queries = 3;
  EXPECT_EQ(FormatCutOff({At(4, 1, 1.0), cut}), "- family, n = 2000: 3 of 100 pairs\n");
}

}  // namespace
}  // namespace collision2d::bench
