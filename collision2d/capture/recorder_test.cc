// What a recorder answers, which queries it records, and that it allocates nothing.

#include "collision2d/capture/recorder.h"

#include <thread>

#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/read_capture.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"
#include "collision2d/version.h"

namespace collision2d {
namespace {

constexpr size_t kSlotBytes = 8192;

CaptureContents Dump(CaptureMemory* memory) {
  CaptureContents contents = ReadCapture(CaptureBytes(memory->ring()));
  EXPECT_TRUE(contents.status.ok()) << contents.status;
  return contents;
}

// Returns counters and answers that a test has set, in place of those of a query.
struct ToldQueries {
  template <QueryKind kKind, typename Query>
  static auto Answer(const PairArguments& /*asked*/, QueryContext context, const Query& query) {
    *context.counters = counters;
    if constexpr (kKind == QueryKind::kCollides) {
      return true;
    } else if constexpr (kKind == QueryKind::kSeparation) {
      return separation;
    } else {
      return query();
    }
  }
  static QueryContext::Counters counters;
  static Separation separation;
};
QueryContext::Counters ToldQueries::counters;
Separation ToldQueries::separation;

// The triggers of the one record of a query that counts this; 0 if it is not recorded.
CaptureTriggers TriggersOf(const QueryContext::Counters& counters, const CaptureOptions& options = {}) {
  CaptureMemory memory(4, kSlotBytes);
  RecorderOf<ToldQueries> recorder(memory.ring(), options);
  ToldQueries::counters = counters;
  recorder.Collides(RegularPolygon(3, 1.0), RegularPolygon(4, 1.0));
  const CaptureContents contents = Dump(&memory);
  return contents.records.empty() ? CaptureTriggers{0} : contents.records[0].triggers;
}

TEST(Recorder, Triggers) {
  EXPECT_EQ(TriggersOf({}), 0);
  QueryContext::Counters counters;
  counters.iterations = 40;
  counters.support_calls = 1000;
  counters.depth_vertices = 930;
  counters.exact_path_vertices = 29;
  EXPECT_EQ(TriggersOf(counters), 0);
  ++counters.exact_path_vertices;
  EXPECT_EQ(TriggersOf(counters), kSlowTrigger);
  EXPECT_EQ(TriggersOf(counters, {kAllTriggers, 1001}), 0);
  counters.exact_path_entries = 1;
  EXPECT_EQ(TriggersOf(counters), kSlowTrigger | kExactTrigger);
  counters.limit_hits = 1;
  EXPECT_EQ(TriggersOf(counters), kSlowTrigger | kExactTrigger | kUndecidedTrigger);
  EXPECT_EQ(TriggersOf(counters, {kUndecidedTrigger}), kUndecidedTrigger);
  EXPECT_EQ(TriggersOf(counters, {0}), 0);
  EXPECT_EQ(TriggersOf({}, {kAllTriggers, 100, 1}), kSampledTrigger);
  EXPECT_EQ(TriggersOf({}, {kSlowTrigger, 100, 1}), 0);
}

TEST(Recorder, AnswersThatAreNotProvenTrigger) {
  CaptureMemory memory(8, kSlotBytes);
  RecorderOf<ToldQueries> told(memory.ring());
  ToldQueries::counters = {};
  ToldQueries::counters.exact_path_entries = 1;
  ToldQueries::separation.status = SeparationStatus::kIterationLimit;
  const ConvexPolygon shape = RegularPolygon(3, 1.0);
  told.ComputeSeparation(shape, shape, Pose2{});
  Recorder recorder(memory.ring());
  const double nan = kNaN;
  EXPECT_TRUE(recorder.Collides(shape, shape, Pose2{{nan, 0.0}}));
  EXPECT_EQ(recorder.Distance(shape, shape, Pose2{{0.0, -HUGE_VAL}}), 0.0);
  EXPECT_EQ(recorder.ComputeSeparation(shape, shape, Pose2({}, UnitRotation(nan, 0.0))).status,
            SeparationStatus::kInvalid);
  // A graze: past each other at a distance of 10^-7 m.
  const ConvexPolygon square = ConvexPolygon::Rectangle(2.0, 2.0).value();
  const auto graze = recorder.TimeOfImpact(square, {}, square, {Pose2{{-5.0, 2.0}}, Pose2{{5.0, 2.0}}}, 0.0, 1.0);
  ASSERT_TRUE(graze.ok());
  EXPECT_EQ(graze->verdict, MotionVerdict::kUndecided);
  EXPECT_FALSE(recorder.IsMotionFree(square, {}, square, {Pose2{{-5.0, 2.0}}, Pose2{{5.0, 2.0}}}, 0.0, 1.0).value());
  const CaptureContents contents = Dump(&memory);
  ASSERT_EQ(contents.records.size(), 6u);
  EXPECT_EQ(contents.records[5].query.kind, QueryKind::kIsMotionFree);
  for (const CaptureRecord& record : contents.records) EXPECT_NE(record.triggers & kUndecidedTrigger, 0);
  EXPECT_TRUE(std::isnan(contents.records[1].query.poses[0].translation.x));
}

TEST(Recorder, RecordsTheExactRung) {
  CaptureMemory memory(4, kSlotBytes);
  Recorder recorder(memory.ring());
  const ConvexPolygon a = ConvexPolygon::Rectangle(4, 2).value();
  EXPECT_FALSE(recorder.Collides(a, ConvexPolygon::Rectangle(4, 2, {9, 1}).value()));
  EXPECT_TRUE(recorder.Collides(a, ConvexPolygon::Rectangle(4, 2, {4, 1}).value()));
  const CaptureContents contents = Dump(&memory);
  ASSERT_EQ(contents.records.size(), 1u);
  const CaptureRecord& record = contents.records[0];
  EXPECT_EQ(record.query.kind, QueryKind::kCollides);
  EXPECT_EQ(record.triggers, kExactTrigger);
  EXPECT_EQ(record.query.a.vertices(), a.vertices());
  EXPECT_EQ(record.query.b.vertices()[0], (Vec2{2, 0}));
  EXPECT_EQ(record.answer, std::vector<uint64_t>{1});
  EXPECT_EQ(record.library_version, uint32_t{COLLISION2D_VERSION});
  EXPECT_FALSE(record.instruction_set.empty());
  EXPECT_EQ(record.sequence, 0u);
}

// One in N: the Nth, the 2 Nth, ...; the same in every run.
TEST(Recorder, SamplesOneInN) {
  const auto sampled = [](int64_t every, int queries) {
    CaptureMemory memory(1000, kSlotBytes);
    CaptureOptions options;
    options.triggers = kSampledTrigger;
    options.sample_every = every;
    Recorder recorder(memory.ring(), options);
    const ConvexPolygon a = RegularPolygon(5, 1.0);
    for (int i = 0; i < queries; ++i) recorder.Distance(a, a, Pose2{{static_cast<double>(i), 0.0}});
    std::vector<int> which;
    for (const CaptureRecord& record : Dump(&memory).records) {
      which.push_back(static_cast<int>(record.query.poses[0].translation.x));
    }
    return which;
  };
  EXPECT_EQ(sampled(7, 30), (std::vector<int>{6, 13, 20, 27}));
  EXPECT_EQ(sampled(1, 3), (std::vector<int>{0, 1, 2}));
  EXPECT_TRUE(sampled(0, 1000).empty());
  EXPECT_EQ(sampled(100, 1000).size(), 10u);
}

class RecorderAnswers : public testing::Test {
 protected:
  template <typename... Pose>
  void ExpectSame(const ConvexPolygon& a, const ConvexPolygon& b, const Pose&... pose) {
    EXPECT_EQ(recorder_.Collides(a, b, pose...), Collides(a, b, pose...));
    EXPECT_EQ(recorder_.Distance(a, b, pose...), Distance(a, b, pose...));
    EXPECT_EQ(recorder_.DistanceWithin(a, b, pose..., 0.5), DistanceWithin(a, b, pose..., 0.5));
    EXPECT_EQ(internal::WordsOf(recorder_.ComputeSeparation(a, b, pose...)),
              internal::WordsOf(ComputeSeparation(a, b, pose...)));
    for (const MovingShape moving : {MovingShape::kA, MovingShape::kB}) {
      EXPECT_EQ(internal::WordsOf(recorder_.ComputeSeparationGradient(a, b, pose..., moving)),
                internal::WordsOf(ComputeSeparationGradient(a, b, pose..., moving)));
    }
  }

