#pragma once

#include "collision2d/golden/golden_file.h"

namespace collision2d {

// Calls of the batch layer. Inputs:
//   scene                                 begins anew: no body, poses or obstacles
//   body radius_m x y...                  one more shape of the body
//   pose x y cos sin                      one more world_from_body
//   obstacle x y cos sin radius_m x y...  one more obstacle and its world_from_shape
//   ask_batch limit_m                     PolygonBatch of the obstacles
//   ask_map limit_m                       StaticMap of the obstacles
//   ask_cells cell_size_m                 the obstacles' vertices as points, and as cells of a grid
//   ask_trajectories steps                the poses as trajectories; at step s obstacle k is where
//   k + s was
// Answers have the names of the calls when the file was written, in CamelCase; the words of a mask
// are two
//   numbers each, the lower half first.
GoldenInterpreter BatchInterpreter();

}  // namespace collision2d
