# The five parts of the error of the smallest v . (p - q) as GJK computes it, each at its worst where |v|_1 = E = 1: the
# direction in the frame of b; posed vertices; two dot products of a scan; the climbs, by kRiseRelativeError over a
# perimeter of pi diameters; the difference of the support points and its dot product.
#: bounds kSupportRelativeError
#: in Vec2 v arm from to p q w
#: in double cos sin t.x t.y
#: file collision2d/query/stages/cso.h
#: let pose = Pose2{Vec2{t.x, t.y}, cos, sin}
#: let direction = pose.RotateBack(v)
#: let posed = pose * arm
#: let rise = Dot(w, to - from)
#: let gap = Dot(v, p - q)
#: source kSupportRelativeError * Norm1(v) * (magnitude() + Norm1(support_point))
#: domain a rotation; coordinates of v and lengths of at most 1, by scaling
#: underflow 2^-1000 is added
{ |cos| <= 1 /\ |sin| <= 1 /\ |v_x| <= 1 /\ |v_y| <= 1 /\ |arm_x| <= 1 /\ |arm_y| <= 1 /\ |t_x| <= 1 /\ |t_y| <= 1 /\ |w_x| <= 1.0001 /\ |w_y| <= 1.0001 /\
  |to_x - from_x| <= 1 /\ |to_y - from_y| <= 1 /\ |p_x - q_x| <= 1 /\ |p_y - q_y| <= 1 /\
  |cos*v_x + sin*v_y| <= 1.415 /\ |cos*v_y - sin*v_x| <= 1.415 /\ |cos*arm_x - sin*arm_y| <= 1.415 /\ |sin*arm_x + cos*arm_y| <= 1.415 ->
  |direction_x - direction_x_exact| + |direction_y - direction_y_exact| + |posed_x - posed_x_exact| + |posed_y - posed_y_exact| +
  2 * |rise - rise_exact| + 3.1416 * $kRiseRelativeError + |gap - gap_exact| <= $kSupportRelativeError }
