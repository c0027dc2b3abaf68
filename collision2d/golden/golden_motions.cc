#include "collision2d/golden/golden_motions.h"

#include <cstdint>
#include <string>
#include <utility>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/portable_shapes.h"
#include "collision2d/testing/random.h"

namespace collision2d {
namespace {

constexpr uint64_t kSeed = 20261122;
constexpr int kCasesOfEachKind = 40;

using Numbers = std::vector<double>;
using Lines = std::vector<GoldenLine>;

enum class Kind { kLinear, kBetween, kTwist, kBounded };
constexpr int kKindCount = 4;
constexpr const char* kNames[] = {"linear", "between", "twist", "bounded"};

void Add(std::string name, Numbers numbers, Lines* lines) {
  lines->push_back({false, std::move(name), std::move(numbers)});
}

void Append(const Numbers& more, Numbers* numbers) { numbers->insert(numbers->end(), more.begin(), more.end()); }

void Append(Vec2 v, Numbers* numbers) { Append(Numbers{v.x, v.y}, numbers); }

Vec2 RandomPoint(double reach_m, Random* random) {
  const double x = random->Uniform(-reach_m, reach_m);
  return {x, random->Uniform(-reach_m, reach_m)};
}

Pose2 PoseAt(Vec2 place, Random* random) {
  const Pose2 pose = RationalPose(place, random->Uniform(-1.0, 1.0));
  // The other half of the circle too.
  return random->Chance(0.5) ? pose : Pose2(place, UnitRotation(-pose.cos, -pose.sin));
}

ConvexPolygon MovingShape(Random* random) {
  switch (random->Index(5)) {
    case 0: {
      const double length_m = random->Uniform(1.0, 5.0);
      return ConvexPolygon::Rectangle(length_m, random->Uniform(0.01, 0.1)).value();
    }
    case 1: {
      const ConvexPolygon shape = PortableEllipse(random->Integer(1, 8), random);
      return Mapped(shape, 1.0, {}, random->Uniform(0.0, 0.5));
    }
    case 2:
      return PortableEllipse(random->Integer(9, 24), random);
    default:
      return ConvexPolygon::Rectangle(4.5, 1.8, {1.35, 0.0}).value();
  }
}

struct Way {
  Pose2 start;
  Vec2 way;
  double turn_rad;
};

// At that part of the time the body's origin, or what is near it, is at the place.
Way WayThrough(Vec2 place, double part, Random* random) {
  const Vec2 way = RandomPoint(random->Chance(0.2) ? 0.0 : 10.0, random);
  // More than half a turn sometimes.
  const double most_rad = random->Chance(0.2) ? 20.0 : 1.0;
  const double turn_rad = random->Chance(0.25) ? 0.0 : random->Uniform(-most_rad, most_rad);
  return {PoseAt(place - part * way, random), way, turn_rad};
}

Numbers MotionNumbers(Kind kind, const Way& way, double duration_s, Random* random) {
  Numbers numbers = ToNumbers(way.start);
  const double per_second = duration_s > 0.0 ? 1.0 / duration_s : 0.0;
  switch (kind) {
    case Kind::kLinear:
      Append(way.way, &numbers);
      numbers.push_back(way.turn_rad);
      Append(random->Chance(0.5) ? RandomPoint(2.0, random) : Vec2{}, &numbers);
      break;
    case Kind::kBetween:
      Append(ToNumbers(PoseAt(way.start.translation + way.way, random)), &numbers);
      break;
    case Kind::kTwist:
      Append(per_second * way.start.RotateBack(way.way), &numbers);
      numbers.push_back(per_second * way.turn_rad);
      break;
    case Kind::kBounded:
      Append(per_second * way.way, &numbers);
      Append((per_second * per_second) * RandomPoint(2.0, random), &numbers);
      numbers.push_back(per_second * way.turn_rad);
  }
  return numbers;
}

void AddBody(const std::string& name, Kind kind, const Way& way, double duration_s, Random* random, Lines* lines) {
  const int shapes = random->Chance(0.8) ? 1 : 3;
  for (int i = 0; i < shapes; ++i) Add(name, ToNumbers(MovingShape(random)), lines);
  Add(std::string(kNames[static_cast<int>(kind)]) + "_" + name, MotionNumbers(kind, way, duration_s, random), lines);
}

void AddCase(Kind kind, Random* random, Lines* lines) {
  const double start_s = random->Chance(0.25) ? 1e9 : random->Uniform(-1.0, 1.0);
  constexpr double kDurations_s[] = {0.1, 0.5, 2.0, 2.0, 1e6, 0.0};
  const double end_s = start_s + kDurations_s[random->Index(6)];
  Add("bodies", {start_s, end_s}, lines);
  const Vec2 place = random->Chance(0.2) ? Vec2{1e6, -5e5} : RandomPoint(20.0, random);
  const double part = random->Uniform(0.0, 1.0);
  const Kind kind_of_b = static_cast<Kind>(random->Index(kKindCount));
  const double distance_m = random->Uniform(1.0, 6.0);
  const Vec2 beside = distance_m * OnUnitCircle(random->Uniform(-1.0, 1.0));
  AddBody("a", kind, WayThrough(place, part, random), end_s - start_s, random, lines);
  AddBody("b", kind_of_b, WayThrough(place + beside, part, random), end_s - start_s, random, lines);
  const double contact_tolerance_m = random->Chance(0.8) ? 1e-6 : 1e-3;
  Add("ask", {random->Chance(0.8) ? 1e-6 : 1e-3, contact_tolerance_m, random->Chance(0.5) ? 1e-4 : 1e-2}, lines);
}

// Two cars that touch while they move together, or while one slides along the other: undecided.
void AddGraze(bool slides, Random* random, Lines* lines) {
  constexpr double kLength_m = 4.5;
  const ConvexPolygon car = ConvexPolygon::Rectangle(kLength_m, 1.8).value();
  const Pose2 pose = PoseAt(RandomPoint(20.0, random), random);
  const Pose2 beside = pose * Pose2{{kLength_m, random->Uniform(-1.0, 1.0)}};
  const Vec2 way = pose.Rotate({0.0, random->Uniform(0.0, 0.5)});
  Add("bodies", {0.0, 1.0}, lines);
  Numbers of_a = ToNumbers(pose);
  Numbers of_b = ToNumbers(beside);
  Append({way.x, way.y, 0.0, 0.0, 0.0}, &of_a);
  Append({slides ? 0.0 : way.x, slides ? 0.0 : way.y, 0.0, 0.0, 0.0}, &of_b);
  Add("a", ToNumbers(car), lines);
  Add("linear_a", of_a, lines);
  Add("b", ToNumbers(car), lines);
  Add("linear_b", of_b, lines);
  Add("ask", {1e-6, 1e-6, 1e-4}, lines);
}

}  // namespace

std::vector<GoldenLine> GoldenMotions() {
  Random random(kSeed);
  Lines lines;
  for (int kind = 0; kind < kKindCount; ++kind) {
    for (int i = 0; i < kCasesOfEachKind; ++i) AddCase(static_cast<Kind>(kind), &random, &lines);
  }
  for (int i = 0; i < 8; ++i) AddGraze(i % 2 == 1, &random, &lines);
  return lines;
}

}  // namespace collision2d
