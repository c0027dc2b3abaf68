#pragma once

#include <memory>

#include "bench/solid/peers/solid_peer.h"

namespace collision2d::bench {

// "posed GJK": PlainGjk3 by Signed Volumes on vertices that were posed when the data set was
// prepared, a stand-in for openGJK (Montanari, Petrinic 2018), which is not in Debian. Distance
// only, without error bounds.
std::unique_ptr<SolidPeer> MakePosedGjkPeer();

}  // namespace collision2d::bench
