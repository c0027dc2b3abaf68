// Pairs that were once answered wrongly, each named after its failure and compared with the exact
// oracle.

#include <initializer_list>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/query_checker.h"
#include "collision2d/testing/test.h"

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

// Progress by the rounding of the CSO points themselves: the same simplex over and over, up to the
// iteration bound.
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

// The rounded centre of a sliver far out is not always inside of it: a circle of radius 0 about it
// proves nothing.
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
  EXPECT_EQ(checker.counters().limit_hits, 0);
}

// The closest point of an edge was measured from its far end, and the step was rejected as leading
// away from the origin.
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
  EXPECT_TRUE(checker.Check(Polygon({{0x1.e34160ecd3756p+24, -0x1.efb72c232f044p+24}}),
                            Polygon({{-0x1.b3460d5dae27ap-31, -0x1.4fcf57da703b3p-31},
                                     {0x1.4fcf57da703b4p-31, -0x1.b3460d5dae279p-31},
                                     {0x1.b3460d5dae279p-31, 0x1.4fcf57da703b3p-31},
                                     {-0x1.4fcf57da703b3p-31, 0x1.b3460d5dae279p-31}}),
                            Pose2({0x1.e34160ecd3756p+24, -0x1.efb72c232f044p+24},
                                  UnitRotation(0x1.fa851afe8f915p-1, -0x1.2ad6c97bf5a75p-3))));
}

// A corner that rounding makes reflex: the posed edges are not all edges of the hull.
TEST(QueryRegression, DepthOfAPosedNeedle) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(
      Polygon({{-0x1.594cd7b42c524p-1, -0x1.322192f0faad7p-1},
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
      Pose2({-0x1.6a5645a67fb1p+14, 0x1.5088aa87b25c8p+16}, UnitRotation(0x1.fffac52415ba6p-1, 0x1.24b8703e33452p-7))));
}

// A short edge far from the other shape, in a pair that is scaled: the cross product at its ends
// has no digit right in double precision.
TEST(QueryRegression, DistanceFromAShortEdgeOfATinyPair) {
  const double s = 0x1p-500;
  const double h = 0x1p-20;
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(Polygon({{0.0, 0.0}}), *ConvexPolygon::Hull({{s * (0.6 - 0.8 * h), s * (0.8 + 0.6 * h)},
                                                                         {s * (0.6 + 0.8 * h), s * (0.8 - 0.6 * h)},
                                                                         {s * 1.2, s * 1.6}})));
}

// Apart by 5.3e-15: the search for the closest point must not take a vertex for no nearer than its
// rounding.
TEST(QueryRegression, DistanceOfASegmentWithinRounding) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(
      Polygon({{-0x1.1128a93e214d2p+0, -0x1.32543ec401496p+0}, {0x1.ce3cdef491b0fp-1, 0x1.387cd3a864d3p+0}}),
      Polygon({{-0x1.9926bcb530d43p+0, -0x1.dba3584751fe4p-2},
               {-0x1.d74bd6e247febp-1, -0x1.044c6355b6e59p+0},
               {0x1.d74bd6e247febp-1, 0x1.3e0bab8d1e8a9p+0}})));
}

// Posing turns a short edge: the depth was that behind the posed edge, and the direction that of
// the edge before it was posed.
TEST(QueryRegression, DirectionThroughAPosedChamfer) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(
      Polygon({{0x1.6c10b9cfb8dbp+10, -0x1.8d4db9810d447p+6},
               {0x1.6c132b3f66321p+10, -0x1.8d74d07be2b51p+6},
               {0x1.b06a81bb28a3fp+10, -0x1.8d74d07be2b51p+6},
               {0x1.b06cf32ad5fbp+10, -0x1.8d4db9810d447p+6},
               {0x1.b06cf32ad5fbp+10, 0x1.8d4db9810d447p+6},
               {0x1.b06c56ceeaa53p+10, 0x1.8d6b0abd2d58ep+6},
               {0x1.b06a81bb28a3fp+10, 0x1.8d74d07be2b51p+6},
               {0x1.6c132b3f66321p+10, 0x1.8d74d07be2b51p+6},
               {0x1.6c10b9cfb8dbp+10, 0x1.8d4db9810d447p+6}}),
      Polygon({{-0x1.bbc77e220a674p+10, -0x1.01bf14144f623p+9},
               {-0x1.b577f35a4cf39p+10, -0x1.36f36fea78308p+9},
               {-0x1.b577f35a4a9a3p+10, -0x1.36f36fea7b16p+9},
               {-0x1.993f51cd8ee31p+10, -0x1.298fb7781a84cp+9},
               {-0x1.993f51cd8d936p+10, -0x1.298fb77818e4cp+9},
               {-0x1.993f51cd8d704p+10, -0x1.298fb77815d2p+9},
               {-0x1.9f8edc954ae3fp+10, -0x1.e8b6b743da075p+8},
               {-0x1.9f8edc954bb4p+10, -0x1.e8b6b743d4c87p+8},
               {-0x1.9f8edc954d3d6p+10, -0x1.e8b6b743d43c4p+8},
               {-0x1.bbc77e2208f48p+10, -0x1.01bf14144aaf7p+9}}),
      Pose2({-0x1.f25fb97d93dap-2, 0x1.e161d0d22cdacp+2}, UnitRotation(-0x1.f22ca19c9c2c2p-1, 0x1.d8b78326c8a4bp-3))));
}

