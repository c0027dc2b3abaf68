#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "collision2d/geometry/tolerances.h"
#include "planner_adapter/importers/commonroad_document.h"
#include "planner_adapter/importers/commonroad_state.h"
#include "planner_adapter/importers/import_counts.h"
#include "planner_adapter/importers/vehicle_model.h"
#include "planner_adapter/importers/xml_reader.h"
#include "planner_adapter/scene/scene_limits.h"

namespace collision2d::planner {
namespace {

// What is read of a state, and the largest magnitude that is plausible.
enum Quantity { kTime, kX, kY, kSpeed, kOrientation, kSteering, kSpeedAlongX, kSpeedAlongY, kQuantities };
constexpr struct {
  absl::string_view name;
  double limit;
} kElements[kQuantities] = {
    {"time", kMaxTimeStep},       {"x", kMaxCoordinate_m},      {"y", kMaxCoordinate_m},
    {"velocity", kMaxSpeed_mps},  {"orientation", kMaxYaw_rad}, {"steeringAngle", kMaxYaw_rad},
    {"xVelocity", kMaxSpeed_mps}, {"yVelocity", kMaxSpeed_mps},
};
constexpr unsigned kPlace = 1u << kTime | 1u << kX | 1u << kY;
constexpr unsigned kHeading = kPlace | 1u << kSpeed | 1u << kOrientation;

// A model, as benchmark ids and elements name it, and the quantities that its states need, as bits.
struct ModelName {
  VehicleModel model;
  absl::string_view id;
  absl::string_view trajectory;
  absl::string_view state;
  unsigned needed;
};
constexpr ModelName kModels[] = {
    {VehicleModel::kPointMass, "PM", "pmTrajectory", "pmState", kPlace | 1u << kSpeedAlongX | 1u << kSpeedAlongY},
    {VehicleModel::kSingleTrack, "ST", "stTrajectory", "stState", kHeading},
    {VehicleModel::kKinematicSingleTrack, "KS", "ksTrajectory", "ksState", kHeading | 1u << kSteering},
    {VehicleModel::kMultiBody, "MB", "mbTrajectory", "mbState", kHeading},
    {VehicleModel::kTrailer, "KST", "kstTrajectory", "kstState", kHeading},
};

constexpr absl::string_view kCosts[] = {"JB1", "SA1", "WX1", "SM1", "SM2", "SM3", "MW1", "TR1", "TR2"};

// "VEHICLES:COSTS:SCENARIO:VERSION".
struct BenchmarkId {
  std::vector<std::string> vehicles;
  std::vector<std::string> costs;
  std::string scenario;
  std::string version;
};

// "KS2" as it is, "[PM1,KS3]" as two.
absl::StatusOr<std::vector<std::string>> SplitList(const std::string& text) {
  const bool is_open = absl::StartsWith(text, "[");
  const std::string inside = is_open && absl::EndsWith(text, "]") ? text.substr(1, text.size() - 2) : text;
  if (inside.find_first_of("[]") != std::string::npos) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " has unbalanced brackets"));
  }
  std::vector<std::string> names = absl::StrSplit(inside, ',');
  if (names.size() > 1 && !is_open) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is a list without brackets"));
  }
  return names;
}

absl::StatusOr<BenchmarkId> ParseBenchmarkId(const std::string& text) {
  const std::vector<std::string> parts = absl::StrSplit(absl::StrReplaceAll(text, {{" ", ""}}), ':');
  if (parts.size() != 4) {
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(text), " has ", parts.size(), " parts, not VEHICLES:COSTS:SCENARIO:VERSION"));
  }
  BenchmarkId id;
  ASSIGN_OR_RETURN(id.vehicles, SplitList(parts[0]));
  ASSIGN_OR_RETURN(id.costs, SplitList(parts[1]));
  id.scenario = parts[2];
  id.version = parts[3];
  // It names a file.
  const bool is_name = !id.scenario.empty() && std::all_of(id.scenario.begin(), id.scenario.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
  });
  if (!is_name) return absl::InvalidArgumentError(absl::StrCat(Quoted(id.scenario), " is not the id of a scenario"));
  if (id.version != "2018b" && id.version != "2020a") {
    return absl::InvalidArgumentError(absl::StrCat("version ", Quoted(id.version), " is neither 2018b nor 2020a"));
  }
  return id;
}

