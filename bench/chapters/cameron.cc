#include "bench/chapters/solid.h"

namespace collision2d::bench {
namespace {

using solid::Pose3;
using solid::Vec3;

// A polytope that counts the vertices whose height its support mapping computes: each is three
// multiplications. Only for counting, not for timing.
class CountedHull {
 public:
  struct Hint {
    int vertex = 0;
  };

  // With hill climbing on the adjacency, or a scan of all vertices. Both must outlive the object.
  CountedHull(const solid::ConvexPolytope& polytope, bool hill_climbing, int64_t* looked_at)
      : polytope_(polytope), hill_climbing_(hill_climbing), looked_at_(looked_at) {}

  int num_vertices() const { return polytope_.num_vertices(); }
  solid::Vec3 vertex(int i) const { return polytope_.vertex(i); }
  solid::Vec3 Center() const { return polytope_.Center(); }
  double Magnitude() const { return polytope_.Magnitude(); }

  solid::Vec3 Support(const solid::Vec3& direction, Hint* hint) const {
    if (hill_climbing_) return Climb(direction, hint);
    *looked_at_ += num_vertices();
    return Farthest(polytope_.vertices(), direction);
  }

 private:
  double Height(const solid::Vec3& direction, int i) const {
    ++*looked_at_;
    return Dot(direction, vertex(i));
  }

  // To the highest neighbour, until none is higher.
  solid::Vec3 Climb(const solid::Vec3& direction, Hint* hint) const {
    double highest = Height(direction, hint->vertex);
    for (;;) {
      const int from = hint->vertex;
      for (const auto neighbor : polytope_.neighbors(from)) {
        const double height = Height(direction, static_cast<int>(neighbor));
        if (!(height > highest)) continue;
        highest = height;
        hint->vertex = static_cast<int>(neighbor);
      }
      if (hint->vertex == from) return vertex(from);
    }
  }

  const solid::ConvexPolytope& polytope_;
  bool hill_climbing_;
  int64_t* looked_at_;
};

constexpr int kSequenceLength = 20;
constexpr int kShapes = 50;

std::vector<int> VertexCounts(const SolidTableOptions& options) {
  std::vector<int> counts;
  for (const int vertices : {10, 20, 50, 100, 200, 500}) {
    if (vertices <= options.max_vertices) counts.push_back(vertices);
  }
  return counts;
}

// How b moves against a: hulls of random points on the unit sphere, so that the diameter is 2.
struct Motion {
  const char* name;
  double centres;   // Distance of the centres at the start.
  double step;      // Along a random direction, for each query.
  double turn_deg;  // At most, about a random axis for each query.
};

// One pair of shapes in `kSequenceLength` poses.
struct Sequence {
  int a;
  int b;
  Pose3 poses[kSequenceLength];
};

struct Movie {
  std::vector<solid::ConvexPolytope> shapes;
  std::vector<ScanHull> scanned;
  std::vector<Sequence> sequences;
  int query_count() const { return static_cast<int>(sequences.size()) * kSequenceLength; }
};

Movie MakeMovie(int vertices, const Motion& motion, const SolidTableOptions& options) {
  Random random(options.seed);
  Movie movie;
  for (int i = 0; i < kShapes; ++i) {
    movie.shapes.push_back(MakePolytope(RandomSpherePoints(vertices, &random)));
    const auto points = movie.shapes.back().vertices();
    movie.scanned.emplace_back(std::vector<Vec3>(points.begin(), points.end()));
  }
  for (int i = 0; i < std::max(1, options.pairs / kSequenceLength); ++i) {
    Sequence sequence;
    sequence.a = random.Index(kShapes);
    sequence.b = random.Index(kShapes);
    Pose3 pose;
    pose.rotation = RandomRotation(&random);
    pose.translation = motion.centres * RandomUnitVector(&random);
    const Vec3 step = motion.step * RandomUnitVector(&random);
    for (Pose3& at : sequence.poses) {
      at = pose;
      pose.translation = pose.translation + step;
      const double turn_rad = random.Uniform(0.0, motion.turn_deg) / 180.0 * 3.141592653589793;
      pose.rotation = SmallRotation(turn_rad, &random) * pose.rotation;
    }
    movie.sequences.push_back(sequence);
  }
  return movie;
}

// The distances of a movie's queries, in order; keeps the warm start from one query of a sequence
// to the next.
template <typename Shape>
class Player {
 public:
  Player(const Movie& movie, const std::vector<Shape>& shapes, bool tracking)
      : movie_(movie), shapes_(shapes), tracking_(tracking) {}

