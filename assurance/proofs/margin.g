# The margin of a corner's convexity is not more than its exact value: its error, 4 u of the product of the lengths, is
# subtracted by 2 u of their sum, and what the lengths themselves are rounded by is covered by the factor.
#: bounds kMarginRoundDown
#: in Vec2 from corner
#: in double margin_m
#: file collision2d/geometry/padded_ring.cc
#: let edge = corner - from
#: let squared = NormSquared(edge)
#: let length = Norm(edge)
#: let reduced = kMarginRoundDown * margin_m
#: source margin_m = kMarginRoundDown * margin_m
#: domain lengths from 2^-400 to 2^400
#: underflow 16 units of the smallest number are subtracted
{ |edge_x_exact| in [1b-400, 1b400] /\ |edge_y_exact| in [1b-400, 1b400] /\ squared_exact in [1b-800, 1b801] /\ margin_m in [1b-1000, 1b400] ->
  length -/ length_exact in [$[-4 * u], $[4 * u]] /\ reduced -/ reduced_exact in [-0.5, $[(1 - 4 * u) / kMarginRoundDown - 1]] }
