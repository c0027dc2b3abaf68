#include "planner_adapter/checking/check_instants.h"

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int kPlenty = 1'000'000;

Trajectory Spanning(double first_s, double last_s) {
  Trajectory candidate;
  candidate.id = "c";
  candidate.poses.push_back({first_s, {}, 0.0});
  if (last_s != first_s) candidate.poses.push_back({last_s, {}, 0.0});
  return candidate;
}

std::vector<Instant> Instants(const std::vector<Trajectory>& candidates, double start_s, double step_s) {
  const absl::StatusOr<std::vector<Instant>> instants = CheckInstants(candidates, start_s, step_s, kPlenty);
  EXPECT_TRUE(instants.ok()) << instants.status();
  return instants.ok() ? *instants : std::vector<Instant>();
}

// The times of the instants at which `candidate` is to be checked.
std::vector<double> CheckedTimes(const Trajectory& candidate, const std::vector<Instant>& instants) {
  std::vector<double> times_s;
  for (const Instant& instant : instants) {
    if (IsCheckedAt(candidate, instant)) times_s.push_back(instant.time_s);
  }
  return times_s;
}

void ExpectInstant(const Instant& instant, double time_s, int step, bool on_grid) {
  EXPECT_EQ(instant.time_s, time_s);
  EXPECT_EQ(instant.step, step);
  EXPECT_EQ(instant.on_grid, on_grid);
}

TEST(CheckInstantsTest, NoCandidateNeedsNoInstant) { EXPECT_THAT(Instants({}, 3.0, 0.5), IsEmpty()); }

TEST(CheckInstantsTest, AreTheMultiplesWithinTheSpanBothEndsIncluded) {
  const std::vector<Instant> instants = Instants({Spanning(10.5, 12.0)}, 10.0, 0.5);
  ASSERT_EQ(instants.size(), 4u);
  for (int i = 0; i < 4; ++i) ExpectInstant(instants[i], 10.5 + 0.5 * i, 1 + i, true);
}

TEST(CheckInstantsTest, EndsOffTheGridAreInstantsOfTheirOwn) {
  const std::vector<Instant> instants = Instants({Spanning(10.25, 11.375)}, 10.0, 0.5);
  ASSERT_EQ(instants.size(), 4u);
  ExpectInstant(instants[0], 10.25, 0, false);
  ExpectInstant(instants[1], 10.5, 1, true);
  ExpectInstant(instants[2], 11.0, 2, true);
  ExpectInstant(instants[3], 11.375, 2, false);
}

TEST(CheckInstantsTest, ASpanBetweenTwoMultiplesHasOnlyItsEnds) {
  const std::vector<Instant> instants = Instants({Spanning(10.125, 10.25)}, 10.0, 0.5);
  ASSERT_EQ(instants.size(), 2u);
  ExpectInstant(instants[0], 10.125, 0, false);
  ExpectInstant(instants[1], 10.25, 0, false);
}

TEST(CheckInstantsTest, OnePoseIsOneInstant) {
  const std::vector<Instant> on_grid = Instants({Spanning(11.0, 11.0)}, 10.0, 0.5);
  ASSERT_EQ(on_grid.size(), 1u);
  ExpectInstant(on_grid[0], 11.0, 2, true);
  const std::vector<Instant> off_grid = Instants({Spanning(11.25, 11.25)}, 10.0, 0.5);
  ASSERT_EQ(off_grid.size(), 1u);
  ExpectInstant(off_grid[0], 11.25, 2, false);
}

TEST(CheckInstantsTest, AnEndNearAMultipleIsThatMultiple) {
  for (const double first_offset_s : {-0.9 * kSameInstant_s, 0.9 * kSameInstant_s}) {
    for (const double last_offset_s : {-0.9 * kSameInstant_s, 0.9 * kSameInstant_s}) {
      const Trajectory candidate = Spanning(10.5 + first_offset_s, 11.0 + last_offset_s);
      const std::vector<Instant> instants = Instants({candidate}, 10.0, 0.5);
      EXPECT_EQ(CheckedTimes(candidate, instants), (std::vector<double>{10.5, 11.0}));
      EXPECT_EQ(instants.size(), 2u);
    }
  }
}

TEST(CheckInstantsTest, AnEndJustBeyondTheToleranceIsAnInstantOfItsOwn) {
  const double offset_s = 1.1 * kSameInstant_s;
  const Trajectory inside = Spanning(10.5 + offset_s, 11.0 - offset_s);
  EXPECT_EQ(CheckedTimes(inside, Instants({inside}, 10.0, 0.5)),
            (std::vector<double>{10.5 + offset_s, 11.0 - offset_s}));
  const Trajectory outside = Spanning(10.5 - offset_s, 11.0 + offset_s);
  const std::vector<Instant> instants = Instants({outside}, 10.0, 0.5);
  EXPECT_EQ(CheckedTimes(outside, instants), (std::vector<double>{10.5 - offset_s, 10.5, 11.0, 11.0 + offset_s}));
  EXPECT_EQ(instants.front().step, 0);
  EXPECT_EQ(instants.back().step, 2);
}

// Rounding must not let an end at the very edge of the tolerance count as being on the grid in one place and as being
// off the grid in another: it would not be checked at all.
TEST(CheckInstantsTest, AnEndAtTheEdgeOfTheToleranceIsNeverLost) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double step_s : {0.1, 0.04, 0.3}) {
    for (int k = 1; k <= 300; ++k) {
      for (const double offset_s : {-kSameInstant_s, kSameInstant_s}) {
        const double edge_s = k * step_s + offset_s;
        for (const double end_s : {std::nextafter(edge_s, -kInfinity), edge_s, std::nextafter(edge_s, kInfinity)}) {
          const Trajectory ending = Spanning(0.0, end_s);
          const std::vector<double> until = CheckedTimes(ending, Instants({ending}, 0.0, step_s));
          ASSERT_LE(std::abs(until.back() - end_s), 1.001 * kSameInstant_s) << "step " << step_s << " k " << k;
          const Trajectory beginning = Spanning(end_s, end_s + 1.0);
          const std::vector<double> from = CheckedTimes(beginning, Instants({beginning}, 0.0, step_s));
          ASSERT_LE(std::abs(from.front() - end_s), 1.001 * kSameInstant_s) << "step " << step_s << " k " << k;
        }
      }
    }
  }
}

