// Grids beside their cells as polygons: booleans by exact integers, everything else by a StaticMap
// of the cells. Every scene is on another instruction set of this machine. A million pairs; as
// occupancy_grid_long_test a hundred million.

#include "collision2d/batch/occupancy_grid.h"

#include <cinttypes>
#include <cstdio>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/gradients.h"
#include "collision2d/batch/testing/cell_scenes.h"
#include "collision2d/motion/motion.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/fast_exact_oracle.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

constexpr int64_t kDefaultPairs = 1000000;
constexpr int kSteps = 8;

// The occupied cell of the least index that the body touches, by exact integers; -1: none.
int64_t ExactFirst(const CellScene& scene, const ConvexPolygon& body, const Pose2& pose, FastExactOracle* oracle) {
  const Pose2 body_from_grid = RelativePose(pose, scene.world_from_grid);
  for (size_t k = 0; k < scene.squares.size(); ++k) {
    std::vector<Vec2> posed;
    for (const Vec2 vertex : scene.squares[k].vertices()) posed.push_back(body_from_grid * vertex);
    if (oracle->Collide(body.vertices(), posed)) return scene.element_of_square[k];
  }
  return -1;
}

std::vector<Pose2> RandomPoses(const CellScene& scene, const ConvexPolygon& body, int count, Random* random) {
  std::vector<Pose2> poses;
  for (int i = 0; i < count; ++i) poses.push_back(RandomCellPose(scene, body, random));
  return poses;
}

// Ways of some cells a step, of all kinds of turns.
std::vector<Pose2> RandomWays(const CellScene& scene, const ConvexPolygon& body, int count, Random* random) {
  std::vector<Pose2> poses;
  for (int i = 0; i < count; ++i) {
    Pose2 pose = RandomCellPose(scene, body, random);
    const double turn = random->Chance(0.3) ? 0.0 : random->Uniform(-1.5, 1.5) * (random->Chance(0.2) ? 2.0 : 0.2);
    const double step_m = random->LogUniform(0.01, 8.0) * scene.cell_size_m;
    for (int s = 0; s < kSteps; ++s) {
      poses.push_back(pose);
      pose = pose * Pose2::FromYaw({step_m, 0.0}, turn);
    }
  }
  return poses;
}

std::vector<double> StepTimes() {
  std::vector<double> times_s;
  for (int s = 0; s < kSteps; ++s) times_s.push_back(0.1 * s);
  return times_s;
}

TEST(OccupancyGridTest, CollidesExactlyAsItsCells) {
  Random random(TestSeed());
  FastExactOracle oracle;
  const std::vector<int64_t> targets = hwy::SupportedAndGeneratedTargets();
  int64_t pairs = 0;
  int64_t hits = 0;
  int64_t poses_seen = 0;
  for (int64_t i = 0; pairs < TestCaseCount(kDefaultPairs); ++i) {
    const CellScene scene = RandomCellScene(40, random.LogUniform(0.005, 0.3), &random);
    const ConvexPolygon body = RandomCellBody(scene, &random);
    const std::vector<Pose2> poses = RandomPoses(scene, body, 40, &random);
    std::vector<Hit> first(poses.size());
    std::vector<uint8_t> any(poses.size());
    {
      const ScopedTarget scoped_target(targets[static_cast<size_t>(i) % targets.size()]);
      ASSERT_TRUE(FirstHit({&body, 1}, poses, scene.grid, absl::MakeSpan(first)).ok());
      ASSERT_TRUE(AnyHit({&body, 1}, poses, scene.grid, absl::MakeSpan(any)).ok());
    }
    for (size_t p = 0; p < poses.size(); ++p) {
      const int64_t expected = ExactFirst(scene, body, poses[p], &oracle);
      ASSERT_EQ(first[p].element, expected) << "scene " << i << " pose " << p;
      ASSERT_EQ(first[p].obstacle, expected < 0 ? -1 : 0);
      ASSERT_EQ(any[p], expected >= 0) << "scene " << i << " pose " << p;
      hits += expected >= 0;
      ++poses_seen;
    }
    pairs += static_cast<int64_t>(scene.squares.size() * poses.size());
  }
  std::printf("grids: %" PRId64 " pairs, %" PRId64 " poses, %" PRId64 " in contact, 0 wrong\n", pairs, poses_seen,
              hits);
  EXPECT_GT(hits, poses_seen / 4);
  EXPECT_LT(hits, poses_seen * 3 / 4);
}

