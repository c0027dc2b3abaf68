#include "planner_adapter/checking/check_instants.h"

#include <random>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int kPlenty = 1'000'000;

Candidate Spanning(double first_s, double last_s) {
  Candidate candidate;
  candidate.id = "c";
  candidate.poses.push_back({first_s, {}, 0.0});
  if (last_s != first_s) candidate.poses.push_back({last_s, {}, 0.0});
  return candidate;
}

Instants InstantsFor(const std::vector<Candidate>& candidates, double start_s, double step_s) {
  // What is there is replaced.
  Instants instants = {{{1.0, 1}}, {{2.0, 2}}};
  const absl::Status status = CheckInstants(candidates, start_s, step_s, kPlenty, &instants);
  EXPECT_TRUE(status.ok()) << status;
  return instants;
}

absl::Status StatusFor(const std::vector<Candidate>& candidates, double start_s, double step_s, int max_instants) {
  Instants instants;
  return CheckInstants(candidates, start_s, step_s, max_instants, &instants);
}

void ExpectInstant(const Instant& instant, double time_s, int step) {
  EXPECT_EQ(instant.time_s, time_s);
  EXPECT_EQ(instant.step, step);
}

TEST(CheckInstantsTest, NoCandidateNeedsNoInstant) {
  EXPECT_THAT(InstantsFor({}, 3.0, 0.5).grid, IsEmpty());
  EXPECT_THAT(InstantsFor({}, 3.0, 0.5).ends, IsEmpty());
}

TEST(CheckInstantsTest, AreTheMultiplesWithinTheSpanBothEndsIncluded) {
  const Instants instants = InstantsFor({Spanning(10.5, 12.0)}, 10.0, 0.5);
  ASSERT_EQ(instants.grid.size(), 4u);
  for (int i = 0; i < 4; ++i) ExpectInstant(instants.grid[i], 10.5 + 0.5 * i, 1 + i);
  EXPECT_THAT(instants.ends, IsEmpty());
}

TEST(CheckInstantsTest, EndsOffTheGridAreInstantsOfTheirOwn) {
  const Instants instants = InstantsFor({Spanning(10.25, 11.375)}, 10.0, 0.5);
  ASSERT_EQ(instants.grid.size(), 2u);
  ExpectInstant(instants.grid[0], 10.5, 1);
  ExpectInstant(instants.grid[1], 11.0, 2);
  ASSERT_EQ(instants.ends.size(), 2u);
  ExpectInstant(instants.ends[0], 10.25, 0);
  ExpectInstant(instants.ends[1], 11.375, 2);
}

TEST(CheckInstantsTest, ASpanBetweenTwoMultiplesHasOnlyItsEnds) {
  const Instants instants = InstantsFor({Spanning(10.125, 10.25)}, 10.0, 0.5);
  EXPECT_THAT(instants.grid, IsEmpty());
  ASSERT_EQ(instants.ends.size(), 2u);
  ExpectInstant(instants.ends[0], 10.125, 0);
  ExpectInstant(instants.ends[1], 10.25, 0);
}

TEST(CheckInstantsTest, OnePoseIsOneInstant) {
  const Instants on_grid = InstantsFor({Spanning(11.0, 11.0)}, 10.0, 0.5);
  ASSERT_EQ(on_grid.grid.size(), 1u);
  ExpectInstant(on_grid.grid[0], 11.0, 2);
  EXPECT_THAT(on_grid.ends, IsEmpty());
  EXPECT_EQ(TimesOf(Spanning(11.0, 11.0), on_grid), (std::vector<double>{11.0}));
  const Instants off_grid = InstantsFor({Spanning(11.25, 11.25)}, 10.0, 0.5);
  ASSERT_EQ(off_grid.ends.size(), 1u);
  ExpectInstant(off_grid.ends[0], 11.25, 2);
  EXPECT_THAT(off_grid.grid, IsEmpty());
  EXPECT_EQ(TimesOf(Spanning(11.25, 11.25), off_grid), (std::vector<double>{11.25}));
}

TEST(CheckInstantsTest, AnEndNearAMultipleIsThatMultiple) {
  for (const double first_offset_s : {-0.9 * kSameInstant_s, 0.9 * kSameInstant_s}) {
    for (const double last_offset_s : {-0.9 * kSameInstant_s, 0.9 * kSameInstant_s}) {
      const Candidate candidate = Spanning(10.5 + first_offset_s, 11.0 + last_offset_s);
      const Instants instants = InstantsFor({candidate}, 10.0, 0.5);
      EXPECT_EQ(TimesOf(candidate, instants), (std::vector<double>{10.5, 11.0}));
      EXPECT_EQ(instants.grid.size(), 2u);
      EXPECT_THAT(instants.ends, IsEmpty());
    }
  }
}

