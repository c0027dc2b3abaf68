#include "collision2d/golden/solid_answers.h"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"

namespace collision2d {
namespace {

using Numbers = absl::Span<const double>;
using ShapeOfA = std::variant<solid::BoxShape, solid::ConvexPolytope, solid::PrismShape>;
using ShapeOfB = std::variant<solid::BoxShape, solid::ConvexPolytope, solid::CapsuleShape>;

solid::Vec3 PointAt(Numbers numbers, size_t i) { return {numbers.at(i), numbers.at(i + 1), numbers.at(i + 2)}; }

solid::BoxShape BoxOf(Numbers numbers) { return solid::BoxShape::Create(PointAt(numbers, 0)).value(); }

solid::ConvexPolytope PolytopeOf(Numbers numbers) {
  std::vector<solid::Vec3> points;
  for (size_t i = 0; i < numbers.size(); i += 3) points.push_back(PointAt(numbers, i));
  return solid::ConvexPolytope::FromPoints(points).value();
}

solid::PrismShape PrismOf(Numbers numbers) {
  std::vector<Vec2> vertices;
  for (size_t i = 2; i < numbers.size(); i += 2) vertices.push_back({numbers[i], numbers.at(i + 1)});
  return solid::PrismShape::Create(ConvexPolygon::Create(vertices).value(), numbers.at(0), numbers.at(1)).value();
}

solid::CapsuleShape CapsuleOf(Numbers numbers) {
  return solid::CapsuleShape::Create(PointAt(numbers, 1), PointAt(numbers, 4), numbers.at(0)).value();
}

template <typename A, typename B>
void Ask(const A& a, const B& b, const solid::Pose3& a_from_b, GoldenAnswers* answers) {
  answers->Add("collides", {solid::Collides(a, b, a_from_b) ? 1.0 : 0.0});
  answers->Add("distance", {solid::Distance(a, b, a_from_b)});
  const solid::Separation3 s = solid::ComputeSeparation(a, b, a_from_b);
  answers->Add("separation",
               {s.signed_distance_m, s.witness_a.x, s.witness_a.y, s.witness_a.z, s.witness_b.x, s.witness_b.y,
                s.witness_b.z, s.direction.x, s.direction.y, s.direction.z, static_cast<double>(s.status)});
  if constexpr (!std::is_same_v<B, solid::CapsuleShape>) {
    answers->Add("hulls", {static_cast<double>(solid::ClassifyHulls(a, b, a_from_b))});
  }
}

struct SolidState {
  std::optional<ShapeOfA> a;
  std::optional<ShapeOfB> b;
};

void Interpret(const GoldenLine& input, SolidState* state, GoldenAnswers* answers) {
  const Numbers numbers = input.numbers;
  if (input.name == "a_box") {
    state->a.emplace(BoxOf(numbers));
  } else if (input.name == "b_box") {
    state->b.emplace(BoxOf(numbers));
  } else if (input.name == "a_points") {
    state->a.emplace(PolytopeOf(numbers));
  } else if (input.name == "b_points") {
    state->b.emplace(PolytopeOf(numbers));
  } else if (input.name == "a_prism") {
    state->a.emplace(PrismOf(numbers));
  } else if (input.name == "b_capsule") {
    state->b.emplace(CapsuleOf(numbers));
  } else if (input.name == "ask") {
    const solid::Pose3 a_from_b = {PointAt(numbers, 0),
                                   {{PointAt(numbers, 3), PointAt(numbers, 6), PointAt(numbers, 9)}}};
    std::visit([&](const auto& a, const auto& b) { Ask(a, b, a_from_b, answers); }, *state->a, *state->b);
  } else {
    std::fprintf(stderr, "golden file of solids: unknown input '%s'\n", input.name.c_str());
    std::abort();
  }
}

}  // namespace

GoldenInterpreter SolidInterpreter() {
  return [state = std::make_shared<SolidState>()](const GoldenLine& input, GoldenAnswers* answers) {
    Interpret(input, state.get(), answers);
  };
}

}  // namespace collision2d
