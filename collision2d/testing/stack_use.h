#pragma once

#include <cstddef>
#include <functional>

namespace collision2d {

// Returns the bytes of stack that a call of `function` takes. The call runs on a separate stack
// filled with a pattern, and the bytes that it overwrites below the caller's frame are counted.
// This includes the call through std::function and the return to this stack, at most some 200
// bytes. `function` is called once beforehand on the normal stack, so that one-time work (lazy
// binding, the choice of an instruction set) is not counted. The last bytes of a frame are missed
// if the call does not write them, or if what it writes equals the pattern.
// Fails the program if the call takes more than kMeasurableStack.
size_t StackUse(const std::function<void()>& function);

inline constexpr size_t kMeasurableStack = size_t{1} << 17;

// Returns whether stack frames are those of a release build: optimised, and without a sanitizer.
bool FramesAreOfRelease();

}  // namespace collision2d
