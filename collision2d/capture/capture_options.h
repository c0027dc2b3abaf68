#ifndef COLLISION2D_CAPTURE_CAPTURE_OPTIONS_H_
#define COLLISION2D_CAPTURE_CAPTURE_OPTIONS_H_

#include <cstdint>

#include "collision2d/capture/query_kind.h"

namespace collision2d {

// Which pair queries are recorded.
struct CaptureOptions {
  // Those that are not in the set do not count.
  CaptureTriggers triggers = kAllTriggers;
  // Queries with at least this much work (WorkOf) are slow; motions of which at least as many instants were looked at. Unlike a time, work is the same in
  // every run; rungs of constant time count nothing.
  int64_t slow_work = 1000;
  // One query in this many is recorded whatever it did: the Nth, the 2 Nth, ... of a recorder. 0: none.
  int64_t sample_every = 0;
};

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_CAPTURE_OPTIONS_H_
