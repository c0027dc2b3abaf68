#include "collision2d/query/stages/edge_windows.h"

#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/near_contact.h"
#include "collision2d/query/stages/cso.h"
#include "collision2d/query/stages/facing_feature.h"
#include "collision2d/query/stages/ladder.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/query_checker.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d::internal {
namespace {

// What all kernels report for the windows of a pair.
struct Seen {
  Relation relation;
  Relation contact;
  WindowDistance distance;
  WindowDistance distance_apart;  // Only if circles prove it.
  WindowContact place;
};

bool AreSame(const WindowContact& x, const WindowContact& y) {
  return x.is_found == y.is_found &&
         (!x.is_found || (x.edge_is_of_a == y.edge_is_of_a && x.edge == y.edge && x.vertex == y.vertex));
}

bool AreSame(const WindowDistance& x, const WindowDistance& y) {
  return x.relation == y.relation && (x.relation != Relation::kApart || x.distance_m == y.distance_m);
}

bool AreSame(const Seen& x, const Seen& y) {
  return x.relation == y.relation && x.contact == y.contact && AreSame(x.distance, y.distance) &&
         AreSame(x.distance_apart, y.distance_apart) && AreSame(x.place, y.place);
}

// A pair in one frame or posed, and the exact answers.
struct JudgedPair {
  ConvexPolygon a;
  ConvexPolygon b;
  Pose2 a_from_b;
  bool is_posed;
  ExactRelation relation;
};

template <typename Frame>
Seen Look(const Cso<Frame>& cso, bool are_distant) {
  const WindowsOf<Frame> windows(cso, are_distant);
  const bool are_apart = CirclesAreBeyond(cso, 0.0);
  return {RelateByWindows(windows.get()),
          cso.is_b_convex() && !cso.is_tiny() ? RelateContactByWindows(windows.get()) : Relation::kUndecided,
          MeasureByWindows(windows.get(), false),
          are_apart ? MeasureByWindows(windows.get(), true) : WindowDistance{Relation::kUndecided, false, 0.0},
          FindContactByWindows(windows.get())};
}

Seen Look(const JudgedPair& pair, bool are_distant) {
  return pair.is_posed ? Look(Cso<PosedFrame>(pair.a, pair.b, PosedFrame{pair.a_from_b}), are_distant)
                       : Look(Cso<SameFrame>(pair.a, pair.b, SameFrame{}), are_distant);
}

testing::Message Describe(const JudgedPair& pair) {
  return testing::Message() << HexFormat(pair.a) << ", " << HexFormat(pair.b)
                            << (pair.is_posed ? ", pose " + HexFormat(pair.a_from_b) : "");
}

// Compares what windows claim with the exact answers, and counts what they decide.
class Judge {
 public:
  void Add(ConvexPolygon a, ConvexPolygon b) { Add({std::move(a), std::move(b), {}, false, {}}); }
  void Add(ConvexPolygon a, ConvexPolygon b, const Pose2& a_from_b) {
    Add({std::move(a), std::move(b), a_from_b, true, {}});
  }

  // Checks the kernels of every instruction set.
  void CheckAll() {
    ASSERT_FALSE(pairs_.empty());
    std::vector<Seen> first;
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
      SCOPED_TRACE(hwy::TargetName(target));
      const ScopedTarget scoped_target(target);
      size_t at = 0;
      for (const JudgedPair& pair : pairs_) {
        for (const bool are_distant : {false, true}) {
          const Seen seen = Look(pair, are_distant);
          if (first.size() == at) first.push_back(seen);
          ASSERT_NO_FATAL_FAILURE(Check(pair, seen)) << Describe(pair);
          ASSERT_TRUE(AreSame(seen, first[at])) << Describe(pair);
          ++at;
        }
      }
      ASSERT_TRUE(CallWasDispatched()) << "no call was dispatched to this target";
    }
  }

  double part_related() const { return related_ / looks_; }
  double part_measured() const { return measured_ / looks_; }
  // The part that twice the precision decides.
  double part_of_contacts() const { return contacts_ / looks_; }

