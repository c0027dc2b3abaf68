// Whether bodies are inside, against exact arithmetic, for roads and bodies on a lattice, which
// touch often. 2 10^5 cases; as road_containment_long_test 10^7.

#include <cstdio>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/road/testing/containment_oracle.h"
#include "planner_adapter/road/testing/hex_pieces.h"
#include "planner_adapter/road/testing/lattice_roads.h"
#include "planner_adapter/road/testing/road_families.h"

namespace collision2d::planner {
namespace {

constexpr int64_t kDefaultCases = 200000;

// The cases are shared by this many tests, so that they can be sharded.
constexpr int kParts = 8;

constexpr int kBodiesOfRoad = 25;

// Places a lattice in the world: a power of two as the unit, and an origin that keeps every
// coordinate exact.
struct Placement {
  double unit_m;
  Vec2 origin;

  Vec2 operator*(Vec2 p) const { return origin + unit_m * p; }
};

Placement RandomPlacement(Random* random) {
  constexpr double kUnits_m[] = {1.0, 0.125, 0x1p-10, 16.0};
  constexpr double kOrigins_m[] = {0.0, -7.0, 12345.0, 99984.0, -65536.0};
  return {kUnits_m[random->Index(4)], {kOrigins_m[random->Index(5)], kOrigins_m[random->Index(5)]}};
}

// A multiple of a right angle, and the body that it takes to the given place.
struct PosedBody {
  ConvexPolygon body;
  Pose2 world_from_body;
};

PosedBody Posed(const std::vector<Vec2>& in_world, const Placement& placement, Random* random) {
  constexpr double kCosines[] = {1.0, 0.0, -1.0, 0.0};
  const int turn = random->Index(4);
  const Vec2 reference = placement * in_world[random->Index(static_cast<int>(in_world.size()))];
  const Pose2 pose(reference, UnitRotation(kCosines[turn], kCosines[(turn + 3) % 4]));
  std::vector<Vec2> in_body;
  for (const Vec2 p : in_world) in_body.push_back(pose.Inverse().Rotate(placement * p - reference));
  return {*ConvexPolygon::Create(in_body), pose};
}

class RoadContainmentTest : public testing::TestWithParam<int> {};

TEST_P(RoadContainmentTest, IsExactOnTheLattice) {
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  const int64_t roads = TestCaseCount(kDefaultCases) / (kParts * kBodiesOfRoad);
  int64_t inside = 0;
  for (int64_t i = 0; i < roads; ++i) {
    const std::vector<OutlinePiece> lattice = RandomLatticeRoad(&random);
    const Placement placement = RandomPlacement(&random);
    std::vector<OutlinePiece> pieces = lattice;
    for (OutlinePiece& piece : pieces) piece = {placement * piece.from, placement * piece.to};
    const absl::StatusOr<Road> road = Road::Create(pieces);
    ASSERT_TRUE(road.ok()) << road.status();
    for (int k = 0; k < kBodiesOfRoad; ++k) {
      const std::vector<Vec2> body = RandomLatticeBody(lattice, &random);
      const PosedBody posed = Posed(body, placement, &random);
      RoadPoseClearance clearance;
      ASSERT_TRUE(road->Clearances({posed.body}, {posed.world_from_body}, absl::MakeSpan(&clearance, 1)).ok());
      const bool is_on_road = LatticeIsOnRoad(body, lattice);
      inside += is_on_road ? 1 : 0;
      ASSERT_EQ(clearance.is_inside, is_on_road)
          << "road " << i << ", body " << k << ": " << HexFormat(body) << ", unit " << placement.unit_m << ", origin "
          << HexFormat(placement.origin) << "\n"
          << HexPieces(lattice);
      ASSERT_EQ(clearance.clearance_m >= 0.0, is_on_road) << "road " << i << ", body " << k;
    }
  }
  const double cases = static_cast<double>(roads * kBodiesOfRoad);
  std::printf("road-containment: %.0f bodies, %.1f %% inside\n", cases, 100.0 * static_cast<double>(inside) / cases);
  EXPECT_GT(static_cast<double>(inside), 0.3 * cases);
  EXPECT_LT(static_cast<double>(inside), 0.7 * cases);
}

// A point of a piece, as far as doubles have it, or one some units in the last place beside it.
Vec2 PointNearEdge(absl::Span<const OutlinePiece> pieces, Random* random) {
  const OutlinePiece& piece = pieces[random->Index(static_cast<int>(pieces.size()))];
  const double along = random->Chance(0.3) ? 0.0 : random->Uniform(0.0, 1.0);
  const Vec2 p = piece.from + along * (piece.to - piece.from);
  const double ulp_m = 0x1p-52 * std::max(std::abs(p.x), std::abs(p.y));
  const Vec2 inward = PerpendicularLeft(Normalized(piece.to - piece.from));
  return p + random->Integer(-2, 4) * ulp_m * inward;
}

// Bodies with all corners on the edge, within some units in the last place, against rational
// numbers.
TEST_P(RoadContainmentTest, IsExactNextToTheEdge) {
  Random random(TestSeed() + 50 + static_cast<uint64_t>(GetParam()));
  const int64_t roads = TestCaseCount(kDefaultCases) / (kParts * 2500);
  for (int64_t i = 0; i < roads; ++i) {
    const auto family = static_cast<RoadFamily>((i * kParts + GetParam()) % kRoadFamilyCount);
    const absl::StatusOr<Road> road = Road::Create(RandomRoad(family, &random));
    ASSERT_TRUE(road.ok()) << road.status();
    for (int k = 0; k < kBodiesOfRoad; ++k) {
      std::vector<Vec2> points;
      const OutlinePiece& piece = road->pieces()[random.Index(static_cast<int>(road->pieces().size()))];
      const int count = random.Integer(1, 3);
      for (int c = 0; c < count; ++c) {
        const bool is_same = random.Chance(0.4);
        points.push_back(PointNearEdge(is_same ? absl::MakeConstSpan(&piece, 1) : road->pieces(), &random));
      }
      const ConvexPolygon body = *ConvexPolygon::Hull(points);
      RoadPoseClearance clearance;
      ASSERT_TRUE(road->Clearances({body}, {Pose2{}}, absl::MakeSpan(&clearance, 1)).ok());
      ASSERT_EQ(clearance.is_inside, IsExactlyOnRoad(body.vertices(), road->pieces()))
          << NameOf(family) << " body " << HexFormat(body) << "\n"
          << HexPieces(road->pieces());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, RoadContainmentTest, testing::Range(0, kParts));

}  // namespace
}  // namespace collision2d::planner
