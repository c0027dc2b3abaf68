#include <cmath>

#include "bench/chapters/solid.h"
#include "bench/peers/johnson.h"
#include "bench/peers/plain_gjk3.h"

namespace collision2d::bench {
namespace {

using solid::Pose3;
using solid::Vec3;

constexpr int kSide = 5;  // Of the lattice's layers.
constexpr int kLayers = 4;
constexpr double kStep_s = 0.002;
constexpr double kGravity_m_s2 = 9.81;
// Bodies are within a radius of 0.5 m and have 1 kg; the box's half width leaves room for a layer
// of the lattice, in which neighbours are near enough to be asked for from the first step on.
constexpr double kHalfWidth_m = 3.0;
constexpr double kSpacing_m = 1.02;
constexpr double kRadius_m = 0.5;
constexpr double kInertia_kg_m2 = 0.4 * kRadius_m * kRadius_m;
// The springs begin to push at this distance.
constexpr double kMargin_m = 0.01;
constexpr double kStiffness_N_m = 4000.0;
constexpr double kDamping_Ns_m = 12.0;
constexpr double kFriction_Ns_m = 6.0;
// Of each box that lies flat.
constexpr int kFlatPoses = 100;

struct Body {
  Pose3 pose;  // world_from_body.
  Vec3 velocity;
  Vec3 spin;  // rad/s, world frame.
  Vec3 force;
  Vec3 torque;

  Vec3 VelocityAt(const Vec3& point) const { return velocity + Cross(spin, point - pose.translation); }

