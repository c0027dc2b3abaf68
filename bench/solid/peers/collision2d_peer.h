#ifndef COLLISION2D_BENCH_SOLID_PEERS_COLLISION2D_PEER_H_
#define COLLISION2D_BENCH_SOLID_PEERS_COLLISION2D_PEER_H_

#include <memory>

#include "bench/solid/peers/solid_peer.h"

namespace collision2d::bench {

// "collision2d": Collides, Distance and ComputeSeparation on BoxShape, SphereShape or
// ConvexPolytope.
std::unique_ptr<SolidPeer> MakeCollision2dPeer();

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_SOLID_PEERS_COLLISION2D_PEER_H_
