#include "collision2d/testing/stack_use.h"

#include <ucontext.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace collision2d {
namespace {

constexpr unsigned char kPattern = 0xa5;

// The function that runs on the other stack; makecontext passes no pointers. Not for programs with
// threads.
const std::function<void()>* running = nullptr;

// The position on the stack from which the function is called.
const unsigned char* frame_of_caller = nullptr;

void Run() {
  frame_of_caller = static_cast<const unsigned char*>(__builtin_frame_address(0));
  (*running)();
}

// Returns the bytes from the lowest overwritten one to the caller's frame. Stacks grow downwards.
size_t PaintedOver(const std::function<void()>& function, std::vector<unsigned char>* stack) {
  std::fill(stack->begin(), stack->end(), kPattern);
  ucontext_t here;
  ucontext_t there;
  if (getcontext(&there) != 0) std::abort();
  there.uc_stack.ss_sp = stack->data();
  there.uc_stack.ss_size = stack->size();
  there.uc_link = &here;
  running = &function;
  makecontext(&there, Run, 0);
  if (swapcontext(&here, &there) != 0) std::abort();
  const auto lowest = std::find_if(stack->begin(), stack->end(), [](unsigned char c) { return c != kPattern; });
  const std::ptrdiff_t caller = frame_of_caller - stack->data();
  return static_cast<size_t>(std::max<std::ptrdiff_t>(caller - (lowest - stack->begin()), 0));
}

}  // namespace

size_t StackUse(const std::function<void()>& function) {
  // The stack is larger than what can be measured, so that excessive use is detected.
  static std::vector<unsigned char>* const stack = new std::vector<unsigned char>(2 * kMeasurableStack);
  function();
  const size_t used = PaintedOver(function, stack);
  if (used > kMeasurableStack) {
    std::fprintf(stderr, "%zu bytes of stack are more than can be measured\n", used);
    std::abort();
  }
  return used;
}

bool FramesAreOfRelease() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__) || !defined(NDEBUG)
  return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(undefined_behavior_sanitizer)
  return false;
#else
  return true;
#endif
#else
  return true;
#endif
}

}  // namespace collision2d
