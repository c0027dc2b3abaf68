// No query allocates, whatever path it takes: every call of operator new in this program is
// counted.

#include <new>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

// Keeps answers from being optimised away.
volatile double sink;

template <typename... Pose>
void AskEverything(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext::Counters* counters,
                   const Pose&... a_from_b) {
  const QueryContext context = {counters};
  sink = Collides(a, b, a_from_b..., context);
  const double distance_m = Distance(a, b, a_from_b..., context);
  sink = distance_m;
  sink = ComputeSeparation(a, b, a_from_b..., context).signed_distance_m;
  sink = ComputeSeparationGradient(a, b, a_from_b..., MovingShape::kB, context).yaw_m_per_rad;
  for (const double limit_m : {0.0, 0.5 * distance_m, distance_m, 2.0 * distance_m}) {
    sink = DistanceWithin(a, b, a_from_b..., limit_m, context);
  }
}

// The allocations of every query, in one frame and posed.
int64_t AllocationsOfQueries(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                             QueryContext::Counters* counters) {
  const int64_t before = AllocationCount();
  AskEverything(a, b, counters);
  AskEverything(a, b, counters, a_from_b);
  return AllocationCount() - before;
}

TEST(NoAllocation, TheCounterCounts) {
  const int64_t before = AllocationCount();
  // Called directly: compilers may leave out a container's allocation.
  ::operator delete(::operator new(1));
  EXPECT_EQ(AllocationCount() - before, 1);
  // Nine vertices do not fit into a ConvexPolygon itself: a query that copied one would allocate.
  const ConvexPolygon nine = RegularPolygon(9, 1.0);
  const int64_t before_copy = AllocationCount();
  const ConvexPolygon copy = nine;
  sink = copy.radius_m();
  EXPECT_EQ(AllocationCount() - before_copy, 1);
}

TEST(NoAllocation, EveryFamily) {
  Random random(TestSeed());
  QueryContext::Counters counters;
  for (int family = 0; family < kPairFamilyCount; ++family) {
    for (int64_t i = 0; i < TestCaseCount(2000); ++i) {
      const ShapePair pair = RandomPair(static_cast<PairFamily>(family), 24, &random);
      const Pose2 a_from_b = RandomPose(1.0, &random);
      ASSERT_EQ(AllocationsOfQueries(pair.a, pair.b, a_from_b, &counters), 0) << Name(pair.family);
    }
  }
  EXPECT_GT(counters.exact_path_entries, 0);
}

TEST(NoAllocation, OneTo500Vertices) {
  Random random(TestSeed());
  QueryContext::Counters counters;
  for (int n = 1; n <= 500; n += n < 40 ? 1 : 92) {
    std::vector<ConvexPolygon> shapes;
    shapes.push_back(
        n < 3 ? ConvexPolygon::Hull(RandomPoints(n == 1 ? PolygonKind::kPoint : PolygonKind::kSegment, 4, &random))
                    .value()
              : RegularPolygon(n, 1.0));
    shapes.push_back(ConvexPolygon::Create(shapes[0].vertices(), 0.25).value());
    for (const ConvexPolygon& a : shapes) {
      for (const ConvexPolygon& b : shapes) {
        ASSERT_EQ(AllocationsOfQueries(a, b, RandomPose(2.0, &random), &counters), 0) << n;
        // Corner against corner: the exact path.
        const Pose2 touching{a.vertices()[0] - b.vertices()[0]};
        ASSERT_EQ(AllocationsOfQueries(a, b, touching, &counters), 0) << n;
      }
    }
  }
  EXPECT_GT(counters.exact_path_entries, 0);
}

}  // namespace
}  // namespace collision2d