TEST(CheckInstantsTest, AnEndJustBeyondTheToleranceIsAnInstantOfItsOwn) {
  const double offset_s = 1.1 * kSameInstant_s;
  const Candidate inside = Spanning(10.5 + offset_s, 11.0 - offset_s);
  EXPECT_EQ(TimesOf(inside, InstantsFor({inside}, 10.0, 0.5)), (std::vector<double>{10.5 + offset_s, 11.0 - offset_s}));
  const Candidate outside = Spanning(10.5 - offset_s, 11.0 + offset_s);
  const Instants instants = InstantsFor({outside}, 10.0, 0.5);
  EXPECT_EQ(TimesOf(outside, instants), (std::vector<double>{10.5 - offset_s, 10.5, 11.0, 11.0 + offset_s}));
  ASSERT_EQ(instants.ends.size(), 2u);
  EXPECT_EQ(instants.ends[0].step, 0);
  EXPECT_EQ(instants.ends[1].step, 2);
}

// Rounding must not let an end at the very edge of the tolerance count as being on the grid in one
// place and as being off the grid in another: it would not be checked at all.
TEST(CheckInstantsTest, AnEndAtTheEdgeOfTheToleranceIsNeverLost) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double step_s : {0.1, 0.04, 0.3}) {
    for (int k = 1; k <= 300; ++k) {
      for (const double offset_s : {-kSameInstant_s, kSameInstant_s}) {
        const double edge_s = k * step_s + offset_s;
        for (const double end_s : {std::nextafter(edge_s, -kInfinity), edge_s, std::nextafter(edge_s, kInfinity)}) {
          const Candidate ending = Spanning(0.0, end_s);
          const std::vector<double> until = TimesOf(ending, InstantsFor({ending}, 0.0, step_s));
          ASSERT_LE(std::abs(until.back() - end_s), 1.001 * kSameInstant_s) << "step " << step_s << " k " << k;
          const Candidate beginning = Spanning(end_s, end_s + 1.0);
          const std::vector<double> from = TimesOf(beginning, InstantsFor({beginning}, 0.0, step_s));
          ASSERT_LE(std::abs(from.front() - end_s), 1.001 * kSameInstant_s) << "step " << step_s << " k " << k;
        }
      }
    }
  }
}

TEST(CheckInstantsTest, DecimalTimesOfARecordingAreOnTheGrid) {
  // 1700000000.3 and its like are not multiples of 0.1 in binary.
  std::vector<Candidate> candidates;
  for (int k = 0; k < 100; ++k)
    candidates.push_back(Spanning(1.7e9 + 0.1 * k, std::stod("1700000010." + std::to_string(k % 10))));
  EXPECT_THAT(InstantsFor(candidates, 1.7e9, 0.1).ends, IsEmpty());
}

TEST(CheckInstantsTest, OffGridEndsAreCheckedForTheirOwnersOnly) {
  const std::vector<Candidate> candidates = {Spanning(0.0, 2.0), Spanning(0.25, 1.625), Spanning(0.5, 1.625)};
  const Instants instants = InstantsFor(candidates, 0.0, 0.5);
  EXPECT_EQ(instants.grid.size(), 5u);
  EXPECT_EQ(instants.ends.size(), 2u);  // 0.25 and, once, 1.625.
  EXPECT_EQ(TimesOf(candidates[0], instants), (std::vector<double>{0.0, 0.5, 1.0, 1.5, 2.0}));
  EXPECT_EQ(TimesOf(candidates[1], instants), (std::vector<double>{0.25, 0.5, 1.0, 1.5, 1.625}));
  EXPECT_EQ(TimesOf(candidates[2], instants), (std::vector<double>{0.5, 1.0, 1.5, 1.625}));
}

// Also with steps below the tolerance, where several multiples are "the same instant" as an end.
TEST(CheckInstantsTest, OfACandidateDoNotDependOnTheOthers) {
  std::mt19937_64 engine(7);
  const auto uniform = [&engine](double high) { return high * 0x1p-53 * static_cast<double>(engine() >> 11); };
  for (const double step_s : {0.1, 0.0137, 7e-7}) {
    for (int round = 0; round < 50; ++round) {
      const double start_s = uniform(100.0);
      std::vector<Candidate> candidates;
      for (int i = 0; i < 6; ++i) {
        const double first_s = start_s + step_s * (engine() % 2 == 0 ? std::floor(uniform(20.0)) : uniform(20.0));
        candidates.push_back(Spanning(first_s, first_s + uniform(30.0) * step_s));
      }
      const Instants together = InstantsFor(candidates, start_s, step_s);
      for (size_t i = 1; i < together.grid.size(); ++i) {
        ASSERT_LT(together.grid[i - 1].time_s, together.grid[i].time_s);
      }
      for (size_t i = 1; i < together.ends.size(); ++i) {
        ASSERT_LT(together.ends[i - 1].time_s, together.ends[i].time_s);
      }
      for (const Candidate& candidate : candidates) {
        const std::vector<double> times_s = TimesOf(candidate, together);
        for (size_t i = 1; i < times_s.size(); ++i) ASSERT_LT(times_s[i - 1], times_s[i]);
        ASSERT_EQ(times_s, TimesOf(candidate, InstantsFor({candidate}, start_s, step_s)));
        ASSERT_NEAR(times_s.front(), candidate.poses.front().time_s, 1.001 * kSameInstant_s);
        ASSERT_NEAR(times_s.back(), candidate.poses.back().time_s, 1.001 * kSameInstant_s);
      }
    }
  }
}

