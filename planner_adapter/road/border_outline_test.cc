#include "planner_adapter/road/border_outline.h"

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"

namespace collision2d::planner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string NameOf(int piece) { return absl::StrCat("pieces[", piece, "]"); }

std::vector<Vec2> Closed(std::vector<Vec2> ring) {
  ring.push_back(ring[0]);
  return ring;
}

absl::StatusOr<BorderOutline> OutlineOf(const std::vector<std::vector<Vec2>>& lines) {
  std::vector<RoadLine> borders;
  for (const std::vector<Vec2>& points : lines) borders.push_back({"", points});
  return OutlineOfBorders(PiecesOfBorders(borders), &NameOf);
}

double AreaOf(const BorderOutline& outline) {
  double area = 0.0;
  for (const OutlinePiece& piece : outline.pieces) area += 0.5 * Cross(piece.from, piece.to);
  return area;
}

const std::vector<Vec2> kOuter = Closed({{0, 0}, {8, 0}, {8, 8}, {0, 8}});
const std::vector<Vec2> kIsland = Closed({{2, 2}, {2, 4}, {4, 4}, {4, 2}});
const std::vector<Vec2> kTurned = Closed({{2, 2}, {4, 2}, {4, 4}, {2, 4}});

TEST(BorderOutlineTest, PiecesOfBordersHaveTheirLine) {
  const std::vector<OutlinePiece> pieces =
      PiecesOfBorders({{"a", {{0, 0}, {1, 0}, {1, 0}, {2, 1}}}, {"b", {{5, 5}}}, {"c", {{3, 3}, {0, 3}}}});
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_EQ(pieces[1].from, (Vec2{1, 0}));
  EXPECT_EQ(pieces[1].to, (Vec2{2, 1}));
  EXPECT_EQ(pieces[1].line, 0);
  EXPECT_EQ(pieces[2].line, 2);
  EXPECT_EQ(pieces[2].cell, -1);
}

TEST(BorderOutlineTest, RingsAsTheyShouldBe) {
  const BorderOutline outline = *OutlineOf({kOuter, kIsland});
  EXPECT_TRUE(outline.is_closed);
  EXPECT_THAT(outline.notes, IsEmpty());
  EXPECT_EQ(outline.pieces.size(), 8u);
  EXPECT_EQ(AreaOf(outline), 60.0);
}

TEST(BorderOutlineTest, AnIslandThatIsWoundAsARoadIsAnIslandWithANote) {
  for (const std::vector<std::vector<Vec2>>& lines :
       {std::vector<std::vector<Vec2>>{kOuter, kTurned}, std::vector<std::vector<Vec2>>{kTurned, kOuter}}) {
    const BorderOutline outline = *OutlineOf(lines);
    EXPECT_EQ(AreaOf(outline), 60.0);
    EXPECT_THAT(outline.notes, ElementsAre(HasSubstr("wound as the edge of a road, but inside of a road")));
  }
}

TEST(BorderOutlineTest, AnIslandBesideTheRoadHasNoEffect) {
  const BorderOutline outline = *OutlineOf({kTurned, Closed({{10, 2}, {10, 4}, {12, 4}})});
  EXPECT_EQ(AreaOf(outline), 4.0);
  EXPECT_THAT(outline.notes,
              ElementsAre(HasSubstr("pieces[4]: it is wound as the edge of an island, but there is no")));
}

TEST(BorderOutlineTest, IslandsAloneAreInARoadWithoutEnd) {
  const BorderOutline outline = *OutlineOf({kIsland, Closed({{10, 2}, {10, 4}, {12, 4}})});
  EXPECT_EQ(AreaOf(outline), -6.0);
  EXPECT_THAT(outline.notes, IsEmpty());
}

TEST(BorderOutlineTest, RepeatedRings) {
  const BorderOutline outline = *OutlineOf({kTurned, Closed({{4, 4}, {2, 4}, {2, 2}, {4, 2}})});
  EXPECT_EQ(AreaOf(outline), 4.0);
  EXPECT_THAT(outline.notes, ElementsAre(HasSubstr("pieces[4]: it repeats others")));
}

