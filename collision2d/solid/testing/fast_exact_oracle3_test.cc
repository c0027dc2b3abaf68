#include "collision2d/solid/testing/fast_exact_oracle3.h"

#include <array>
#include <set>
#include <unordered_map>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/point_pair3.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

using Int3 = std::array<int, 3>;

int Dot(const Int3& p, const Int3& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }

Int3 Cross(const Int3& p, const Int3& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

// The relation by its definition: all n with n . w >= 0 for every difference w are a cone.
// Overlapping: it is {0}. Disjoint: n . w > 0 for some n, so for the sum of the cone's generators.
// These are among the products of two differences, and, where the differences do not span space,
// the vectors across these in the differences' plane, or along their line.
ExactRelation RelationByCone(const std::vector<Int3>& differences) {
  std::set<Int3> candidates;
  bool on_a_line = true;
  bool flat = true;
  for (const Int3& p : differences) {
    for (const Int3& q : differences) {
      const Int3 n = Cross(p, q);
      if (n == Int3{} || !candidates.insert(n).second) continue;
      on_a_line = false;
      flat =
          flat && std::all_of(differences.begin(), differences.end(), [&n](const Int3& w) { return Dot(n, w) == 0; });
    }
  }
  if (on_a_line) candidates.insert(differences.begin(), differences.end());
  if (flat && !on_a_line) {
    const Int3 normal = *candidates.begin();
    for (const Int3& p : differences) candidates.insert({Cross(normal, p), Cross(p, normal)});
  }
  Int3 sum = {};
  bool supported = on_a_line;
  for (const Int3& n : candidates) {
    if (n == Int3{}) continue;
    if (std::any_of(differences.begin(), differences.end(), [&n](const Int3& w) { return Dot(n, w) < 0; })) continue;
    supported = true;
    for (int i = 0; i < 3; ++i) sum[i] += n[i];
  }
  if (!supported) return ExactRelation::kOverlapping;
  return std::all_of(differences.begin(), differences.end(), [&sum](const Int3& w) { return Dot(sum, w) > 0; })
             ? ExactRelation::kDisjoint
             : ExactRelation::kTouching;
}

std::vector<Int3> CubeSubset(unsigned mask) {
  std::vector<Int3> points;
  for (int i = 0; i < 8; ++i) {
    if (mask >> i & 1) points.push_back({i & 1, i >> 1 & 1, i >> 2});
  }
  return points;
}

std::vector<Vec3> Doubles(const std::vector<Int3>& points, const Int3& offset) {
  std::vector<Vec3> doubles;
  for (const Int3& p : points) {
    doubles.push_back({static_cast<double>(p[0] + offset[0]), static_cast<double>(p[1] + offset[1]),
                       static_cast<double>(p[2] + offset[2])});
  }
  return doubles;
}

std::vector<Int3> Differences(const std::vector<Int3>& a, const std::vector<Int3>& b, const Int3& offset) {
  std::set<Int3> differences;
  for (const Int3& p : a) {
    for (const Int3& q : b) {
      differences.insert({p[0] - q[0] - offset[0], p[1] - q[1] - offset[1], p[2] - q[2] - offset[2]});
    }
  }
  return {differences.begin(), differences.end()};
}

// The differences of corners of the unit cube, as bits.
unsigned DifferenceBits(unsigned mask_a, unsigned mask_b) {
  unsigned bits = 0;
  for (const Int3& p : CubeSubset(mask_a)) {
    for (const Int3& q : CubeSubset(mask_b)) {
      bits |= 1u << ((p[0] - q[0] + 1) * 9 + (p[1] - q[1] + 1) * 3 + p[2] - q[2] + 1);
    }
  }
  return bits;
}

// The opposite corners.
unsigned Mirrored(unsigned mask) {
  unsigned mirrored = 0;
  for (int i = 0; i < 8; ++i) mirrored |= (mask >> i & 1) << (7 - i);
  return mirrored;
}

// Every set of corners of the unit cube against every other, moved by every vector of {0, 1}^3 up
// to symmetry. The mirrored sets in exchanged roles have the same differences.
TEST(FastExactOracle3, EveryPairOfSubsetsOfACube) {
  FastExactOracle3 oracle;
  int counts[3] = {};
  for (const Int3& offset : {Int3{0, 0, 0}, Int3{1, 0, 0}, Int3{1, 1, 0}, Int3{1, 1, 1}}) {
    // Many pairs have the same differences.
    std::unordered_map<unsigned, ExactRelation> known;
    for (unsigned mask_a = 1; mask_a < 256; ++mask_a) {
      for (unsigned mask_b = Mirrored(mask_a); mask_b < 256; ++mask_b) {
        const std::vector<Int3> a = CubeSubset(mask_a);
        const std::vector<Int3> b = CubeSubset(mask_b);
        const auto [expected, is_new] = known.try_emplace(DifferenceBits(mask_a, mask_b));
        if (is_new) expected->second = RelationByCone(Differences(a, b, offset));
        const ExactRelation relation = oracle.Relation(Doubles(a, {0, 0, 0}), Doubles(b, offset));
        ASSERT_EQ(relation, expected->second) << mask_a << " " << mask_b << " " << offset[0] + offset[1] + offset[2];
        ++counts[static_cast<int>(relation)];
      }
    }
  }
  EXPECT_EQ(oracle.slow_count(), 0);
  for (const int count : counts) EXPECT_GT(count, 1000);
}

TEST(FastExactOracle3, RandomLatticePairsByTheDefinition) {
  Random random(TestSeed());
  FastExactOracle3 oracle;
  int counts[3] = {};
  for (int k = 0; k < 3000; ++k) {
    const int reach = random.Integer(1, 3);
    const auto points = [&](int count) {
      std::vector<Int3> result;
      for (int i = 0; i < count; ++i) {
        const int x = random.Integer(0, reach);
        const int y = random.Integer(0, reach);
        const int z = random.Integer(0, reach);
        result.push_back({x, y, z});
      }
      return result;
    };
    const std::vector<Int3> a = points(random.Integer(1, 5));
    const std::vector<Int3> b = points(random.Integer(1, 5));
    const Int3 offset = {random.Integer(0, reach), 0, random.Integer(0, 1)};
    const ExactRelation relation = oracle.Relation(Doubles(a, {0, 0, 0}), Doubles(b, offset));
    ASSERT_EQ(relation, RelationByCone(Differences(a, b, offset))) << "pair " << k << " of seed " << TestSeed();
    ++counts[static_cast<int>(relation)];
  }
  for (const int count : counts) EXPECT_GT(count, 150);
}

TEST(FastExactOracle3, AgreesWithTheSlowOneOnEveryFamily) {
  Random random(TestSeed());
  FastExactOracle3 fast;
  ExactOracle3 slow;
  const int64_t pairs = TestCaseCount(10000);
  int64_t lattice = 0;
  int counts[3] = {};
  for (int64_t k = 0; k < pairs; ++k) {
    const PairFamily3 family = RandomFamily3(&random);
    const PointPair3 pair = RandomPair3(family, 14, &random);
    slow.SetPair(pair.a, pair.b);
    ASSERT_EQ(fast.Relation(pair.a, pair.b), slow.relation()) << Name(family) << " of seed " << TestSeed();
    lattice += family == PairFamily3::kLattice;
    ++counts[static_cast<int>(slow.relation())];
  }
  EXPECT_GE(pairs - fast.slow_count(), lattice);
  for (const int count : counts) EXPECT_GT(count, pairs / 20);
}

// At the largest coordinates of the fast way, random to the last bit, 128 bits hold all that the
// slow one needs more for.
TEST(FastExactOracle3, LargestCoordinates) {
  Random random(TestSeed());
  FastExactOracle3 fast;
  ExactOracle3 slow;
  constexpr int kMax = 1 << 26;
  const auto coordinate = [&random] { return static_cast<double>(random.Integer(-kMax, kMax)); };
  const auto point = [&](double corner) {
    const double x = random.Chance(0.3) ? corner : coordinate();
    const double y = random.Chance(0.3) ? -corner : coordinate();
    const double z = random.Chance(0.3) ? corner : coordinate();
    return Vec3{x, y, z};
  };
  int colliding = 0;
  constexpr int kPairs = 5000;
  for (int k = 0; k < kPairs; ++k) {
    std::vector<Vec3> a;
    std::vector<Vec3> b;
    for (int i = 0; i < 4; ++i) a.push_back(point(kMax));
    for (int i = 0; i < 4; ++i) b.push_back(point(-kMax));
    slow.SetPair(a, b);
    ASSERT_EQ(fast.Relation(a, b), slow.relation()) << "pair " << k << " of seed " << TestSeed();
    colliding += slow.relation() != ExactRelation::kDisjoint;
  }
  EXPECT_EQ(fast.slow_count(), 0);
  EXPECT_TRUE(colliding > kPairs / 20 && colliding < kPairs * 19 / 20) << colliding;
}

}  // namespace
}  // namespace collision2d::solid