TEST(CheckInstantsTest, DecimalTimesOfARecordingAreOnTheGrid) {
  // 1700000000.3 and its like are not multiples of 0.1 in binary.
  std::vector<Trajectory> candidates;
  for (int k = 0; k < 100; ++k)
    candidates.push_back(Spanning(1.7e9 + 0.1 * k, std::stod("1700000010." + std::to_string(k % 10))));
  for (const Instant& instant : Instants(candidates, 1.7e9, 0.1)) EXPECT_TRUE(instant.on_grid) << instant.time_s;
}

TEST(CheckInstantsTest, OffGridEndsAreCheckedForTheirOwnersOnly) {
  const std::vector<Trajectory> candidates = {Spanning(0.0, 2.0), Spanning(0.25, 1.625), Spanning(0.5, 1.625)};
  const std::vector<Instant> instants = Instants(candidates, 0.0, 0.5);
  EXPECT_EQ(instants.size(), 7u);  // Five multiples, 0.25 and, once, 1.625.
  EXPECT_EQ(CheckedTimes(candidates[0], instants), (std::vector<double>{0.0, 0.5, 1.0, 1.5, 2.0}));
  EXPECT_EQ(CheckedTimes(candidates[1], instants), (std::vector<double>{0.25, 0.5, 1.0, 1.5, 1.625}));
  EXPECT_EQ(CheckedTimes(candidates[2], instants), (std::vector<double>{0.5, 1.0, 1.5, 1.625}));
}

// Also with steps below the tolerance, where several multiples are "the same instant" as an end.
TEST(CheckInstantsTest, OfACandidateDoNotDependOnTheOthers) {
  std::mt19937_64 engine(7);
  const auto uniform = [&engine](double high) { return high * 0x1p-53 * static_cast<double>(engine() >> 11); };
  for (const double step_s : {0.1, 0.0137, 7e-7}) {
    for (int round = 0; round < 50; ++round) {
      const double start_s = uniform(100.0);
      std::vector<Trajectory> candidates;
      for (int i = 0; i < 6; ++i) {
        const double first_s = start_s + step_s * (engine() % 2 == 0 ? std::floor(uniform(20.0)) : uniform(20.0));
        candidates.push_back(Spanning(first_s, first_s + uniform(30.0) * step_s));
      }
      const std::vector<Instant> together = Instants(candidates, start_s, step_s);
      for (size_t i = 1; i < together.size(); ++i) ASSERT_LT(together[i - 1].time_s, together[i].time_s);
      for (const Trajectory& candidate : candidates) {
        const std::vector<double> times_s = CheckedTimes(candidate, together);
        ASSERT_EQ(times_s, CheckedTimes(candidate, Instants({candidate}, start_s, step_s)));
        ASSERT_NEAR(times_s.front(), candidate.poses.front().time_s, 1.001 * kSameInstant_s);
        ASSERT_NEAR(times_s.back(), candidate.poses.back().time_s, 1.001 * kSameInstant_s);
      }
    }
  }
}

TEST(CheckInstantsTest, ACandidateThatBeginsTooEarlyIsAnErrorThatNamesIt) {
  EXPECT_TRUE(CheckInstants({Spanning(5.0 - 0.9 * kSameInstant_s, 6.0)}, 5.0, 0.5, kPlenty).ok());
  Trajectory early = Spanning(5.0 - 1.1 * kSameInstant_s, 6.0);
  early.id = "early";
  const absl::Status status = CheckInstants({Spanning(5.0, 6.0), early}, 5.0, 0.5, kPlenty).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("candidate early"));
  EXPECT_THAT(status.message(), HasSubstr("before the planning cycle at 5 s"));
}

TEST(CheckInstantsTest, TheLimitCountsMultiplesAndIsInclusive) {
  const std::vector<Trajectory> candidates = {Spanning(1.0, 2.0), Spanning(2.0, 3.125)};
  EXPECT_TRUE(CheckInstants(candidates, 0.0, 0.25, 9).ok());
  const absl::Status status = CheckInstants(candidates, 0.0, 0.25, 8).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("time_step_s: 0.25 s"));
  EXPECT_THAT(status.message(), HasSubstr("from 1 s to 3.125 s"));
  EXPECT_THAT(status.message(), HasSubstr("8 instants"));
}

TEST(CheckInstantsTest, TimesThatAreNotFiniteAreErrors) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad_s : {kNan, kInfinity, 1e300}) {
    EXPECT_FALSE(CheckInstants({Spanning(0.0, bad_s)}, 0.0, 0.1, kPlenty).ok()) << bad_s;
    EXPECT_FALSE(CheckInstants({Spanning(0.0, 1.0), Spanning(0.0, bad_s)}, 0.0, 0.1, kPlenty).ok()) << bad_s;
    EXPECT_FALSE(CheckInstants({Spanning(bad_s, bad_s)}, 0.0, 0.1, kPlenty).ok()) << bad_s;
    EXPECT_FALSE(CheckInstants({Spanning(0.0, 1.0), Spanning(bad_s, 1.0)}, 0.0, 0.1, kPlenty).ok()) << bad_s;
  }
}

}  // namespace
}  // namespace collision2d::planner