  void Play(int begin, int end, QueryContext::Counters* counters) {
    for (int i = begin; i < end; ++i) {
      const Sequence& sequence = movie_.sequences[static_cast<size_t>(i / kSequenceLength)];
      if (i % kSequenceLength == 0) warm_start_ = {};
      const solid::QueryContext3<Shape, Shape> context = {tracking_ ? &warm_start_ : nullptr, counters};
      sink = sink + solid::Distance(shapes_[static_cast<size_t>(sequence.a)], shapes_[static_cast<size_t>(sequence.b)],
                                    sequence.poses[i % kSequenceLength], context);
    }
  }

 private:
  const Movie& movie_;
  const std::vector<Shape>& shapes_;
  bool tracking_;
  solid::WarmStart3<Shape, Shape> warm_start_;
};

template <typename Shape>
TimedWork Playing(const Movie& movie, const std::vector<Shape>& shapes, bool tracking) {
  return [player = Player<Shape>(movie, shapes, tracking)](int begin, int end) mutable {
    player.Play(begin, end, nullptr);
  };
}

struct Variant {
  bool hill_climbing;
  bool tracking;
};

std::string Name(const Variant& variant) {
  return absl::StrCat(variant.hill_climbing ? "climbing" : "scan", variant.tracking ? " + tracking" : "");
}

struct Figure {
  double ns = 0.0;
  double multiplications = 0.0;  // In the support mappings.
  double iterations = 0.0;
};

Figure CountOperations(const Movie& movie, const Variant& variant) {
  int64_t looked_at = 0;
  std::vector<CountedHull> counted;
  for (const solid::ConvexPolytope& shape : movie.shapes) {
    counted.emplace_back(shape, variant.hill_climbing, &looked_at);
  }
  Player<CountedHull> player(movie, counted, variant.tracking);
  QueryContext::Counters counters;
  player.Play(0, movie.query_count(), &counters);
  Figure figure;
  figure.multiplications = 3.0 * static_cast<double>(looked_at) / movie.query_count();
  figure.iterations = static_cast<double>(counters.support_calls) / movie.query_count();
  return figure;
}

std::vector<Figure> Measure(const Movie& movie, const std::vector<Variant>& variants,
                            const SolidTableOptions& options) {
  std::vector<Figure> figures;
  std::vector<TimedWork> works;
  for (const Variant& variant : variants) {
    figures.push_back(CountOperations(movie, variant));
    works.push_back(variant.hill_climbing ? Playing(movie, movie.shapes, variant.tracking)
                                          : Playing(movie, movie.scanned, variant.tracking));
  }
  const std::vector<Timing> timings = TimeInterleaved(works, movie.query_count(), options.min_time_s);
  for (size_t i = 0; i < figures.size(); ++i) figures[i].ns = timings[i].median_ns;
  return figures;
}

// The greatest over the least.
double Spread(const std::vector<double>& values) {
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  return *greatest / *least;
}

// The table of one kind of motion, without or with tracking.
SolidTable MakeVariantTable(bool tracking, const SolidTableOptions& options) {
  SolidTable table = {tracking ? "cameron4" : "cameron3",
                      tracking ? "Cameron, Figure 4: with tracking, sequences of 20, translation"
                               : "Cameron, Figure 3: without tracking",
                      tracking
                          ? "a Pentium of 120 MHz: with hill climbing nearly constant, 32 us to 42 us from 10 to 500 "
                            "vertices; without it almost linear, 6 n operations for each iteration, close to one "
                            "iteration for each query."
                          : "hill climbing pays the more the larger the hulls are; times almost linear in the number "
                            "of operations.",
                      ""};
  const std::vector<Variant> variants = {{false, tracking}, {true, tracking}};
  std::vector<double> climbing_ns;
  for (const int vertices : VertexCounts(options)) {
    const Movie movie = MakeMovie(vertices, {"translation", 8.0, 0.05, 0.0}, options);
    const std::vector<Figure> figures = Measure(movie, variants, options);
    Row& row = table.rows.emplace_back(Row{Key("vertices", vertices)});
    for (size_t i = 0; i < variants.size(); ++i) {
      row.insert(row.end(), {{absl::StrCat(Name(variants[i]), " ns"), Digits(0, figures[i].ns)},
                             {"multiplications", Digits(0, figures[i].multiplications)},
                             {"support points", Digits(2, figures[i].iterations)}});
    }
    climbing_ns.push_back(figures[1].ns);
  }
  table.ours = absl::StrFormat(
      "times, multiplications in the support mappings and support points of the CSO for one query, 3 "
      "diameters apart, 0.025 diameters for each step; with hill climbing the slowest size takes %.2f times as long "
      "as the fastest.",
      Spread(climbing_ns));
  return table;
}

SolidTable MakeMotionTable(const SolidTableOptions& options) {
  constexpr Motion kMotions[] = {
      {"3 diameters, slow, 0 deg", 8.0, 0.05, 0.0},  {"3 diameters, fast, 0 deg", 8.0, 0.25, 0.0},
      {"3 diameters, slow, 6 deg", 8.0, 0.05, 6.0},  {"3 diameters, slow, 12 deg", 8.0, 0.05, 12.0},
      {"1 diameter, slow, 0 deg", 4.0, 0.05, 0.0},   {"1 diameter, slow, 6 deg", 4.0, 0.05, 6.0},
      {"1 diameter, slow, 12 deg", 4.0, 0.05, 12.0}, {"interfering, slow, 0 deg", 1.7, 0.05, 0.0},
      {"interfering, slow, 6 deg", 1.7, 0.05, 6.0},  {"interfering, slow, 12 deg", 1.7, 0.05, 12.0},
  };
  SolidTable table = {
      "cameron5", "Cameron, Figure 5: kinds of motion, with tracking and hill climbing",
      "at 3 diameters nearly constant below 50 us; at 1 diameter a little more; where the objects interfere much of "
      "the "
      "time tracking helps less, and times grow towards those without it, about twice as long.",
      ""};
  double worst = 0.0;
  for (const Motion& motion : kMotions) {
    Row& row = table.rows.emplace_back(Row{Key("motion", motion.name)});
    std::vector<double> tracked_ns;
    std::vector<Figure> figures;
    for (const int vertices : VertexCounts(options)) {
      figures = Measure(MakeMovie(vertices, motion, options), {{true, true}, {true, false}}, options);
      row.push_back({absl::StrCat(vertices, " ns"), Digits(0, figures[0].ns)});
      tracked_ns.push_back(figures[0].ns);
    }
    row.insert(row.end(), {{"slowest / fastest size", Digits(2, Spread(tracked_ns))},
                           {"support points at the largest", Digits(2, figures[0].iterations)},
                           {"untracked ns there", Digits(0, figures[1].ns)}});
    if (motion.centres == 8.0 && motion.turn_deg == 0.0) worst = std::max(worst, Spread(tracked_ns));
  }
  table.ours = absl::StrFormat("as before; at 3 diameters without rotation at most %.2f times from 10 to 500.", worst);
  return table;
}

}  // namespace

SolidTables MakeCameronTables(const SolidTableOptions& options) {
  return {MakeVariantTable(false, options), MakeVariantTable(true, options), MakeMotionTable(options)};
}

}  // namespace collision2d::bench
