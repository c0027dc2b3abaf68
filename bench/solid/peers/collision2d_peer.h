#pragma once

#include <memory>

#include "bench/solid/peers/solid_peer.h"

namespace collision2d::bench {

// "collision2d": Collides, Distance and ComputeSeparation on BoxShape, SphereShape or
// ConvexPolytope.
std::unique_ptr<SolidPeer> MakeCollision2dPeer();

}  // namespace collision2d::bench
