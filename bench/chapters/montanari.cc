#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/chapters/solid.h"
#include "bench/peers/johnson.h"
#include "bench/peers/plain_gjk3.h"
#include "bench/peers/solids.h"
#include "bench/timing/timing.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

using solid::Pose3;
using solid::Vec3;

enum class Gap { kDistant, kClose, kOverlapping };
constexpr Gap kGaps[] = {Gap::kDistant, Gap::kClose, Gap::kOverlapping};
constexpr int kVertexCounts[] = {10, 32, 100, 316, 1000, 3162, 10000};

const char* Name(Gap gap) { return gap == Gap::kDistant ? "distant" : gap == Gap::kClose ? "close" : "overlapping"; }

// Poses of a unit sphere in the frame of another.
std::vector<Pose3> SpherePoses(Gap gap, int count, uint64_t seed) {
  Random random(seed);
  std::vector<Pose3> poses;
  for (int i = 0; i < count; ++i) {
    double centres = random.Uniform(3.0, 4.0);
    // Spheres that touch are 2 apart; polyhedra with vertices on them a little less.
    if (gap == Gap::kClose) centres = 2.0 + random.LogUniform(1e-6, 1e-2);
    if (gap == Gap::kOverlapping) centres = random.Uniform(0.5, 1.5);
    Pose3 pose;
    pose.rotation = RandomRotation(&random);
    pose.translation = centres * RandomUnitVector(&random);
    poses.push_back(pose);
  }
  return poses;
}

// Of one subalgorithm over all poses.
struct Run {
  std::string name;
  std::vector<Vec3> points;  // All points that GJK handed to it, query after query.
  std::vector<int> ends;     // The end of each query's points.
  int64_t calls = 0;
  int64_t backups = 0;
  TimedWork whole;  // GJK.
  TimedWork sub;    // Only the subalgorithm, on `points`.
};

struct RecordInto {
  std::vector<Vec3>* points;
  void operator()(const Vec3& w) const { points->push_back(w); }
};

// What TimedWork stores into, so that nothing is optimised away.
double sink = 0.0;

template <typename Subdistance, typename Shape>
std::unique_ptr<Run> MakeRun(const Shape& shape, const std::vector<Pose3>& poses, double tolerance) {
  auto run = std::make_unique<Run>();
  run->name = Subdistance::kName;
  PlainGjk3Options options;
  options.tolerance = tolerance;
  options.contact_tolerance = tolerance;
  Subdistance simplex;
  for (const Pose3& pose : poses) {
    const solid::internal::Cso3<Shape, Shape> cso(shape, shape, pose);
    run->calls += PlainGjk3(cso, options, &simplex, RecordInto{&run->points}).calls;
    run->ends.push_back(static_cast<int>(run->points.size()));
  }
  run->backups = simplex.backups();
  run->whole = [&shape, &poses, options](int begin, int end) {
    Subdistance own;
    for (int i = begin; i < end; ++i) {
      const solid::internal::Cso3<Shape, Shape> cso(shape, shape, poses[static_cast<size_t>(i)]);
      sink = sink + PlainGjk3(cso, options, &own).distance_m;
    }
  };
  run->sub = [run = run.get()](int begin, int end) {
    Subdistance own;
    for (int i = begin; i < end; ++i) {
      const int first = i == 0 ? 0 : run->ends[static_cast<size_t>(i - 1)];
      own.Clear();
      for (int k = first; k < run->ends[static_cast<size_t>(i)]; ++k) own.Add(run->points[static_cast<size_t>(k)]);
      sink = sink + own.distance_sq();
    }
  };
  return run;
}

struct CellTimes {
  double sub_ns = 0.0;  // For one query.
  double whole_ns = 0.0;
  double calls = 0.0;  // For one query.
};

// SV, JB, BK.
template <typename Shape>
std::vector<CellTimes> MeasureCell(const Shape& shape, Gap gap, double tolerance, const SolidTableOptions& options) {
  // Large spheres fill the caches with vertices: then fewer poses do.
  const int count = std::max(64, std::min(options.pairs, 2000000 / shape.num_vertices()));
  const std::vector<Pose3> poses = SpherePoses(gap, count, options.seed);
  std::vector<std::unique_ptr<Run>> runs;
  runs.push_back(MakeRun<SignedVolumesSubdistance>(shape, poses, tolerance));
  runs.push_back(MakeRun<JohnsonSubdistance<JohnsonMode::kJohnsonBackup>>(shape, poses, tolerance));
  runs.push_back(MakeRun<JohnsonSubdistance<JohnsonMode::kBackup>>(shape, poses, tolerance));
  std::vector<TimedWork> works;
  for (const std::unique_ptr<Run>& run : runs) {
    works.push_back(run->sub);
    works.push_back(run->whole);
  }
  const std::vector<Timing> timings = TimeInterleaved(works, count, options.min_time_s);
  std::vector<CellTimes> cells;
  for (size_t i = 0; i < runs.size(); ++i) {
    cells.push_back({timings[2 * i].median_ns, timings[2 * i + 1].median_ns,
                     static_cast<double>(runs[i]->calls) / static_cast<double>(count)});
  }
  return cells;
}

