#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/chapters/solid.h"
#include "bench/peers/pair_peers.h"
#include "bench/peers/peer.h"
#include "bench/peers/solids.h"
#include "bench/timing/timing.h"
#include "collision2d/solid/geometry/convex_hull3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

using solid::Vec3;

constexpr int kVertices[] = {8, 20, 60};

constexpr int kPointSets = 256;

// m. As in the tables of the peers: an answer that is off by more is not right.
constexpr double kDifferent_m = 1e-6;

// A row: our query, and the query of the other libraries that answers as much.
struct HullQuery {
  const char* name;
  Query ours;
  Query theirs;
};

std::vector<HullQuery> QueriesOf(Placement placement) {
  const bool overlap = placement == Placement::kOverlapping;
  return {{"Collides", Query::kCollides, Query::kCollides},
          {"Distance", Query::kDistance, Query::kDistance},
          {"ComputeSeparation", Query::kPenetration, overlap ? Query::kPenetration : Query::kDistance}};
}

std::vector<double> ResultsOf(Peer* peer, Query query, int count) {
  std::vector<double> results(static_cast<size_t>(count));
  peer->Run(query, 0, count, results.data());
  return results;
}

// No more than one answer of a hundred is another one.
bool IsRight(const std::vector<double>& answers, const std::vector<double>& ours) {
  size_t different = 0;
  for (size_t i = 0; i < answers.size(); ++i) different += std::abs(answers[i] - ours[i]) <= kDifferent_m ? 0 : 1;
  return 100 * different <= answers.size();
}

// REQUIRES: all are prepared.
std::vector<std::string> MakeRow(const std::string& name, const HullQuery& query,
                                 const std::vector<std::unique_ptr<Peer>>& libraries, Peer* posed_gjk, int count,
                                 double min_time_s) {
  Peer* const ours = libraries.back().get();
  const std::vector<double> right = ResultsOf(ours, query.theirs, count);
  std::vector<double> sink(static_cast<size_t>(count));
  std::vector<TimedWork> works;
  const auto add = [&works, &sink](Peer* peer, Query asked) {
    works.push_back([&sink, peer, asked](int begin, int end) { peer->Run(asked, begin, end, sink.data()); });
  };
  add(ours, query.ours);
  const bool has_posed_gjk = posed_gjk->Has(query.theirs) && IsRight(ResultsOf(posed_gjk, query.theirs, count), right);
  if (has_posed_gjk) add(posed_gjk, query.theirs);
  std::vector<const char*> names;
  for (size_t i = 0; i + 1 < libraries.size(); ++i) {
    Peer* const library = libraries[i].get();
    if (!library->Has(query.theirs) || !IsRight(ResultsOf(library, query.theirs, count), right)) continue;
    add(library, query.theirs);
    names.push_back(library->name());
  }
  const std::vector<Timing> timings = TimeInterleaved(works, count, min_time_s);
  const double ours_ns = timings[0].median_ns;
  const auto ratio = [ours_ns](double ns) { return absl::StrFormat("%.2f", ns / ours_ns); };
  std::vector<std::string> row = {name, absl::StrFormat("%.0f", ours_ns)};
  if (has_posed_gjk) {
    row.push_back(absl::StrFormat("%.0f", timings[1].median_ns));
    row.push_back(ratio(timings[1].median_ns));
  } else {
    row.insert(row.end(), {"-", "-"});
  }
  const auto first = timings.begin() + (has_posed_gjk ? 2 : 1);
  const auto best = std::min_element(first, timings.end(),
                                     [](const Timing& x, const Timing& y) { return x.median_ns < y.median_ns; });
  if (best == timings.end()) {
    row.insert(row.end(), {"-", "-", "-"});
  } else {
    row.insert(row.end(), {names[static_cast<size_t>(best - first)], absl::StrFormat("%.0f", best->median_ns),
                           ratio(best->median_ns)});
  }
  return row;
}

SolidTable MakeHullTable(const SolidTableOptions& options) {
  SolidTable table;
  table.id = "hulls";
  table.title = "Hulls of few vertices, posed";
  table.ours =
      "ns per pair. `posed GJK`: plain GJK by Signed Volumes on vertices posed beforehand, without error bounds, a "
      "stand-in for openGJK. `best right`: the fastest of the libraries of which no more than 1 % of the answers "
      "differ; "
      "beside ComputeSeparation of distant pairs its distance, of overlapping ones its depth.";
  table.header = {"pairs",         "collision2d ns",          "posed GJK ns", "posed GJK / collision2d", "best right",
                  "best right ns", "best right / collision2d"};
  const std::vector<std::unique_ptr<Peer>> libraries = MakeSolidPeers();
  const std::unique_ptr<Peer> posed_gjk = MakePosedGjkPeer();
  const int count = options.pairs;
  for (const int vertices : kVertices) {
    for (const Placement placement : {Placement::kDistant, Placement::kOverlapping}) {
      Random random(options.seed);
      const SolidDataset dataset = RandomPolytopes(placement, vertices, count, &random);
      for (const std::unique_ptr<Peer>& library : libraries) library->Prepare(dataset);
      posed_gjk->Prepare(dataset);
      for (const HullQuery& query : QueriesOf(placement)) {
        const std::string name = absl::StrCat(vertices, " vertices, ", Name(placement), ", ", query.name);
        table.rows.push_back(MakeRow(name, query, libraries, posed_gjk.get(), count, options.min_time_s));
      }
    }
  }
  return table;
}

SolidTable MakeHullConstructionTable(const SolidTableOptions& options) {
  SolidTable table;
  table.id = "hull_construction";
  table.title = "Construction of hulls";
  table.ours =
      "ns per hull of random points of a sphere: the hull alone, and ConvexPolytope::FromPoints without tables "
      "and with those for queries.";
  table.header = {"vertices", "hull ns", "kNone ns", "kNone / hull", "kForQueries ns", "kForQueries / hull"};
  Random random(options.seed);
  for (const int vertices : kVertices) {
    std::vector<std::vector<Vec3>> sets;
    for (int i = 0; i < kPointSets; ++i) sets.push_back(RandomSpherePoints(vertices, &random));
    double sink = 0.0;
    const auto from_points = [&sets, &sink](solid::PolytopeTables tables) {
      return [&sets, &sink, tables](int begin, int end) {
        for (int i = begin; i < end; ++i) {
          sink += solid::ConvexPolytope::FromPoints(sets[static_cast<size_t>(i)], tables)->Magnitude();
        }
      };
    };
    const std::vector<TimedWork> works = {
        [&sets, &sink](int begin, int end) {
          for (int i = begin; i < end; ++i) {
            sink += static_cast<double>(solid::ComputeConvexHull3(sets[static_cast<size_t>(i)]).vertices.size());
          }
        },
        from_points(solid::PolytopeTables::kNone), from_points(solid::PolytopeTables::kForQueries)};
    const std::vector<Timing> timings = TimeInterleaved(works, kPointSets, options.min_time_s);
    const double hull_ns = timings[0].median_ns;
    std::vector<std::string> row = {absl::StrCat(vertices), absl::StrFormat("%.0f", hull_ns)};
    for (size_t i = 1; i < timings.size(); ++i) {
      row.push_back(absl::StrFormat("%.0f", timings[i].median_ns));
      row.push_back(absl::StrFormat("%.2f", timings[i].median_ns / hull_ns));
    }
    table.rows.push_back(row);
  }
  return table;
}

}  // namespace

SolidTables MakeHullTables(const SolidTableOptions& options) {
  return {MakeHullTable(options), MakeHullConstructionTable(options)};
}

}  // namespace collision2d::bench
