# The height of a centre along an axis, against |dx| + |dy| of exact centres' difference; the axis is unit but for 2 u of
# rounding to single precision, u = 2^-24, which the last term counts.
#: bounds kSweptHeightError
#: in float start.center_x start.center_y body.start.center_x body.start.center_y nx ny
#: file collision2d/batch/kernels/swept_filter-inl.h
#: let dx = hn::Sub(start.center_x, body.start.center_x)
#: let dy = hn::Sub(start.center_y, body.start.center_y)
#: let along = hn::MulAdd(dx, nx, hn::Mul(dy, ny))
#: source hn::MulAdd(of.dx0, nx, hn::Mul(of.dy0, ny))
#: domain |dx| and |dy| of at most 1, by scaling
#: underflow kShadowUnderflow_m is in the error
{ |dx_exact| <= 1 /\ |dy_exact| <= 1 /\ |nx| <= 1 /\ |ny| <= 1 /\ |along_exact| <= 1.415 ->
  |along - along_exact| + 2b-24 <= $kSweptHeightError }
