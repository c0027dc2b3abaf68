#include "collision2d/motion/testing/spec_pair.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"

namespace collision2d {
namespace {

MotionSpec ToMotionSpec(const LinearSpec& linear, double start_s, double end_s) {
  MotionSpec spec;
  spec.start = linear.start;
  spec.start_s = start_s;
  spec.end_s = end_s;
  spec.displacement_m = linear.displacement_m;
  spec.turn_rad = linear.turn_rad;
  spec.reference = linear.reference;
  return spec;
}

// In the order of MotionSpec's fields.
std::string HexFormat(const MotionSpec& spec) {
  const char* kind = spec.kind == MotionSpec::Kind::kTwist ? "kTwist" : "kLinear";
  return absl::StrFormat("{MotionSpec::Kind::%s, %s, %a, %a, %s, %a, %s, %s, %a}", kind, HexFormat(spec.start),
                         spec.start_s, spec.end_s, HexFormat(spec.displacement_m), spec.turn_rad,
                         HexFormat(spec.reference), HexFormat(spec.velocity_mps), spec.yaw_rate_radps);
}

}  // namespace

Motion ToMotion(const MotionSpec& spec) {
  if (spec.kind == MotionSpec::Kind::kTwist) {
    return Motion::ConstantTwist(spec.start, spec.velocity_mps, spec.yaw_rate_radps, spec.start_s, spec.end_s).value();
  }
  return Motion::Linear(spec.start, spec.displacement_m, spec.turn_rad, spec.start_s, spec.end_s, spec.reference)
      .value();
}

MotionSpec SpecBetween(const Pose2& world_from_body_at_start, const Pose2& world_from_body_at_end, double start_s,
                       double end_s) {
  const Pose2& start = world_from_body_at_start;
  const Pose2& end = world_from_body_at_end;
  return ToMotionSpec({start,
                       end.translation - start.translation,
                       internal::TurnBetween({start.cos, start.sin}, {end.cos, end.sin}),
                       {}},
                      start_s, end_s);
}

SpecPair ToSpecPair(const MovingPair& pair) {
  return {pair.a, pair.b, ToMotionSpec(pair.motion_a, pair.start_s, pair.end_s),
          ToMotionSpec(pair.motion_b, pair.start_s, pair.end_s)};
}

std::string HexFormat(const SpecPair& pair) {
  return absl::StrCat("a = ", HexFormat(pair.a), "\nb = ", HexFormat(pair.b), "\nmotion_a = ", HexFormat(pair.motion_a),
                      "\nmotion_b = ", HexFormat(pair.motion_b));
}

}  // namespace collision2d
