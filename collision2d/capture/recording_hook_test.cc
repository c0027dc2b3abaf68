// The pairs that the filters of a batch leave undecided are recorded, by every call, on every
// thread.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <thread>
#include <vector>

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
#include "gtest/gtest.h"

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
      EXPECT_EQ(record.query.body[0].size(), 3) << "the body comes first";
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
  ASSERT_TRUE(DistancesWithin(body_, poses_, batch_, 0.0, {&mask, 1}).ok());
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kDistanceWithin});
  Nearest<Separation> separation;
  ASSERT_TRUE(LeastSeparation(body_, poses_, batch_, {}, {&separation, 1}).ok());
  EXPECT_EQ(Recorded(), std::set<QueryKind>{QueryKind::kSeparation});
  Nearest<SeparationGradient> gradient;
  ASSERT_TRUE(LeastSeparation(body_, poses_, batch_, {}, {&gradient, 1}).ok());
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
  const std::vector<Pose2> past = {{{-6, 3}, 0.8, 0.6}, {{4, 4}}};
  const double times_s[] = {0.0, 1.0};
  SweptNearest plain;
  map_.set_pair_query_hook(nullptr);
  ASSERT_TRUE(MinimumDistance(body_, {past, 2, {}}, times_s, map_, 1e-3, {&plain, 1}).ok());
  EXPECT_TRUE(Recorded().empty());
  Recorder every(memory_.ring(), {kAllTriggers, 1000, 1});
  map_.set_pair_query_hook(&every);
  SweptNearest asked;
  ASSERT_TRUE(MinimumDistance(body_, {past, 2, {}}, times_s, map_, 1e-3, {&asked, 1}).ok());
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

}  // namespace
}  // namespace collision2d
