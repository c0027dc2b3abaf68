// Occupancy grids and point sets: times of the questions of a planner beside those of a StaticMap
// of the same cells, and beside the perimeter and the raster that other planners check.

#include <cmath>
#include <ctime>
#include <numeric>

#include "absl/types/span.h"
#include "bench/chapter.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

constexpr int kTrajectories = 2000;
constexpr int kSteps = 56;

// ms of CPU time, the least of some passes.
double LeastTime(const std::function<void()>& run, int passes) {
  double least_ms = 1e9;
  for (int pass = 0; pass < passes; ++pass) {
    const std::clock_t start = std::clock();
    run();
    least_ms = std::min(least_ms, 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return least_ms;
}

struct Vehicle {
  const char* name;
  double length_m, width_m, rear_m;
  double cell_size_m;
  double longest_m;  // Of a trajectory.
  double curvature;  // 1/m, at most.
};
constexpr Vehicle kCar = {"car", 4.5, 1.8, 0.9, 0.1, 16.0, 0.2};
constexpr Vehicle kRobot = {"nav", 0.5, 0.4, 0.25, 0.05, 2.5, 2.0};

struct Scene {
  std::string name;
  int size;  // Cells a side.
  double cell_size_m;
  std::vector<uint8_t> values;
  ConvexPolygon body;
  std::vector<Pose2> poses;
  std::vector<double> times_s;
  OccupancyGrid grid;
  std::vector<ConvexPolygon> squares;
  StaticMap map;

  Trajectories trajectories() const { return {poses, kSteps}; }
  uint8_t& At(int row, int column) { return values[static_cast<size_t>(row) * size + column]; }
  bool IsOccupied(int row, int column) const {
    return row >= 0 && column >= 0 && row < size && column < size &&
           values[static_cast<size_t>(row) * size + column] != 0;
  }
};

// Occupies what is at a place: `what` says so for positions in m, of which the map is `size_m`
// wide.
void Paint(Scene* scene, const std::function<bool(double x, double y)>& what) {
  for (int row = 0; row < scene->size; ++row) {
    for (int column = 0; column < scene->size; ++column) {
      if (what((column + 0.5) * scene->cell_size_m, (row + 0.5) * scene->cell_size_m)) scene->At(row, column) = 1;
    }
  }
}

// a: 5 % clutter; A: the same, free about the start; b: a wall with openings, and discs; c: a
// corridor with a bend and rough walls.
void FillMap(char kind, const Vehicle& vehicle, Vec2 start, Random* random, Scene* scene) {
  const double size_m = scene->size * scene->cell_size_m;
  const double length_m = vehicle.length_m;
  if (kind == 'a' || kind == 'A') {
    Paint(scene, [&](double x, double y) {
      const bool is_hit = random->Chance(0.05);
      return is_hit && (kind == 'a' || Norm(Vec2{x, y} - start) > 1.6 * length_m);
    });
  } else if (kind == 'b') {
    const double wall_x = start.x + 2.2 * length_m;
    std::vector<Vec2> centers;
    for (int k = 0; k < 12; ++k) {
      const double x = random->Uniform(start.x + 1.2 * length_m, std::min(size_m, start.x + 6.0 * length_m));
      centers.push_back(
          {x, random->Uniform(std::max(0.0, start.y - 3.0 * length_m), std::min(size_m, start.y + 3.0 * length_m))});
    }
    Paint(scene, [&](double x, double y) {
      const bool in_wall =
          std::abs(x - wall_x) < 0.1 * vehicle.width_m && std::fmod(y + size_m, 2.0 * length_m) > length_m;
      return in_wall || std::any_of(centers.begin(), centers.end(), [&](Vec2 c) {
               return Norm(c - Vec2{x, y}) < 0.15 * length_m;
             });
    });
  } else {
    Paint(scene, [&](double x, double y) {
      const double along = std::max(0.0, x - start.x - 1.5 * length_m);
      const double off =
          std::abs(y - start.y - 0.4 * along) - 1.1 * vehicle.width_m - random->Uniform(0.0, 0.3) * vehicle.width_m;
      return off > 0.0 && off < 0.4 * vehicle.width_m;
    });
  }
}

std::vector<Pose2> MakeTrajectories(const Vehicle& vehicle, Vec2 start, double size_m, Random* random) {
  std::vector<Pose2> poses;
  for (int i = 0; i < kTrajectories; ++i) {
    const double step_m = random->Uniform(0.2, 1.0) * std::min(vehicle.longest_m, 0.75 * size_m) / kSteps;
    const double first = random->Uniform(-1.0, 1.0) * vehicle.curvature;
    const double last = random->Uniform(-1.0, 1.0) * vehicle.curvature;
    Pose2 pose = Pose2::FromYaw(start, random->Uniform(-0.2, 0.2));
    for (int s = 0; s < kSteps; ++s) {
      poses.push_back(pose);
      pose = pose * Pose2::FromYaw({step_m, 0.0}, step_m * (first + (last - first) * s / kSteps));
    }
  }
  return poses;
}

Scene MakeScene(const Vehicle& vehicle, int size, char kind) {
  Random random(static_cast<uint64_t>(size) * 256 + static_cast<uint64_t>(kind));
  const double size_m = size * vehicle.cell_size_m;
  const Vec2 start = {0.2 * size_m + vehicle.rear_m, 0.5 * size_m};
  Scene scene = {
      absl::StrCat(vehicle.name, size, std::string(1, kind)),
      size,
      vehicle.cell_size_m,
      std::vector<uint8_t>(static_cast<size_t>(size) * size),
      ConvexPolygon::Rectangle(vehicle.length_m, vehicle.width_m, {0.5 * vehicle.length_m - vehicle.rear_m, 0.0})
          .value(),
      MakeTrajectories(vehicle, start, size_m, &random),
      {},
      OccupancyGrid::Create(size, size, vehicle.cell_size_m).value(),
      {},
      {}};
  FillMap(kind, vehicle, start, &random, &scene);
  for (int s = 0; s < kSteps; ++s) scene.times_s.push_back(0.05 * s);
  CheckOk(scene.grid.Update({scene.values.data(), size}));
  for (int k = 0; k < size * size; ++k) {
    if (scene.values[k] == 0) continue;
    const double x = k % size * vehicle.cell_size_m;
    const double y = k / size * vehicle.cell_size_m;
    const double x1 = (k % size + 1) * vehicle.cell_size_m;
    const double y1 = (k / size + 1) * vehicle.cell_size_m;
    scene.squares.push_back(ConvexPolygon::Create({{x, y}, {x1, y}, {x1, y1}, {x, y1}}).value());
  }
  scene.map = StaticMap::Create(scene.squares).value();
  return scene;
}

// What nav2's footprint check does: the cells of a line by Bresenham between the cells of each two
// vertices.
bool HitsPerimeter(const Scene& scene, const Pose2& pose) {
  const auto cell = [&](double x) { return static_cast<int>(std::floor(x / scene.cell_size_m)); };
  for (int i = 0; i < scene.body.size(); ++i) {
    const Vec2 from = pose * scene.body.ring()[i];
    const Vec2 to = pose * scene.body.ring()[i + 1];
    int x = cell(from.x), y = cell(from.y);
    const int x1 = cell(to.x), y1 = cell(to.y);
    const int dx = std::abs(x1 - x), dy = -std::abs(y1 - y);
    const int sx = x < x1 ? 1 : -1, sy = y < y1 ? 1 : -1;
    for (int error = dx + dy;;) {
      if (scene.IsOccupied(y, x)) return true;
      if (x == x1 && y == y1) break;
      const int twice = 2 * error;
      if (twice >= dy) error += dy, x += sx;
      if (twice <= dx) error += dx, y += sy;
    }
  }
  return false;
}

// The perimeter, and every cell whose centre is within the outline, row by row.
bool HitsRaster(const Scene& scene, const Pose2& pose) {
  if (HitsPerimeter(scene, pose)) return true;
  Aabb2 box;
  Vec2 corners[8];
  const int count = scene.body.size();
  for (int i = 0; i < count; ++i) box.Extend(corners[i] = pose * scene.body.ring()[i]);
  for (int row = static_cast<int>(box.min.y / scene.cell_size_m);
       row <= static_cast<int>(box.max.y / scene.cell_size_m); ++row) {
    const double y = (row + 0.5) * scene.cell_size_m;
    double low = 1e9, high = -1e9;
    for (int i = 0; i < count; ++i) {
      const Vec2 a = corners[i], b = corners[(i + 1) % count];
      if ((a.y <= y) == (b.y <= y)) continue;
      const double x = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
      low = std::min(low, x);
      high = std::max(high, x);
    }
    for (int column = static_cast<int>(std::ceil(low / scene.cell_size_m - 0.5));
         (column + 0.5) * scene.cell_size_m <= high; ++column) {
      if (scene.IsOccupied(row, column)) return true;
    }
  }
  return false;
}

template <typename Hits>
void AnyByRaster(const Scene& scene, const Hits& hits, std::vector<uint8_t>* any) {
  for (int i = 0; i < kTrajectories; ++i) {
    const absl::Span<const Pose2> poses = scene.trajectories().PosesOf(i);
    (*any)[i] = std::any_of(poses.begin(), poses.end(), [&](const Pose2& pose) { return hits(scene, pose); });
  }
}

// Whether each trajectory hits, and where first, at its poses and between them; and whether each
// pose hits.
struct Found {
  std::vector<uint8_t> any = std::vector<uint8_t>(kTrajectories);
  std::vector<Hit> first = std::vector<Hit>(kTrajectories);
  std::vector<uint8_t> every = std::vector<uint8_t>(kTrajectories * kSteps);
  std::vector<uint8_t> swept_any = std::vector<uint8_t>(kTrajectories);
  std::vector<SweptHit> swept_first = std::vector<SweptHit>(kTrajectories);
};

// ms of each question, in this order.
std::vector<double> MeasureQuestions(const Scene& scene, const MovingObstacles& moving, const Obstacles& obstacles,
                                     int passes, Found* found) {
  const absl::Span<const ConvexPolygon> body(&scene.body, 1);
  const Trajectories poses = scene.poses;
  const Trajectories ways = scene.trajectories();
  const std::function<absl::Status()> questions[] = {
      [&] { return AnyHit(body, ways, obstacles, absl::MakeSpan(found->any)); },
      [&] { return FirstHit(body, ways, obstacles, absl::MakeSpan(found->first)); },
      [&] { return AnyHit(body, poses, obstacles, absl::MakeSpan(found->every)); },
      [&] { return AnyHit(body, ways, scene.times_s, moving, {}, absl::MakeSpan(found->swept_any)); },
      [&] { return FirstHit(body, ways, scene.times_s, moving, {}, absl::MakeSpan(found->swept_first)); }};
  std::vector<double> times_ms;
  for (const auto& ask : questions) times_ms.push_back(LeastTime([&] { CheckOk(ask()); }, passes));
  return times_ms;
}

// The number of answers whose member differs.
template <typename T, typename Member>
int CountDifferences(const std::vector<T>& a, const std::vector<T>& b, Member T::*member) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0, std::plus<>(),
                            [=](const T& x, const T& y) { return x.*member != y.*member ? 1 : 0; });
}

