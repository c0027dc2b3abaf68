#include "collision2d/capture/tool/pairwise_row.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "collision2d/batch/batch_distance.h"
#include "collision2d/batch/hit.h"
#include "collision2d/capture/answer_words.h"
#include "collision2d/capture/little_endian.h"
#include "collision2d/capture/row_words.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"

namespace collision2d {
namespace {

Pose2 BodyFromObstacle(const CapturedQuery& row, size_t k) { return RelativePose(row.poses[0], row.poses[1 + k]); }

// The obstacles that any of the body's shapes collides with, or is within a limit of, by `is_hit(shape, obstacle, pose)`.
template <typename IsHit>
std::vector<uint64_t> MaskOf(const CapturedQuery& row, const IsHit& is_hit) {
  std::vector<uint64_t> mask(MaskWordsPerPose(static_cast<int>(row.obstacles.size())));
  for (size_t k = 0; k < row.obstacles.size(); ++k) {
    const bool any = std::any_of(row.body.begin(), row.body.end(), [&](const ConvexPolygon& shape) {
      return is_hit(shape, row.obstacles[k], BodyFromObstacle(row, k));
    });
    mask[k / 64] |= uint64_t{any} << k % 64;
  }
  return mask;
}

std::vector<uint64_t> CollisionMaskOf(const CapturedQuery& row) {
  return MaskOf(row, [](const auto&... pair) { return Collides(pair...); });
}

int HitCount(const CapturedQuery& row) {
  int count = 0;
  const std::vector<uint64_t> mask = CollisionMaskOf(row);
  for (size_t k = 0; k < row.obstacles.size(); ++k) count += static_cast<int>(mask[k / 64] >> k % 64 & 1);
  return count;
}

Hit FirstHitOf(const CapturedQuery& row) {
  for (size_t k = 0; k < row.obstacles.size(); ++k) {
    for (size_t e = 0; e < row.body.size(); ++e) {
      if (Collides(row.body[e], row.obstacles[k], BodyFromObstacle(row, k))) {
        return {static_cast<int>(k), static_cast<int>(e)};
      }
    }
  }
  return {};
}

Nearest NearestOf(const CapturedQuery& row) {
  Nearest nearest;
  for (size_t k = 0; k < row.obstacles.size(); ++k) {
    for (size_t e = 0; e < row.body.size(); ++e) {
      const double distance_m = Distance(row.body[e], row.obstacles[k], BodyFromObstacle(row, k));
      if (distance_m <= row.numbers[0] && distance_m < nearest.distance_m) {
        nearest = {distance_m, static_cast<int>(k), static_cast<int>(e)};
      }
    }
  }
  return nearest;
}

NearestSeparation NearestSeparationOf(const CapturedQuery& row) {
  const Nearest nearest = NearestOf(row);
  if (nearest.obstacle < 0) return {};
  const auto k = static_cast<size_t>(nearest.obstacle);
  return {
      ComputeSeparation(row.body[static_cast<size_t>(nearest.body_shape)], row.obstacles[k], BodyFromObstacle(row, k)),
      nearest.obstacle, nearest.body_shape};
}

std::vector<uint64_t> DistancesOf(const CapturedQuery& row) {
  std::vector<uint64_t> distances;
  for (size_t k = 0; k < row.obstacles.size(); ++k) {
    double least_m = std::numeric_limits<double>::infinity();
    for (const ConvexPolygon& shape : row.body) {
      least_m = std::min(least_m, Distance(shape, row.obstacles[k], BodyFromObstacle(row, k)));
    }
    distances.push_back(internal::BitsOf(least_m));
  }
  return distances;
}

template <typename Answer>
std::vector<uint64_t> WordsOf(const Answer& answer) {
  const auto words = internal::WordsOf(answer);
  return {words.begin(), words.end()};
}

}  // namespace

std::vector<uint64_t> PairwiseAnswer(const CapturedQuery& row) {
  switch (row.kind) {
    case QueryKind::kCollisionMask:
      return CollisionMaskOf(row);
    case QueryKind::kDistancesWithin:
      return MaskOf(row, [&](const auto&... pair) { return DistanceWithin(pair..., row.numbers[0]); });
    case QueryKind::kAnyHit:
      return WordsOf(HitCount(row) > 0);
    case QueryKind::kFirstHit:
      return WordsOf(FirstHitOf(row));
    case QueryKind::kCountHits:
      return WordsOf(HitCount(row));
    case QueryKind::kMinimumDistance:
      return WordsOf(NearestOf(row));
    case QueryKind::kAllDistances:
      return DistancesOf(row);
    default:
      return WordsOf(NearestSeparationOf(row));
  }
}

}  // namespace collision2d
