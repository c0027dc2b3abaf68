# The distance of two boxes in single precision, from how far a corner is beyond the other box in two directions. Its error
# is linear in |d| and S, the sum of the four halves. Of |d|: the centre along the axes, the sum with a corner and the
# difference from a half, u each (u = 2^-24), the square root of squares, 3 u, and axes that are not unit, 2 u. Of S, which
# has 40 u in kShadowSizeError: the corner, that sum and that difference.
#: bounds kBoxDistanceError
#: in float block.center_x block.center_y block.axis_x block.axis_y block.half_length block.half_width
#: in float body.center_x body.center_y body.axis_x body.axis_y
#: file collision2d/batch/kernels/box_distance-inl.h
#: code BoundDistances dx dy c s along_b across_b of_a
#: source squared(hn::Add(x, other.first_x), hn::Add(y, other.first_y))
#: source hn::Max(hn::Sub(hn::Abs(corner_x), half_length), zero)
#: domain |d| = S = 1, by scaling
#: underflow kShadowUnderflow_m is in the error
{ |dx_exact| <= 1 /\ |dy_exact| <= 1 /\ |block_axis_x| <= 1 /\ |block_axis_y| <= 1 /\ |body_axis_x| <= 1 /\ |body_axis_y| <= 1 /\ |along_b_exact| <= 1.0001 /\ |across_b_exact| <= 1.0001 /\
  |c_exact| <= 1.0001 /\ |s_exact| <= 1.0001 /\ block_half_length in [0, 1] /\ block_half_width in [0, 1] ->
  1.4143 * (|along_b - along_b_exact| + 2b-24) + 5b-24 <= $kBoxDistanceError /\ 1.4143 * (|across_b - across_b_exact| + 2b-24) + 5b-24 <= $kBoxDistanceError /\
  1.4143 * (|of_a_first_x - of_a_first_x_exact| + 2b-24) + 3b-24 <= 40b-24 /\ 1.4143 * (|of_a_first_y - of_a_first_y_exact| + 2b-24) + 3b-24 <= 40b-24 }
