#ifndef COLLISION2D_TESTING_STACK_USE_H_
#define COLLISION2D_TESTING_STACK_USE_H_

#include <cstddef>
#include <functional>

namespace collision2d {

// The bytes of stack that a call of `function` takes: it runs on a stack of its own, filled with a pattern, and what is overwritten below the caller's
// frame is counted, the call through std::function and the return to this stack too: some 200 bytes at most. Called once before, elsewhere: what happens once in a program (lazy binding, the choice of an
// instruction set) is not counted. A frame's last bytes are missed where they are not written, or by chance hold the pattern.
// Fails the program for more than kMeasurableStack.
size_t StackUse(const std::function<void()>& function);

inline constexpr size_t kMeasurableStack = size_t{1} << 17;

// Whether frames are those of a release: optimised, and without a sanitizer.
bool FramesAreOfRelease();

}  // namespace collision2d

#endif  // COLLISION2D_TESTING_STACK_USE_H_
