#include "python/src/run_blocks.h"

#include <pybind11/pybind11.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "python/src/errors.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;
using Clock = std::chrono::steady_clock;

constexpr int kMaxThreads = 1024;

// How long a range takes if items take as long as was said.
constexpr double kRange_ns = 5e6;

// How often the calling thread looks for signals and updates the bar.
constexpr std::chrono::milliseconds kLookInterval(20);

// A bar of tqdm, or nothing.
class ProgressBar {
 public:
  ProgressBar(const DividedWork& work, bool is_shown) {
    if (is_shown)
      bar_ = py::module_::import("tqdm.auto").attr("tqdm")(py::arg("total") = work.items, py::arg("desc") = work.name);
  }
  ~ProgressBar() {
    if (!bar_) return;
    try {
      bar_.attr("close")();
    } catch (py::error_already_set& error) {
      error.discard_as_unraisable("collision2d: progress bar");
    }
  }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void Update(size_t done) {
    if (bar_) bar_.attr("update")(done - shown_);
    shown_ = done;
  }

 private:
  py::object bar_;
  size_t shown_ = 0;
};

// The ranges of one call, which several threads take one after the other.
class Ranges {
 public:
  Ranges(const DividedWork& work, size_t length) : work_(work), length_(length) {}

  // Does ranges until none is left, one has failed, or Stop was called. After each calls
  // after_range().
  template <typename AfterRange>
  void Run(const AfterRange& after_range) {
    while (!stopped_) {
      const size_t begin = next_.fetch_add(length_);
      if (begin >= work_.items) return;
      const size_t end = std::min(begin + length_, work_.items);
      Note(RunRange(begin, end));
      done_ += end - begin;
      after_range();
    }
  }

  void Stop() { stopped_ = true; }
  size_t done() const { return done_; }

  // Once all threads are done.
  void ThrowIfFailed() const {
    if (exception_) std::rethrow_exception(exception_);
    ThrowIfError(status_);
  }

 private:
  absl::Status RunRange(size_t begin, size_t end) {
    try {
      return work_.run(begin, end);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      exception_ = std::current_exception();
      stopped_ = true;
      return absl::OkStatus();
    }
  }

  void Note(const absl::Status& status) {
    if (status.ok()) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    status_ = status;
    stopped_ = true;
  }

  const DividedWork& work_;
  const size_t length_;
  std::atomic<size_t> next_{0};
  std::atomic<size_t> done_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  absl::Status status_;
  std::exception_ptr exception_;
};

// Threads that end before the object does, however the calling thread leaves.
class Workers {
 public:
  explicit Workers(Ranges* ranges) : ranges_(ranges) {}
  ~Workers() {
    ranges_->Stop();
    Join();
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  void Start(int count) {
    for (int i = 0; i < count; ++i) {
      threads_.emplace_back([ranges = ranges_] { ranges->Run([] {}); });
    }
  }
  void Join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  Ranges* ranges_;
  std::vector<std::thread> threads_;
};

size_t RangeLength(const DividedWork& work, int threads) {
  const double wanted = std::clamp(kRange_ns / work.item_ns, 1.0, static_cast<double>(work.items));
  auto length = static_cast<size_t>(wanted);
  // Some ranges for each thread, so that they end together.
  if (threads > 1) length = std::min(length, work.items / (4 * static_cast<size_t>(threads)) + 1);
  return length;
}

void RunRanges(const DividedWork& work, size_t length, const CallOptions& options) {
  ProgressBar bar(work, options.progress);
  Ranges ranges(work, length);
  {
    const py::gil_scoped_release no_gil;
    Workers workers(&ranges);
    const size_t others = std::min<size_t>(options.threads - 1, (work.items - 1) / length);
    workers.Start(static_cast<int>(others));
    auto looked = Clock::now();
    ranges.Run([&] {
      if (Clock::now() - looked < kLookInterval) return;
      const py::gil_scoped_acquire gil;
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      bar.Update(ranges.done());
      looked = Clock::now();
    });
    workers.Join();
  }
  ranges.ThrowIfFailed();
  bar.Update(ranges.done());
}

}  // namespace

void RunBlocks(const DividedWork& work, const CallOptions& options) {
  if (options.threads < 1 || options.threads > kMaxThreads) {
    ThrowValueError(absl::StrCat("threads: ", options.threads, " is not between 1 and ", kMaxThreads));
  }
  const size_t length = work.items == 0 ? 0 : RangeLength(work, options.threads);
  if (length == work.items && !options.progress) {
    absl::Status status;
    {
      const py::gil_scoped_release no_gil;
      status = work.run(0, work.items);
    }
    return ThrowIfError(status);
  }
  ThrowIfError(work.check());
  if (work.items > 0) RunRanges(work, length, options);
}

}  // namespace collision2d::python
