#include "replay/importers/polygon_repair.h"

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"

namespace collision2d::planner {
namespace {

using Ring = std::vector<Vec2>;

Ring VerticesOf(const ConvexPolygon& polygon) { return Ring(polygon.vertices().begin(), polygon.vertices().end()); }

// The counts in the order of their declaration.
std::vector<int64_t> List(const PolygonRepairs& r) {
  return {r.polygons,
          r.closing_vertex_removed,
          r.duplicate_vertices_removed,
          r.collinear_vertices_removed,
          r.clockwise_reversed,
          r.split_into_convex,
          r.convex_parts,
          r.replaced_by_hull,
          r.without_area};
}

TEST(RepairPolygonTest, CountsEachRepair) {
  const struct {
    const char* name;
    Ring vertices;
    std::vector<Ring> parts;
    std::vector<int64_t> counts;
  } cases[] = {
      {"nothing to do", {{0, 0}, {4, 0}, {0, 4}}, {{{0, 0}, {4, 0}, {0, 4}}}, {1, 0, 0, 0, 0, 0, 0, 0, 0}},
      {"closed", {{0, 0}, {4, 0}, {0, 4}, {0, 0}}, {{{0, 0}, {4, 0}, {0, 4}}}, {1, 1, 0, 0, 0, 0, 0, 0, 0}},
      {"repeats",
       {{0, 0}, {4, 0}, {4, 0}, {0, 4}, {0, 0}, {0, 0}},
       {{{0, 0}, {4, 0}, {0, 4}}},
       {1, 1, 2, 0, 0, 0, 0, 0, 0}},
      {"clockwise", {{0, 4}, {4, 0}, {0, 0}}, {{{0, 0}, {4, 0}, {0, 4}}}, {1, 0, 0, 0, 1, 0, 0, 0, 0}},
      {"collinear",
       {{0, 0}, {1, 0}, {2, 0}, {4, 0}, {0, 4}, {0, 1}},
       {{{0, 0}, {4, 0}, {0, 4}}},
       {1, 0, 0, 3, 0, 0, 0, 0, 0}},
      {"bow tie", {{0, 0}, {4, 4}, {4, 0}, {0, 4}}, {{{0, 0}, {4, 0}, {4, 4}, {0, 4}}}, {1, 0, 0, 0, 0, 0, 0, 1, 0}},
      {"segment", {{0, 0}, {1, 1}, {4, 4}, {0, 0}}, {{{0, 0}, {4, 4}}}, {1, 1, 0, 0, 0, 0, 0, 0, 1}},
      {"point", {{3, 5}, {3, 5}, {3, 5}}, {{{3, 5}}}, {1, 1, 1, 0, 0, 0, 0, 0, 1}},
      {"one vertex", {{3, 5}}, {{{3, 5}}}, {1, 0, 0, 0, 0, 0, 0, 0, 1}},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.name);
    PolygonRepairs repairs;
    const absl::StatusOr<std::vector<ConvexPolygon>> parts = RepairPolygon(test.vertices, repairs);
    ASSERT_TRUE(parts.ok()) << parts.status();
    ASSERT_EQ(parts->size(), test.parts.size());
    for (size_t i = 0; i < parts->size(); ++i) EXPECT_EQ(VerticesOf((*parts)[i]), test.parts[i]);
    EXPECT_EQ(List(repairs), test.counts);
  }
}

TEST(RepairPolygonTest, SplitsANonConvexPolygon) {
  PolygonRepairs repairs;
  const Ring clockwise_l = {{0, 4}, {1, 4}, {1, 1}, {4, 1}, {4, 0}, {2, 0}, {0, 0}, {0, 4}};
  const absl::StatusOr<std::vector<ConvexPolygon>> parts = RepairPolygon(clockwise_l, repairs);
  ASSERT_TRUE(parts.ok()) << parts.status();
  EXPECT_EQ(parts->size(), 2u);
  EXPECT_EQ(List(repairs), (std::vector<int64_t>{1, 1, 0, 1, 1, 1, 2, 0, 0}));
}

TEST(RepairPolygonTest, RefusesCoordinatesThatAreNoPlace) {
  PolygonRepairs repairs;
  EXPECT_TRUE(absl::StrContains(RepairPolygon(Ring{}, repairs).status().message(), "vertices: empty"));
  EXPECT_TRUE(absl::StrContains(RepairPolygon(Ring{{0, 0}, {1, 1e9}, {1, 0}}, repairs).status().message(),
                                "vertices[1].y: 1000000000 m is beyond the limit"));
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(absl::StrContains(RepairPolygon(Ring{{0, 0}, {1, 1}, {-infinity, 0}}, repairs).status().message(),
                                "vertices[2].x: -inf is not finite"));
  EXPECT_EQ(List(repairs), std::vector<int64_t>(9, 0));
}

}  // namespace
}  // namespace collision2d::planner
