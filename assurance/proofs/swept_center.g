# How far the middle of a chord in single precision, with half of its rounded way, is from the exact ones, in one coordinate.
#: bounds kSweptCenterError
#: in float start.center_x end.center_x shift.x
#: file collision2d/batch/kernels/swept_filter-inl.h
#: code SweepCircleLanes x0 x1 way_x
#: let middle = 0.5f * (x0 + x1)
#: let coordinates = abs(x0) + abs(x1)
#: source hn::Mul(half, hn::Add(x0, x1))
#: domain coordinates and the way of the origin of at most 1, by scaling
#: underflow kShadowUnderflow_m is added
{ |x0| <= 1 /\ |x1| <= 1 /\ |shift_x| <= 1 -> |middle - middle_exact| + |way_x - way_x_exact| / 2 <= $kSweptCenterError }
