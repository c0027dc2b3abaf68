// FirstDepartures against samples in time.

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/motion.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/road/testing/lattice_roads.h"
#include "planner_adapter/road/testing/road_families.h"
#include "planner_adapter/road/testing/road_of.h"

namespace collision2d::planner {
namespace {

using Body = std::vector<ConvexPolygon>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Steps are a second apart.
SweptHit DepartureOf(const Road& road, const Body& body, const std::vector<Pose2>& poses) {
  std::vector<double> times_s;
  for (size_t k = 0; k < poses.size(); ++k) times_s.push_back(static_cast<double>(k));
  SweptHit departure;
  const Trajectories trajectories{poses, static_cast<int>(poses.size())};
  const absl::Status status = road.FirstDepartures(body, trajectories, times_s, {}, absl::MakeSpan(&departure, 1));
  EXPECT_TRUE(status.ok()) << status;
  return departure;
}

RoadPoseClearance ClearanceAt(const Road& road, const Body& body, const std::vector<Pose2>& poses, double time_s) {
  const size_t interval = std::min(static_cast<size_t>(time_s), poses.size() - 2);
  const double start_s = static_cast<double>(interval);
  const Motion motion = *Motion::Between(poses[interval], poses[interval + 1], start_s, start_s + 1.0);
  RoadPoseClearance clearance;
  EXPECT_TRUE(road.Clearances(body, {motion.PoseAt(time_s)}, absl::MakeSpan(&clearance, 1)).ok());
  return clearance;
}

// m. How far a body may be outside unnoticed.
double MarginOf(const Body& body) {
  double ratio = 1.0;
  for (const ConvexPolygon& shape : body) {
    if (shape.inner_radius_m() > 0.0) ratio = std::max(ratio, shape.bounding_radius_m() / shape.inner_radius_m());
  }
  return 1.01 * ratio * kDepartureMargin_m + kRoadClearanceError_m;
}

std::vector<Pose2> Along(const std::vector<Vec2>& places) {
  std::vector<Pose2> poses;
  for (const Vec2 place : places) poses.push_back(Pose2{place});
  return poses;
}

// The square [0, 20]^2 with the notch [9, 10] x [5, 20].
std::vector<OutlinePiece> Notched() {
  return Ring({{0, 0}, {20, 0}, {20, 20}, {10, 20}, {10, 5}, {9, 5}, {9, 20}, {0, 20}});
}

const Body kBox = {RectangleCell({-1, -1}, {1, 1})};

TEST(RoadDeparturesTest, StaysInside) {
  const SweptHit departure = DepartureOf(RoadOf(Notched()), kBox, Along({{2, 2}, {15, 2}, {15, 15}}));
  EXPECT_EQ(departure.step, -1);
  EXPECT_EQ(departure.obstacle, -1);
  EXPECT_EQ(departure.free_until_s, kInfinity);
  EXPECT_EQ(departure.contact_by_s, kInfinity);
  EXPECT_FALSE(departure.is_undecided);
}

TEST(RoadDeparturesTest, Leaves) {
  // Its side at y - 1 reaches y = 0 when y = 1: in the second interval, after half of it.
  const SweptHit departure = DepartureOf(RoadOf(Notched()), kBox, Along({{2, 3}, {4, 2}, {4, 0}}));
  EXPECT_EQ(departure.step, 1);
  EXPECT_EQ(departure.obstacle, 0);
  EXPECT_EQ(departure.body_shape, 0);
  EXPECT_NEAR(departure.free_until_s, 1.5, 1e-5);
  EXPECT_NEAR(departure.contact_by_s, 1.5, 1e-5);
  EXPECT_LE(departure.free_until_s, departure.contact_by_s);
  EXPECT_FALSE(departure.is_undecided);
}

TEST(RoadDeparturesTest, SlidingAlongTheEdgeIsNoDeparture) {
  const Road road = RoadOf(Notched());
  EXPECT_EQ(DepartureOf(road, kBox, Along({{1, 1}, {19, 1}, {19, 19}})).step, -1);
  EXPECT_EQ(DepartureOf(road, kBox, Along({{1, 4}, {19, 4}})).step, -1);  // Below the notch.
  const Body disc = {*ConvexPolygon::Create({{0, 0}}, 1.0)};
  EXPECT_EQ(DepartureOf(road, disc, Along({{1, 1}, {19, 1}, {19, 19}})).step, -1);
  // A step of 1 mm beyond the edge is one.
  EXPECT_EQ(DepartureOf(road, kBox, Along({{1, 1}, {19, 0.999}})).step, 0);
}

// At its steps the body is on either side of the notch.
TEST(RoadDeparturesTest, NotchBetweenSteps) {
  const Road road = RoadOf(Notched());
  for (const double y : {6.1, 10.0, 18.0}) {
    const SweptHit departure = DepartureOf(road, kBox, Along({{7, y}, {12, y}}));
    EXPECT_EQ(departure.step, 0);
    EXPECT_NEAR(departure.contact_by_s, 0.2, 1e-5);
    EXPECT_NEAR(departure.free_until_s, 0.2, 1e-5);
  }
}

TEST(RoadDeparturesTest, JumpAcrossTheEdgeOfATinyBody) {
  const Body tiny = {*ConvexPolygon::Rectangle(1e-3, 1e-3)};
  const SweptHit departure = DepartureOf(RoadOf(Notched()), tiny, Along({{5, 5}, {5, -5}}));
  EXPECT_EQ(departure.step, 0);
  EXPECT_NEAR(departure.contact_by_s, 0.5, 1e-3);
}

TEST(RoadDeparturesTest, TurningOnTheSpot) {
  const Road road = RoadOf(Ring({{0, 0}, {20, 0}, {20, 4}, {0, 4}}));
  const Body body = {*ConvexPolygon::Rectangle(6.0, 2.0)};
  const SweptHit departure = DepartureOf(road, body, {Pose2{{10, 2}}, Pose2::FromYaw({10, 2}, 1.5)});
  EXPECT_EQ(departure.step, 0);
  // 3 sin(yaw) + cos(yaw) = 2.
  const double yaw_rad = std::asin(2.0 / std::sqrt(10.0)) - std::atan2(1.0, 3.0);
  EXPECT_NEAR(departure.contact_by_s, yaw_rad / 1.5, 1e-5);
}

// Lanes that were drawn with gaps of 1 cm between cells, and a vehicle that crosses them in every
// direction.
TEST(RoadDeparturesTest, ClosedGapsAreNoDepartures) {
  Random random(TestSeed() + 1);
  for (int i = 0; i < 100; ++i) {
    const Road road = RoadOf(RandomRoad(RoadFamily::kGaps, &random));
    double top_m = 0.0;
    for (const OutlinePiece& piece : road.pieces()) top_m = std::max(top_m, piece.to.y);
    const Body body = {RectangleCell({-2, -0.6}, {2, 0.6}), RectangleCell({-2.2, -0.4}, {2.2, 0.4})};
    std::vector<Pose2> poses;
    for (int step = 0; step <= 20; ++step) {
      // The box of the body, turned by up to 0.3 rad, reaches less than 1.4 m to either side.
      const double y = random.Uniform(std::min(1.4, 0.5 * top_m), std::max(top_m - 1.4, 0.5 * top_m));
      poses.push_back(Pose2::FromYaw({3.0 + 2.1 * step, y}, random.Uniform(-0.3, 0.3)));
    }
    EXPECT_EQ(DepartureOf(road, body, poses).step, -1) << "road " << i;
    std::vector<RoadPoseClearance> clearances(poses.size());
    ASSERT_TRUE(road.Clearances(body, poses, absl::MakeSpan(clearances)).ok());
    for (const RoadPoseClearance& clearance : clearances) EXPECT_TRUE(clearance.is_inside) << "road " << i;
  }
}

TEST(RoadDeparturesTest, RoadWithoutEdgeHasNone) {
  EXPECT_EQ(DepartureOf(Road(), kBox, Along({{0, 0}, {1e5, 0}})).step, -1);
}

TEST(RoadDeparturesTest, ErrorsNameWhatIsWrong) {
  const Road road = RoadOf(Notched());
  const std::vector<Pose2> poses = Along({{1, 1}, {2, 2}});
  SweptHit departure;
  departure.step = 77;
  const auto status = [&](const std::vector<double>& times_s, const std::vector<Pose2>& world_from_body) {
    return road.FirstDepartures(kBox, {world_from_body, 2}, times_s, {}, absl::MakeSpan(&departure, 1));
  };
  EXPECT_EQ(status({0.0}, poses).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status({1.0, 0.0}, poses).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status({0.0, 1.0}, Along({{1, 1}, {2, std::nan("")}})).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(departure.step, 77);
}

// Before free_until_s no sample is outside by more than the margin; just after contact_by_s the
// body is.
void ExpectSamplesAgree(const Road& road, const Body& body, const std::vector<Pose2>& poses,
                        const SweptHit& departure) {
  const double margin_m = MarginOf(body);
  const double end_s = static_cast<double>(poses.size() - 1);
  const double free_until_s = std::min(departure.free_until_s, end_s);
  constexpr int kSamples = 200;
  for (int k = 0; k <= kSamples; ++k) {
    const double time_s = free_until_s * k / kSamples;
    EXPECT_GE(ClearanceAt(road, body, poses, time_s).clearance_m, -margin_m) << "at " << time_s << " s";
  }
  if (departure.step < 0) return;
  EXPECT_LE(departure.free_until_s, departure.contact_by_s);
  EXPECT_GE(departure.contact_by_s, departure.step);
  EXPECT_LE(departure.contact_by_s, departure.step + 1.0);
  if (departure.is_undecided) return;
  EXPECT_FALSE(ClearanceAt(road, body, poses, departure.contact_by_s).is_inside) << "at " << departure.contact_by_s;
}

TEST(RoadDeparturesTest, SamplesAgree) {
  Random random(TestSeed());
  int departing = 0;
  int staying = 0;
  for (int i = 0; i < 60 * kRoadFamilyCount; ++i) {
    const auto family = static_cast<RoadFamily>(i % kRoadFamilyCount);
    SCOPED_TRACE(NameOf(family));
    const Road road = RoadOf(RandomRoad(family, &random));
    Body body = {RandomBody(&random)};
    // Shapes without interior depart when they touch the edge.
    if (body[0].size() < 3 && body[0].radius_m() == 0.0) continue;
    std::vector<Pose2> poses = {RandomPoseNearEdge(body[0], road.pieces(), &random)};
    RoadPoseClearance at_start;
    ASSERT_TRUE(road.Clearances(body, poses, absl::MakeSpan(&at_start, 1)).ok());
    if (!at_start.is_inside) continue;
    for (int step = 0; step < 2; ++step) {
      const Vec2 way{random.Uniform(-2.0, 2.0), random.Uniform(-2.0, 2.0)};
      poses.push_back(
          Pose2::FromYaw(poses.back().translation + way, poses.back().yaw_rad() + random.Uniform(-0.5, 0.5)));
    }
    const SweptHit departure = DepartureOf(road, body, poses);
    ++(departure.step < 0 ? staying : departing);
    ExpectSamplesAgree(road, body, poses, departure);
    ASSERT_FALSE(HasFailure()) << i << " " << HexFormat(body[0]) << "\n"
                               << HexFormat(poses[0]) << "\n"
                               << HexFormat(poses[1]) << "\n"
                               << HexFormat(poses[2]);
  }
  EXPECT_GT(departing, 30);
  EXPECT_GT(staying, 15);
}

}  // namespace
}  // namespace collision2d::planner
