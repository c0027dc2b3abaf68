#include "collision2d/capture/batch_recorder.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "absl/strings/string_view.h"
#include "collision2d/batch/obstacles.h"

namespace collision2d {
namespace {

using internal::WordsOf;

// Queries without a limit.
constexpr auto kNoNumber = [](size_t /*p*/) { return std::array<double, 0>(); };

// The limit of a pose, where an empty list means none.
auto LimitFrom(absl::Span<const double> limit_m) {
  return [limit_m](size_t p) {
    return std::array<double, 1>{limit_m.empty() ? std::numeric_limits<double>::infinity() : limit_m[p]};
  };
}

}  // namespace

struct BatchRecorder::Call {
  QueryKind kind;
  absl::Span<const ConvexPolygon> body;
  absl::Span<const Pose2> world_from_body;
  const PolygonBatch& batch;
};

BatchRecorder::BatchRecorder(CaptureRing* ring, const BatchCaptureOptions& options)
    : ring_(ring), options_(options), instruction_set_(internal::UsedInstructionSet()) {}

template <typename Make, typename LimitOf, typename AnswerOf>
absl::Status BatchRecorder::Ask(const Call& call, const Make& make, const LimitOf& limit_of,
                                const AnswerOf& answer_of) {
  const int64_t start_ns = options_.clock_ns == nullptr ? 0 : options_.clock_ns();
  absl::Status status = make();
  const size_t poses = call.world_from_body.size();
  if (!status.ok() || poses == 0) return status;
  const bool is_slow = options_.clock_ns != nullptr && options_.clock_ns() - start_ns >= options_.slow_call_ns;
  const int64_t number = calls_++;
  const bool is_sampled = options_.sample_every > 0 && (number + 1) % options_.sample_every == 0;
  const auto write = [&](size_t p, CaptureTriggers triggers) {
    const auto answer = answer_of(p);
    WriteRow(call, p, triggers, limit_of(p), absl::MakeConstSpan(answer));
  };
  if (is_sampled) write(static_cast<size_t>(number / options_.sample_every) % poses, kSampledTrigger);
  if (is_slow) {
    const size_t rows = std::min(poses, static_cast<size_t>(std::max(options_.rows_of_slow_call, int64_t{0})));
    for (size_t p = 0; p < rows; ++p) write(p, kSlowTrigger);
    ring_->CountRowsLeftOut(poses - rows);
  }
  return status;
}

template <typename Word>
void BatchRecorder::WriteRow(const Call& call, size_t p, CaptureTriggers triggers, absl::Span<const double> numbers,
                             absl::Span<const Word> answer) {
  const PolygonBatch& batch = call.batch;
  size_t present = 0;
  size_t shape_bytes = 0;
  for (const ConvexPolygon& shape : call.body) shape_bytes += internal::ShapeBytes(shape);
  for (int k = 0; k < batch.size(); ++k) {
    if (!batch.is_present(k)) continue;
    ++present;
    shape_bytes += internal::ShapeBytes(batch.shape(k));
  }
  const absl::string_view names = FormOf(call.kind)->words;
  const size_t words = names == "mask[]" ? (present + 63) / 64 : names == "distance_m[]" ? present : answer.size();
  const internal::RecordHead head = {call.kind,   triggers,       0,    &instruction_set_, call.body.size(), present,
                                     1 + present, numbers.size(), words};
  const CaptureRing::Claim claim = ring_->TryClaim(internal::RecordBytes(head, shape_bytes));
  if (claim.bytes == nullptr) return;
  internal::RecordWriter writer(claim, head);
  for (const ConvexPolygon& shape : call.body) writer.Add(shape);
  for (int k = 0; k < batch.size(); ++k) {
    if (batch.is_present(k)) writer.Add(batch.shape(k));
  }
  writer.Add(call.world_from_body[p]);
  for (int k = 0; k < batch.size(); ++k) {
    if (batch.is_present(k)) writer.Add(batch.world_from_shape(k));
  }
  writer.Add(numbers);
  AddAnswer(call, answer, &writer);
  ring_->Release(claim);
}

template <typename Word>
void BatchRecorder::AddAnswer(const Call& call, absl::Span<const Word> answer, internal::RecordWriter* writer) {
  const absl::string_view names = FormOf(call.kind)->words;
  const auto rank_of = [&](int obstacle) {
    int rank = 0;
    for (int k = 0; k < obstacle; ++k) rank += call.batch.is_present(k);
    return rank;
  };
  if constexpr (std::is_same_v<Word, double>) {
    for (int k = 0; k < call.batch.size(); ++k) {
      if (call.batch.is_present(k)) writer->Add(answer.subspan(k, 1));
    }
  } else if (names == "mask[]") {
    Word word = 0;
    int bits = 0;
    for (int k = 0; k < call.batch.size(); ++k) {
      if (call.batch.is_present(k)) word |= (answer[k / 64] >> (k % 64) & 1) << bits++;
      const bool is_last = k + 1 == call.batch.size() && bits > 0;
      if (bits < 64 && !is_last) continue;
      writer->Add(absl::MakeConstSpan(&word, 1));
      word = 0;
      bits = 0;
    }
  } else {
    const auto obstacle = names.find("obstacle");
    const auto index = obstacle == names.npos ? -1 : std::count(names.begin(), names.begin() + obstacle, ' ');
    for (size_t i = 0; i < answer.size(); ++i) {
      const auto is_obstacle = static_cast<std::ptrdiff_t>(i) == index && static_cast<int64_t>(answer[i]) >= 0;
      const Word word = is_obstacle ? internal::WordOf(rank_of(static_cast<int>(answer[i]))) : answer[i];
      writer->Add(absl::MakeConstSpan(&word, 1));
    }
  }
}

absl::Status BatchRecorder::CollisionMask(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                          const PolygonBatch& batch, absl::Span<uint64_t> mask) {
  const size_t words = Obstacles(batch).mask_words();
  return Ask(
      {QueryKind::kCollisionMask, body, world_from_body, batch},
      [&] { return collision2d::CollisionMask(body, world_from_body, batch, mask); }, kNoNumber,
      [&](size_t p) -> absl::Span<const uint64_t> { return mask.subspan(p * words, words); });
}

absl::Status BatchRecorder::AnyHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                   const PolygonBatch& batch, absl::Span<uint8_t> any_hit) {
  return Ask(
      {QueryKind::kAnyHit, body, world_from_body, batch},
      [&] { return collision2d::AnyHit(body, world_from_body, batch, any_hit); }, kNoNumber,
      [&](size_t p) { return WordsOf(int{any_hit[p]}); });
}

