#include "collision2d/fuzz/pair_query_fuzz.h"

#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/require.h"
#include "collision2d/fuzz/row_agreement.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/query_context.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/query_checker.h"
#include "collision2d/testing/round_pair_checker.h"
#include "collision2d/testing/symmetry_checker.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

constexpr int kMaxPoints = 12;

WarmStart AnyWarmStart(const ConvexPolygon& a, const ConvexPolygon& b, FuzzInput* input) {
  WarmStart start;
  start.size = input->Index(3);
  for (int k = 0; k < 2; ++k) {
    start.vertex_a[k] = input->Index(a.size());
    start.vertex_b[k] = input->Index(b.size());
  }
  return start;
}

template <typename... Pose>
testing::AssertionResult WarmStartChangesNothing(const ConvexPolygon& a, const ConvexPolygon& b, WarmStart start,
                                                 const Pose&... a_from_b) {
  if (Collides(a, b, a_from_b...) == Collides(a, b, a_from_b..., QueryContext{&start, nullptr})) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "a warm start changes Collides\na = " << HexFormat(a)
                                     << "\nb = " << HexFormat(b);
}

template <typename... Pose>
void CheckPair(const ConvexPolygon& a, const ConvexPolygon& b, const WarmStart& start, const Pose&... a_from_b) {
  if (a.radius_m() == 0.0 && b.radius_m() == 0.0) {
    QueryChecker checker;
    Require(checker.Check(a, b, a_from_b...));
    Require(WarmStartChangesNothing(a, b, start, a_from_b...));
  } else {
    Require(RoundPairIsRight(a, b, a_from_b...));
  }
}

}  // namespace

int FuzzPairQuery(const uint8_t* data, size_t size) {
  FuzzInput input(data, size);
  const int variant = input.Index(8);
  const bool posed = variant % 2 == 1;
  const Pose2 a_from_b = posed ? input.Pose() : Pose2{};
  // Small against the shapes of most codes, and in range.
  const double radius_a_m = variant & 2 ? input.Byte() / 16.0 : 0.0;
  const double radius_b_m = variant & 4 ? input.Byte() / 16.0 : 0.0;
  const std::vector<Vec2> points_a = input.Points(kMaxPoints);
  const std::vector<Vec2> points_b = input.Points(kMaxPoints);
  const absl::StatusOr<ConvexPolygon> a = ConvexPolygon::Hull(points_a, radius_a_m);
  const absl::StatusOr<ConvexPolygon> b = ConvexPolygon::Hull(points_b, radius_b_m);
  if (!a.ok() || !b.ok()) return 0;
  const WarmStart start = AnyWarmStart(*a, *b, &input);
  if (posed) {
    CheckPair(*a, *b, start, a_from_b);
  } else {
    CheckPair(*a, *b, start);
    Require(AnswersAreSymmetric(*a, *b));
    Require(RowsAgree(*a, *b));
  }
  return 0;
}

}  // namespace collision2d
