#ifndef COLLISION2D_SIMD_TARGETS_H_
#define COLLISION2D_SIMD_TARGETS_H_

// The instruction sets that kernels are compiled for; to be included before any header of Highway. All that Highway has but
// Arm's scalable vectors: their types have no size at compile time and cannot be members of the kernels' structs. Such
// processors run the NEON kernels.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)

#endif  // COLLISION2D_SIMD_TARGETS_H_
