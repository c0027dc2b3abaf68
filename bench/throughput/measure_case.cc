#include "bench/throughput/measure_case.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/interleaved_timing.h"
#include "bench/throughput/answers.h"
#include "bench/throughput/scalar_method.h"

namespace collision2d::bench {
namespace {

// A method with the question that it is timed with.
struct Timed {
  Method* method;
  Question question;
  std::string name;
};

std::vector<Timed> WhatIsTimed(const Case& asked, const PlannerScene& scene,
                               absl::Span<const std::unique_ptr<Method>> methods) {
  std::vector<Timed> timed;
  for (const std::unique_ptr<Method>& method : methods) {
    if (!method->Handles(scene, asked.question)) continue;
    timed.push_back({method.get(), asked.question, method->name()});
    if (!method->is_subject()) continue;
    if (asked.question == Question::kFirstFree) {
      timed.push_back({method.get(), Question::kFirstHit, absl::StrCat(method->name(), " full check")});
    } else if (asked.question == Question::kFirstContact) {
      timed.push_back({method.get(), Question::kFirstHit, absl::StrCat(method->name(), " at steps")});
    }
  }
  return timed;
}

}  // namespace

ThroughputMeasurements MeasureCase(const Case& asked, const PlannerScene& scene,
                                   absl::Span<const std::unique_ptr<Method>> methods, double min_time_s) {
  // What comes after the first free trajectory is not looked at: that cycle cannot be cut.
  const int trajectory_count = scene.trajectory_count();
  const int item_count = asked.question == Question::kFirstFree ? 1 : trajectory_count;
  std::map<Question, Answers> right;
  ThroughputMeasurements measurements;
  std::vector<TimedWork> works;
  for (const Timed& timed : WhatIsTimed(asked, scene, methods)) {
    if (right.count(timed.question) == 0) right[timed.question] = RightAnswers(scene, timed.question);
    timed.method->Prepare(scene);
    timed.method->Run(timed.question, 0, trajectory_count);
    ThroughputMeasurement& measurement = measurements.emplace_back();
    measurement.case_name = asked.name;
    measurement.method = timed.name;
    measurement.is_subject = timed.method->is_subject();
    measurement.pairs = scene.pair_count();
    measurement.wrong = CountWrong(scene, timed.question, timed.method->judgement(), right[timed.question],
                                   timed.method->Collect(timed.question));
    if (timed.method->memory_bytes().has_value()) {
      measurement.bytes_per_shape = static_cast<double>(*timed.method->memory_bytes()) / scene.obstacle_count();
    }
    works.push_back(
        [method = timed.method, question = timed.question, item_count, trajectory_count](int begin, int end) {
          method->Run(question, begin, item_count == 1 ? trajectory_count : end);
        });
  }
  if (works.empty()) return measurements;
  const std::vector<Timing> timings = TimeInterleaved(works, item_count, min_time_s);
  for (size_t i = 0; i < timings.size(); ++i) measurements[i].cycle_ns = timings[i].median_ns * item_count;
  return measurements;
}

}  // namespace collision2d::bench