// The same, with the depth taken along the wrong direction.
TEST(QueryRegression, DepthThroughAPosedShortEdge) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(Polygon({{-0x1.23a5e96db1b86p+1, -0x1.bfe504148d54p-6},
                                     {-0x1.a6d7ab0090bcep-1, -0x1.0099842a55148p+1},
                                     {0x1.031f124fef58p-8, -0x1.206638285d08ep+1},
                                     {0x1.a7558857787c8p-1, 0x1.2321cf8a30317p+0}}),
                            Polygon({{-0x1.bb2fa0e434f9p-3, 0x1.520a112d3f9b5p+2},
                                     {0x1.3ba3516df4871p+0, 0x1.89bb44fcce2fep+1},
                                     {0x1.3ea7714fcfb61p+0, 0x1.8aba4ad1c583bp+1},
                                     {0x1.791af1e3487a6p-2, 0x1.19c7e8a0ea7adp+2}}),
                            Pose2({-0x1.75801a082122ep+0, -0x1.bc4085fae4c9fp+0},
                                  UnitRotation(0x1.f318c49a516dep-1, -0x1.c8e24ad08e997p-3))));
}

// The same, where the depth is less than the rounding of its own direction.
TEST(QueryRegression, DirectionThroughAShortEdgeInContact) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(Polygon({{-0x1.f0e232feecdc1p+8, -0x1.0a8d958b390a1p+2},
                                     {-0x1.63264ac293913p+8, -0x1.a6ea73ce310a1p+6},
                                     {-0x1.1fbc24460dac6p+6, -0x1.801104c041de3p+7},
                                     {0x1.91a8fe9a1f8c2p+6, -0x1.c9d144b06f296p+7},
                                     {-0x1.91a8fe9a1f8c2p+6, 0x1.c9d144b06f296p+7}}),
                            Polygon({{-0x1.993cce0101d61p+7, 0x1.6317d22d46dd8p+6},
                                     {-0x1.99336b9e5c8p+7, 0x1.630fada40fd6ep+6},
                                     {-0x1.009fa4d0dc8fcp+7, 0x1.08a3e22b6aeddp+8}}),
                            Pose2({0, 0}, UnitRotation(0x1.774c99c080f01p-1, -0x1.5c460a1acb3d8p-1))));
}

// The innermost vertex is on the far side of a needle's tip: the witness points did not face each
// other.
TEST(QueryRegression, WitnessesBesideTheTipOfANeedle) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(Polygon({{-0x1.52bd640fec78p-5, -0x1.0cac3ae8a7da6p-1},
                                     {0x1.a63c58cfc887p+0, -0x1.bf4500ff8964ap-4},
                                     {0x1.bea285fd63d9p+0, -0x1.5f514c8121c5p-4}}),
                            Polygon({{-0x1.717bdd058f00fp-1, -0x1.626ce37ca68e3p-1},
                                     {-0x1.717a3113d4e25p-1, -0x1.626ea19ae384cp-1},
                                     {0x1.ebaed1f0ff44bp-1, -0x1.1d8a250d4989p-2},
                                     {0x1.ebb0cbfe31d98p-1, -0x1.1d87f8b18fc35p-2},
                                     {-0x1.e8cb16e28d6cdp-3, 0x1.f131a474bec9fp-1},
                                     {-0x1.e8d60def8e295p-3, 0x1.f130f7f8ba974p-1}})));
}

