#include <cmath>
#include <cstring>

#include "collision2d/batch/calls/arguments.h"
#include "python/src/module.h"

namespace collision2d::python {
namespace {

constexpr py::ssize_t kColumns = 4;
static_assert(sizeof(Pose2) == kColumns * sizeof(double) && offsetof(Pose2, cos) == 2 * sizeof(double) &&
                  offsetof(Pose2, sin) == 3 * sizeof(double),
              "rows of (x, y, cos, sin) are read as poses");
static_assert(sizeof(Vec2) == 2 * sizeof(double), "rows of (x, y) are read as points");

absl::InlinedVector<Shape, 4> WithColumns(absl::Span<const Shape> leading) {
  absl::InlinedVector<Shape, 4> shapes;
  for (const Shape& shape : leading) {
    for (const py::ssize_t columns : {py::ssize_t{3}, kColumns}) {
      shapes.push_back(shape);
      shapes.back().push_back(columns);
    }
  }
  return shapes;
}

// The poses of rows (x, y, yaw).
void Convert(const char* name, absl::Span<const double> numbers, bool may_be_unset, absl::Span<Pose2> poses) {
  for (size_t i = 0; i < poses.size(); ++i) {
    const double* row = &numbers[3 * i];
    if (!std::isfinite(row[2]) && !may_be_unset) {
      ThrowValueError(absl::StrFormat("%s[%d]: a yaw of %g rad is not finite", name, i, row[2]));
    }
    poses[i] = Pose2::FromYaw({row[0], row[1]}, row[2]);
  }
}

// The poses of rows (x, y, cos, sin) that come from a shorter type, which holds no unit vectors.
void Normalize(absl::Span<const double> numbers, absl::Span<Pose2> poses) {
  constexpr double kMostRounding = 1e-2;  // Of a half; what is farther off is refused as it is.
  for (size_t i = 0; i < poses.size(); ++i) {
    const double* row = &numbers[kColumns * i];
    const double length = std::hypot(row[2], row[3]);
    const double by = std::abs(length - 1.0) <= kMostRounding ? length : 1.0;
    poses[i].translation = {row[0], row[1]};
    poses[i].cos = row[2] / by;
    poses[i].sin = row[3] / by;
  }
}

py::array ToPoseArray(py::handle x_y_yaw, py::handle out) {
  const InputArray<double> numbers(x_y_yaw, "x_y_yaw", {kAny, 3});
  OutputArray<double> poses(out, {static_cast<py::ssize_t>(numbers.extent(0)), kColumns}, {numbers.array()});
  Convert("x_y_yaw", numbers.values(), false, {reinterpret_cast<Pose2*>(poses.values().data()), numbers.extent(0)});
  return poses.TakeArray();
}

py::tuple Relative(py::handle world_from_a, py::handle world_from_b) {
  return TupleOf(RelativePose(PoseArgument(world_from_a, "world_from_a"), PoseArgument(world_from_b, "world_from_b")));
}

}  // namespace

PosesArgument::PosesArgument(py::handle argument, const char* name, absl::Span<const Shape> leading, bool may_be_unset)
    : numbers_(argument, name, WithColumns(leading)) {
  const absl::Span<const double> numbers = numbers_.values();
  const size_t columns = numbers_.extent(static_cast<int>(array().ndim()) - 1);
  const size_t count = numbers.size() / columns;
  if (columns == kColumns && !numbers_.is_rounded()) {
    poses_ = {reinterpret_cast<const Pose2*>(numbers.data()), count};
    return;
  }
  converted_.resize(count);
  if (columns == kColumns) {
    Normalize(numbers, absl::MakeSpan(converted_));
  } else {
    CountCopiedArray();
    Convert(name, numbers, may_be_unset, absl::MakeSpan(converted_));
  }
  poses_ = converted_;
}

Pose2 PoseArgument(py::handle argument, const char* name) {
  if (argument.is_none()) return {};
  const PosesArgument poses(argument, name, Shape{});
  const absl::Status status = collision2d::internal::CheckPoses("", poses.poses());
  // The message begins with the index.
  if (!status.ok()) {
    ThrowIfError(absl::InvalidArgumentError(absl::StrCat(name, status.message().substr(strlen("[0]")))));
  }
  return poses.poses().front();
}

std::vector<Vec2> PointsArgument(py::handle argument, const std::string& name, py::ssize_t count) {
  const InputArray<double> rows(argument, name.c_str(), Shape{count, 2});
  const auto* points = reinterpret_cast<const Vec2*>(rows.values().data());
  return {points, points + rows.extent(0)};
}

Vec2 PointArgument(py::handle argument, const char* name) {
  const InputArray<double> numbers(argument, name, Shape{2});
  return {numbers.values()[0], numbers.values()[1]};
}

py::tuple TupleOf(Vec2 point) { return py::make_tuple(point.x, point.y); }
py::tuple TupleOf(const Pose2& pose) {
  return py::make_tuple(pose.translation.x, pose.translation.y, pose.cos, pose.sin);
}

void DefinePoses(py::module_& module) {
  DefineFunction(module, "pose_array", &ToPoseArray);
  DefineFunction(module, "relative_pose", &Relative);
}

}  // namespace collision2d::python
