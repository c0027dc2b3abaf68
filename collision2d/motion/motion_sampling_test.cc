// Answers about motions against instants of them: no sample of a free motion, or of the free part
// of one that collides, is in contact. 10^5 pairs; as motion_sampling_long_test 10^8. Prints how
// many steps the answers took.

#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/testing/motion_families.h"
#include "collision2d/motion/testing/motion_spec.h"
#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/query/collides.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr int64_t kDefaultPairs = 100000;

// The pairs are shared by this many tests, so that they can be sharded; each has all families.
constexpr int kParts = 16;

constexpr int kSamples = 16;

// How often answers took how many steps.
class StepCounts {
 public:
  void Add(int64_t steps) {
    const size_t index = static_cast<size_t>(steps);
    if (index >= counts_.size()) counts_.resize(index + 1);
    ++counts_[index];
    ++answers_;
    sum_ += steps;
  }

  int64_t most() const { return static_cast<int64_t>(counts_.size()) - 1; }
  double mean() const { return static_cast<double>(sum_) / static_cast<double>(answers_); }

  // The least number of steps that this part of the answers did not exceed.
  int64_t Quantile(double part) const {
    int64_t seen = 0;
    for (size_t steps = 0; steps < counts_.size(); ++steps) {
      seen += counts_[steps];
      if (static_cast<double>(seen) >= part * static_cast<double>(answers_)) return static_cast<int64_t>(steps);
    }
    return most();
  }

 private:
  std::vector<int64_t> counts_;
  int64_t answers_ = 0;
  int64_t sum_ = 0;
};

bool CollideAt(double time_s, const SpecPair& pair, const Motion& motion_a, const Motion& motion_b) {
  return Collides(pair.a, pair.b, RelativePose(motion_a.PoseAt(time_s), motion_b.PoseAt(time_s)));
}

// The motion as seen from a point near its start, where poses are rounded less.
MotionSpec SeenFrom(Vec2 origin, MotionSpec motion) {
  motion.start.translation = motion.start.translation - origin;
  return motion;
}

void CheckPair(const SpecPair& pair, Random* random, StepCounts* counts) {
  const ImpactResult result = TimeOfImpact(pair.a, ToMotion(pair.motion_a), pair.b, ToMotion(pair.motion_b)).value();
  const Vec2 origin = pair.motion_a.start.translation;
  const Motion motion_a = ToMotion(SeenFrom(origin, pair.motion_a));
  const Motion motion_b = ToMotion(SeenFrom(origin, pair.motion_b));
  ASSERT_FALSE(result.reached_limit) << HexFormat(pair);
  const double start_s = motion_a.start_s();
  for (int i = 0; i < kSamples; ++i) {
    const double time_s = std::min(random->Uniform(start_s, result.free_until_s), result.free_until_s);
    if (time_s >= result.free_until_s && result.verdict != MotionVerdict::kFree) continue;
    ASSERT_FALSE(CollideAt(time_s, pair, motion_a, motion_b)) << time_s << "\n" << HexFormat(pair);
  }
  if (result.verdict == MotionVerdict::kCollides) {
    ASSERT_TRUE(CollideAt(result.contact_by_s, pair, motion_a, motion_b)) << HexFormat(pair);
  }
  counts->Add(result.steps);
}

class MotionSamplingTest : public testing::TestWithParam<int> {};

TEST_P(MotionSamplingTest, NoContactInWhatIsFree) {
  const std::vector<MotionFamily> families = MotionFamilies();
  const int64_t shares = kParts * static_cast<int64_t>(families.size());
  const int64_t pairs = (TestCaseCount(kDefaultPairs) + shares - 1) / shares;
  Random random(TestSeed() * kParts + static_cast<uint64_t>(GetParam()));
  for (const MotionFamily& family : families) {
    StepCounts counts;
    for (int64_t i = 0; i < pairs; ++i) {
      ASSERT_NO_FATAL_FAILURE(CheckPair(family.generate(&random), &random, &counts)) << family.name << " " << i;
    }
    std::printf("motion-sampling %-20s %9" PRId64 " pairs  %6.2f steps  p99.9 %5" PRId64 "  at most %5" PRId64 "\n",
                family.name, pairs, counts.mean(), counts.Quantile(0.999), counts.most());
    if (family.is_traffic) {
      // A body that turns by four turns passes an obstacle eight times: 73 steps of 10^8 pairs.
      const int64_t most = std::strcmp(family.name, "turning_on_the_spot") == 0 ? 80 : 64;
      EXPECT_LE(counts.most(), most) << family.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, MotionSamplingTest, testing::Range(0, kParts));

}  // namespace
}  // namespace collision2d