int CountDifferences(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0, std::plus<>(), std::not_equal_to<>());
}

std::string Slashed(const std::vector<double>& numbers) {
  return absl::StrJoin(numbers, " / ", [](std::string* text, double x) { absl::StrAppendFormat(text, "%.3g", x); });
}

Row MeasureScene(const Scene& scene, int passes) {
  Found of_grid, of_map;
  const std::vector<double> grid = MeasureQuestions(scene, scene.grid, scene.grid, passes, &of_grid);
  const std::vector<double> map = MeasureQuestions(scene, scene.map, scene.map, 3, &of_map);
  std::vector<uint8_t> perimeter(kTrajectories), raster(kTrajectories);
  const double perimeter_ms = LeastTime([&] { AnyByRaster(scene, HitsPerimeter, &perimeter); }, 3);
  const double raster_ms = LeastTime([&] { AnyByRaster(scene, HitsRaster, &raster); }, 3);
  int hits = 0, missed_poses = 0, missed_by_raster = 0, missed = 0, colliding = 0;
  for (size_t p = 0; p < scene.poses.size(); ++p) {
    if (of_grid.every[p] == 0) continue;
    ++hits;
    missed_poses += static_cast<int>(!HitsPerimeter(scene, scene.poses[p]));
    missed_by_raster += static_cast<int>(!HitsRaster(scene, scene.poses[p]));
  }
  for (int i = 0; i < kTrajectories; ++i) {
    colliding += of_grid.any[i];
    missed += static_cast<int>(of_grid.any[i] > perimeter[i]);
  }
  const double occupied = 100.0 * static_cast<double>(scene.squares.size()) / (scene.size * scene.size);
  return {Key("scene", scene.name),
          {"occupied|occupied, %", absl::StrFormat("%.2f", occupied)},
          {"hit|hit: trajectories / poses, %",
           Slashed({100.0 * colliding / kTrajectories, 100.0 * hits / (kTrajectories * kSteps)})},
          {"any", grid[0]},
          {"first", grid[1]},
          {"every|every pose", grid[2]},
          {"swept_any|swept any", grid[3]},
          {"swept_first|swept first", grid[4]},
          {"map|map: any / first / every / swept any / first", Slashed(map)},
          {"raster|perimeter / raster", Slashed({perimeter_ms, raster_ms})},
          {"missed|missed: poses by perimeter / raster, trajectories",
           Slashed({1.0 * missed_poses, 1.0 * missed_by_raster, 1.0 * missed})},
          {"differences", CountDifferences(of_grid.any, of_map.any) + CountDifferences(of_grid.every, of_map.every) +
                              CountDifferences(of_grid.swept_any, of_map.swept_any) +
                              CountDifferences(of_grid.first, of_map.first, &Hit::step) +
                              CountDifferences(of_grid.swept_first, of_map.swept_first, &SweptHit::contact_by_s)}};
}

