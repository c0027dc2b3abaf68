#include "collision2d/geometry/simple_ring.h"

#include <algorithm>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"

namespace collision2d::internal {
namespace {

using Ring = std::vector<Vec2>;

TEST(SplitIntoSimpleRingsTest, LeavesASimpleRingAsItIs) {
  const Ring ring = {{0, 0}, {2, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}};
  const absl::StatusOr<std::vector<Ring>> rings = SplitIntoSimpleRings(ring);
  ASSERT_TRUE(rings.ok()) << rings.status();
  ASSERT_EQ(rings->size(), 1u);
  EXPECT_EQ(rings->front(), ring);
}

TEST(SplitIntoSimpleRingsTest, NamesThePairOfEdges) {
  const struct {
    const char* name;
    Ring ring;
    const char* message;
  } cases[] = {
      {"bow tie", {{0, 0}, {2, 2}, {2, 0}, {0, 2}}, "edges vertices[0]-vertices[1] and vertices[2]-vertices[3] cross"},
      {"spike",
       {{0, 0}, {4, 0}, {4, 4}, {4, 2}, {0, 4}},
       "edges vertices[1]-vertices[2] and vertices[2]-vertices[3] overlap"},
      {"spike at the first vertex",
       {{6, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 0}},
       "edges vertices[0]-vertices[1] and vertices[4]-vertices[0] overlap"},
      {"bridge to a hole",
       {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 3}},
       "edges vertices[4]-vertices[5] and vertices[9]-vertices[0] overlap"},
      {"part of an edge twice",
       {{0, 0}, {6, 0}, {6, 2}, {4, 2}, {4, 0}, {2, 0}, {2, 2}, {0, 2}},
       "edges vertices[0]-vertices[1] and vertices[4]-vertices[5] overlap"},
      {"through a common vertex",
       {{0, 0}, {2, 2}, {4, 4}, {4, 0}, {2, 2}, {0, 4}},
       "the boundary crosses itself at vertices[1] and vertices[4] (2, 2)"},
      {"a vertex through an edge",
       {{0, 0}, {4, 4}, {4, 0}, {2, 2}, {0, 4}},
       "the boundary crosses itself at vertices[3] and vertices[3] (2, 2)"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.name);
    const absl::StatusOr<std::vector<Ring>> rings = SplitIntoSimpleRings(test.ring);
    ASSERT_FALSE(rings.ok());
    EXPECT_EQ(rings.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(rings.status().message(), test.message);
  }
}

TEST(SplitIntoSimpleRingsTest, CutsWhereTheBoundaryTouchesItself) {
  const struct {
    const char* name;
    Ring ring;
    std::vector<Ring> expected;
  } cases[] = {
      {"two squares at a corner",
       {{0, 0}, {2, 0}, {2, 2}, {4, 2}, {4, 4}, {2, 4}, {2, 2}, {0, 2}},
       {{{2, 2}, {4, 2}, {4, 4}, {2, 4}}, {{0, 0}, {2, 0}, {2, 2}, {0, 2}}}},
      {"a vertex on an edge",
       {{0, 0}, {8, 0}, {8, 4}, {4, 0}, {0, 4}},
       {{{4, 0}, {8, 0}, {8, 4}}, {{0, 0}, {4, 0}, {0, 4}}}},
      {"a hole at a corner",
       {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {1, 2}, {2, 2}, {2, 1}},
       {{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, {{0, 0}, {1, 2}, {2, 2}, {2, 1}}}},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.name);
    const absl::StatusOr<std::vector<Ring>> rings = SplitIntoSimpleRings(test.ring);
    ASSERT_TRUE(rings.ok()) << rings.status();
    EXPECT_EQ(*rings, test.expected);
  }
}

TEST(RingOrientationTest, TellsTheSense) {
  Ring ring = {{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}};
  for (size_t start = 0; start < ring.size(); ++start) {
    EXPECT_EQ(RingOrientation(ring), 1);
    EXPECT_EQ(RingOrientation(Ring(ring.rbegin(), ring.rend())), -1);
    std::rotate(ring.begin(), ring.begin() + 1, ring.end());
  }
  EXPECT_EQ(RingOrientation(Ring{{0, 0}, {4, 0}, {2, 0}}), 0);
}

TEST(WithoutFlatVerticesTest, KeepsEveryRealCorner) {
  const Ring ring = {{1, 0}, {2, 0}, {4, 0}, {4, 1}, {4, 4}, {2, 1}, {0, 4}, {0, 0}};
  const Ring expected = {{4, 0}, {4, 4}, {2, 1}, {0, 4}, {0, 0}};
  EXPECT_EQ(WithoutFlatVertices(ring), expected);
  // 0.1, 0.2 and 0.3 in both coordinates are not collinear with (0, 0) in doubles: 3 * 0.1 > 0.3.
  const Ring nearly = {{0, 0}, {0.1, 0.1}, {0.3, 0x1.3333333333334p-2}, {0, 1}};
  EXPECT_EQ(WithoutFlatVertices(nearly), nearly);
}

}  // namespace
}  // namespace collision2d::internal