// Sets the model and the type of a vehicle, and checks its costs.
absl::Status SetVehicle(const std::string& vehicle, const std::string& cost, SolutionPlan& plan) {
  const auto* const model = std::find_if(std::begin(kModels), std::end(kModels), [&](const ModelName& m) {
    return vehicle.size() == m.id.size() + 1 && absl::StartsWith(vehicle, m.id);
  });
  const int type = vehicle.empty() ? 0 : vehicle.back() - '0';
  if (model == std::end(kModels) || type < 1 || type > static_cast<int>(std::size(kVehicleTypes))) {
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(vehicle), " is no vehicle: a model (PM, ST, KS, MB, KST) and a type from 1 to 4"));
  }
  if (std::find(std::begin(kCosts), std::end(kCosts), cost) == std::end(kCosts)) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(cost), " is no cost function"));
  }
  if (model->model == VehicleModel::kPointMass && cost != "JB1" && cost != "WX1" && cost != "MW1") {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(cost), " is not defined for the model PM"));
  }
  plan.vehicle = vehicle;
  plan.model = model->model;
  plan.type = kVehicleTypes[type - 1];
  return absl::OkStatus();
}

// Reads the trajectories of one document.
class PlanReader {
 public:
  explicit PlanReader(std::vector<std::string>& notes) : notes_(notes) {}

  absl::StatusOr<std::vector<SolutionPlan>> Read(pugi::xml_node root, const BenchmarkId& id) {
    std::vector<SolutionPlan> plans;
    absl::flat_hash_set<std::string> problems;
    for (const pugi::xml_node element : root.children()) {
      if (element.type() != pugi::node_element) continue;
      if (plans.size() == id.vehicles.size() || plans.size() == id.costs.size()) {
        return ElementError(element, absl::StrCat("benchmark_id has ", id.vehicles.size(), " vehicles and ",
                                                  id.costs.size(), " costs; there are more trajectories"));
      }
      SolutionPlan plan;
      absl::Status vehicle = SetVehicle(id.vehicles[plans.size()], id.costs[plans.size()], plan);
      if (!vehicle.ok()) return ElementError(root, absl::StrCat("attribute benchmark_id: ", vehicle.message()));
      plan.path = ElementPath(element);
      ASSIGN_OR_RETURN(plan.problem, ReadAttribute(element, "planningProblem"));
      if (!problems.insert(plan.problem).second) {
        return ElementError(element, absl::StrCat("planningProblem ", Quoted(plan.problem), " has two trajectories"));
      }
      if (absl::Status status = ReadStates(element, plan); !status.ok()) return status;
      plans.push_back(std::move(plan));
    }
    if (plans.empty()) return ElementError(root, "there is no trajectory");
    if (plans.size() != id.vehicles.size() || plans.size() != id.costs.size()) {
      return ElementError(root, absl::StrFormat("benchmark_id has %d vehicles and %d costs for %d trajectories",
                                                id.vehicles.size(), id.costs.size(), plans.size()));
    }
    AppendElements("Elements of the solution that are not used", unused_, notes_);
    return plans;
  }

 private:
  absl::Status ReadStates(pugi::xml_node trajectory, SolutionPlan& plan) {
    const ModelName& model =
        *std::find_if(std::begin(kModels), std::end(kModels), [&](const auto& m) { return m.model == plan.model; });
    if (absl::string_view(trajectory.name()) != model.trajectory) {
      return ElementError(trajectory, absl::StrCat("is not the ", model.trajectory, " of a ", plan.vehicle,
                                                   "; trajectories alone are read, not inputs"));
    }
    for (const pugi::xml_node element : trajectory.children()) {
      if (element.type() != pugi::node_element) continue;
      if (element.name() != model.state) return ElementError(element, absl::StrCat("is not a ", model.state));
      ASSIGN_OR_RETURN(const PlanState state, ReadState(element, model));
      plan.states.push_back(state);
    }
    if (plan.states.empty()) return ElementError(trajectory, absl::StrCat("has no ", model.state));
    // As the format's reference reader does.
    std::stable_sort(plan.states.begin(), plan.states.end(),
                     [](const PlanState& a, const PlanState& b) { return a.step < b.step; });
    for (size_t i = 1; i < plan.states.size(); ++i) {
      const int before = plan.states[i - 1].step;
      if (plan.states[i].step == before + 1) continue;
      return ElementError(trajectory, plan.states[i].step == before
                                          ? absl::StrCat("time ", before, " has two states")
                                          : absl::StrCat("time ", plan.states[i].step, " follows ", before,
                                                         ": states in between are missing"));
    }
    return absl::OkStatus();
  }

