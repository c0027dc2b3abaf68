#include "collision2d/capture/replay_query.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/capture/batch_recorder.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/read_capture.h"
#include "collision2d/capture/records/layout.h"

namespace collision2d::internal {
namespace {

size_t RecordBytesOf(const CapturedQuery& query) {
  size_t bytes = kHeadBytes + kPoseBytes * query.poses.size() + kWordBytes * (query.numbers.size() + AnswerSize(query));
  for (const auto* shapes : {&query.body, &query.obstacles}) {
    for (const ConvexPolygon& shape : *shapes) {
      bytes += kShapeHeadBytes + kVertexBytes * static_cast<size_t>(shape.size());
    }
  }
  return bytes;
}

absl::Status AskRow(const CapturedQuery& query, const PolygonBatch& batch, BatchRecorder* recorder) {
  const auto pose = absl::MakeConstSpan(query.poses).first(1);
  std::vector<uint64_t> mask(Obstacles(batch).mask_words());
  switch (query.kind) {
    case QueryKind::kCollisionMask:
      return recorder->CollisionMask(query.body, pose, batch, absl::MakeSpan(mask));
    case QueryKind::kAnyHit: {
      uint8_t any_hit;
      return recorder->AnyHit(query.body, pose, batch, {&any_hit, 1});
    }
    case QueryKind::kFirstHit: {
      Hit first_hit;
      return recorder->FirstHit(query.body, pose, batch, {&first_hit, 1});
    }
    case QueryKind::kCountHits: {
      int32_t hit_count;
      return recorder->CountHits(query.body, pose, batch, {&hit_count, 1});
    }
    case QueryKind::kMinimumDistance: {
      Nearest<double> nearest;
      return recorder->MinimumDistance(query.body, pose, batch, query.numbers, {&nearest, 1});
    }
    case QueryKind::kAllDistances: {
      std::vector<double> distance_m(query.obstacles.size());
      return recorder->AllDistances(query.body, pose, batch, absl::MakeSpan(distance_m));
    }
    case QueryKind::kWithinMask:
      return recorder->WithinMask(query.body, pose, batch, query.numbers[0], absl::MakeSpan(mask));
    default: {
      Nearest<Separation> nearest;
      return recorder->MinimumSeparation(query.body, pose, batch, query.numbers, {&nearest, 1});
    }
  }
}

}  // namespace

absl::StatusOr<CaptureRecord> RecordOfOne(const CapturedQuery& query,
                                          const std::function<absl::Status(CaptureRing*)>& ask) {
  if (absl::Status status = CheckForm(query); !status.ok()) return status;
  if (absl::Status status = CheckArguments(query); !status.ok()) return status;
  CaptureSlot slot;
  std::vector<uint8_t> bytes(RecordBytesOf(query));
  CaptureRing ring({&slot, 1}, absl::MakeSpan(bytes));
  if (absl::Status status = ask(&ring); !status.ok()) return status;
  CaptureContents contents = ReadCapture(CaptureBytes(&ring));
  if (!contents.status.ok()) return contents.status;
  if (contents.records.empty()) return absl::InternalError("the query returned an error");
  return std::move(contents.records.front());
}

absl::StatusOr<CaptureRecord> ReplayRow(const CapturedQuery& query) {
  return RecordOfOne(query, [&](CaptureRing* ring) {
    const auto world_from_obstacle = absl::MakeConstSpan(query.poses).subspan(1);
    const absl::StatusOr<PolygonBatch> batch = PolygonBatch::Create(query.obstacles, world_from_obstacle);
    if (!batch.ok()) return batch.status();
    BatchRecorder recorder(ring, {1});
    return AskRow(query, *batch, &recorder);
  });
}

}  // namespace collision2d::internal