// A short edge on the far side of a sliver: the next step of the search is hidden by rounding, but
// the edge is not the closest one. The distance was wrong in the first pair, the direction in the
// second one.
TEST(QueryRegression, AcrossASliver) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(
      Polygon({{0x1.9f4b08918fdd5p-1, 0x1.bcf50586a9c02p-1},
               {0x1.e246134498c0bp-1, 0x1.84548e459357cp-1},
               {0x1.e24639d95a883p-1, 0x1.84546da78f4fp-1},
               {0x1.1b70ea0a375dcp+0, 0x1.3cccf32d46707p-1},
               {0x1.1bd88f3c2641p+0, 0x1.3c1db3bf37a46p-1},
               {0x1.f5f1ea7c385fcp+0, -0x1.a53d469be6d98p-4},
               {0x1.f5f09c6c6747ap+0, -0x1.a52b9fd830a6cp-4}}),
      Polygon({{-0x1.62002d53d903p-3, 0x1.6e40bef3e7f26p-1}}),
      Pose2({0x1.ad540abaf061bp+0, 0x1.72bd59791d492p-1}, UnitRotation(0x1.1eb851eb851ecp-2, 0x1.eb851eb851eb8p-1))));
  EXPECT_TRUE(checker.Check(Polygon({{-0x1.e4463055b4e44p-2, 0x1.c0cb22a260774p-1}}),
                            Polygon({{0x1.6b0b1a1ab8328p-1, 0x1.661d210345717p-1},
                                     {0x1.3f0c3e58c19b8p+0, 0x1.3c6141b20219cp+1},
                                     {0x1.3f09280d8e8dbp+0, 0x1.3c5c2a180326ap+1},
                                     {0x1.6b0b4fe5a7e5p-1, 0x1.661dd27a023acp-1}}),
                            Pose2({0x0p+0, 0x0p+0}, UnitRotation(0x1.1eb851eb851ecp-2, 0x1.eb851eb851eb8p-1))));
}

// The innermost vertex is on the far side of a needle's tip, and the owner's chain meets the other
// one with a loss of height.
TEST(QueryRegression, WitnessesAcrossTheTipOfANeedle) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(
      Polygon({{0x1.51c0f9f5091a9p+1, -0x1.59104ce63af4ep+0},
               {0x1.802e8fb7f4fc4p+1, 0x1.d48339d7f6366p-4},
               {0x1.802e8fb7f4fc4p+1, 0x1.d48339d7f6368p-4},
               {0x1.51c12f0b9fbc2p+1, -0x1.590ea0da6cce8p+0}}),
      Polygon({{0x1.ce83d8e1f08cp+2, -0x1.49bb171919455p+2},
               {0x1.d3e50157b83f5p+2, -0x1.498313192d5ap+2},
               {0x1.429d76c81548bp+3, -0x1.15ca0388b6accp+2},
               {0x1.42ca74ada3bcap+3, -0x1.15769d4957338p+2},
               {0x1.4f91c4346e0bcp+3, -0x1.11cc64fd4b9a3p+1},
               {0x1.4f91c4b4af9eep+3, -0x1.11cc5493c4f4ep+1},
               {0x1.4755db8543b2ep+3, -0x1.41bfad37677c3p+0},
               {0x1.469adae02acfep+3, -0x1.2de26d179f56bp+0}}),
      Pose2({-0x1.feaf1b2e435fbp+1, -0x1.5df62627826aep+2}, UnitRotation(0x1.1eb851eb851ecp-2, 0x1.eb851eb851eb8p-1))));
  EXPECT_TRUE(checker.Check(
      Polygon({{-0x1.3788773510cbfp-4, -0x1.8db0bf095694bp-8},
               {-0x1.353b6090cef11p-4, -0x1.a5e20444e5a57p-8},
               {-0x1.ffb6e71191581p-8, -0x1.a116484c45834p-5},
               {-0x1.ffb6d9a09544ep-8, -0x1.a1164966e5cd3p-5},
               {-0x1.c1267674eb145p-5, -0x1.47fa02a8f865ap-6}}),
      Polygon({{0x1.079cb2df24bffp+3, 0x1.e3c947126b207p+1},
               {0x1.079e9014bd46p+3, 0x1.e3c3de2fdfa26p+1},
               {0x1.0a79cb3a4a1ap+3, 0x1.e042f305b4d61p+1},
               {0x1.0a7a2795f7c5cp+3, 0x1.e042820ab624ep+1},
               {0x1.0ac72b71b7175p+3, 0x1.e42f1e146a945p+1},
               {0x1.0ac6eeef027b8p+3, 0x1.e4306b8b9227ep+1},
               {0x1.07e990e41a195p+3, 0x1.e7b3f586835d9p+1}}),
      Pose2({0x1.4f353d86e7a78p+0, -0x1.2077365050a5ap+3}, UnitRotation(0x1.1eb851eb851ecp-2, 0x1.eb851eb851eb8p-1))));
}

