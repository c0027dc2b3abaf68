// The judge finds no fault with the library, and every answer wrong that is changed by more than
// the stated error.

#include "collision2d/capture/tool/exact_judge.h"

#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/capture/records/bytes.h"
#include "collision2d/capture/replay_query.h"
#include "collision2d/capture/testing/capture_examples.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

CapturedQuery QueryOf(QueryKind kind, const ConvexPolygon& a, const ConvexPolygon& b, std::vector<double> numbers) {
  return {kind, a, b, {}, std::move(numbers)};
}

TEST(ExactJudge, TheLibraryIsRight) {
  Random random(TestSeed());
  for (int i = 0; i < 60; ++i) {
    for (const CapturedQuery& query : ExampleQueries(&random)) {
      const CaptureRecord record = ReplayQuery<PlainQueries>(query).value();
      EXPECT_FALSE(IsWrong(record)) << Name(query.kind);
    }
  }
  for (int i = 0; i < 2000; ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 12, &random);
    for (const QueryKind kind : {QueryKind::kCollides, QueryKind::kDistance, QueryKind::kSeparation}) {
      EXPECT_FALSE(IsWrong(ReplayQuery<PlainQueries>(QueryOf(kind, pair.a, pair.b, {})).value())) << Name(kind);
    }
    const CapturedQuery touching = QueryOf(QueryKind::kDistanceWithin, pair.a, pair.b, {0.0});
    EXPECT_FALSE(IsWrong(ReplayQuery<PlainQueries>(touching).value()));
  }
}

TEST(ExactJudge, EveryWordMatters) {
  Random random(TestSeed());
  for (const CapturedQuery& query : ExampleQueries(&random)) {
    const CaptureRecord record = ReplayQuery<PlainQueries>(query).value();
    if (IsMotion(query.kind)) continue;
    // Derivatives are not judged.
    const size_t judged = query.kind == QueryKind::kSeparationGradient ? 8 : record.answer.size();
    for (size_t i = 0; i < judged; ++i) {
      CaptureRecord wrong = record;
      const bool is_distance = query.kind == QueryKind::kDistance || (judged == 8 && i < 7);
      const double value = internal::DoubleOf(record.answer[i]);
      wrong.answer[i] = is_distance ? internal::BitsOf(value + 1e-6) : record.answer[i] ^ 1;
      EXPECT_TRUE(IsWrong(wrong)) << Name(query.kind) << " word " << i;
    }
  }
}

TEST(ExactJudge, PosesThatAreNotFiniteAreNeverWrong) {
  CapturedQuery query = QueryOf(QueryKind::kCollides, RegularPolygon(3, 1.0), RegularPolygon(3, 1.0), {});
  query.poses = {{{kNaN, 0.0}}};
  EXPECT_FALSE(IsWrong(ReplayQuery<PlainQueries>(query).value()));
}

// A square that drives past another one at a distance of y_m - 2 m, or into it.
CaptureRecord MotionRecord(QueryKind kind, double y_m, std::vector<double> numbers) {
  const ConvexPolygon square = ConvexPolygon::Rectangle(2.0, 2.0).value();
  const CapturedQuery query = {kind, square, square, {{}, {}, {{-5.0, y_m}}, {{5.0, y_m}}}, std::move(numbers)};
  return ReplayQuery<PlainQueries>(query).value();
}

void ExpectWrongWith(CaptureRecord record, size_t i, uint64_t word) {
  EXPECT_FALSE(IsWrong(record));
  record.answer[i] = word;
  EXPECT_TRUE(IsWrong(record)) << Name(record.query.kind) << " word " << i;
}

TEST(ExactJudge, Motions) {
  using internal::BitsOf;
  const std::vector<double> options = {0.0, 1.0, 1e-3, 1e-4};
  const CaptureRecord hit = MotionRecord(QueryKind::kTimeOfImpact, 0.0, options);
  EXPECT_EQ(hit.answer[0], uint64_t{1});
  ExpectWrongWith(hit, 0, 0);
  ExpectWrongWith(hit, 1, BitsOf(0.35));
  ExpectWrongWith(hit, 2, BitsOf(0.25));
  ExpectWrongWith(MotionRecord(QueryKind::kTimeOfImpact, 3.0, options), 0, 1);
  ExpectWrongWith(MotionRecord(QueryKind::kIsMotionFree, 0.0, options), 0, 1);
  ExpectWrongWith(MotionRecord(QueryKind::kIsMotionFree, 3.0, options), 0, 0);
  const CaptureRecord past = MotionRecord(QueryKind::kMinimumDistanceOverMotion, 3.0, {0.0, 1.0, 1e-3});
  ExpectWrongWith(past, 0, BitsOf(0.9));
  ExpectWrongWith(past, 1, BitsOf(0.9999));
  ExpectWrongWith(past, 2, BitsOf(0.0));
}

}  // namespace
}  // namespace collision2d
