#include "collision2d/testing/lattice_pairs.h"

#include <algorithm>
#include <cmath>

#include "collision2d/geometry/pose2.h"

namespace collision2d {
namespace {

using Points = std::vector<Vec2>;

Vec2 LatticePoint(int x, int y) { return {static_cast<double>(x), static_cast<double>(y)}; }

// Each coordinate in {low, ..., high}.
Vec2 RandomLatticePoint(int low, int high, Random* random) {
  const int x = random->Integer(low, high);
  return LatticePoint(x, random->Integer(low, high));
}

// A line through the origin along a small integer vector, with lattice coordinates along and across
// it.
class LatticeLine {
 public:
  explicit LatticeLine(Random* random) {
    along_ = RandomLatticePoint(-9, 9, random);
    if (along_ == Vec2{}) along_.x = 1.0;
  }

  Vec2 At(int along, int across) const {
    const Vec2 place = LatticePoint(along, across);
    return place.x * along_ + place.y * PerpendicularLeft(along_);
  }

 private:
  Vec2 along_;
};

// Adds up to four points on one side of the line (+1 or -1), between `from` and `to` along it.
void AddBulge(const LatticeLine& line, int side, int from, int to, Points* points, Random* random) {
  const int count = random->Integer(1, 4);
  for (int i = 0; i < count; ++i) {
    const int along = random->Integer(from - 3, to + 3);
    points->push_back(line.At(along, side * random->Integer(1, 6)));
  }
}

PointPair CollinearEdgesOnLattice(Random* random) {
  const LatticeLine line(random);
  const int length = random->Integer(1, 12);
  const int from = random->Integer(-4, length + 2);
  const int to = from + random->Integer(1, 12);
  PointPair pair = {{line.At(0, 0), line.At(length, 0)}, {line.At(from, 0), line.At(to, 0)}};
  AddBulge(line, 1, 0, length, &pair.a, random);
  AddBulge(line, random->Chance(0.8) ? -1 : 1, from, to, &pair.b, random);
  return pair;
}

PointPair VertexOnEdgeOnLattice(Random* random) {
  const LatticeLine line(random);
  const int length = random->Integer(1, 12);
  const int at = random->Integer(random->Chance(0.5) ? 0 : -4, length);
  PointPair pair = {{line.At(0, 0), line.At(length, 0)}, {line.At(at, 0)}};
  AddBulge(line, 1, 0, length, &pair.a, random);
  AddBulge(line, random->Chance(0.8) ? -1 : 1, at, at, &pair.b, random);
  return pair;
}

PointPair PointsAndSegmentsOnLattice(Random* random) {
  const LatticeLine line(random);
  const int length = random->Integer(1, 12);
  const int at = random->Integer(-3, length + 3);
  const int across = random->Chance(0.7) ? 0 : random->Integer(-2, 2);
  PointPair pair = {{line.At(0, 0), line.At(length, 0)}, {line.At(at, across)}};
  const int kind = random->Index(4);
  if (kind == 0) pair.b.push_back(line.At(at + random->Integer(1, 12), across));
  if (kind == 1) {
    const int across_b = random->Integer(-6, 6);
    pair.b.push_back(line.At(random->Integer(-3, length + 3), across_b));
  }
  if (kind == 2 && random->Chance(0.5)) pair.a = {line.At(random->Chance(0.5) ? at : 0, across)};
  return pair;
}

PointPair AnyOnLattice(Random* random) {
  switch (random->Index(3)) {
    case 0:
      return CollinearEdgesOnLattice(random);
    case 1:
      return VertexOnEdgeOnLattice(random);
    default:
      return PointsAndSegmentsOnLattice(random);
  }
}

// The rotation by 2 atan(t), for -1 <= t <= 1, followed by a quarter turn in every second case.
Pose2 RationalTurn(double t, Random* random) {
  const double norm = 1.0 + t * t;
  const Pose2 turn({}, UnitRotation((1.0 - t * t) / norm, 2.0 * t / norm));
  return random->Chance(0.5) ? turn : Pose2({}, UnitRotation(-turn.sin, turn.cos));
}

// Scales and moves both shapes alike. In one pair of three everything is exact, in one of three
// only the scale rounds (0.1 is not a double), in the others a rotation does.
void Place(PointPair* pair, Random* random) {
  const int rounding = random->Index(3);
  const double scale = std::ldexp(rounding == 1 ? 0.1 : 1.0, random->Integer(-30, 5));
  Pose2 turn = rounding == 2 ? RationalTurn(random->Uniform(-1.0, 1.0), random) : Pose2{};
  if (random->Chance(0.5)) {
    turn.translation = RandomLatticePoint(-1000000, 1000000, random);
  }
  for (Points* points : {&pair->a, &pair->b}) {
    for (Vec2& p : *points) p = scale * (turn * p);
  }
}

// A magnitude of 2^-most-1 to 2^-least, log-uniform in steps of a factor of two, and a random sign.
double SmallNumber(int least, int most, Random* random) {
  const double sign = random->Sign();
  const int exponent = random->Integer(least, most);
  return sign * std::ldexp(random->Uniform(0.5, 1.0), -exponent);
}

constexpr double kSliverWidth_m = 1e-6;

Points Sliver(Random* random) {
  Points points = {{0.0, 0.0}, {1.0, 0.0}};
  const int more = random->Integer(1, 2);
  for (int i = 0; i < more; ++i) {
    const double along_m = random->Uniform(0.0, 1.0);
    const double width_m = random->Uniform(0.5, 1.0) * kSliverWidth_m;
    points.push_back({along_m, random->Chance(0.25) ? -width_m : width_m});
  }
  return points;
}

}  // namespace

PointPair CollinearEdges(Random* random) {
  PointPair pair = CollinearEdgesOnLattice(random);
  Place(&pair, random);
  return pair;
}

PointPair VertexOnEdge(Random* random) {
  PointPair pair = VertexOnEdgeOnLattice(random);
  Place(&pair, random);
  return pair;
}

PointPair PointsAndSegments(Random* random) {
  PointPair pair = PointsAndSegmentsOnLattice(random);
  Place(&pair, random);
  return pair;
}

PointPair Slivers(Random* random) {
  PointPair pair = {Sliver(random), Sliver(random)};
  const double t = random->Chance(0.75) ? SmallNumber(1, 60, random) : random->Uniform(-1.0, 1.0);
  const Pose2 turn = random->Chance(0.25) ? Pose2{} : RationalTurn(t, random);
  const Vec2 corner = pair.b[random->Index(static_cast<int>(pair.b.size()))];
  // A corner of b near the long edge of a: on it, or at a gap from far below to some times the
  // width.
  const double gap_m = random->Chance(0.25) ? 0.0 : SmallNumber(18, 52, random);
  const Vec2 target = {random->Uniform(-0.1, 1.1), gap_m};
  for (Vec2& p : pair.b) p = turn.Rotate(p - corner) + target;
  Place(&pair, random);
  return pair;
}

PointPair CentimetresFarOut(Random* random) {
  PointPair pair;
  if (random->Chance(0.5)) {
    pair = AnyOnLattice(random);
  } else {
    for (Points* points : {&pair.a, &pair.b}) {
      const int count = random->Integer(3, 6);
      for (int i = 0; i < count; ++i) {
        points->push_back(RandomLatticePoint(0, 500, random));
      }
    }
    double a_ends = 0.0;
    double b_begins = 500.0;
    for (const Vec2 p : pair.a) a_ends = std::max(a_ends, p.x);
    for (const Vec2 p : pair.b) b_begins = std::min(b_begins, p.x);
    const Vec2 shift = {a_ends - b_begins + random->Integer(-1, 1), static_cast<double>(random->Integer(-200, 200))};
    for (Vec2& p : pair.b) p = p + shift;
  }
  Vec2 offset = {1e8 * random->Sign(), 1e8 * random->Sign()};
  offset = offset + RandomLatticePoint(-1000000, 1000000, random);
  for (Points* points : {&pair.a, &pair.b}) {
    for (Vec2& p : *points) p = {(p.x + offset.x) / 100.0, (p.y + offset.y) / 100.0};
  }
  return pair;
}

PointPair Subnormal(Random* random) {
  PointPair pair = AnyOnLattice(random);
  const double scale = std::ldexp(1.0, random->Integer(-1074, -1010));
  const double scale_a = random->Chance(0.25) ? std::ldexp(1.0, random->Integer(-600, 0)) : scale;
  for (Vec2& p : pair.a) p = scale_a * p;
  for (Vec2& p : pair.b) p = scale * p;
  return pair;
}

}  // namespace collision2d
