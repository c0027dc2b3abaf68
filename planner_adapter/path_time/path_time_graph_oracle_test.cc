// Occupied regions against interval arithmetic: no point outside of the outer bounds is in contact,
// no point within the inner ones is free, and the bounds are as near to each other as they promise.
// As path_time_graph_oracle_long_test 10^5 pairs. Prints what it saw of each family.

#include <array>
#include <cinttypes>
#include <cstdio>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/path_time/ego_path.h"
#include "planner_adapter/path_time/path_time_graph.h"
#include "planner_adapter/path_time/profile_check.h"
#include "planner_adapter/path_time/testing/path_time_cases.h"
#include "planner_adapter/path_time/testing/path_time_oracle.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

using Polygon = absl::Span<const StationTime>;
using Relation = PathTimeOracle::Relation;

constexpr int64_t kDefaultPairs = 90;
constexpr int64_t kMostUntilContact = 40;

// s. Nearer to a change of shapes than this, it is a matter of definition which of them count.
constexpr double kChange_s = 2e-6;

// Slacks of Contains.
constexpr long double kRounding = 1e-16L;
constexpr long double kNearly = 1e-9L;

// The bounds of a cell are within the tolerances; across the side of two cells they may be this
// many times as far apart.
constexpr double kWidest = 2.5;

// Whether a counter-clockwise polygon contains a point, or nearly does. Polygons without area have
// no inside.
bool Contains(Polygon polygon, const StationTime& point, long double slack) {
  for (size_t i = 0; i < polygon.size(); ++i) {
    const StationTime& from = polygon[i];
    const StationTime& to = polygon[i + 1 < polygon.size() ? i + 1 : 0];
    const long double along_m = static_cast<long double>(to.station_m) - from.station_m;
    const long double along_s = static_cast<long double>(to.time_s) - from.time_s;
    const long double cross = along_m * (static_cast<long double>(point.time_s) - from.time_s) -
                              along_s * (static_cast<long double>(point.station_m) - from.station_m);
    if (cross < -slack * (std::abs(along_m) + std::abs(along_s))) return false;
  }
  return !polygon.empty();
}

// What the graph says of one hypothesis about one obstacle.
class Bounds {
 public:
  Bounds(const PathTimeGraph& graph, int obstacle, int hypothesis) : graph_(graph) {
    for (const OccupiedRegion& region : graph.regions()) {
      if (region.obstacle != obstacle || region.hypothesis != hypothesis) continue;
      regions_.push_back(&region);
      for (const RegionPart& part : graph.parts(region)) parts_.push_back(&part);
    }
  }

  bool MayTouch(const StationTime& at) const {
    return AnyPart(at, &RegionPart::outer_box,
                   [&](const RegionPart& part) { return Contains(graph_.outer(part), at, kRounding); });
  }
  bool MayGraze(const StationTime& at) const {
    return AnyPart(at, &RegionPart::outer_box, [&](const RegionPart& part) {
      return (part.is_graze || part.is_undecided) && Contains(graph_.outer(part), at, kNearly);
    });
  }
  bool Touches(const StationTime& at, long double slack) const {
    return AnyPart(at, &RegionPart::inner_box,
                   [&](const RegionPart& part) { return Contains(graph_.inner(part), at, slack); });
  }
  // Whether the way through `at` from what is free to what is in contact, along one of the axes, is
  // at most the tolerance, times `factor`.
  bool IsNarrow(const StationTime& at, double factor) const {
    const StationTime along_m = {factor * graph_.options().station_tolerance_m, 0.0};
    const StationTime along_s = {0.0, factor * graph_.options().region_time_tolerance_s};
    if (WayBetweenBounds(at, along_m) <= 1.0 || WayBetweenBounds(at, along_s) <= 1.0) return true;
    // At a corner: neither is farther than the tolerances.
    for (int i = -4; i <= 4; ++i) {
      for (int k = -4; k <= 4; ++k) {
        if (Touches({at.station_m + 0.25 * i * along_m.station_m, at.time_s + 0.25 * k * along_s.time_s}, kNearly)) {
          return true;
        }
      }
    }
    return false;
  }

  // The same bounds around a point alone: questions about points within kFar times the tolerances.
  Bounds Near(const StationTime& at) const {
    Bounds near(graph_);
    const double by_m = kFar * graph_.options().station_tolerance_m;
    const double by_s = kFar * graph_.options().region_time_tolerance_s;
    for (const RegionPart* part : parts_) {
      const PathTimeBox& box = part->outer_box;
      if (box.min_station_m <= at.station_m + by_m && at.station_m - by_m <= box.max_station_m &&
          box.min_time_s <= at.time_s + by_s && at.time_s - by_s <= box.max_time_s) {
        near.parts_.push_back(part);
      }
    }
    return near;
  }

