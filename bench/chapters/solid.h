// The tables of the chapter `solid`: what papers show of their algorithms in space, and other
// libraries on the same pairs. Each is made in the file of its name: montanari.cc, drop.cc, ...
// Includes what all of these need.

#pragma once

#include "bench/chapter.h"                    // IWYU pragma: export
#include "bench/peers/solids.h"               // IWYU pragma: export
#include "bench/timing/timing.h"              // IWYU pragma: export
#include "collision2d/query/query_context.h"  // IWYU pragma: export
#include "collision2d/solid/solid.h"          // IWYU pragma: export
#include "collision2d/testing/random.h"       // IWYU pragma: export

namespace collision2d::bench {

// How much every table measures; see the options of solid.cc.
struct SolidTableOptions {
  int pairs = 16384;                // Distinct pairs in each cell.
  double min_time_s = 0.1;          // For each algorithm in each cell.
  int64_t failure_pairs = 1000000;  // For each cell of the tables of failures.
  // The tables of failures, cut into processes: the first pair, a multiple of 100000, and the one
  // scene; empty: all.
  int64_t failure_first_pair = 0;
  std::string failure_scene;
  int steps = 1500;          // Of the simulation of many bodies.
  int max_vertices = 10000;  // Of polygonal spheres and hulls.
  uint64_t seed = 20261120;
};

// A table of the report. Every measured figure stands beside what the paper shows: its value or,
// where its text gives only curves, its claim in words.
struct SolidTable {
  std::string id;  // Short, for the CSV: "montanari16".
  std::string title;
  std::string paper;  // What the paper shows.
  std::string ours;   // What the columns mean, and a summary of what was measured.
  std::vector<Row> rows = {};
};

using SolidTables = std::vector<SolidTable>;

// Montanari, Petrinic, Barbieri 2017, Figures 16 to 21: time of the distance subalgorithm and of
// the whole of GJK for a pair of polygonal spheres of 10 to 10^4 vertices; Signed Volumes, Johnson
// with Backup, and Backup alone in one and the same GJK loop. One table for each tolerance (1e-8,
// 1e-14), with and without hill climbing.
SolidTables MakeMontanariTables(const SolidTableOptions& options);
// Figures 9, 14 and 15: two convex tooth flanks of nearly flat facets approach each other until
// they touch; the smallest distance that each algorithm still resolves.
SolidTables MakeGearTables(const SolidTableOptions& options);
// Tables II and III: calls of the distance subalgorithm, entries into the backup procedure and time
// of the subalgorithm over the contact queries of a simulation of many bodies, which is our own;
// all subalgorithms answer the same queries.
SolidTables MakeDropTables(const SolidTableOptions& options);
// Cameron 1997, Figures 3 to 5: time and operations of a distance query between random hulls of 10
// to 500 vertices that move, with and without hill climbing and tracking, for several kinds of
// motion.
SolidTables MakeCameronTables(const SolidTableOptions& options);
// Hornus 2017, Figures 4 to 9: pairs per second and plane tests against collision density, for
// scenes of one kind; polytopes have 16 vertices, in Figure 7 8 to 512 at a density of 50 %.
SolidTables MakeHornusTables(const SolidTableOptions& options);
// The failures of all of these figures: options.failure_pairs new pairs of each kind at the
// densities where they peak. The kinds of scenes, as failure_scene names them.
SolidTables MakeFailureTables(const SolidTableOptions& options);
Texts FailureScenes();
// Van den Bergen 2001, section 4: the penetration depth against brute force over all facets of the
// CSO; section 3: ISA-GJK under coherence: the share of queries that one support pair decides.
SolidTables MakeBergenTables(const SolidTableOptions& options);
// Debian's FCL, libccd and Bullet on the same pairs: one table for collision, one for distance, one
// for penetration, with the ratio of the best of them to collision2d; and families of pairs whose
// answers are known in closed form (or by brute force): how many each library gets wrong.
SolidTables MakeSolidPeerTables(const SolidTableOptions& options);
// Random hulls of few vertices, posed: Collides, Distance and ComputeSeparation beside GJK on
// vertices posed beforehand and beside the fastest of Debian's libraries; and what making a
// ConvexPolytope costs beside its hull, with and without the tables for queries.
SolidTables MakeHullTables(const SolidTableOptions& options);

// What is timed stores into it, so that nothing is optimised away.
inline double sink = 0.0;

// With that many digits behind the point.
inline std::string Digits(int digits, double value) { return absl::StrFormat("%.*f", digits, value); }

}  // namespace collision2d::bench
