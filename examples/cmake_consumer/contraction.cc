// Whether code of collision2d's headers that is compiled here rounds each product: exit status 0.
// If the compiler has made one rounding of a product and a sum, as it may without
// -ffp-contract=off, it is 1; 77 if the processor has no such instruction.
#include "collision2d/collision2d.h"

namespace {

#if defined(__x86_64__)
__attribute__((target("fma"), noinline))
#else
__attribute__((noinline))
#endif
double
CrossProduct(collision2d::Vec2 a, collision2d::Vec2 b) {
  return collision2d::Cross(a, b);
}

bool HasFusedMultiplyAdd() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("fma") != 0;
#elif defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

}  // namespace

int main() {
  if (!HasFusedMultiplyAdd()) return 77;
  // Parallel, so that both products are the same. Only an exact one minus a rounded one leaves the
  // error of the rounding.
  volatile double x = 0.1;  // The compiler does not know it.
  return CrossProduct({x, 0.3}, {x, 0.3}) == 0.0 ? 0 : 1;
}
