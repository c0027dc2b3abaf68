#include "collision2d/capture/tool/testing/example_capture.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"

namespace collision2d {
namespace {

constexpr uint64_t kSeed = 20261123;
constexpr size_t kSlots = 256;
constexpr size_t kSlotBytes = 8192;

void AskPairs(Random* random, Recorder* recorder) {
  for (int i = 0; i < 2000; ++i) {
    const ShapePair pair = RandomPair(RandomFamily(random), 64, random);
    recorder->Collides(pair.a, pair.b);
    recorder->Distance(pair.a, pair.b);
    recorder->ComputeSeparation(pair.a, pair.b);
    const ConvexPolygon a = RandomPolygon(12, random);
    const ConvexPolygon b = RandomPolygon(12, random);
    const Pose2 start = RandomPose(2.0, random);
    recorder->DistanceWithin(a, b, start, random->Uniform(0.0, 2.0));
    recorder->ComputeSeparationGradient(a, b, start);
    const PairQueryHook::PosesOfMotion still = {};
    const PairQueryHook::PosesOfMotion moving = {start, RandomPose(2.0, random)};
    recorder->TimeOfImpact(a, still, b, moving, 0.0, 1.0).IgnoreError();
    recorder->IsMotionFree(a, still, b, moving, 0.0, 1.0).IgnoreError();
    recorder->MinimumDistanceOverMotion(a, still, b, moving, 0.0, 1.0).IgnoreError();
  }
}

}  // namespace

absl::Status DumpExample(const std::string& path) {
  std::vector<CaptureSlot> slots(kSlots);
  std::vector<uint8_t> bytes(kSlots * kSlotBytes);
  CaptureRing ring(absl::MakeSpan(slots), absl::MakeSpan(bytes));
  Random random(kSeed);
  CaptureOptions options;
  // A prime: the queries of all kinds take turns.
  options.sample_every = 101;
  options.slow_work = 100;
  Recorder recorder(&ring, options);
  AskPairs(&random, &recorder);
  return DumpCapture(&ring, path);
}

}  // namespace collision2d
