# The square of a turn from its chord between two axes whose components are rounded by 2^-25: e = 2^-22 bounds what that
# does to the chord c, and c^2 <= (1 + k) c'^2 + (1 + 1 / k) e^2 with k = 2^-10, c' of the rounded axes. q, as computed, is
# not less: of the exact q each term has room for its rounding.
#: bounds kChordSquareFactor kChordSquareError
#: in float from_x from_y to_x to_y
#: file collision2d/batch/kernels/swept_filter-inl.h
#: code SquaredTurn dx dy chord_sq q
#: domain all axes
#: underflow none: kChordSquareError is far above
{ |from_x| <= 1.0001 /\ |to_x| <= 1.0001 /\ |from_y| <= 1.0001 /\ |to_y| <= 1.0001 /\
  |dx_exact| in [1b-60, 2.001] /\ |dy_exact| in [1b-60, 2.001] ->
  q -/ q_exact in [$[(1 + 1 / 1024) / kChordSquareFactor - 1], 1] /\ q -/ q_exact in [$[1025 / 2 ** 44 / kChordSquareError - 1], 1] }
