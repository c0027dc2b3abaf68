// Clearances against exact arithmetic and long double precision, for every family of roads: whether
// a body is inside, by how much, and where.

#include <cstdio>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/road/testing/clearance_checker.h"
#include "planner_adapter/road/testing/hex_pieces.h"
#include "planner_adapter/road/testing/lattice_roads.h"
#include "planner_adapter/road/testing/road_families.h"

namespace collision2d::planner {
namespace {

constexpr int64_t kDefaultCases = 650;
constexpr int kBodiesOfRoad = 10;

// Rounding can make moved pieces points, or cross each other.
std::vector<OutlinePiece> Moved(const std::vector<OutlinePiece>& pieces, Vec2 by) {
  std::vector<OutlinePiece> moved;
  for (const OutlinePiece& piece : pieces) {
    if (piece.from + by != piece.to + by) moved.push_back({piece.from + by, piece.to + by, piece.line, piece.cell});
  }
  return *OutlineOfUnion(moved);
}

class RoadOracleTest : public testing::TestWithParam<int> {
 protected:
  void Check(const ConvexPolygon& body, const Pose2& pose, const Road& road) {
    RoadPoseClearance clearance;
    ASSERT_TRUE(road.Clearances({body}, {pose}, absl::MakeSpan(&clearance, 1)).ok());
    CheckClearance(body, pose, road.pieces(), clearance);
    inside_ += clearance.is_inside ? 1 : 0;
    ++cases_;
    ASSERT_FALSE(HasFailure()) << "body " << HexFormat(body) << "\npose " << HexFormat(pose) << "\n"
                               << HexPieces(road.pieces());
  }

  int64_t inside_ = 0;
  int64_t cases_ = 0;
};

TEST_P(RoadOracleTest, ClearancesAreRight) {
  Random random(TestSeed() + 100 + static_cast<uint64_t>(GetParam()));
  const auto family = static_cast<RoadFamily>(GetParam());
  const int64_t roads = TestCaseCount(kDefaultCases) / (kRoadFamilyCount * kBodiesOfRoad);
  constexpr double kOrigins_m[] = {0.0, 0.0, -1e4, 9e4};
  for (int64_t i = 0; i < roads; ++i) {
    const Vec2 origin{kOrigins_m[random.Index(4)], kOrigins_m[random.Index(4)]};
    const absl::StatusOr<Road> road = Road::Create(Moved(RandomRoad(family, &random), origin));
    ASSERT_TRUE(road.ok()) << road.status();
    for (int k = 0; k < kBodiesOfRoad; ++k) {
      const ConvexPolygon body = RandomBody(&random);
      Check(body, RandomPoseNearEdge(body, road->pieces(), &random), *road);
      if (HasFatalFailure()) return;
    }
  }
  std::printf("%s: %d bodies, %.1f %% inside\n", NameOf(family), static_cast<int>(cases_),
              100.0 * static_cast<double>(inside_) / static_cast<double>(cases_));
  EXPECT_GT(inside_, 0);
  // Some families have one body in ten inside: in short runs chance decides about the share.
  const double chance = 2.0 * std::sqrt(0.1 * static_cast<double>(cases_));
  EXPECT_GT(static_cast<double>(inside_) + chance, 0.05 * static_cast<double>(cases_));
  EXPECT_LT(static_cast<double>(inside_), 0.85 * static_cast<double>(cases_));
}

INSTANTIATE_TEST_SUITE_P(Families, RoadOracleTest, testing::Range(0, kRoadFamilyCount));

using RoadOracleLatticeTest = RoadOracleTest;

TEST_P(RoadOracleLatticeTest, ClearancesAreRight) {
  Random random(TestSeed() + 200 + static_cast<uint64_t>(GetParam()));
  const int64_t roads = TestCaseCount(kDefaultCases) / (4 * kBodiesOfRoad);
  constexpr double kRadii_m[] = {0.0, 0.0, 0.5, 1.0};
  for (int64_t i = 0; i < roads; ++i) {
    const std::vector<OutlinePiece> pieces = RandomLatticeRoad(&random);
    const absl::StatusOr<Road> road = Road::Create(pieces);
    ASSERT_TRUE(road.ok()) << road.status();
    for (int k = 0; k < kBodiesOfRoad; ++k) {
      const double radius_m = kRadii_m[random.Index(4)];
      Check(*ConvexPolygon::Create(RandomLatticeBody(pieces, &random), radius_m), Pose2{}, *road);
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, RoadOracleLatticeTest, testing::Range(0, 4));

}  // namespace
}  // namespace collision2d::planner
