// The class Candidates.

#include <array>

#include "python/src/scene.h"

namespace collision2d::python {
namespace {

using planner::Candidate;
using planner::TimedPose;
using namespace py::literals;

// A row of x, y, yaw, and possibly z, pitch, roll.
TimedPose PoseOf(double time_s, absl::Span<const double> row) {
  TimedPose pose{time_s, {row[0], row[1]}, row[2]};
  if (row.size() > 3) {
    pose.z_m = row[3];
    pose.pitch_rad = row[4];
    pose.roll_rad = row[5];
  }
  return pose;
}

std::vector<std::string> IdsOf(py::handle argument, size_t count) {
  if (!argument.is_none()) return TextsArgument(argument, "ids", static_cast<py::ssize_t>(count));
  std::vector<std::string> ids;
  for (size_t i = 0; i < count; ++i) ids.push_back(absl::StrCat(i));
  return ids;
}

// The length of each trajectory; at least one pose, at most all.
std::vector<size_t> LengthsOf(py::handle argument, size_t count, size_t steps) {
  if (argument.is_none()) return std::vector<size_t>(count, steps);
  const InputArray<int> array(argument, "lengths", Shape{static_cast<py::ssize_t>(count)});
  for (size_t i = 0; i < count; ++i) {
    const int length = array.values()[i];
    if (length < 1 || static_cast<size_t>(length) > steps) {
      ThrowValueError(absl::StrCat("lengths[", i, "]: ", length, " is not within [1, ", steps, "]"));
    }
  }
  return {array.values().begin(), array.values().end()};
}

Candidates Read(py::handle times_s, const char* times_name, py::handle poses, const char* poses_name,
                py::handle ids = py::none(), py::handle costs = py::none(), py::handle lengths = py::none(),
                py::handle part_poses = py::tuple()) {
  const InputArray<double> rows(poses, poses_name, {Shape{kAny, kAny, 3}, Shape{kAny, kAny, 6}});
  const size_t count = rows.extent(0);
  const size_t steps = rows.extent(1);
  const size_t columns = rows.extent(2);
  const auto step_axis = static_cast<py::ssize_t>(steps);
  const InputArray<double> times(times_s, times_name,
                                 {Shape{step_axis}, Shape{static_cast<py::ssize_t>(count), step_axis}});
  std::optional<InputArray<double>> cost_array;
  if (!costs.is_none()) cost_array.emplace(costs, "costs", Shape{static_cast<py::ssize_t>(count)});
  const std::vector<std::string> id_list = IdsOf(ids, count);
  const std::vector<size_t> length_list = LengthsOf(lengths, count, steps);
  const bool has_own_times = times.array().ndim() == 2;
  std::vector<Candidate> trajectories(count);
  for (size_t i = 0; i < count; ++i) {
    trajectories[i].id = id_list[i];
    if (cost_array.has_value()) trajectories[i].cost = cost_array->values()[i];
    trajectories[i].poses.reserve(length_list[i]);
    for (size_t step = 0; step < length_list[i]; ++step) {
      const size_t index = i * steps + step;
      trajectories[i].poses.push_back(
          PoseOf(times.values()[has_own_times ? index : step], rows.values().subspan(index * columns, columns)));
    }
  }
  ForEachItem(part_poses, "part_poses", [&](py::handle item, const std::string& name) {
    const py::ssize_t axes[] = {static_cast<py::ssize_t>(count), step_axis};
    const InputArray<double> part(item, name.c_str(), {Shape{axes[0], axes[1], 3}, Shape{axes[0], axes[1], 6}});
    for (size_t i = 0; i < count; ++i) {
      std::vector<TimedPose>& of_part = trajectories[i].part_poses.emplace_back();
      for (size_t step = 0; step < length_list[i]; ++step) {
        const size_t row = (i * steps + step) * part.extent(2);
        of_part.push_back(PoseOf(trajectories[i].poses[step].time_s, part.values().subspan(row, part.extent(2))));
      }
    }
  });
  return {std::move(trajectories)};
}

Candidates FromArrays(py::handle times_s, py::handle poses, py::handle ids, py::handle costs, py::handle lengths,
                      py::handle part_poses) {
  return Read(times_s, "times_s", poses, "poses", ids, costs, lengths, part_poses);
}

py::object Item(const Candidates& candidates, py::ssize_t index) {
  const Candidate& trajectory = candidates.trajectories[IndexOf(index, candidates.trajectories.size(), "candidates")];
  const py::tuple arrays = TimesAndPoses(trajectory.poses, Vec2{});
  py::list part_poses;
  for (const std::vector<TimedPose>& poses : trajectory.part_poses) {
    part_poses.append(TimesAndPoses(poses, Vec2{})[1]);
  }
  return Public("Candidate")("id"_a = trajectory.id, "cost"_a = trajectory.cost, "times_s"_a = arrays[0],
                             "poses"_a = arrays[1], "part_poses"_a = py::tuple(part_poses));
}

py::array Costs(const Candidates& candidates) {
  return ColumnOf(candidates.trajectories, [](const Candidate& trajectory) { return trajectory.cost; });
}

py::list Ids(const Candidates& candidates) {
  py::list ids;
  for (const Candidate& trajectory : candidates.trajectories) ids.append(trajectory.id);
  return ids;
}

}  // namespace

py::tuple TimesAndPoses(absl::Span<const TimedPose> poses, Vec2 by) {
  std::vector<double> times;
  std::vector<std::array<double, 6>> rows;
  for (const TimedPose& pose : poses) {
    const Vec2 position = pose.position + by;
    times.push_back(pose.time_s);
    rows.push_back({position.x, position.y, pose.yaw_rad, pose.z_m, pose.pitch_rad, pose.roll_rad});
  }
  return py::make_tuple(ArrayOf<double>(times), RowsOf(rows));
}

Candidates CandidatesArgument(py::handle argument, const std::string& name) {
  if (argument.is_none()) return {};
  if (py::isinstance<Candidates>(argument)) return py::cast<const Candidates&>(argument);
  if (!PyTuple_Check(argument.ptr()) || PyTuple_GET_SIZE(argument.ptr()) != 2) {
    ThrowTypeError(absl::StrCat(name, ": Candidates or a tuple (times_s, poses) is needed, not ", TypeName(argument)));
  }
  return Read(PyTuple_GET_ITEM(argument.ptr(), 0), absl::StrCat(name, "[0]").c_str(),
              PyTuple_GET_ITEM(argument.ptr(), 1), absl::StrCat(name, "[1]").c_str());
}

void DefineCandidates(py::module_& module) {
  Class<Candidates>(module, "Candidates")
      .Static("from_arrays", &FromArrays)
      .Method("__len__", [](const Candidates& candidates) { return candidates.trajectories.size(); })
      .Method("__getitem__", &Item)
      .Method("__iter__", &IterateByIndex)
      .Property("ids", &Ids)
      .Property("costs", &Costs)
      .Method("__reduce__", [](py::handle self) { return CallPython("_records", "reduced_candidates", self); })
      .Method("__repr__", [](const Candidates& candidates) {
        return absl::StrCat("<Candidates: ", candidates.trajectories.size(), ">");
      });
}

}  // namespace collision2d::python
