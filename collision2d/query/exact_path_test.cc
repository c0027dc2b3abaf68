// How often double precision with error bounds does not decide, on the pairs of the tables. Rare
// means below one query in 10^4 for shapes that are apart or overlap; what touches within rounding
// needs the exact path more often.

#include <cinttypes>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

// Six numbers of vertices: 120,000 pairs a class, of which fewer than 12 may need the exact path.
constexpr int64_t kDefaultPairsPerCell = 20000;

// The queries of one level on one class of pairs.
struct Tally {
  int64_t queries = 0;
  QueryContext::Counters counters;
};

struct Tallies {
  Tally collides;
  Tally distance;
  Tally separation;
};

Tallies Count(PairClass pair_class) {
  Tallies tallies;
  for (const int vertex_count : {4, 8, 12, 16, 20, 24}) {
    const int pair_count = static_cast<int>(TestCaseCount(kDefaultPairsPerCell));
    for (const PolygonPair& pair : PaperPairs(pair_class, vertex_count, pair_count, TestSeed())) {
      Collides(pair.a, pair.b, {&tallies.collides.counters});
      Distance(pair.a, pair.b, {&tallies.distance.counters});
      ComputeSeparation(pair.a, pair.b, {&tallies.separation.counters});
      ++tallies.collides.queries;
      ++tallies.distance.queries;
      ++tallies.separation.queries;
    }
  }
  return tallies;
}

void Report(PairClass pair_class, const char* query, const Tally& tally) {
  std::printf("exact path %-12s %-18s %10" PRId64 " queries %10" PRId64 " entries\n", Name(pair_class), query,
              tally.queries, tally.counters.exact_path_entries);
  testing::Test::RecordProperty(absl::StrCat(query, "_queries"), absl::StrCat(tally.queries));
  testing::Test::RecordProperty(absl::StrCat(query, "_exact_path_entries"),
                                absl::StrCat(tally.counters.exact_path_entries));
  EXPECT_EQ(tally.counters.limit_hits, 0) << query;
}

void ReportAll(PairClass pair_class, const Tallies& tallies) {
  Report(pair_class, "Collides", tallies.collides);
  Report(pair_class, "Distance", tallies.distance);
  Report(pair_class, "ComputeSeparation", tallies.separation);
}

void ExpectRare(const Tally& tally) { EXPECT_LT(tally.counters.exact_path_entries * 10000, tally.queries); }

class ExactPathTest : public testing::TestWithParam<PairClass> {};

TEST_P(ExactPathTest, IsRare) {
  const Tallies tallies = Count(GetParam());
  ReportAll(GetParam(), tallies);
  if (GetParam() == PairClass::kTouching || GetParam() == PairClass::kContact) return;
  ExpectRare(tallies.collides);
  ExpectRare(tallies.distance);
  ExpectRare(tallies.separation);
}

INSTANTIATE_TEST_SUITE_P(Classes, ExactPathTest, testing::ValuesIn(kPairClasses),
                         [](const testing::TestParamInfo<PairClass>& parameter) {
                           return std::string(Name(parameter.param));
                         });

}  // namespace
}  // namespace collision2d
