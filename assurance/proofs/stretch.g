# The stretch that a chord proves is not longer than the exact one. Its sum with the time where it begins is rounded once
# more, which is an error of the clock.
#: bounds kStretchRoundDown
#: in double open.after_s beyond.after_s open.gap_m beyond.gap_m target_m
#: file collision2d/motion/search/pair_motion.h
#: let length = beyond.after_s - open.after_s
#: let gap = open.gap_m - target_m
#: let closed = open.gap_m - beyond.gap_m
#: let stretch = kStretchRoundDown * length * gap / closed
#: source kStretchRoundDown * (beyond.after_s - open.after_s) * (open.gap_m - target_m) / (open.gap_m - beyond.gap_m)
#: domain numbers from 2^-200 to 2^200; stretches back mirror those ahead
#: underflow kLeastDuration_s
{ length_exact in [1b-200, 1b200] /\ gap_exact in [1b-200, 1b200] /\ closed_exact in [1b-200, 1b200] ->
  stretch -/ stretch_exact in [-0.5, $[1 / kStretchRoundDown - 1]] }
