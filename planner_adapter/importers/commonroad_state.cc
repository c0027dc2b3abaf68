#include "planner_adapter/importers/commonroad_state.h"

#include <cmath>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/aabb2.h"
#include "planner_adapter/importers/commonroad_shapes.h"

namespace collision2d::planner {
namespace {

absl::StatusOr<PlacementSet> ReadPositions(pugi::xml_node position, PolygonRepairs& repairs) {
  if (const pugi::xml_node point = position.child("point"); point) {
    const absl::StatusOr<Vec2> exact = ReadPoint(point);
    if (!exact.ok()) return exact.status();
    return PlacementSet{{*exact}, 0.0, {}};
  }
  if (position.child("lanelet")) {
    return ElementError(position, "a lanelet as the position of a state is not supported");
  }
  const absl::StatusOr<std::vector<proto::Shape>> shapes = ReadShapes(position, repairs);
  if (!shapes.ok()) return shapes.status();
  absl::StatusOr<PlacementSet> set = PositionsIn(*shapes);
  if (!set.ok()) return ElementError(position, set.status().message());
  return set;
}

// The child's value; unset if there is no such child.
absl::StatusOr<std::optional<Interval>> ReadOptionalInterval(pugi::xml_node element, const char* name) {
  const pugi::xml_node child = element.child(name);
  if (!child) return std::optional<Interval>();
  const absl::StatusOr<Interval> value = ReadInterval(child);
  if (!value.ok()) return value.status();
  return std::optional<Interval>(*value);
}

// Sets the orientation of a state whose velocity is set.
absl::Status ReadOrientation(pugi::xml_node element, ImportedState& state) {
  if (const pugi::xml_node orientation = element.child("orientation"); orientation) {
    const absl::StatusOr<Interval> yaw_rad = ReadInterval(orientation);
    if (!yaw_rad.ok()) return yaw_rad.status();
    state.placement.yaw_rad = *yaw_rad;
    return absl::OkStatus();
  }
  const absl::StatusOr<std::optional<Interval>> along_y = ReadOptionalInterval(element, "velocityY");
  if (!along_y.ok()) return along_y.status();
  const std::optional<Interval>& along_x = state.velocity_mps;
  if (along_y->has_value() && along_x.has_value() && (*along_y)->exact() && along_x->exact()) {
    const double yaw_rad = std::atan2((*along_y)->low, along_x->low);
    const double speed_mps = std::hypot(along_x->low, (*along_y)->low);
    state.placement.yaw_rad = {yaw_rad, yaw_rad};
    state.velocity_mps = Interval{speed_mps, speed_mps};
    state.orientation = ImportedState::Orientation::kFromVelocities;
    return absl::OkStatus();
  }
  if (absl::string_view(element.name()) != "initialState") {
    return ElementError(element, "element orientation is missing");
  }
  state.orientation = ImportedState::Orientation::kAssumed;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<StepRange> ReadStepRange(pugi::xml_node time) {
  const absl::StatusOr<Interval> steps = ReadInterval(time);
  if (!steps.ok()) return steps.status();
  for (const double step : {steps->low, steps->high}) {
    if (step != std::floor(step)) return ElementError(time, absl::StrFormat("%.17g is not a whole time step", step));
    if (std::abs(step) > kMaxTimeStep) {
      return ElementError(time, absl::StrFormat("time step %.17g is beyond the limit of %g", step, kMaxTimeStep));
    }
  }
  return StepRange{static_cast<int64_t>(steps->low), static_cast<int64_t>(steps->high)};
}

absl::StatusOr<ImportedState> ReadState(pugi::xml_node element, PolygonRepairs& repairs) {
  ImportedState state;
  const absl::StatusOr<pugi::xml_node> time = RequiredChild(element, "time");
  if (!time.ok()) return time.status();
  const absl::StatusOr<StepRange> steps = ReadStepRange(*time);
  if (!steps.ok()) return steps.status();
  state.steps = *steps;

  const absl::StatusOr<pugi::xml_node> position = RequiredChild(element, "position");
  if (!position.ok()) return position.status();
  absl::StatusOr<PlacementSet> placement = ReadPositions(*position, repairs);
  if (!placement.ok()) return placement.status();
  state.placement = *std::move(placement);
  Aabb2 box;
  for (const Vec2 corner : state.placement.positions) box.Extend(corner);
  state.center = state.placement.positions.size() == 1 ? state.placement.positions[0] : box.center();

  const absl::StatusOr<std::optional<Interval>> velocity = ReadOptionalInterval(element, "velocity");
  if (!velocity.ok()) return velocity.status();
  state.velocity_mps = *velocity;
  const absl::StatusOr<std::optional<Interval>> acceleration = ReadOptionalInterval(element, "acceleration");
  if (!acceleration.ok()) return acceleration.status();
  state.acceleration_mps2 = *acceleration;
  if (absl::Status status = ReadOrientation(element, state); !status.ok()) return status;
  return state;
}

}  // namespace collision2d::planner
