#ifndef COLLISION2D_BATCH_KERNELS_OPEN_PAIR_H_
#define COLLISION2D_BATCH_KERNELS_OPEN_PAIR_H_

#include "collision2d/batch/polygon_batch.h"

// COLLISION2D_ASK_PAIR(batch, Query, arguments...): the pair query of that name, of a pair with a
// shape of the batch that filters have left undecided. In builds with COLLISION2D_CAPTURE the
// batch's PairAsker answers, if there is one.
#ifdef COLLISION2D_CAPTURE
#define COLLISION2D_ASK_PAIR(batch, Query, ...) \
  ((batch).pair_asker() == nullptr ? Query(__VA_ARGS__) : (batch).pair_asker()->Query(__VA_ARGS__))
#else
#define COLLISION2D_ASK_PAIR(batch, Query, ...) Query(__VA_ARGS__)
#endif

#endif  // COLLISION2D_BATCH_KERNELS_OPEN_PAIR_H_
