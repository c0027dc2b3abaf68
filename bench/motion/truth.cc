#include "bench/motion/truth.h"

#include "collision2d/motion/testing/motion_oracle.h"
#include "collision2d/motion/testing/spec_pair.h"

namespace collision2d::bench {
namespace {

MotionOracle OracleOf(const MovingPair& pair) {
  const SpecPair spec = ToSpecPair(pair);
  return MotionOracle(spec.a, spec.motion_a, spec.b, spec.motion_b);
}

}  // namespace

Truth TruthOf(const MovingPair& pair) {
  switch (OracleOf(pair).Decide().verdict) {
    case MotionOracle::Verdict::kFree:
      return Truth::kFree;
    case MotionOracle::Verdict::kCollides:
      return Truth::kContact;
    case MotionOracle::Verdict::kGraze:
      break;
  }
  return Truth::kUnknown;
}

bool StayApart(const MovingPair& pair, double distance_m) {
  return OracleOf(pair).ProvesApart(pair.start_s, pair.end_s, distance_m);
}

}  // namespace collision2d::bench
