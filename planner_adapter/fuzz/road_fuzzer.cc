// Roads of any pieces, cells or borders, and bodies on them: whether a body is inside, against
// rational numbers; witnesses; trajectories against single poses. What is refused has a message.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/results.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "gtest/gtest.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/road/testing/clearance_checker.h"
#include "planner_adapter/road/testing/containment_oracle.h"
#include "planner_adapter/road/testing/hex_pieces.h"
#include "planner_adapter/road/testing/lattice_roads.h"

namespace collision2d::planner {
namespace {

constexpr int kMaxLines = 5;
constexpr int kMaxPoints = 8;
constexpr int kMaxPoses = 4;
// m. Beyond it kRoadClearanceError_m does not hold.
constexpr double kAccurate_m = 1e5;

std::vector<ConvexPolygon> TakeHulls(FuzzInput* input) {
  std::vector<ConvexPolygon> hulls;
  for (int i = input->Index(kMaxLines); i >= 0; --i) {
    const double radius_m = input->Index(4) == 0 ? input->Byte() / 16.0 : 0.0;
    absl::StatusOr<ConvexPolygon> hull = ConvexPolygon::Hull(input->Points(kMaxPoints), radius_m);
    if (hull.ok()) hulls.push_back(*std::move(hull));
  }
  return hulls;
}

std::vector<RoadLine> TakeLines(FuzzInput* input) {
  std::vector<RoadLine> lines;
  for (int i = input->Index(kMaxLines); i >= 0; --i) {
    lines.push_back({std::to_string(i), input->Points(kMaxPoints)});
    if (input->Index(2) == 0) lines.back().points.push_back(lines.back().points.front());
  }
  return lines;
}

absl::StatusOr<Road> TakeRoad(FuzzInput* input) {
  switch (input->Index(4)) {
    case 0:
      return Road::FromCells(TakeHulls(input), {}, input->Byte() / 256.0);
    case 1:
      return Road::FromBorders(TakeLines(input));
    case 2:
      return Road::FromRecordedBorders(TakeLines(input));
    default: {
      std::vector<OutlinePiece> pieces;
      for (const RoadLine& line : TakeLines(input)) {
        for (const OutlinePiece& piece : Ring(line.points)) pieces.push_back(piece);
      }
      return Road::Create(pieces);
    }
  }
}

bool IsClosed(absl::Span<const OutlinePiece> pieces) {
  std::map<std::pair<double, double>, int> ends;
  for (const OutlinePiece& piece : pieces) {
    ++ends[{piece.from.x, piece.from.y}];
    --ends[{piece.to.x, piece.to.y}];
  }
  return std::all_of(ends.begin(), ends.end(), [](const auto& end) { return end.second == 0; });
}

bool IsAccurate(absl::Span<const Vec2> points) {
  return std::all_of(points.begin(), points.end(),
                     [](Vec2 p) { return std::abs(p.x) <= kAccurate_m && std::abs(p.y) <= kAccurate_m; });
}

bool IsAccurate(absl::Span<const OutlinePiece> pieces) {
  return std::all_of(pieces.begin(), pieces.end(), [](const OutlinePiece& piece) {
    return IsAccurate({piece.from, piece.to});
  });
}

// The oracle takes what is far from all pieces for no road.
bool IsBounded(const Road& road) {
  RoadPoseClearance clearance;
  const ConvexPolygon point = *ConvexPolygon::Create({{0.9 * kMaxCoordinate_m, 0.2 * kMaxCoordinate_m}});
  const absl::Status status = road.Clearances({point}, {Pose2{}}, absl::MakeSpan(&clearance, 1));
  EXPECT_TRUE(status.ok()) << status;
  return !clearance.is_inside;
}

void CheckBody(const Road& road, const std::vector<ConvexPolygon>& body, FuzzInput* input) {
  std::vector<Pose2> poses = {Pose2{}};
  for (int i = input->Index(kMaxPoses); i > 0; --i) poses.push_back(input->Pose());
  std::vector<RoadPoseClearance> each(poses.size());
  const absl::Status status = road.Clearances(body, poses, absl::MakeSpan(each));
  std::vector<TrajectoryRoadClearance> least(1);
  const Trajectories trajectory = {poses, static_cast<int>(poses.size())};
  const absl::Status status_of_least = road.MinimumClearances(body, trajectory, absl::MakeSpan(least));
  EXPECT_EQ(status.code(), status_of_least.code());
  if (!status.ok()) {
    EXPECT_FALSE(status.message().empty());
    return;
  }
  const absl::Span<const OutlinePiece> pieces = road.pieces();
  const bool has_oracle = IsClosed(pieces) && IsBounded(road);
  bool is_accurate = IsAccurate(pieces);
  for (size_t p = 0; p < poses.size(); ++p) {
    bool is_on_road = true;
    bool has_radius = false;
    for (const ConvexPolygon& shape : body) {
      std::vector<Vec2> ring;
      for (const Vec2 vertex : shape.vertices()) ring.push_back(poses[p] * vertex);
      is_accurate = is_accurate && IsAccurate(ring);
      has_radius = has_radius || shape.radius_m() > 0.0;
      is_on_road = is_on_road && !pieces.empty() && IsExactlyOnRoad(ring, pieces);
    }
    if (has_oracle && !has_radius) EXPECT_EQ(each[p].is_inside, is_on_road) << HexFormat(poses[p]);
    if (is_accurate && !pieces.empty() && body.size() == 1) CheckWitnesses(body[0], poses[p], pieces, each[p]);
  }
  const auto first_outside =
      std::find_if(each.begin(), each.end(), [](const RoadPoseClearance& clearance) { return !clearance.is_inside; });
  EXPECT_EQ(least[0].first_outside, first_outside == each.end() ? -1 : static_cast<int>(first_outside - each.begin()));
  const auto deepest = std::min_element(
      each.begin(), each.end(),
      [](const RoadPoseClearance& a, const RoadPoseClearance& b) { return a.clearance_m < b.clearance_m; });
  if (is_accurate && !pieces.empty() && !body.empty()) {
    EXPECT_NEAR(least[0].least.clearance_m, deepest->clearance_m, kRoadClearanceError_m);
  }
  std::vector<double> times_s;
  for (size_t p = 0; p < poses.size(); ++p) times_s.push_back(0.5 * static_cast<double>(p));
  SweptHit departure;
  const absl::Status status_of_motion =
      road.FirstDepartures(body, trajectory, times_s, {1e-3, 1e-3}, absl::MakeSpan(&departure, 1));
  EXPECT_TRUE(status_of_motion.ok()) << status_of_motion;
  EXPECT_FALSE(departure.free_until_s > departure.contact_by_s);
}

void Fuzz(FuzzInput input) {
  const absl::StatusOr<Road> road = TakeRoad(&input);
  if (!road.ok()) {
    EXPECT_FALSE(road.status().message().empty());
    return;
  }
  SCOPED_TRACE(HexPieces(road->pieces()));
  const std::vector<ConvexPolygon> body = TakeHulls(&input);
  std::string of_body;
  for (const ConvexPolygon& shape : body) of_body += HexFormat(shape) + "\n";
  SCOPED_TRACE(of_body);
  CheckBody(*road, body, &input);
}

}  // namespace
}  // namespace collision2d::planner

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  collision2d::planner::Fuzz({data, size});
  if (testing::Test::HasFailure()) std::abort();
  return 0;
}
