#include "python/src/question.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>

#include "collision2d/batch/collisions.h"

namespace collision2d::python {
namespace {

using Clock = std::chrono::steady_clock;
using RunRange = std::function<void(int begin, int end)>;

constexpr int kMaxThreads = 1024;

// Ranges grow until one takes this long.
constexpr std::chrono::milliseconds kRangeTime(2);

// How often the calling thread looks for signals and updates the bar.
constexpr std::chrono::milliseconds kLookInterval(20);

// A bar of tqdm. Used with the GIL held.
class ProgressBar {
 public:
  ProgressBar(const char* name, int total)
      : bar_(py::module_::import("tqdm.auto").attr("tqdm")(py::arg("total") = total, py::arg("desc") = name)) {}
  ~ProgressBar() {
    try {
      bar_.attr("close")();
    } catch (py::error_already_set& error) {
      error.discard_as_unraisable("collision2d: progress bar");
    }
  }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void Update(int done) {
    bar_.attr("update")(done - shown_);
    shown_ = done;
  }

 private:
  py::object bar_;
  int shown_ = 0;
};

// The ranges of [0, count), which several threads take one after the other.
class Ranges {
 public:
  Ranges(int count, int threads, const RunRange& run) : count_(count), threads_(threads), run_(run) {}

  // Runs ranges until none is left, one has thrown, or Stop was called. After each calls
  // after_range().
  template <typename AfterRange>
  void Run(const AfterRange& after_range) {
    int length = 1;
    while (!stopped_) {
      const int begin = next_.fetch_add(length);
      if (begin >= count_) return;
      const int end = std::min(begin + length, count_);
      const auto started = Clock::now();
      try {
        run_(begin, end);
        done_ += end - begin;
        after_range();
      } catch (...) {
        Stop(std::current_exception());
      }
      // Some ranges for each thread, so that they end together.
      const bool may_grow = threads_ == 1 ? length < count_ : length < count_ / (8 * threads_);
      if (may_grow && Clock::now() - started < kRangeTime) length *= 2;
    }
  }

  void Stop(std::exception_ptr exception) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!stopped_) exception_ = std::move(exception);
    stopped_ = true;
  }

  int done() const { return done_; }
  // Once all threads are done.
  std::exception_ptr exception() const { return exception_; }

 private:
  const int count_;
  const int threads_;
  const RunRange& run_;
  // Past the count by no more than a range for each thread.
  std::atomic<int64_t> next_{0};
  std::atomic<int> done_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::exception_ptr exception_;
};

// The ParallelFor of one call. Used without the GIL.
class Executor {
 public:
  Executor(const char* name, const CallOptions& options) : name_(name), options_(options) {}

  // After an exception, ranges are left out.
  void Run(int count, const RunRange& run) {
    // Small calls need no clock.
    if (count == 1 && !options_.progress) return run(0, 1);
    Ranges ranges(count, options_.threads, run);
    std::optional<ProgressBar> bar;
    if (options_.progress) {
      const py::gil_scoped_acquire gil;
      try {
        bar.emplace(name_, count);
      } catch (py::error_already_set&) {
        exception_ = std::current_exception();
        return;
      }
    }
    std::vector<std::thread> others;
    try {
      for (int i = 1; i < std::min(options_.threads, count); ++i) others.emplace_back([&ranges] { ranges.Run([] {}); });
    } catch (const std::system_error&) {
      // The others do its work.
    }
    auto looked = Clock::now();
    ranges.Run([&] {
      if (Clock::now() - looked < kLookInterval) return;
      const py::gil_scoped_acquire gil;
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (bar.has_value()) bar->Update(ranges.done());
      looked = Clock::now();
    });
    for (std::thread& other : others) other.join();
    exception_ = ranges.exception();
    if (!bar.has_value()) return;
    const py::gil_scoped_acquire gil;
    bar->Update(ranges.done());
    bar.reset();
  }

  void ThrowIfStopped() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  const char* name_;
  CallOptions options_;
  std::exception_ptr exception_;
};

}  // namespace

