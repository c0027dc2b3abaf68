#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/testing/moving_pairs.h"

namespace collision2d::bench {

// What a method says about a pair.
struct MotionAnswer {
  MotionVerdict verdict = MotionVerdict::kFree;
  int64_t steps = 0;  // Instants that were examined.
  // s, from the last instant known to be free to the first known contact; 0 for methods that return
  // no such bracket.
  double bracket_s = 0.0;
};

// A way to decide whether two moving bodies meet.
class MotionMethod {
 public:
  virtual ~MotionMethod() = default;

  virtual std::string name() const = 0;

  // Converts the pairs into what the method works on. Not timed. The pairs must outlive the
  // method's use.
  virtual void Prepare(absl::Span<const MovingPair> pairs) = 0;

  // Decides the pair of that index; timed.
  virtual MotionAnswer Decide(int pair) = 0;
};

inline constexpr char kMotionSubject[] = "collision2d";

// "collision2d": TimeOfImpact with its default options.
std::unique_ptr<MotionMethod> MakeTimeOfImpactMethod();

// "IsMotionFree": the boolean of collision2d alone; it counts no steps. What it does not prove free
// counts as a collision.
std::unique_ptr<MotionMethod> MakeIsMotionFreeMethod();

// "10 samples": Collides at 10 instants at equal intervals, the ends among them, until one shows
// contact.
std::unique_ptr<MotionMethod> MakeSamplesMotionMethod();

// "Box2D": b2TimeOfImpact of Box2D 2.4.1, in single precision, coordinates relative to the start of
// the first body. It aims at a gap of 5 mm, not 0. e_failed counts as undecided.
std::unique_ptr<MotionMethod> MakeBox2dMotionMethod();

// "FCL": fcl::continuousCollide of FCL 0.7 with CCDC_CONSERVATIVE_ADVANCEMENT and libccd, on prisms
// 1 m high. Its InterpMotion is given the whole turn, which its constructor would cut to half a
// turn.
std::unique_ptr<MotionMethod> MakeFclMotionMethod();

// All of them, the subject first.
std::vector<std::unique_ptr<MotionMethod>> AllMotionMethods();

}  // namespace collision2d::bench