// ms for 56 poses of one trajectory: the nearest cell of each, with its gradient.
std::vector<double> MeasureGradient(const Scene& scene, const Obstacles& obstacles) {
  constexpr int kAsked = 50;
  std::vector<Nearest<SeparationGradient>> least(kSteps);
  double mean_ms = 0.0, worst_ms = 0.0;
  for (int i = 0; i < kAsked; ++i) {
    const absl::Span<const Pose2> way = scene.trajectories().PosesOf(i);
    const auto ask_ten_times = [&] {
      for (int k = 0; k < 10; ++k) {
        CheckOk(MinimumSeparation({&scene.body, 1}, way, obstacles, {}, absl::MakeSpan(least)));
      }
    };
    const double ms = 0.1 * LeastTime(ask_ten_times, 3);
    mean_ms += ms / kAsked;
    worst_ms = std::max(worst_ms, ms);
  }
  return {mean_ms, worst_ms};
}

Table OneOfMany(const char* id) { return {id, "", "", {}, "csv", /*is_one_of_many=*/true}; }

Table MeasureUpdates(int passes) {
  Table table = OneOfMany("updates");
  Scene scene = MakeScene(kRobot, 200, 'A');
  const auto add = [&](const char* name, const std::function<void()>& run) {
    const auto run_often = [&] {
      for (int k = 0; k < 1000; ++k) run();
    };
    table.rows.push_back({Key("update|update of 60 x 60 cells", name), {"us", LeastTime(run_often, passes)}});
  };
  OccupancyGrid unread = OccupancyGrid::Create(200, 200, 0.05).value();
  const GridWindow part = {70, 61, 60, 60};
  add("bits alone", [&] { CheckOk(unread.Update(part, {scene.values.data(), 200})); });
  uint8_t any[kTrajectories];
  CheckOk(AnyHit({&scene.body, 1}, scene.trajectories(), scene.grid, any));
  add("with the field", [&] { CheckOk(scene.grid.Update(part, {scene.values.data(), 200})); });
  OccupancyGrid large = OccupancyGrid::Create(10000, 10000, 0.1).value();
  add("of 10^4 x 10^4 cells, unread", [&] { CheckOk(large.Update(part, {scene.values.data(), 200})); });
  add("window moved by 1 row, 1 column", [&] { CheckOk(scene.grid.MoveWindow(1, 1)); });
  return table;
}

