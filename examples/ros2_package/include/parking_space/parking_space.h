#ifndef PARKING_SPACE_PARKING_SPACE_H_
#define PARKING_SPACE_PARKING_SPACE_H_

#include "absl/types/span.h"
#include "collision2d/collision2d.h"

namespace parking_space {

// Whether a body at a pose touches none of the others, at theirs; as many poses as others. Exact.
bool IsFree(const collision2d::ConvexPolygon& body, const collision2d::Pose2& map_from_body,
            absl::Span<const collision2d::ConvexPolygon> others, absl::Span<const collision2d::Pose2> map_from_others);

}  // namespace parking_space

#endif  // PARKING_SPACE_PARKING_SPACE_H_