TEST(BorderOutlineTest, RingsThatShareASideAreOne) {
  const BorderOutline outline = *OutlineOf({kTurned, Closed({{4, 3}, {6, 3}, {6, 9}, {4, 9}})});
  EXPECT_EQ(AreaOf(outline), 16.0);
  EXPECT_THAT(outline.notes, IsEmpty());
}

TEST(BorderOutlineTest, ARingThatRunsBackAlongItself) {
  // The way to the square and back.
  const BorderOutline outline = *OutlineOf({Closed({{-3, 2}, {2, 2}, {4, 2}, {4, 4}, {2, 4}, {2, 2}})});
  EXPECT_EQ(AreaOf(outline), 4.0);
  EXPECT_THAT(outline.notes, ElementsAre(HasSubstr("runs back along itself")));
  EXPECT_TRUE(OutlineOf({Closed({{0, 0}, {4, 0}})})->pieces.empty());
}

TEST(BorderOutlineTest, CrossingsAreRefusedWithThePlace) {
  const std::vector<std::vector<std::vector<Vec2>>> crossing = {
      // Two rings; a ring through a corner of another one; one that crosses itself; open lines, of
      // which the second crosses the first, goes out from it, or ends on it.
      {kOuter, Closed({{6, 2}, {10, 2}, {10, 4}, {6, 4}})},
      {kOuter, Closed({{6, 6}, {8, 8}, {9, 12}, {5, 12}, {5, 6}})},
      {Closed({{0, 0}, {4, 4}, {4, 0}, {0, 4}})},
      {{{0, 0}, {10, 0}}, {{5, -5}, {5, 5}}},
      {{{0, 0}, {5, 0}, {10, 0}}, {{5, 0}, {9, 4}}},
      {{{0, 0}, {5, 0}, {10, 0}}, {{1, 4}, {5, 0}}},
  };
  for (const auto& lines : crossing) {
    const absl::Status status = OutlineOf(lines).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("left and right cannot be decided at ("));
  }
  EXPECT_THAT(std::string(OutlineOf(crossing[2]).status().message()), HasSubstr("pieces[0]: "));
  EXPECT_THAT(std::string(OutlineOf(crossing[2]).status().message()), HasSubstr("at (2, 2)"));
  // The first two neighbours around the point that both begin there.
  EXPECT_THAT(std::string(OutlineOf(crossing[4]).status().message()), HasSubstr("pieces[2]: "));
  EXPECT_THAT(std::string(OutlineOf(crossing[4]).status().message()), HasSubstr("at (5, 0)"));
}

TEST(BorderOutlineTest, OpenLines) {
  const std::vector<Vec2> right = {{0, 0}, {10, 0}, {20, 0}};
  const std::vector<Vec2> left = {{20, 6}, {0, 6}};
  const BorderOutline outline = *OutlineOf({right, left});
  EXPECT_FALSE(outline.is_closed);
  EXPECT_EQ(outline.pieces.size(), 3u);
  EXPECT_THAT(outline.notes, IsEmpty());
  // One that goes on with another line, and one that begins where another one begins.
  EXPECT_TRUE(OutlineOf({right, {{20, 0}, {30, 1}}, left}).ok());
  EXPECT_FALSE(OutlineOf({right, {{0, 0}, {-5, 5}}, left}).ok());
  // A line that ends on another one, and one that runs against another one.
  EXPECT_FALSE(OutlineOf({right, left, {{5, 3}, {5, 0}}}).ok());
  EXPECT_FALSE(OutlineOf({right, left, {{15, 0}, {5, 0}}}).ok());
  // A repeated part of a line counts once.
  EXPECT_EQ(OutlineOf({right, left, {{2, 0}, {5, 0}}})->pieces.size(), 3u);
  // As does one that ends with it.
  EXPECT_EQ(OutlineOf({right, left, {{2, 0}, {10, 0}}})->pieces.size(), 3u);
  EXPECT_EQ(OutlineOf({right, left, {{0, 0}, {2, 0}}})->pieces.size(), 3u);
}

