#include "collision2d/capture/recorder.h"

#include <algorithm>
#include <limits>

namespace collision2d::internal {
namespace {

// Far more than any query takes.
constexpr int64_t kMostWork = (int64_t{1} << 40) - 1;

}  // namespace

PairRecorder::PairRecorder(CaptureRing* ring, const CaptureOptions& options)
    : ring_(ring),
      options_(options),
      most_work_(std::min(options.slow_work - 1, kMostWork)),
      before_sample_(QueriesBetweenSamples()),
      instruction_set_(UsedInstructionSet()) {}

int64_t PairRecorder::QueriesBetweenSamples() const {
  return options_.sample_every > 0 ? options_.sample_every - 1 : std::numeric_limits<int64_t>::max();
}

void PairRecorder::Record(QueryKind kind, const PairArguments& asked, absl::Span<const uint64_t> words,
                          CaptureTriggers seen, const QueryContext::Counters& counters) {
  const int64_t work = WorkOf(counters);
  if (before_sample_.load(std::memory_order_relaxed) < 0) {
    seen |= kSampledTrigger;
    before_sample_.store(QueriesBetweenSamples(), std::memory_order_relaxed);
  }
  if (work > most_work_) seen |= kSlowTrigger;
  const auto triggers = static_cast<CaptureTriggers>(seen & options_.triggers);
  if (triggers == 0) return;
  const RecordHead head = {kind, triggers, static_cast<uint64_t>(work), &instruction_set_};
  WriteRecord(head, asked.a, asked.b, asked.poses, asked.numbers, words, ring_);
}

}  // namespace collision2d::internal