  absl::Span<const RegionPart* const> parts() const { return parts_; }
  absl::Span<const OccupiedRegion* const> regions() const { return regions_; }

 private:
  static constexpr double kFar = 30.0;

  explicit Bounds(const PathTimeGraph& graph) : graph_(graph) {}

  // Whether is_in(part) holds for a part whose box has the point, or nearly.
  template <typename IsIn>
  bool AnyPart(const StationTime& at, PathTimeBox RegionPart::*box_of, const IsIn& is_in) const {
    constexpr double kBeside = 1e-6;
    return std::any_of(parts_.begin(), parts_.end(), [&](const RegionPart* part) {
      const PathTimeBox& box = part->*box_of;
      return box.min_station_m - kBeside <= at.station_m && at.station_m <= box.max_station_m + kBeside &&
             box.min_time_s - kBeside <= at.time_s && at.time_s <= box.max_time_s + kBeside && is_in(*part);
    });
  }

  // In multiples of `by`, rounded down to sixteenths at either end; above 1 if it is longer.
  double WayBetweenBounds(const StationTime& at, const StationTime& by) const {
    int steps = 0;
    for (const double sign : {-1.0, 1.0}) {
      for (int k = 1; k <= 18; ++k) {
        const double way = sign * k / 16.0;
        const StationTime there = {at.station_m + way * by.station_m, at.time_s + way * by.time_s};
        if (!MayTouch(there) || Touches(there, kNearly)) break;
        ++steps;
      }
    }
    return steps / 16.0;
  }

  const PathTimeGraph& graph_;
  std::vector<const OccupiedRegion*> regions_;
  std::vector<const RegionPart*> parts_;
};

// A random point of a polygon, often of its boundary; or beyond that by a factor above 1.
StationTime Draw(Polygon polygon, double factor, Random* random) {
  StationTime center;
  for (const StationTime& vertex : polygon) {
    center.station_m += vertex.station_m / static_cast<double>(polygon.size());
    center.time_s += vertex.time_s / static_cast<double>(polygon.size());
  }
  const auto i = static_cast<size_t>(random->Index(static_cast<int>(polygon.size())));
  const StationTime& from = polygon[i];
  const StationTime& to = polygon[(i + 1) % polygon.size()];
  const double part = random->Chance(0.3) ? 0.0 : random->Uniform(0.0, 1.0);
  const StationTime edge = {from.station_m + part * (to.station_m - from.station_m),
                            from.time_s + part * (to.time_s - from.time_s)};
  return {center.station_m + factor * (edge.station_m - center.station_m),
          center.time_s + factor * (edge.time_s - center.time_s)};
}

struct Counts {
  int64_t pairs = 0;
  int64_t points = 0;
  int64_t contacts = 0;
  int64_t parts = 0;
  int64_t grazes = 0;
  int64_t gaps = 0;       // Points between the bounds that are looked at.
  int64_t grazing = 0;    // Those that are not, since the part is reported as a graze.
  int64_t wide_gaps = 0;  // Those a little wider than the tolerances.

  void Print(const char* name) const {
    std::printf("path-time-oracle %-20s %7" PRId64 " pairs %9" PRId64 " points %8" PRId64
                " in contact %6.1f parts %6" PRId64 " grazes %7" PRId64 " gaps %5" PRId64 " wide %5" PRId64
                " grazing  0 wrong\n",
                name, pairs, points, contacts, static_cast<double>(parts) / static_cast<double>(pairs), grazes, gaps,
                wide_gaps, grazing);
  }
};

class PairCheck {
 public:
  PairCheck(const PathTimeCase& of, const PathTimeGraph& graph, int hypothesis, Random* random, Counts* counts)
      : graph_(graph),
        oracle_(of.scene, of.stations_m, of.poses, 0, hypothesis, of.beyond),
        bounds_(graph, 0, hypothesis),
        random_(*random),
        counts_(*counts) {}

  void Run() {
    ++counts_.pairs;
    counts_.parts += static_cast<int64_t>(bounds_.parts().size());
    for (const RegionPart* part : bounds_.parts()) counts_.grazes += part->is_graze ? 1 : 0;
    CheckPoints();
    if (!testing::Test::HasFailure()) CheckGaps();
    if (!testing::Test::HasFailure()) CheckRegions();
    if (!testing::Test::HasFailure()) CheckFreeWindows();
  }