// The obstacle of the map that is a cell.
int64_t CellOf(const CellScene& scene, int obstacle) { return obstacle < 0 ? -1 : scene.element_of_square[obstacle]; }

TEST(OccupancyGridTest, InstantsAreThoseOfAMapOfItsCells) {
  Random random(TestSeed() + 1);
  for (int i = 0; i < 400; ++i) {
    const CellScene scene = RandomCellScene(60, random.LogUniform(0.001, 0.2), &random);
    ConvexPolygon body = RandomCellBody(scene, &random);
    if (i % 3 == 0)
      body = ConvexPolygon::Create(body.vertices(), random.LogUniform(0.1, 3.0) * scene.cell_size_m).value();
    const std::vector<Pose2> poses = RandomWays(scene, body, 6, &random);
    const Trajectories ways(poses, kSteps);
    const auto compare = [&](const Trajectories& of) {
      const auto count = static_cast<size_t>(of.size());
      std::vector<Hit> hits(count), map_hits(count);
      ASSERT_TRUE(FirstHit({&body, 1}, of, scene.grid, absl::MakeSpan(hits)).ok());
      ASSERT_TRUE(FirstHit({&body, 1}, of, scene.map, absl::MakeSpan(map_hits)).ok());
      std::vector<Nearest<double>> nearest(count), map_nearest(count);
      ASSERT_TRUE(MinimumDistance({&body, 1}, of, scene.grid, {}, absl::MakeSpan(nearest)).ok());
      ASSERT_TRUE(MinimumDistance({&body, 1}, of, scene.map, {}, absl::MakeSpan(map_nearest)).ok());
      std::vector<Nearest<SeparationGradient>> least(count), map_least(count);
      ASSERT_TRUE(MinimumSeparation({&body, 1}, of, scene.grid, {}, absl::MakeSpan(least)).ok());
      ASSERT_TRUE(MinimumSeparation({&body, 1}, of, scene.map, {}, absl::MakeSpan(map_least)).ok());
      for (size_t k = 0; k < count; ++k) {
        SCOPED_TRACE(testing::Message() << "scene " << i << " trajectory " << k);
        ASSERT_EQ(hits[k].step, map_hits[k].step);
        ASSERT_EQ(hits[k].element, CellOf(scene, map_hits[k].obstacle));
        ASSERT_EQ(nearest[k].distance_m, map_nearest[k].distance_m);
        ASSERT_EQ(nearest[k].step, map_nearest[k].step);
        ASSERT_EQ(nearest[k].element, CellOf(scene, map_nearest[k].obstacle));
        const SeparationGradient& gradient = least[k].gradient;
        const SeparationGradient& expected = map_least[k].gradient;
        ASSERT_EQ(gradient.separation.signed_distance_m, expected.separation.signed_distance_m);
        ASSERT_EQ(least[k].element, CellOf(scene, map_least[k].obstacle));
        ASSERT_EQ(gradient.is_smooth, expected.is_smooth);
        ASSERT_EQ(gradient.yaw_left_m_per_rad, expected.yaw_left_m_per_rad);
        ASSERT_EQ(gradient.yaw_right_m_per_rad, expected.yaw_right_m_per_rad);
      }
    };
    ASSERT_NO_FATAL_FAILURE(compare(poses));
    ASSERT_NO_FATAL_FAILURE(compare(ways));
  }
}

