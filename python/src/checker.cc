#include "python/src/checker.h"

#include <pybind11/stl.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/checking/verdict_to_proto.h"
#include "planner_adapter/io/message_writer.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.h"
#include "python/src/arrays.h"
#include "python/src/beyond_prediction.h"
#include "python/src/candidates.h"
#include "python/src/errors.h"
#include "python/src/iterate_by_index.h"
#include "python/src/messages.h"
#include "python/src/run_blocks.h"
#include "python/src/scene.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;
using planner::Verdict;
using ScenePtr = std::shared_ptr<SceneData>;

// About how long a candidate takes, ns: so many are checked together that obstacles are placed for all of them at once.
constexpr double kCandidate_ns = 2e4;
constexpr double kProfile_ns = 1e5;

// The class TrajectoryChecker, with the scene that it refers to.
struct Checker {
  ScenePtr scene;
  planner::CheckerOptions options;
  planner::TrajectoryChecker checker;
};

// The class Verdicts: of some candidates of a scene.
struct Verdicts {
  ScenePtr scene;
  bool hold_obstacles;
  planner::ReplayedCycle cycle;
  double elapsed_s;
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

// value(verdict) of each.
template <typename Value>
py::array ForEach(const Verdicts& verdicts, const Value& value) {
  using Result = decltype(value(verdicts.cycle.verdicts.verdicts(0)));
  OutputArray<Result> output(py::none(), {verdicts.cycle.verdicts.verdicts_size()}, {});
  for (int i = 0; i < verdicts.cycle.verdicts.verdicts_size(); ++i) {
    output.values()[static_cast<size_t>(i)] = value(verdicts.cycle.verdicts.verdicts(i));
  }
  return output.TakeArray();
}

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

py::object Item(const Verdicts& verdicts, py::ssize_t index) {
  const py::ssize_t size = verdicts.cycle.verdicts.verdicts_size();
  if (index < -size || index >= size) throw py::index_error(absl::StrCat("index ", index, " of ", size, " verdicts"));
  return FromMessage(verdicts.cycle.verdicts.verdicts(static_cast<int>(index < 0 ? index + size : index)));
}

py::object Best(const Verdicts& verdicts) {
  if (!verdicts.cycle.verdicts.has_chosen_candidate()) return py::none();
  return py::int_(verdicts.cycle.verdicts.chosen_candidate());
}

std::string ToJson(const Verdicts& verdicts) {
  std::ostringstream text;
  ThrowIfError(planner::AppendJsonLine(verdicts.cycle.verdicts, text));
  return text.str();
}

std::string PageOf(const Verdicts& verdicts) {
  planner::ReplayedScene replayed;
  replayed.scene = verdicts.scene->scene;
  replayed.cycles.push_back(verdicts.cycle);
  for (const std::string& note : verdicts.scene->notes) replayed.cycles.back().verdicts.add_notes(note);
  replayed.elapsed_s = verdicts.elapsed_s;
  planner::ReplayPageOptions options;
  options.hold_obstacles = verdicts.hold_obstacles;
  absl::StatusOr<std::string> page;
  {
    const py::gil_scoped_release no_gil;
    page = planner::RenderReplayPage(absl::MakeConstSpan(&replayed, 1), {}, options);
  }
  return ValueOrThrow(std::move(page));
}

std::string Repr(const Verdicts& verdicts) {
  const proto::Counts& counts = verdicts.cycle.verdicts.counts();
  return absl::StrCat("<Verdicts of '", verdicts.scene->scene.id, "': ", counts.candidates(), " candidates, ",
                      counts.free(), " free, ", counts.colliding(), " collide, ", counts.leaving_drivable_area(),
                      " leave the road>");
}

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

void DefineVerdicts(py::module_& module) {
  py::class_<Verdicts>(
      module, "Verdicts", py::is_final(),
      R"(The verdicts on some candidates of a scene, in their order. verdicts[i] is a Verdict with all that is known of one.)")
      .def_property_readonly(
          "scene", [](const Verdicts& self) { return self.scene; }, "The scene.")
      .def_property_readonly(
          "candidates", [](const Verdicts& self) { return ToSceneFrame(self.cycle.candidates, self.scene->scene); },
          "The Candidates.")
      .def_property_readonly(
          "collides",
          [](const Verdicts& self) {
            return ForEach(self, [](const proto::Verdict& verdict) { return verdict.collides(); });
          },
          "bool (T,): touches or overlaps an obstacle.")
      .def_property_readonly(
          "leaves_road",
          [](const Verdicts& self) {
            return ForEach(self, [](const proto::Verdict& verdict) { return verdict.leaves_drivable_area(); });
          },
          "bool (T,): part of the vehicle is outside the road.")
      .def_property_readonly(
          "is_free",
          [](const Verdicts& self) {
            return ForEach(self, [](const proto::Verdict& verdict) {
              return !verdict.collides() && !verdict.leaves_drivable_area();
            });
          },
          "bool (T,): neither of these.")
      .def_property_readonly(
          "first_collision_s",
          [](const Verdicts& self) {
            return ForEach(self, [](const proto::Verdict& verdict) {
              return verdict.has_first_collision() ? verdict.first_collision().time_s() : kNone;
            });
          },
          "float64 (T,): when the first collision is known, s; NaN: none.")
      .def_property_readonly(
          "minimum_clearance_m",
          [](const Verdicts& self) {
            return ForEach(self, [](const proto::Verdict& verdict) {
              return verdict.has_minimum_clearance() ? verdict.minimum_clearance().signed_distance_m() : kNone;
            });
          },
          "float64 (T,): the least signed distance to an obstacle, m; NaN: no obstacle.")
      .def_property_readonly(
          "road_clearance_m",
          [](const Verdicts& self) {
            return ForEach(self, [](const proto::Verdict& verdict) {
              return verdict.has_road_clearance() ? verdict.road_clearance().clearance_m() : kNone;
            });
          },
          "float64 (T,): the least clearance to the edge of the road, m; NaN: the road is unknown.")
      .def_property_readonly("best", &Best, "The index of the cheapest free candidate, or None.")
      .def_property_readonly(
          "elapsed_s", [](const Verdicts& self) { return self.elapsed_s; }, "How long checking took, s.")
      .def("__len__", [](const Verdicts& self) { return self.cycle.verdicts.verdicts_size(); })
      .def("__getitem__", &Item, py::arg("index"))
      .def("__iter__", &IterateByIndex)
      .def(
          "to_proto", [](const Verdicts& self) { return py::bytes(self.cycle.verdicts.SerializeAsString()); },
          R"(to_proto(self)
--

The bytes of a message collision2d.proto.SceneVerdicts.)")
      .def("to_json", &ToJson, R"(to_json(self)
--

That message as a line of JSON.)")
      .def("page", &PageOf, R"(page(self)
--

The replay page: a complete HTML document that loads nothing.)")
      .def("__repr__", &Repr);
}

}  // namespace

void DefineCheckerAndVerdicts(py::module_& module) {
  DefineVerdicts(module);
  DefineChecker(module);
}

}  // namespace collision2d::python
