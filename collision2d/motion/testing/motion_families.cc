#include "collision2d/motion/testing/motion_families.h"

#include "collision2d/motion/testing/trap_pairs.h"
#include "collision2d/testing/moving_pairs.h"

namespace collision2d {

std::vector<MotionFamily> MotionFamilies() {
  std::vector<MotionFamily> families;
  for (const MovingPairFamily& family : MovingPairFamilies()) {
    const auto generate = [make = family.generate](Random* random) { return ToSpecPair(make(random)); };
    families.push_back({family.name, generate, true, false});
  }
  for (const TrapFamily& family : TrapFamilies()) {
    families.push_back({family.name, family.generate, false, family.is_graze});
  }
  return families;
}

}  // namespace collision2d
