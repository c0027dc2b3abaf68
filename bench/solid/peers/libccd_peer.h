#pragma once

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
