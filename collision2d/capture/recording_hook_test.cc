// The pairs that the filters of a batch leave undecided are recorded, by every call, on every
// thread.

#include <cstring>
#include <functional>
#include <set>
#include <thread>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/gradients.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/read_capture.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

// A body that touches the first of three squares, exactly, and is far from the others.
class RecordingHookTest : public testing::Test {
 protected:
  RecordingHookTest() {
    batch_ = PolygonBatch::Create(squares_, world_from_square_).value();
    batch_.set_pair_query_hook(&recorder_);
    map_ = StaticMap::Create(squares_, world_from_square_).value();
    map_.set_pair_query_hook(&recorder_);
  }

  // The kinds of queries that were recorded since the last call; all of them in the exact rung.
  std::set<QueryKind> Recorded() {
    CaptureContents contents = ReadCapture(CaptureBytes(memory_.ring()));
    EXPECT_TRUE(contents.status.ok()) << contents.status;
    std::set<QueryKind> kinds;
    for (const CaptureRecord& record : contents.records) {
      if (record.sequence < seen_) continue;
      seen_ = record.sequence + 1;
      kinds.insert(record.query.kind);
      EXPECT_EQ(record.query.a.size(), 3) << "the body comes first";
    }
    return kinds;
  }

  std::vector<ConvexPolygon> body_ = {ConvexPolygon::Create({{0, 0}, {-2, 1}, {-2, -1}}).value()};
  std::vector<Pose2> poses_ = {{}};
  std::vector<ConvexPolygon> squares_ = std::vector<ConvexPolygon>(3, ConvexPolygon::Rectangle(2, 2).value());
  std::vector<Pose2> world_from_square_ = {{{1, 0}}, {{50, 0}}, {{0, 70}}};
  CaptureMemory memory_{64, 1024};
  Recorder recorder_{memory_.ring()};
  PolygonBatch batch_;
  StaticMap map_;
  uint64_t seen_ = 0;
};

TEST_F(RecordingHookTest, EveryBatchCall) {
  uint64_t mask;
  ASSERT_TRUE(CollisionMask(body_, poses_, batch_, {&mask, 1}).ok());
  EXPECT_EQ(mask, 1u);
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kCollides});
  Nearest<double> nearest;
  ASSERT_TRUE(MinimumDistance(body_, poses_, batch_, {}, {&nearest, 1}).ok());
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kDistance});
  double distances[3];
  ASSERT_TRUE(AllDistances(body_, poses_, batch_, distances).ok());
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kDistance});
  ASSERT_TRUE(WithinMask(body_, poses_, batch_, 0.0, {&mask, 1}).ok());
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kDistanceWithin});
  Nearest<Separation> separation;
  ASSERT_TRUE(MinimumSeparation(body_, poses_, batch_, {}, {&separation, 1}).ok());
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kSeparation});
  Nearest<SeparationGradient> gradient;
  ASSERT_TRUE(MinimumSeparation(body_, poses_, batch_, {}, {&gradient, 1}).ok());
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kSeparationGradient});
  int32_t count;
  std::vector<ConvexPolygon> twice = {body_[0], body_[0]};
  ASSERT_TRUE(CountHits(twice, poses_, batch_, {&count, 1}).ok());
  EXPECT_EQ(count, 1);
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kCollides});
}

TEST_F(RecordingHookTest, MapsAndBatchesAmongThem) {
  uint8_t any;
  ASSERT_TRUE(AnyHit(body_, poses_, map_, {&any, 1}).ok());
  EXPECT_EQ(any, 1);
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kCollides});
  const uint64_t before = memory_.ring()->counts().claimed;
  int32_t count;
  ASSERT_TRUE(CountHits(body_, poses_, {batch_, map_}, {&count, 1}).ok());
  EXPECT_EQ(count, 2);
  EXPECT_EQ(memory_.ring()->counts().claimed, before + 2);
}