// Three lines of decimetres, whose corners touch.
TEST(BorderOutlineTest, OpenLinesThatTouchInAPoint) {
  const Vec2 center{0, 0};
  const std::vector<Vec2> around = {{0.2, -0.3}, {0.5, 0.0}, {0.3, 0.4}, {-0.2, 0.3}, {-0.5, 0.0}, {-0.3, -0.4}};
  const auto outline =
      OutlineOf({{around[1], center, around[0]}, {around[3], center, around[2]}, {around[5], center, around[4]}});
  ASSERT_TRUE(outline.ok()) << outline.status();
  EXPECT_EQ(outline->pieces.size(), 6u);
  EXPECT_FALSE(OutlineOf({{around[1], center, around[0]}, {around[2], center, around[3]}}).ok());
}

TEST(BorderOutlineTest, IslandsBetweenOpenLines) {
  const std::vector<Vec2> right = {{0, 0}, {20, 0}};
  const std::vector<Vec2> left = {{20, 6}, {0, 6}};
  EXPECT_THAT(OutlineOf({right, kIsland, left})->notes, IsEmpty());
  const BorderOutline turned = *OutlineOf({right, kTurned, left});
  EXPECT_THAT(turned.notes, ElementsAre(HasSubstr("pieces[1]: it is wound as the edge of a road, but inside")));
  double area = 0.0;
  for (const OutlinePiece& piece : turned.pieces) {
    if (piece.line == 1) area += 0.5 * Cross(piece.from, piece.to);
  }
  EXPECT_EQ(area, -4.0);
}

// A kerb drawn as two lines, of which the outer one is wound the wrong way.
TEST(BorderOutlineTest, AnIslandInATurnedIslandIsNoRoad) {
  const BorderOutline outline = *OutlineOf({kOuter, kTurned, Closed({{2.5, 2.5}, {2.5, 3.5}, {3.5, 3.5}, {3.5, 2.5}})});
  EXPECT_EQ(AreaOf(outline), 60.0);
  EXPECT_THAT(outline.notes, ElementsAre(HasSubstr("pieces[4]: it is wound as the edge of a road, but inside"),
                                         HasSubstr("pieces[8]: it is wound as the edge of an island, but there")));
}

TEST(BorderOutlineTest, ATurnedIslandOnASideAndARepeatedRingWithOneMoreCorner) {
  const BorderOutline island = *OutlineOf({kOuter, Closed({{2, 0}, {4, 0}, {4, 2}, {2, 2}})});
  EXPECT_EQ(AreaOf(island), 60.0);
  EXPECT_THAT(island.notes, ElementsAre(HasSubstr("pieces[4]: it is wound as the edge of a road, but inside")));
  const BorderOutline repeated = *OutlineOf({kOuter, Closed({{0, 0}, {5, 0}, {8, 0}, {8, 8}, {0, 8}})});
  EXPECT_EQ(AreaOf(repeated), 64.0);
  EXPECT_THAT(repeated.notes, ElementsAre(HasSubstr("it repeats others")));
}

TEST(BorderOutlineTest, ARingAndItsReverseAreNoRoad) {
  std::vector<Vec2> reverse(kOuter.rbegin(), kOuter.rend());
  const BorderOutline outline = *OutlineOf({kOuter, reverse, kIsland});
  EXPECT_TRUE(outline.pieces.empty());
}

// A ring drawn as two lines cannot be turned as one.
TEST(BorderOutlineTest, ATurnedIslandOfTwoLinesIsRefused) {
  const std::vector<Vec2> half = {{2, 2}, {4, 2}, {4, 4}};
  const std::vector<Vec2> rest = {{4, 4}, {2, 4}, {2, 2}};
  EXPECT_FALSE(OutlineOf({kOuter, half, rest}).ok());
  EXPECT_EQ(AreaOf(*OutlineOf({half, rest})), 4.0);
}

