#include "collision2d/fuzz/solid_query_fuzz.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/require.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/combinators.h"
#include "collision2d/solid/papers/decision_sphere_search.h"
#include "collision2d/solid/papers/shape_ref.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/hex_format3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/query_checker3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/exact_oracle.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

using solid::Pose3;
using solid::Separation3;
using solid::Vec3;
using Cloud = solid::PointCloudShape;
using RoundCloud = solid::Rounded<Cloud>;

constexpr int kMaxPoints = 8;

// m. Of distances, depths and witness points of a pair of that magnitude: a gross error, several
// times the stated ones, which the tests of the queries hold them to. At the least some of the
// smallest doubles.
double GrossError(double magnitude_m) { return 0x1p-42 * magnitude_m + 0x1p-1070; }

std::vector<Vec3> TakePoints(FuzzInput* input) {
  const auto code = static_cast<CoordinateCode>(input->Index(kCoordinateCodeCount));
  // From the smallest double to some metres.
  const int exponent = -1074 + 1075 * input->Byte() / 255;
  std::vector<Vec3> points(static_cast<size_t>(1 + input->Index(kMaxPoints)));
  for (Vec3& p : points) {
    p.x = input->Coordinate(code, exponent);
    p.y = input->Coordinate(code, exponent);
    p.z = input->Coordinate(code, exponent);
  }
  return points;
}

// The rotation by the quaternion (w, x, y, z) / |(w, x, y, z)| of small integers, a quarter or half
// turn among them.
solid::Mat3 TakeRotation(FuzzInput* input) {
  const double w = input->Index(16) - 8;
  const double x = input->Index(16) - 8;
  const double y = input->Index(16) - 8;
  const double z = input->Index(16) - 8;
  const double s = w * w + x * x + y * y + z * z;
  if (s == 0.0) return {};
  return {{{(w * w + x * x - y * y - z * z) / s, 2.0 * (x * y - w * z) / s, 2.0 * (x * z + w * y) / s},
           {2.0 * (x * y + w * z) / s, (w * w - x * x + y * y - z * z) / s, 2.0 * (y * z - w * x) / s},
           {2.0 * (x * z - w * y) / s, 2.0 * (y * z + w * x) / s, (w * w - x * x - y * y + z * z) / s}}};
}

Pose3 TakePose(FuzzInput* input) {
  const auto code = static_cast<CoordinateCode>(static_cast<int>(CoordinateCode::kRawInRange) +
                                                input->Index(kCoordinateCodeCount - 1));
  const int exponent = -64 + input->Byte() / 4;
  Pose3 pose;
  pose.translation.x = input->Coordinate(code, exponent);
  pose.translation.y = input->Coordinate(code, exponent);
  pose.translation.z = input->Coordinate(code, exponent);
  pose.rotation = TakeRotation(input);
  return pose;
}

bool IsLegal(const std::vector<Vec3>& points) {
  return std::all_of(points.begin(), points.end(),
                     [](const Vec3& p) { return IsFinite(p) && NormInfinity(p) <= kMaxCoordinate_m; });
}

// True if distances have their stated errors; see kMinScaleRatio.
bool DistancesArePromised(const std::vector<Vec3>& a, const std::vector<Vec3>& b, const Vec3& translation) {
  double least = std::numeric_limits<double>::infinity();
  double greatest = 0.0;
  const auto add = [&](const Vec3& v) {
    for (const double x : {std::abs(v.x), std::abs(v.y), std::abs(v.z)}) {
      if (x == 0.0) continue;
      least = std::min(least, x);
      greatest = std::max(greatest, x);
    }
  };
  for (const Vec3& v : a) add(v);
  for (const Vec3& v : b) add(v);
  add(translation);
  return least >= kMinScaleRatio * greatest;
}

SeparationStatus StatusOf(ExactRelation relation) {
  switch (relation) {
    case ExactRelation::kDisjoint:
      return SeparationStatus::kSeparated;
    case ExactRelation::kTouching:
      return SeparationStatus::kTouching;
    case ExactRelation::kOverlapping:
      break;
  }
  return SeparationStatus::kPenetrating;
}

solid::Relation ContactOf(ExactRelation relation) {
  switch (relation) {
    case ExactRelation::kDisjoint:
      return solid::Relation::kApart;
    case ExactRelation::kTouching:
      return solid::Relation::kTouching;
    case ExactRelation::kOverlapping:
      break;
  }
  return solid::Relation::kOverlapping;
}

// One pair of hulls and all that is asked of it.
class HullPair {
 public:
  HullPair(const std::vector<Vec3>& points_a, const std::vector<Vec3>& points_b, const Pose3& a_from_b)
      : points_a_(points_a), points_b_(points_b), a_(points_a), b_(points_b), a_from_b_(a_from_b) {
    posed_b_ = solid::Posed(points_b, a_from_b);
    oracle_.SetPair(points_a_, posed_b_);
    magnitude_m_ = a_.Magnitude() + 3.0 * b_.Magnitude() + NormInfinity(a_from_b.translation);
  }