TEST(OccupancyGridTest, EveryPoseIsAnswered) {
  Random random(TestSeed() + 2);
  for (int i = 0; i < 200; ++i) {
    const CellScene scene = RandomCellScene(50, 0.05, &random);
    const std::vector<ConvexPolygon> body = {RandomCellBody(scene, &random), RandomCellBody(scene, &random)};
    const std::vector<Pose2> poses = RandomPoses(scene, body[0], 50, &random);
    // A grid is one obstacle among others.
    Obstacles obstacles = scene.map;
    obstacles.Add(scene.grid);
    const size_t squares = scene.squares.size();
    const double limit_m = random.LogUniform(0.01, 30.0) * scene.cell_size_m;
    std::vector<uint64_t> mask(poses.size() * obstacles.mask_words()), within(mask.size());
    std::vector<int32_t> count(poses.size());
    std::vector<int64_t> begin(poses.size() + 1);
    std::vector<int> listed(poses.size() * (squares + 1));
    std::vector<double> distance_m(poses.size() * (squares + 1));
    ASSERT_TRUE(CollisionMask(body, poses, obstacles, absl::MakeSpan(mask)).ok());
    ASSERT_TRUE(WithinMask(body, poses, obstacles, limit_m, absl::MakeSpan(within)).ok());
    ASSERT_TRUE(CountHits(body, poses, obstacles, absl::MakeSpan(count)).ok());
    ASSERT_TRUE(AllHits(body, poses, obstacles, absl::MakeSpan(begin), absl::MakeSpan(listed)).ok());
    ASSERT_TRUE(AllDistances(body, poses, obstacles, absl::MakeSpan(distance_m)).ok());
    for (size_t p = 0; p < poses.size(); ++p) {
      SCOPED_TRACE(testing::Message() << "scene " << i << " pose " << p);
      const auto bit = [&](const std::vector<uint64_t>& of, size_t k) {
        return (of[p * obstacles.mask_words() + k / 64] >> k % 64 & 1) != 0;
      };
      int hits = 0;
      bool is_within = false;
      double least_m = kInf;
      for (size_t k = 0; k < squares; ++k) {
        hits += static_cast<int>(bit(mask, k));
        is_within |= bit(within, k);
        least_m = std::min(least_m, distance_m[p * (squares + 1) + k]);
      }
      ASSERT_EQ(bit(mask, squares), hits > 0);
      ASSERT_EQ(bit(within, squares), is_within);
      ASSERT_EQ(count[p], hits + (hits > 0 ? 1 : 0));
      ASSERT_EQ(begin[p + 1] - begin[p], count[p]);
      if (hits > 0) {
        ASSERT_EQ(listed[static_cast<size_t>(begin[p + 1]) - 1], static_cast<int>(squares));
      }
      ASSERT_EQ(distance_m[p * (squares + 1) + squares], least_m);
    }
  }
}

// Whether the body is in a cell at a pose of its way before a time, by samples. Positions 3e6 m
// from the origin are rounded by 5e-10 m, so what is less deep does not count.
bool SamplesCollide(const CellScene& scene, const ConvexPolygon& body, absl::Span<const Pose2> way, double end_s,
                    Random* random) {
  const std::vector<double> times_s = StepTimes();
  for (int i = 0; end_s > 0.0 && i < 4; ++i) {
    const double time_s = random->Uniform(0.0, 1.0) * end_s;
    size_t s = 0;
    while (s + 2 < times_s.size() && times_s[s + 1] <= time_s) ++s;
    const Motion motion = Motion::Between(way[s], way[s + 1], times_s[s], times_s[s + 1]).value();
    const Pose2 body_from_grid = RelativePose(motion.PoseAt(time_s), scene.world_from_grid);
    for (const ConvexPolygon& square : scene.squares) {
      if (Collides(body, square, body_from_grid) &&
          ComputeSeparation(body, square, body_from_grid).signed_distance_m < -4e-9) {
        return true;
      }
    }
  }
  return false;
}

