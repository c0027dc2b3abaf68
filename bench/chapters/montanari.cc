#include <gmpxx.h>

#include <cmath>

#include "bench/chapters/solid.h"
#include "bench/peers/johnson.h"
#include "bench/peers/plain_gjk3.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/random_pose3.h"

namespace collision2d::bench {
namespace {

using solid::ConvexPolytope;
using solid::Pose3;
using solid::Vec3;

using SubdistanceJH = JohnsonSubdistance<JohnsonMode::kJohnson>;
using SubdistanceJB = JohnsonSubdistance<JohnsonMode::kJohnsonBackup>;
using SubdistanceBK = JohnsonSubdistance<JohnsonMode::kBackup>;

enum class Gap { kDistant, kClose, kOverlapping };

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

// Times and calls of one subalgorithm in one query.
struct CellTimes {
  double sub_ns = 0.0;
  double whole_ns = 0.0;
  double calls = 0.0;
};

// All points that GJK handed to a subalgorithm, query after query, and the end of each query's.
struct Recorded {
  std::vector<Vec3> points;
  std::vector<int> ends;
};

// Appends the subalgorithm alone, on its points, then the whole of GJK. What they refer to must
// outlive them.
template <typename Subdistance, typename Shape>
void AddWorks(const Shape& shape, const std::vector<Pose3>& poses, double tolerance, Recorded* recorded,
              std::vector<TimedWork>* works) {
  PlainGjk3Options options;
  options.tolerance = tolerance;
  options.contact_tolerance = tolerance;
  using Cso = solid::internal::Cso3<Shape, Shape>;
  Subdistance simplex;
  for (const Pose3& pose : poses) {
    PlainGjk3(Cso(shape, shape, pose), options, &simplex, [&](const Vec3& w) { recorded->points.push_back(w); });
    recorded->ends.push_back(static_cast<int>(recorded->points.size()));
  }
  works->push_back([recorded](int begin, int end) {
    Subdistance own;
    for (int i = begin; i < end; ++i) {
      const int first = i == 0 ? 0 : recorded->ends[static_cast<size_t>(i - 1)];
      own.Clear();
      for (int k = first; k < recorded->ends[static_cast<size_t>(i)]; ++k) {
        own.Add(recorded->points[static_cast<size_t>(k)]);
      }
      sink = sink + own.distance_sq();
    }
  });
  works->push_back([&shape, &poses, options](int begin, int end) {
    Subdistance own;
    for (int i = begin; i < end; ++i) {
      sink = sink + PlainGjk3(Cso(shape, shape, poses[static_cast<size_t>(i)]), options, &own).distance_m;
    }
  });
}

// SV, JB, BK.
template <typename Shape>
std::vector<CellTimes> MeasureCell(const Shape& shape, Gap gap, double tolerance, const SolidTableOptions& options) {
  // Large spheres fill the caches with vertices: then fewer poses do.
  const int count = std::max(64, std::min(options.pairs, 2000000 / shape.num_vertices()));
  const std::vector<Pose3> poses = SpherePoses(gap, count, options.seed);
  Recorded recorded[3];
  std::vector<TimedWork> works;
  AddWorks<SignedVolumesSubdistance>(shape, poses, tolerance, &recorded[0], &works);
  AddWorks<SubdistanceJB>(shape, poses, tolerance, &recorded[1], &works);
  AddWorks<SubdistanceBK>(shape, poses, tolerance, &recorded[2], &works);
  const std::vector<Timing> timings = TimeInterleaved(works, count, options.min_time_s);
  std::vector<CellTimes> cells;
  for (size_t i = 0; i < 3; ++i) {
    cells.push_back({timings[2 * i].median_ns, timings[2 * i + 1].median_ns,
                     static_cast<double>(recorded[i].points.size()) / count});
  }
  return cells;
}

// Adds the logarithms of the ratios JB/SV to log_sums.
Row RowOf(const std::string& name, const std::vector<CellTimes>& cells, double (&log_sums)[3]) {
  struct Figure {
    const char* unit;
    double CellTimes::*value;
    const char* ratio;
    std::string (*format)(double);
  };
  const Figure figures[] = {
      {" sub ns", &CellTimes::sub_ns, "sub JB/SV", [](double ns) { return Digits(1, ns); }},
      {" GJK ns", &CellTimes::whole_ns, "GJK JB/SV", [](double ns) { return absl::StrFormat("%.4g", ns); }},
      {" calls", &CellTimes::calls, "", [](double calls) { return Digits(3, calls); }}};
  Row row = {Key("class, vertices", name)};
  for (int k = 0; k < 3; ++k) {
    const Figure& figure = figures[k];
    for (size_t i = 0; i < 3; ++i) {
      const char* const names[] = {"SV", "JB", "BK"};
      row.push_back({absl::StrCat(names[i], figure.unit), figure.format(cells[i].*figure.value)});
    }
    const double ratio = cells[1].*figure.value / cells[0].*figure.value;
    if (k < 2) row.push_back({figure.ratio, Digits(2, ratio)});
    log_sums[k] += std::log(ratio);
  }
  return row;
}

SolidTable MakeSphereTable(double tolerance, bool hill_climbing, const std::vector<ConvexPolytope>& spheres,
                           const SolidTableOptions& options) {
  const bool coarse = tolerance > 1e-10;
  const int figure = coarse ? (hill_climbing ? 17 : 16) : (hill_climbing ? 19 : 18);
  SolidTable table = {
      absl::StrCat("montanari", figure),
      absl::StrCat("Montanari, Figure ", figure, hill_climbing ? ", 20 and 21" : "", ": polygonal spheres, tolerance ",
                   coarse ? "1e-8" : "1e-14", hill_climbing ? ", with hill climbing" : ", without hill climbing"),
      absl::StrCat(
          "SV as fast as or faster than JB, BK slowest; subalgorithm: SV faster than JB by ",
          coarse ? "10 % to 25 % for distant and overlapping spheres, 5 % on average for touching ones"
                 : "10 % to 25 % for distant spheres, 15 % to 30 % for overlapping ones, comparable for touching ones",
          "; whole GJK: 10 % less time on average, 5 % to 25 % for overlapping ones."),
      "times for one query; geometric mean of"};
  for (const Gap gap : {Gap::kDistant, Gap::kClose, Gap::kOverlapping}) {
    double log_sums[3] = {};
    for (const ConvexPolytope& sphere : spheres) {
      const ScanHull scanned({sphere.vertices().begin(), sphere.vertices().end()});
      table.rows.push_back(RowOf(
          absl::StrCat(Name(gap), ", ", sphere.num_vertices()),
          hill_climbing ? MeasureCell(sphere, gap, tolerance, options) : MeasureCell(scanned, gap, tolerance, options),
          log_sums));
    }
    const auto mean = [&](int k) { return std::exp(log_sums[k] / static_cast<double>(spheres.size())); };
    absl::StrAppendFormat(&table.ours, " %s: JB/SV %.2f (subalgorithm), %.2f (GJK), %.3f (calls);", Name(gap), mean(0),
                          mean(1), mean(2));
  }
  table.ours.back() = '.';
  return table;
}

// The width of a tooth flank; lengths are in units of it, and of its unit in the last place.
constexpr double kWidth_m = 1.0;
constexpr double kUlp = 0x1p-52;
constexpr int kTruthBits = 256;

// An arc of radius 10 widths in the x-y plane, cut into segments, swept along z; the body lies
// below it.
ConvexPolytope MakeFlank(int segments) {
  std::vector<Vec3> points;
  constexpr double kRadius_m = 10.0 * kWidth_m;
  for (const double z : {-0.25, 0.25}) {
    for (int i = 0; i <= segments; ++i) {
      const double x = kWidth_m * (static_cast<double>(i) / segments - 0.5);
      points.push_back({x, std::sqrt(kRadius_m * kRadius_m - x * x) - kRadius_m, z});
    }
    points.push_back({-0.5 * kWidth_m, -0.5 * kWidth_m, z});
    points.push_back({0.5 * kWidth_m, -0.5 * kWidth_m, z});
  }
  return MakePolytope(points);
}

struct Resolver {
  const char* name;
  double (*distance)(const ConvexPolytope& flank, const Pose3& a_from_b);
};

template <typename Subdistance>
double PlainDistance(const ConvexPolytope& flank, const Pose3& a_from_b) {
  Subdistance simplex;
  PlainGjk3Options options;
  options.tolerance = 1e-14;
  // Of Eq. (9), which compares squares: contact within an ulp. With 1e-14 all distances below 1e-7
  // would be contact.
  options.contact_tolerance = kUlp * kUlp;
  const solid::internal::Cso3<ConvexPolytope, ConvexPolytope> cso(flank, flank, a_from_b);
  return PlainGjk3(cso, options, &simplex).distance_m;
}

constexpr Resolver kResolvers[] = {{"JH", PlainDistance<SubdistanceJH>},
                                   {"JB", PlainDistance<SubdistanceJB>},
                                   {"SV", PlainDistance<SignedVolumesSubdistance>},
                                   {"collision2d", [](const ConvexPolytope& flank, const Pose3& a_from_b) {
                                      return solid::Distance(flank, flank, a_from_b);
                                    }}};

// One approach: b turned over and tilted, lowered onto a along y.
class Approach {
 public:
  Approach(const ConvexPolytope& flank, Random* random) {
    flank_.assign(flank.vertices().begin(), flank.vertices().end());
    // Turned by pi about z, and by up to 0.02 rad about every axis: the flanks meet near their
    // middle.
    pose_.rotation = {{{-1.0, 0.0, 0.0}, {0.0, -1.0, 0.0}, {0.0, 0.0, 1.0}}};
    pose_.rotation = SmallRotation(random->Uniform(0.0, 0.02), random) * pose_.rotation;
    pose_.translation = {random->Uniform(-0.2, 0.2), 0.0, random->Uniform(-0.1, 0.1)};
    // The greatest height at which they touch.
    double high = 1.0;
    for (;;) {
      const double middle = 0.5 * (contact_y_ + high);
      if (middle == contact_y_ || middle == high) break;
      pose_.translation.y = middle;
      (TrueDistance(pose_) == 0 ? contact_y_ : high) = middle;
    }
  }