TEST(BorderOutlineTest, SeveralTurnedIslandsBetweenOpenLines) {
  const BorderOutline outline = *OutlineOf({{{-100, 0}, {100, 0}},
                                            {{100, 20}, {-100, 20}},
                                            Closed({{0, 8}, {2, 8}, {2, 10}, {0, 10}}),
                                            Closed({{3, 8}, {5, 8}, {5, 10}, {3, 10}})});
  EXPECT_EQ(outline.notes.size(), 2u);
}

// Islands that touch an open line, or each other, with the point that they begin at; each of them
// is wound either way.
TEST(BorderOutlineTest, TouchingIslandsBetweenOpenLines) {
  const std::vector<Vec2> right = {{0, 0}, {20, 0}};
  const std::vector<Vec2> left = {{20, 6}, {0, 6}};
  const auto expect_island = [&](const std::vector<std::vector<Vec2>>& others, const std::vector<Vec2>& points) {
    for (size_t first = 0; first < points.size(); ++first) {
      std::vector<Vec2> ring;
      for (size_t i = 0; i < points.size(); ++i) ring.push_back(points[(first + i) % points.size()]);
      std::vector<std::vector<Vec2>> lines = {right, left};
      lines.insert(lines.end(), others.begin(), others.end());
      lines.push_back(Closed(ring));
      const absl::StatusOr<BorderOutline> outline = OutlineOf(lines);
      ASSERT_TRUE(outline.ok()) << outline.status() << " from " << first;
      EXPECT_THAT(outline->notes, IsEmpty()) << first;
      std::reverse(ring.begin(), ring.end());
      lines.back() = Closed(ring);
      const absl::StatusOr<BorderOutline> turned = OutlineOf(lines);
      ASSERT_TRUE(turned.ok()) << turned.status() << " from " << first;
      EXPECT_THAT(turned->notes, ElementsAre(HasSubstr("wound as the edge of a road, but inside of a road"))) << first;
    }
  };
  expect_island({}, {{5, 0}, {4, 2}, {6, 2}});
  expect_island({}, {{5, 6}, {6, 4}, {4, 4}});
  expect_island({kIsland}, {{4, 3}, {5, 4}, {5, 2}});
  expect_island({kIsland}, {{2, 3}, {1, 2}, {1, 4}});
  expect_island({kIsland}, {{4, 4}, {5, 5}, {5, 4}});
}

// The nearest line has it on its right; the others, farther away, on their left.
TEST(BorderOutlineTest, AnIslandBetweenTwoRoadsOfOpenLines) {
  const std::vector<std::vector<Vec2>> lines = {
      {{0, 0}, {20, 0}}, {{20, 6}, {0, 6}}, {{0, 14}, {20, 14}}, {{20, 20}, {0, 20}}};
  for (size_t first = 0; first < lines.size(); ++first) {
    std::vector<std::vector<Vec2>> turned = {Closed({{8, 7}, {8, 9}, {10, 9}, {10, 7}})};
    for (size_t i = 0; i < lines.size(); ++i) turned.push_back(lines[(first + i) % lines.size()]);
    EXPECT_THAT(OutlineOf(turned)->notes, ElementsAre(HasSubstr("pieces[0]: it is wound as the edge of an island")));
  }
}

TEST(BorderOutlineTest, AnIslandInAnIslandBetweenOpenLinesHasNoEffect) {
  const std::vector<Vec2> island = Closed({{1, 1}, {1, 5}, {5, 5}, {5, 1}});
  EXPECT_THAT(OutlineOf({{{0, 0}, {20, 0}}, island, kIsland, {{20, 6}, {0, 6}}})->notes,
              ElementsAre(HasSubstr("pieces[5]: it is wound as the edge of an island, but there is no road")));
}

TEST(BorderOutlineTest, AnIslandBesideASpikeOfAnOpenLine) {
  const std::vector<Vec2> spike = {{-59.679506299867995, 0.89205505810308039},
                                   {-0.13630318578160516, 0.1037693710549592},
                                   {-59.281538119205059, -1.8913892334752667}};
  const Vec2 corner{0.34524281515984001, 5.0456544668626293};
  const BorderOutline outline =
      *OutlineOf({spike, Closed({corner, corner + Vec2{2, 0}, corner + Vec2{2, 2}, corner + Vec2{0, 2}})});
  EXPECT_THAT(outline.notes, ElementsAre(HasSubstr("pieces[2]: it is wound as the edge of a road, but inside")));
}

