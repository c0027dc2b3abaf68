# A yaw that is added up: one more difference, sum, and shift by whole turns, for a yaw of at most 4 + most_yaw_rad.
#: bounds kYawRounding
#: in double last yaw before turns
#: file planner_adapter/path_time/motion_tree.cc
#: let step = yaw - before
#: let sum = last + step
#: source knots_.back().yaw_rad + NormalizeAngle(knot.yaw_rad - last_yaw_rad_)
#: domain yaws of at most 4 + most_yaw_rad = 4, by scaling
#: underflow none: an absolute error
{ |last| <= 3 /\ |yaw| <= 3.2 /\ |before| <= 3.2 /\ |step_exact| <= 4 /\ |sum_exact| <= 4 -> |sum - sum_exact| <= $[4 * kYawRounding] }
