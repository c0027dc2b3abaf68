# The inner radius in single precision is not more than the least height of the centre over an edge: what it is reduced by
# covers its rounding and that of the height, 7 u of an arm of at most two bounding radii.
#: bounds kInnerRoundDown kHeightError
#: in double nearest_edge_m
#: file collision2d/geometry/convex_polygon.cc
#: code ComputeInnerRadius inner_radius_m
#: domain a bounding radius of 1, by scaling
#: underflow not used below the smallest normal number of single precision
{ nearest_edge_m in [$[kHeightError], 1] -> inner_radius_m -/ inner_radius_m_exact in [-0.5, $[(1 - 14 * u / kHeightError) / kInnerRoundDown - 1]] }
