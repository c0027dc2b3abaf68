# A height times the length of an edge that is at most a limit times it is not found to be higher by squares: the square
# of the former has 2 u more, that of the latter 5 u less, with those of the height itself, 4 u, twice.
#: bounds kSquareRoundUp
#: in Vec2 edge
#: in double scaled_height limit_m
#: file collision2d/query/exact/penetration.cc
#: let square = scaled_height * scaled_height
#: let length_sq = NormSquared(edge)
#: let limit = kSquareRoundUp * limit_m * limit_m * NormSquared(edge)
#: source scaled_height * scaled_height > kSquareRoundUp * limit_m * limit_m * NormSquared(edge)
#: domain numbers from 2^-120 to 2^120
#: underflow kSquaresUnderflow_m
{ |edge_x| in [1b-120, 1b120] /\ |edge_y| in [1b-120, 1b120] /\ length_sq_exact in [1b-240, 1b241] /\ scaled_height in [1b-120, 1b120] /\ limit_m in [1b-120, 1b120] ->
  square -/ square_exact in [-1b-52, 1b-52] /\ limit -/ limit_exact in [$[(1 + 11 * u) / kSquareRoundUp - 1], 1] }