Row MeasurePoints(const char* name, double size_m, int rings, int passes) {
  Random random(7);
  std::vector<Vec2> points;
  std::vector<ConvexPolygon> shapes;
  for (int k = 0; k < 24000; ++k) {
    const double radius_m = rings > 0 ? 4.0 + 0.5 * size_m * (k % rings) / rings : 0.0;
    const Vec2 at = rings > 0 ? radius_m * Pose2::FromYaw({}, random.Angle()).Rotate({1.0, 0.0})
                              : Vec2{random.Uniform(-0.5, 0.5) * size_m, random.Uniform(-0.5, 0.5) * size_m};
    if (Norm(at) < 4.0) continue;
    points.push_back(at);
    shapes.push_back(ConvexPolygon::Create({at}).value());
  }
  const ConvexPolygon body = ConvexPolygon::Rectangle(4.5, 1.8, {1.35, 0.0}).value();
  std::vector<Pose2> poses, starts;
  for (int k = 0; k < kTrajectories; ++k) {
    const double x = random.Uniform(-0.4, 0.4) * size_m;
    starts.push_back(Pose2::FromYaw({x, random.Uniform(-0.4, 0.4) * size_m}, random.Angle()));
    poses.push_back(starts.back());
    poses.push_back(poses.back() * Pose2::FromYaw({0.5, 0.0}, random.Uniform(-0.1, 0.1)));
  }
  const double times_s[] = {0.0, 0.1};
  const Trajectories ways(poses, 2);
  PointSet set = PointSet::Create().value();
  StaticMap map = StaticMap::Create(shapes).value();
  const std::vector<double> build_ms = {LeastTime([&] { CheckOk(set.Update(points)); }, passes),
                                        LeastTime([&] { map = StaticMap::Create(shapes).value(); }, 3)};
  // [0] is the point set, [1] the map.
  std::vector<uint8_t> any[2], swept[2];
  std::vector<double> any_ms, swept_ms;
  for (const bool is_map : {false, true}) {
    const int count = is_map ? 3 : passes;
    const Obstacles obstacles = is_map ? Obstacles(map) : Obstacles(set);
    const MovingObstacles moving = is_map ? MovingObstacles(map) : MovingObstacles(set);
    any[is_map].resize(kTrajectories);
    swept[is_map].resize(kTrajectories);
    const auto ask = [&] { CheckOk(AnyHit({&body, 1}, starts, obstacles, absl::MakeSpan(any[is_map]))); };
    const auto ask_swept = [&] {
      CheckOk(AnyHit({&body, 1}, ways, times_s, moving, {}, absl::MakeSpan(swept[is_map])));
    };
    any_ms.push_back(LeastTime(ask, count));
    swept_ms.push_back(LeastTime(ask_swept, count));
  }
  return {Key("points", name),
          {"count", points.size()},
          {"any|2,000 poses, any: set / map, ms", Slashed(any_ms)},
          {"swept|swept any", Slashed(swept_ms)},
          {"build", Slashed(build_ms)},
          {"differences", CountDifferences(any[0], any[1]) + CountDifferences(swept[0], swept[1])}};
}

