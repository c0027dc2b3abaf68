# The gap of a vertex beyond an edge in single precision, times the edge's length: vertices are rounded relative to the
# centre of their shape, edges and arms by subtraction, and the cross products. Against reach (|d| + reach); reach is the
# sum of both radii, and pairs that come here have |d| <= reach.
# The order of AVX-512 is that of edge512.g.
#: bounds kEdgeRelativeError
#: in double from_x from_y to_x to_y other_x other_y
#: in float shift_x shift_y
#: file collision2d/batch/kernels/polygon_pair-inl.h
#: let x = static_cast<float>(from_x)
#: let y = static_cast<float>(from_y)
#: let edge_x = hn::Sub(static_cast<float>(to_x), x)
#: let edge_y = hn::Sub(static_cast<float>(to_y), y)
#: let sx = shift_x
#: let sy = shift_y
#: let px = static_cast<float>(other_x)
#: let py = static_cast<float>(other_y)
#: let least = hn::MulSub(edge_y, px, hn::Mul(edge_x, py))
#: code CompareEdges gap
#: source hn::Sub(hn::LoadU(d, owner.x + i + 1), x)
#: source hn::MulSub(edge_y, hn::Set(d, ring.x[j]), hn::Mul(edge_x, hn::Set(d, ring.y[j])))
#: domain reach 1, by scaling; coordinates of vertices of at most 1
#: underflow kEdgeUnderflow_m of the length, kShadowUnderflow_m of the rest
# Radii r and 1 - r: an edge is at most 2 r long, and 2 r (1 - r) at most 1/2.
{ |from_x| <= 1 /\ |from_y| <= 1 /\ |to_x| <= 1 /\ |to_y| <= 1 /\ |other_x| <= 1 /\ |other_y| <= 1 /\ shift_x in [0, 1] /\ shift_y in [0, 1] /\
  |edge_x * py| <= 0.50001 /\ |edge_y * px| <= 0.50001 ->
  |gap - gap_exact| - $kEdgeRelativeError * (1 + shift_x + shift_y) <= 0 }
$ shift_x in 4, shift_y in 4;
