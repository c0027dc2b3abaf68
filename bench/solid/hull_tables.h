#pragma once

#include "bench/solid/solid_table.h"

namespace collision2d::bench {

// Random hulls of few vertices, posed: Collides, Distance and ComputeSeparation beside GJK on
// vertices posed beforehand and beside the fastest of Debian's libraries.
SolidTable MakeHullTable(const SolidTableOptions& options);

// What making a ConvexPolytope costs beside its hull, with and without the tables for queries.
SolidTable MakeHullConstructionTable(const SolidTableOptions& options);

}  // namespace collision2d::bench
