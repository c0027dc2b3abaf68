#ifndef COLLISION2D_SIMD_TARGETS_H_
#define COLLISION2D_SIMD_TARGETS_H_

// The instruction sets that kernels are compiled for; to be included before any header of Highway.
// All that Highway has but Arm's scalable vectors, whose types have no size at compile time and
// cannot be members of the kernels' structs, and NEON of 32-bit Arm, which has no vectors of
// doubles. Processors with scalable vectors run the NEON kernels, 32-bit ones kernels of one lane.
#if defined(__arm__)
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_NEON)
#else
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#endif

#endif  // COLLISION2D_SIMD_TARGETS_H_
