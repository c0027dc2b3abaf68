# A cross product of two points of the CSO, differences of vertices, against the magnitudes of its products; as in
# orientation.g, the error is at most |det - d| / |d| + E of their sum, and the limit is rounded three times, 3 u of itself.
#: bounds kCrossRelativeError
#: in Vec2 pa pb qa qb
#: file collision2d/query/stages/facing_feature.h
#: let p = pa - pb
#: let q = qa - qb
#: code TurnsLeft left right
#: let cross = left - right
#: let sum = abs(left) + abs(right)
#: let limit = kCrossRelativeError * sum
#: source left - right > kCrossRelativeError * (std::abs(left) + std::abs(right)) + 0x1p-1000
#: domain all
#: underflow a limit of 2^-1000 is added, as products below 2^-960 are rounded by 2^-1074
d = left - right;
{ |p_x_exact| in [1b-1074, 1b1000] /\ |p_y_exact| in [1b-1074, 1b1000] /\ |q_x_exact| in [1b-1074, 1b1000] /\ |q_y_exact| in [1b-1074, 1b1000] /\
  |p_x| in [1b-1074, 1b1000] /\ |p_y| in [1b-1074, 1b1000] /\ |q_x| in [1b-1074, 1b1000] /\ |q_y| in [1b-1074, 1b1000] /\
  |p_x * q_y| in [1b-960, 1b1000] /\ |p_y * q_x| in [1b-960, 1b1000] /\ |d| in [1b-1000, 1b1001] /\ |sum| in [1b-961, 1b1002] ->
  |(cross - d) / d| + |(left_exact - left) / left| <= $[kCrossRelativeError * (1 - 3 * u)] /\
  |(cross - d) / d| + |(right_exact - right) / right| <= $[kCrossRelativeError * (1 - 3 * u)] /\
  |sum -/ (|left| + |right|)| <= 1b-53 /\ |limit -/ ($kCrossRelativeError * sum)| <= 1b-53 }
(left_exact - left) / left -> 1 / ((1 + (p_x - p_x_exact) / p_x_exact) * (1 + (q_y - q_y_exact) / q_y_exact) * (1 + (left - p_x * q_y) / (p_x * q_y))) - 1;
(right_exact - right) / right -> 1 / ((1 + (p_y - p_y_exact) / p_y_exact) * (1 + (q_x - q_x_exact) / q_x_exact) * (1 + (right - p_y * q_x) / (p_y * q_x))) - 1;
