#ifndef COLLISION2D_TESTING_ALLOCATION_COUNT_H_
#define COLLISION2D_TESTING_ALLOCATION_COUNT_H_

#include <cstdint>

namespace collision2d {

// How often operator new has been called in this program so far, in any of its forms: a program that links this library
// has counting ones. Not for programs with threads.
int64_t AllocationCount();

}  // namespace collision2d

#endif  // COLLISION2D_TESTING_ALLOCATION_COUNT_H_
