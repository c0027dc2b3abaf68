// The classes TrajectoryChecker and Verdicts.

#include <google/protobuf/descriptor.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <sstream>
#include <string_view>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/checking/verdict_to_proto.h"
#include "python/src/question.h"
#include "python/src/results.h"
#include "python/src/scene.h"
#include "replay/cycles/replayed_scene.h"
#include "replay/io/message_writer.h"
#include "replay/io/parse_message.h"
#include "replay/page/replay_page.h"

namespace collision2d::python {
namespace {

using planner::Verdict;
using ScenePtr = std::shared_ptr<SceneData>;

// Those of the stub.
constexpr planner::CheckerOptions kDefaults;
static_assert(kDefaults.min_probability == 0.0 && kDefaults.road_gap_m == 0.1 && !kDefaults.instants_only &&
              kDefaults.impact.time_tolerance_s == 1e-6 && kDefaults.impact.contact_tolerance_m == 1e-6 &&
              kDefaults.metrics.time_to_collision_horizon_s == 5.0 &&
              kDefaults.metrics.post_encroachment_horizon_s == 5.0);

// The class TrajectoryChecker, with the scene that it refers to.
struct Checker {
  ScenePtr scene;
  planner::CheckerOptions options;
  planner::TrajectoryChecker checker;
  // The workspaces of finished calls, which later calls use; taken and given back with the GIL.
  mutable std::vector<planner::CheckerWorkspace> workspaces = {};
};

// The class Verdicts: of some candidates of a scene.
struct Verdicts {
  ScenePtr scene;
  bool hold_obstacles;
  planner::ReplayedCycle cycle;
  double elapsed_s;
};

using planner::MetricOptions;

// What to write instead, and all names.
std::string NearMetric(const std::string& name) {
  py::list known;
  for (const planner::SelectableMetric& metric : planner::kSelectableMetrics) known.append(metric.name);
  return absl::StrCat(py::cast<std::string>(CallPython("_names", "hint", name, known)), "; there are ",
                      py::cast<std::string>(py::str(", ").attr("join")(known)));
}

// 'all', or a collection of names.
MetricOptions MetricsOf(py::handle metrics) {
  if (py::isinstance<py::str>(metrics)) {
    if (py::cast<std::string>(metrics) == "all") return MetricOptions::All();
    ThrowValueError(absl::StrCat("metrics: '", py::cast<std::string>(metrics), "' is neither 'all' nor a list of names",
                                 NearMetric("")));
  }
  MetricOptions options;
  ForEachItem(metrics, "metrics", [&options](py::handle item, const std::string&) {
    const auto name = py::cast<std::string>(py::str(item));
    const auto* metric = std::find_if(std::begin(planner::kSelectableMetrics), std::end(planner::kSelectableMetrics),
                                      [&name](const auto& known) { return known.name == name; });
    if (metric == std::end(planner::kSelectableMetrics))
      ThrowValueError(absl::StrCat("metrics: '", name, "' is not the name of a metric", NearMetric(name)));
    options.*metric->selected = true;
  });
  return options;
}

// What makes the checker again.
py::tuple Reduced(const Checker& self) {
  const planner::CheckerOptions& options = self.options;
  py::list metrics;
  for (const planner::SelectableMetric& metric : planner::kSelectableMetrics) {
    if (options.metrics.*metric.selected) metrics.append(metric.name);
  }
  using namespace py::literals;
  const bool hold = options.beyond_prediction == planner::BeyondPrediction::kHold;
  return MadeBy(
      "TrajectoryChecker", py::make_tuple(self.scene),
      py::dict("beyond_prediction"_a = hold ? "hold" : "absent",
               "unpredicted_collides"_a = options.unpredicted_collides, "min_probability"_a = options.min_probability,
               "road_gap_m"_a = options.road_gap_m, "instants_only"_a = options.instants_only,
               "time_tolerance_s"_a = options.impact.time_tolerance_s,
               "contact_tolerance_m"_a = options.impact.contact_tolerance_m, "metrics"_a = metrics,
               "time_to_collision_horizon_s"_a = options.metrics.time_to_collision_horizon_s,
               "post_encroachment_horizon_s"_a = options.metrics.post_encroachment_horizon_s));
}

std::unique_ptr<Checker> MakeChecker(ScenePtr scene, const std::string& beyond_prediction, bool unpredicted_collides,
                                     double min_probability, double road_gap_m, bool instants_only,
                                     double time_tolerance_s, double contact_tolerance_m, py::handle metrics,
                                     double time_to_collision_horizon_s, double post_encroachment_horizon_s) {
  RequireScene(scene);
  planner::CheckerOptions options;
  options.beyond_prediction = BeyondPredictionOf(beyond_prediction);
  options.unpredicted_collides = unpredicted_collides;
  options.min_probability = min_probability;
  options.road_gap_m = road_gap_m;
  options.instants_only = instants_only;
  options.impact = {time_tolerance_s, contact_tolerance_m};
  options.metrics = MetricsOf(metrics);
  options.metrics.time_to_collision_horizon_s = time_to_collision_horizon_s;
  options.metrics.post_encroachment_horizon_s = post_encroachment_horizon_s;
  planner::TrajectoryChecker made = ValueOrThrow(WithoutGil([&] {
    return planner::TrajectoryChecker::Create({scene, &scene->scene}, options);
  }));
  return std::unique_ptr<Checker>(new Checker{std::move(scene), options, std::move(made)});
}

// The verdicts, in the order of the candidates, and profiles if they are wanted.
struct Checked {
  std::vector<Verdict> verdicts;
  std::vector<std::vector<planner::ProfilePoint>> profiles;
};

Checked CheckAll(const Checker& self, absl::Span<const planner::Candidate> candidates, bool with_profiles,
                 const CallOptions& options) {
  planner::CheckerWorkspace workspace;
  if (!self.workspaces.empty()) {
    workspace = std::move(self.workspaces.back());
    self.workspaces.pop_back();
  }
  Checked checked;
  checked.verdicts.resize(candidates.size());
  RunCall("check", options, [&](const ParallelFor& parallel_for) {
    return self.checker.Check(candidates, absl::MakeSpan(checked.verdicts), {{}, parallel_for, &workspace});
  });
  self.workspaces.push_back(std::move(workspace));
  if (!with_profiles) return checked;
  RunCall("profiles", options, [&](const ParallelFor& parallel_for) {
    auto profiles = self.checker.Profiles(candidates, {{}, parallel_for});
    if (profiles.ok()) checked.profiles = *std::move(profiles);
    return profiles.status();
  });
  return checked;
}

std::unique_ptr<Verdicts> Check(const Checker& self, py::handle candidates, bool profiles, int threads, bool progress) {
  const planner::Scene& scene = self.scene->scene;
  if (candidates.is_none() && scene.candidates.empty()) {
    ThrowValueError("candidates: None, but the scene has none; Scene.sample_candidates makes some");
  }
  planner::ReplayedCycle cycle;
  cycle.candidates =
      candidates.is_none() ? scene.candidates : CandidatesArgument(candidates, "candidates").trajectories;
  const auto begin = std::chrono::steady_clock::now();
  Checked checked = CheckAll(self, cycle.candidates, profiles, {threads, progress});
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

// What makes the verdicts again, without checking.
std::unique_ptr<Verdicts> VerdictsOf(ScenePtr scene, const Candidates& candidates, bool hold_obstacles,
                                     const py::bytes& message, double elapsed_s) {
  auto made = std::unique_ptr<Verdicts>(new Verdicts{std::move(scene), hold_obstacles, {}, elapsed_s});
  made->cycle.candidates = candidates.trajectories;
  const std::string_view bytes = message;
  ThrowIfError(planner::ParseBinary({bytes.data(), bytes.size()}, "data", made->cycle.verdicts));
  for (const v1::Verdict& verdict : made->cycle.verdicts.verdicts()) {
    if (!verdict.has_profile()) continue;
    std::vector<planner::ProfilePoint>& profile = made->cycle.profiles.emplace_back();
    for (const v1::ProfilePoint& point : verdict.profile().points()) {
      profile.push_back({point.time_s(), {}, {}, {}});
      if (point.has_clearance_m()) profile.back().clearance_m = point.clearance_m();
      if (point.has_road_clearance_m()) profile.back().road_clearance_m = point.road_clearance_m();
      if (point.has_time_to_collision_s()) profile.back().time_to_collision_s = point.time_to_collision_s();
    }
  }
  return made;
}

py::tuple Reduced(const Verdicts& self) {
  return MadeBy("_verdicts_of", py::make_tuple(self.scene, Candidates{self.cycle.candidates}, self.hold_obstacles,
                                               py::bytes(self.cycle.verdicts.SerializeAsString()), self.elapsed_s));
}

// A property that is the array of value(verdict) of each.
template <typename Value>
auto ForEach(const Value& value) {
  return [value](const Verdicts& self) { return ColumnOf(self.cycle.verdicts.verdicts(), value); };
}

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// The way to a field of verdicts, "headway.gap_m". After the name of a list comes the kind of the
// element that is meant, "reservations.beyond_prediction.from_s".
class VerdictField {
 public:
  explicit VerdictField(const std::string& path) {
    const google::protobuf::Descriptor* type = v1::Verdict::descriptor();
    for (const absl::string_view name : absl::StrSplit(path, '.')) {
      if (!way_.empty() && field()->is_repeated() && way_.back().kind.empty()) {
        way_.back().kind = absl::StrCat("KIND_", name);
        continue;
      }
      way_.push_back({type->FindFieldByName(std::string(name)), ""});
      type = field()->message_type();
    }
  }

  const FieldDescriptor* field() const { return way_.back().field; }

  // The message that has the field; null if it is not set, or a message on the way is not.
  const Message* HolderIn(const Message& verdict) const {
    const Message* holder = &verdict;
    for (const Step& step : way_) {
      if (step.field->has_presence() && !holder->GetReflection()->HasField(*holder, step.field)) return nullptr;
      if (step.field == field()) break;
      holder = step.field->is_repeated() ? ElementOf(*holder, step)
                                         : &holder->GetReflection()->GetMessage(*holder, step.field);
      if (holder == nullptr) return nullptr;
    }
    return holder;
  }

 private:
  struct Step {
    const FieldDescriptor* field;
    std::string kind;
  };

  static const Message* ElementOf(const Message& holder, const Step& step) {
    const FieldDescriptor* const kind = step.field->message_type()->FindFieldByName("kind");
    for (int i = 0; i < holder.GetReflection()->FieldSize(holder, step.field); ++i) {
      const Message& element = holder.GetReflection()->GetRepeatedMessage(holder, step.field, i);
      if (absl::EqualsIgnoreCase(element.GetReflection()->GetEnum(element, kind)->name(), step.kind)) return &element;
    }
    return nullptr;
  }

  std::vector<Step> way_;
};

// What is not set is NaN, False or ''.
py::object Column(const Verdicts& self, const std::string& path) {
  const VerdictField way(path);
  const FieldDescriptor* const field = way.field();
  const auto& verdicts = self.cycle.verdicts.verdicts();
  // get(reflection, message) of each, or `none`.
  const auto column = [&](auto none, const auto& get) {
    return ColumnOf(verdicts, [&](const v1::Verdict& verdict) {
      const Message* const holder = way.HolderIn(verdict);
      return holder == nullptr ? none : get(*holder->GetReflection(), *holder);
    });
  };
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      return column(false,
                    [field](const auto& reflection, const Message& of) { return reflection.GetBool(of, field); });
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return column(kNone,
                    [field](const auto& reflection, const Message& of) { return reflection.GetDouble(of, field); });
    default: {
      py::list texts;
      for (const v1::Verdict& verdict : verdicts) {
        const Message* const holder = way.HolderIn(verdict);
        texts.append(holder == nullptr ? "" : holder->GetReflection()->GetString(*holder, field));
      }
      return std::move(texts);
    }
  }
}

py::object Item(const Verdicts& verdicts, py::ssize_t index) {
  const auto& all = verdicts.cycle.verdicts.verdicts();
  return FromMessage(all[static_cast<int>(IndexOf(index, static_cast<size_t>(all.size()), "verdicts"))]);
}

py::object Best(const Verdicts& verdicts) {
  if (!verdicts.cycle.verdicts.has_best_free_candidate()) return py::none();
  return py::int_(verdicts.cycle.verdicts.best_free_candidate());
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
  return ValueOrThrow(
      WithoutGil([&] { return planner::RenderReplayPage(absl::MakeConstSpan(&replayed, 1), {}, options); }));
}

std::string Repr(const Verdicts& verdicts) {
  const v1::Counts& counts = verdicts.cycle.verdicts.counts();
  const std::string beyond =
      counts.has_free_beyond_prediction()
          ? absl::StrCat(" (of these ", counts.free_beyond_prediction(), " only beyond a prediction)")
          : "";
  return absl::StrCat("<Verdicts of '", verdicts.scene->scene.id, "': ", counts.candidates(), " candidates, ",
                      counts.free(), " free", beyond, ", ", counts.colliding(), " collide, ", counts.leaving_road(),
                      " leave the road>");
}

}  // namespace

void DefineChecker(py::module_& module) {
  Class<Checker>(module, "TrajectoryChecker")
      .Init(&MakeChecker)
      .Method("check", &Check)
      .Property("scene", [](const Checker& self) { return self.scene; })
      .Method("__reduce__", py::overload_cast<const Checker&>(&Reduced))
      .Method("__repr__",
              [](const Checker& self) { return absl::StrCat("<TrajectoryChecker of '", self.scene->scene.id, "'>"); });

  Class<Verdicts>(module, "Verdicts")
      .Property("scene", [](const Verdicts& self) { return self.scene; })
      .Property("candidates", [](const Verdicts& self) { return Candidates{self.cycle.candidates}; })
      .Property("collides", ForEach([](const v1::Verdict& verdict) { return verdict.collides(); }))
      .Property("leaves_road", ForEach([](const v1::Verdict& verdict) { return verdict.leaves_road(); }))
      .Property("is_free",
                ForEach([](const v1::Verdict& verdict) { return verdict.outcome() == v1::Verdict::OUTCOME_FREE; }))
      .Property("is_free_beyond_prediction", ForEach([](const v1::Verdict& verdict) {
                  return std::any_of(verdict.reservations().begin(), verdict.reservations().end(), [](const auto& of) {
                    return of.kind() == v1::Reservation::KIND_BEYOND_PREDICTION;
                  });
                }))
      .Property("first_collision_s", ForEach([](const v1::Verdict& verdict) {
                  return verdict.has_first_collision() ? verdict.first_collision().time_s() : kNone;
                }))
      .Property("minimum_clearance_m", ForEach([](const v1::Verdict& verdict) {
                  return verdict.has_minimum_clearance() ? verdict.minimum_clearance().signed_distance_m() : kNone;
                }))
      .Property("road_clearance_m", ForEach([](const v1::Verdict& verdict) {
                  return verdict.has_road_clearance() ? verdict.road_clearance().clearance_m() : kNone;
                }))
      .Property("best_free", &Best)
      .Property("elapsed_s", [](const Verdicts& self) { return self.elapsed_s; })
      .Method("__len__", [](const Verdicts& self) { return self.cycle.verdicts.verdicts_size(); })
      .Method("__getitem__", &Item)
      .Method("__iter__", &IterateByIndex)
      .Method("to_bytes", [](const Verdicts& self) { return py::bytes(self.cycle.verdicts.SerializeAsString()); })
      .Method("to_json", &ToJson)
      .Method("_column", &Column)
      .Method("to_records", [](py::handle self) { return CallPython("_tables", "to_records", self); })
      .Method("to_dataframe", [](py::handle self) { return CallPython("_tables", "to_dataframe", self); })
      .Method("page", &PageOf)
      .Method("_repr_html_", [](py::handle self) { return CallPython("_html", "of_verdicts", self); })
      .Method("__reduce__", py::overload_cast<const Verdicts&>(&Reduced))
      .Method("__repr__", &Repr);
  DefineFunction(module, "_verdicts_of", &VerdictsOf);
}

}  // namespace collision2d::python