 private:
  StationTime Anywhere() {
    const double station_m = random_.Uniform(graph_.start_m(), graph_.end_m());
    return {station_m, random_.Uniform(graph_.options().start_s, graph_.options().end_s)};
  }
  const RegionPart& AnyPart() {
    return *bounds_.parts()[static_cast<size_t>(random_.Index(static_cast<int>(bounds_.parts().size())))];
  }
  bool IsChange(double time_s) const {
    return std::any_of(oracle_.changes_s().begin(), oracle_.changes_s().end(),
                       [&](double change_s) { return std::abs(time_s - change_s) <= kChange_s; });
  }

  void CheckPoint(const StationTime& at) {
    const PathTimeOptions& options = graph_.options();
    if (at.station_m < graph_.start_m() || at.station_m > graph_.end_m() || at.time_s < options.start_s ||
        at.time_s > options.end_s || IsChange(at.time_s)) {
      return;
    }
    const bool may_touch = bounds_.MayTouch(at);
    const bool touches = bounds_.Touches(at, 0.0L);
    EXPECT_TRUE(may_touch || !touches) << Format(at);
    if (may_touch && !touches) return;
    const Relation relation = oracle_.Decide(PathTimeOracle::At(at.station_m, at.time_s));
    ++counts_.points;
    counts_.contacts += relation == Relation::kContact ? 1 : 0;
    EXPECT_TRUE(may_touch || relation != Relation::kContact) << "outside of the outer bound: " << Format(at);
    EXPECT_TRUE(!touches || relation != Relation::kApart) << "within the inner bound: " << Format(at);
  }

  void CheckPoints() {
    for (int k = 0; k < 30; ++k) CheckPoint(Anywhere());
    for (int k = 0; k < 40 && !bounds_.parts().empty(); ++k) {
      const RegionPart& part = AnyPart();
      CheckPoint(Draw(graph_.outer(part), 1.0 + random_.LogUniform(1e-12, 1.0), &random_));
      if (graph_.inner(part).empty()) continue;
      CheckPoint(Draw(graph_.inner(part), k % 2 == 0 ? 1.0 : random_.Uniform(0.0, 1.0), &random_));
      if (k % 4 != 0) continue;
      for (const StationTime& vertex : graph_.inner(part)) {
        const Relation relation = oracle_.Decide(PathTimeOracle::At(vertex.station_m, vertex.time_s));
        EXPECT_TRUE(relation != Relation::kApart || IsChange(vertex.time_s)) << "inner vertex: " << Format(vertex);
      }
    }
  }

  // It is not far from the outer bound to the inner one, but for sharp corners.
  void CheckGaps() {
    for (int k = 0; k < 40 && !bounds_.parts().empty(); ++k) {
      const StationTime at = Draw(graph_.outer(AnyPart()), k % 2 == 0 ? 1.0 : random_.Uniform(0.0, 1.0), &random_);
      const Bounds near = bounds_.Near(at);
      if (near.Touches(at, 0.0L)) continue;
      if (near.MayGraze(at)) {
        ++counts_.grazing;
        continue;
      }
      ++counts_.gaps;
      counts_.wide_gaps += near.IsNarrow(at, 1.0) ? 0 : 1;
      EXPECT_TRUE(near.IsNarrow(at, kWidest)) << "wide gap: " << Format(at);
    }
  }

  void CheckRegions() {
    for (const OccupiedRegion* region : bounds_.regions()) {
      bool has_graze = false;
      bool is_undecided = false;
      for (const RegionPart& part : graph_.parts(*region)) {
        has_graze = has_graze || part.is_graze;
        is_undecided = is_undecided || part.is_undecided;
        ExpectWithin(graph_.outer(part), part.outer_box);
        ExpectWithin(graph_.inner(part), part.inner_box);
        ExpectWithin(graph_.outer(part), region->outer_box);
        ExpectWithin(graph_.inner(part), region->inner_box);
      }
      EXPECT_EQ(region->has_graze, has_graze);
      EXPECT_EQ(region->is_undecided, is_undecided);
    }
  }
  static void ExpectWithin(Polygon polygon, const PathTimeBox& box) {
    for (const StationTime& vertex : polygon) {
      EXPECT_GE(vertex.station_m, box.min_station_m);
      EXPECT_LE(vertex.station_m, box.max_station_m);
      EXPECT_GE(vertex.time_s, box.min_time_s);
      EXPECT_LE(vertex.time_s, box.max_time_s);
    }
  }

