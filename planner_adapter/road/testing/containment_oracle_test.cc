// The oracle against answers that are known, and its two variants against each other.

#include "planner_adapter/road/testing/containment_oracle.h"

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/road/testing/clearance_oracle.h"
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

// The oracle against values that are known, and against samples.

constexpr double kError_m = 1e-12;

struct KnownDepth {
  const char* name;
  std::vector<Vec2> ring;
  double radius_m;
  double depth_m;
};

// The square [0, 8]^2 with the notch [3, 5] x [4, 8].
std::vector<OutlinePiece> Notched() { return Ring({{0, 0}, {8, 0}, {8, 8}, {5, 8}, {5, 4}, {3, 4}, {3, 8}, {0, 8}}); }

TEST(ClearanceOracleTest, KnownDepths) {
  const KnownDepth table[] = {
      {"inside", {{1, 1}, {2, 1}, {2, 2}}, 0.0, 0.0},
      {"point below", {{4, -3}}, 0.0, 3.0},
      {"point off a corner", {{-3, -4}}, 0.0, 5.0},
      {"disc below", {{4, -3}}, 0.5, 3.5},
      {"disc that touches", {{4, 1}}, 1.0, 0.0},
      {"disc off a corner", {{0, 0}}, 1.0, 1.0},
      {"segment across the notch", {{0, 6}, {8, 6}}, 0.0, 1.0},
      {"box across the notch", {{0, 6}, {8, 6}, {8, 7}, {0, 7}}, 0.0, 1.0},
      {"box across the notch, near its floor", {{0, 2}, {8, 2}, {8, 4.5}, {0, 4.5}}, 0.0, 0.5},
      {"capsule across the notch, near its floor", {{0, 4}, {8, 4}}, 0.5, 0.5},
      {"triangle into the notch", {{4, 4.25}, {5, 3}, {6, 3}}, 0.0, 0.25},
      {"box that reaches out to the right", {{7, 1}, {10, 1}, {10, 2}, {7, 2}}, 0.0, 2.0},
      {"rounded box that reaches out to the right", {{7, 1}, {10, 1}, {10, 2}, {7, 2}}, 0.25, 2.25},
  };
  const std::vector<OutlinePiece> pieces = Notched();
  for (const KnownDepth& known : table) {
    EXPECT_NEAR(static_cast<double>(FarthestOutside(known.ring, known.radius_m, pieces)), known.depth_m, kError_m)
        << known.name;
  }
}

TEST(ClearanceOracleTest, CenterOfATriangularHole) {
  std::vector<OutlinePiece> pieces = Ring({{-9, -9}, {9, -9}, {9, 9}, {-9, 9}});
  for (const OutlinePiece& piece : Ring({{0, 0}, {0, 3}, {4, 0}})) pieces.push_back(piece);
  EXPECT_NEAR(static_cast<double>(FarthestOutside({{-5, -5}, {5, -5}, {5, 5}, {-5, 5}}, 0.0, pieces)), 1.0, kError_m);
}

TEST(ClearanceOracleTest, KnownDistances) {
  const std::vector<OutlinePiece> pieces = Notched();
  EXPECT_NEAR(static_cast<double>(DistanceFromEdge({{1, 1}, {2, 1}, {2, 2}}, 0.0, pieces)), 1.0, kError_m);
  EXPECT_NEAR(static_cast<double>(DistanceFromEdge({{1, 1}, {2, 1}, {2, 2}}, 0.25, pieces)), 0.75, kError_m);
  EXPECT_NEAR(static_cast<double>(DistanceFromEdge({{2, 2}}, 0.0, pieces)), 2.0, kError_m);
  EXPECT_NEAR(static_cast<double>(DistanceFromEdge({{2, 2}, {6, 2}}, 0.5, pieces)), 1.5, kError_m);
  EXPECT_EQ(static_cast<double>(DistanceFromEdge({{4, 4}}, 0.0, pieces)), 0.0);
  EXPECT_EQ(static_cast<double>(DistanceFromEdge({{2, 7}, {6, 7}}, 0.0, pieces)), 0.0);
}

// No sample is deeper, and a fine grid comes close.
TEST(ClearanceOracleTest, SamplesAgree) {
  Random random(TestSeed());
  for (int i = 0; i < 40; ++i) {
    const std::vector<OutlinePiece> pieces = RandomLatticeRoad(&random);
    const std::vector<Vec2> body = RandomLatticeBody(pieces, &random);
    const double depth_m = static_cast<double>(FarthestOutside(body, 0.0, pieces));
    double deepest_m = 0.0;
    constexpr int kSteps = 40;
    for (size_t k = 1; k + 1 < body.size(); ++k) {
      for (int u = 0; u <= kSteps; ++u) {
        for (int v = 0; u + v <= kSteps; ++v) {
          const Vec2 p = body[0] + (1.0 / kSteps) * (u * (body[k] - body[0]) + v * (body[k + 1] - body[0]));
          if (!PointIsOnRoad(p.x, p.y, pieces)) {
            deepest_m = std::max(deepest_m, static_cast<double>(DistanceFromEdge(p, pieces)));
          }
        }
      }
    }
    EXPECT_LE(deepest_m, depth_m + kError_m) << "case " << i;
    if (body.size() < 3) continue;
    double diameter_m = 0.0;
    for (const Vec2 p : body) diameter_m = std::max(diameter_m, Norm(p - body[0]));
    EXPECT_GE(deepest_m, depth_m - 2.0 * diameter_m / kSteps) << "case " << i;
  }
}

}  // namespace
}  // namespace collision2d::planner
