#pragma once

#include <string>

#include "collision2d/capture/captured_query.h"

namespace collision2d {

// An SVG of the shapes where the query has them, in the frame of a pair's shape a or in the world:
// the body blue, obstacles orange, motions at both ends, y upwards. Vertices have their coordinates
// in their own frame as titles.
std::string QueryPicture(const CapturedQuery& query);

}  // namespace collision2d
