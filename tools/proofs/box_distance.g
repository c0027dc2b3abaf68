# The distance of two boxes in single precision, from how far a corner is beyond the other box in two directions. Its error
# is linear in |d| and S, the sum of the four halves. Of |d|: the centre along the axes, the sum with a corner and the
# difference from a half, u each (u = 2^-24), the square root of squares, 3 u, and axes that are not unit, 2 u. Of S, which
# has 40 u in kShadowSizeError: the corner, that sum and that difference.
#: bounds kBoxDistanceError
#: in float block.center_x block.center_y body.center_x body.center_y axis_x axis_y body.axis_x body.axis_y length width
#: file collision2d/batch/kernels/box_distance-inl.h
#: let dx = hn::Sub(block.center_x, body.center_x)
#: let dy = hn::Sub(block.center_y, body.center_y)
#: let x = hn::MulAdd(dx, body.axis_x, hn::Mul(dy, body.axis_y))
#: let y = hn::MulSub(dy, body.axis_x, hn::Mul(dx, body.axis_y))
#: let c = hn::MulAdd(axis_x, body.axis_x, hn::Mul(axis_y, body.axis_y))
#: let s = hn::MulSub(axis_y, body.axis_x, hn::Mul(axis_x, body.axis_y))
#: let corner = MakeHalfDiagonals(length, width, c, s)
#: domain |d| = S = 1, by scaling
#: underflow kShadowUnderflow_m is in the error
{ |dx_exact| <= 1 /\ |dy_exact| <= 1 /\ |axis_x| <= 1 /\ |axis_y| <= 1 /\ |body_axis_x| <= 1 /\ |body_axis_y| <= 1 /\ |x_exact| <= 1.0001 /\ |y_exact| <= 1.0001 /\
  |c_exact| <= 1.0001 /\ |s_exact| <= 1.0001 /\ length in [0, 1] /\ width in [0, 1] ->
  1.4143 * (|x - x_exact| + 2b-24) + 5b-24 <= $kBoxDistanceError /\ 1.4143 * (|y - y_exact| + 2b-24) + 5b-24 <= $kBoxDistanceError /\
  1.4143 * (|corner_first_x - corner_first_x_exact| + 2b-24) + 3b-24 <= 40b-24 /\ 1.4143 * (|corner_first_y - corner_first_y_exact| + 2b-24) + 3b-24 <= 40b-24 }
