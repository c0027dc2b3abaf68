#include "bench/measurement.h"

#include <cstdint>
#include <string>

#include "bench/rows/layout.h"
#include "bench/rows/row.h"
#include "collision2d/testing/paper_dataset.h"
#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

// Numbers with few digits, which the CSV keeps.
Measurement Example() {
  Measurement measurement;
  measurement.layout = Layout::kScattered;
  measurement.level = Level::kSeparation;
  measurement.pair_class = PairClass::kTouching;
  measurement.vertices = 24;
  measurement.algorithm = "collision2d posed";
  measurement.timing = {12.125, 11.5, 40.875};
  measurement.wrong = int64_t{3} << 40;
  measurement.max_relative_error = 1.25e-16;
  measurement.cold_ns = 310.5;
  return measurement;
}

Measurement ThroughCsv(const Measurement& measurement) {
  return FromCsvLine(CsvLine(measurement), measurement.pair_class, measurement.layout);
}

void ExpectSame(const Measurement& read, const Measurement& written) {
  EXPECT_EQ(read.layout, written.layout);
  EXPECT_EQ(read.level, written.level);
  EXPECT_EQ(read.pair_class, written.pair_class);
  EXPECT_EQ(read.vertices, written.vertices);
  EXPECT_EQ(read.algorithm, written.algorithm);
  EXPECT_EQ(read.timing.median_ns, written.timing.median_ns);
  EXPECT_EQ(read.timing.min_ns, written.timing.min_ns);
  EXPECT_EQ(read.timing.max_ns, written.timing.max_ns);
  EXPECT_EQ(read.wrong, written.wrong);
  EXPECT_EQ(read.max_relative_error, written.max_relative_error);
  EXPECT_EQ(read.cold_ns, written.cold_ns);
}

TEST(CsvLine, HasTheColumnsOfTheHeader) {
  EXPECT_EQ(std::string(kCsvHeader),
            "level,class,vertices,algorithm,ns_median,ns_min,ns_max,wrong,max_relative_error,cold_ns_median,layout");
  EXPECT_EQ(CsvLine(Example()),
            "3,touching,24,collision2d posed,12.125,11.500,40.875,3298534883328,1.25e-16,310.5,scattered");
}

TEST(FromCsvLine, ReadsWhatCsvLineWrote) { ExpectSame(ThroughCsv(Example()), Example()); }

TEST(FromCsvLine, FieldsThatMayBeEmpty) {
  // A boolean has no error, and some rows no cold time.
  Measurement measurement = Example();
  measurement.level = Level::kCollides;
  measurement.max_relative_error = 0.0;
  measurement.cold_ns.reset();
  EXPECT_EQ(CsvLine(measurement), "1,touching,24,collision2d posed,12.125,11.500,40.875,3298534883328,,,scattered");
  ExpectSame(ThroughCsv(measurement), measurement);
  // No time and none measured are not the same.
  measurement.cold_ns = 0.0;
  ExpectSame(ThroughCsv(measurement), measurement);
}

TEST(FromCsvLine, EveryLevelClassAndLayout) {
  for (const Level level : {Level::kCollides, Level::kDistance, Level::kSeparation}) {
    for (const PairClass pair_class :
         {PairClass::kDistant, PairClass::kOverlapping, PairClass::kTouching, PairClass::kContact}) {
      for (const Layout layout : kLayouts) {
        Measurement measurement = Example();
        measurement.level = level;
        measurement.pair_class = pair_class;
        measurement.layout = layout;
        if (level == Level::kCollides) measurement.max_relative_error = 0.0;
        ExpectSame(ThroughCsv(measurement), measurement);
      }
    }
  }
}

// Reading and writing again rounds nothing more.
TEST(FromCsvLine, RoundedNumbersStay) {
  Measurement measurement = Example();
  measurement.timing = {1.0 / 3.0, 1e-9, 2e9 / 3.0};
  measurement.max_relative_error = 1.0 / 7e15;
  measurement.cold_ns = 1000.0 / 3.0;
  const std::string line = CsvLine(measurement);
  EXPECT_EQ(line, "3,touching,24,collision2d posed,0.333,0.000,666666666.667,3298534883328,1.43e-16,333.3,scattered");
  EXPECT_EQ(CsvLine(FromCsvLine(line, measurement.pair_class, measurement.layout)), line);
}

TEST(FromCsvLineDeathTest, OtherLines) {
  const auto read = [](const char* line) { FromCsvLine(line, PairClass::kTouching, Layout::kScattered); };
  EXPECT_DEATH(read(""), "");
  EXPECT_DEATH(read("3,touching,24,collision2d,12.1,11.5,40.8,0,1e-16,310.5"), "") << "a field is missing";
  EXPECT_DEATH(read("3,touching,24,collision2d,12.1,11.5,40.8,0,1e-16,310.5,scattered,"), "") << "one too many";
  EXPECT_DEATH(read("3,touching,24,collision2d,12.1,fast,40.8,0,1e-16,310.5,scattered"), "") << "not a number";
}

}  // namespace
}  // namespace collision2d::bench
