#pragma once

#include <gmpxx.h>

#include "collision2d/geometry/vec2.h"

namespace collision2d {

// Returns the sign of direction . (to - from) - bound, exactly. (`long double` would not do: on
// 32-bit ARM it is a double.)
int CompareDot(Vec2 direction, Vec2 from, Vec2 to, const mpq_class& bound);

}  // namespace collision2d
