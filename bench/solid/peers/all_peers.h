#pragma once

#include <memory>
#include <vector>

#include "bench/solid/peers/solid_peer.h"

namespace collision2d::bench {

// Every library, in the order of the tables; collision2d is the last.
std::vector<std::unique_ptr<SolidPeer>> MakeAllPeers();

}  // namespace collision2d::bench