  absl::StatusOr<PlanState> ReadState(pugi::xml_node element, const ModelName& model) {
    double values[kQuantities] = {};
    unsigned found = 0;
    for (const pugi::xml_node child : element.children()) {
      if (child.type() != pugi::node_element) continue;
      int quantity = 0;
      while (quantity < kQuantities && kElements[quantity].name != child.name()) ++quantity;
      if (quantity == kQuantities || (model.needed >> quantity & 1) == 0) {
        ++unused_[child.name()];
        continue;
      }
      ASSIGN_OR_RETURN(values[quantity], ReadNumber(child));
      if (const double limit = kElements[quantity].limit; std::abs(values[quantity]) > limit) {
        return ElementError(child, absl::StrFormat("%.17g is beyond the limit of %g", values[quantity], limit));
      }
      if ((found >> quantity & 1) != 0) return ElementError(element, absl::StrCat("has two elements ", child.name()));
      found |= 1u << quantity;
    }
    for (int quantity = 0; quantity < kQuantities; ++quantity) {
      if ((model.needed & ~found) >> quantity & 1) {
        return ElementError(element, absl::StrCat("element ", kElements[quantity].name, " is missing"));
      }
    }
    const double time = values[kTime];
    if (time != std::floor(time) || time < 0.0) {
      return ElementError(element.child("time"),
                          absl::StrFormat("%.17g is not a time step: a whole number from 0", time));
    }
    PlanState state;
    state.step = static_cast<int>(time);
    state.position = {values[kX], values[kY]};
    if (model.model == VehicleModel::kPointMass) {
      state.velocity_mps = {values[kSpeedAlongX], values[kSpeedAlongY]};
      state.speed_mps = std::hypot(state.velocity_mps.x, state.velocity_mps.y);
      state.yaw_rad = std::atan2(state.velocity_mps.y, state.velocity_mps.x);
    } else {
      state.speed_mps = values[kSpeed];
      state.yaw_rad = values[kOrientation];
      state.steering_rad = values[kSteering];
    }
    return state;
  }

  std::vector<std::string>& notes_;
  std::map<std::string, int64_t> unused_;
};

PlanAnswer ToAnswer(bool is_so) { return is_so ? PlanAnswer::kYes : PlanAnswer::kNo; }

// Returns in what the first state is not the initial one; empty if it is, within the checker's
// tolerances.
std::string StartDifference(const PlanState& first, const v1::EgoState& initial, double time_step_s) {
  const auto is_near = [](double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance + 1e-5 * std::abs(b);
  };
  const struct {
    const char* name;
    double stated;
    double given;
    double tolerance;
  } rows[] = {
      {"time step", first.step + 0.0, std::round(initial.time_s() / time_step_s), 0.1},
      {"x", first.position.x, initial.x(), 0.1},
      {"y", first.position.y, initial.y(), 0.1},
      {"orientation", initial.yaw_rad() + std::remainder(first.yaw_rad - initial.yaw_rad(), 2.0 * M_PI),
       initial.yaw_rad(), 0.1},
      {"speed", first.speed_mps, initial.speed_mps(), 2.0},
  };
  for (const auto& row : rows) {
    if (is_near(row.stated, row.given, row.tolerance)) continue;
    return absl::StrFormat("Start: the %s is %.6g, that of the planning problem %.6g.", row.name, row.stated,
                           row.given);
  }
  return "";
}

