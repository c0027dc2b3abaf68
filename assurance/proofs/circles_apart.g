# The test of circles: the power of the centre of one circle with respect to the other, in single precision and from the
# origin's power and a threshold that are rounded to it, against (|p|_1 + R)^2 of both circles.
#: bounds kCirclesApartError
#: in float block.origin_power block.center_x block.center_y block.radius
#: in float circle.minus_twice_x circle.minus_twice_y circle.minus_twice_radius
#: in double origin_power threshold
#: file collision2d/batch/kernels/block_filter-inl.h
#: let first = hn::MulAdd(block.center_x, circle.minus_twice_x, block.origin_power)
#: let second = hn::MulAdd(block.center_y, circle.minus_twice_y, first)
#: code CirclesApart power
#: let rounded_power = static_cast<float>(origin_power)
#: let limit = static_cast<float>(threshold)
#: domain both circles with the sum of both squares' roots 1, by scaling
#: underflow kShadowUnderflow_m: the errors have room for kCirclesApartError of its square
# With A and B these sums of both circles and A + B = 1, every partial sum is at most 1, a product at most 2 A B = 1/2, and
# the errors that are allowed, of A^2 and B^2, at least half of the constant.
{ |block_center_x * circle_minus_twice_x| <= 0.5 /\ |block_center_y * circle_minus_twice_y| <= 0.5 /\ |block_radius * circle_minus_twice_radius| <= 0.5 /\
  |block_origin_power| <= 1.000001 /\ |origin_power| <= 1 /\ |threshold| <= 1 /\ |first_exact| <= 1 /\ |second_exact| <= 1 /\ |power_exact| <= 1 ->
  |power - power_exact| + |rounded_power - origin_power| + |limit - threshold| <= $[kCirclesApartError / 2] }
