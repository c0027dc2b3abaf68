# The bounding radius in single precision is not less than the distance of the farthest vertex from the centre and the
# radius of the shape together.
#: bounds kRoundUp
#: in Vec2 v center_
#: in double radius_m
#: file collision2d/geometry/convex_polygon.cc
#: code ComputeExtents arm
#: let squared = NormSquared(arm)
#: let reach = Norm(arm)
#: let single = static_cast<float>((reach + radius_m) * kRoundUp)
#: source static_cast<float>((reach_m + radius_m_) * kRoundUp)
#: domain an arm of length 1 to 2, by scaling
#: underflow the least number of single precision is added
{ |arm_x_exact| in [1b-500, 2] /\ |arm_y_exact| in [1b-500, 2] /\ squared_exact in [1, 4] /\ radius_m in [0, 1b40] /\ reach_exact / (reach_exact + radius_m) in [0, 1] ->
  single -/ single_exact in [$[1 / kRoundUp - 1], 1] }
