#include "planner_adapter/road/shapes_met.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace collision2d::planner {

std::vector<int> ShapesMet(const StaticMap& map, const ConvexPolygon& shape, const Pose2& world_from_shape) {
  std::array<int64_t, 2> begin = {0, 0};
  std::vector<int> met(16);
  const auto ask = [&] { return map.AllHits({shape}, {world_from_shape}, absl::MakeSpan(begin), absl::MakeSpan(met)); };
  if (absl::IsResourceExhausted(ask())) {
    // The room that the answers need is known now.
    met.resize(static_cast<size_t>(begin[1]));
    ask().IgnoreError();
  }
  met.resize(static_cast<size_t>(begin[1]));
  return met;
}

}  // namespace collision2d::planner