TEST_F(RecordingHookTest, TrajectoriesAndMotions) {
  const std::vector<Pose2> poses = {{{-1, 0}}, {}};
  const Trajectories trajectories = {poses, 2, {}};
  std::vector<PolygonBatch> per_step;
  for (int step = 0; step < 2; ++step) {
    per_step.push_back(PolygonBatch::Create(squares_, world_from_square_).value());
    per_step.back().set_pair_query_hook(&recorder_);
  }
  Hit hit;
  ASSERT_TRUE(FirstHit(body_, trajectories, per_step, {&hit, 1}).ok());
  EXPECT_EQ(hit.step, 1);
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kCollides});
  SweptHit swept;
  // The corner slides along the side of the square: a graze.
  const std::vector<Pose2> along = {{{0, -0.5}}, {{0, 0.5}}};
  const double times_s[] = {0.0, 1.0};
  ASSERT_TRUE(FirstHit(body_, {along, 2, {}}, times_s, map_, {}, {&swept, 1}).ok());
  EXPECT_TRUE(swept.is_undecided);
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kTimeOfImpact});
  uint8_t any;
  ASSERT_TRUE(AnyHit(body_, {along, 2, {}}, times_s, map_, {}, {&any, 1}).ok());
  EXPECT_EQ(any, 1);
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kIsMotionFree});
}

// What is asked at all is seen by a recorder of every query.
TEST_F(RecordingHookTest, SweptDistances) {
  const std::vector<Pose2> past = {Pose2({-6, 3}, UnitRotation(0.8, 0.6)), {{4, 4}}};
  const double times_s[] = {0.0, 1.0};
  SweptNearest plain;
  map_.set_pair_query_hook(nullptr);
  ASSERT_TRUE(MinimumDistance(body_, {past, 2, {}}, times_s, map_, {{}, 1e-3}, {&plain, 1}).ok());
  EXPECT_TRUE(Recorded().empty());
  Recorder every(memory_.ring(), {kAllTriggers, 1000, 1});
  map_.set_pair_query_hook(&every);
  SweptNearest asked;
  ASSERT_TRUE(MinimumDistance(body_, {past, 2, {}}, times_s, map_, {{}, 1e-3}, {&asked, 1}).ok());
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kMinimumDistanceOverMotion});
  EXPECT_GT(plain.lower_m, 0.0);
  EXPECT_EQ(asked.lower_m, plain.lower_m);
  EXPECT_EQ(asked.upper_m, plain.upper_m);
  EXPECT_EQ(asked.time_s, plain.time_s);
  EXPECT_EQ(asked.obstacle, plain.obstacle);
}

TEST_F(RecordingHookTest, OtherThreads) {
  const std::vector<Pose2> poses(200, Pose2{});
  std::vector<Hit> hits(200);
  const ParallelFor two_threads = [](int count, const std::function<void(int, int)>& run) {
    std::thread other([&] { run(0, count / 2); });
    run(count / 2, count);
    other.join();
  };
  ASSERT_TRUE(FirstHit(body_, poses, batch_, absl::MakeSpan(hits), two_threads).ok());
  EXPECT_EQ(memory_.ring()->counts().claimed, 200u);
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kCollides});
}

TEST_F(RecordingHookTest, NoHookNoRecord) {
  batch_.set_pair_query_hook(nullptr);
  uint64_t mask;
  ASSERT_TRUE(CollisionMask(body_, poses_, batch_, {&mask, 1}).ok());
  EXPECT_EQ(mask, 1u);
  EXPECT_EQ(memory_.ring()->counts().claimed, 0u);
}

// A record of `size` bytes that all have the same value.
void Write(CaptureRing* ring, size_t size, uint8_t value) {
  const CaptureRing::Claim claim = ring->TryClaim(size);
  if (claim.bytes == nullptr) return;
  std::memset(claim.bytes, value, size);
  ring->Release(claim);
}

std::vector<uint8_t> Copy(CaptureRing* ring, uint64_t sequence) {
  std::vector<uint8_t> bytes(ring->slot_bytes());
  bytes.resize(ring->Copy(sequence, absl::MakeSpan(bytes)));
  return bytes;
}

