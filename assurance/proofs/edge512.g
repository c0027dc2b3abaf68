# As edge.g, where a vector holds the vertices of both polygons: those of one are moved first, and rounded again.
#: bounds kEdgeRelativeError
#: in double from_x from_y to_x to_y other_x other_y
#: in float shift_x shift_y
#: file collision2d/batch/kernels/polygon_pair-inl.h
#: let x = hn::Add(static_cast<float>(from_x), shift_x)
#: let y = hn::Add(static_cast<float>(from_y), shift_y)
#: let edge_x = hn::Sub(hn::Add(static_cast<float>(to_x), shift_x), x)
#: let edge_y = hn::Sub(hn::Add(static_cast<float>(to_y), shift_y), y)
#: let px = static_cast<float>(other_x)
#: let py = static_cast<float>(other_y)
#: let m1 = hn::Mul(edge_y, px)
#: let m2 = hn::Mul(edge_x, py)
#: let n1 = hn::Mul(edge_y, x)
#: let n2 = hn::Mul(edge_x, y)
#: let least = hn::MulSub(edge_y, px, hn::Mul(edge_x, py))
#: let back = hn::MulSub(edge_y, x, hn::Mul(edge_x, y))
#: code CompareAllEdges gap
#: source hn::Combine(d, hn::Add(filled, hn::Set(half, shift)), hn::LoadU(half, of_a))
#: domain reach 1, by scaling; coordinates of vertices of at most 1
#: underflow kEdgeUnderflow_m of the length, kShadowUnderflow_m of the rest
{ |from_x| <= 1 /\ |from_y| <= 1 /\ |to_x| <= 1 /\ |to_y| <= 1 /\ |other_x| <= 1 /\ |other_y| <= 1 /\ shift_x in [0, 1] /\ shift_y in [0, 1] /\
  |edge_x * py| <= 0.50001 /\ |edge_y * px| <= 0.50001 /\ |px - x| - shift_x <= 1.00001 /\ |py - y| - shift_y <= 1.00001 /\
  |edge_x| <= 2.00001 /\ |edge_y| <= 2.00001 /\ |edge_x_exact| <= 2 /\ |edge_y_exact| <= 2 /\
  |least - back| - 2 * (shift_x + shift_y) <= 2.0001 /\ |n1 - n2| - 2 * (shift_x + shift_y) <= 2.0001 /\ |edge_y * x - n2| - 2 * (shift_x + shift_y) <= 2.0001 ->
  |gap - gap_exact| - $kEdgeRelativeError * (1 + shift_x + shift_y) <= 0 }
|least - back| -> (|least - back| - 2 * (shift_x + shift_y)) + 2 * (shift_x + shift_y);
|n1 - n2| -> (|n1 - n2| - 2 * (shift_x + shift_y)) + 2 * (shift_x + shift_y);
|edge_y * x - n2| -> (|edge_y * x - n2| - 2 * (shift_x + shift_y)) + 2 * (shift_x + shift_y);
|px - x| -> (|px - x| - shift_x) + shift_x;
|py - y| -> (|py - y| - shift_y) + shift_y;
least - (edge_y * px - edge_x * py) -> (least - (m1 - m2)) + (m1 - edge_y * px) - (m2 - edge_x * py);
least - (edge_y * px - edge_x * py) -> (least - (edge_y * px - m2)) - (m2 - edge_x * py);
back - (edge_y * x - edge_x * y) -> (back - (n1 - n2)) + (n1 - edge_y * x) - (n2 - edge_x * y);
back - (edge_y * x - edge_x * y) -> (back - (edge_y * x - n2)) - (n2 - edge_x * y);
gap - gap_exact -> (gap - (least - back)) + (least - (edge_y * px - edge_x * py)) - (back - (edge_y * x - edge_x * y)) +
  (edge_y - edge_y_exact) * (px - x) - (edge_x - edge_x_exact) * (py - y) + edge_y_exact * ((px - px_exact) - (x - x_exact)) - edge_x_exact * ((py - py_exact) - (y - y_exact));
$ shift_x in 2, shift_y in 2;
