// Methods for pairs in the plane that share nothing with the library but Vec2.

#pragma once

#include <memory>
#include <vector>

#include "bench/peers/peer.h"

namespace collision2d::bench {

// "SAT": Level 1 by the separating axis theorem in double precision: the edges of a, then those of
// b; the first edge that has the whole other shape on its outer side ends the query. No square
// roots, no precomputed normals.
std::unique_ptr<Peer> MakeSatPeer();

// "O(nm) segments (Apollo stand-in)": Levels 1 and 2 as the paper describes the polygon distance of
// Baidu Apollo: zero if either shape holds a vertex of the other, otherwise the least distance over
// all pairs of edges, zero if they cross.
// Our own code for the plain O(n m) method; Apollo is not run.
std::unique_ptr<Peer> MakeEdgePairsPeer();

// Levels 1 and 2 by the GJK of plain_gjk.h; the first direction is between the means of the
// vertices.
//   "barycode GJK"        the paper's algorithm, "Ours (without HCS)", support by a linear scan
//   "barycode GJK HCS"    "Ours (with HCS)", support by hill climbing
//   "Signed Volumes GJK"  OpenGJK's method, in the plane, support by a linear scan
//   "Voronoi GJK"         the method of most libraries, in the plane, support by a linear scan
std::vector<std::unique_ptr<Peer>> MakePlainGjkPeers();

}  // namespace collision2d::bench