 private:
  void Add(JudgedPair pair) {
    if (pair.a.size() < 3 || pair.b.size() < 3) return;
    SetPair(pair);
    pair.relation = oracle_.relation();
    pairs_.push_back(std::move(pair));
  }

  void SetPair(const JudgedPair& pair) {
    if (pair.is_posed) {
      oracle_.SetPair(pair.a.vertices(), PosedVertices(pair.b, pair.a_from_b));
    } else {
      oracle_.SetPair(pair.a.vertices(), pair.b.vertices());
    }
  }

  void CheckRelation(const JudgedPair& pair, Relation claimed) {
    ASSERT_NE(claimed, Relation::kTouching);
    if (claimed == Relation::kUndecided) return;
    ASSERT_EQ(claimed == Relation::kApart, pair.relation == ExactRelation::kDisjoint);
    ASSERT_EQ(claimed == Relation::kOverlapping, pair.relation == ExactRelation::kOverlapping);
  }

  void CheckDistance(const JudgedPair& pair, const WindowDistance& claimed) {
    ASSERT_NO_FATAL_FAILURE(CheckRelation(pair, claimed.relation));
    if (claimed.relation != Relation::kApart) return;
    SetPair(pair);
    const double posing_m = pair.is_posed ? std::abs(pair.a_from_b.translation.x) +
                                                std::abs(pair.a_from_b.translation.y) + 2.0 * pair.b.max_coordinate_m()
                                          : 0.0;
    ASSERT_TRUE(oracle_.IsWithinAbsolute(claimed.distance_m, kDistanceRelativeError * (oracle_.Size() + posing_m)))
        << claimed.distance_m << ", exactly " << std::sqrt(oracle_.DistanceSquared().get_d());
  }

  void Check(const JudgedPair& pair, const Seen& seen) {
    ++looks_;
    related_ += seen.relation != Relation::kUndecided;
    measured_ += seen.distance.relation != Relation::kUndecided;
    ASSERT_NO_FATAL_FAILURE(CheckRelation(pair, seen.relation));
    if (seen.contact != Relation::kUndecided) {
      ++contacts_;
      ASSERT_EQ(seen.contact == Relation::kApart, pair.relation == ExactRelation::kDisjoint);
    }
    ASSERT_NO_FATAL_FAILURE(CheckDistance(pair, seen.distance));
    ASSERT_NO_FATAL_FAILURE(CheckDistance(pair, seen.distance_apart));
  }

  ExactOracle oracle_;
  std::vector<JudgedPair> pairs_;
  double looks_ = 0.0;
  double related_ = 0.0;
  double measured_ = 0.0;
  double contacts_ = 0.0;
};

TEST(EdgeWindows, CertainOnPairFamilies) {
  Random random(TestSeed());
  Judge judge;
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    ShapePair pair = RandomPair(RandomFamily(&random), 24, &random);
    judge.Add(std::move(pair.a), std::move(pair.b));
  }
  judge.CheckAll();
}

TEST(EdgeWindows, CertainOnPosedPairFamilies) {
  Random random(TestSeed());
  Judge judge;
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 24, &random);
    const Pose2 a_from_b = RandomPose(random.Chance(0.5) ? 1.0 : 1e4, &random);
    auto b = pair.b.Posed(a_from_b.Inverse());
    // Moving rounds: a shape may lose a corner.
    if (b.ok()) judge.Add(pair.a, *std::move(b), a_from_b);
  }
  judge.CheckAll();
}

TEST(EdgeWindows, DecideIndependentPairs) {
  Random random(TestSeed());
  Judge judge;
  for (int64_t i = 0; i < TestCaseCount(5000); ++i) {
    ShapePair pair = RandomPair(PairFamily::kIndependent, 16, &random);
    judge.Add(std::move(pair.a), std::move(pair.b));
  }
  judge.CheckAll();
  EXPECT_GT(judge.part_related(), 0.9);
  EXPECT_GT(judge.part_measured(), 0.85);
}

