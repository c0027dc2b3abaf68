#include "bench/motion/motion_method.h"

namespace collision2d::bench {

std::vector<std::unique_ptr<MotionMethod>> AllMotionMethods() {
  std::vector<std::unique_ptr<MotionMethod>> methods;
  methods.push_back(MakeTimeOfImpactMethod());
  methods.push_back(MakeBox2dMethod());
  methods.push_back(MakeFclMethod());
  methods.push_back(MakeSamplesMethod());
  return methods;
}

}  // namespace collision2d::bench