absl::Status BatchRecorder::FirstHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                     const PolygonBatch& batch, absl::Span<Hit> first_hit) {
  return Ask(
      {QueryKind::kFirstHit, body, world_from_body, batch},
      [&] { return collision2d::FirstHit(body, world_from_body, batch, first_hit); }, kNoNumber,
      [&](size_t p) { return WordsOf(first_hit[p]); });
}

absl::Status BatchRecorder::CountHits(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                      const PolygonBatch& batch, absl::Span<int32_t> hit_count) {
  return Ask(
      {QueryKind::kCountHits, body, world_from_body, batch},
      [&] { return collision2d::CountHits(body, world_from_body, batch, hit_count); }, kNoNumber,
      [&](size_t p) { return WordsOf(int{hit_count[p]}); });
}

absl::Status BatchRecorder::MinimumDistance(absl::Span<const ConvexPolygon> body,
                                            absl::Span<const Pose2> world_from_body, const PolygonBatch& batch,
                                            absl::Span<const double> limit_m, absl::Span<Nearest<double>> nearest) {
  return Ask(
      {QueryKind::kMinimumDistance, body, world_from_body, batch},
      [&] { return collision2d::MinimumDistance(body, world_from_body, batch, limit_m, nearest); }, LimitFrom(limit_m),
      [&](size_t p) { return WordsOf(nearest[p]); });
}

absl::Status BatchRecorder::AllDistances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                         const PolygonBatch& batch, absl::Span<double> distance_m) {
  const auto obstacles = static_cast<size_t>(batch.size());
  return Ask(
      {QueryKind::kAllDistances, body, world_from_body, batch},
      [&] { return collision2d::AllDistances(body, world_from_body, batch, distance_m); }, kNoNumber,
      [&](size_t p) -> absl::Span<const double> { return distance_m.subspan(p * obstacles, obstacles); });
}

absl::Status BatchRecorder::WithinMask(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                       const PolygonBatch& batch, double limit_m, absl::Span<uint64_t> mask) {
  const size_t words = Obstacles(batch).mask_words();
  return Ask(
      {QueryKind::kWithinMask, body, world_from_body, batch},
      [&] { return collision2d::WithinMask(body, world_from_body, batch, limit_m, mask); },
      [&](size_t /*p*/) { return std::array<double, 1>{limit_m}; },
      [&](size_t p) -> absl::Span<const uint64_t> { return mask.subspan(p * words, words); });
}

absl::Status BatchRecorder::MinimumSeparation(absl::Span<const ConvexPolygon> body,
                                              absl::Span<const Pose2> world_from_body, const PolygonBatch& batch,
                                              absl::Span<const double> limit_m, absl::Span<Nearest<Separation>> least) {
  return Ask(
      {QueryKind::kMinimumSeparation, body, world_from_body, batch},
      [&] { return collision2d::MinimumSeparation(body, world_from_body, batch, limit_m, least); }, LimitFrom(limit_m),
      [&](size_t p) { return WordsOf(least[p]); });
}

}  // namespace collision2d
