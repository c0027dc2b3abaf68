#ifndef COLLISION2D_BENCH_SOLID_PEERS_LIBCCD_PEER_H_
#define COLLISION2D_BENCH_SOLID_PEERS_LIBCCD_PEER_H_

#include <memory>

#include "bench/solid/peers/solid_peer.h"

namespace collision2d::bench {

enum class LibccdAlgorithm {
  kGjk,  // ccdGJKIntersect, ccdGJKPenetration.
  kMpr,  // ccdMPRIntersect, for collision only: the depth that MPR finds is not the least.
};

// "libccd GJK" or "libccd MPR", with support functions of our own: signs for boxes, a scan for
// hulls. It has no distance.
std::unique_ptr<SolidPeer> MakeLibccdPeer(LibccdAlgorithm algorithm);

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_SOLID_PEERS_LIBCCD_PEER_H_
