#pragma once

#include "bench/solid/solid_table.h"

namespace collision2d::bench {

// Van den Bergen 2001, section 4: the penetration depth against brute force over all facets of the
// CSO.
SolidTable MakeDepthTable(const SolidTableOptions& options);

// Section 3: ISA-GJK under coherence: the share of queries that one support pair decides.
SolidTable MakeIncrementalTable(const SolidTableOptions& options);

}  // namespace collision2d::bench
