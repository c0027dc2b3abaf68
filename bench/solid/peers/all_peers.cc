#include "bench/solid/peers/all_peers.h"

#include "bench/solid/peers/bullet_peer.h"
#include "bench/solid/peers/collision2d_peer.h"
#include "bench/solid/peers/fcl_peer.h"
#include "bench/solid/peers/libccd_peer.h"

namespace collision2d::bench {

std::vector<std::unique_ptr<SolidPeer>> MakeAllPeers() {
  std::vector<std::unique_ptr<SolidPeer>> peers;
  peers.push_back(MakeFclPeer(FclSolver::kIndependent));
  peers.push_back(MakeFclPeer(FclSolver::kLibccd));
  peers.push_back(MakeLibccdPeer(LibccdAlgorithm::kGjk));
  peers.push_back(MakeLibccdPeer(LibccdAlgorithm::kMpr));
  peers.push_back(MakeBulletPeer());
  peers.push_back(MakeCollision2dPeer());
  return peers;
}

}  // namespace collision2d::bench
