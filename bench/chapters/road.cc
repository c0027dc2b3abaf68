// The clearance of a car to the edge of the road, timed beside FCL: see --help and
// docs/throughput.md.

#include "planner_adapter/road/road.h"

#include <cmath>
#include <cstdlib>

#include "absl/types/span.h"
#include "bench/chapter.h"
#include "bench/peers/fcl_tree.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/random.h"
#include "planner_adapter/road/road_outline.h"

namespace collision2d::bench {
namespace {

using planner::Road;
using planner::RoadPoseClearance;

constexpr char kAbout[] =
    "Times Road::Clearances: the signed clearance, with witnesses, of a car at 2000 poses from an edge of 10^4 "
    "pieces.\n"
    "FCL's tree computes the distance alone. In the case `edge` half of the poses reach beyond the edge.\n\n"
    "Times are processor times, medians. The column wrong counts the poses on the road whose distance by FCL differs "
    "by\n"
    "more than 10 um, and those beside the edge that FCL does not see in contact with it.\n"
    "Then times Road::FromCells: the union of cells and its index.";

constexpr int kPieces = 10000;
constexpr int kPoses = 2000;
constexpr double kAgreement_m = 1e-5;

// A car at many poses on a winding road with two edges.
struct RoadCase {
  std::string name;
  std::vector<planner::OutlinePiece> pieces;
  ConvexPolygon car;
  std::vector<Pose2> world_from_car;
};

constexpr double kPiece_m = 2.0;
constexpr double kHalfWidth_m = 4.0;

// The middle of the road at a length along it: bends of 100 m and of 1 km.
Pose2 MiddleAt(double x_m) {
  const double slope = 0.3 * std::cos(x_m / 50.0) + 0.2 * std::cos(x_m / 500.0);
  return Pose2::FromYaw({x_m, 15.0 * std::sin(x_m / 50.0) + 100.0 * std::sin(x_m / 500.0)}, std::atan(slope));
}

// A road of that many pieces of some 2 m and 8 m width; the car is offset from its middle by up to
// offset_m, and turned by up to 0.2 rad.
RoadCase MakeRoadCase(const std::string& name, int pieces, int poses, double offset_m, uint64_t seed) {
  RoadCase road{name, {}, *ConvexPolygon::Rectangle(4.5, 1.8, {1.4, 0.0}), {}};
  std::vector<Vec2> ring;
  const int side = pieces / 2 - 1;
  for (int i = 0; i <= side; ++i) ring.push_back(MiddleAt(kPiece_m * i) * Vec2{0.0, -kHalfWidth_m});
  for (int i = side; i >= 0; --i) ring.push_back(MiddleAt(kPiece_m * i) * Vec2{0.0, kHalfWidth_m});
  for (size_t i = 0; i < ring.size(); ++i) road.pieces.push_back({ring[i], ring[(i + 1) % ring.size()]});
  Random random(seed);
  for (int i = 0; i < poses; ++i) {
    const Pose2 middle = MiddleAt(random.Uniform(10.0, kPiece_m * side - 10.0));
    const double d_m = random.Uniform(-offset_m, offset_m);
    road.world_from_car.push_back(middle * Pose2::FromYaw({0.0, d_m}, random.Uniform(-0.2, 0.2)));
  }
  return road;
}

// The pieces of the edge, as boxes 1 um thick, and the car. It knows no inside.
FclTree FclTreeOf(const RoadCase& road) {
  constexpr double kThickness_m = 1e-6;
  const Aabb2 car = road.car.Bounds();
  FclTree tree(MakeFclBox(car.max.x - car.min.x, car.max.y - car.min.y));
  for (const planner::OutlinePiece& piece : road.pieces) {
    const Vec2 along = piece.to - piece.from;
    const double length_m = Norm(along);
    tree.Add(MakeFclBox(length_m, kThickness_m),
             Pose2(0.5 * (piece.from + piece.to), UnitRotation(along.x / length_m, along.y / length_m)));
  }
  tree.Setup();
  return tree;
}

// Poses at which the car may be wholly outside have no distance to compare.
int CountWrong(const std::vector<RoadPoseClearance>& clearances, const std::vector<double>& distances_m) {
  int wrong = 0;
  for (size_t p = 0; p < clearances.size(); ++p) {
    const bool is_right = clearances[p].is_inside ? std::abs(clearances[p].clearance_m - distances_m[p]) <= kAgreement_m
                                                  : distances_m[p] <= kAgreement_m || clearances[p].clearance_m < -1.8;
    wrong += is_right ? 0 : 1;
  }
  return wrong;
}

Row Measure(const RoadCase& of, double min_time_s) {
  const Road road = *Road::Create(of.pieces);
  FclTree tree = FclTreeOf(of);
  std::vector<RoadPoseClearance> clearances(of.world_from_car.size());
  std::vector<double> distances_m(of.world_from_car.size());
  const auto ours = [&](int /*begin*/, int /*end*/) {
    CheckOk(road.Clearances({of.car}, of.world_from_car, absl::MakeSpan(clearances)));
  };
  const auto theirs = [&](int /*begin*/, int /*end*/) {
    for (size_t p = 0; p < distances_m.size(); ++p) {
      const Pose2& pose = of.world_from_car[p];
      Finding nearest;
      tree.PlaceBody(Pose2(pose * of.car.Bounds().center(), UnitRotation(pose.cos, pose.sin)));
      tree.FindNearest(&nearest);
      distances_m[p] = nearest.distance_m;
    }
  };
  const std::vector<Timing> timings = TimeInterleaved({ours, theirs}, 1, min_time_s);
  const auto inside =
      std::count_if(clearances.begin(), clearances.end(), [](const RoadPoseClearance& each) { return each.is_inside; });
  return {Key("case", of.name),
          {"poses", kPoses},
          {"pieces", kPieces},
          {"inside", inside},
          {"ms", timings[0].median_ns * 1e-6},
          {"fcl_ms|FCL ms", timings[1].median_ns * 1e-6},
          {"|FCL / ours", absl::StrFormat("%.2f", timings[1].median_ns / timings[0].median_ns)},
          {"wrong", CountWrong(clearances, distances_m)}};
}

// Cells that share sides, in a plane that is bent so that no side is parallel to another one: four
// lanes, 1 to 1.5 m long each.
std::vector<ConvexPolygon> MakeCells(int count) {
  const auto at = [](int along, int across) {
    const double s = along + 0.25 * std::sin(0.7 * along);
    const double bend = 200.0 * std::sin(s / 700.0);
    return Vec2{s, bend + 3.5 * across + 0.1 * std::sin(0.3 * s + across)};
  };
  std::vector<ConvexPolygon> cells;
  for (int i = 0; i < count; ++i) {
    const int along = i / 4;
    const int across = i % 4;
    cells.push_back(*ConvexPolygon::Hull(
        {at(along, across), at(along + 1, across), at(along + 1, across + 1), at(along, across + 1)}));
  }
  return cells;
}

void Run(const Options& options, Report* report) {
  const double min_time_s = options.Positive("min_time");
  const int cell_count = options.Count("cells");
  Table clearances;
  for (const auto& [name, offset_m] : {std::make_pair("lane", 2.0), std::make_pair("edge", 6.0)}) {
    report->AddRow(Measure(MakeRoadCase(name, kPieces, kPoses, offset_m, options.Seed()), min_time_s), &clearances);
  }
  report->AddMarkdown(clearances);
  const std::vector<ConvexPolygon> cells = MakeCells(cell_count);
  Table making;
  for (const double gap_m : {0.0, 0.1}) {
    const size_t pieces = Road::FromCells(cells, {}, gap_m)->pieces().size();
    const auto make = [&](int /*begin*/, int /*end*/) { CheckOk(Road::FromCells(cells, {}, gap_m).status()); };
    const double ms = TimeInterleaved({make}, 1, min_time_s)[0].median_ns * 1e-6;
    making.rows.push_back({{"|cells", cell_count}, {"|gap m", gap_m}, {"|ms", ms}, {"|pieces", pieces}});
  }
  report->AddMarkdown(making);
}

const Registration kRoad({"road",
                          "Clearance to the road",
                          kAbout,
                          {MinTime("1", "each case is timed for"),
                           {"cells", "20000", "cells of the roads whose making is timed"},
                           Seed("20261122")},
                          Run});

}  // namespace
}  // namespace collision2d::bench
