// The arguments that questions about one body share (its shapes, its poses or trajectories, and the
// obstacles), and how their calls are made.
#pragma once

#include <optional>

#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/occupancy_grid.h"
#include "collision2d/batch/point_set.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/query_options.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/trajectories.h"
#include "python/src/arguments.h"

namespace collision2d::python {

// Obstacles that can be changed, and how many calls read them without the GIL, so that they are not
// changed under these. Counted with the GIL held.
struct Changeable {
  // Error: RuntimeError, if there are readers. From here to the change no Python may run.
  void RequireUnread(const char* call) const {
    if (readers > 0) throw std::runtime_error(absl::StrCat(call, ": another thread is reading the obstacles"));
  }

  int readers = 0;
};

// Obstacles at some steps.
struct Batches : Changeable {
  std::vector<Shapes> shapes;  // Of all steps, or of each.
  std::vector<PolygonBatch> steps;
};
// The class PolygonBatch: one step.
struct Batch : Batches {};
// The class MovingObstacles.
struct MovingBatches : Batches {};

// The class StaticMap.
struct Map {
  Shapes shapes;
  StaticMap map;
  py::object poses;  // Rows x, y, cos, sin, or None.
};

// The class OccupancyGrid.
struct Grid : Changeable {
  OccupancyGrid grid;
  OccupiedValues occupied;
};

// The class PointSet.
struct Points : Changeable {
  PointSet set;
  PointSetOptions options;
};

// What queries read of an OccupancyGrid or a PointSet; null: no points.
template <typename T>
const collision2d::internal::CellObstacles* CellsIn(const T& obstacles) {
  return Obstacles(obstacles).layers().front().cells;
}

// The argument obstacles: an object of one of these classes, or a tuple of them, a layer each; and
// that they are being read.
class ObstaclesArgument {
 public:
  // Errors: TypeError.
  explicit ObstaclesArgument(py::handle argument);
  ~ObstaclesArgument() {
    for (Changeable* const layer : read_) --layer->readers;
  }
  ObstaclesArgument(const ObstaclesArgument&) = delete;
  ObstaclesArgument& operator=(const ObstaclesArgument&) = delete;

  const Obstacles& obstacles() const { return obstacles_; }

  // Error: ValueError if some have another number of steps than trajectories.
  void RequireSteps(int steps) const;

 private:
  // `place` is the layer's name in errors.
  void Add(py::handle layer, const std::string& place);

  absl::InlinedVector<Changeable*, Obstacles::kMaxLayers> read_;
  absl::InlinedVector<size_t, Obstacles::kMaxLayers> steps_;  // Of each of the MovingObstacles.
  Obstacles obstacles_;
};

// What every call that may take long accepts.
struct CallOptions {
  int threads = 1;
  // Shows a bar of tqdm.
  bool progress = false;
};

// Makes a call of the library without the GIL. Its ParallelFor shares the work among the threads,
// shows the bar, and looks for signals between ranges of some milliseconds, so that
// KeyboardInterrupt ends the call within some tens of milliseconds. `name` is the bar's. Called
// with the GIL held.
// Errors: ValueError for threads beyond [1, 1024]; what `call` returns; what a signal's handler
// raises.
void RunCall(const char* name, const CallOptions& options,
             absl::FunctionRef<absl::Status(const ParallelFor& parallel_for)> call);

// The work of a call that takes no ParallelFor itself: run(begin, end) does some of the items, at
// least `together` at a time if there are as many. Returns one of the errors.
absl::Status RunRanges(size_t items, size_t together, const ParallelFor& parallel_for,
                       absl::FunctionRef<absl::Status(size_t begin, size_t end)> run);

// world_from_body: poses, float64 (N, 3) or (N, 4), or trajectories, (T, S, 3) or (T, S, 4), with
// lengths, int32 (T,) or None.
class TrajectoriesArgument {
 public:
  // Errors: as PosesArgument and InputArray; ValueError for steps that are not to be had.
  TrajectoriesArgument(py::handle world_from_body, py::handle lengths);

