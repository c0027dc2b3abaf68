// The judge finds no fault with the library, and every answer wrong that is changed by more than the stated error.

#include "collision2d/capture/tool/exact_judge.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "collision2d/capture/ask_again.h"
#include "collision2d/capture/capture_examples.h"
#include "collision2d/capture/little_endian.h"
#include "collision2d/capture/plain_queries.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

CapturedQuery QueryOf(QueryKind kind, const ConvexPolygon& a, const ConvexPolygon& b, std::vector<double> numbers) {
  return {kind, {a}, {b}, {}, std::move(numbers)};
}

TEST(ExactJudge, TheLibraryIsRight) {
  Random random(TestSeed());
  for (int i = 0; i < 60; ++i) {
    for (const CapturedQuery& query : ExampleQueries(&random)) {
      if (query.kind == QueryKind::kTimeOfImpact) continue;
      const CaptureRecord record = AskAgain<PlainQueries>(query).value();
      EXPECT_FALSE(IsWrong(record).value()) << Name(query.kind);
    }
  }
  for (int i = 0; i < 2000; ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 12, &random);
    for (const QueryKind kind : {QueryKind::kCollides, QueryKind::kDistance, QueryKind::kSeparation}) {
      EXPECT_FALSE(IsWrong(AskAgain<PlainQueries>(QueryOf(kind, pair.a, pair.b, {})).value()).value()) << Name(kind);
    }
    const CapturedQuery touching = QueryOf(QueryKind::kDistanceWithin, pair.a, pair.b, {0.0});
    EXPECT_FALSE(IsWrong(AskAgain<PlainQueries>(touching).value()).value());
  }
}

TEST(ExactJudge, EveryWordMatters) {
  Random random(TestSeed());
  for (const CapturedQuery& query : ExampleQueries(&random)) {
    if (query.kind == QueryKind::kTimeOfImpact) continue;
    const CaptureRecord record = AskAgain<PlainQueries>(query).value();
    // Derivatives are not judged.
    const size_t judged = query.kind == QueryKind::kSeparationGradient ? 8 : record.answer.size();
    for (size_t i = 0; i < judged; ++i) {
      CaptureRecord wrong = record;
      const bool is_pair_distance =
          !IsRow(query.kind) && (query.kind == QueryKind::kDistance || (judged == 8 && i < 7));
      const double value = internal::DoubleOf(record.answer[i]);
      wrong.answer[i] = is_pair_distance ? internal::BitsOf(value + 1e-6) : record.answer[i] ^ 1;
      EXPECT_TRUE(IsWrong(wrong).value()) << Name(query.kind) << " word " << i;
    }
  }
}

TEST(ExactJudge, PosesThatAreNotFiniteAreNeverWrong) {
  CapturedQuery query = QueryOf(QueryKind::kCollides, RegularPolygon(3, 1.0), RegularPolygon(3, 1.0), {});
  query.poses = {{{std::numeric_limits<double>::quiet_NaN(), 0.0}}};
  EXPECT_FALSE(IsWrong(AskAgain<PlainQueries>(query).value()).value());
}

TEST(ExactJudge, MotionsHaveNoOracle) {
  Random random(TestSeed());
  for (const CapturedQuery& query : ExampleQueries(&random)) {
    if (query.kind != QueryKind::kTimeOfImpact) continue;
    EXPECT_EQ(IsWrong(AskAgain<PlainQueries>(query).value()).status().message(), "TimeOfImpact has no oracle here");
  }
}

}  // namespace
}  // namespace collision2d
