#pragma once

#include <cstdint>

namespace collision2d {

// Returns how often any form of operator new has been called in this program so far. Linking this
// library replaces operator new by a counting one. Counts those of all threads.
int64_t AllocationCount();

}  // namespace collision2d
