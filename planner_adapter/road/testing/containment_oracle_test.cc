// The oracle against answers that are known, and its two variants against each other.

#include "planner_adapter/road/testing/containment_oracle.h"

#include <vector>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "planner_adapter/road/testing/lattice_roads.h"

namespace collision2d::planner {
namespace {

struct Known {
  const char* name;
  std::vector<Vec2> points;
  bool is_on_road;
};

// The square [0, 4]^2 with a notch [1, 2] x [2, 4] and a triangular hole (2, 1), (3, 2), (3, 1),
// which touches nothing, and the island [6, 7] x [0, 1].
std::vector<OutlinePiece> NotchHoleIsland() {
  std::vector<OutlinePiece> pieces = Ring({{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 2}, {1, 2}, {1, 4}, {0, 4}});
  for (const OutlinePiece& piece : Ring({{2, 1}, {3, 2}, {3, 1}})) pieces.push_back(piece);
  for (const OutlinePiece& piece : Ring({{6, 0}, {7, 0}, {7, 1}, {6, 1}})) pieces.push_back(piece);
  return pieces;
}

TEST(ContainmentOracleTest, KnownAnswers) {
  const Known table[] = {
      {"point inside", {{1, 1}}, true},
      {"point on an edge", {{0, 2}}, true},
      {"point at a vertex of the hole", {{2, 1}}, true},
      {"point in the hole", {{2.75, 1.25}}, false},
      {"point in the notch", {{1.5, 3}}, false},
      {"point on the island", {{6.5, 0.5}}, true},
      {"point between", {{5, 0.5}}, false},
      {"segment along the notch's floor", {{0, 2}, {4, 2}}, true},
      {"segment across the notch between its corners", {{1, 4}, {2, 4}}, false},
      {"segment along an edge and beyond", {{0, 0}, {0, 5}}, false},
      {"segment on the edge of the hole", {{2, 1}, {3, 2}}, true},
      {"segment through a vertex of the hole", {{2, 0}, {2, 2}}, true},
      {"segment between road and island", {{4, 0}, {6, 0}}, false},
      {"box that fills the left of the notch", {{0, 0}, {1, 0}, {1, 4}, {0, 4}}, true},
      {"box across the notch", {{0, 2}, {4, 2}, {4, 3}, {0, 3}}, false},
      {"box below the notch, touching the hole's corner", {{0, 0}, {2, 0}, {2, 2}, {0, 2}}, true},
      {"box with the hole inside", {{1, 0}, {4, 0}, {4, 2}, {1, 2}}, false},
      {"triangle on the edge of the hole", {{2, 1}, {3, 2}, {2, 2}}, true},
      {"triangle that is the hole", {{2, 1}, {3, 1}, {3, 2}}, false},
      {"the whole island", {{6, 0}, {7, 0}, {7, 1}, {6, 1}}, true},
      {"more than the island", {{6, 0}, {7.5, 0}, {7, 1}, {6, 1}}, false},
      {"everything", {{-9, -9}, {9, -9}, {9, 9}, {-9, 9}}, false},
  };
  const std::vector<OutlinePiece> pieces = NotchHoleIsland();
  for (const Known& known : table) {
    EXPECT_EQ(IsExactlyOnRoad(known.points, pieces), known.is_on_road) << known.name;
    EXPECT_EQ(LatticeIsOnRoad(known.points, pieces), known.is_on_road) << known.name;
  }
}

TEST(ContainmentOracleTest, AnUlpIsSeen) {
  const std::vector<OutlinePiece> pieces = Ring({{0, 0}, {4, 0}, {4, 4}, {0, 4}});
  EXPECT_TRUE(IsExactlyOnRoad({{1, 1}, {4, 1}, {4, 2}}, pieces));
  EXPECT_FALSE(IsExactlyOnRoad({{1, 1}, {4, 1}, {4.0 + 0x1p-50, 2}}, pieces));
  EXPECT_FALSE(IsExactlyOnRoad({{1, 1}, {1, -0x1p-1000}}, pieces));
}

TEST(ContainmentOracleTest, BothVariantsAgree) {
  Random random(TestSeed());
  int inside = 0;
  const int cases = 3000;
  for (int i = 0; i < cases; ++i) {
    const std::vector<OutlinePiece> pieces = RandomLatticeRoad(&random);
    const std::vector<Vec2> body = RandomLatticeBody(pieces, &random);
    const bool is_on_road = IsExactlyOnRoad(body, pieces);
    ASSERT_EQ(LatticeIsOnRoad(body, pieces), is_on_road) << "case " << i;
    inside += is_on_road ? 1 : 0;
  }
  EXPECT_GT(inside, 0.3 * cases);
  EXPECT_LT(inside, 0.7 * cases);
}

}  // namespace
}  // namespace collision2d::planner