TEST(CaptureRing, KeepsTheLastRecordsAndCountsAll) {
  CaptureMemory memory(4, 16);
  CaptureRing& ring = *memory.ring();
  EXPECT_EQ(ring.slot_bytes(), 16u);
  EXPECT_TRUE(Copy(&ring, 0).empty());
  for (uint8_t i = 0; i < 3; ++i) Write(&ring, i + 1u, i);
  EXPECT_EQ(ring.OldestSequence(), 0u);
  EXPECT_EQ(Copy(&ring, 2), std::vector<uint8_t>(3, 2));
  for (uint8_t i = 3; i < 11; ++i) Write(&ring, i + 1u, i);
  EXPECT_EQ(ring.OldestSequence(), 7u);
  EXPECT_TRUE(Copy(&ring, 6).empty());
  for (uint8_t i = 7; i < 11; ++i) EXPECT_EQ(Copy(&ring, i), std::vector<uint8_t>(i + 1u, i));
  EXPECT_EQ(ring.counts().claimed, 11u);
  EXPECT_EQ(ring.counts().busy, 0u);
}

TEST(CaptureRing, CountsWhatDoesNotFit) {
  CaptureMemory memory(2, 16);
  EXPECT_NE(memory.ring()->TryClaim(16).bytes, nullptr);
  EXPECT_EQ(memory.ring()->TryClaim(17).bytes, nullptr);
  EXPECT_EQ(memory.ring()->counts().too_large, 1u);
  EXPECT_EQ(memory.ring()->counts().claimed, 1u);
  CaptureRing nothing({}, {});
  Write(&nothing, 1, 1);
  EXPECT_EQ(nothing.counts().too_large, 1u);
  EXPECT_EQ(nothing.OldestSequence(), 0u);
}

TEST(CaptureRing, DropsARecordWhoseSlotIsBusy) {
  CaptureMemory memory(2, 16);
  CaptureRing& ring = *memory.ring();
  const CaptureRing::Claim slow = ring.TryClaim(1);
  Write(&ring, 1, 1);
  Write(&ring, 1, 2);
  Write(&ring, 1, 3);
  EXPECT_EQ(ring.counts().busy, 1u);
  EXPECT_TRUE(Copy(&ring, 0).empty()) << "it is being written";
  EXPECT_TRUE(Copy(&ring, 2).empty()) << "it was dropped";
  EXPECT_EQ(Copy(&ring, 3), std::vector<uint8_t>(1, 3));
  slow.bytes[0] = 9;
  ring.Release(slow);
  EXPECT_EQ(Copy(&ring, 0), std::vector<uint8_t>(1, 9));
}

// With ThreadSanitizer too. Every record that is found is whole, and every record is accounted for.
TEST(CaptureRing, ThreadsDoNotMixRecords) {
  CaptureMemory memory(8, 64);
  CaptureRing& ring = *memory.ring();
  constexpr uint64_t kThreads = 4;
  constexpr uint64_t kRecords = 20000;
  std::vector<std::thread> threads;
  for (uint64_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&ring, t] {
      for (uint64_t i = 0; i < kRecords; ++i) Write(&ring, 1 + i % 64, static_cast<uint8_t>(t * 61 + i));
    });
  }
  for (int i = 0; i < 2000; ++i) {
    for (uint64_t sequence = ring.OldestSequence(); sequence < ring.counts().claimed; ++sequence) {
      const std::vector<uint8_t> record = Copy(&ring, sequence);
      for (const uint8_t byte : record) ASSERT_EQ(byte, record[0]);
    }
  }
  for (std::thread& thread : threads) thread.join();
  const CaptureCounts counts = ring.counts();
  EXPECT_EQ(counts.claimed, kThreads * kRecords);
  EXPECT_EQ(counts.too_large, 0u);
  EXPECT_LT(counts.busy, counts.claimed);
}

}  // namespace
}  // namespace collision2d
