#include "collision2d/golden/golden_solids.h"

#include <cstdint>
#include <string>
#include <utility>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/portable_shapes.h"
#include "collision2d/testing/random.h"

namespace collision2d {
namespace {

constexpr uint64_t kSeed = 20261121;

using Lines = std::vector<GoldenLine>;
using Numbers = std::vector<double>;

// A shape as a line of the file, and a vertex of it, or of its core.
struct SolidInput {
  GoldenLine line;
  solid::Vec3 corner;
};

void Append(const solid::Vec3& v, Numbers* numbers) { numbers->insert(numbers->end(), {v.x, v.y, v.z}); }

solid::Vec3 RandomVector(double low, double high, Random* random) {
  return {random->Uniform(low, high), random->Uniform(low, high), random->Uniform(low, high)};
}

SolidInput Box(const std::string& name, Random* random) {
  const solid::Vec3 half = RandomVector(0.25, 1.5, random);
  Numbers numbers;
  Append(half, &numbers);
  return {{false, name + "_box", numbers}, half};
}

// All points are on a sphere, and so vertices.
SolidInput Points(const std::string& name, Random* random) {
  const int count = random->Chance(0.2) ? 60 : random->Integer(4, 16);
  SolidInput input = {{false, name + "_points", {}}, {}};
  for (int i = 0; i < count; ++i) {
    const Vec2 outward = OnUnitCircle(random->Uniform(-1.0, 1.0));
    const Vec2 around = OnUnitCircle(random->Uniform(-4.0, 4.0));
    input.corner = random->Sign() * solid::Vec3{outward.x * around.x, outward.x * around.y, outward.y};
    Append(input.corner, &input.line.numbers);
  }
  return input;
}

SolidInput Prism(const std::string& name, Random* random) {
  const ConvexPolygon polygon = PortableEllipse(random->Integer(3, 12), random);
  const double z_max_m = random->Uniform(0.0, 2.0);
  SolidInput input = {{false, name + "_prism", {-0.5, z_max_m}}, {}};
  for (const Vec2 v : polygon.vertices()) {
    input.line.numbers.insert(input.line.numbers.end(), {v.x, v.y});
    input.corner = {v.x, v.y, z_max_m};
  }
  return input;
}

SolidInput Capsule(const std::string& name, Random* random) {
  const solid::Vec3 end = RandomVector(-1.0, 1.0, random);
  Numbers numbers = {random->Uniform(0.0, 0.5)};
  Append(RandomVector(-1.0, 1.0, random), &numbers);
  Append(end, &numbers);
  return {{false, name + "_capsule", numbers}, end};
}

// The rotation by a quaternion of any length (w, v), which is made with + - * / only.
solid::Mat3 RotationBy(double w, const solid::Vec3& v) {
  const double s = 2.0 / (w * w + Dot(v, v));
  return {{{1.0 - s * (v.y * v.y + v.z * v.z), s * (v.x * v.y - w * v.z), s * (v.x * v.z + w * v.y)},
           {s * (v.x * v.y + w * v.z), 1.0 - s * (v.x * v.x + v.z * v.z), s * (v.y * v.z - w * v.x)},
           {s * (v.x * v.z - w * v.y), s * (v.y * v.z + w * v.x), 1.0 - s * (v.x * v.x + v.y * v.y)}}};
}

void AddQuestion(const solid::Pose3& a_from_b, Lines* lines) {
  Numbers numbers;
  Append(a_from_b.translation, &numbers);
  for (const solid::Vec3& row : a_from_b.rotation.row) Append(row, &numbers);
  lines->push_back({false, "ask", numbers});
}

void AddQuestions(const SolidInput& a, const SolidInput& b, Random* random, Lines* lines) {
  lines->push_back(a.line);
  lines->push_back(b.line);
  const double w = random->Uniform(0.2, 1.0);
  solid::Pose3 a_from_b = {{}, RotationBy(w, RandomVector(-1.0, 1.0, random))};
  for (const double reach_m : {1.0, 3.0}) {
    a_from_b.translation = RandomVector(-reach_m, reach_m, random);
    AddQuestion(a_from_b, lines);
  }
  // A vertex on a vertex within rounding, and then a little apart; last with no rotation, where
  // boxes share a part of a face.
  a_from_b.translation = a.corner - a_from_b.Rotate(b.corner);
  AddQuestion(a_from_b, lines);
  a_from_b.translation = (1.0 + 0x1p-40) * a_from_b.translation;
  AddQuestion(a_from_b, lines);
  AddQuestion({{a.corner.x + b.corner.x, 0.25, 0.0}, {}}, lines);
}

}  // namespace

std::vector<GoldenLine> GoldenSolids() {
  Random random(kSeed);
  Lines lines;
  for (int i = 0; i < 6; ++i) {
    for (SolidInput (*shape_a)(const std::string&, Random*) : {Box, Points, Prism}) {
      for (SolidInput (*shape_b)(const std::string&, Random*) : {Box, Points, Capsule}) {
        const SolidInput a = shape_a("a", &random);
        const SolidInput b = shape_b("b", &random);
        AddQuestions(a, b, &random, &lines);
      }
    }
  }
  return lines;
}

}  // namespace collision2d