  CaptureMemory memory_{64, kSlotBytes};
  Recorder recorder_{memory_.ring(), {kAllTriggers, 50, 3}};
};

TEST_F(RecorderAnswers, AreThoseOfTheQueries) {
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 24, &random);
    ExpectSame(pair.a, pair.b);
    ExpectSame(pair.a, pair.b, RandomPose(1.0, &random));
  }
  EXPECT_GT(memory_.ring()->counts().claimed, 1000u);
}

TEST_F(RecorderAnswers, AreThoseOfMotions) {
  Random random(TestSeed());
  for (int i = 0; i < 200; ++i) {
    const ConvexPolygon a = RandomPolygon(8, &random);
    const ConvexPolygon b = RandomPolygon(8, &random);
    const PairQueryHook::PosesOfMotion of_a = {RandomPose(4.0, &random), RandomPose(4.0, &random)};
    const PairQueryHook::PosesOfMotion of_b = {RandomPose(4.0, &random), RandomPose(4.0, &random)};
    const Motion motion_a = Motion::Between(of_a.start, of_a.end, 1.0, 2.0).value();
    const Motion motion_b = Motion::Between(of_b.start, of_b.end, 1.0, 2.0).value();
    EXPECT_EQ(internal::WordsOf(recorder_.TimeOfImpact(a, of_a, b, of_b, 1.0, 2.0).value()),
              internal::WordsOf(TimeOfImpact(a, motion_a, b, motion_b).value()));
    EXPECT_EQ(recorder_.IsMotionFree(a, of_a, b, of_b, 1.0, 2.0).value(),
              IsMotionFree(a, motion_a, b, motion_b).value());
    EXPECT_EQ(internal::WordsOf(recorder_.MinimumDistanceOverMotion(a, of_a, b, of_b, 1.0, 2.0).value()),
              internal::WordsOf(MinimumDistanceOverMotion(a, motion_a, b, motion_b).value()));
  }
  // One in three, and the slow ones.
  EXPECT_GE(memory_.ring()->counts().claimed, 200u);
}

