# A bound on a speed, from the length of a way and a duration, is not less than the exact quotient; by 2^-39.5 more than
# that, which is what a rotation that is off by kUnitRotationTolerance changes in a length.
#: bounds kMotionBoundMargin
#: in Vec2 displacement_
#: in double duration_s
#: file collision2d/motion/motion.cc
#: let squared = NormSquared(displacement_)
#: let speed = kMotionBoundMargin * Norm(displacement_) / duration_s
#: source kMotionBoundMargin * Norm(displacement_) / duration_s
#: domain ways from 2^-400 to 2^400, durations from 2^-100 to 2^100
#: underflow none: kLeastDuration_s
{ |displacement__x| in [1b-400, 1b400] /\ |displacement__y| in [1b-400, 1b400] /\ squared_exact in [1b-800, 1b801] /\ duration_s in [1b-100, 1b100] ->
  speed -/ speed_exact in [$[(1 + 7 / 2 ** 42) / kMotionBoundMargin - 1], 1] }
