// The gradient of the least signed distance, where several pairs may have it.

#ifndef COLLISION2D_BATCH_KERNELS_TIED_GRADIENTS_H_
#define COLLISION2D_BATCH_KERNELS_TIED_GRADIENTS_H_

#include "collision2d/batch/results.h"
#include "collision2d/query/separation_gradient.h"

namespace collision2d::internal {

// Makes `least` the one with the lesser signed distance; of equal ones that of the earlier step; of
// equal ones at one step both.
void TakeLesser(const Nearest<SeparationGradient>& other, Nearest<SeparationGradient>* least);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_KERNELS_TIED_GRADIENTS_H_