// The same, where the chains of a tiny needle meet.
TEST(QueryRegression, WitnessesOfATinyNeedle) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(Polygon({{-0x1.b941d1b1aa99ep-994, 0x1.63ae48d40493ep-994},
                                     {0x1.2775ac297c052p-1003, -0x1.49f94473518e4p-996},
                                     {0x1.339fd33e65092p-996, -0x1.3c615cb0f910fp-995},
                                     {-0x1.ab41e9a0b3f75p-994, 0x1.55cc10bef4091p-994}}),
                            Polygon({{-0x1.e5904e2159f51p-996, -0x1.6a85f4fa7d91ap-994},
                                     {-0x1.fad9b46095c96p-997, -0x1.72915a4ef933ap-994},
                                     {-0x1.8a1b27655a6fp-1000, -0x1.7a7f1311cf129p-994},
                                     {0x1.422021abc7d7p-1000, -0x1.29c2f6fcf327dp-994},
                                     {0x1.8d9beedcfacbbp-996, 0x1.7f08cc1a4a30ap-994},
                                     {0x1.5b0edb713d5e1p-996, 0x1.80c941b2f383dp-994},
                                     {-0x1.fa9566704c138p-999, 0x1.8f01ea319bb19p-994},
                                     {-0x1.4f6e0109533b5p-996, -0x1.6effa776a93bdp-996}}),
                            Pose2({0x1.d9a20ca185fp-999, 0x1.52314b72dd6b8p-1001},
                                  UnitRotation(0x1.3333333333333p-1, 0x1.999999999999ap-1))));
}

// The vertex nearest to a is in the angle of a nearly straight corner, with its feet beyond both
// edges by rounding: the edges' windows did not see that it is behind them.
TEST(QueryRegression, DistanceBesideANearlyStraightCorner) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(Polygon({{-0x1.5047e32c7fb5ap+21, -0x1.27a79cb9f4125p+17},
                                     {-0x1.115852291b5a4p+21, -0x1.c44708b410577p+19},
                                     {-0x1.11566832135eep+21, -0x1.c44662cdf6b09p+19},
                                     {-0x1.95164df73edd5p+19, 0x1.6a298e29b6358p+13},
                                     {-0x1.486b4ca0b6816p+20, 0x1.8008d4249b091p+19},
                                     {-0x1.486b572550ccap+20, 0x1.8008d25cc1ce9p+19}}),
                            Polygon({{-0x1.c589cca0000b2p+19, -0x1.5a14b52bdff23p+19},
                                     {-0x1.95164df73a04bp+19, 0x1.6a298e298b7dp+13},
                                     {-0x1.5709069772d7ep+19, 0x1.c822a1a4219dap+19},
                                     {-0x1.878a1d3e2b318p+19, 0x1.a00a5a885bf4cp+17},
                                     {-0x1.878a321b3a9e4p+19, 0x1.a007fcaee28efp+17},
                                     {-0x1.c585fd6fd3f4p+19, -0x1.59f90d9ef4671p+19}})));
}

// A vertex 5e-10 m beyond an edge of the simplex that is 3e5 m long: the direction of the closest
// point, a weighted sum of the edge's ends, missed it.
TEST(QueryRegression, DistanceOfASegmentFromANeedle) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(
      Polygon({{0x1.f9d59e56d02p+12, 0x1.7524049a3c7c6p+17}, {0x1.ff398903f9654p+17, 0x1.01056d2dc58cap+19}}),
      Polygon({{-0x1.69c3bc516248ep+17, -0x1.f80bc2e0a0e48p+15},
               {-0x1.69c3bc4c86303p+17, -0x1.f80bc2ef552acp+15},
               {0x1.f9d71d68369ep+12, 0x1.7523fb8c21eep+17},
               {0x1.fb86d5e1c058p+12, 0x1.7535d170b9948p+17},
               {0x1.fb86d5466a5b9p+12, 0x1.7535d17465954p+17},
               {0x1.fb7fa0afb16a3p+12, 0x1.7535853ff56c8p+17}})));
}

// The feet on two edges at a nearly straight corner are both the corner: neither edge is closer.
TEST(QueryRegression, DistanceFromACornerThatIsStraightWithinRounding) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(Polygon({{0x1.cd9b6bec7ebcap-797, 0x0p+0}}),
                            Polygon({{-0x1.27d1063d30d8p-797, 0x1.70b2d685d069ep-797},
                                     {0x1.5e6ef7411a302p-797, 0x1.14608dbcea442p-797},
                                     {0x1.50c77b001fda2p-796, 0x1.cc6ed2b0ee629p-798},
                                     {0x1.3045d2dca71d4p-797, 0x1.14d147334065fp-795}}),
                            Pose2({0x1.5aeed468a99a4p-802, 0x1.ede3bc1540dc4p-802},
                                  UnitRotation(0x1.3333333333333p-1, 0x1.999999999999ap-1))));
}

