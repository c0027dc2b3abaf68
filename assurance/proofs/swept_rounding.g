# The radius of a swept circle is not less than the exact sum of its parts.
#: bounds kSweptRounding
#: in float farthest way_x way_y room
#: file collision2d/batch/kernels/swept_filter-inl.h
#: let squared = hn::MulAdd(way_x, way_x, hn::Mul(way_y, way_y))
#: code SweepCircleLanes half half_way radius
#: domain ways from 2^-50 to 2^40
#: underflow kShadowUnderflow_m is in the room
{ way_x in [1b-50, 1b40] /\ way_y in [1b-50, 1b40] /\ farthest in [1b-50, 1b40] /\ room in [1b-60, 1b40] /\ half_way_exact / (farthest + half_way_exact) in [0, 1] /\ (farthest + half_way_exact) / (farthest + half_way_exact + room) in [0, 1] ->
  radius -/ radius_exact in [$[1 / kSweptRounding - 1], 1] }
