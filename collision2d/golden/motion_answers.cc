#include "collision2d/golden/motion_answers.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"

namespace collision2d {
namespace {

struct MovingBody {
  std::vector<ConvexPolygon> shapes;
  std::optional<Motion> motion;
};

struct MotionState {
  double start_s = 0.0;
  double end_s = 0.0;
  MovingBody a;
  MovingBody b;
};

Vec2 VectorOf(absl::Span<const double> numbers, size_t at) { return {numbers.at(at), numbers.at(at + 1)}; }

Motion MakeBounded(const MotionState& state, absl::Span<const double> numbers) {
  const Pose2 start = PoseOf(numbers);
  const Vec2 velocity = VectorOf(numbers, 4);
  const Vec2 acceleration = VectorOf(numbers, 6);
  const double yaw_rate_radps = numbers.at(8);
  const double start_s = state.start_s;
  const auto function = [=](double time_s) {
    const double elapsed_s = time_s - start_s;
    const internal::SineCosine turn = internal::ComputeSineCosine(yaw_rate_radps * elapsed_s);
    Pose2 pose = Pose2({}, UnitRotation(start.cos, start.sin)) * Pose2({}, UnitRotation(turn.cos, turn.sin));
    pose.translation = start.translation + elapsed_s * velocity + (0.5 * elapsed_s * elapsed_s) * acceleration;
    return pose;
  };
  Motion::Bounds bounds;
  bounds.speed_mps = Norm1(velocity) + (state.end_s - start_s) * Norm1(acceleration);
  bounds.yaw_rate_radps = std::abs(yaw_rate_radps);
  bounds.acceleration_mps2 = Norm1(acceleration);
  bounds.yaw_acceleration_radps2 = 0.0;
  return Motion::Bounded(function, bounds, start_s, state.end_s).value();
}

// `kind` is the name of an input without "_a" or "_b"; none if there is no such kind.
std::optional<Motion> MakeMotion(const std::string& kind, const MotionState& state, absl::Span<const double> numbers) {
  const double start_s = state.start_s;
  const double end_s = state.end_s;
  if (kind == "linear") {
    return Motion::Linear(PoseOf(numbers), VectorOf(numbers, 4), numbers.at(6), start_s, end_s, VectorOf(numbers, 7))
        .value();
  }
  if (kind == "between") {
    return Motion::Between(PoseOf(numbers), PoseOf(numbers.subspan(kNumbersOfPose)), start_s, end_s).value();
  }
  if (kind == "twist") {
    return Motion::ConstantTwist(PoseOf(numbers), VectorOf(numbers, 4), numbers.at(6), start_s, end_s).value();
  }
  if (kind == "bounded") return MakeBounded(state, numbers);
  return std::nullopt;
}

void Ask(const MotionState& state, absl::Span<const double> tolerances, GoldenAnswers* answers) {
  const auto& [start_s, end_s, a, b] = state;
  const ImpactOptions options = {tolerances.at(0), tolerances.at(1)};
  const ImpactResult impact = TimeOfImpact(a.shapes, *a.motion, b.shapes, *b.motion, options).value();
  answers->Add("impact", {static_cast<double>(impact.verdict), impact.free_until_s, impact.contact_by_s,
                          1.0 * impact.shape_a, 1.0 * impact.shape_b, static_cast<double>(impact.steps)});
  if (impact.verdict != MotionVerdict::kFree) {
    const Separation& s = impact.separation;
    answers->Add("contact", {s.signed_distance_m, s.witness_a.x, s.witness_a.y, s.witness_b.x, s.witness_b.y,
                             s.direction.x, s.direction.y, static_cast<double>(s.status)});
  }
  const bool is_free = IsMotionFree(a.shapes, *a.motion, b.shapes, *b.motion, options).value();
  answers->Add("free", {is_free ? 1.0 : 0.0});
  const MotionDistance least =
      MinimumDistanceOverMotion(a.shapes, *a.motion, b.shapes, *b.motion, tolerances.at(2)).value();
  answers->Add("least", {least.lower_m, least.upper_m, least.time_s, 1.0 * least.shape_a, 1.0 * least.shape_b,
                         static_cast<double>(least.steps)});
}

void Interpret(const GoldenLine& input, MotionState* state, GoldenAnswers* answers) {
  const absl::Span<const double> numbers = input.numbers;
  if (input.name == "bodies") {
    *state = {};
    state->start_s = numbers.at(0);
    state->end_s = numbers.at(1);
    return;
  }
  if (input.name == "ask") return Ask(*state, numbers, answers);
  MovingBody& body = input.name.back() == 'a' ? state->a : state->b;
  if (input.name == "a" || input.name == "b") {
    body.shapes.push_back(ShapeOf(numbers));
    return;
  }
  body.motion = MakeMotion(input.name.substr(0, input.name.find('_')), *state, numbers);
  if (body.motion.has_value()) return;
  std::fprintf(stderr, "golden file of motions: unknown input '%s'\n", input.name.c_str());
  std::abort();
}

}  // namespace

GoldenInterpreter MotionInterpreter() {
  return [state = std::make_shared<MotionState>()](const GoldenLine& input, GoldenAnswers* answers) {
    Interpret(input, state.get(), answers);
  };
}

}  // namespace collision2d
