#pragma once

#include "absl/types/span.h"
#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// Pairs of moving bodies of a kind on which methods for motions are known to fail.
struct TrapFamily {
  const char* name;
  SpecPair (*generate)(Random* random);
  // Built to come within epsilon of contact without being in contact: such a pair may be undecided.
  bool is_graze;
};

// All families. Unless a name says otherwise, shapes are random polygons of decimetres to metres
// that move by linear motions or twists over 0.1 to 4 s and, at a random instant, have a gap of
// -0.5 to 1 m.
//   random              no trap: the shapes and motions of the others
//   yaw_through_pi      headings that pass pi
//   many_turns          half a turn to a hundred turns
//   contact_at_start    they overlap at the start
//   parting             from a gap of 10^-4 to 0.1 m at the start they move apart
//   moving_together     one rigid motion of both, at a gap of +- 10^-4 to 1 m
//   instant             an interval of length 0
//   long_time           10^4 to 10^6 s
//   epoch               times near 1.7 * 10^9 s
//   far_reference       the point that moves straight is up to 10 km outside the body
//   far_out             10^6 to 10^7 m away from the origin
//   spinning_needle     a needle that turns on the spot, and something small beside the disc that
//   it sweeps
//   turning_within_tolerance  a rectangle that turns by 0.05 to 1 rad in a microsecond and
//   approaches something small
//   circling            a body that moves around an obstacle
//   round               discs, capsules and rounded polygons
//   point_or_segment    one of the shapes has no area
//   thin_pair           both are points, segments, or slivers of 10^-12 of their length: a point is
//   in contact with a segment for an instant only
//   graze_at_instant    a corner that passes a pole at +- 10^-15 to 10^-3 m
//   graze_at_end        a gap of +- 10^-15 to 10^-3 m at the end, closing
//   graze_along         sides that slide along each other at a gap of 0 or +- 10^-15 to 10^-3 m
//   touching_together   they touch, and move as one body
absl::Span<const TrapFamily> TrapFamilies();

}  // namespace collision2d
