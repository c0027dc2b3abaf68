#include "collision2d/motion/testing/motion_oracle.h"

#include <algorithm>
#include <utility>

#include "absl/types/span.h"
#include "collision2d/motion/testing/axis_guess.h"

namespace collision2d {
namespace {

// Stretches and instants that one question may try. A graze that lasts for a while could not be
// decided by any number.
constexpr int64_t kMaxEvaluations = 30000;

// Encloses the cosine and the sine of every angle up to a magnitude.
struct SmallTurn {
  explicit SmallTurn(const Interval& angle)
      : cos(Interval(1.0) - Interval::Between(0.0, 0.5) * Square(Abs(angle))), sin(Interval::Within(1.0) * angle) {}
  Interval cos;
  Interval sin;
};

// Half the way from one instant to a later one; `from_s` if there is no instant between them.
double Middle(double from_s, double to_s) {
  const double middle_s = from_s + 0.5 * (to_s - from_s);
  return middle_s < to_s ? middle_s : from_s;
}

// Directions of which one separates two convex hulls that are apart, if `ring` is one of them and
// the other adds its own: edges' normals; of hulls without area also those along them, so that the
// hull of all the directions' half-planes is bounded.
std::vector<IntervalVec2> Normals(absl::Span<const IntervalVec2> ring) {
  if (ring.size() == 1) return {{1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}, {0.0, -1.0}};
  std::vector<IntervalVec2> normals;
  for (size_t i = 0; i < ring.size(); ++i) {
    const IntervalVec2 edge = ring[i + 1 < ring.size() ? i + 1 : 0] - ring[i];
    normals.push_back({edge.y, Interval() - edge.x});
    if (ring.size() == 2) normals.push_back(edge);
  }
  return normals;
}

// True if no direction of `normals` separates: for each, a point of `from` is proven to be at least
// as far along it as one of `to`.
bool NoneSeparates(absl::Span<const IntervalVec2> normals, absl::Span<const IntervalVec2> from,
                   absl::Span<const IntervalVec2> to) {
  for (const IntervalVec2& normal : normals) {
    bool separates = true;
    for (size_t i = 0; i < from.size() && separates; ++i) {
      for (size_t j = 0; j < to.size() && separates; ++j) {
        separates = !Dot(normal, to[j] - from[i]).IsAtMostZero();
      }
    }
    if (separates) return false;
  }
  return true;
}

IntervalVec2 PointOf(absl::Span<const IntervalVec2> ring, const PointOnRing& point) {
  const size_t index = static_cast<size_t>(point.index);
  const IntervalVec2& from = ring[index];
  const IntervalVec2& to = ring[index + 1 < ring.size() ? index + 1 : 0];
  return from + Interval(point.fraction) * (to - from);
}

Interval Length(const IntervalVec2& a) { return Sqrt(Square(a.x) + Square(a.y)); }

void Project(const EnclosedVertices& posed, const IntervalVec2& direction, std::vector<Interval>* along,
             std::vector<Interval>* across) {
  along->clear();
  across->clear();
  for (const IntervalVec2& arm : posed.arms) {
    along->push_back(Dot(direction, arm));
    across->push_back(Cross(arm, direction));
  }
}

void MoveAndRound(const IntervalVec2& offset, absl::Span<const IntervalVec2> from, std::vector<IntervalVec2>* moved,
                  std::vector<Vec2>* rounded) {
  moved->clear();
  rounded->clear();
  for (const IntervalVec2& point : from) {
    moved->push_back(offset + point);
    rounded->push_back({moved->back().x.middle(), moved->back().y.middle()});
  }
}

}  // namespace

MotionOracle::MotionOracle(const ConvexPolygon& a, const MotionSpec& motion_a, const ConvexPolygon& b,
                           const MotionSpec& motion_b)
    : vertices_a_(a.vertices(), motion_a),
      vertices_b_(b.vertices(), motion_b),
      start_s_(motion_a.start_s),
      start_b_s_(motion_b.start_s),
      duration_s_(Elapsed(motion_a.end_s).upper()),
      radii_(Interval(a.radius_m()) + Interval(b.radius_m())) {}

void MotionOracle::PoseAfter(const Interval& elapsed_a_s, const Interval& elapsed_b_s) {
  ++evaluations_;
  vertices_a_.PoseAfter(elapsed_a_s, &posed_a_);
  vertices_b_.PoseAfter(elapsed_b_s, &posed_b_);
  b_from_a_ = posed_b_.center - posed_a_.center;
  FindPoints();
}

void MotionOracle::FindPoints() {
  const IntervalVec2& origin = posed_a_.arms[0];
  MoveAndRound(IntervalVec2{} - origin, posed_a_.arms, &points_a_, &rounded_a_);
  MoveAndRound(b_from_a_ - origin, posed_b_.arms, &points_b_, &rounded_b_);
}

bool MotionOracle::IsWithinBudget() const { return evaluations_ < budget_; }

bool MotionOracle::ProvesApart(double from_s, double to_s, double margin_m) {
  budget_ = evaluations_ + kMaxEvaluations;
  std::vector<std::pair<double, double>> stretches = {{Elapsed(from_s).lower(), Elapsed(to_s).upper()}};
  while (!stretches.empty()) {
    const auto [from, to] = stretches.back();
    stretches.pop_back();
    if (ProvesApartAtOnce(from, to, margin_m)) continue;
    const double middle_s = Middle(from, to);
    if (middle_s <= from || !IsWithinBudget()) return false;
    stretches.emplace_back(middle_s, to);
    stretches.emplace_back(from, middle_s);
  }
  return true;
}

bool MotionOracle::ProvesApartAtOnce(double from_s, double to_s, double margin_m) {
  const double middle_s = Middle(from_s, to_s);
  PoseAfter(middle_s);
  const double half_s =
      std::max((Interval(to_s) - Interval(middle_s)).upper(), (Interval(middle_s) - Interval(from_s)).upper());
  return ProvesApartAlong(GuessAxis(rounded_a_, rounded_b_), half_s, margin_m);
}

bool MotionOracle::ProvesApartAlong(Vec2 direction, const Interval& half_s, double margin_m) {
  const IntervalVec2 axis = {direction.x, direction.y};
  const Interval margin = (radii_ + Interval(margin_m)) * Length(axis);
  Project(posed_a_, axis, &along_a_, &across_a_);
  Project(posed_b_, axis, &along_b_, &across_b_);
  return ProvesApartTurning(0.0, axis, half_s, margin) ||
         ProvesApartTurning(vertices_a_.yaw_rate(), axis, half_s, margin) ||
         ProvesApartTurning(vertices_b_.yaw_rate(), axis, half_s, margin);
}

// In the frame that turns at `rate`, with W the velocity of b's centre relative to a's, D their
// difference in the middle, d the time since then, and J a quarter turn:
//   gap_ij  = n . Rot(-rate d) (D + W d) + n . Rot((rate_b - rate) d) arm_j - n . Rot((rate_a -
//   rate) d) arm_i
//   gap_ij' = n . Rot(-rate d) (W - rate J (D + W d)) + (rate_b - rate) n . J Rot((rate_b - rate)
//   d) arm_j - ...
bool MotionOracle::ProvesApartTurning(const Interval& rate, const IntervalVec2& direction, const Interval& half_s,
                                      const Interval& margin) {
  const IntervalVec2 velocity = vertices_b_.velocity() - vertices_a_.velocity();
  const IntervalVec2 difference = b_from_a_ + (Interval::Within(1.0) * half_s) * velocity;
  const SmallTurn frame(rate * half_s);
  const Interval center_rate = frame.cos * (Dot(direction, velocity) - rate * Cross(difference, direction)) +
                               frame.sin * (Cross(velocity, direction) + rate * Dot(direction, difference));
  const Interval rate_a = vertices_a_.yaw_rate() - rate;
  const Interval rate_b = vertices_b_.yaw_rate() - rate;
  const SmallTurn turn_a(rate_a * half_s);
  const SmallTurn turn_b(rate_b * half_s);
  const Interval needed = margin - Dot(direction, b_from_a_);
  for (size_t j = 0; j < along_b_.size(); ++j) {
    const Interval rate_j = center_rate + rate_b * (turn_b.cos * across_b_[j] - turn_b.sin * along_b_[j]);
    const Interval gap_j = along_b_[j] - needed;
    for (size_t i = 0; i < along_a_.size(); ++i) {
      const Interval rate_i = rate_a * (turn_a.cos * across_a_[i] - turn_a.sin * along_a_[i]);
      if (!(gap_j - along_a_[i] - half_s * Abs(rate_j - rate_i)).IsPositive()) return false;
    }
  }
  return true;
}

bool MotionOracle::HullsOverlap() const {
  return NoneSeparates(Normals(points_a_), points_a_, points_b_) &&
         NoneSeparates(Normals(points_b_), points_b_, points_a_);
}

double MotionOracle::GapAlong(Vec2 direction) const {
  const IntervalVec2 axis = {direction.x, direction.y};
  const Interval length = Length(axis);
  double gap = std::numeric_limits<double>::infinity();
  for (const IntervalVec2& on_b : points_b_) {
    for (const IntervalVec2& on_a : points_a_) gap = std::min(gap, (Dot(axis, on_b - on_a) / length - radii_).lower());
  }
  return gap;
}

Interval MotionOracle::DistanceOfNearest() const {
  const NearestGuess nearest = GuessNearest(rounded_a_, rounded_b_);
  return Length(PointOf(points_b_, nearest.on_b) - PointOf(points_a_, nearest.on_a));
}

bool MotionOracle::ProvesContact(double time_s) { return ProvesContactAfter(Elapsed(time_s)); }

bool MotionOracle::ProvesContactAfter(const Interval& elapsed_s) {
  PoseAfter(elapsed_s);
  return IsContact();
}

bool MotionOracle::IsContact() const { return (DistanceOfNearest() - radii_).IsAtMostZero() || HullsOverlap(); }

bool MotionOracle::ProvesAllApart(const Interval& time_a_s, const Interval& time_b_s) {
  PoseAfter(time_a_s - Interval(start_s_), time_b_s - Interval(start_b_s_));
  return GapAlong(GuessAxis(rounded_a_, rounded_b_)) > 0.0;
}

bool MotionOracle::ProvesAllContact(const Interval& time_a_s, const Interval& time_b_s) {
  PoseAfter(time_a_s - Interval(start_s_), time_b_s - Interval(start_b_s_));
  return IsContact();
}

MotionOracle::Enclosure MotionOracle::DistanceAt(double time_s) { return DistanceAfter(Elapsed(time_s)); }

MotionOracle::Enclosure MotionOracle::DistanceAfter(const Interval& elapsed_s) {
  if (ProvesContactAfter(elapsed_s)) return {0.0, 0.0};
  return {std::max(GapAlong(GuessAxis(rounded_a_, rounded_b_)), 0.0),
          std::max(0.0, (DistanceOfNearest() - radii_).upper())};
}

MotionOracle::Enclosure MotionOracle::MinimumDistance(double tolerance_m) {
  budget_ = evaluations_ + kMaxEvaluations;
  double upper = DistanceAfter(0.0).upper;
  std::vector<std::pair<double, double>> stretches = {{0.0, duration_s_}};
  while (!stretches.empty()) {
    const auto [from, to] = stretches.back();
    stretches.pop_back();
    const double middle_s = Middle(from, to);
    upper = std::min(upper, DistanceAfter(middle_s).upper);
    if (upper <= tolerance_m) return {0.0, upper};
    if (ProvesApartAtOnce(from, to, upper - tolerance_m)) continue;
    if (middle_s <= from || !IsWithinBudget()) return {0.0, upper};
    stretches.emplace_back(middle_s, to);
    stretches.emplace_back(from, middle_s);
  }
  return {upper - tolerance_m, upper};
}

MotionOracle::Decision MotionOracle::Decide(double resolution_s) {
  budget_ = evaluations_ + kMaxEvaluations;
  Decision decision;
  FindsContact(0.0, duration_s_, resolution_s, &decision);
  decision.free_until_s += start_s_;
  decision.contact_by_s += start_s_;
  return decision;
}

// Sets free_until_s to the end of the stretch as long as all is free, and returns true once the
// decision cannot change.
bool MotionOracle::FindsContact(double from_s, double to_s, double resolution_s, Decision* decision) {
  if (ProvesApartAtOnce(from_s, to_s, 0.0)) {
    if (decision->verdict == Verdict::kFree) decision->free_until_s = to_s;
    return false;
  }
  const double middle_s = Middle(from_s, to_s);
  if (to_s - from_s > resolution_s && middle_s > from_s && IsWithinBudget()) {
    return FindsContact(from_s, middle_s, resolution_s, decision) ||
           FindsContact(middle_s, to_s, resolution_s, decision);
  }
  for (const double elapsed_s : {from_s, to_s}) {
    if (!ProvesContactAfter(elapsed_s)) continue;
    decision->verdict = Verdict::kCollides;
    decision->contact_by_s = elapsed_s;
    return true;
  }
  decision->verdict = Verdict::kGraze;
  return !IsWithinBudget();
}

}  // namespace collision2d
