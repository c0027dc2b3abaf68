#ifndef COLLISION2D_MOTION_PROVEN_STRETCH_H_
#define COLLISION2D_MOTION_PROVEN_STRETCH_H_

#include <cmath>

namespace collision2d::internal {

// The gap of two moving bodies along a fixed direction at both ends of an interval, and what bounds it in between: the gap is a least of
// differences of heights, none of which changes by more than speed_mps, or has a second derivative beyond acceleration_mps2 (may be infinite).
struct GapChord {
  double gap_m;  // At the beginning.
  double end_gap_m;
  double duration_s;
  double speed_mps;
  double acceleration_mps2;
};

// How long from the beginning on the gap is certainly at least target_m, s: duration_s if it is throughout.
// After s of h seconds the gap is at least  gap + (end_gap - gap) s / h - K s (h - s) / 2,  the chord minus the most that a curve with that second
// derivative can sag below it (Taylor's theorem with the error term of linear interpolation), and at least gap - V s.
// REQUIRES: gap_m >= target_m; duration_s > 0.
inline double ProvenStretch(const GapChord& chord, double target_m) {
  constexpr double kRounding = 1.0 - 0x1p-40;
  const double h = chord.duration_s;
  const double above_m = chord.gap_m - target_m;
  const double end_above_m = chord.end_gap_m - target_m;
  if (end_above_m > 0.0 && above_m + end_above_m >= chord.speed_mps * h / kRounding) return h;
  const double by_speed_s = kRounding * above_m / chord.speed_mps;
  const double a = 0.5 * chord.acceleration_mps2;
  const double b = (end_above_m - above_m) / h - a * h;
  if (!(a < INFINITY)) return by_speed_s;
  // The first root of a s^2 + b s + above_m.
  double first_s = h;
  if (b < 0.0) {
    const double discriminant = b * b - 4.0 * a * above_m;
    if (discriminant >= 0.0) first_s = kRounding * 2.0 * above_m / (-b + std::sqrt(discriminant));
  }
  if (first_s >= h && end_above_m >= 0.0) return h;
  return std::fmax(by_speed_s, std::fmin(first_s, h));
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_MOTION_PROVEN_STRETCH_H_
