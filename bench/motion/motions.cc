#include "bench/motion/motions.h"

#include "absl/status/statusor.h"
#include "bench/throughput/check_ok.h"

namespace collision2d::bench {
namespace {

Motion MotionOf(const LinearSpec& spec, double start_s, double end_s) {
  absl::StatusOr<Motion> motion =
      Motion::Linear(spec.start, spec.displacement_m, spec.turn_rad, start_s, end_s, spec.reference);
  CheckOk(motion.status());
  return *motion;
}

}  // namespace

std::vector<MotionPair> MotionsOf(absl::Span<const MovingPair> pairs) {
  std::vector<MotionPair> motions;
  motions.reserve(pairs.size());
  for (const MovingPair& pair : pairs) {
    motions.push_back(
        {MotionOf(pair.motion_a, pair.start_s, pair.end_s), MotionOf(pair.motion_b, pair.start_s, pair.end_s)});
  }
  return motions;
}

}  // namespace collision2d::bench
