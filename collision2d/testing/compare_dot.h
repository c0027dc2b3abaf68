#ifndef COLLISION2D_TESTING_COMPARE_DOT_H_
#define COLLISION2D_TESTING_COMPARE_DOT_H_

#include <gmpxx.h>

#include "collision2d/geometry/vec2.h"

namespace collision2d {

// The sign of direction . (to - from) - bound, exactly. (Not by `long double`, which is no more than a double on 32-bit ARM.)
int CompareDot(Vec2 direction, Vec2 from, Vec2 to, const mpq_class& bound);

}  // namespace collision2d

#endif  // COLLISION2D_TESTING_COMPARE_DOT_H_
