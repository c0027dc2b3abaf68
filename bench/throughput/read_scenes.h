#pragma once

#include <string>
#include <vector>

#include "collision2d/planner.h"

namespace collision2d::bench {

// The scenes of a file, or of all files in a folder, by name. Ends the program with a message if
// one cannot be read.
std::vector<planner::Scene> ReadScenes(const std::string& path);

}  // namespace collision2d::bench
