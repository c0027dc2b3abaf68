// Pairs that were once answered wrongly, each named after its failure and compared with the exact oracle.

#include <initializer_list>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/query_checker.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

ConvexPolygon Polygon(std::initializer_list<Vec2> vertices) {
  return ConvexPolygon::Create(std::vector<Vec2>(vertices)).value();
}

// The direction of the support point was the edge itself, whose products underflow.
TEST(QueryRegression, DepthThroughASubnormalEdge) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(Polygon({{0x0p+0, 0x0p+0},
                                     {0x0.0000000000001p-1022, 0x0p+0},
                                     {0x1.250362e5c8112p+0, 0x1.86af2e87b56c3p-2},
                                     {0x1.86af2e87b56c3p+0, 0x1.86af2e87b56c3p+0},
                                     {0x1.86af2e87b56c3p-2, 0x1.86af2e87b56c3p+0},
                                     {0x0p+0, 0x1.86af2e87b56c3p-1}}),
                            Polygon({{0x0p+0, 0x1.250362e5c8112p+0},
                                     {0x1.250362e5c8112p+0, 0x0p+0},
                                     {0x1.86af2e87b56c3p+0, 0x1.250362e5c8112p+0},
                                     {0x0p+0, 0x1.86af2e87b56c3p+0}})));
}

// Progress by the rounding of the CSO points themselves: the same simplex over and over, up to the iteration bound.
TEST(QueryRegression, SupportPointThatRoundingKeepsProposing) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(Polygon({{-0x1.097c11c2ee7a2p-1, -0x1.b1c833a0d46cep+1},
                                     {0x1.1f0b807c4f0a6p+0, -0x1.de631da89ff58p+0},
                                     {0x1.7b556fc91ea04p-3, -0x1.844ec23b526d1p+0}}),
                            Polygon({{-0x1.d246f3135147ep-1, -0x1.a6fcd1dc10415p-2},
                                     {0x1.a6fcd1dc10418p-2, -0x1.d246f3135147ep-1},
                                     {0x1.d246f3135147ep-1, 0x1.a6fcd1dc10417p-2},
                                     {-0x1.a6fcd1dc10416p-2, 0x1.d246f3135147ep-1}})));
}

// The rounded centre of a sliver far out is not always inside of it: a circle of radius 0 about it proves nothing.
TEST(QueryRegression, RoundedCentreOutsideOfASliver) {
  const ConvexPolygon a = Polygon({{0x1.07970f81e3e3fp+18, -0x1.af319207c6f4p+15},
                                   {0x1.07970f972d323p+18, -0x1.af31915ddea9cp+15},
                                   {0x1.07970f97cb7a1p+18, -0x1.af319158ef447p+15},
                                   {0x1.07970f8314e03p+18, -0x1.af3191fe44901p+15}});
  const ConvexPolygon b = Polygon({{0x1.07970f81e3e3fp+18, -0x1.af319207c6f41p+15},
                                   {0x1.07970f8314e04p+18, -0x1.af3191fe44902p+15},
                                   {0x1.07970f97cb7a2p+18, -0x1.af319158ef447p+15},
                                   {0x1.07970f972d323p+18, -0x1.af31915ddea9dp+15}});
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(a, b));
  EXPECT_TRUE(checker.Check(b, a));
}

// Segments that cross by 5e-17 m: with a closest point of that length every support point is noise.
TEST(QueryRegression, SegmentsThatTouchWithinRounding) {
  const ConvexPolygon a = Polygon({{0x1.65e102a187ac6p-1, -0x1.c9189af3074ecp-2},  //
                                   {0x1.a403112d95ae4p-1, -0x1.2f9dc10f1dd15p-1}});
  const ConvexPolygon b = Polygon({{0x1.46cffb5b80ab8p-1, -0x1.7e07275d6d24cp-2},  //
                                   {0x1.c31418739caf2p-1, -0x1.55267ad9eae66p-1}});
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(a, b));
  EXPECT_TRUE(checker.Check(b, a));
  EXPECT_EQ(checker.counters().cap_hits, 0);
}

// The closest point of an edge was measured from its far end, and the step was rejected as leading away from the origin.
TEST(QueryRegression, DirectionBesideAVertexOfALargeShape) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(Polygon({{-0x1.ba65678042e54p+16, -0x1.da3de856ba9ccp+17},
                                     {0x1.80c36ca325665p+16, -0x1.fa5f38029b7f1p+17},
                                     {0x1.c1060bfae72afp+16, -0x1.732b37c39d65p+15},
                                     {-0x1.7a22c82881207p+16, -0x1.e54bf22833b6cp+14}}),
                            Polygon({{0x1.c1060bfaec77fp+16, -0x1.732b37c314ee3p+15}})));
}

