#pragma once

#include <cmath>
#include <cstdint>
#include <random>

namespace collision2d {

// Seeded random numbers, the same on every machine: std::mt19937_64 is specified to the bit, but
// the distributions of <random> are not, so this class has its own. Draw one number per expression:
// C++ does not specify the order in which the arguments of a call or the operands of an operator
// are evaluated (it does within braces).
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  // Uniform in [low, high).
  double Uniform(double low, double high) {
    const double unit = static_cast<double>(engine_() >> 11) * 0x1p-53;
    return low + (high - low) * unit;
  }

  // Log-uniform in [low, high).
  // REQUIRES: 0 < low < high.
  double LogUniform(double low, double high) { return std::exp2(Uniform(std::log2(low), std::log2(high))); }

  // Uniform in {0, ..., count - 1}. REQUIRES: count > 0.
  int Index(int count) { return static_cast<int>(engine_() % static_cast<uint64_t>(count)); }

  // Uniform in {low, ..., high}.
  int Integer(int low, int high) { return low + Index(high - low + 1); }

  // True with this probability.
  bool Chance(double probability) { return Uniform(0.0, 1.0) < probability; }

  // -1 or 1.
  double Sign() { return Chance(0.5) ? 1.0 : -1.0; }

  // An angle in rad, uniform in [-pi, pi).
  double Angle() { return Uniform(-3.141592653589793, 3.141592653589793); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace collision2d
