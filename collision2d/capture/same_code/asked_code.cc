// Two ways to ask, which same_code_test.sh compares: by the queries themselves, and by a recorder
// that is compiled out.

#include "collision2d/capture/plain_queries.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"

namespace collision2d {

#ifdef BY_RECORDER
#define ASK(recorder, Query, ...) (recorder)->Query(__VA_ARGS__)
#else
#define ASK(recorder, Query, ...) Query(__VA_ARGS__)
#endif

int CountCollisions(OptionalRecorder* recorder, const ConvexPolygon* shapes, const Pose2* poses, int count);
int CountCollisions([[maybe_unused]] OptionalRecorder* recorder, const ConvexPolygon* shapes, const Pose2* poses,
                    int count) {
  int collisions = 0;
  for (int i = 0; i + 1 < count; ++i) {
    if (!ASK(recorder, Collides, shapes[i], shapes[i + 1], poses[i])) continue;
    collisions += ASK(recorder, Collides, shapes[i], shapes[i + 1]) ? 2 : 1;
    if (ASK(recorder, Distance, shapes[i], shapes[i + 1], poses[i]) > 1.0) break;
    if (ASK(recorder, ComputeSeparation, shapes[i], shapes[i + 1]).status == SeparationStatus::kTouching) break;
  }
  return collisions;
}

}  // namespace collision2d
