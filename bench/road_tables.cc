// The clearance of a car to the edge of the road, timed beside FCL: see --help and
// docs/throughput.md.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/build_description.h"
#include "bench/flag_checks.h"
#include "bench/interleaved_timing.h"
#include "bench/markdown_table.h"
#include "bench/road/fcl_road.h"
#include "bench/road/road_case.h"
#include "bench/run_program.h"
#include "planner_adapter/road/road.h"

ABSL_FLAG(std::string, csv, "", "file to write every measurement to; empty: none");
ABSL_FLAG(std::string, markdown, "", "file to write the report to; empty: none");
ABSL_FLAG(double, min_time, 1.0, "s that each case is timed for");
ABSL_FLAG(int, cells, 20000, "cells of the roads whose making is timed");
ABSL_FLAG(uint64_t, seed, 20261122, "seed of the poses");
ABSL_FLAG(std::string, commit, "", "commit that the report names");

namespace collision2d::bench {
namespace {

using planner::Road;
using planner::RoadPoseClearance;

constexpr char kUsage[] =
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

struct RoadMeasurement {
  std::string case_name;
  int inside = 0;
  int wrong = 0;
  double ms = 0.0;
  double fcl_ms = 0.0;
};

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

RoadMeasurement Measure(const RoadCase& of) {
  const Road road = *Road::Create(of.pieces);
  FclRoad fcl(of);
  std::vector<RoadPoseClearance> clearances(of.world_from_car.size());
  std::vector<double> distances_m(of.world_from_car.size());
  const auto ours = [&](int /*begin*/, int /*end*/) {
    if (!road.Clearances({of.car}, of.world_from_car, absl::MakeSpan(clearances)).ok()) std::abort();
  };
  const auto theirs = [&](int /*begin*/, int /*end*/) { fcl.Distances(absl::MakeSpan(distances_m)); };
  const std::vector<Timing> timings = TimeInterleaved({ours, theirs}, 1, absl::GetFlag(FLAGS_min_time));
  RoadMeasurement measurement;
  measurement.case_name = of.name;
  measurement.inside = static_cast<int>(std::count_if(clearances.begin(), clearances.end(),
                                                      [](const RoadPoseClearance& each) { return each.is_inside; }));
  measurement.wrong = CountWrong(clearances, distances_m);
  measurement.ms = timings[0].median_ns * 1e-6;
  measurement.fcl_ms = timings[1].median_ns * 1e-6;
  return measurement;
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

struct MakingMeasurement {
  int cells;
  double gap_m;
  double ms;
  size_t pieces;
};

MakingMeasurement MeasureMaking(int count, double gap_m) {
  const std::vector<ConvexPolygon> cells = MakeCells(count);
  MakingMeasurement measurement{count, gap_m, 0.0, Road::FromCells(cells, {}, gap_m)->pieces().size()};
  const auto make = [&](int /*begin*/, int /*end*/) {
    if (!Road::FromCells(cells, {}, gap_m).ok()) std::abort();
  };
  measurement.ms = TimeInterleaved({make}, 1, absl::GetFlag(FLAGS_min_time))[0].median_ns * 1e-6;
  return measurement;
}

std::string Report(const std::vector<RoadMeasurement>& measurements, const std::vector<MakingMeasurement>& making) {
  std::vector<std::vector<std::string>> rows;
  for (const RoadMeasurement& each : measurements) {
    rows.push_back({each.case_name, absl::StrCat(kPoses), absl::StrCat(kPieces), absl::StrCat(each.inside),
                    absl::StrFormat("%.4g", each.ms), absl::StrFormat("%.4g", each.fcl_ms),
                    absl::StrFormat("%.2f", each.fcl_ms / each.ms), absl::StrCat(each.wrong)});
  }
  std::vector<std::vector<std::string>> making_rows;
  for (const MakingMeasurement& each : making) {
    making_rows.push_back({absl::StrCat(each.cells), absl::StrFormat("%g", each.gap_m),
                           absl::StrFormat("%.4g", each.ms), absl::StrCat(each.pieces)});
  }
  return absl::StrCat(MarkdownTable({"case", "poses", "pieces", "inside", "ms", "FCL ms", "FCL / ours", "wrong"}, rows),
                      "\n", MarkdownTable({"cells", "gap m", "ms", "pieces"}, making_rows));
}

int Run(const std::string& command) {
  CheckPositive("min_time", absl::GetFlag(FLAGS_min_time));
  CheckPositive("cells", absl::GetFlag(FLAGS_cells));
  std::ofstream csv = OpenForWriting("csv", absl::GetFlag(FLAGS_csv));
  std::ofstream markdown = OpenForWriting("markdown", absl::GetFlag(FLAGS_markdown));
  std::vector<RoadMeasurement> measurements;
  if (csv.is_open()) csv << "case,poses,pieces,inside,ms,fcl_ms,wrong\n";
  for (const auto& [name, offset_m] : {std::make_pair("lane", 2.0), std::make_pair("edge", 6.0)}) {
    measurements.push_back(Measure(MakeRoadCase(name, kPieces, kPoses, offset_m, absl::GetFlag(FLAGS_seed))));
    const RoadMeasurement& last = measurements.back();
    if (csv.is_open()) {
      csv << absl::StrFormat("%s,%d,%d,%d,%.6g,%.6g,%d\n", last.case_name, kPoses, kPieces, last.inside, last.ms,
                             last.fcl_ms, last.wrong);
    }
    CheckWritten("csv", &csv);
  }
  std::vector<MakingMeasurement> making;
  for (const double gap_m : {0.0, 0.1}) making.push_back(MeasureMaking(absl::GetFlag(FLAGS_cells), gap_m));
  const std::string report = Report(measurements, making);
  std::cout << report;
  if (markdown.is_open()) {
    markdown << "# Clearance to the road\n\n"
             << MarkdownOrigin("road_tables", command, absl::GetFlag(FLAGS_commit)) << report;
  }
  CheckWritten("markdown", &markdown);
  return 0;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  return collision2d::bench::RunProgram(argc, argv, collision2d::bench::kUsage, collision2d::bench::Run);
}
