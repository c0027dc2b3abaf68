// Every peer that answers about pairs, of the plane, of space or moving, but for those of
// plane_methods.h. Each library has a .cc of its name.

#pragma once

#include <memory>
#include <vector>

#include "bench/peers/peer.h"

namespace collision2d::bench {

// "Box2D" 2.4.1, single precision. Levels 1 and 2 by b2Distance, with a proxy made for each query
// from the world vertices (it copies none of them, so that any number is legal), an empty cache and
// identity transforms. Level 1 is the threshold of b2TestOverlap: collision if the distance is
// below 10 b2_epsilon. Moving bodies by b2TimeOfImpact, coordinates relative to the start of the
// first body; it aims at a gap of 5 mm, not 0, and e_failed counts as undecided.
std::unique_ptr<Peer> MakeBox2dPeer();

// FCL 0.7, double precision. In the plane Levels 1 and 2 by fcl::collide and fcl::distance on
// prisms 1 m high over the world vertices, at identity transforms; a distance of colliding shapes
// counts as 0. Moving bodies by fcl::continuousCollide with CCDC_CONSERVATIVE_ADVANCEMENT and
// libccd on such prisms; its InterpMotion is given the whole turn, which its constructor would cut
// to half a turn. In space fcl::Box, fcl::Sphere or fcl::Convex; penetration is the depth of the
// contact that fcl::collide reports. For boxes its collision is a SAT.
enum class FclSolver {
  kFastest,  // "FCL": libccd for collide; its own for distance, where libccd is a tenth of the distance off at times.
  kIndependent,  // "FCL": its own (GST_INDEP).
  kLibccd,       // "FCL (libccd)": GST_LIBCCD.
};
std::unique_ptr<Peer> MakeFclPeer(FclSolver solver);

// "Bullet": btGjkPairDetector of Bullet 3.24, built for double precision, on shapes with margin 0.
// In the plane flat btConvexHullShapes over the world vertices, without a penetration solver; in
// space btBoxShape, btSphereShape or btConvexHullShape, with btGjkEpaPenetrationDepthSolver for
// penetration. It has no query for a collision alone: that is its distance, compared with 0;
// distances up to 1e-12 m, and colliding shapes for which it reports no closest points, count as 0.
std::unique_ptr<Peer> MakeBulletPeer();

// libccd 2.1, double precision, with support functions of our own; it offers no distance of shapes
// that are apart.

// "libccd", in the plane: Level 1 by ccdGJKIntersect; support by a linear scan over the vertices of
// a prism 1 m high, because a flat shape has no interior for this three-dimensional GJK.
std::unique_ptr<Peer> MakeLibccdPeer();

enum class LibccdAlgorithm {
  kGjk,  // ccdGJKIntersect, ccdGJKPenetration.
  kMpr,  // ccdMPRIntersect, for collision only: the depth that MPR finds is not the least.
};

// "libccd GJK" or "libccd MPR", of solids: support by signs for boxes, a scan for hulls.
std::unique_ptr<Peer> MakeLibccdSolidPeer(LibccdAlgorithm algorithm);

// The library's own functions on pairs in the plane, as a user calls them.
enum class Frames {
  kOne,    // "collision2d": both polygons in one frame.
  kPosed,  // "collision2d posed": b in a frame of its own, with its origin in the middle of b and a random heading.
};
enum class Values {
  kPlain,      // Collides, Distance and ComputeSeparation.
  kGradients,  // "... gradient": ComputeSeparationGradient; Level 3 only.
};

// Contiguous: a vector of pairs of polygons, with their poses. Scattered: polygons on the heap, a
// vector of pairs of pointers, and one of poses.
std::unique_ptr<Peer> MakeCollision2dPeer(Frames frames, Values values = Values::kPlain);

inline constexpr char kCollision2dName[] = "collision2d";
inline constexpr char kPosedCollision2dName[] = "collision2d posed";

// For moving bodies:
//   "collision2d"   TimeOfImpact with its default options
//   "IsMotionFree"  the boolean alone, which counts no steps; what it does not prove free counts as
//   a collision
//   "10 samples"    Collides at 10 instants at equal intervals, the ends among them, until one
//   shows contact
enum class MotionMethod { kTimeOfImpact, kIsMotionFree, kSamples };
std::unique_ptr<Peer> MakeMotionPeer(MotionMethod method);

// "posed GJK": PlainGjk3 by Signed Volumes on vertices that were posed when the data set was
// prepared, a stand-in for openGJK (Montanari, Petrinic 2018), which is not in Debian. Distance
// only, without error bounds.
std::unique_ptr<Peer> MakePosedGjkPeer();

// Every library that takes solids, in the order of the tables. The last is "collision2d": Collides,
// Distance and ComputeSeparation on BoxShape, SphereShape or ConvexPolytope.
std::vector<std::unique_ptr<Peer>> MakeSolidPeers();

}  // namespace collision2d::bench
