#pragma once

#include "bench/solid/density_scenes.h"
#include "bench/solid/solid_table.h"

namespace collision2d::bench {

// Hornus 2017, Figures 4, 5, 6, 8 and 9: pairs per second and plane tests against collision
// density, for scenes of one kind; polytopes have 16 vertices.
SolidTable MakeDensityTable(DensityKind kind, const SolidTableOptions& options);

// Figure 7: the same for polytopes of 8 to 512 vertices at a density of 50 %.
SolidTable MakeVertexSweepTable(const SolidTableOptions& options);

// The failures of all of these figures: options.failure_pairs new pairs of each kind at the
// densities where they peak.
SolidTable MakeFailureTable(const SolidTableOptions& options);

}  // namespace collision2d::bench