TEST(OccupancyGridTest, MotionsAreThoseOfAMapOfItsCells) {
  Random random(TestSeed() + 3);
  const std::vector<double> times_s = StepTimes();
  int64_t contacts = 0;
  int64_t trajectories = 0;
  // A hundredth of the pairs, each some motions.
  for (int i = 0; 100 * trajectories < TestCaseCount(kDefaultPairs); ++i) {
    const CellScene scene = RandomCellScene(60, random.LogUniform(0.001, 0.1), &random);
    ConvexPolygon body = RandomCellBody(scene, &random);
    if (i % 4 == 0) body = ConvexPolygon::Create(body.vertices(), 0.7 * scene.cell_size_m).value();
    const std::vector<Pose2> poses = RandomWays(scene, body, 16, &random);
    const Trajectories ways(poses, kSteps);
    std::vector<uint8_t> any(16), map_any(16);
    ASSERT_TRUE(AnyHit({&body, 1}, ways, times_s, scene.grid, {}, absl::MakeSpan(any)).ok());
    ASSERT_TRUE(AnyHit({&body, 1}, ways, times_s, scene.map, {}, absl::MakeSpan(map_any)).ok());
    std::vector<SweptHit> first(16), map_first(16);
    ASSERT_TRUE(FirstHit({&body, 1}, ways, times_s, scene.grid, {}, absl::MakeSpan(first)).ok());
    ASSERT_TRUE(FirstHit({&body, 1}, ways, times_s, scene.map, {}, absl::MakeSpan(map_first)).ok());
    std::vector<SweptNearest> nearest(16), map_nearest(16);
    ASSERT_TRUE(MinimumDistance({&body, 1}, ways, times_s, scene.grid, {}, absl::MakeSpan(nearest)).ok());
    ASSERT_TRUE(MinimumDistance({&body, 1}, ways, times_s, scene.map, {}, absl::MakeSpan(map_nearest)).ok());
    for (size_t k = 0; k < 16; ++k) {
      SCOPED_TRACE(testing::Message() << "scene " << i << " trajectory " << k);
      ASSERT_EQ(any[k], map_any[k]);
      ASSERT_EQ(first[k].step, map_first[k].step);
      ASSERT_EQ(first[k].contact_by_s, map_first[k].contact_by_s);
      ASSERT_EQ(first[k].element, CellOf(scene, map_first[k].obstacle));
      ASSERT_LE(first[k].free_until_s, first[k].contact_by_s);
      if (first[k].step >= 0) {
        ASSERT_NEAR(first[k].free_until_s, map_first[k].free_until_s, 1e-6);
      }
      ASSERT_EQ(nearest[k].lower_m, map_nearest[k].lower_m);
      ASSERT_EQ(nearest[k].upper_m, map_nearest[k].upper_m);
      const double free_until_s = first[k].step < 0 ? times_s.back() : first[k].free_until_s;
      ASSERT_FALSE(SamplesCollide(scene, body, ways.PosesOf(static_cast<int>(k)), free_until_s, &random));
      contacts += any[k];
      ++trajectories;
    }
  }
  std::printf("grids: %" PRId64 " motions, %" PRId64 " trajectories in contact, 0 wrong\n", trajectories * (kSteps - 1),
              contacts);
  EXPECT_GT(contacts, trajectories / 5);
  EXPECT_LT(contacts, trajectories * 4 / 5);
}