void RunCall(const char* name, const CallOptions& options,
             absl::FunctionRef<absl::Status(const ParallelFor& parallel_for)> call) {
  if (options.threads < 1 || options.threads > kMaxThreads) {
    ThrowValueError(absl::StrCat("threads: ", options.threads, " is not between 1 and ", kMaxThreads));
  }
  Executor executor(name, options);
  absl::Status status;
  {
    const py::gil_scoped_release no_gil;
    status = call([&executor](int count, const RunRange& run) { executor.Run(count, run); });
  }
  executor.ThrowIfStopped();
  ThrowIfError(status);
}

absl::Status RunRanges(size_t items, size_t together, const ParallelFor& parallel_for,
                       absl::FunctionRef<absl::Status(size_t begin, size_t end)> run) {
  std::mutex mutex;
  absl::Status status;
  parallel_for(static_cast<int>((items + together - 1) / together), [&](int begin, int end) {
    const absl::Status of_range = run(begin * together, std::min(end * together, items));
    if (of_range.ok()) return;
    const std::lock_guard<std::mutex> lock(mutex);
    status = of_range;
  });
  return status;
}

TrajectoriesArgument::TrajectoriesArgument(py::handle world_from_body, py::handle lengths)
    : poses_(world_from_body, "world_from_body", {Shape{kAny}, Shape{kAny, kAny}}), size_(poses_.extent(0)), steps_(1) {
  if (poses_.array().ndim() == 3) {
    const size_t steps = poses_.extent(1);
    if (steps > static_cast<size_t>(std::numeric_limits<int>::max())) {
      ThrowValueError(absl::StrCat("world_from_body: ", steps, " steps are too many"));
    }
    if (steps == 0 && size_ > 0) ThrowValueError("world_from_body: trajectories of 0 steps; use lengths instead");
    steps_ = static_cast<int>(steps);
  }
  if (!lengths.is_none()) length_array_.emplace(lengths, "lengths", shape());
}

Trajectories TrajectoriesArgument::Some(size_t begin, size_t end) const {
  const auto steps = static_cast<size_t>(steps_);
  const size_t count = end - begin;
  const absl::Span<const Pose2> poses = poses_.poses().subspan(begin * steps, count * steps);
  if (!length_array_.has_value()) return {poses, steps_};
  return {poses, steps_, length_array_->values().subspan(begin, count)};
}

absl::Status TrajectoriesArgument::Check() const {
  // Of a body without shapes, which collides with nothing, the call checks the arguments.
  std::vector<uint8_t> any(size_);
  return AnyHit({}, all(), Obstacles(), absl::MakeSpan(any));
}

Shape TrajectoriesArgument::pose_shape() const {
  Shape shape = ShapeOf(array());
  shape.pop_back();
  return shape;
}

LimitsArgument::LimitsArgument(py::handle argument, size_t count) {
  if (argument.is_none()) return;
  if (py::hasattr(argument, "__float__") && !py::hasattr(argument, "__len__")) {
    same_.assign(count, NumberArgument(argument, "limit_m"));
    limits_ = same_;
  } else {
    array_.emplace(argument, "limit_m", Shape{static_cast<py::ssize_t>(count)});
    limits_ = array_->values();
  }
  for (size_t i = 0; i < count; ++i) {
    if (!(limits_[i] >= 0.0)) ThrowValueError(absl::StrFormat("limit_m[%d]: %g m is not a distance", i, limits_[i]));
  }
}

Question::Question(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle lengths,
                   py::handle step_times_s)
    : body_(body, "body"), trajectories_(world_from_body, lengths), obstacles_(obstacles) {
  obstacles_.RequireSteps(trajectories_.steps());
  if (!step_times_s.is_none()) step_times_.emplace(step_times_s, "step_times_s", Shape{trajectories_.steps()});
}

Shape Question::pose_shape(size_t columns) const {
  Shape shape = trajectories_.pose_shape();
  shape.push_back(static_cast<py::ssize_t>(columns));
  return shape;
}

}  // namespace collision2d::python