  size_t size() const { return size_; }
  int steps() const { return steps_; }
  const py::array& array() const { return poses_.array(); }

  Trajectories all() const { return Some(0, size_); }
  // Trajectories begin, ..., end - 1.
  Trajectories Some(size_t begin, size_t end) const;

  // The shape of a result with an element for each trajectory, or for a pose.
  Shape shape() const { return {static_cast<py::ssize_t>(size_)}; }
  Shape pose_shape() const;

  // Names trajectory, step and value of the first pose that counts and is not legal. For calls that
  // are divided by RunRanges, whose errors have other indices.
  absl::Status Check() const;

 private:
  PosesArgument poses_;
  size_t size_;
  int steps_;
  std::optional<InputArray<int>> length_array_;
};

// The argument limit_m: a limit for each of some trajectories, one for all, or None.
class LimitsArgument {
 public:
  // Errors: as InputArray; ValueError for a limit that is no distance.
  LimitsArgument(py::handle argument, size_t count);

  // Empty: none.
  absl::Span<const double> limits() const { return limits_; }

 private:
  std::optional<InputArray<double>> array_;
  std::vector<double> same_;
  absl::Span<const double> limits_;
};

// What every call is given, and that the obstacles are being read.
class Question {
 public:
  // About motion if step_times_s (float64 (S,), which the library checks) is not None.
  Question(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle lengths,
           py::handle step_times_s = py::none());

  absl::Span<const ConvexPolygon> body() const { return body_.span(); }
  const TrajectoriesArgument& argument() const { return trajectories_; }
  Trajectories trajectories() const { return trajectories_.all(); }
  const Obstacles& obstacles() const { return obstacles_.obstacles(); }
  bool is_about_motion() const { return step_times_.has_value(); }
  absl::Span<const double> step_times() const { return step_times_->values(); }

  // The shape of a result with an element for each pose and obstacle, or with `columns` for a pose.
  Shape pair_shape() const { return pose_shape(static_cast<size_t>(obstacles().size())); }
  Shape pose_shape(size_t columns) const;

 private:
  ShapesArgument body_;
  TrajectoriesArgument trajectories_;
  ObstaclesArgument obstacles_;
  std::optional<InputArray<double>> step_times_;
};

// A call that writes Elements, which the library has as Results: ask(results, parallel_for) is its
// call.
template <typename Element, typename Result = Element, typename Ask>
py::object Answer(const char* name, const TrajectoriesArgument& trajectories, const Shape& shape, py::handle out,
                  const CallOptions& options, const Ask& ask) {
  static_assert(sizeof(Result) == sizeof(Element));
  OutputArray<Element> output(out, shape, {trajectories.array()});
  const absl::Span<Element> elements = output.values();
  const absl::Span<Result> results(reinterpret_cast<Result*>(elements.data()), elements.size());
  RunCall(name, options, [&](const ParallelFor& parallel_for) { return ask(results, parallel_for); });
  return output.TakeArray();
}

// The same with a call that takes no ParallelFor: ask(some trajectories, the index of the first,
// their results), at least `together` at a time if there are as many.
template <typename Result, typename Ask>
py::object AnswerInRanges(const char* name, const TrajectoriesArgument& trajectories, size_t together, py::handle out,
                          const CallOptions& options, const Ask& ask) {
  const auto call = [&](absl::Span<Result> results, const ParallelFor& parallel_for) {
    const absl::Status status = trajectories.Check();
    if (!status.ok()) return status;
    return RunRanges(results.size(), together, parallel_for, [&](size_t begin, size_t end) {
      return ask(trajectories.Some(begin, end), begin, results.subspan(begin, end - begin));
    });
  };
  return Answer<Result>(name, trajectories, trajectories.shape(), out, options, call);
}

}  // namespace collision2d::python