  void Push(const Vec3& at, const Vec3& by) {
    force = force + by;
    torque = torque + Cross(at - pose.translation, by);
  }
};

// Of a spring along the unit normal from the other body, compressed by depth_m > 0, at this
// velocity relative to the other.
Vec3 ContactForce(const Vec3& normal, double depth_m, const Vec3& velocity) {
  const double along = Dot(velocity, normal);
  const double push = std::max(0.0, kStiffness_N_m * depth_m - kDamping_Ns_m * along);
  return push * normal - kFriction_Ns_m * (velocity - along * normal);
}

// The rotation by the vector, orthogonal within rounding: R <- exp(turn) R, then Gram-Schmidt.
void Turn(const Vec3& turn, solid::Mat3* rotation) {
  Vec3 x = rotation->Column(0);
  Vec3 y = rotation->Column(1);
  x = Normalized(x + Cross(turn, x));
  y = y + Cross(turn, y);
  y = Normalized(y - Dot(x, y) * x);
  const Vec3 z = Cross(x, y);
  *rotation = solid::Mat3{{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

// The vertices of each body: boxes, whose faces come to lie on each other, or hulls of so many
// random points.
enum class DropBodies { kTetrahedra = 4, kBoxes = 8, kPolytopes16 = 16, kPolytopes64 = 64 };

// Within 0.5 m of the origin.
solid::ConvexPolytope MakeBody(DropBodies bodies, Random* random) {
  if (bodies == DropBodies::kBoxes) return MakePolytope(MakeBoxShape(RandomVec(0.15, 0.28, random)).vertices);
  std::vector<Vec3> points = RandomSpherePoints(static_cast<int>(bodies), random);
  const double scale_z = random->Uniform(0.6, 1.0);
  for (Vec3& p : points) p = {0.5 * p.x, 0.5 * p.y, 0.5 * scale_z * p.z};
  return MakePolytope(points);
}

// The floor that the bodies lie on, a slab ten times as wide as the box: as between bodies, the
// springs begin to push at the margin from it. Its upper side is the plane z = 0 of its frame.
const Pose3 kWorldFromFloor = {{0.0, 0.0, -kMargin_m}, {}};

solid::ConvexPolytope MakeFloor() {
  std::vector<Vec3> points = MakeBoxShape({10.0 * kHalfWidth_m, 10.0 * kHalfWidth_m, 0.1}).vertices;
  for (Vec3& p : points) p.z -= 0.1;
  return MakePolytope(points);
}

constexpr int kAllPairsSteps = 25;

// Rigid convex bodies fall into an open box and come to rest on each other: the queries between
// them in the order in which the simulation asked them. Deterministic.
struct DropScene {
  // Those that fall, then the floor.
  std::vector<solid::ConvexPolytope> bodies;
  // Between bodies whose bounding spheres meet: those that move them.
  std::vector<SolidPair> near;
  // Between all bodies, in one of kAllPairsSteps steps: brute force, as in Montanari, Petrinic,
  // Barbieri 2017, section 5.3.
  std::vector<SolidPair> all;
  // Between the floor and all bodies, in every step.
  std::vector<SolidPair> floor;
  // Boxes only: the floor and boxes that lie flat on it, less than the margin above it, at random
  // places and headings.
  std::vector<SolidPair> flat;
  // Of `near`, those that found the bodies within the contact margin of each other or closer.
  int64_t contacts = 0;
  // J. Of all bodies at the end, over the greatest of the fall: they have come to rest if it is
  // small.
  double kinetic_energy_ratio = 0.0;
};

class Simulation {
 public:
  Simulation(DropBodies bodies, uint64_t seed) {
    Random random(seed);
    for (int i = 0; i < kSide * kSide * kLayers; ++i) {
      scene_.bodies.push_back(MakeBody(bodies, &random));
      Body body;
      body.pose.rotation = RandomRotation(&random);
      body.pose.translation = {kSpacing_m * (i % kSide - 0.5 * (kSide - 1)) + random.Uniform(-0.05, 0.05),
                               kSpacing_m * (i / kSide % kSide - 0.5 * (kSide - 1)) + random.Uniform(-0.05, 0.05),
                               0.6 + kSpacing_m * (i / (kSide * kSide))};
      bodies_.push_back(body);
    }
    scene_.bodies.push_back(MakeFloor());
  }

  void Step() {
    for (Body& body : bodies_) {
      body.force = {0.0, 0.0, -kGravity_m_s2};
      body.torque = {};
    }
    for (size_t i = 0; i < bodies_.size(); ++i) {
      PushFromBox(i);
      scene_.floor.push_back({FloorIndex(), static_cast<int>(i), RelativePose(kWorldFromFloor, bodies_[i].pose)});
      for (size_t j = i + 1; j < bodies_.size(); ++j) {
        constexpr double kReach_m = 2.0 * kRadius_m + kMargin_m;
        if (NormSquared(bodies_[j].pose.translation - bodies_[i].pose.translation) <= kReach_m * kReach_m) {
          PushApart(i, j);
        }
      }
    }
    double energy = 0.0;
    for (Body& body : bodies_) {
      body.velocity = body.velocity + kStep_s * body.force;
      body.spin = body.spin + (kStep_s / kInertia_kg_m2) * body.torque;
      body.pose.translation = body.pose.translation + kStep_s * body.velocity;
      Turn(kStep_s * body.spin, &body.pose.rotation);
      energy += 0.5 * NormSquared(body.velocity) + 0.5 * kInertia_kg_m2 * NormSquared(body.spin);
    }
    greatest_energy_ = std::max(greatest_energy_, energy);
    scene_.kinetic_energy_ratio = energy / greatest_energy_;
  }

  void AskAllPairs() {
    for (size_t i = 0; i < bodies_.size(); ++i) {
      for (size_t j = i + 1; j < bodies_.size(); ++j) scene_.all.push_back(QueryOf(i, j));
    }
  }

  // Boxes as they lie once they have come to rest wholly: turned about the vertical only.
  void LayFlat(uint64_t seed) {
    Random random(seed);
    for (size_t i = 0; i < bodies_.size(); ++i) {
      for (int k = 0; k < kFlatPoses; ++k) {
        Pose3 pose = Pose3::FromYawPitchRoll({}, random.Uniform(0.0, 6.28), 0.0, 0.0);
        pose.translation.x = random.Uniform(-kHalfWidth_m, kHalfWidth_m);
        pose.translation.y = random.Uniform(-kHalfWidth_m, kHalfWidth_m);
        pose.translation.z = random.Uniform(0.0, kMargin_m) - scene_.bodies[i].Bounds().min.z;
        scene_.flat.push_back({FloorIndex(), static_cast<int>(i), pose});
      }
    }
  }

  DropScene TakeScene() { return std::move(scene_); }

 private:
  int FloorIndex() const { return static_cast<int>(bodies_.size()); }
  SolidPair QueryOf(size_t i, size_t j) const {
    return {static_cast<int>(i), static_cast<int>(j), RelativePose(bodies_[i].pose, bodies_[j].pose)};
  }

  void PushApart(size_t i, size_t j) {
    Body& a = bodies_[i];
    Body& b = bodies_[j];
    scene_.near.push_back(QueryOf(i, j));
    const solid::Separation3 separation =
        solid::ComputeSeparation(scene_.bodies[i], scene_.bodies[j], scene_.near.back().a_from_b);
    const double depth = kMargin_m - separation.signed_distance_m;
    if (depth <= 0.0) return;
    ++scene_.contacts;
    const Vec3 at = a.pose * (0.5 * (separation.witness_a + separation.witness_b));
    const Vec3 normal = a.pose.Rotate(separation.direction);
    const Vec3 force = ContactForce(normal, depth, b.VelocityAt(at) - a.VelocityAt(at));
    b.Push(at, force);
    a.Push(at, -force);
  }

  // Floor and four walls, at every vertex that is beyond one.
  void PushFromBox(size_t i) {
    Body& body = bodies_[i];
    for (const Vec3& vertex : scene_.bodies[i].vertices()) {
      const Vec3 at = body.pose * vertex;
      const double depths[] = {-at.z, -kHalfWidth_m - at.x, at.x - kHalfWidth_m, -kHalfWidth_m - at.y,
                               at.y - kHalfWidth_m};
      const Vec3 normals[] = {{0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, -1.0, 0.0}};
      for (int k = 0; k < 5; ++k) {
        if (depths[k] > 0.0) body.Push(at, ContactForce(normals[k], depths[k], body.VelocityAt(at)));
      }
    }
  }

  DropScene scene_;
  std::vector<Body> bodies_;
  double greatest_energy_ = 0.0;
};

DropScene SimulateDrop(DropBodies bodies, int steps, uint64_t seed) {
  Simulation simulation(bodies, seed);
  for (int i = 0; i < steps; ++i) {
    simulation.Step();
    if (i % kAllPairsSteps == 0) simulation.AskAllPairs();
  }
  if (bodies == DropBodies::kBoxes) simulation.LayFlat(seed);
  return simulation.TakeScene();
}

struct Totals {
  int64_t calls = 0;
  int64_t backups = 0;
  int64_t capped = 0;
};

template <typename Subdistance>
Totals Answer(const DropScene& scene, const std::vector<SolidPair>& queries, int begin, int end) {
  Subdistance simplex;
  PlainGjk3Options options;
  options.tolerance = 1e-14;
  Totals totals;
  for (int i = begin; i < end; ++i) {
    const SolidPair& query = queries[static_cast<size_t>(i)];
    const solid::internal::Cso3<solid::ConvexPolytope, solid::ConvexPolytope> cso(
        scene.bodies[static_cast<size_t>(query.a)], scene.bodies[static_cast<size_t>(query.b)], query.a_from_b);
    const PlainGjk3Result result = PlainGjk3(cso, options, &simplex);
    totals.calls += result.calls;
    totals.capped += result.end == PlainGjk3End::kFailed;
    sink = sink + result.distance_m;
  }
  totals.backups = simplex.backups();
  return totals;
}

// BK, JB, SV, and what is published of them in Tables II and III: calls and backup entries in
// millions, minutes.
struct Subalgorithm {
  const char* name;
  Totals (*answer)(const DropScene& scene, const std::vector<SolidPair>& queries, int begin, int end);
  double published[2][3];
};
constexpr Subalgorithm kSubalgorithms[] = {
    {"BK", Answer<JohnsonSubdistance<JohnsonMode::kBackup>>, {{297.0, 297.0, 63.7}, {377.0, 377.0, 76.6}}},
    {"JB", Answer<JohnsonSubdistance<JohnsonMode::kJohnsonBackup>>, {{322.0, 30.0, 59.2}, {444.0, 29.5, 73.1}}},
    {"SV", Answer<SignedVolumesSubdistance>, {{299.0, 0.0, 48.1}, {380.0, 0.0, 58.1}}}};

void AppendRow(const std::string& name, const std::string& queries, const Texts& cells, SolidTable* table) {
  constexpr const char* kHeadings[] = {"calls", "/ SV", "backups", "of calls", "cap reached", "GJK ns", "time / SV"};
  Row& row = table->rows.emplace_back(Row{Key("queries, subalgorithm", name), {"queries", queries}});
  for (size_t i = 0; i < cells.size(); ++i) row.push_back({kHeadings[i], cells[i]});
}

void AppendPublished(SolidTable* table) {
  for (int k = 0; k < 2; ++k) {
    const auto& of_sv = kSubalgorithms[2].published[k];
    for (const Subalgorithm& sub : kSubalgorithms) {
      const auto& [calls, backups, minutes] = sub.published[k];
      AppendRow(absl::StrCat("paper, Table ", k == 0 ? "II, " : "III, ", sub.name), "-",
                {absl::StrFormat("%.0fM", calls), Digits(3, calls / of_sv[0]), absl::StrFormat("%.1fM", backups),
                 absl::StrFormat("%.2f %%", 100.0 * backups / calls), "-", "-",
                 absl::StrFormat("%.3f (subalgorithm)", minutes / of_sv[2])},
                table);
    }
  }
}

void AppendQueries(const std::string& name, const DropScene& scene, const std::vector<SolidPair>& queries,
                   const SolidTableOptions& options, SolidTable* table) {
  const int count = static_cast<int>(queries.size());
  std::vector<Totals> totals;
  std::vector<TimedWork> works;
  for (const Subalgorithm& sub : kSubalgorithms) {
    totals.push_back(sub.answer(scene, queries, 0, count));
    works.push_back([&](int begin, int end) { sub.answer(scene, queries, begin, end); });
  }
  const std::vector<Timing> timings = TimeInterleaved(works, count, options.min_time_s);
  for (size_t i = 0; i < totals.size(); ++i) {
    const double calls = static_cast<double>(totals[i].calls);
    AppendRow(absl::StrCat(name, ", ", kSubalgorithms[i].name), absl::StrCat(count),
              {absl::StrCat(totals[i].calls), Digits(3, calls / static_cast<double>(totals[2].calls)),
               absl::StrCat(totals[i].backups),
               absl::StrFormat("%.2f %%", 100.0 * static_cast<double>(totals[i].backups) / calls),
               absl::StrCat(totals[i].capped), Digits(1, timings[i].median_ns),
               Digits(3, timings[i].median_ns / timings[2].median_ns)},
              table);
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

SolidTables MakeDropTables(const SolidTableOptions& options) {
  SolidTable table = {
      "montanari_drop", "Montanari, Tables II and III: many bodies that fall",
      "deformable bunny and knots, tolerance 1e-14. SV needs 7.4 % (4.5k triangles) and 14 % (17.9k) fewer calls than "
      "JB, and no backup. The published times are those of the subalgorithm alone.",
      "100 rigid bodies fall into a box; all subalgorithms answer the same queries: those between bodies whose "
      "bounding spheres meet; as in the paper, those between all pairs; and those of all bodies with the floor, which "
      "is "
      "a slab of 60 m: the paper's bodies lie on \"a large rigid plane\", which is in its pairs too. There Johnson's "
      "algorithm finds no face, or a poor one, the most often, above all under boxes that lie flat: springs let bodies "
      "come to rest a little tilted, so these are queries of their own. JB is Johnson's algorithm with the backup "
      "procedure where "
      "it finds none, in the same loop with Eqs. (9) and (10)."};
  AppendPublished(&table);
  for (const DropBodies bodies :
       {DropBodies::kTetrahedra, DropBodies::kBoxes, DropBodies::kPolytopes16, DropBodies::kPolytopes64}) {
    AppendScene(bodies, options, &table);
  }
  return {table};
}

}  // namespace collision2d::bench