TEST(EdgeWindows, DecideContactsInTwiceThePrecision) {
  Judge judge;
  for (const int n : {3, 4, 8, 24}) {
    for (PolygonPair& pair : PaperPairs(PairClass::kContact, n, static_cast<int>(TestCaseCount(1000)), TestSeed())) {
      judge.Add(std::move(pair.a), std::move(pair.b));
    }
  }
  judge.CheckAll();
  EXPECT_LT(judge.part_related(), 0.1);
  EXPECT_GT(judge.part_of_contacts(), 0.8);
}

// Distance takes a gap from the features where windows found it, where it is clear which ones are
// the closest; it is what the search by exact signs finds, to the bit.
TEST(EdgeWindows, GapsInContactAreThoseOfTheExactRung) {
  Random random(TestSeed());
  const int64_t pairs = TestCaseCount(2000);
  int64_t apart = 0;
  int64_t clear = 0;
  for (const int n : {5, 8, 12, 24}) {
    for (const PolygonPair& pair : PaperPairs(PairClass::kContact, n, static_cast<int>(pairs), TestSeed())) {
      const Pose2 a_from_b = RandomPose(50.0, &random);
      const auto b = pair.b.Posed(a_from_b.Inverse());
      if (!b.ok()) continue;
      const PosedFrame frame{a_from_b};
      const Cso<PosedFrame> cso(pair.a, *b, frame);
      const WindowsOf<PosedFrame> windows(cso, false);
      if (!cso.is_b_convex() || RelateContactByWindows(windows.get()) != Relation::kApart) continue;
      ++apart;
      FeatureEnds ends;
      if (!windows.FindContact(false, &ends)) continue;
      const double gap_m = NearContactGap(windows.get(), FindContactByWindows(windows.get()));
      clear += gap_m > 0.0;
      const double exact_m = NearContactDistance(NearContactAt(cso, ends), nullptr);
      ASSERT_TRUE(gap_m == 0.0 || gap_m == exact_m)
          << gap_m << ", " << exact_m << ": " << HexFormat(pair.a) << ", " << HexFormat(*b) << HexFormat(a_from_b);
    }
  }
  EXPECT_GT(apart, pairs / 2);
  EXPECT_GT(clear, apart * 4 / 5);
}

// b moved so that a vertex of it is at a small gap, or none, before a vertex or the middle of an
// edge of a; or anywhere.
Vec2 ContactOffset(const std::vector<Vec2>& a, const std::vector<Vec2>& b, Random* random) {
  if (random->Chance(0.3)) return {random->Uniform(-4.0, 4.0), random->Uniform(-4.0, 4.0)};
  const size_t i = random->Index(static_cast<int>(a.size()));
  const Vec2 end = random->Chance(0.5) ? a[i] : a[(i + 1) % a.size()];
  const Vec2 gap = random->Chance(0.5)
                       ? Vec2{}
                       : Vec2{random->Sign() * random->LogUniform(1e-17, 1e-3), random->Uniform(-1e-15, 1e-15)};
  return 0.5 * (a[i] + end) - b[random->Index(static_cast<int>(b.size()))] + gap;
}

// Whole windows, windows of few and of many vertices, and both kinds together.
TEST(EdgeWindows, EveryCombinationOfVertexCounts) {
  Random random(TestSeed());
  for (const int n : {3, 4, 5, 6, 7, 8, 12}) {
    for (const int m : {3, 4, 5, 6, 7, 8, 12}) {
      SCOPED_TRACE(testing::Message() << "n = " << n << ", m = " << m);
      Judge judge;
      for (int64_t i = 0; i < TestCaseCount(1000); ++i) {
        const std::vector<Vec2> a = PaperPolygon(n, &random);
        std::vector<Vec2> b = PaperPolygon(m, &random);
        const Vec2 offset = ContactOffset(a, b, &random);
        for (Vec2& v : b) v = v + offset;
        auto shape_a = ConvexPolygon::Create(a);
        auto shape_b = ConvexPolygon::Create(b);
        // Moving rounds: a corner that is nearly straight may be lost.
        if (shape_a.ok() && shape_b.ok()) judge.Add(*std::move(shape_a), *std::move(shape_b));
      }
      ASSERT_NO_FATAL_FAILURE(judge.CheckAll());
    }
  }
}

