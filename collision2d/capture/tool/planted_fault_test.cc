// A wrong kernel in a recorded run: replay finds the records that it answered wrongly, and
// shrinking reduces one of 64 vertices each to a few, in a test that compiles.

#include "collision2d/capture/tool/testing/planted_fault.h"

#include <cstdio>
#include <fstream>
#include <iterator>

#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/read_capture.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/capture/replay_query.h"
#include "collision2d/capture/tool/query_picture.h"
#include "collision2d/capture/tool/regression_text.h"
#include "collision2d/capture/tool/replay_records.h"
#include "collision2d/capture/tool/shrink_query.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/portable_shapes.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

// The run and all that follows is the same with every compiler, since planted_regression_test.cc
// is.
constexpr uint64_t kSeed = 20261123;

ConvexPolygon EllipseOf64(Random* random) {
  for (;;) {
    ConvexPolygon shape = PortableEllipse(64, random);
    if (shape.size() == 64) return shape;
  }
}

// 4000 queries by the kernel with the fault, one in ten of which is sampled; the last 300 records
// are in the file.
CaptureContents RecordARun() {
  CaptureMemory memory(300, 4096);
  RecorderOf<PlantedFault> recorder(memory.ring(), {kSampledTrigger, 100, 10});
  Random random(kSeed);
  for (int i = 0; i < 4000; ++i) {
    const ConvexPolygon a = EllipseOf64(&random);
    const ConvexPolygon b = EllipseOf64(&random);
    const Vec2 translation = {random.Uniform(-4.0, 4.0), random.Uniform(-4.0, 4.0)};
    recorder.Collides(a, b, RationalPose(translation, random.Uniform(-1.0, 1.0)));
  }
  const std::string path = testing::TempDir() + "/planted.capture";
  EXPECT_TRUE(DumpCapture(memory.ring(), path).ok());
  return ReadCaptureFile(path);
}

absl::StatusOr<CaptureRecord> AnswerByFault(const CapturedQuery& query, int64_t slow_work) {
  return ReplayQuery<PlantedFault>(query, slow_work);
}
absl::StatusOr<CaptureRecord> AnswerByLibrary(const CapturedQuery& query, int64_t slow_work) {
  return ReplayQuery<PlainQueries>(query, slow_work);
}

class PlantedFaultTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { contents_ = new CaptureContents(RecordARun()); }
  static void TearDownTestSuite() { delete contents_; }
  static CaptureContents* contents_;
};
CaptureContents* PlantedFaultTest::contents_ = nullptr;

TEST_F(PlantedFaultTest, IsFoundAndShrunk) {
  const CaptureContents& contents = *contents_;
  ASSERT_TRUE(contents.status.ok()) << contents.status;
  ASSERT_EQ(contents.records.size(), 300u);
  EXPECT_EQ(contents.replaced, 100u);

  // The fault answers as it did; the library answers otherwise where the fault is.
  ReplayReport by_fault;
  ReplayReport replay;
  std::string lines;
  for (size_t i = 0; i < contents.records.size(); ++i) {
    EXPECT_EQ(ReplayRecord(contents.records[i], i, AnswerByFault, &by_fault), "");
    lines += ReplayRecord(contents.records[i], i, AnswerByLibrary, &replay);
  }
  EXPECT_EQ(by_fault.same, 300);
  EXPECT_EQ(replay.refused, 0);
  ASSERT_GT(replay.different, 0);
  ASSERT_LT(replay.different, 30);
  EXPECT_NE(lines.find("answer: recorded 0 (0x0000000000000000), now 1 (0x0000000000000001)"), std::string::npos)
      << lines;

  const Predicate is_wrong = [](const CapturedQuery& query) { return Holds(Keep::kWrong, 100, AnswerByFault, query); };
  size_t first = 0;
  while (!is_wrong(contents.records[first].query)) ++first;
  const CaptureRecord& record = contents.records[first];
  EXPECT_EQ(lines.find(DescribeRecord(record, first)), 0u) << lines;
  EXPECT_EQ(record.query.a.size() + record.query.b.size(), 128);
  const CapturedQuery shrunk = ShrinkQuery(record.query, is_wrong);
  std::printf("%s\n", ShrunkText(record.query, shrunk).c_str());
  EXPECT_TRUE(is_wrong(shrunk));
  EXPECT_LE(shrunk.a.size() + shrunk.b.size(), 4);
  EXPECT_TRUE(shrunk.poses.empty());

  const std::string text =
      RegressionText(shrunk, Keep::kWrong, 100, DescribeRecord(record, first) + ", shrunk while wrong");
  // To become the file, when what is printed changes.
  std::ofstream(testing::TempDir() + "/planted_regression_test.cc") << text;
  std::ifstream file("collision2d/capture/tool/planted_regression_test.cc");
  const std::string expected{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, expected) << "the file is this text, which planted_regression_test compiles";
  EXPECT_EQ(QueryPicture(shrunk).find("<svg "), 0u);
}

// Each pair of the run that is wrong shrinks as far.
TEST_F(PlantedFaultTest, EveryWrongPairShrinks) {
  int wrong = 0;
  for (const CaptureRecord& record : contents_->records) {
    const Predicate is_wrong = [](const CapturedQuery& query) {
      return Holds(Keep::kWrong, 100, AnswerByFault, query);
    };
    if (!is_wrong(record.query)) continue;
    ++wrong;
    const CapturedQuery shrunk = ShrinkQuery(record.query, is_wrong);
    EXPECT_LE(shrunk.a.size() + shrunk.b.size(), 4);
  }
  EXPECT_GT(wrong, 1);
}

}  // namespace
}  // namespace collision2d
