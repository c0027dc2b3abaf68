# SingleAtMost is at most x: what rounding to single precision and of the difference adds is less than what is taken away.
# SingleAtLeast mirrors it.
#: bounds kSingleRounding
#: in double x
#: file collision2d/batch/index/packed_tree.h
#: let less = x - kSingleRounding * abs(x)
#: let low = SingleAtMost(x)
#: domain x from 1 to 2; other binades are powers of two times that, and signs mirrored
#: underflow |x| below 2^-126 may be missed by 2^-149, as the header says
{ x in [1, 2] -> low - x <= 0 }
low - x -> (low - less) + (less - (x - $kSingleRounding * |x|)) - $kSingleRounding * |x|;
