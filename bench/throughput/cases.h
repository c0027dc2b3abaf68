#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bench/throughput/answers.h"
#include "bench/throughput/planner_scene.h"

namespace collision2d::bench {

// A line of the tables: a question about a scene.
struct Case {
  std::string name;  // As in the CSV and in --cases.
  std::string title;
  Question question;
  // The scene, with this share of its poses, or trajectories, and for maps of its shapes; at least
  // one.
  std::function<PlannerScene(double scale, uint64_t seed)> make_scene;
  // Compares the batch with one thread and with two, and no reference.
  bool compares_threads = false;
  // Compares the batch with a body that the caller has grown and with one that each call grows, and
  // no reference.
  bool compares_growth = false;
};

// All cases, in the order of the report.
std::vector<Case> AllCases();

}  // namespace collision2d::bench
