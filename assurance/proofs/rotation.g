# How far the squared length of a rotation is from 1, as computed.
#: bounds kRotationRounding
#: in double cos sin
#: file collision2d/motion/search/pair_motion.cc
#: let excess = cos * cos + sin * sin - 1.0
#: source cos * cos + sin * sin - 1.0
#: domain rotations within kUnitRotationTolerance
#: underflow none: squares below 2^-1000 do not count
{ |cos| <= 1.000001 /\ |sin| <= 1.000001 /\ cos * cos + sin * sin in [0.999999, 1.000001] ->
  |excess - excess_exact| <= $kRotationRounding }