TEST_F(RecorderAnswers, MotionErrorsAreNotRecorded) {
  const ConvexPolygon a = RegularPolygon(5, 1.0);
  EXPECT_FALSE(recorder_.TimeOfImpact(a, {}, a, {}, 1.0, 0.0).ok());
  EXPECT_FALSE(recorder_.TimeOfImpact(a, {}, a, {Pose2({0, 0}, UnitRotation(2.0, 0.0)), Pose2{}}, 0.0, 1.0).ok());
  EXPECT_FALSE(recorder_.IsMotionFree(a, {}, a, {}, 0.0, 1.0, {0.0, 1e-6}).ok());
  EXPECT_FALSE(recorder_.MinimumDistanceOverMotion(a, {}, a, {}, 0.0, 1.0, -1.0).ok());
  EXPECT_EQ(memory_.ring()->counts().claimed, 0u);
}

TEST_F(RecorderAnswers, AllocateNothing) {
  const ConvexPolygon a = RegularPolygon(64, 1.0);
  const ConvexPolygon large = RegularPolygon(600, 1.0);
  Recorder every(memory_.ring(), {kAllTriggers, 50, 1});
  const int64_t before = AllocationCount();
  for (int i = 0; i < 100; ++i) {
    const Pose2 pose{{0.03 * i, 0.0}};
    every.Collides(a, a, pose);
    every.ComputeSeparationGradient(a, a, pose);
    every.Distance(a, large, pose);
    EXPECT_TRUE(every.TimeOfImpact(a, {}, a, {pose, pose}, 0.0, 1.0).ok());
    EXPECT_TRUE(every.IsMotionFree(a, {}, a, {pose, pose}, 0.0, 1.0).ok());
    EXPECT_TRUE(every.MinimumDistanceOverMotion(a, {}, a, {pose, pose}, 0.0, 1.0).ok());
  }
  EXPECT_EQ(AllocationCount() - before, 0);
  EXPECT_EQ(memory_.ring()->counts().claimed, 500u);
  EXPECT_EQ(memory_.ring()->counts().too_large, 100u);
}

// Recorders of many threads with one ring, and one recorder of many threads; with ThreadSanitizer
// too.
TEST(RecorderThreads, ShareARingAndARecorder) {
  CaptureMemory memory(16, 1024);
  Recorder shared(memory.ring(), {kAllTriggers, 1000, 5});
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&memory, &shared] {
      Recorder own(memory.ring(), {kAllTriggers, 1000, 5});
      const ConvexPolygon a = RegularPolygon(6, 1.0);
      for (int i = 0; i < 3000; ++i) {
        own.Distance(a, a, Pose2{{3.0, 0.1}});
        shared.Distance(a, a, Pose2{{3.0, 0.1}});
      }
    });
  }
  // Whatever is dumped meanwhile is whole.
  for (int i = 0; i < 50; ++i) {
    const CaptureContents contents = ReadCapture(CaptureBytes(memory.ring()));
    ASSERT_TRUE(contents.status.ok()) << contents.status;
  }
  for (std::thread& thread : threads) thread.join();
  // Each own recorder samples exactly one in five; the shared one may lose counts.
  EXPECT_GE(memory.ring()->counts().claimed, 1800u);
  const CaptureContents contents = ReadCapture(CaptureBytes(memory.ring()));
  EXPECT_TRUE(contents.status.ok()) << contents.status;
  EXPECT_FALSE(contents.records.empty());
}

}  // namespace
}  // namespace collision2d
