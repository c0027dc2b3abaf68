#include "planner_adapter/road/road_outline.h"

#include <map>
#include <set>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/road/testing/clearance_oracle.h"
#include "planner_adapter/road/testing/containment_oracle.h"
#include "planner_adapter/road/testing/road_families.h"

namespace collision2d::planner::road_outline_test {

using Cells = std::vector<ConvexPolygon>;

// m. Bounds what crossings are moved by.
constexpr double kRounding_m = 1e-13;

std::vector<OutlinePiece> OutlineOf(const Cells& cells, double gap_m, const std::vector<RoadLine>& lines = {}) {
  absl::StatusOr<std::vector<OutlinePiece>> outline = OutlineOfCells(cells, lines, gap_m);
  return *std::move(outline);
}

double AreaOf(const std::vector<OutlinePiece>& pieces) {
  double area = 0.0;
  for (const OutlinePiece& piece : pieces) area += 0.5 * Cross(piece.from - pieces[0].from, piece.to - pieces[0].from);
  return area;
}

struct Square {
  int left, bottom, right, top;
};

// The number of unit squares that are in one of these.
int CountTiles(const std::vector<Square>& squares) {
  std::set<std::pair<int, int>> tiles;
  for (const Square& square : squares) {
    for (int x = square.left; x < square.right; ++x) {
      for (int y = square.bottom; y < square.top; ++y) tiles.insert({x, y});
    }
  }
  return static_cast<int>(tiles.size());
}

Cells CellsOf(const std::vector<Square>& squares) {
  Cells cells;
  for (const Square& s : squares) {
    cells.push_back(RectangleCell({1.0 * s.left, 1.0 * s.bottom}, {1.0 * s.right, 1.0 * s.top}));
  }
  return cells;
}

// As many pieces begin at each vertex as end there, none is a point, and none is the opposite of
// another.
void ExpectEdge(const std::vector<OutlinePiece>& pieces) {
  std::map<std::pair<double, double>, int> balance;
  std::set<std::pair<std::pair<double, double>, std::pair<double, double>>> seen;
  for (const OutlinePiece& piece : pieces) {
    const std::pair<double, double> from{piece.from.x, piece.from.y};
    const std::pair<double, double> to{piece.to.x, piece.to.y};
    EXPECT_NE(from, to);
    ++balance[from];
    --balance[to];
    EXPECT_TRUE(seen.insert({from, to}).second) << "twice";
    EXPECT_EQ(seen.count({to, from}), 0u) << "both ways";
  }
  for (const auto& [vertex, count] : balance) EXPECT_EQ(count, 0) << vertex.first << ", " << vertex.second;
}

TEST(RoadOutlineTest, AreaOfUnionsOfLatticeRectangles) {
  Random random(TestSeed());
  for (int i = 0; i < 2000; ++i) {
    std::vector<Square> squares;
    const int count = random.Integer(1, 7);
    for (int k = 0; k < count; ++k) {
      const int left = random.Integer(0, 8);
      const int bottom = random.Integer(0, 8);
      const int right = left + random.Integer(1, 5);
      squares.push_back({left, bottom, right, bottom + random.Integer(1, 5)});
    }
    const std::vector<OutlinePiece> pieces = OutlineOf(CellsOf(squares), 0.0);
    EXPECT_EQ(AreaOf(pieces), CountTiles(squares)) << "case " << i;
    ExpectEdge(pieces);
    ASSERT_FALSE(testing::Test::HasFailure());
  }
}

TEST(RoadOutlineTest, FamiliesHaveClosedEdges) {
  Random random(TestSeed() + 1);
  for (int family = 0; family < kRoadFamilyCount; ++family) {
    for (int i = 0; i < 20; ++i) {
      SCOPED_TRACE(NameOf(static_cast<RoadFamily>(family)));
      ExpectEdge(RandomRoad(static_cast<RoadFamily>(family), &random));
      ASSERT_FALSE(testing::Test::HasFailure());
    }
  }
}

// Cells at any angle: the road contains all of them but for kRounding_m, and nothing that is
// farther from them.
TEST(RoadOutlineTest, RoadIsTheCells) {
  Random random(TestSeed() + 2);
  for (int i = 0; i < 300; ++i) {
    Cells cells;
    for (int k = 0; k < 4; ++k) {
      const Vec2 center{random.Uniform(0.0, 8.0), random.Uniform(0.0, 8.0)};
      const Pose2 pose = Pose2::FromYaw(center, random.Angle());
      cells.push_back(*ConvexPolygon::Rectangle(random.Uniform(1.0, 6.0), random.Uniform(1.0, 4.0))->Posed(pose));
    }
    const std::vector<OutlinePiece> pieces = OutlineOf(cells, 0.0);
    ExpectEdge(pieces);
    for (const ConvexPolygon& cell : cells) {
      std::vector<Vec2> inset;
      for (const Vec2 p : cell.vertices()) {
        inset.push_back(p + 2.0 * kRounding_m * Normalized(cell.center() - p));
      }
      EXPECT_TRUE(IsExactlyOnRoad(inset, pieces)) << "case " << i;
    }
    for (const OutlinePiece& piece : pieces) {
      ASSERT_GE(piece.cell, 0);
      const Vec2 middle = 0.5 * (piece.from + piece.to);
      const Vec2 outside = middle - kRounding_m * PerpendicularLeft(Normalized(piece.to - piece.from));
      EXPECT_FALSE(PointIsOnRoad(outside.x, outside.y, pieces) && Norm(piece.to - piece.from) > 0.01) << "case " << i;
    }
    ASSERT_FALSE(testing::Test::HasFailure());
  }
}

TEST(RoadOutlineTest, NarrowGapsAreClosedAndWideOnesAreNot) {
  const Cells cells = {RectangleCell({0, 0}, {10, 4}), RectangleCell({10.01, 0}, {20, 4})};
  const std::vector<OutlinePiece> closed = OutlineOf(cells, 0.02);
  const std::vector<OutlinePiece> open = OutlineOf(cells, 0.005);
  const std::vector<Vec2> across = {{9, 0.001}, {11, 0.001}, {11, 3.999}, {9, 3.999}};
  EXPECT_TRUE(IsExactlyOnRoad(across, closed));
  EXPECT_FALSE(IsExactlyOnRoad(across, open));
  EXPECT_NEAR(AreaOf(closed), 80.0, 1e-4);
  EXPECT_NEAR(AreaOf(open), 79.96, 1e-8);
  ExpectEdge(closed);
}

TEST(RoadOutlineTest, NarrowNotchesAreClosed) {
  const Cells cells = {RectangleCell({0, 0}, {10, 2}), RectangleCell({0, 2}, {5, 4}),
                       RectangleCell({5.01, 2}, {10, 4})};
  EXPECT_TRUE(IsExactlyOnRoad({{4, 1}, {6, 1}, {6, 3.99}, {4, 3.99}}, OutlineOf(cells, 0.02)));
  EXPECT_FALSE(IsExactlyOnRoad({{4, 1}, {6, 1}, {6, 3.99}, {4, 3.99}}, OutlineOf(cells, 0.0)));
}

// A gap of less than the step of the coordinates moves nothing.
TEST(RoadOutlineTest, AGapThatRoundingLosesIsNone) {
  const Cells cells = {RectangleCell({1e6, 1e6}, {1e6 + 10, 1e6 + 4}),
                       RectangleCell({1e6 + 10.5, 1e6}, {1e6 + 20, 1e6 + 4})};
  const std::vector<OutlinePiece> pieces = OutlineOf(cells, 1e-11);
  EXPECT_NEAR(AreaOf(pieces), 78.0, 1e-6);
  EXPECT_EQ(pieces.size(), 8u);
  ExpectEdge(pieces);
}

TEST(RoadOutlineTest, ClosingGapsDoesNotMoveOtherEdges) {
  Random random(TestSeed() + 3);
  for (int i = 0; i < 100; ++i) {
    const double width_m = random.Uniform(2.0, 9.0);
    const Cells cells = {RectangleCell({0, 0}, {10, width_m}), RectangleCell({0, width_m + 0.01}, {10, width_m + 4.0})};
    const std::vector<OutlinePiece> pieces = OutlineOf(cells, 0.02);
    for (const OutlinePiece& piece : pieces) {
      for (const Vec2 p : {piece.from, piece.to}) {
        const double from_x = std::min(std::abs(p.x), std::abs(p.x - 10.0));
        const double from_y = std::min(std::abs(p.y), std::abs(p.y - width_m - 4.0));
        EXPECT_LE(std::min(from_x, from_y), kGapEndError_m + 1e-9);
      }
    }
    EXPECT_NEAR(AreaOf(pieces), 10.0 * (width_m + 4.0), 1e-4);
  }
}

// Points from which no place is far from the cells, all around, are in a gap that is closed: the
// square corners of the brush reach twice as far as its sides.
TEST(RoadOutlineTest, WhatIsNowhereFarFromCellsIsClosed) {
  Random random(TestSeed() + 4);
  int closed_count = 0;
  for (int i = 0; i < 1500; ++i) {
    Cells cells;
    for (int k = 0; k < 5; ++k) {
      const Vec2 center{random.Uniform(0.0, 5.0), random.Uniform(0.0, 5.0)};
      const Pose2 pose = Pose2::FromYaw(center, random.Angle());
      const Vec2 tip{random.Uniform(1.0, 4.0), 0.0};
      const Vec2 side{0.0, random.Uniform(-1.0, 1.0)};
      cells.push_back(*ConvexPolygon::Hull({pose * (-random.Uniform(0.5, 2.0) * tip), pose * side, pose * tip}));
    }
    const double gap_m = random.LogUniform(0.5, 3.0);
    const std::vector<OutlinePiece> road = OutlineOf(cells, 0.0);
    const std::vector<OutlinePiece> closed = OutlineOf(cells, gap_m);
    // Samples in the disc that the corners reach.
    const auto is_near_all_around = [&](Vec2 p) {
      constexpr int kSamples = 120;
      for (int k = kSamples; k >= 0; --k) {
        const double reach_m = 1.05 * gap_m * std::sqrt((k + 0.5) / kSamples);
        const Vec2 at = p + reach_m * Vec2{std::cos(2.399963 * k), std::sin(2.399963 * k)};
        if (!PointIsOnRoad(at.x, at.y, road) && DistanceFromEdge(at, road) > 0.4 * gap_m) return false;
      }
      return true;
    };
    for (int k = 0; k < 100; ++k) {
      const double x = random.Uniform(-1.0, 6.0);
      const Vec2 p{x, random.Uniform(-1.0, 6.0)};
      if (PointIsOnRoad(p.x, p.y, road)) continue;
      const bool is_closed = PointIsOnRoad(p.x, p.y, closed);
      EXPECT_TRUE(is_closed || !is_near_all_around(p)) << i << ": " << p.x << ", " << p.y;
      closed_count += is_closed ? 1 : 0;
    }
  }
  EXPECT_GT(closed_count, 5000);
}

TEST(RoadOutlineTest, PiecesHaveCellsAndLines) {
  const Cells cells = {RectangleCell({0, 0}, {10, 4}), RectangleCell({10, 0}, {20, 4})};
  const std::vector<RoadLine> lines = {{"left", {{0, 4}, {10, 4}, {20, 4}}},
                                       {"right", {{-5, 0.0005}, {10, 0.0005}}},
                                       {"not finite", {{10, 0}, {20, HUGE_VAL}}},
                                       {"beside", {{10, -0.003}, {20, -0.003}}}};
  int left = 0;
  for (const OutlinePiece& piece : OutlineOf(cells, 0.0, lines)) {
    const Vec2 middle = 0.5 * (piece.from + piece.to);
    EXPECT_EQ(piece.cell, middle.x < 10.0 ? 0 : 1);
    const bool is_left = middle.y == 4.0;
    const bool is_right = middle.y == 0.0 && middle.x < 10.0;
    EXPECT_EQ(piece.line, is_left ? 0 : is_right ? 1 : -1);
    left += is_left ? 1 : 0;
  }
  EXPECT_EQ(left, 2);
}

TEST(RoadOutlineTest, ALineEndsAtItsLastPoint) {
  std::vector<RoadLine> lines = {{"bottom", {{0, 0}, {10, 0}, {10, 4}}}};
  lines[0].points.pop_back();
  for (const OutlinePiece& piece : OutlineOf({RectangleCell({0, 0}, {10, 4})}, 0.0, lines)) {
    EXPECT_EQ(piece.line, piece.from.y == 0.0 && piece.to.y == 0.0 ? 0 : -1);
  }
}

TEST(RoadOutlineTest, PiecesOfClosedGapsHaveNoCell) {
  const Cells cells = {RectangleCell({0, 0}, {10, 4}), RectangleCell({10.5, 0}, {20, 4})};
  int without = 0;
  for (const OutlinePiece& piece : OutlineOf(cells, 1.0)) {
    const Vec2 middle = 0.5 * (piece.from + piece.to);
    if (middle.x < 10.001 || middle.x > 10.499) continue;
    EXPECT_EQ(piece.cell, -1);
    ++without;
  }
  EXPECT_EQ(without, 2);
}

TEST(RoadOutlineTest, BadGapsAreRefused) {
  const Cells cells = {RectangleCell({0, 0}, {10, 4})};
  for (const double gap_m : {-1e-9, kMaxRoadGap_m * (1.0 + 1e-15), std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()}) {
    const absl::Status status = OutlineOfCells(cells, {}, gap_m).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << gap_m;
    EXPECT_TRUE(absl::StrContains(status.message(), "gap_m")) << status;
  }
  EXPECT_TRUE(OutlineOfCells(cells, {}, kMaxRoadGap_m).ok());
}

// All pairs of cells touch. `stride` 2 leaves every second sector out.
TEST(RoadOutlineTest, ManyCellsAroundOnePoint) {
  constexpr int kSectors = 2000;
  const Vec2 center = {3.7, -1.3};
  const auto at = [&](int i) {
    const double angle_rad = 2.0 * 3.14159265358979323846 * (i % kSectors) / kSectors;
    return center + 50.0 * Vec2{std::cos(angle_rad), std::sin(angle_rad)};
  };
  const auto sectors = [&](int stride) {
    Cells cells;
    for (int i = 0; i < kSectors; i += stride) cells.push_back(*ConvexPolygon::Hull({center, at(i), at(i + 1)}));
    return cells;
  };
  for (const double gap_m : {0.0, 0.1}) EXPECT_EQ(OutlineOf(sectors(1), gap_m).size(), size_t{kSectors});
  const std::vector<OutlinePiece> outline = OutlineOf(sectors(2), 0.0);
  ExpectEdge(outline);
  EXPECT_EQ(outline.size(), size_t{3 * kSectors / 2});
  EXPECT_NEAR(AreaOf(outline), 0.5 * AreaOf(OutlineOf(sectors(1), 0.0)), 1e-9);
}

TEST(RoadOutlineTest, ASmallRoundCellIsRoundToo) {
  const std::vector<OutlinePiece> outline = OutlineOf({*ConvexPolygon::Create({{1, 2}}, kCellArcError_m)}, 0.0);
  ExpectEdge(outline);
  EXPECT_GT(AreaOf(outline), 0.9 * 3.141592653589793 * kCellArcError_m * kCellArcError_m);
}

TEST(RoadOutlineTest, NoCellsHaveNoOutline) {
  EXPECT_TRUE(OutlineOfCells({}, {}, 0.0)->empty());
  EXPECT_TRUE(OutlineOfCells({}, {}, 1.0)->empty());
}

TEST(RoadOutlineTest, PointsAndSegmentsAreNoRoad) {
  const Cells flat = {Cell({{3, 3}}), Cell({{0, 0}, {9, 9}})};
  EXPECT_TRUE(OutlineOfCells(flat, {}, 0.0)->empty());
  const Cells both = {flat[0], RectangleCell({0, 0}, {1, 1}), flat[1]};
  const std::vector<OutlinePiece> pieces = OutlineOf(both, 0.0);
  EXPECT_EQ(AreaOf(pieces), 1.0);
  for (const OutlinePiece& piece : pieces) EXPECT_EQ(piece.cell, 1);
}

}  // namespace collision2d::planner::road_outline_test
