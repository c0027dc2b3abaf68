# How far one vertex rises above its neighbour in a direction, against the magnitudes of its two products, as in cross.g.
#: bounds kRiseRelativeError
#: in Vec2 direction from to
#: file collision2d/query/stages/support.h
#: code rise_of x y
#: let rise = x + y
#: let sum = abs(x) + abs(y)
#: let limit = kRiseRelativeError * sum
#: let ex = to.x - from.x
#: let ey = to.y - from.y
#: source Rise{x + y, kRiseRelativeError * (std::abs(x) + std::abs(y))}
#: domain all
#: underflow products above 2^-960; of pairs with smaller ones see kSquaresUnderflow_m
d = x + y;
{ |direction_x| in [1b-1074, 1b1000] /\ |direction_y| in [1b-1074, 1b1000] /\ |ex| in [1b-1074, 1b1000] /\ |ey| in [1b-1074, 1b1000] /\
  |ex_exact| in [1b-1074, 1b1000] /\ |ey_exact| in [1b-1074, 1b1000] /\
  |direction_x * ex| in [1b-960, 1b1000] /\ |direction_y * ey| in [1b-960, 1b1000] /\ |d| in [1b-1000, 1b1001] /\ |sum| in [1b-961, 1b1002] ->
  |(rise - d) / d| + |(x_exact - x) / x| <= $[kRiseRelativeError * (1 - 3 * u)] /\
  |(rise - d) / d| + |(y_exact - y) / y| <= $[kRiseRelativeError * (1 - 3 * u)] /\
  |sum -/ (|x| + |y|)| <= 1b-53 /\ |limit -/ ($kRiseRelativeError * sum)| <= 1b-53 }
(x_exact - x) / x -> 1 / ((1 + (ex - ex_exact) / ex_exact) * (1 + (x - direction_x * ex) / (direction_x * ex))) - 1;
(y_exact - y) / y -> 1 / ((1 + (ey - ey_exact) / ey_exact) * (1 + (y - direction_y * ey) / (direction_y * ey))) - 1;
