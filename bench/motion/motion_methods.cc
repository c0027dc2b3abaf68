#include "bench/motion/motion_method.h"

namespace collision2d::bench {

std::vector<std::unique_ptr<MotionMethod>> AllMotionMethods() {
  std::vector<std::unique_ptr<MotionMethod>> methods;
  methods.push_back(MakeTimeOfImpactMethod());
  methods.push_back(MakeIsMotionFreeMethod());
  methods.push_back(MakeBox2dMotionMethod());
  methods.push_back(MakeFclMotionMethod());
  methods.push_back(MakeSamplesMotionMethod());
  return methods;
}

}  // namespace collision2d::bench