TEST(BorderOutlineTest, RepairTurnsIslandsAndKeepsWhatItCannotRead) {
  const std::vector<Vec2> beyond = Closed({{6, 6}, {9, 6}, {9, 7}, {6, 7}});
  const RepairedBorders repaired = RepairBorders({{"a", kOuter}, {"b", kTurned}, {"c", beyond}});
  double area = 0.0;
  const BorderOutline outline = *OutlineOfBorders(PiecesOfBorders(repaired.borders), &NameOf);
  for (const OutlinePiece& piece : outline.pieces) area += 0.5 * Cross(piece.from, piece.to);
  EXPECT_EQ(area, 61.0);
  EXPECT_THAT(RepairBorders({{"a", kOuter}, {"b", kOuter}, {"c", beyond}}).notes,
              ElementsAre(HasSubstr("road_borders[0] (\"a\"): it was cut"),
                          HasSubstr("road_borders[1] (\"b\"): it was left out"),
                          HasSubstr("road_borders[2] (\"c\"): it was cut")));
  EXPECT_EQ(RepairBorders({{"far", Closed({{0, 0}, {1e9, 0}, {1e9, 1e9}})}}).borders.size(), 1u);
}

TEST(BorderOutlineTest, RepairClosesRingsAndCutsThem) {
  const std::vector<Vec2> open_ring = {{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 0.25}};
  // It overshoots its first point, and crosses its first side.
  const std::vector<Vec2> overshooting = {{0, 0}, {8, 0}, {8, 8}, {1, 8}, {1, -0.5}, {0, 0}};
  EXPECT_THAT(RepairBorders({{"a", open_ring}}).notes, ElementsAre("road_borders[0] (\"a\"): it was closed"));
  EXPECT_EQ(RepairBorders({{"a", open_ring}}).borders[0].points.size(), 6u);
  std::vector<Vec2> far_ring;
  for (const Vec2 p : open_ring) far_ring.push_back(p + Vec2{100, -50});
  EXPECT_EQ(RepairBorders({{"a", far_ring}}).borders[0].points.size(), 6u);
  const RepairedBorders cut =
      RepairBorders({{"a", overshooting}, {"b", kIsland}, {"c", {{7, 3}, {7, 4}, {9, 4}, {9, 3}, {7, 3}}}});
  ASSERT_EQ(cut.borders.size(), 2u);
  EXPECT_EQ(cut.borders[0].id, "a");
  EXPECT_THAT(cut.notes, ElementsAre("road_borders[0] (\"a\"): it was cut where borders cross",
                                     "road_borders[2] (\"c\"): it was cut where borders cross"));
  const BorderOutline outline = *OutlineOfBorders(PiecesOfBorders(cut.borders), &NameOf);
  EXPECT_THAT(outline.notes, IsEmpty());
  EXPECT_EQ(AreaOf(outline), 7.0 * 8.0 - 4.0 - 1.0);
  // Nothing to do, and nothing that could be done.
  EXPECT_THAT(RepairBorders({{"a", kOuter}, {"b", kIsland}}).notes, IsEmpty());
  EXPECT_THAT(RepairBorders({{"a", {{0, 0}, {10, 0}}}, {"b", {{5, -5}, {5, 5}}}}).notes, IsEmpty());
}

