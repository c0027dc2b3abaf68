# Sine and cosine: the error of the angle that is left after reduction, the rounding of the polynomial as evaluated, and the
# next term of the series. The turn of TurnBetween, a series as well, is not covered.
#: bounds kTrigonometryError
#: in double angle_rad x quarters
#: file collision2d/geometry/sine_cosine.cc
#: code ComputeSineCosine rest
#: code OfSmallAngle result
#: let turns = quarters * kHalfPi1
#: let first = angle_rad - turns
#: let second_turns = quarters * kHalfPi2
#: let second = first - second_turns
#: let third = quarters * kHalfPi3
#: domain angles of at most 2^20 rad
#: underflow none: below 2^-200 the sine is the angle
# The constants are of pi / 2 within 2^-122; the angle that is left is at most pi / 4 and rounding.
true_rest = angle_rad - quarters * half_pi;
next_sine = 1b-63;
next_cosine = 1b-58;
{ |angle_rad| in [0.785, 1b20] /\ @FIX(quarters, 0) /\ |quarters| in [1, 700000] /\ |half_pi - $[kHalfPi1 + kHalfPi2 + kHalfPi3]| <= 1b-122 /\ x in [-0.785399, 0.785399] /\
  |angle_rad - quarters * $kHalfPi1| <= 0.7855 ->
  |rest - true_rest| + |result_sin - result_sin_exact| + 1b-63 <= $kTrigonometryError /\
  |rest - true_rest| + |result_cos - result_cos_exact| + 1b-58 <= $kTrigonometryError }
rest - true_rest -> (rest - (second - third)) + (second - (first - second_turns)) - (third - quarters * $kHalfPi3) - (turns - quarters * $kHalfPi1) - (second_turns - quarters * $kHalfPi2) +
  (first - (angle_rad - turns)) + quarters * (half_pi - $[kHalfPi1 + kHalfPi2 + kHalfPi3]);