// Sets what needs no checker.
void SetValidity(const SolutionPlan& plan, bool solves_all, ImportedScene& imported) {
  const double time_step_s = imported.scene.time_step_s();
  PlanValidity& validity = imported.plan->validity;
  validity.vehicle = plan.vehicle;
  PlanAnswers answers;
  answers.solves_all = ToAnswer(solves_all);
  if (!solves_all) validity.reasons.push_back("Some planning problem of the scenario has no plan.");
  const std::string start = StartDifference(plan.states[0], imported.scene.ego_state(), time_step_s);
  answers.starts_as_given = ToAnswer(start.empty());
  if (!start.empty()) validity.reasons.push_back(start);
  validity.at_all_times = validity.at_whole_steps = answers;
  if (plan.model != VehicleModel::kPointMass && plan.model != VehicleModel::kKinematicSingleTrack) {
    imported.notes.push_back(absl::StrCat("Whether a ", plan.vehicle, " can drive the plan is not checked."));
    return;
  }
  const Feasibility feasibility = JudgeFeasibility(plan.model, plan.type, plan.states, time_step_s);
  validity.at_all_times.is_feasible = ToAnswer(feasibility.is_feasible);
  validity.at_whole_steps.is_feasible = ToAnswer(feasibility.is_feasible_by_position);
  if (!feasibility.reason.empty()) validity.reasons.push_back(absl::StrCat("Feasibility: ", feasibility.reason));
}

}  // namespace

absl::StatusOr<std::vector<ImportedScene>> ImportCommonRoadSolution(absl::string_view xml,
                                                                    const FileSource& scenarios) {
  pugi::xml_document document;
  if (absl::Status status = ParseXml(xml, document); !status.ok()) return status;
  const pugi::xml_node root = document.document_element();
  if (absl::string_view(root.name()) != "CommonRoadSolution") {
    return absl::InvalidArgumentError(
        absl::StrCat("the root element is ", Quoted(root.name()), ", not CommonRoadSolution"));
  }
  ASSIGN_OR_RETURN(const std::string text, ReadAttribute(root, "benchmark_id"));
  const absl::StatusOr<BenchmarkId> id = ParseBenchmarkId(text);
  if (!id.ok()) return ElementError(root, absl::StrCat("attribute benchmark_id: ", id.status().message()));
  std::vector<std::string> notes;
  ASSIGN_OR_RETURN(std::vector<SolutionPlan> plans, PlanReader(notes).Read(root, *id));

  absl::StatusOr<std::string> bytes = scenarios(id->scenario + ".xml");
  for (const char* suffix : {"-SC.pb", ".pb"}) {
    if (!absl::IsNotFound(bytes.status())) break;
    absl::StatusOr<std::string> other = scenarios(id->scenario + suffix);
    if (!absl::IsNotFound(other.status())) bytes = std::move(other);
  }
  if (!bytes.ok()) return bytes.status();
  const auto in_scenario = [&](const absl::Status& status) {
    return absl::Status(status.code(), absl::StrCat("scenario ", id->scenario, ": ", status.message()));
  };
  pugi::xml_document scenario;
  if (absl::Status status = LoadScenario(*bytes, scenarios, scenario, notes); !status.ok()) return in_scenario(status);
  const pugi::xml_node scenario_root = scenario.document_element();
  for (const auto& [name, wanted] :
       {std::pair("benchmarkID", id->scenario), std::pair("commonRoadVersion", id->version)}) {
    const absl::string_view found = absl::StripAsciiWhitespace(scenario_root.attribute(name).value());
    if (found == wanted) continue;
    return ElementError(root, absl::StrCat("attribute benchmark_id: ", Quoted(wanted), " is not the scenario's ", name,
                                           ", ", Quoted(found)));
  }
  absl::StatusOr<std::vector<ImportedScene>> scenes = ImportDocument(scenario_root, {}, absl::MakeSpan(plans));
  if (!scenes.ok()) return in_scenario(scenes.status());
  const auto problems = scenario_root.children("planningProblem");
  const bool solves_all = std::distance(problems.begin(), problems.end()) == static_cast<std::ptrdiff_t>(plans.size());
  for (size_t i = 0; i < plans.size(); ++i) {
    ImportedScene& imported = (*scenes)[i];
    imported.notes.insert(imported.notes.end(), notes.begin(), notes.end());
    if (plans[i].model == VehicleModel::kTrailer) {
      imported.notes.push_back("The trailer of the truck is not part of the ego vehicle.");
    }
    SetValidity(plans[i], solves_all, imported);
  }
  return scenes;
}

}  // namespace collision2d::planner
