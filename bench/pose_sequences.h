#ifndef COLLISION2D_BENCH_POSE_SEQUENCES_H_
#define COLLISION2D_BENCH_POSE_SEQUENCES_H_

#include <array>
#include <cstdint>
#include <vector>

#include "collision2d/collision2d.h"

namespace collision2d::bench {

inline constexpr int kPosesPerSequence = 20;

// Two shapes of PaperPolygon, each about the origin of its frame, and poses of b in the frame of a along a trajectory:
// b moves by a constant step of up to 0.5 m and turns by a constant angle of up to 5 degrees from pose to pose, both
// uniform.
struct PoseSequence {
  ConvexPolygon a;
  ConvexPolygon b;
  std::array<Pose2, kPosesPerSequence> a_from_b;
};

// Seeded sequences of shapes of that many vertices, which are from 0 to 10 m (uniform, between the origins) apart at
// first.
// REQUIRES: vertex_count >= 3, sequence_count >= 0.
std::vector<PoseSequence> RandomPoseSequences(int vertex_count, int sequence_count, uint64_t seed);

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_POSE_SEQUENCES_H_
