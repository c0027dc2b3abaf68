# A vertex posed in the world's frame, and a point of the edge in the body's: what both are rounded by, in the world.
#: bounds kPosingError
#: in double cos sin v.x v.y p.x p.y t.x t.y
#: file planner_adapter/road/shape_on_road.cc
#: let pose = Pose2{Vec2{t.x, t.y}, cos, sin}
#: let posed = pose * Vec2{v.x, v.y}
#: let arm = Vec2{p.x, p.y} - Vec2{t.x, t.y}
#: let seen = pose.RotateBack(arm)
#: domain a rotation; coordinates and translation of at most 1; distances of at most 4 have kDistanceRelativeError
#: underflow coordinates above 2^-960
{ |cos| <= 1 /\ |sin| <= 1 /\ |v_x| <= 1 /\ |v_y| <= 1 /\ |p_x| <= 1 /\ |p_y| <= 1 /\ |t_x| <= 1 /\ |t_y| <= 1 /\
  |cos*v_x - sin*v_y| <= 1.415 /\ |sin*v_x + cos*v_y| <= 1.415 ->
  |posed_x - posed_x_exact| + |posed_y - posed_y_exact| + |seen_x - seen_x_exact| + |seen_y - seen_y_exact| + $[4 * kDistanceRelativeError] <= $kPosingError }