  // b at a height of about `gap` above contact.
  Pose3 At(double gap) const {
    Pose3 pose = pose_;
    pose.translation.y = contact_y_ + gap;
    return pose;
  }

  // By exact integers; 0 where they touch or overlap.
  mpf_class TrueDistance(const Pose3& a_from_b) const {
    solid::ExactOracle3 oracle;
    oracle.SetPair(flank_, solid::Posed(flank_, a_from_b));
    return sqrt(mpf_class(oracle.DistanceSquared(), kTruthBits));
  }

 private:
  std::vector<Vec3> flank_;
  Pose3 pose_;
  double contact_y_ = -1.0;
};

// How one resolver does over one approach.
struct Resolved {
  // The smallest distance down to which every answer was within half of the truth.
  double smallest = 1.0;
  double worst_error = 0.0;
  bool is_lost = false;
};

// Steps of an approach: heights 2^0, 2^-0.5, ... down to the last bit.
constexpr int kSteps = 106;

std::vector<Resolved> MeasureApproach(const ConvexPolytope& flank, const Approach& approach) {
  std::vector<Resolved> results(std::size(kResolvers));
  for (int step = 0; step < kSteps; ++step) {
    const Pose3 pose = approach.At(kWidth_m * std::exp2(-0.5 * step));
    const mpf_class truth = approach.TrueDistance(pose);
    if (truth <= 0) break;
    for (size_t i = 0; i < results.size(); ++i) {
      const double distance = kResolvers[i].distance(flank, pose);
      const double error = mpf_class(abs(distance - truth)).get_d();
      results[i].worst_error = std::max(results[i].worst_error, error);
      results[i].is_lost |= !(error <= 0.5 * truth.get_d());
      if (!results[i].is_lost) results[i].smallest = truth.get_d();
    }
  }
  return results;
}

}  // namespace

SolidTables MakeMontanariTables(const SolidTableOptions& options) {
  std::vector<ConvexPolytope> spheres;
  for (const int vertices : {10, 32, 100, 316, 1000, 3162, 10000}) {
    if (vertices <= options.max_vertices) spheres.push_back(MakePolytope(EvenSpherePoints(vertices)));
  }
  SolidTables tables;
  for (const double tolerance : {1e-8, 1e-14}) {
    for (const bool hill_climbing : {false, true}) {
      tables.push_back(MakeSphereTable(tolerance, hill_climbing, spheres, options));
    }
  }
  return tables;
}

SolidTables MakeGearTables(const SolidTableOptions& options) {
  SolidTable table = {
      "montanari15", "Montanari, Figures 9, 14 and 15: approach to contact of nearly flat facets",
      "with Johnson's algorithm (JH) the last distance measured is of the order of the square root of an ulp, with "
      "Signed Volumes close to an ulp; wanted: SV within 10 ulp.",
      "two flanks of that many segments, tolerance 1e-14 in Eq. (10) and 1 ulp in Eq. (9), 8 random tilts each; in ulp "
      "(2^-52) of the flank's width: "
      "the smallest distance down to which every answer was within 50 % of the truth (median and worst over the "
      "tilts), and the greatest error of any answer. The truth is that of exact integers on the posed "
      "vertices, which themselves are rounded to half an ulp. The backup procedure does not help Johnson's algorithm "
      "where a flat tetrahedron passes its tests of signs: then JB too reports contact far from it."};
  Random random(options.seed);
  constexpr int kTilts = 8;
  const auto in_ulp = [](double length_m) { return absl::StrFormat("%.3g", length_m / kUlp / kWidth_m); };
  for (const int segments : {4, 8, 16, 32}) {
    const ConvexPolytope flank = MakeFlank(segments);
    std::vector<double> smallest[std::size(kResolvers)];
    double worst_error[std::size(kResolvers)] = {};
    for (int tilt = 0; tilt < kTilts; ++tilt) {
      const std::vector<Resolved> results = MeasureApproach(flank, Approach(flank, &random));
      for (size_t i = 0; i < results.size(); ++i) {
        smallest[i].push_back(results[i].smallest);
        worst_error[i] = std::max(worst_error[i], results[i].worst_error);
      }
    }
    for (size_t i = 0; i < std::size(kResolvers); ++i) {
      std::sort(smallest[i].begin(), smallest[i].end());
      table.rows.push_back({Key("segments, algorithm", absl::StrCat(segments, ", ", kResolvers[i].name)),
                            {"smallest resolved, median", in_ulp(smallest[i][kTilts / 2])},
                            {"worst", in_ulp(smallest[i].back())},
                            {"greatest error", in_ulp(worst_error[i])}});
    }
  }
  return {table};
}

}  // namespace collision2d::bench
