# The error of EdgeCross on its first rung is at most the bound that its determinant must clear. With products l and r as
# rounded, L and R exact, their relative errors at most E, and d = l - r: |det - (L - R)| <= |det - d| + |l - L| + |r - R|,
# that is at most (|det - d| / |d| + E / (1 - E)) (|l| + |r|); the bound itself is rounded twice.
#: bounds kOrient2dFilterRelativeError
#: in Vec2 from to other_from other_to
#: file collision2d/geometry/orientation.h
#: code EdgeCross left right det magnitude
#: let bound = kOrient2dFilterRelativeError * magnitude
#: let ux = to.x - from.x
#: let uy = to.y - from.y
#: let vx = other_to.x - other_from.x
#: let vy = other_to.y - other_from.y
#: source std::abs(det) > kOrient2dFilterRelativeError * magnitude
#: domain all
#: underflow kOrient2dUnderflowGuard: a product that rounds to 2^-961 or more
d = left - right;
S = |left| + |right|;
{ |ux| in [1b-1074, 1b1000] /\ |uy| in [1b-1074, 1b1000] /\ |vx| in [1b-1074, 1b1000] /\ |vy| in [1b-1074, 1b1000] /\
  |ux_exact| in [1b-1074, 1b1000] /\ |uy_exact| in [1b-1074, 1b1000] /\ |vx_exact| in [1b-1074, 1b1000] /\ |vy_exact| in [1b-1074, 1b1000] /\
|ux * vy| in [1b-962, 1b1000] /\ |uy * vx| in [1b-962, 1b1000] /\ |d| in [1b-1000, 1b1001] /\ |magnitude| in [1b-963, 1b1002] ->
  |(left_exact - left) / left| <= $[kOrient2dFilterRelativeError * (1 - 3 * u)] /\ |(right_exact - right) / right| <= $[kOrient2dFilterRelativeError * (1 - 3 * u)] /\
  |det -/ d| <= 1b-53 /\ |magnitude -/ S| <= 1b-53 /\ |bound -/ ($kOrient2dFilterRelativeError * magnitude)| <= 1b-53 }
(left_exact - left) / left -> 1 / ((1 + (ux - ux_exact) / ux_exact) * (1 + (vy - vy_exact) / vy_exact) * (1 + (left - ux * vy) / (ux * vy))) - 1;
(right_exact - right) / right -> 1 / ((1 + (uy - uy_exact) / uy_exact) * (1 + (vx - vx_exact) / vx_exact) * (1 + (right - uy * vx) / (uy * vx))) - 1;