TEST(OccupancyGridTest, UpdatesAndMovesAreThoseOfANewGrid) {
  Random random(TestSeed() + 4);
  for (int i = 0; i < 60; ++i) {
    const int width = random.Integer(1, 150);
    const int height = random.Integer(1, 150);
    const auto stride = static_cast<size_t>(width);
    OccupancyGrid grid = OccupancyGrid::Create(width, height, 0.1).value();
    std::vector<uint8_t> values(stride * static_cast<size_t>(height));
    const ConvexPolygon body = ConvexPolygon::Rectangle(2.0, 0.8).value();
    for (int round = 0; round < 12; ++round) {
      if (random.Chance(0.5)) {
        GridWindow part;
        part.row = random.Index(height);
        part.column = random.Index(width);
        part.rows = random.Integer(0, height - part.row);
        part.columns = random.Integer(0, width - part.column);
        const double density = random.LogUniform(0.001, 0.5);
        for (int r = part.row; r < part.row + part.rows; ++r) {
          for (int c = part.column; c < part.column + part.columns; ++c) {
            values[static_cast<size_t>(r) * stride + static_cast<size_t>(c)] = random.Chance(density) ? 3 : 0;
          }
        }
        const uint8_t* const data = values.data() + static_cast<size_t>(part.row) * stride + part.column;
        ASSERT_TRUE(grid.Update(part, {data, width}).ok());
      } else {
        const int rows = random.Integer(-height - 2, height + 2) / (random.Chance(0.7) ? 8 : 1);
        const int columns = random.Integer(-width - 2, width + 2) / (random.Chance(0.7) ? 8 : 1);
        ASSERT_TRUE(grid.MoveWindow(rows, columns).ok());
        std::vector<uint8_t> moved(values.size());
        for (int r = 0; r < height; ++r) {
          for (int c = 0; c < width; ++c) {
            const int64_t row = int64_t{r} + rows;
            const int64_t column = int64_t{c} + columns;
            if (row < 0 || row >= height || column < 0 || column >= width) continue;
            moved[static_cast<size_t>(r) * stride + static_cast<size_t>(c)] =
                values[static_cast<size_t>(row) * stride + static_cast<size_t>(column)];
          }
        }
        values = moved;
      }
      OccupancyGrid fresh = OccupancyGrid::Create(width, height, 0.1).value();
      ASSERT_TRUE(fresh.Update({values.data(), width}).ok());
      ASSERT_TRUE(fresh.MoveWindow(0, 0).ok());
      const Vec2 corner = {0.1 * static_cast<double>(grid.first_column()), 0.1 * static_cast<double>(grid.first_row())};
      std::vector<Pose2> poses, shifted;
      for (int p = 0; p < 100; ++p) {
        const double x = random.Uniform(-1.0, 0.1 * width + 1.0);
        const double y = random.Uniform(-1.0, 0.1 * height + 1.0);
        shifted.push_back(Pose2::FromYaw({x, y}, random.Angle()));
        poses.push_back({shifted.back().translation + corner, UnitRotation(shifted.back().cos, shifted.back().sin)});
      }
      std::vector<Hit> hits(100), fresh_hits(100);
      ASSERT_TRUE(FirstHit({&body, 1}, poses, grid, absl::MakeSpan(hits)).ok());
      ASSERT_TRUE(FirstHit({&body, 1}, shifted, fresh, absl::MakeSpan(fresh_hits)).ok());
      std::vector<uint8_t> any(100);
      ASSERT_TRUE(AnyHit({&body, 1}, poses, grid, absl::MakeSpan(any)).ok());
      for (int p = 0; p < 100; ++p) {
        ASSERT_EQ(hits[p].element, fresh_hits[p].element) << "case " << i << " round " << round << " pose " << p;
        ASSERT_EQ(any[p], fresh_hits[p].step + 1);
      }
    }
  }
}

TEST(OccupancyGridTest, ReadsAnyStrideAndRangeOfValues) {
  // Columns from right to left, every second byte.
  const uint8_t values[] = {0, 9, 100, 9, 255, 9, 1, 9, 64, 9, 65, 9};
  OccupancyGrid grid = OccupancyGrid::Create(3, 2, 1.0, {}, {65, 100}).value();
  ASSERT_TRUE(grid.Update({values + 4, 6, -2}).ok());
  EXPECT_FALSE(grid.is_occupied(0, 0));
  EXPECT_TRUE(grid.is_occupied(0, 1));
  EXPECT_FALSE(grid.is_occupied(0, 2));
  EXPECT_TRUE(grid.is_occupied(1, 0));
  EXPECT_FALSE(grid.is_occupied(1, 2));
}

TEST(OccupancyGridTest, HugeAndTinyBodiesAndFarPoses) {
  OccupancyGrid grid = OccupancyGrid::Create(4, 4, 1e-3).value();
  const uint8_t one = 1;
  ASSERT_TRUE(grid.Update({2, 1, 1, 1}, {&one}).ok());
  const ConvexPolygon huge = ConvexPolygon::Rectangle(1e8, 1e8).value();
  const ConvexPolygon tiny = ConvexPolygon::Rectangle(1e-12, 1e-12).value();
  const Pose2 poses[] = {{{0.0, 0.0}}, {{1e8, 1e8}}, {{0.0015, 0.0025}}, {{5e7, 0.0}}, {{5.1e7, 0.0}}};
  Hit hits[5];
  ASSERT_TRUE(FirstHit({&huge, 1}, poses, grid, hits).ok());
  EXPECT_EQ(hits[0].element, 9);
  EXPECT_EQ(hits[1].element, -1);
  EXPECT_EQ(hits[2].element, 9);
  EXPECT_EQ(hits[3].element, 9);
  EXPECT_EQ(hits[4].element, -1);
  ASSERT_TRUE(FirstHit({&tiny, 1}, poses, grid, hits).ok());
  EXPECT_EQ(hits[0].element, -1);
  EXPECT_EQ(hits[1].element, -1);
  EXPECT_EQ(hits[2].element, 9);
}