TEST(BorderOutlineTest, RepairCutsOvershootsOfOpenLines) {
  // The right border ends 0.3 m beyond the next one, which begins 0.5 m before it; the left one
  // ends on the side of its successor.
  const std::vector<RoadLine> borders = {{"right", {{0, 0}, {10, 0}, {20.3, 0}}},
                                         {"ramp", {{20, -0.5}, {20, -0.25}, {20, 5}, {40, 5}}},
                                         {"left", {{40, 9}, {15, 9}}},
                                         {"west", {{15, 9.25}, {15, 8}, {0, 8}}}};
  EXPECT_FALSE(OutlineOfBorders(PiecesOfBorders(borders), &NameOf).ok());
  const RepairedBorders repaired = RepairBorders(borders);
  EXPECT_THAT(repaired.notes,
              ElementsAre("road_borders[2] (\"left\"): its end was cut at (15, 9), where it meets the beginning of "
                          "road_borders[3] (\"west\")",
                          "road_borders[0] (\"right\"): its end was cut at (20, 0), where it meets the beginning of "
                          "road_borders[1] (\"ramp\")"));
  EXPECT_THAT(repaired.borders[0].points, ElementsAre(Vec2{0, 0}, Vec2{10, 0}, Vec2{20, 0}));
  EXPECT_THAT(repaired.borders[1].points, ElementsAre(Vec2{20, 0}, Vec2{20, 5}, Vec2{40, 5}));
  EXPECT_THAT(repaired.borders[2].points, ElementsAre(Vec2{40, 9}, Vec2{15, 9}));
  EXPECT_THAT(repaired.borders[3].points, ElementsAre(Vec2{15, 9}, Vec2{15, 8}, Vec2{0, 8}));
  const BorderOutline outline = *OutlineOfBorders(PiecesOfBorders(repaired.borders), &NameOf);
  EXPECT_FALSE(outline.is_closed);
  EXPECT_THAT(outline.notes, IsEmpty());
}

TEST(BorderOutlineTest, RepairMakesARingOfALineThatCrossesItsBeginning) {
  const RepairedBorders repaired = RepairBorders({{"a", {{0, 0}, {8, 0}, {8, 8}, {0.5, 8}, {0.5, -0.75}}}});
  EXPECT_THAT(repaired.notes, ElementsAre(HasSubstr("its end was cut at (0.5, 0), where it meets the beginning of")));
  EXPECT_EQ(repaired.borders[0].points, Closed({{0.5, 0}, {8, 0}, {8, 8}, {0.5, 8}}));
}

// Rings, each drawn as one to three open lines that reach beyond the corners where they meet.
TEST(BorderOutlineTest, RepairFindsTheCornersOfOvershootingLines) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(2000); ++i) {
    const int size = 3 + random.Index(7);
    const double radius_m = random.LogUniform(10.0, 1e4);
    const Vec2 center = {random.Uniform(-1e5, 1e5), random.Uniform(-1e5, 1e5)};
    std::vector<Vec2> corners;
    for (int k = 0; k < size; ++k) {
      const double angle_rad = 6.283185307179586 / size * (k + random.Uniform(-0.2, 0.2));
      corners.push_back(center + radius_m * Vec2{std::cos(angle_rad), std::sin(angle_rad)});
    }
    const auto corner = [&](int k) { return corners[static_cast<size_t>(k % size)]; };
    const int lines = 1 + random.Index(3);
    std::vector<RoadLine> borders;
    for (int line = 0; line < lines; ++line) {
      const int first = line * size / lines;
      const int last = (line + 1) * size / lines;
      std::vector<Vec2> points;
      for (int k = first; k <= last; ++k) points.push_back(corner(k));
      points.front() = points.front() - random.Uniform(0.01, 0.99) * Normalized(points[1] - points[0]);
      points.back() = points.back() + random.Uniform(0.01, 0.99) * Normalized(points.back() - corner(last - 1));
      borders.push_back({"", points});
    }
    const RepairedBorders repaired = RepairBorders(borders);
    EXPECT_EQ(repaired.notes.size(), static_cast<size_t>(lines)) << i;
    const absl::StatusOr<BorderOutline> outline = OutlineOfBorders(PiecesOfBorders(repaired.borders), &NameOf);
    ASSERT_TRUE(outline.ok()) << i << ": " << outline.status();
    ASSERT_TRUE(outline->is_closed) << i;
    double area = 0.0;
    double expected = 0.0;
    for (const OutlinePiece& piece : outline->pieces) area += 0.5 * Cross(piece.from - center, piece.to - center);
    for (int k = 0; k < size; ++k) expected += 0.5 * Cross(corner(k) - center, corner(k + 1) - center);
    EXPECT_NEAR(area, expected, 1e-9 * radius_m * 1e5) << i;
  }
}