// Corner on corner, two sides in one line: the owner's next side runs away from the meeting point,
// and the witness point ran with it.
TEST(QueryRegression, WitnessesWhereSidesInLineEndAtACorner) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(
      Polygon({{-0x1.5e7d53ef69724p+0, 0x1.3a5a932b58a35p+2},
               {-0x1.255ed3be37fbcp+0, 0x1.eb8ad1d51d874p+0},
               {-0x1.30a2abb107cd8p-4, 0x1.fe94fc902e03fp-1},
               {0x1.9f6226e8db93cp+0, 0x1.48a23337a500fp+2}}),
      Polygon({{-0x1.124827a05fa4fp+1, -0x1.f2d8c6a98da8p-2},
               {-0x1.0610e9be4b877p+0, -0x1.5a0d10412c495p+0},
               {-0x1.45d0593c1540cp-3, -0x1.dc6d55f5c436cp-3},
               {-0x1.473970a9f66a8p+0, 0x1.439267b020b1p-1}}),
      Pose2({-0x1.3160fae68b44p-2, 0x1.2b1ff87d3e0dep+0}, UnitRotation(0x1.b35420f451f69p-5, 0x1.ff46ccc04fef8p-1))));
}

// A side of 14 m, which posing has turned by 10^-14, ends at the end of one of 2394 m in its line:
// the depth was the height of the other end above the turned side.
TEST(QueryRegression, DepthBehindAShortSideThatPosingHasTurned) {
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(
      Polygon({{-0x1.333e18955b785p+9, -0x1.80d6e03c4307ep+10},
               {0x1.329ea46e8fff8p+10, -0x1.12448c6cd1acp+3},
               {0x1.321cb42458843p+10, -0x1.484a6751b05p+3},
               {0x1.d945e11cecddfp+9, -0x1.e2ad7d890098cp+7},
               {-0x1.2bac14ad7081ap+8, -0x1.3f65842dd980bp+10}}),
      Polygon({{-0x1.a9781e145a97p+7, -0x1.50a4b3068b2b4p+7},
               {-0x1.6a8acaa73b1fp+7, -0x1.5499e9acf27c4p+7},
               {-0x1.68c13baa6b864p+7, -0x1.382f1434aad54p+7},
               {-0x1.a7ae8f178afep+7, -0x1.3439dd8e43848p+7}}),
      Pose2({0x1.ee93da48ec882p+9, 0x1.ef2e287909ep+3}, UnitRotation(-0x1.5f6b05564a12ap-1, 0x1.745b42c8baab4p-1))));
}

// A short edge beside a long one: only the direction of the long one separates, but rounding found
// its end as near as its foot.
TEST(QueryRegression, DirectionFromALongEdgeThatEndsAsNearAsItsFoot) {
  QueryChecker checker;
  // Also mirrored, in which the search takes the edges in the other order.
  for (const double mirror : {1.0, -1.0}) {
    std::vector<Vec2> needle = {{-0x1.b6076dbce8dd8p-910, -0x1.15aaf8f951eb8p-909},
                                {-0x1.b5da7d9b02eabp-910, -0x1.15aaf8f951eb8p-909},
                                {-0x1.430d6a2ae7ed7p-912, -0x1.15aaf8f951e34p-909},
                                {-0x1.e45053391907p-913, -0x1.15aaf8f951e2cp-909},
                                {-0x1.430d0c78b253ep-912, -0x1.15aaf8f951e32p-909}};
    std::vector<Vec2> tip = {{-0x1.430d6a2ae7ed8p-912, -0x1.15ab2c5256b9dp-909},
                             {-0x1.430d6a2ae7ed6p-912, -0x1.15ab2c5256b9dp-909}};
    for (Vec2& v : needle) v.x *= mirror;
    for (Vec2& v : tip) v.x *= mirror;
    const ConvexPolygon a = ConvexPolygon::Hull(needle).value();
    const ConvexPolygon b = ConvexPolygon::Hull(tip).value();
    EXPECT_TRUE(checker.Check(a, b));
    EXPECT_TRUE(checker.Check(b, a));
  }
}

}  // namespace
}  // namespace collision2d
