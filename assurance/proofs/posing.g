# A coordinate of a posed vertex is rounded by 4 u of the lengths that posing rounds: both coordinates of the vertex and
# the translation. The constant allows eight times that.
#: bounds kPosingConvexityError
#: in double cos sin p.x p.y translation.x translation.y
#: let pose = Pose2{Vec2{translation.x, translation.y}, cos, sin}
#: let posed = pose * Vec2{p.x, p.y}
#: domain a rotation; coordinates and translation of at most 1
#: underflow coordinates above 2^-960: the absolute error is 2^-1073
{ |cos| <= 1 /\ |sin| <= 1 /\ |p_x| <= 1 /\ |p_y| <= 1 /\ |translation_x| <= 1 /\ |cos*p_x - sin*p_y| <= 1.4142135623730951
 -> |posed_x - posed_x_exact| <= $[kPosingConvexityError / 8] }