  // Nothing touches within the free stations of a time and the free times of a station.
  void CheckFreeWindows() {
    std::vector<Interval> free_m;
    std::vector<Interval> free_s;
    const auto is_within = [](const std::vector<Interval>& free, double value) {
      return std::any_of(free.begin(), free.end(),
                         [value](const Interval& of) { return of.min < value && value < of.max; });
    };
    for (int k = 0; k < 4 && !bounds_.parts().empty(); ++k) {
      StationTime at = k % 2 == 0 ? Anywhere() : Draw(graph_.outer(AnyPart()), 0.9, &random_);
      at = {std::clamp(at.station_m, graph_.start_m(), graph_.end_m()),
            std::clamp(at.time_s, graph_.options().start_s, graph_.options().end_s)};
      ASSERT_TRUE(FreeStations(graph_, at.time_s, 0.0, &free_m).ok());
      ASSERT_TRUE(FreeTimes(graph_, at.station_m, 0.0, &free_s).ok());
      for (const bool is_free : {is_within(free_m, at.station_m), is_within(free_s, at.time_s)}) {
        EXPECT_FALSE(is_free && bounds_.MayTouch(at)) << Format(at);
      }
    }
  }

  static std::string Format(const StationTime& at) {
    return absl::StrFormat("station %a = %.17g m, time %a = %.17g s", at.station_m, at.station_m, at.time_s, at.time_s);
  }

  const PathTimeGraph& graph_;
  PathTimeOracle oracle_;
  Bounds bounds_;
  Random& random_;
  Counts& counts_;
};

void CheckCase(const PathTimeCase& of, Random* random, Counts* counts) {
  std::vector<PathPose> poses;
  for (size_t i = 0; i < of.poses.size(); ++i) {
    poses.push_back({of.stations_m[i], of.poses[i].position, of.poses[i].yaw_rad, of.poses[i].ToElevation()});
  }
  const absl::StatusOr<EgoPath> path = EgoPath::Create(poses);
  ASSERT_TRUE(path.ok()) << path.status();
  PathTimeOptions options;
  options.start_s = of.start_s;
  options.end_s = of.end_s;
  options.beyond_prediction = of.beyond;
  if (random->Chance(0.3)) {
    options.start_s = random->Uniform(of.start_s, of.end_s);
    options.end_s = random->Uniform(options.start_s, of.end_s);
    options.station_tolerance_m *= random->LogUniform(0.3, 10.0);
    options.region_time_tolerance_s *= random->LogUniform(0.3, 10.0);
  }
  const absl::StatusOr<PathTimeGraph> graph = PathTimeGraph::Create(of.scene, *path, options);
  ASSERT_TRUE(graph.ok()) << graph.status();
  const size_t hypotheses = of.scene.moving_obstacles.empty() ? 1 : of.scene.moving_obstacles[0].predictions.size();
  for (size_t i = 0; i < hypotheses; ++i) PairCheck(of, *graph, static_cast<int>(i), random, counts).Run();
}

class PathTimeGraphOracleTest : public testing::TestWithParam<PathTimeFamily> {};

TEST_P(PathTimeGraphOracleTest, BoundsAreProven) {
  const auto families = static_cast<int64_t>(PathTimeFamilies().size());
  const int64_t pairs = (TestCaseCount(kDefaultPairs) + families - 1) / families;
  Counts counts;
  // A few cases may all miss each other: more are taken until one has a contact.
  for (int64_t i = 0; i < pairs || (i < kMostUntilContact && counts.contacts == 0 && !GetParam().has_grazes); ++i) {
    // --seed is that of the first case, so that any can be run alone.
    const uint64_t seed = TestSeed() + static_cast<uint64_t>(i);
    Random random(seed);
    CheckCase(GetParam().generate(&random), &random, &counts);
    ASSERT_FALSE(HasFailure()) << "--pairs=1 --seed=" << seed;
  }
  if (!GetParam().has_grazes) {
    EXPECT_GT(counts.contacts, 0);
    EXPECT_LE(100 * counts.wide_gaps, counts.gaps + 100);
    EXPECT_LE(20 * counts.grazing, counts.gaps + counts.grazing + 100);
  }
  counts.Print(GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(Families, PathTimeGraphOracleTest, testing::ValuesIn(PathTimeFamilies()),
                         [](const auto& family) { return std::string(family.param.name); });

}  // namespace
}  // namespace collision2d::planner
