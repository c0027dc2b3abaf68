#include "bench/pose_sequences.h"

#include <cmath>
#include <utility>

#include "absl/status/statusor.h"
#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

constexpr double kRadiansPerDegree = M_PI / 180.0;

// Rounding can spoil a corner of a shape of very many vertices: then another one is drawn.
ConvexPolygon RandomShape(int vertex_count, Random* random) {
  while (true) {
    absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create(PaperPolygon(vertex_count, random));
    if (shape.ok()) return *std::move(shape);
  }
}

Vec2 RandomVector(double greatest_m, Random* random) {
  const double length_m = random->Uniform(0.0, greatest_m);
  const double bearing = random->Angle();
  return length_m * Vec2{std::cos(bearing), std::sin(bearing)};
}

}  // namespace

std::vector<PoseSequence> RandomPoseSequences(int vertex_count, int sequence_count, uint64_t seed) {
  Random random(seed);
  std::vector<PoseSequence> sequences;
  sequences.reserve(sequence_count);
  for (int i = 0; i < sequence_count; ++i) {
    ConvexPolygon a = RandomShape(vertex_count, &random);
    ConvexPolygon b = RandomShape(vertex_count, &random);
    PoseSequence& sequence = sequences.emplace_back(PoseSequence{std::move(a), std::move(b), {}});
    const Vec2 start = RandomVector(10.0, &random);
    const Vec2 step = RandomVector(0.5, &random);
    const double heading = random.Angle();
    const double turn = random.Uniform(-5.0, 5.0) * kRadiansPerDegree;
    for (int k = 0; k < kPosesPerSequence; ++k) {
      sequence.a_from_b[k] = Pose2::FromYaw(start + static_cast<double>(k) * step, heading + k * turn);
    }
  }
  return sequences;
}

}  // namespace collision2d::bench
