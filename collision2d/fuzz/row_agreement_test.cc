#include "collision2d/fuzz/row_agreement.h"

#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

TEST(RowAgreement, OnThePairsOfTheTables) {
  for (const PairClass pair_class : kPairClasses) {
    for (const int vertex_count : {4, 12}) {
      for (const PolygonPair& pair : PaperPairs(pair_class, vertex_count, 500, TestSeed())) {
        ASSERT_TRUE(RowsAgree(pair.a, pair.b)) << Name(pair_class);
      }
    }
  }
}

}  // namespace
}  // namespace collision2d
