# A sum of lengths within which pieces are looked for is not less than the exact one.
#: bounds kNearRoundUp
#: in double reach_m known_m
#: file planner_adapter/road/shape_on_road.cc
#: let radius = kNearRoundUp * (reach_m + known_m + kNearMargin_m)
#: source kNearRoundUp * (reach_m + known_m + kNearMargin_m)
#: domain lengths from 2^-200 to 2^200
#: underflow none: kNearMargin_m is added
{ reach_m in [1b-200, 1b200] /\ known_m in [1b-200, 1b200] /\ (reach_m + known_m) / (reach_m + known_m + 1) in [0, 1] -> radius -/ radius_exact in [$[(1 + 4 * u) / kNearRoundUp - 1], 1] }
