// What a query of two solids takes of the stack: Level 1 less than 4.5 KiB, Level 2 less than 5.5
// KiB. A depth expands a polytope, whose room is on the stack, less than 64 KiB, unless the caller
// hands it in: then less than 5 KiB where the bodies clearly overlap, and less than 8 KiB near
// contact.

#include <cstdio>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/epa_workspace.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/testing/stack_use.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

TEST(StackUse3, OfPairQueries) {
  ASSERT_TRUE(FramesAreOfRelease()) << "to be compiled with -O2 -DNDEBUG, without a sanitizer";
  Random random(TestSeed());
  size_t collides = 0;
  size_t distance = 0;
  size_t apart = 0;
  size_t penetration = 0;
  size_t with_workspace = 0;
  size_t deep_with_workspace = 0;
  EpaWorkspace workspace = EpaWorkspace::Create(kDefaultEpaVertices).value();
  // Results that are written are not optimised away.
  volatile double result = 0.0;
  for (int i = 0; i < 1000; ++i) {
    const PosedPair3 pair = WithPose(RandomPair3(RandomFamily3(&random), 40, &random), false, &random);
    const ConvexPolytope a = ConvexPolytope::FromPoints(pair.a).value();
    const ConvexPolytope b = ConvexPolytope::FromPoints(pair.b).value();
    const auto use = [](auto query, size_t* most) { *most = std::max(*most, StackUse(query)); };
    use([&] { result = Collides(a, b, pair.a_from_b) ? 1.0 : 0.0; }, &collides);
    use([&] { result = Distance(a, b, pair.a_from_b); }, &distance);
    use([&] { result = ComputeSeparation(a, b, pair.a_from_b).signed_distance_m; },
        result > 0.0 ? &apart : &penetration);
    const QueryContext3<ConvexPolytope, ConvexPolytope> context = {nullptr, nullptr, &workspace};
    const bool is_deep = result < -1e-6;
    use([&] { result = ComputeSeparation(a, b, pair.a_from_b, context).signed_distance_m; },
        is_deep ? &deep_with_workspace : &with_workspace);
  }
  std::printf("bytes of stack: Collides %zu, Distance %zu, ComputeSeparation apart %zu, in contact %zu\n", collides,
              distance, apart, penetration);
  std::printf("with a workspace: deep in contact %zu, else %zu\n", deep_with_workspace, with_workspace);
  EXPECT_LT(collides, size_t{9} << 9);
  EXPECT_LT(distance, size_t{11} << 9);
  EXPECT_LT(penetration, size_t{1} << 16);
  EXPECT_LT(with_workspace, size_t{1} << 13);
  EXPECT_LT(deep_with_workspace, size_t{5} << 10);
  EXPECT_GT(deep_with_workspace, size_t{0});
}

}  // namespace
}  // namespace collision2d::solid
