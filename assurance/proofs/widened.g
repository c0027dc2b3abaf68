# The lower end of an interval that is widened by less than itself is not above the exact one; the upper end mirrors it.
#: bounds kWideningError
#: in double min by
#: file planner_adapter/path_time/profile_pieces.h
#: let lower = min - by
#: let end = min - by - kWideningError * abs(min)
#: source a.min - by - kWideningError * std::abs(a.min)
#: domain an end from 1 to 2 of either sign, by scaling, and a widening of at most half of it
#: underflow none: an absolute error
{ |min| in [1, 2] /\ by in [0, 0.5] -> end - (min - by) <= 0 }
end - (min - by) -> (end - (lower - $kWideningError * |min|)) + (lower - (min - by)) - $kWideningError * |min|;
