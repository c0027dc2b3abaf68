#include "collision2d/golden/pair_answers.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"

namespace collision2d {
namespace {

template <typename... Pose>
void Ask(const ConvexPolygon& a, const ConvexPolygon& b, GoldenAnswers* answers, const Pose&... a_from_b) {
  answers->Add("collides", {Collides(a, b, a_from_b...) ? 1.0 : 0.0});
  const double distance_m = Distance(a, b, a_from_b...);
  answers->Add("distance", {distance_m});
  std::vector<double> within;
  for (const double part : {0.0, 0.5, 1.0, 2.0}) {
    within.push_back(DistanceWithin(a, b, a_from_b..., part * distance_m) ? 1.0 : 0.0);
  }
  answers->Add("within", within);
  const Separation s = ComputeSeparation(a, b, a_from_b...);
  answers->Add("separation", {s.signed_distance_m, s.witness_a.x, s.witness_a.y, s.witness_b.x, s.witness_b.y,
                              s.direction.x, s.direction.y, static_cast<double>(s.status)});
}

template <typename... Pose>
void AskGradients(const ConvexPolygon& a, const ConvexPolygon& b, GoldenAnswers* answers, const Pose&... a_from_b) {
  for (const MovingShape moving : {MovingShape::kA, MovingShape::kB}) {
    const SeparationGradient g = ComputeSeparationGradient(a, b, a_from_b..., moving);
    answers->Add("gradient",
                 {g.translation.x, g.translation.y, g.yaw_m_per_rad, g.yaw_left_m_per_rad, g.yaw_right_m_per_rad,
                  g.yaw_low_m_per_rad, g.yaw_high_m_per_rad, g.is_smooth ? 1.0 : 0.0});
  }
}

struct PairState {
  std::optional<ConvexPolygon> a;
  std::optional<ConvexPolygon> b;
};

void Interpret(const GoldenLine& input, PairState* state, GoldenAnswers* answers) {
  if (input.name == "a" || input.name == "b") {
    (input.name == "a" ? state->a : state->b).emplace(ShapeOf(input.numbers));
  } else if (input.name == "ask_common") {
    Ask(*state->a, *state->b, answers);
    Ask(*state->b, *state->a, answers);
    AskGradients(*state->a, *state->b, answers);
  } else if (input.name == "ask_posed") {
    Ask(*state->a, *state->b, answers, PoseOf(input.numbers));
    AskGradients(*state->a, *state->b, answers, PoseOf(input.numbers));
  } else {
    std::fprintf(stderr, "golden file of pairs: unknown input '%s'\n", input.name.c_str());
    std::abort();
  }
}

}  // namespace

GoldenInterpreter PairInterpreter() {
  return [state = std::make_shared<PairState>()](const GoldenLine& input, GoldenAnswers* answers) {
    Interpret(input, state.get(), answers);
  };
}

}  // namespace collision2d
