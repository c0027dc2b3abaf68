#include "collision2d/capture/pair_recorder.h"

#include <limits>

#include "collision2d/capture/record_writer.h"

namespace collision2d::internal {

PairRecorder::PairRecorder(CaptureRing* ring, const CaptureOptions& options)
    : ring_(ring), options_(options), until_sample_(FullCount()), instruction_set_(UsedInstructionSet()) {}

int64_t PairRecorder::FullCount() const {
  return options_.sample_every > 0 ? options_.sample_every : std::numeric_limits<int64_t>::max();
}

void PairRecorder::Record(const AskedPair& asked, CaptureTriggers seen, int64_t work) {
  if (until_sample_.load(std::memory_order_relaxed) <= 0) {
    seen |= kSampledTrigger;
    until_sample_.store(FullCount(), std::memory_order_relaxed);
  }
  if (work >= options_.slow_work) seen |= kSlowTrigger;
  const auto triggers = static_cast<CaptureTriggers>(seen & options_.triggers);
  if (triggers == 0) return;
  const RecordHead head = {asked.kind, triggers,           static_cast<uint64_t>(work), &instruction_set_, 1,
                           1,          asked.poses.size(), asked.numbers.size(),        asked.words.size()};
  WritePair(head, asked.a, asked.b, asked.poses, asked.numbers, asked.words, ring_);
}

}  // namespace collision2d::internal
