# The gap of two boxes along an axis of one of them in single precision, against the sum S of the four halves, for centres
# at |d| <= 4 S. The rounding of axes, halves and corners, 16 u of S (u = 2^-24), is added as the comment derives it. The
# magnitudes of products differ by no more than the products themselves, which the last lines of the condition say. The
# test of discs is not covered.
#: bounds kShadowSizeError
#: in float block.center_x block.center_y body.center_x body.center_y axis_x axis_y body.axis_x body.axis_y length width body.half_length body.half_width
#: file collision2d/batch/kernels/block_filter-inl.h
#: let dx = hn::Sub(block.center_x, body.center_x)
#: let dy = hn::Sub(block.center_y, body.center_y)
#: let cosine = hn::MulAdd(axis_x, body.axis_x, hn::Mul(axis_y, body.axis_y))
#: let sine = hn::MulSub(axis_x, body.axis_y, hn::Mul(axis_y, body.axis_x))
#: let height = hn::MulAdd(dx, body.axis_x, hn::Mul(dy, body.axis_y))
#: code CompareBoxLanes gap_along_b
#: domain S = 1, by scaling
#: underflow kShadowUnderflow_m is in the error
{ |dx_exact| <= 4 /\ |dy_exact| <= 4 /\ |axis_x| <= 1 /\ |axis_y| <= 1 /\ |body_axis_x| <= 1 /\ |body_axis_y| <= 1 /\ |height_exact| <= 4.0001 /\
  |cosine_exact| <= 1.0001 /\ |sine_exact| <= 1.0001 /\
  length in [0, 1] /\ width in [0, 1] /\ body_half_length in [0, 1] /\ body_half_width in [0, 1] /\ length + width in [0, 1] /\
  |(|cosine| - |cosine_exact|)| <= 33b-28 /\ |(|sine| - |sine_exact|)| <= 33b-28 /\ |(|height| - |height_exact|)| <= 20b-24 ->
  |cosine - cosine_exact| <= 33b-28 /\ |sine - sine_exact| <= 33b-28 /\ |height - height_exact| <= 20b-24 /\
  |gap_along_b - gap_along_b_exact| <= $[kShadowSizeError - 16 * v] }
