// Which batch calls are recorded, and which of their rows.

#include "collision2d/capture/batch_recorder.h"

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/results.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/read_capture.h"
#include "collision2d/capture/replay_query.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/polygon_generators.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

int64_t now_ns = 0;
int64_t step_ns = 0;

// A clock that advances by step_ns between two looks.
int64_t TestClock() { return now_ns += step_ns; }

// A body of a rectangle that steps past four boxes in a row.
class BatchRecorderTest : public testing::Test {
 protected:
  BatchRecorderTest() {
    for (int k = 0; k < 4; ++k) {
      obstacles_.push_back(ConvexPolygon::Rectangle(2.0, 2.0).value());
      world_from_obstacle_.push_back({{3.0 * k, 0.0}});
    }
    for (int p = 0; p < 5; ++p) poses_.push_back({{3.0 * p, 1.5}});
    batch_ = PolygonBatch::Create(obstacles_, world_from_obstacle_).value();
  }

  std::vector<CaptureRecord> Records() {
    CaptureContents contents = ReadCapture(CaptureBytes(memory_.ring()));
    EXPECT_TRUE(contents.status.ok()) << contents.status;
    return contents.records;
  }
  CaptureCounts counts() const { return const_cast<CaptureMemory&>(memory_).ring()->counts(); }

  std::vector<ConvexPolygon> body_ = {ConvexPolygon::Rectangle(1.0, 2.0).value()};
  std::vector<Pose2> poses_;
  std::vector<ConvexPolygon> obstacles_;
  std::vector<Pose2> world_from_obstacle_;
  PolygonBatch batch_;
  CaptureMemory memory_{32, 2048};
};

TEST_F(BatchRecorderTest, SamplesOneCallInN) {
  BatchRecorder recorder(memory_.ring(), {3});
  std::vector<uint64_t> mask(5);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(recorder.CollisionMask(body_, poses_, batch_, absl::MakeSpan(mask)).ok());
  const std::vector<CaptureRecord> records = Records();
  // Calls 2, 5 and 8, rows 0, 1 and 2.
  ASSERT_EQ(records.size(), 3u);
  const int rows[] = {0, 1, 2};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(records[i].query.kind, QueryKind::kCollisionMask);
    EXPECT_EQ(records[i].triggers, kSampledTrigger);
    EXPECT_EQ(records[i].query.poses[0].translation, (Vec2{3.0 * rows[i], 1.5}));
    EXPECT_EQ(records[i].query.obstacles.size(), 4u);
    EXPECT_EQ(records[i].answer, std::vector<uint64_t>{uint64_t{1} << rows[i]});
  }
}

TEST_F(BatchRecorderTest, RecordsRowsOfSlowCallsAndCountsTheOthers) {
  BatchCaptureOptions options;
  options.clock_ns = TestClock;
  options.slow_call_ns = 1000;
  options.rows_of_slow_call = 2;
  BatchRecorder recorder(memory_.ring(), options);
  std::vector<Hit> first_hit(5);
  step_ns = 999;
  ASSERT_TRUE(recorder.FirstHit(body_, poses_, batch_, absl::MakeSpan(first_hit)).ok());
  EXPECT_EQ(counts().claimed, 0u);
  step_ns = 1000;
  ASSERT_TRUE(recorder.FirstHit(body_, poses_, batch_, absl::MakeSpan(first_hit)).ok());
  const std::vector<CaptureRecord> records = Records();
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[1].triggers, kSlowTrigger);
  EXPECT_EQ(records[1].answer, (std::vector<uint64_t>{1, 0}));
  EXPECT_EQ(counts().rows_left_out, 3u);
}

TEST_F(BatchRecorderTest, CountsRowsThatNoSlotHolds) {
  std::vector<ConvexPolygon> many(40, obstacles_[0]);
  const PolygonBatch batch = PolygonBatch::Create(many, std::vector<Pose2>(40)).value();
  BatchRecorder recorder(memory_.ring(), {1});
  std::vector<uint8_t> any(5);
  ASSERT_TRUE(recorder.AnyHit(body_, poses_, batch, absl::MakeSpan(any)).ok());
  EXPECT_EQ(counts().too_large, 1u);
  EXPECT_EQ(counts().claimed, 0u);
}

TEST_F(BatchRecorderTest, ErrorsAndEmptyCallsAreNotRecorded) {
  BatchRecorder recorder(memory_.ring(), {1});
  std::vector<uint8_t> any(4);
  EXPECT_EQ(recorder.AnyHit(body_, poses_, batch_, absl::MakeSpan(any)),
            AnyHit(body_, poses_, batch_, absl::MakeSpan(any)));
  EXPECT_TRUE(recorder.AnyHit(body_, {}, batch_, {}).ok());
  EXPECT_EQ(counts().claimed, 0u);
  // No obstacles and no body are legal rows.
  EXPECT_TRUE(recorder.AnyHit({}, poses_, PolygonBatch(), absl::MakeSpan(any).first(0)).code() ==
              absl::StatusCode::kInvalidArgument);
  std::vector<uint8_t> five(5);
  EXPECT_TRUE(recorder.AnyHit({}, poses_, PolygonBatch(), absl::MakeSpan(five)).ok());
  ASSERT_EQ(Records().size(), 1u);
  EXPECT_TRUE(Records()[0].query.obstacles.empty());
}

