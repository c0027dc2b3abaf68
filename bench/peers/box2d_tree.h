#pragma once

#include <memory>

#include "bench/peers/planner_scene.h"
#include "bench/peers/scene_peer.h"

namespace collision2d::bench {

// "Box2D pairwise": b2Distance of Box2D 2.4.1 on every pair.
std::unique_ptr<ScenePeer> MakeBox2dPairwisePeer();

// "Box2D tree": a b2DynamicTree for each step, and b2Distance on the pairs that it finds. Trees of
// obstacles that move are made anew in every cycle: for up to 200 obstacles that takes two thirds
// of the time of moving every proxy out of its fattened box. The tree has no query for the nearest:
// it is asked for a box around the body that grows until the nearest found is within it.
std::unique_ptr<ScenePeer> MakeBox2dTreePeer();

}  // namespace collision2d::bench
