# A length in single precision is not less than the length: RoundedUp, and its copy in lanes, WidenCircles.
#: bounds kRoundedUp
#: in double length_m
#: file collision2d/batch/kernels/shadow_numbers.h
#: let single = RoundedUp(length_m)
#: domain all normal numbers of single precision
#: underflow kShadowUnderflow_m is added where lengths may be that small
{ length_m in [1b-126, 1b100] -> single -/ single_exact in [$[1 / kRoundedUp - 1], 1] }