// Long chains of edges that are nearly straight, shorter than rounding of the distance or of the
// shapes' size: the closest point can be far from the window although nothing in it says so.
TEST(EdgeWindows, CertainWithTinyEdges) {
  Random random(TestSeed());
  Judge judge;
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    std::vector<Vec2> points = {{-1, -1}, {1, -1}};
    const int count = random.Integer(3, 12);
    const double length_m = random.LogUniform(1e-15, 1e-1);
    const double bend = random.LogUniform(1e-17, 1.0);
    const Vec2 top = {random.Uniform(-1.0, 1.0), 1.0};
    for (int k = 0; k < count; ++k) {
      const double x = length_m * (k - 0.5 * count);
      points.push_back(top + Vec2{x, -bend * x * x / length_m});
    }
    auto a = ConvexPolygon::Hull(points);
    const double gap_m = random.LogUniform(1e-16, 10.0);
    const double tilt = random.LogUniform(1e-17, 1.0) * random.Sign();
    auto b =
        ConvexPolygon::Hull({{-3, 1 + gap_m - 3 * tilt}, {3, 1 + gap_m + 3 * tilt}, {random.Uniform(-3.0, 3.0), 14}});
    if (a.ok() && b.ok()) judge.Add(*std::move(a), *std::move(b));
  }
  judge.CheckAll();
}

// A vertex of b that touches an edge of a from outside, within rounding, and a CSO point at the end
// of that edge: the origin is on a side of the triangle of that point and the edge before.
TEST(EdgeWindows, DoNotEncloseAnOriginOnASideOfTheTriangle) {
  Random random(TestSeed());
  const int64_t rounds = TestCaseCount(2000);
  int64_t outside = 0;
  for (int64_t i = 0; i < rounds; ++i) {
    const Pose2 pose = Pose2::FromYaw({}, random.Angle());
    std::vector<Vec2> a = {{-3, -2}, {-1, -2}, {0, -1}, {0, 1}, {-2, 2}};
    for (Vec2& v : a) v = pose * v;
    const Vec2 touching = a[2] + random.Uniform(0.2, 0.8) * (a[3] - a[2]);
    std::vector<Vec2> b = {{1, 0.45}, {0, 0}, {1, -0.5}, {2, -0.6}, {2.5, 0}};
    for (Vec2& v : b) v = v == Vec2{} ? touching : touching + pose.Rotate(v);
    if (Orient2d(a[2], a[3], touching) > 0.0) continue;
    ++outside;
    const EdgeWindows windows = {{a.data(), false}, {b.data(), false}, a[3] - touching, {-2, 0}, 16.0, 0.0};
    ASSERT_NE(RelateByWindows(windows), Relation::kOverlapping) << HexFormat(a) << ", " << HexFormat(b);
  }
  EXPECT_GT(outside, rounds / 4);
}

// The tip of b, which is cut into edges shorter than rounding: its vertices are below a's lower
// edge, but b is not.
TEST(EdgeWindows, DoNotSeparateByATipOfTinyEdges) {
  const std::vector<Vec2> a = {{-5, 1}, {5, 1}, {6, 3}, {5, 5}, {0, 6}};
  const std::vector<Vec2> tip = {{-2e-20, 2e-20}, {-1e-20, 5e-21}, {0, 0}, {1e-20, 5e-21}, {2e-20, 2e-20}};
  const EdgeWindows windows = {{a.data(), false}, {tip.data(), false}, {0, 10}, {0, 3}, 20.0, 0.0};
  EXPECT_EQ(RelateByWindows(windows), Relation::kUndecided);
  EXPECT_EQ(MeasureByWindows(windows, false).relation, Relation::kUndecided);
}

}  // namespace
}  // namespace collision2d::internal
