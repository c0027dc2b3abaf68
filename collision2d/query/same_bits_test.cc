// Every bit of every answer is the same for each compiler and each level of optimisation: a hash of
// the answers on fixed pairs is compared with a constant (collision2d/golden has fewer pairs, as
// text). assurance/same_bits.sh runs both tests with gcc and clang, -O1 to -O3. The pairs are made
// with + - * / and sqrt only, so that no C library's cosine changes them.
// A change of the queries that changes a last bit changes the hashes: copy the printed ones into
// the constants.

#include <cstring>
#include <ios>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/portable_shapes.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

// Fixed: the constants below belong to it.
constexpr uint64_t kSeed = 20240229;

// FNV-1a over the bytes of what is added, the lowest byte first (Fowler, Noll, Vo).
class BitHash {
 public:
  void Add(double x) {
    uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < 8; ++i) {
      hash_ ^= (bits >> (8 * i)) & 0xff;
      hash_ *= 0x100000001b3u;
    }
  }
  void Add(Vec2 v) {
    Add(v.x);
    Add(v.y);
  }
  uint64_t value() const { return hash_; }

 private:
  uint64_t hash_ = 0xcbf29ce484222325u;
};

void ExpectValue(const BitHash& hash, uint64_t expected) {
  EXPECT_EQ(hash.value(), expected) << "now 0x" << std::hex << hash.value();
}

template <typename... Pose>
void AddAnswers(const ConvexPolygon& a, const ConvexPolygon& b, BitHash* hash, const Pose&... a_from_b) {
  hash->Add(Collides(a, b, a_from_b...));
  const double distance_m = Distance(a, b, a_from_b...);
  hash->Add(distance_m);
  for (const double limit_m : {0.0, 0.5 * distance_m, distance_m, 2.0 * distance_m}) {
    hash->Add(DistanceWithin(a, b, a_from_b..., limit_m));
  }
  const Separation s = ComputeSeparation(a, b, a_from_b...);
  hash->Add(s.signed_distance_m);
  hash->Add(s.witness_a);
  hash->Add(s.witness_b);
  hash->Add(s.direction);
  hash->Add(static_cast<double>(s.status));
}

// Adds the answers to the pair, swapped, posed, grown, and for shapes that share an edge, are
// equal, or nested.
void AddVariants(const ConvexPolygon& a, const ConvexPolygon& b, Random* random, BitHash* hash) {
  AddAnswers(a, b, hash);
  AddAnswers(b, a, hash);
  const Vec2 translation = {random->Uniform(-4.0, 4.0), random->Uniform(-4.0, 4.0)};
  const Pose2 a_from_b = RationalPose(translation, random->Uniform(-1.0, 1.0));
  AddAnswers(a, b, hash, a_from_b);
  AddAnswers(Mapped(a, 1.0, {}, random->Uniform(0.0, 1.0)), b, hash);
  AddAnswers(a, a, hash);
  AddAnswers(a, Mapped(a, -1.0, a.vertices()[0] + a.vertices()[a.size() - 1], 0.0), hash);
  AddAnswers(a, Mapped(a, 0.5, 0.5 * a.vertices()[0], 0.0), hash);
}

TEST(SameBits, NearDegeneratePairs) {
  Random random(kSeed);
  BitHash hash;
  for (int family = 0; family < kPairFamilyCount; ++family) {
    if (!IsPortable(static_cast<PairFamily>(family))) continue;
    for (int i = 0; i < 2000; ++i) {
      const ShapePair pair = RandomPair(static_cast<PairFamily>(family), 8, &random);
      AddVariants(pair.a, pair.b, &random, &hash);
    }
  }
  ExpectValue(hash, 0x6c25861c00e64c2bu);
}

// Apart, overlapping, and moved into contact along the separating direction, as in the tables.
TEST(SameBits, PairsLikeThoseOfTheTables) {
  Random random(kSeed);
  BitHash hash;
  for (const int vertex_count : {4, 8, 12, 16, 20, 24, 40}) {
    for (int i = 0; i < 400; ++i) {
      const ConvexPolygon a = PortableEllipse(vertex_count, &random);
      const double distance_m = random.Uniform(0.0, 12.0);
      const Vec2 shift = distance_m * OnUnitCircle(random.Uniform(-1.0, 1.0));
      const ConvexPolygon b = Mapped(PortableEllipse(vertex_count, &random), 1.0, shift, 0.0);
      AddVariants(a, b, &random, &hash);
      const Separation s = ComputeSeparation(a, b);
      AddAnswers(a, Mapped(b, 1.0, -s.signed_distance_m * s.direction, 0.0), &hash);
    }
  }
  ExpectValue(hash, 0x73aa2ab0429b8a1au);
}

// Poses along a trajectory.
TEST(SameBits, PosedSequences) {
  Random random(kSeed);
  BitHash hash;
  for (const int vertex_count : {3, 4, 8, 24, 100, 500}) {
    for (int i = 0; i < 100; ++i) {
      const ConvexPolygon a = PortableEllipse(vertex_count, &random);
      const ConvexPolygon b = PortableEllipse(vertex_count, &random);
      const Vec2 start = {random.Uniform(-8.0, 0.0), random.Uniform(-3.0, 3.0)};
      Pose2 a_from_b = RationalPose(start, random.Uniform(-1.0, 1.0));
      const double speed_m = random.Uniform(0.0, 0.5);
      const Pose2 step = RationalPose({speed_m, 0.0}, random.Uniform(-0.04, 0.04));
      for (int k = 0; k < 20; ++k) {
        AddAnswers(a, b, &hash, a_from_b);
        a_from_b = step * a_from_b;
      }
    }
  }
  ExpectValue(hash, 0xb703c7d53b82efd0u);
}

}  // namespace
}  // namespace collision2d
