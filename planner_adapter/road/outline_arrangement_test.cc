#include "planner_adapter/road/outline_arrangement.h"

#include <random>

#include "absl/status/status.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/road/testing/containment_oracle.h"
#include "planner_adapter/road/testing/lattice_roads.h"

namespace collision2d::planner {
namespace {

using Pieces = std::vector<OutlinePiece>;

Pieces Joined(const std::vector<Pieces>& rings) {
  Pieces all;
  for (const Pieces& ring : rings) all.insert(all.end(), ring.begin(), ring.end());
  return all;
}

double AreaOf(const Pieces& pieces) {
  double area = 0.0;
  for (const OutlinePiece& piece : pieces) area += 0.5 * Cross(piece.from - pieces[0].from, piece.to - pieces[0].from);
  return area;
}

// A star or a thin triangle, counter-clockwise around its middle, about anywhere.
Pieces RandomRing(Random* random) {
  const Vec2 middle{random->Uniform(-5.0, 5.0), random->Uniform(-5.0, 5.0)};
  const int count = random->Integer(3, 9);
  const double flatness = random->Chance(0.3) ? random->LogUniform(1e-12, 1.0) : 1.0;
  std::vector<Vec2> ring;
  for (int i = 0; i < count; ++i) {
    const double angle = 6.283185307179586 * (i + random->Uniform(0.0, 0.8)) / count;
    const double reach = random->Uniform(0.5, 5.0);
    ring.push_back(middle + reach * Vec2{std::cos(angle), flatness * std::sin(angle)});
  }
  return Ring(ring);
}

int SideOf(const OutlinePiece& piece, Vec2 p) {
  const double turn = Orient2d(piece.from, piece.to, p);
  return turn > 0.0 ? 1 : turn < 0.0 ? -1 : 0;
}

bool IsInside(Vec2 p, const OutlinePiece& piece) {
  return SideOf(piece, p) == 0 && Dot(p - piece.from, piece.to - piece.from) > 0.0 &&
         Dot(p - piece.to, piece.from - piece.to) > 0.0;
}

// Whether no two pieces meet anywhere else than at ends of both.
void ExpectApart(const Pieces& pieces) {
  for (const OutlinePiece& a : pieces) {
    for (const OutlinePiece& b : pieces) {
      ASSERT_FALSE(SideOf(a, b.from) * SideOf(a, b.to) < 0 && SideOf(b, a.from) * SideOf(b, a.to) < 0);
      ASSERT_FALSE(IsInside(a.from, b) || IsInside(a.to, b));
    }
  }
}

// Rings that cross at any angle: a point is in the union if it is in one of the rings.
TEST(OutlineArrangementTest, UnionsOfCrossingRings) {
  Random random(TestSeed());
  const int cases = static_cast<int>(TestCaseCount(400));
  int inside = 0;
  for (int i = 0; i < cases; ++i) {
    std::vector<Pieces> rings(static_cast<size_t>(random.Integer(2, 8)));
    for (Pieces& ring : rings) ring = RandomRing(&random);
    const Pieces outline = *OutlineOfUnion(Joined(rings));
    ExpectApart(outline);
    for (int k = 0; k < 50; ++k) {
      const Vec2 p{random.Uniform(-8.0, 8.0), random.Uniform(-8.0, 8.0)};
      const bool is_in_ring =
          std::any_of(rings.begin(), rings.end(), [&](const Pieces& ring) { return PointIsOnRoad(p.x, p.y, ring); });
      ASSERT_EQ(PointIsOnRoad(p.x, p.y, outline), is_in_ring) << "case " << i << ": " << p.x << ", " << p.y;
      inside += is_in_ring ? 1 : 0;
    }
  }
  EXPECT_GT(inside, cases * 8);
}

// The same pieces in any order of the rings, but for where a ring begins.
TEST(OutlineArrangementTest, TheOrderOfRingsDoesNotMatter) {
  Random random(TestSeed() + 1);
  for (int i = 0; i < 100; ++i) {
    std::vector<Pieces> rings(5);
    for (Pieces& ring : rings) ring = RandomRing(&random);
    const auto sorted_union = [&] {
      Pieces pieces = *OutlineOfUnion(Joined(rings));
      std::sort(pieces.begin(), pieces.end(), [](const OutlinePiece& a, const OutlinePiece& b) {
        return a.from == b.from ? internal::LexicographicallyLess(a.to, b.to)
                                : internal::LexicographicallyLess(a.from, b.from);
      });
      return pieces;
    };
    const Pieces expected = sorted_union();
    std::shuffle(rings.begin(), rings.end(), std::mt19937_64(static_cast<uint64_t>(i)));
    const Pieces found = sorted_union();
    ASSERT_EQ(found.size(), expected.size());
    for (size_t k = 0; k < found.size(); ++k) {
      EXPECT_EQ(found[k].from, expected[k].from);
      EXPECT_EQ(found[k].to, expected[k].to);
    }
  }
}

TEST(OutlineArrangementTest, CrossingsAreWithinTheirBound) {
  Random random(TestSeed() + 2);
  for (int i = 0; i < 1000; ++i) {
    const double far_m = random.LogUniform(1.0, 1e7);
    Pieces pieces = Joined({RandomRing(&random), RandomRing(&random)});
    for (OutlinePiece& piece : pieces) {
      piece.from = piece.from + Vec2{far_m, far_m};
      piece.to = piece.to + Vec2{far_m, far_m};
    }
    const Pieces outline = *OutlineOfUnion(pieces);
    for (const OutlinePiece& part : outline) {
      for (const Vec2 end : {part.from, part.to}) {
        long double least_m = 1e9L;
        for (const OutlinePiece& piece : pieces) {
          const long double x = static_cast<long double>(piece.to.x) - piece.from.x;
          const long double y = static_cast<long double>(piece.to.y) - piece.from.y;
          const long double ahead = ((end.x - static_cast<long double>(piece.from.x)) * x +
                                     (end.y - static_cast<long double>(piece.from.y)) * y) /
                                    (x * x + y * y);
          const long double t = std::clamp(ahead, 0.0L, 1.0L);
          least_m = std::min(least_m, std::hypot(end.x - (piece.from.x + t * x), end.y - (piece.from.y + t * y)));
        }
        EXPECT_LE(static_cast<double>(least_m), kCrossingError * (far_m + 10.0));
      }
    }
  }
}

TEST(OutlineArrangementTest, PartsOfOnePieceAreJoinedAndKeepTheirCell) {
  Pieces pieces = Joined({Ring({{0, 0}, {4, 0}, {4, 4}, {0, 4}}), Ring({{4, 1}, {6, 1}, {6, 3}, {4, 3}})});
  for (size_t i = 0; i < pieces.size(); ++i) pieces[i].cell = i < 4 ? 0 : 1;
  const Pieces outline = *OutlineOfUnion(pieces);
  EXPECT_EQ(outline.size(), 8u);
  EXPECT_EQ(AreaOf(outline), 20.0);
  EXPECT_EQ(std::count_if(outline.begin(), outline.end(), [](const OutlinePiece& piece) { return piece.cell == 0; }),
            5);
  // A corner in a side that no other edge meets any more.
  Pieces covered = Joined(
      {Ring({{0, 0}, {4, 0}, {4, 4}, {0, 4}}), Ring({{4, 0}, {6, 0}, {6, 4}, {4, 4}}), Ring({{2, 4}, {3, 2}, {3, 4}})});
  EXPECT_EQ(OutlineOfUnion(covered)->size(), 6u);
}

// An end of the one piece is as far from the origin as the crossing, in the opposite direction.
TEST(OutlineArrangementTest, CrossingsOppositeAnEnd) {
  EXPECT_EQ(AreaOf(*OutlineOfUnion(
                Joined({Ring({{-1, 0}, {3, 0}, {3, 2}, {-1, 2}}), Ring({{1, -1}, {2, -1}, {2, 1}, {1, 1}})}))),
            9.0);
  EXPECT_EQ(AreaOf(*OutlineOfUnion(
                Joined({Ring({{0, -1}, {2, -1}, {2, 3}, {0, 3}}), Ring({{-1, 1}, {1, 1}, {1, 2}, {-1, 2}})}))),
            9.0);
}

// Rings that touch in the point (0, 0): the next part after the sixth is the earliest that is left,
// not the last.
TEST(OutlineArrangementTest, PartsAreInTheOrderOfTheInput) {
  const Vec2 x{0, 0};
  const Vec2 a{-2, 0};
  const Vec2 c{2, -1};
  const Vec2 e{2, 1};
  const Pieces pieces = {{a, {-1, -2}}, {x, {-1, 2}}, {x, c}, {{-1, 2}, a}, {c, e}, {{-1, -2}, x}, {e, x}};
  std::vector<OutlinePart> parts;
  for (const OutlinePiece& piece : pieces) parts.push_back({piece.from, piece.to, static_cast<int>(parts.size())});
  const Pieces joined = JoinInOrder(parts, pieces);
  std::vector<size_t> order;
  for (const OutlinePiece& piece : joined) {
    const auto is_it = [&](const OutlinePiece& of) { return of.from == piece.from && of.to == piece.to; };
    order.push_back(static_cast<size_t>(std::find_if(pieces.begin(), pieces.end(), is_it) - pieces.begin()));
  }
  EXPECT_EQ(order, (std::vector<size_t>{0, 5, 1, 3, 2, 4, 6}));
}

TEST(OutlineArrangementTest, PartsOfOnePieceThatRoundingBendsAreNotJoined) {
  const Pieces pieces = {{{0, 0}, {3, 0}}};
  EXPECT_EQ(JoinInOrder({{{0, 0}, {1, 0}, 0}, {{1, 0}, {3, 0}, 0}}, pieces).size(), 1u);
  EXPECT_EQ(JoinInOrder({{{0, 0}, {1, 0x1p-60}, 0}, {{1, 0x1p-60}, {3, 0}, 0}}, pieces).size(), 2u);
}

TEST(OutlineArrangementTest, TooFewRoundsAreAnError) {
  const Pieces crossing = Joined({Ring({{0, 0}, {4, 1}, {4, 4}}), Ring({{0, 1}, {4, 0}, {4, 3}})});
  EXPECT_EQ(OutlineOfUnion(crossing, 1).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(OutlineOfUnion(crossing, 2).ok());
}

// All lines through one point, nearly: their crossings are closer to each other than rounding.
TEST(OutlineArrangementTest, ManyCrossingsInOnePlace) {
  Random random(TestSeed() + 3);
  for (int i = 0; i < 20; ++i) {
    std::vector<Pieces> rings;
    for (int k = 0; k < 10; ++k) {
      const double angle = random.Angle();
      const Vec2 along = 5.0 * Vec2{std::cos(angle), std::sin(angle)};
      const Vec2 side = 1e-15 * random.Integer(1, 40) * PerpendicularLeft(along);
      const Vec2 middle{1.0 / 3.0, 1.0 / 7.0};
      rings.push_back(Ring({middle - along - side, middle + along - side, middle + along + side}));
    }
    const absl::StatusOr<Pieces> outline = OutlineOfUnion(Joined(rings));
    ASSERT_TRUE(outline.ok()) << outline.status();
    ExpectApart(*outline);
  }
}

}  // namespace
}  // namespace collision2d::planner
