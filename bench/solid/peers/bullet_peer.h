#pragma once

#include <memory>

#include "bench/solid/peers/solid_peer.h"

namespace collision2d::bench {

// "Bullet": btGjkPairDetector on btBoxShape or btConvexHullShape with margin 0; with
// btGjkEpaPenetrationDepthSolver for penetration. It has no query for a collision alone: that is
// its distance, compared with 0.
std::unique_ptr<SolidPeer> MakeBulletPeer();

}  // namespace collision2d::bench
