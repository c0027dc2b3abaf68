#include <pybind11/stl.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/checking/verdict_to_proto.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "python/src/arrays.h"
#include "python/src/candidates.h"
#include "python/src/errors.h"
#include "python/src/module.h"
#include "python/src/run_blocks.h"
#include "python/src/scene.h"
#include "python/src/verdicts.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;
using planner::Verdict;
using ScenePtr = std::shared_ptr<SceneData>;

// About how long a candidate takes, ns: so many are checked together that obstacles are placed for
// all of them at once.
constexpr double kCandidate_ns = 2e4;
constexpr double kProfile_ns = 1e5;

// The class TrajectoryChecker, with the scene that it refers to.
struct Checker {
  ScenePtr scene;
  planner::CheckerOptions options;
  planner::TrajectoryChecker checker;
};

bool* OptionOf(planner::MetricOptions& options, const std::string& name) {
  if (name == "time_to_collision") return &options.time_to_collision;
  if (name == "headway") return &options.headway;
  if (name == "post_encroachment_time") return &options.post_encroachment_time;
  if (name == "required_deceleration") return &options.required_deceleration;
  if (name == "rss_margin") return &options.rss_margin;
  if (name == "lateral_clearance") return &options.lateral_clearance;
  if (name == "goal") return &options.goal;
  return nullptr;
}

// 'all', or a collection of names.
planner::MetricOptions MetricsOf(py::handle metrics) {
  if (py::isinstance<py::str>(metrics)) {
    if (py::cast<std::string>(metrics) == "all") return planner::MetricOptions::All();
    ThrowValueError(
        absl::StrCat("metrics: '", py::cast<std::string>(metrics), "' is neither 'all' nor a list of names"));
  }
  planner::MetricOptions options;
  for (const py::handle item : metrics) {
    const auto name = py::cast<std::string>(py::str(item));
    bool* const option = OptionOf(options, name);
    if (option == nullptr) ThrowValueError(absl::StrCat("metrics: '", name, "' is not the name of a metric"));
    *option = true;
  }
  return options;
}

std::unique_ptr<Checker> MakeChecker(ScenePtr scene, const std::string& beyond_prediction, double min_probability,
                                     double road_gap_m, bool instants_only, double time_tolerance_s, double epsilon_m,
                                     py::handle metrics, double time_to_collision_horizon_s,
                                     double post_encroachment_horizon_s) {
  planner::CheckerOptions options;
  options.beyond_prediction = BeyondPredictionOf(beyond_prediction);
  options.min_probability = min_probability;
  options.road_gap_m = road_gap_m;
  options.instants_only = instants_only;
  options.impact = {time_tolerance_s, epsilon_m};
  options.metrics = MetricsOf(metrics);
  options.metrics.time_to_collision_horizon_s = time_to_collision_horizon_s;
  options.metrics.post_encroachment_horizon_s = post_encroachment_horizon_s;
  absl::StatusOr<planner::TrajectoryChecker> checker = [&] {
    const py::gil_scoped_release no_gil;
    return planner::TrajectoryChecker::Create(scene->scene, options);
  }();
  planner::TrajectoryChecker made = ValueOrThrow(std::move(checker));
  return std::unique_ptr<Checker>(new Checker{std::move(scene), options, std::move(made)});
}

// The verdicts, in the order of the candidates, and profiles if they are wanted.
struct Checked {
  std::vector<Verdict> verdicts;
  std::vector<std::vector<planner::ProfilePoint>> profiles;
};

Checked CheckAll(const planner::TrajectoryChecker& checker, absl::Span<const planner::Trajectory> candidates,
                 bool with_profiles, const CallOptions& options) {
  Checked checked;
  checked.verdicts.resize(candidates.size());
  const auto no_check = [] { return absl::OkStatus(); };
  const auto check = [&](size_t begin, size_t end) {
    return checker.Check(candidates.subspan(begin, end - begin),
                         absl::MakeSpan(checked.verdicts).subspan(begin, end - begin));
  };
  RunBlocks({"check", candidates.size(), kCandidate_ns, no_check, check}, options);
  if (!with_profiles) return checked;
  checked.profiles.resize(candidates.size());
  const auto profile = [&](size_t begin, size_t end) {
    auto some = checker.Profiles(candidates.subspan(begin, end - begin));
    if (some.ok()) std::move(some->begin(), some->end(), checked.profiles.begin() + static_cast<std::ptrdiff_t>(begin));
    return some.status();
  };
  RunBlocks({"profiles", candidates.size(), kProfile_ns, no_check, profile}, options);
  return checked;
}

