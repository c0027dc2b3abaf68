#pragma once

#include <memory>

#include "bench/solid/peers/solid_peer.h"

namespace collision2d::bench {

enum class FclSolver { kIndependent, kLibccd };

// "FCL" with its own solver (GST_INDEP) or "FCL (libccd)" (GST_LIBCCD): fcl::collide and
// fcl::distance on fcl::Box or fcl::Convex; penetration is the depth of the contact that
// fcl::collide reports. For boxes its collision is a SAT.
std::unique_ptr<SolidPeer> MakeFclPeer(FclSolver solver);

}  // namespace collision2d::bench
