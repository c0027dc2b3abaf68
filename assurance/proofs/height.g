# The distance of a feature: the height of the edge's nearer end, against the distance of that end. With E the error of a
# product and e that of their sum, the dot product is wrong by (E + e) |v| |near|, as the sum of the products' magnitudes is
# at most |v| |near| (Cauchy, Schwarz); the length adds its own, the division u, and the edge, which is rounded and so turned,
# u. The end is within half of the edge of the foot, sqrt(5) / 2 of the pair's size at most. Not covered: distances by
# windows and of the exact rung, depths and witness points.
#: bounds kDistanceRelativeError
#: in Vec2 v near_a near_b
#: file collision2d/query/stages/gjk.h
#: let near = near_a - near_b
#: let px = v.x * near.x
#: let py = v.y * near.y
#: let dot = Dot(v, near)
#: let squared = NormSquared(v)
#: let length = Norm(v)
#: source std::max(Dot(feature.v, cso.vertex_a(ends.first_a) - cso.vertex_b(ends.first_b)), 0.0) / Norm(feature.v)
#: domain lengths from 2^-400 to 2^400; signs change no relative error
#: underflow kSquaresUnderflow_m: smaller pairs are scaled up
d = px + py;
share = v_x * v_x / squared_exact;
{ near_x_exact in [1b-400, 1b400] /\ near_y_exact in [1b-400, 1b400] /\ v_x in [1b-400, 1b400] /\ v_y in [1b-400, 1b400] /\
  squared_exact in [1b-800, 1b801] /\ share in [0, 1] /\ d in [1b-900, 1b900] ->
  |(px - px_exact) / px_exact| + |(dot - d) / d| + |length_exact / length - 1| + 2b-53 <= $[kDistanceRelativeError * (1 - 9 * u) * 10000 / 11181] /\
  |(py - py_exact) / py_exact| + |(dot - d) / d| + |length_exact / length - 1| + 2b-53 <= $[kDistanceRelativeError * (1 - 9 * u) * 10000 / 11181] }
length_exact / length -> 1 / (1 + (length - length_exact) / length_exact);
