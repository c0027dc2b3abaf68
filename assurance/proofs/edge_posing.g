# A cross product of an edge of b and an arm, with the edge from its two posed ends as rounded against the edge of exact
# ends; the posed coordinates are |t.x| + |t.y| + 2 max |coordinate of b|, here 2 at least where one of them is 1.
#: bounds kEdgePosingError
#: in double cos sin p.x p.y q.x q.y translation.x translation.y
#: file collision2d/query/stages/cso.h
#: let pose = Pose2{Vec2{translation.x, translation.y}, cos, sin}
#: let from = pose * Vec2{p.x, p.y}
#: let to = pose * Vec2{q.x, q.y}
#: domain a rotation; coordinates and translation of at most 1; an arm of length 1
#: underflow coordinates above 2^-960
{ |cos| <= 1 /\ |sin| <= 1 /\ |p_x| <= 0.5 /\ |p_y| <= 0.5 /\ |q_x| <= 0.5 /\ |q_y| <= 0.5 /\ |translation_x| <= 1 /\ |translation_y| <= 1 /\
  |cos*p_x - sin*p_y| <= 0.7072 /\ |sin*p_x + cos*p_y| <= 0.7072 /\ |cos*q_x - sin*q_y| <= 0.7072 /\ |sin*q_x + cos*q_y| <= 0.7072 ->
  1.4143 * (|to_x - to_x_exact| + |from_x - from_x_exact|) <= $kEdgePosingError /\ 1.4143 * (|to_y - to_y_exact| + |from_y - from_y_exact|) <= $kEdgePosingError }
