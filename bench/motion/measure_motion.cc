#include "bench/motion/measure_motion.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "bench/interleaved_timing.h"
#include "bench/motion/truth.h"
#include "bench/single_query_clock.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

using Methods = absl::Span<const std::unique_ptr<MotionMethod>>;

// Keeps what is timed, so that the compiler cannot drop it.
volatile int64_t sink;

// ns. 99.9 % of the pairs take no longer.
double SlowestButAThousandth(MotionMethod* method, int pairs) {
  const SingleQueryClock clock;
  std::vector<double> best_ns(pairs, std::numeric_limits<double>::infinity());
  for (int repetition = 0; repetition < kMotionRepetitions; ++repetition) {
    for (int i = 0; i < pairs; ++i) {
      best_ns[i] = std::min(best_ns[i], clock.Time([&] { sink = method->Decide(i).steps; }));
    }
  }
  std::sort(best_ns.begin(), best_ns.end());
  return best_ns[static_cast<size_t>(std::ceil(0.999 * pairs)) - 1];
}

// The penetration depth at the deepest of many instants; 0 if the pair is in contact at none of
// them.
double DeepestPenetration_m(const MovingPair& pair) {
  constexpr int kInstants = 4000;
  double deepest_m = 0.0;
  for (int i = 0; i <= kInstants; ++i) {
    const double fraction = static_cast<double>(i) / kInstants;
    const Pose2 a_from_b =
        RelativePose(PoseAtFraction(pair.motion_a, fraction), PoseAtFraction(pair.motion_b, fraction));
    deepest_m = std::max(deepest_m, -ComputeSeparation(pair.a, pair.b, a_from_b).signed_distance_m);
  }
  return deepest_m;
}

// Counts one answer beside the truth.
void Count(const MovingPair& pair, Truth truth, const MotionAnswer& answer, MotionMeasurement* measurement) {
  measurement->contacts += truth == Truth::kContact ? 1 : 0;
  measurement->unproven += truth == Truth::kUnknown ? 1 : 0;
  if (answer.verdict == MotionVerdict::kUndecided) {
    ++measurement->undecided;
    measurement->undecided_apart += StayApart(pair, ImpactOptions().contact_tolerance_m) ? 1 : 0;
  }
  measurement->false_hits += answer.verdict == MotionVerdict::kCollides && truth == Truth::kFree ? 1 : 0;
  measurement->steps_mean += static_cast<double>(answer.steps) / static_cast<double>(measurement->pairs);
  measurement->steps_max = std::max(measurement->steps_max, answer.steps);
  measurement->bracket_max_s = std::max(measurement->bracket_max_s, answer.bracket_s);
  if (answer.verdict == MotionVerdict::kFree && truth == Truth::kContact) {
    ++measurement->missed;
    measurement->deepest_missed_m = std::max(measurement->deepest_missed_m, DeepestPenetration_m(pair));
  }
}

std::vector<Timing> TimeMethods(Methods methods, int pairs, double min_time_s) {
  std::vector<TimedWork> works;
  for (const std::unique_ptr<MotionMethod>& method : methods) {
    works.push_back([&method](int begin, int end) {
      int64_t steps = 0;
      for (int i = begin; i < end; ++i) steps += method->Decide(i).steps;
      sink = steps;
    });
  }
  return TimeInterleaved(works, pairs, min_time_s);
}

}  // namespace

MotionMeasurements MeasureMotion(const MotionCase& of, const MotionRun& run, Methods methods) {
  const std::vector<MovingPair> pairs = of.generate(run.pairs, run.seed);
  std::vector<Truth> truths;
  for (const MovingPair& pair : pairs) truths.push_back(TruthOf(pair));
  for (const std::unique_ptr<MotionMethod>& method : methods) method->Prepare(pairs);
  const std::vector<Timing> timings = TimeMethods(methods, run.pairs, run.min_time_s);

  MotionMeasurements measurements;
  for (size_t k = 0; k < methods.size(); ++k) {
    MotionMeasurement& measurement = measurements.emplace_back();
    measurement.case_name = of.name;
    measurement.method = methods[k]->name();
    measurement.pairs = run.pairs;
    measurement.ns_mean = timings[k].median_ns;
    measurement.ns_p999 = SlowestButAThousandth(methods[k].get(), run.pairs);
    for (int i = 0; i < run.pairs; ++i) Count(pairs[i], truths[i], methods[k]->Decide(i), &measurement);
  }
  return measurements;
}

}  // namespace collision2d::bench
