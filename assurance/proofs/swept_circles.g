# As circles_apart.g for circles that hold shapes in motion, whose powers are computed in single precision too.
#: bounds kSweptCirclesError
#: in float x y r block.center_x block.center_y circle.minus_twice_x circle.minus_twice_y circle.minus_twice_radius error threshold_error
#: file collision2d/batch/kernels/swept_filter-inl.h
#: let power = hn::MulAdd(x, x, hn::MulSub(y, y, hn::Mul(r, r)))
#: let start = hn::Sub(power, error)
#: let first = hn::MulAdd(x, circle.minus_twice_x, start)
#: let second = hn::MulAdd(y, circle.minus_twice_y, first)
#: let result = hn::MulAdd(r, circle.minus_twice_radius, second)
#: let limit = power + threshold_error
#: source hn::Sub(hn::MulAdd(x, x, hn::MulSub(y, y, hn::Mul(r, r))), error)
#: domain both circles with the sum of both squares' roots 1, by scaling
#: underflow kSweptUnderflow_m2 is added
# The other circle's threshold has the rounding of a power and a difference too: counted twice here.
{ |x * circle_minus_twice_x| <= 0.5 /\ |y * circle_minus_twice_y| <= 0.5 /\ |r * circle_minus_twice_radius| <= 0.5 /\ |error| <= 1b-18 /\ |threshold_error| <= 1b-18 /\
  |x| <= 1 /\ |y| <= 1 /\ |r| <= 1 /\ |power_exact| <= 1 /\ |first_exact| <= 1 /\ |second_exact| <= 1 /\ |result_exact| <= 1 ->
  |result - result_exact| + |limit - limit_exact| <= $[kSweptCirclesError / 2] }