// Two edges of b and one of a are parallel within rounding, and the first edge faces nothing.
TEST(QueryRegression, WitnessesAcrossAnOverhangingEdge) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(Polygon({{0x1.b401dd3b9afbbp-4, 0x1.b401dd3b9afbcp-3},
                                     {0x1.10812a4540dd5p-1, 0x1.10812a4540dd5p-1},
                                     {0x1.470165ecb43ccp-2, 0x1.470165ecb43ccp-1},
                                     {0x1.b401dd3b9afbbp-4, 0x1.b401dd3b9afbbp-2}}),
                            Polygon({{0x0p+0, 0x1.b401dd3b9afbbp-4},
                                     {0x1.b401dd3b9afbbp-4, 0x1.b401dd3b9afbbp-3},
                                     {0x1.470165ecb43ccp-2, 0x1.b401dd3b9afbbp-2},
                                     {0x1.b401dd3b9afbbp-4, 0x1.b401dd3b9afbbp-2}})));
}

// A point beyond the tip of a needle seemed nearest to the side that it is behind.
TEST(QueryRegression, DirectionBeforeTheTipOfANeedle) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(Polygon({{-0x1.b58273197d80bp-681, -0x1.013c504dc8f46p-680}}),
                            Polygon({{-0x1.b582734fb48aep-681, -0x1.013c501c05d23p-680},
                                     {0x1.a1d3ba6d26e51p-686, -0x1.0d07842f48818p-681},
                                     {0x1.cad9ebd068b43p-682, -0x1.2e545303c8e0ep-682},
                                     {0x1.6636a9b2b16ebp-681, -0x1.4408f14da44adp-683}})));
}

// All posed vertices fall on one point, which is the point a: a hull without edges.
TEST(QueryRegression, PosedPolygonThatCollapsesOntoAPoint) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(
      Polygon({{0x1.e34160ecd3756p+24, -0x1.efb72c232f044p+24}}),
      Polygon({{-0x1.b3460d5dae27ap-31, -0x1.4fcf57da703b3p-31},
               {0x1.4fcf57da703b4p-31, -0x1.b3460d5dae279p-31},
               {0x1.b3460d5dae279p-31, 0x1.4fcf57da703b3p-31},
               {-0x1.4fcf57da703b3p-31, 0x1.b3460d5dae279p-31}}),
      Pose2{{0x1.e34160ecd3756p+24, -0x1.efb72c232f044p+24}, 0x1.fa851afe8f915p-1, -0x1.2ad6c97bf5a75p-3}));
}

// A corner that rounding makes reflex: the posed edges are not all edges of the hull.
TEST(QueryRegression, DepthOfAPosedNeedle) {
  QueryChecker checker;
  EXPECT_TRUE(
      checker.Check(Polygon({{-0x1.594cd7b42c524p-1, -0x1.322192f0faad7p-1},
                             {-0x1.e6a66d2495cfp-4, -0x1.af72805394759p-4},
                             {0x1.a42d0a8f89116p-3, 0x1.74836aafa7153p-3},
                             {0x1.ec8156042912cp-2, 0x1.b4a355717549p-2},
                             {0x1.62aa89422a496p-1, 0x1.3a6f4a4a37d1dp-1},
                             {-0x1.efbacfcea1113p-2, -0x1.b77f2c06d1748p-2},
                             {-0x1.1d313ff9a3811p-1, -0x1.f9aeeedcf5d5ep-2},
                             {-0x1.462c1266c4d75p-1, -0x1.212c442ff18b2p-1}}),
                    Polygon({{0x1.5e4406d91b70cp+14, -0x1.515544105219ap+16},
                             {0x1.5e44da49b91f2p+14, -0x1.515535a6aa4c7p+16},
                             {0x1.5e49e2f033732p+14, -0x1.5154ddcf8a3c1p+16},
                             {0x1.5e4b31c871fa8p+14, -0x1.5154c6fc742b4p+16},
                             {0x1.5e4aa4272d5bbp+14, -0x1.5154d0a3ea7d2p+16},
                             {0x1.5e44119940761p+14, -0x1.51554354b8cc3p+16}}),
                    Pose2{{-0x1.6a5645a67fb1p+14, 0x1.5088aa87b25c8p+16}, 0x1.fffac52415ba6p-1, 0x1.24b8703e33452p-7}));
}

// A short edge far from the other shape, in a pair that is scaled: the cross product at its ends has no digit right in double precision.
TEST(QueryRegression, DistanceFromAShortEdgeOfATinyPair) {
  const double s = 0x1p-500;
  const double h = 0x1p-20;
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(Polygon({{0.0, 0.0}}), *ConvexPolygon::Hull({{s * (0.6 - 0.8 * h), s * (0.8 + 0.6 * h)},
                                                                         {s * (0.6 + 0.8 * h), s * (0.8 - 0.6 * h)},
                                                                         {s * 1.2, s * 1.6}})));
}

// Apart by 5.3e-15: the search for the closest point must not take a vertex for no nearer than its rounding.
TEST(QueryRegression, DistanceOfASegmentWithinRounding) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(
      Polygon({{-0x1.1128a93e214d2p+0, -0x1.32543ec401496p+0}, {0x1.ce3cdef491b0fp-1, 0x1.387cd3a864d3p+0}}),
      Polygon({{-0x1.9926bcb530d43p+0, -0x1.dba3584751fe4p-2},
               {-0x1.d74bd6e247febp-1, -0x1.044c6355b6e59p+0},
               {0x1.d74bd6e247febp-1, 0x1.3e0bab8d1e8a9p+0}})));
}

}  // namespace
}  // namespace collision2d
