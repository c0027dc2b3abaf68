#pragma once

#include <string>

#include "collision2d/capture/captured_query.h"

namespace collision2d {

// An SVG of the shapes where the query has them, in the frame of shape a, or in the world at both
// ends of a motion: a blue, b orange, y upwards. Vertices have their coordinates in their own frame
// as titles.
std::string QueryPicture(const CapturedQuery& query);

}  // namespace collision2d
