// Queries of every kind come through a ring and a file as they were, and are answered again to the
// bit.

#include "collision2d/capture/replay_query.h"

#include "collision2d/capture/recorder.h"
#include "collision2d/capture/records/bytes.h"
#include "collision2d/capture/testing/capture_examples.h"
#include "collision2d/query/distance.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

void ExpectSame(const ConvexPolygon& left, const ConvexPolygon& right) {
  EXPECT_EQ(left.vertices(), right.vertices());
  EXPECT_EQ(left.radius_m(), right.radius_m());
}

TEST(ReplayQuery, EveryKind) {
  Random random(TestSeed());
  for (int i = 0; i < 20; ++i) {
    for (const CapturedQuery& query : ExampleQueries(&random)) {
      const absl::StatusOr<CaptureRecord> record = ReplayQuery<PlainQueries>(query);
      ASSERT_TRUE(record.ok()) << Name(query.kind) << record.status();
      EXPECT_EQ(record->query.kind, query.kind);
      ExpectSame(record->query.a, query.a);
      ExpectSame(record->query.b, query.b);
      EXPECT_EQ(record->query.numbers, query.numbers);
      ASSERT_EQ(record->query.poses.size(), query.poses.size());
      for (size_t k = 0; k < query.poses.size(); ++k) {
        EXPECT_EQ(record->query.poses[k].translation, query.poses[k].translation);
        EXPECT_EQ(record->query.poses[k].sin, query.poses[k].sin);
      }
      EXPECT_EQ(record->answer.size(), AnswerSize(query.kind));
      EXPECT_NE(record->triggers & kSampledTrigger, 0);
      EXPECT_EQ(record->answer, ReplayQuery<PlainQueries>(record->query)->answer);
    }
  }
}

TEST(ReplayQuery, AnswersAreThoseOfTheQuery) {
  CapturedQuery query;
  query.kind = QueryKind::kDistance;
  query.a = RegularPolygon(5, 1.0);
  query.b = RegularPolygon(7, 1.0);
  query.poses.push_back(Pose2({4.0, 1.0}, UnitRotation(0.6, 0.8)));
  EXPECT_EQ(internal::DoubleOf(ReplayQuery<PlainQueries>(query)->answer[0]),
            Distance(query.a, query.b, query.poses[0]));
}

TEST(ReplayQuery, RefusesWhatTheQueryDoesNotPermit) {
  CapturedQuery query;
  query.kind = QueryKind::kDistanceWithin;
  query.a = RegularPolygon(5, 1.0);
  query.b = RegularPolygon(7, 1.0);
  query.numbers = {-1.0};
  EXPECT_EQ(ReplayQuery<PlainQueries>(query).status().message(), "limit_m: -1 m is not a distance");
  query.numbers = {1.0};
  query.poses = {Pose2({0.0, 0.0}, UnitRotation(0.6, 0.9))};
  EXPECT_EQ(ReplayQuery<PlainQueries>(query).status().message(), "poses[0]: x 0, y 0, cos 0.6, sin 0.9 is no pose");
  query.poses = {{{1e9, 0.0}}};
  EXPECT_FALSE(ReplayQuery<PlainQueries>(query).ok());
  query.poses = {{{kNaN, 0.0}}};
  EXPECT_TRUE(ReplayQuery<PlainQueries>(query).ok());
  query.poses.resize(2);
  EXPECT_EQ(ReplayQuery<PlainQueries>(query).status().message(), "DistanceWithin with 2 poses and 1 numbers");
  query.kind = QueryKind::kTimeOfImpact;
  query.poses = {{}, {}, {}, {}};
  query.numbers = {1.0, 0.0, 1e-6, 1e-6};
  EXPECT_EQ(ReplayQuery<PlainQueries>(query).status().message(), "the query returned an error");
}

}  // namespace
}  // namespace collision2d
