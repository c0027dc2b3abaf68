# The circles of a shadow: the outer radius in single precision is not less than the exact sum, by the rounding of the test
# of radii that follows, 3 u of it (u = 2^-24); the inner one is not more, likewise.
#: bounds kShadowRadiusRoom
#: in double radius inner_radius error
#: file collision2d/batch/kernels/shadow_numbers.h
#: let sum = radius + error
#: let outer = static_cast<float>((1.0 + kShadowRadiusRoom) * sum)
#: let room = (1.0 - kShadowRadiusRoom) * inner_radius
#: let inner = static_cast<float>(room - 2.0 * error)
#: source static_cast<float>((1.0 + kShadowRadiusRoom) * (shape.bounding_radius_m() + circle.center_error_m))
#: source static_cast<float>((1.0 - kShadowRadiusRoom) * (shape.inner_radius_m() + shape.radius_m()) - 2.0 * circle.center_error_m)
#: domain all normal numbers of single precision
#: underflow kShadowUnderflow_m is in the error
{ radius in [1b-126, 1b100] /\ error in [0, 1b90] /\ inner_radius in [1b-126, 1b100] /\ sum in [1b-126, 1b101] ->
  outer -/ outer_exact in [$[(1 + 4 * v) / (1 + kShadowRadiusRoom) - 1], 1] /\ room -/ room_exact in [-0.5, $[(1 - 4 * v) / (1 - kShadowRadiusRoom) - 1]] }