TEST(CheckInstantsTest, ACandidateThatBeginsTooEarlyIsAnErrorThatNamesIt) {
  EXPECT_TRUE(StatusFor({Spanning(5.0 - 0.9 * kSameInstant_s, 6.0)}, 5.0, 0.5, kPlenty).ok());
  Candidate early = Spanning(5.0 - 1.1 * kSameInstant_s, 6.0);
  early.id = "early";
  const absl::Status status = StatusFor({Spanning(5.0, 6.0), early}, 5.0, 0.5, kPlenty);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("candidate early"));
  EXPECT_THAT(status.message(), HasSubstr("before the planning cycle at 5 s"));
}

TEST(CheckInstantsTest, TheLimitCountsMultiplesAndIsInclusive) {
  const std::vector<Candidate> candidates = {Spanning(1.0, 2.0), Spanning(2.0, 3.125)};
  EXPECT_TRUE(StatusFor(candidates, 0.0, 0.25, 9).ok());
  const absl::Status status = StatusFor(candidates, 0.0, 0.25, 8);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("time_step_s: 0.25 s"));
  EXPECT_THAT(status.message(), HasSubstr("from 1 s to 3.125 s"));
  EXPECT_THAT(status.message(), HasSubstr("8 instants"));
}

TEST(CheckInstantsTest, TimesThatAreNotFiniteAreErrors) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad_s : {kNan, kInfinity, 1e300}) {
    EXPECT_FALSE(StatusFor({Spanning(0.0, bad_s)}, 0.0, 0.1, kPlenty).ok()) << bad_s;
    EXPECT_FALSE(StatusFor({Spanning(0.0, 1.0), Spanning(0.0, bad_s)}, 0.0, 0.1, kPlenty).ok()) << bad_s;
    EXPECT_FALSE(StatusFor({Spanning(bad_s, bad_s)}, 0.0, 0.1, kPlenty).ok()) << bad_s;
    EXPECT_FALSE(StatusFor({Spanning(0.0, 1.0), Spanning(bad_s, 1.0)}, 0.0, 0.1, kPlenty).ok()) << bad_s;
  }
}

// "time first instant .. last instant: candidates", with the instants of each.
std::vector<std::string> WindowsOf(const std::vector<Candidate>& candidates, int steps_together) {
  const Instants instants = InstantsFor(candidates, 0.0, 1.0);
  std::vector<CandidateInstants> covered;
  for (const Candidate& candidate : candidates) covered.push_back(InstantsOf(candidate, instants));
  InstantWindows windows;
  windows.Assign(instants, {{0, 0, 1, 0}}, 7);  // What is there is replaced.
  windows.Assign(instants, covered, steps_together);
  std::vector<std::string> lines;
  for (int k = 0; k < windows.size(); ++k) {
    const InstantWindow window = windows[k];
    std::string& line =
        lines.emplace_back(absl::StrFormat("%g to %g:", window.instants.front().time_s, window.instants.back().time_s));
    for (const auto& [candidate, first, length] : window.rows) {
      line += absl::StrFormat(" %d[%d, %d)", candidate, first, first + length);
    }
  }
  return lines;
}

TEST(InstantWindowsTest, EndsAreWindowsLikeStepsOfTheGrid) {
  const std::vector<Candidate> candidates = {Spanning(0.0, 5.0), Spanning(0.5, 3.25), Spanning(2.0, 3.25),
                                             Spanning(1.5, 1.5)};
  EXPECT_THAT(WindowsOf(candidates, 3),
              ElementsAre("0.5 to 0.5: 1[0, 1)", "1.5 to 1.5: 3[0, 1)", "0 to 2: 0[0, 3) 1[1, 3) 2[2, 3)",
                          "3 to 5: 0[0, 3) 1[0, 1) 2[0, 1)", "3.25 to 3.25: 1[0, 1) 2[0, 1)"));
  EXPECT_THAT(WindowsOf({Spanning(1.0, 2.0)}, 1), ElementsAre("1 to 1: 0[0, 1)", "2 to 2: 0[0, 1)"));
  EXPECT_THAT(WindowsOf({}, 64), IsEmpty());
}

}  // namespace
}  // namespace collision2d::planner
