#include "bench/chapters/hard_families.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <utility>

#include "bench/chapters/answer_checker.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/random.h"
#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

constexpr uint64_t kSeed = 20270118;
constexpr int kPairs = 12;

bool HasVertices(const CliffFamily& family, int n) { return n >= family.least_vertices && n <= family.most_vertices; }

CliffFamily Family(const char* name) {
  for (const CliffFamily& family : AllFamilies()) {
    if (std::strcmp(family.name, name) == 0) return family;
  }
  ADD_FAILURE() << name;
  return AllFamilies().front();
}

// The signed distance of a pair over the larger bounding radius.
double RelativeDistance(const HardPair& pair) {
  MergedCsoOracle oracle;
  oracle.SetPair(pair.a.vertices(), VerticesOfB(pair));
  return oracle.SignedDistance().get_d() / std::max(pair.a.bounding_radius_m(), pair.b.bounding_radius_m());
}

// How many pairs of a family satisfy a condition.
template <typename Condition>
int Count(const char* name, int n, int pairs, const Condition& condition) {
  const CliffFamily family = Family(name);
  Random random(kSeed);
  int count = 0;
  for (int i = 0; i < pairs; ++i) count += condition(family.make(n, i, &random)) ? 1 : 0;
  return count;
}

TEST(Families, NamesDiffer) {
  std::set<std::string> names;
  for (const CliffFamily& family : AllFamilies()) names.insert(family.name);
  EXPECT_EQ(names.size(), AllFamilies().size());
}

TEST(Families, TheSameSeedGivesTheSamePairs) {
  for (const CliffFamily& family : AllFamilies()) {
    Random random(kSeed), again(kSeed);
    for (int i = 0; i < kPairs; ++i) {
      const HardPair pair = family.make(8, i, &random);
      const HardPair same = family.make(8, i, &again);
      EXPECT_TRUE(pair.a.vertices() == same.a.vertices()) << family.name;
      EXPECT_TRUE(VerticesOfB(pair) == VerticesOfB(same)) << family.name;
    }
  }
}

// The number of vertices is what it says, but for a few that rounding takes away.
TEST(Families, ShapesHaveTheirVertices) {
  for (const CliffFamily& family : AllFamilies()) {
    for (const int n : {4, 8, 24, 200}) {
      if (!HasVertices(family, n)) continue;
      Random random(kSeed);
      for (int i = 0; i < kPairs; ++i) {
        const HardPair pair = family.make(n, i, &random);
        for (const int size : {pair.a.size(), pair.b.size()}) {
          EXPECT_LE(size, n) << family.name;
          EXPECT_GE(size, n - n / 4) << family.name;
        }
      }
    }
  }
}

TEST(Families, DeepPairsOverlapDeeply) {
  for (const CliffFamily& family : DeepFamilies()) {
    Random random(kSeed);
    for (int i = 0; i < kPairs; ++i) {
      const double distance = RelativeDistance(family.make(24, i, &random));
      // That from inside has its edges in common, and so no depth to speak of at one of them.
      EXPECT_LT(distance, -0.05) << family.name;
    }
  }
}

TEST(Families, ContactPairsTouchWithinRounding) {
  for (const CliffFamily& family : ContactFamilies()) {
    for (const int n : {4, 8, 24, 200}) {
      if (!HasVertices(family, n)) continue;
      Random random(kSeed);
      for (int i = 0; i < kPairs; ++i) {
        const HardPair pair = family.make(n, i, &random);
        // Far from the origin rounding is 1e-9 m, on shapes of a metre.
        EXPECT_LT(std::abs(RelativeDistance(pair)), 1e-7) << family.name << ", n = " << n;
      }
    }
  }
}

TEST(Families, PosingBendsTheRing) {
  const auto is_bent = [](const HardPair& pair) {
    return ConvexPolygon::Hull(VerticesOfB(pair)).value().size() < pair.b.size();
  };
  for (const int n : {24, 64, 660}) EXPECT_GE(Count("bent_ring_deep", n, kPairs, is_bent), kPairs * 3 / 4) << n;
}

TEST(Families, AShapeCollapsesToAPoint) {
  const auto is_point = [](const HardPair& pair) { return ConvexPolygon::Hull(VerticesOfB(pair)).value().size() == 1; };
  EXPECT_GE(Count("collapse_to_point", 8, kPairs, is_point), kPairs / 2);
}

TEST(Families, AShapeCollapsesToASegment) {
  const auto is_segment = [](const HardPair& pair) {
    return ConvexPolygon::Hull(VerticesOfB(pair)).value().size() == 2;
  };
  EXPECT_GE(Count("collapse_to_segment", 8, kPairs, is_segment), kPairs / 2);
}

TEST(Families, SharedEdgesAreEqualToTheBit) {
  for (const char* name : {"shared_edge", "shared_edge_far", "subnormal"}) {
    const auto shares_two = [](const HardPair& pair) {
      int shared = 0;
      for (const Vec2 p : pair.a.vertices()) {
        for (const Vec2 q : pair.b.vertices()) shared += p == q ? 1 : 0;
      }
      return shared >= 2;
    };
    EXPECT_GE(Count(name, 24, kPairs, shares_two), kPairs / 2) << name;
  }
}

TEST(Families, SubnormalIsSubnormal) {
  const auto is_subnormal = [](const HardPair& pair) { return pair.a.max_coordinate_m() < 0x1p-1022; };
  EXPECT_EQ(Count("subnormal", 8, kPairs, is_subnormal), kPairs);
}

TEST(Families, FarIsFar) {
  const auto is_far = [](const HardPair& pair) { return pair.a.max_coordinate_m() > 1e6; };
  EXPECT_GE(Count("shared_edge_far", 8, kPairs, is_far), kPairs * 3 / 4);
}

}  // namespace

}  // namespace collision2d::bench