// A row has the obstacles that are present, and the answer that a batch of them alone gives.
TEST_F(BatchRecorderTest, RowsLeaveOutAbsentObstacles) {
  std::vector<const ConvexPolygon*> shapes;
  std::vector<ConvexPolygon> present;
  std::vector<Pose2> places;
  std::vector<Pose2> present_places;
  for (int k = 0; k < 150; ++k) {
    const bool is_present = k % 3 != 0 && k < 148;
    shapes.push_back(is_present ? &obstacles_[0] : nullptr);
    places.push_back({{1.5 * (k % 10), 2.5 * (k / 10) - 10.0}});
    if (!is_present) continue;
    present.push_back(obstacles_[0]);
    present_places.push_back(places.back());
  }
  const PolygonBatch batch = PolygonBatch::Create(shapes, places).value();
  CaptureMemory memory(64, 1 << 14);
  BatchRecorder recorder(memory.ring(), {1});
  std::vector<uint64_t> mask(5 * 3);
  std::vector<uint8_t> any(5);
  std::vector<Hit> first(5);
  std::vector<int32_t> count(5);
  std::vector<Nearest<double>> nearest(5);
  std::vector<double> distances(5 * 150);
  std::vector<Nearest<Separation>> least(5);
  // A pose each.
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(recorder.CollisionMask(body_, poses_, batch, absl::MakeSpan(mask)).ok());
    ASSERT_TRUE(recorder.AnyHit(body_, poses_, batch, absl::MakeSpan(any)).ok());
    ASSERT_TRUE(recorder.FirstHit(body_, poses_, batch, absl::MakeSpan(first)).ok());
    ASSERT_TRUE(recorder.CountHits(body_, poses_, batch, absl::MakeSpan(count)).ok());
    ASSERT_TRUE(recorder.MinimumDistance(body_, poses_, batch, {}, absl::MakeSpan(nearest)).ok());
    ASSERT_TRUE(recorder.AllDistances(body_, poses_, batch, absl::MakeSpan(distances)).ok());
    ASSERT_TRUE(recorder.WithinMask(body_, poses_, batch, 1.0, absl::MakeSpan(mask)).ok());
    ASSERT_TRUE(recorder.MinimumSeparation(body_, poses_, batch, {}, absl::MakeSpan(least)).ok());
  }
  CaptureContents contents = ReadCapture(CaptureBytes(memory.ring()));
  ASSERT_TRUE(contents.status.ok()) << contents.status;
  ASSERT_EQ(contents.records.size(), 40u);
  for (const CaptureRecord& record : contents.records) {
    EXPECT_EQ(record.query.obstacles.size(), present.size());
    const absl::StatusOr<CaptureRecord> replayed = ReplayQuery<PlainQueries>(record.query);
    ASSERT_TRUE(replayed.ok()) << replayed.status();
    EXPECT_EQ(record.answer, replayed->answer) << Name(record.query.kind);
  }
  EXPECT_EQ(memory.ring()->counts().rows_left_out, 0u);
}

TEST_F(BatchRecorderTest, NoObstacleIsPresent) {
  const std::vector<const ConvexPolygon*> none(70);
  const PolygonBatch batch = PolygonBatch::Create(none, std::vector<Pose2>(70)).value();
  BatchRecorder recorder(memory_.ring(), {1});
  std::vector<uint64_t> mask(5 * 2);
  std::vector<Hit> first(5);
  ASSERT_TRUE(recorder.CollisionMask(body_, poses_, batch, absl::MakeSpan(mask)).ok());
  ASSERT_TRUE(recorder.FirstHit(body_, poses_, batch, absl::MakeSpan(first)).ok());
  const std::vector<CaptureRecord> records = Records();
  ASSERT_EQ(records.size(), 2u);
  EXPECT_TRUE(records[0].answer.empty());
  EXPECT_EQ(static_cast<int64_t>(records[1].answer[0]), -1);
}

TEST_F(BatchRecorderTest, AllocatesNothing) {
  BatchRecorder recorder(memory_.ring(), {1});
  std::vector<Nearest<Separation>> nearest(5);
  const int64_t before = AllocationCount();
  for (int i = 0; i < 10; ++i) {
    if (!recorder.MinimumSeparation(body_, poses_, batch_, {}, absl::MakeSpan(nearest)).ok()) FAIL();
  }
  EXPECT_EQ(AllocationCount() - before, 0);
  EXPECT_EQ(counts().claimed, 10u);
}

}  // namespace
}  // namespace collision2d