TEST(BorderOutlineTest, RepairLeavesWhatShowsNoEndToCut) {
  const std::vector<std::vector<RoadLine>> unclear = {
      // In the middle of both; 1.25 m beyond the crossing; the end of one on the side of another.
      {{"a", {{0, 0}, {10, 0}}}, {"b", {{5, -5}, {5, 5}}}},
      {{"a", {{0, 0}, {11.25, 0}}}, {"b", {{10, -0.5}, {10, 5}}}},
      {{"a", {{0, 0}, {10.25, 0}}}, {"b", {{10, -5}, {10, 5}}}},
  };
  for (const std::vector<RoadLine>& borders : unclear) {
    const RepairedBorders repaired = RepairBorders(borders);
    EXPECT_THAT(repaired.notes, IsEmpty());
    const absl::Status status = OutlineOfBorders(PiecesOfBorders(repaired.borders), &NameOf).status();
    EXPECT_THAT(std::string(status.message()), HasSubstr("left and right cannot be decided at ("));
  }
  // A ring has no beginning and no end.
  EXPECT_THAT(RepairBorders({{"a", kOuter}, {"b", {{0.5, -9}, {0.5, 0.5}}}}).notes, IsEmpty());
  EXPECT_THAT(RepairBorders({{"a", kOuter}, {"b", {{-0.5, 0.5}, {9, 0.5}}}}).notes, IsEmpty());
  // Too short to tell the end from the beginning; not finite.
  EXPECT_THAT(RepairBorders({{"a", {{0, 0}, {1.5, 0}}}, {"b", {{1, -0.5}, {1, 1}}}}).notes, IsEmpty());
  EXPECT_THAT(RepairBorders({{"a", {{0, 0}, {9, HUGE_VAL}}}, {"b", {}}, {"c", {{1, 1}, {1, 1}}}}).notes, IsEmpty());
  // Of two lines that begin beside an end the one that cuts less is next.
  const RepairedBorders two =
      RepairBorders({{"a", {{0, 0}, {10, 0}}}, {"b", {{9.5, -0.5}, {9.5, 9}}}, {"c", {{9.75, -0.25}, {9.75, 9}}}});
  EXPECT_THAT(two.notes, ElementsAre(HasSubstr("where it meets the beginning of road_borders[2]")));
  // The same of two that end beside a beginning.
  const RepairedBorders one =
      RepairBorders({{"a", {{9.5, -9}, {9.5, 0.5}}}, {"b", {{9.25, -9}, {9.25, 0.25}}}, {"c", {{9, 0}, {19, 0}}}});
  EXPECT_THAT(one.notes, ElementsAre(HasSubstr("road_borders[1] (\"b\"): its end was cut at (9.25, 0)")));
}

TEST(BorderOutlineTest, RepairCutsAtCorners) {
  const std::vector<Vec2> along = {{0, 0}, {10, 0}};
  const std::vector<Vec2> up = {{10, 0}, {10, 9}};
  const RepairedBorders of_end = RepairBorders({{"a", {{0, 0}, {10, 0}, {10.5, 0}}}, {"b", {{10, -0.5}, {10, 9}}}});
  EXPECT_EQ(of_end.borders[0].points, along);
  EXPECT_EQ(of_end.borders[1].points, up);
  const RepairedBorders of_begin = RepairBorders({{"a", {{0, 0}, {10.5, 0}}}, {"b", {{10, -0.5}, {10, 0}, {10, 9}}}});
  EXPECT_EQ(of_begin.borders[0].points, along);
  EXPECT_EQ(of_begin.borders[1].points, up);
  // Corners of both lines are no crossing.
  EXPECT_THAT(RepairBorders({{"a", {{0, 0}, {10, 0}, {10.5, 0}}}, {"b", {{10, -0.5}, {10, 0}, {10, 9}}}}).notes,
              IsEmpty());
}

TEST(BorderOutlineTest, NoPieces) { EXPECT_TRUE(OutlineOf({})->pieces.empty()); }

}  // namespace
}  // namespace collision2d::planner