struct SceneName {
  const Vehicle* vehicle;
  int size;
  char kind;

  std::string Text() const { return absl::StrCat(vehicle->name, size, std::string(1, kind)); }
};

std::vector<SceneName> AllScenes() {
  std::vector<SceneName> scenes;
  for (const char kind : {'a', 'A', 'b', 'c'}) {
    for (const int size : {200, 1000}) scenes.push_back({&kCar, size, kind});
    for (const int size : {60, 200}) scenes.push_back({&kRobot, size, kind});
  }
  return scenes;
}

void Run(const Options& options, Report* report) {
  const int passes = options.Count("passes");
  Table times = OneOfMany("times");
  times.text = absl::StrCat("ms of CPU time for ", kTrajectories, " trajectories of ", kSteps, " poses.\n\n");
  Table gradients = OneOfMany("gradients");
  Table points = OneOfMany("points");
  for (const SceneName& of : options.Selected("scenes", AllScenes(), [](const auto& scene) { return scene.Text(); })) {
    const Scene scene = MakeScene(*of.vehicle, of.size, of.kind);
    report->AddRow(MeasureScene(scene, passes), &times);
    report->AddRow(
        {Key("scene", of.Text()),
         {"grid|nearest with gradient, 56 poses: mean / worst ms", Slashed(MeasureGradient(scene, scene.grid))},
         {"map", Slashed(MeasureGradient(scene, scene.map))}},
        &gradients);
  }
  report->AddMarkdown(times);
  report->AddMarkdown(gradients);
  report->Add(MeasureUpdates(passes));
  points.rows = {MeasurePoints("rings, 60 m", 60.0, 64, passes), MeasurePoints("uniform, 100 m", 100.0, 0, passes),
                 MeasurePoints("dense, 25 m", 25.0, 0, passes)};
  report->Add(points);
}

const Registration kGrids(
    {"grids",
     "Grids and points",
     "Times of occupancy grids and point sets beside a StaticMap of the same cells and points, and "
     "beside the\nperimeter and the raster that other planners check. Differences count answers "
     "that are not the map's.",
     {{"scenes", "", "which of car200a,car1000a,nav60a,nav200a,...A,...b,...c; empty: all"},
      {"passes", "15", "passes of which the least time counts"}},
     Run});

}  // namespace
}  // namespace collision2d::bench
