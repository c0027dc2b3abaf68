# The middle of a way in single precision, against the coordinates of its ends; the rounding of double precision is 2^-28
# of that.
#: bounds kSweptMiddleError
#: in Vec2 start_arm end_arm
#: file collision2d/batch/kernels/swept_pair.cc
#: code SweptCircleOf middle
#: let x = static_cast<float>(middle.x)
#: let y = static_cast<float>(middle.y)
#: source static_cast<float>(middle.x), static_cast<float>(middle.y)
#: domain arms of at most 1, by scaling
#: underflow kShadowUnderflow_m is added
{ |start_arm_x| <= 1 /\ |start_arm_y| <= 1 /\ |end_arm_x| <= 1 /\ |end_arm_y| <= 1 -> |x - x_exact| + |y - y_exact| <= $kSweptMiddleError }