TEST(OccupancyGridTest, ALongColumnHasItsLastCell) {
  constexpr int kHeight = 1 << 24;
  OccupancyGrid grid = OccupancyGrid::Create(1, kHeight, 1e-3).value();
  const uint8_t one = 1;
  ASSERT_TRUE(grid.Update({kHeight - 1, 0, 1, 1}, {&one}).ok());
  const ConvexPolygon body = ConvexPolygon::Rectangle(0.02, 0.02).value();
  const double top_m = 1e-3 * kHeight;
  const Pose2 poses[] = {{{0.0, 0.0}}, {{0.0, 0.5 * top_m}}, {{0.0, top_m - 0.5}}, {{0.0, top_m}}};
  Hit hits[4];
  ASSERT_TRUE(FirstHit({&body, 1}, poses, grid, hits).ok());
  for (int p = 0; p < 4; ++p) EXPECT_EQ(hits[p].element, p == 3 ? kHeight - 1 : -1) << p;
}

TEST(OccupancyGridTest, EmptyGridsHitNothing) {
  const ConvexPolygon body = ConvexPolygon::Rectangle(1.0, 1.0).value();
  const Pose2 poses[] = {{{0.5, 0.5}}};
  OccupancyGrid grid = OccupancyGrid::Create(300, 2, 0.1).value();
  OccupancyGrid none;
  OccupancyGrid from = OccupancyGrid::Create(1, 1, 1.0).value();
  OccupancyGrid to = std::move(from);
  for (const OccupancyGrid* of : {&grid, &none, &from, &to}) {
    uint8_t any = 7;
    ASSERT_TRUE(AnyHit({&body, 1}, poses, *of, {&any, 1}).ok());
    EXPECT_EQ(any, 0);
    Nearest<double> nearest;
    ASSERT_TRUE(MinimumDistance({&body, 1}, poses, *of, {}, {&nearest, 1}).ok());
    EXPECT_EQ(nearest.obstacle, -1);
    EXPECT_EQ(Obstacles(*of).size(), 1);
  }
}

TEST(OccupancyGridTest, RefusesWithTheArgumentsName) {
  const auto message = [](const absl::Status& status) { return std::string(status.message()); };
  const double nan = kNaN;
  EXPECT_EQ(message(OccupancyGrid::Create(0, 1, 1.0).status()), "width: 0 is not positive");
  EXPECT_EQ(message(OccupancyGrid::Create(1, -2, 1.0).status()), "height: -2 is not positive");
  EXPECT_EQ(message(OccupancyGrid::Create(1 << 20, 1 << 20, 1.0).status()),
            "1048576 x 1048576 cells are beyond the limit of 524288 tiles of 64 x 64");
  // A narrow window takes whole tiles.
  EXPECT_EQ(message(OccupancyGrid::Create(1, 1 << 27, 1e-3).status()),
            "1 x 134217728 cells are beyond the limit of 524288 tiles of 64 x 64");
  for (const double size : {0.0, -1.0, nan, 1e-7, 1e9}) {
    EXPECT_EQ(message(OccupancyGrid::Create(1, 1, size).status()).substr(0, 12), "cell_size_m:") << size;
  }
  EXPECT_EQ(message(OccupancyGrid::Create(1000, 1, 1e6).status()).substr(0, 6), "width:");
  EXPECT_EQ(message(OccupancyGrid::Create(1, 1, 1.0, Pose2({nan, 0.0})).status()).substr(0, 18), "world_from_grid[0]");
  EXPECT_EQ(message(OccupancyGrid::Create(1, 1, 1.0, {}, {3, 2}).status()), "occupied: first, 3, is more than last, 2");
  OccupancyGrid grid = OccupancyGrid::Create(4, 3, 1.0).value();
  const uint8_t value = 1;
  EXPECT_EQ(message(grid.Update({0, 2, 1, 3}, {&value})),
            "part: 1 rows from 0 and 3 columns from 2 are not within 3 x 4 cells");
  EXPECT_EQ(message(grid.Update({})), "values.data: null");
  EXPECT_EQ(message(grid.MoveWindow(0, 200000000)).substr(0, 8), "columns:");
  EXPECT_FALSE(grid.MoveWindow(std::numeric_limits<int64_t>::min(), 0).ok());
  EXPECT_EQ(grid.first_column(), 0);
}

}  // namespace
}  // namespace collision2d
