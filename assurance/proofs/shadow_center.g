# A coordinate of a centre, rounded to single precision.
#: bounds kShadowCenterError
#: in double center.x
#: file collision2d/batch/kernels/shadow_numbers.h
#: let x = static_cast<float>(center.x)
#: source circle.x = static_cast<float>(center.x)
#: domain from 1 to 2; other binades by scaling
#: underflow kShadowUnderflow_m is added
{ center_x in [1, 2] -> |x - center_x| <= $[kShadowCenterError] }
