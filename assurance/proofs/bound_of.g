# A gap in single precision, squared, is not above the square of a limit as BoundOf enlarges it if the gap itself is not
# above the limit: rounding adds at most 8 u to the former (u = 2^-24), and the latter is enlarged by more.
#: bounds kBoundRelativeError
#: in float limit_m node.min_x node.min_y box.max_x box.max_y
#: file collision2d/batch/kernels/tree_walk-inl.h
#: let x = hn::Sub(node.min_x, box.max_x)
#: let y = hn::Sub(node.min_y, box.max_y)
#: let square = hn::MulAdd(x, x, hn::Mul(y, y))
#: code BoundOf result
#: source hn::Sub(hn::Load(d, node.min_x + i), hn::Set(d, box.max_x))
#: source hn::MulAdd(x, x, hn::Mul(y, y))
#: domain gaps along both axes, limits from 2^-50 to kMaxLimit_m
#: underflow 2^-120 is added
{ limit_m in [1b-50, 1b30] /\ x_exact in [1b-60, 1b31] /\ y_exact in [1b-60, 1b31] ->
  square -/ square_exact in [-0.5, $[8 * v]] /\ result -/ result_exact in [$[(1 + 8 * v) / (1 + kBoundRelativeError) - 1], 1] }