std::unique_ptr<Verdicts> Check(const Checker& self, const Candidates* candidates, bool profiles, int threads,
                                bool progress) {
  const planner::Scene& scene = self.scene->scene;
  if (candidates == nullptr && scene.candidates.empty()) {
    ThrowValueError("candidates: None, but the scene has none; Scene.sample_candidates makes some");
  }
  planner::ReplayedCycle cycle;
  cycle.candidates = candidates == nullptr ? scene.candidates : ToLocalFrame(*candidates, scene);
  const auto begin = std::chrono::steady_clock::now();
  Checked checked = CheckAll(self.checker, cycle.candidates, profiles, {threads, progress});
  const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  {
    const py::gil_scoped_release no_gil;
    cycle.verdicts = planner::VerdictsToProto(scene, cycle.candidates, checked.verdicts);
    for (size_t i = 0; i < checked.profiles.size(); ++i) {
      planner::SetProfile(checked.profiles[i], cycle.verdicts.mutable_verdicts(static_cast<int>(i)));
    }
    cycle.profiles = std::move(checked.profiles);
  }
  const bool hold = self.options.beyond_prediction == planner::BeyondPrediction::kHold;
  return std::unique_ptr<Verdicts>(new Verdicts{self.scene, hold, std::move(cycle), elapsed_s});
}

}  // namespace

void DefineChecker(py::module_& module) {
  const planner::CheckerOptions defaults;
  py::class_<Checker>(
      module, "TrajectoryChecker", py::is_final(),
      R"(Checks candidates of one scene: at every instant of its time steps, and at every real instant in between.

Args of the constructor:
    scene: Scene.
    beyond_prediction: 'absent' or 'hold': where obstacles are before and after their predictions.
    min_probability: hypotheses less probable than this are ignored, within [0, 1].
    road_gap_m: gaps between cells of the drivable area that are narrower than this are road, m.
    instants_only: leaves out the motion between instants.
    time_tolerance_s, epsilon_m: as for time_of_impact.
    metrics: 'all', or names: 'time_to_collision', 'headway', 'post_encroachment_time', 'required_deceleration',
        'rss_margin', 'lateral_clearance', 'goal'.
    time_to_collision_horizon_s, post_encroachment_horizon_s: s.)")
      .def(
          py::init(&MakeChecker), py::arg("scene").none(false), py::kw_only(), py::arg("beyond_prediction") = "absent",
          py::arg("min_probability") = defaults.min_probability, py::arg("road_gap_m") = defaults.road_gap_m,
          py::arg("instants_only") = defaults.instants_only,
          py::arg("time_tolerance_s") = defaults.impact.time_tolerance_s,
          py::arg("epsilon_m") = defaults.impact.epsilon_m, py::arg("metrics") = py::tuple(),
          py::arg("time_to_collision_horizon_s") = defaults.metrics.time_to_collision_horizon_s,
          py::arg("post_encroachment_horizon_s") = defaults.metrics.post_encroachment_horizon_s,
          R"(__init__(self, scene, *, beyond_prediction='absent', min_probability=0.0, road_gap_m=0.1, instants_only=False, time_tolerance_s=1e-06, epsilon_m=1e-06, metrics=(), time_to_collision_horizon_s=5.0, post_encroachment_horizon_s=5.0)
--

Raises:
    ValueError: names the option and its value.)")
      .def("check", &Check, py::arg("candidates") = py::none(), py::kw_only(), py::arg("profiles") = false,
           py::arg("threads") = 1, py::arg("progress") = false,
           R"(check(self, candidates=None, *, profiles=False, threads=1, progress=False)
--

The verdicts on some candidates.

Args:
    candidates: Candidates; None: those of the scene.
    profiles: computes clearances over time too.
    threads: how many threads share the candidates; verdicts do not depend on it.
    progress: shows a progress bar.

Returns:
    Verdicts, in the order of the candidates.

Raises:
    ValueError: names the candidate, the pose and the value.)")
      .def_property_readonly(
          "scene", [](const Checker& self) { return self.scene; }, "The scene.")
      .def("__repr__",
           [](const Checker& self) { return absl::StrCat("<TrajectoryChecker of '", self.scene->scene.id, "'>"); });
}

}  // namespace collision2d::python
