# How far a support point is beyond a vertex of the simplex, against the magnitudes of the two products, as in cross.g.
#: bounds kBeyondError
#: in Vec2 v support point
#: file collision2d/query/stages/gjk.h
#: let step = point - support
#: code IsBeyond x y size
#: let sum = x + y
#: let limit = kBeyondError * size
#: source x + y > kBeyondError * size
#: domain all
#: underflow products above 2^-960; pairs with smaller ones are scaled up first (kSquaresUnderflow_m)
d = x + y;
{ |v_x| in [1b-1074, 1b1000] /\ |v_y| in [1b-1074, 1b1000] /\ |step_x| in [1b-1074, 1b1000] /\ |step_y| in [1b-1074, 1b1000] /\
  |step_x_exact| in [1b-1074, 1b1000] /\ |step_y_exact| in [1b-1074, 1b1000] /\ |v_x * step_x| in [1b-960, 1b1000] /\
  |v_y * step_y| in [1b-960, 1b1000] /\ |d| in [1b-1000, 1b1001] /\ |size| in [1b-961, 1b1002] ->
  |(sum - d) / d| + |(x_exact - x) / x| <= $[kBeyondError * (1 - 3 * u)] /\
  |(sum - d) / d| + |(y_exact - y) / y| <= $[kBeyondError * (1 - 3 * u)] /\
  |size -/ (|x| + |y|)| <= 1b-53 /\ |limit -/ ($kBeyondError * size)| <= 1b-53 }
(x_exact - x) / x -> 1 / ((1 + (step_x - step_x_exact) / step_x_exact) * (1 + (x - v_x * step_x) / (v_x * step_x))) - 1;
(y_exact - y) / y -> 1 / ((1 + (step_y - step_y_exact) / step_y_exact) * (1 + (y - v_y * step_y) / (v_y * step_y))) - 1;
