#include "bench/solid/drop_table.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/interleaved_timing.h"
#include "bench/solid/drop_scene.h"
#include "bench/solid/johnson_subdistance.h"
#include "bench/solid/plain_gjk3.h"
#include "bench/solid/signed_volumes_subdistance.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/shapes/convex_polytope.h"

namespace collision2d::bench {
namespace {

double sink = 0.0;

struct Totals {
  int64_t calls = 0;
  int64_t backups = 0;
  int64_t capped = 0;
};

template <typename Subdistance>
Totals Answer(const DropScene& scene, const std::vector<DropQuery>& queries, int begin, int end) {
  Subdistance simplex;
  PlainGjk3Options options;
  options.tolerance = 1e-14;
  Totals totals;
  for (int i = begin; i < end; ++i) {
    const DropQuery& query = queries[static_cast<size_t>(i)];
    using solid::ConvexPolytope;
    const solid::internal::Cso3<ConvexPolytope, ConvexPolytope> cso(
        scene.bodies[static_cast<size_t>(query.a)], scene.bodies[static_cast<size_t>(query.b)], query.a_from_b);
    const PlainGjk3Result result = PlainGjk3(cso, options, &simplex);
    totals.calls += result.calls;
    totals.capped += result.end == PlainGjk3End::kFailed;
    sink = sink + result.distance_m;
  }
  totals.backups = simplex.backups();
  return totals;
}

// Published: calls and backup entries in millions, minutes.
struct PublishedRow {
  const char* name;
  double calls;
  double backups;
  double minutes;
};
constexpr PublishedRow kPublished[2][3] = {
    {{"BK", 297.0, 297.0, 63.7}, {"JB", 322.0, 30.0, 59.2}, {"SV", 299.0, 0.0, 48.1}},
    {{"BK", 377.0, 377.0, 76.6}, {"JB", 444.0, 29.5, 73.1}, {"SV", 380.0, 0.0, 58.1}}};

void AppendQueries(const std::string& name, const DropScene& scene, const std::vector<DropQuery>& queries,
                   const SolidTableOptions& options, SolidTable* table) {
  const int count = static_cast<int>(queries.size());
  const Totals totals[] = {Answer<JohnsonSubdistance<JohnsonMode::kBackup>>(scene, queries, 0, count),
                           Answer<JohnsonSubdistance<JohnsonMode::kJohnsonBackup>>(scene, queries, 0, count),
                           Answer<SignedVolumesSubdistance>(scene, queries, 0, count)};
  const std::vector<TimedWork> works = {
      [&](int begin, int end) { Answer<JohnsonSubdistance<JohnsonMode::kBackup>>(scene, queries, begin, end); },
      [&](int begin, int end) { Answer<JohnsonSubdistance<JohnsonMode::kJohnsonBackup>>(scene, queries, begin, end); },
      [&](int begin, int end) { Answer<SignedVolumesSubdistance>(scene, queries, begin, end); }};
  const std::vector<Timing> timings = TimeInterleaved(works, count, options.min_time_s);
  for (size_t i = 0; i < 3; ++i) {
    const double calls = static_cast<double>(totals[i].calls);
    table->rows.push_back(
        {absl::StrCat(name, ", ", kPublished[0][i].name), absl::StrCat(count), absl::StrCat(totals[i].calls),
         absl::StrFormat("%.3f", calls / static_cast<double>(totals[2].calls)), absl::StrCat(totals[i].backups),
         absl::StrFormat("%.2f %%", 100.0 * static_cast<double>(totals[i].backups) / calls),
         absl::StrCat(totals[i].capped), absl::StrFormat("%.1f", timings[i].median_ns),
         absl::StrFormat("%.3f", timings[i].median_ns / timings[2].median_ns)});
  }
}

void AppendPublished(SolidTable* table) {
  for (size_t k = 0; k < 2; ++k) {
    for (const PublishedRow& row : kPublished[k]) {
      table->rows.push_back(
          {absl::StrCat("paper, Table ", k == 0 ? "II, " : "III, ", row.name), "-", absl::StrFormat("%.0fM", row.calls),
           absl::StrFormat("%.3f", row.calls / kPublished[k][2].calls), absl::StrFormat("%.1fM", row.backups),
           absl::StrFormat("%.2f %%", 100.0 * row.backups / row.calls), "-", "-",
           absl::StrFormat("%.3f (subalgorithm)", row.minutes / kPublished[k][2].minutes)});
    }
  }
}

void AppendScene(DropBodies bodies, const SolidTableOptions& options, SolidTable* table) {
  const DropScene scene = SimulateDrop(bodies, options.steps, options.seed);
  const std::string name = bodies == DropBodies::kBoxes ? "boxes" : absl::StrCat(static_cast<int>(bodies), " vertices");
  AppendQueries(absl::StrCat(name, ", near"), scene, scene.near, options, table);
  AppendQueries(absl::StrCat(name, ", all pairs"), scene, scene.all, options, table);
  AppendQueries(absl::StrCat(name, ", floor"), scene, scene.floor, options, table);
  if (!scene.flat.empty()) AppendQueries(absl::StrCat(name, " lying flat"), scene, scene.flat, options, table);
  absl::StrAppendFormat(&table->ours,
                        " %s: %.0f %% of the near queries are in contact, and the kinetic "
                        "energy at the end is %.2g of its greatest.",
                        name, 100.0 * static_cast<double>(scene.contacts) / static_cast<double>(scene.near.size()),
                        scene.kinetic_energy_ratio);
}

}  // namespace

SolidTable MakeDropTable(const SolidTableOptions& options) {
  SolidTable table;
  table.id = "montanari_drop";
  table.title = "Montanari, Tables II and III: many bodies that fall";
  table.paper =
      "deformable bunny and knots, tolerance 1e-14. SV needs 7.4 % (4.5k triangles) and 14 % (17.9k) fewer calls than "
      "JB, and no backup. The published times are those of the subalgorithm alone.";
  table.header = {"queries, subalgorithm", "queries", "calls",    "/ SV", "backups", "of calls",
                  "cap reached",           "GJK ns",  "time / SV"};
  table.ours =
      "100 rigid bodies fall into a box; all subalgorithms answer the same queries: those between bodies whose "
      "bounding spheres meet; as in the paper, those between all pairs; and those of all bodies with the floor, which "
      "is "
      "a slab of 60 m: the paper's bodies lie on \"a large rigid plane\", which is in its pairs too. There Johnson's "
      "algorithm finds no face, or a poor one, the most often, above all under boxes that lie flat: springs let bodies "
      "come to rest a little tilted, so these are queries of their own. JB is Johnson's algorithm with the backup "
      "procedure where "
      "it finds none, in the same loop with Eqs. (9) and (10).";
  AppendPublished(&table);
  for (const DropBodies bodies :
       {DropBodies::kTetrahedra, DropBodies::kBoxes, DropBodies::kPolytopes16, DropBodies::kPolytopes64}) {
    AppendScene(bodies, options, &table);
  }
  return table;
}

}  // namespace collision2d::bench