// Sums of logarithms, for the mean ratio of a class.
struct Ratios {
  double log_sum[3] = {0.0, 0.0, 0.0};
  int count = 0;
};

void AppendRows(const char* gap, int vertices, const std::vector<CellTimes>& cells, Ratios* ratios, SolidTable* table) {
  std::vector<std::string> row = {absl::StrCat(gap, ", ", vertices)};
  for (const CellTimes& cell : cells) row.push_back(absl::StrFormat("%.1f", cell.sub_ns));
  row.push_back(absl::StrFormat("%.2f", cells[1].sub_ns / cells[0].sub_ns));
  for (const CellTimes& cell : cells) row.push_back(absl::StrFormat("%.4g", cell.whole_ns));
  row.push_back(absl::StrFormat("%.2f", cells[1].whole_ns / cells[0].whole_ns));
  for (const CellTimes& cell : cells) row.push_back(absl::StrFormat("%.3f", cell.calls));
  table->rows.push_back(row);
  ratios->log_sum[0] += std::log(cells[1].sub_ns / cells[0].sub_ns);
  ratios->log_sum[1] += std::log(cells[1].whole_ns / cells[0].whole_ns);
  ratios->log_sum[2] += std::log(cells[1].calls / cells[0].calls);
  ++ratios->count;
}

SolidTable MakeTable(double tolerance, bool hill_climbing, const std::vector<solid::ConvexPolytope>& spheres,
                     const SolidTableOptions& options) {
  const bool coarse = tolerance > 1e-10;
  SolidTable table;
  const int figure = coarse ? (hill_climbing ? 17 : 16) : (hill_climbing ? 19 : 18);
  table.id = absl::StrCat("montanari", figure);
  table.title =
      absl::StrCat("Montanari, Figure ", figure, hill_climbing ? ", 20 and 21" : "", ": polygonal spheres, tolerance ",
                   coarse ? "1e-8" : "1e-14", hill_climbing ? ", with hill climbing" : ", without hill climbing");
  table.paper = absl::StrCat(
      "SV as fast as or faster than JB, BK slowest; subalgorithm: SV faster than JB by ",
      coarse ? "10 % to 25 % for distant and overlapping spheres, 5 % on average for touching ones"
             : "10 % to 25 % for distant spheres, 15 % to 30 % for overlapping ones, comparable for touching ones",
      "; whole GJK: 10 % less time on average, 5 % to 25 % for overlapping ones.");
  table.header = {"class, vertices", "SV sub ns", "JB sub ns", "BK sub ns", "sub JB/SV", "SV GJK ns",
                  "JB GJK ns",       "BK GJK ns", "GJK JB/SV", "SV calls",  "JB calls",  "BK calls"};
  table.ours = "times for one query; geometric mean of";
  for (const Gap gap : kGaps) {
    Ratios ratios;
    for (const solid::ConvexPolytope& sphere : spheres) {
      const std::vector<Vec3> points(sphere.vertices().begin(), sphere.vertices().end());
      AppendRows(Name(gap), sphere.num_vertices(),
                 hill_climbing ? MeasureCell(sphere, gap, tolerance, options)
                               : MeasureCell(ScanHull(points), gap, tolerance, options),
                 &ratios, &table);
    }
    absl::StrAppendFormat(&table.ours, " %s: JB/SV %.2f (subalgorithm), %.2f (GJK), %.3f (calls);", Name(gap),
                          std::exp(ratios.log_sum[0] / ratios.count), std::exp(ratios.log_sum[1] / ratios.count),
                          std::exp(ratios.log_sum[2] / ratios.count));
  }
  table.ours.back() = '.';
  return table;
}

}  // namespace

SolidTables MakeMontanariTables(const SolidTableOptions& options) {
  std::vector<solid::ConvexPolytope> spheres;
  for (const int vertices : kVertexCounts) {
    if (vertices <= options.max_vertices) spheres.push_back(MakePolytope(EvenSpherePoints(vertices)));
  }
  SolidTables tables;
  for (const double tolerance : {1e-8, 1e-14}) {
    for (const bool hill_climbing : {false, true}) {
      tables.push_back(MakeTable(tolerance, hill_climbing, spheres, options));
    }
  }
  return tables;
}

}  // namespace collision2d::bench