  // What is promised at any scale.
  void RequireExactBooleans() {
    const ExactRelation relation = oracle_.relation();
    const bool collide = relation != ExactRelation::kDisjoint;
    const solid::QueryContext3<Cloud, Cloud> counting{nullptr, &counters_};
    RequireThat(solid::Collides(a_, b_, a_from_b_, counting) == collide, "Collides");
    RequireThat((solid::Distance(a_, b_, a_from_b_, counting) == 0.0) == collide, "Distance");
    RequireThat(solid::ComputeSeparation(a_, b_, a_from_b_, counting).status == StatusOf(relation),
                "ComputeSeparation");
    RequireThat(solid::DecideBySphereSearch(a_, b_, a_from_b_, counting).intersects == collide, "sphere search");
    RequireThat(solid::DecideByHybridSearch(a_, b_, a_from_b_, counting).intersects == collide, "hybrid search");
    RequireThat(solid::ClassifyHulls(a_, b_, a_from_b_) == ContactOf(relation), "ClassifyHulls");
    const solid::VertexHullRef ref_a(a_);
    const solid::VertexHullRef ref_b(b_);
    RequireThat(solid::Collides(ref_a, ref_b, a_from_b_) == collide, "Collides by reference");
    RequireThat(counters_.limit_hits == 0, "no limit of iterations");
  }

  // A warm start, also one from another pose, changes no boolean.
  void RequireWarmStartChangesNothing(const Pose3& other_pose) {
    const bool collide = oracle_.relation() != ExactRelation::kDisjoint;
    solid::WarmStart3<Cloud, Cloud> start;
    const solid::QueryContext3<Cloud, Cloud> warm{&start, &counters_};
    solid::Distance(a_, b_, other_pose, warm);
    RequireThat(solid::Collides(a_, b_, a_from_b_, warm) == collide, "Collides, warm");
    solid::ComputeSeparation(a_, b_, other_pose, warm);
    RequireThat((solid::Distance(a_, b_, a_from_b_, warm) == 0.0) == collide, "Distance, warm");
    RequireThat(solid::Collides(a_, b_, a_from_b_, warm) == collide, "Collides, warm again");
    RequireThat(counters_.limit_hits == 0, "no limit of iterations, warm");
  }

  // REQUIRES: DistancesArePromised.
  void RequireSeparation() {
    const double error_m = GrossError(magnitude_m_);
    const Separation3 separation = solid::ComputeSeparation(a_, b_, a_from_b_);
    solid::QueryChecker3 checker;
    Require(checker.Check(points_a_, posed_b_, separation, error_m));
    const double distance_m = solid::Distance(a_, b_, a_from_b_);
    RequireThat(std::abs(distance_m - std::max(separation.signed_distance_m, 0.0)) <= error_m, "Distance's value");
  }

  // Rounded by radii; only pairs that are clearly apart or colliding have a known answer.
  // REQUIRES: DistancesArePromised.
  void RequireRoundPair(double radius_a_m, double radius_b_m) {
    const RoundCloud round_a = RoundCloud::Create(a_, radius_a_m).value();
    const RoundCloud round_b = RoundCloud::Create(b_, radius_b_m).value();
    const double gap_m = oracle_.SignedDistance() - (radius_a_m + radius_b_m);
    const double error_m = GrossError(magnitude_m_ + radius_a_m + radius_b_m);
    const solid::QueryContext3<RoundCloud, RoundCloud> counting{nullptr, &counters_};
    const double distance_m = solid::Distance(round_a, round_b, a_from_b_, counting);
    RequireThat(std::abs(distance_m - std::max(gap_m, 0.0)) <= error_m, "Distance of rounded hulls");
    const bool collide = solid::Collides(round_a, round_b, a_from_b_, counting);
    RequireThat(std::abs(gap_m) <= error_m || collide == (gap_m < 0.0), "Collides of rounded hulls");
    const Separation3 separation = solid::ComputeSeparation(round_a, round_b, a_from_b_, counting);
    RequireThat(std::abs(separation.signed_distance_m - gap_m) <= error_m, "signed distance of rounded hulls");
    const solid::ShapeRef ref_a(round_a);
    const solid::ShapeRef ref_b(round_b);
    const double erased_m = solid::Distance(ref_a, ref_b, a_from_b_);
    RequireThat(std::abs(erased_m - std::max(gap_m, 0.0)) <= error_m, "Distance by reference");
    RequireThat(counters_.limit_hits == 0, "no limit of iterations, rounded");
  }

 private:
  void RequireThat(bool right, const char* what) const {
    if (right) return;
    Require(testing::AssertionFailure() << what << " is wrong\na = " << solid::HexFormat(points_a_)
                                        << "\nb = " << solid::HexFormat(points_b_)
                                        << "\na_from_b = " << solid::HexFormat(a_from_b_));
  }

  std::vector<Vec3> points_a_;
  std::vector<Vec3> points_b_;
  std::vector<Vec3> posed_b_;
  Cloud a_;
  Cloud b_;
  Pose3 a_from_b_;
  solid::ExactOracle3 oracle_;
  double magnitude_m_;
  QueryContext::Counters counters_;
};

}  // namespace

int FuzzSolidQuery(const uint8_t* data, size_t size) {
  FuzzInput input(data, size);
  const int variant = input.Index(8);
  const Pose3 a_from_b = variant % 2 == 1 ? TakePose(&input) : Pose3{};
  // Small against the shapes of most codes, and in range.
  const double radius_a_m = input.Byte() / 16.0;
  const double radius_b_m = input.Byte() / 16.0;
  const std::vector<Vec3> points_a = TakePoints(&input);
  const std::vector<Vec3> points_b = TakePoints(&input);
  if (!IsLegal(points_a) || !IsLegal(points_b)) return 0;
  HullPair pair(points_a, points_b, a_from_b);
  pair.RequireExactBooleans();
  pair.RequireWarmStartChangesNothing(TakePose(&input));
  if (!DistancesArePromised(points_a, points_b, a_from_b.translation)) return 0;
  if (variant & 2) pair.RequireSeparation();
  if (variant & 4) pair.RequireRoundPair(radius_a_m, radius_b_m);
  return 0;
}

}  // namespace collision2d
