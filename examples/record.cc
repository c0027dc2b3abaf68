// Records queries in a ring, and writes what it has to a file.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/collision2d.h"

namespace {

using namespace collision2d;

absl::Status Record(const std::string& path) {
  const absl::StatusOr<ConvexPolygon> made = ConvexPolygon::Rectangle(4.5, 1.8, /*center=*/{1.4, 0.0});
  if (!made.ok()) return made.status();
  const ConvexPolygon& car = *made;
  const std::vector<ConvexPolygon> cars(2, car);
  const std::vector<Pose2> world_from_car = {Pose2::FromYaw({6.0, 0.5}, 0.2), Pose2::FromYaw({30.0, 0.0}, 0.0)};
  absl::StatusOr<PolygonBatch> batch = PolygonBatch::Create(cars, world_from_car);
  if (!batch.ok()) return batch.status();
  CaptureOptions options;
  options.sample_every = 1;
  // [README]
  CaptureMemory memory(/*slot_count=*/1024, /*slot_bytes=*/4096);  // The only allocation.
  Recorder recorder(memory.ring(), options);                       // One for each thread; they share the ring.

  const bool hit = recorder.Collides(car, car, world_from_car[0]);  // Instead of Collides: the same answer.

  // [README]
  // [README]
  batch->set_pair_query_hook(&recorder);  // Of a PolygonBatch or a StaticMap: all calls, on every thread.
  // [README]
  // [README]
  // On request, from any thread. Allocates.
  if (absl::Status status = DumpCapture(memory.ring(), path); !status.ok()) return status;
  // [README]
  std::printf("%s, recorded\n", hit ? "a hit" : "free");
  return absl::OkStatus();
}

}  // namespace

int main() {
  const char* const folder = std::getenv("TEST_TMPDIR");
  const absl::Status status = Record(std::string(folder == nullptr ? "." : folder) + "/drive.capture");
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
