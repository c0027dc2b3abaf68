#pragma once

#include <memory>
#include <vector>

#include "bench/rows/row.h"

namespace collision2d::bench {

// Every algorithm of the tables, in the order of their rows: Box2D first, collision2d last.
std::vector<std::unique_ptr<Row>> MakeAllRows();

}  // namespace collision2d::bench
