#include "collision2d/solid/vertical_clearance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/base/macros.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/exact_hulls.h"

namespace collision2d::solid {
namespace {

// The heights t for which (0, 0, t) is in the CSO body - obstacle: the obstacle, raised by t,
// touches the body.
struct Chord {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();

  bool empty() const { return lowest > highest; }

  void Add(double t) {
    lowest = std::min(lowest, t);
    highest = std::max(highest, t);
  }
};

// The safe answer for input that cannot be judged, because a height or a pose is not finite.
VerticalVerdict InvalidVerdict() { return {true, true, 0.0, VerticalSide::kAbove}; }

VerticalVerdict FromChord(const Chord& chord) {
  if (chord.empty()) return {};
  if (!std::isfinite(chord.lowest) || !std::isfinite(chord.highest)) return InvalidVerdict();
  const double above_m = -chord.highest;
  const double below_m = chord.lowest;
  return {true, above_m <= 0.0 && below_m <= 0.0, std::max(above_m, below_m),
          above_m >= below_m ? VerticalSide::kAbove : VerticalSide::kBelow};
}

struct Edge {
  Vec3 from;
  Vec3 to;
};

// A solid relative to the obstacle's origin, divided into the parts that determine the chord.
class Parts {
 public:
  Parts(const PosedSolid& solid, const Vec3& shift) : solid_(solid), shift_(shift) {}

  int num_vertices() const { return static_cast<int>(solid_.corners().size()); }
  Vec3 vertex(int i) const { return solid_.corners()[i] + shift_; }

  int num_edges() const { return static_cast<int>(solid_.edges().size()); }
  Edge edge(int i) const { return {vertex(solid_.edges()[i][0]), vertex(solid_.edges()[i][1])}; }

  // Calls visit(a, b, c) for triangles that cover every face.
  template <typename Visit>
  void ForEachTriangle(const Visit& visit) const {
    for (const std::array<int32_t, 3>& t : solid_.triangles()) visit(vertex(t[0]), vertex(t[1]), vertex(t[2]));
  }

 private:
  const PosedSolid& solid_;
  const Vec3 shift_;
};

Vec2 Plan(const Vec3& p) { return {p.x, p.y}; }

// Returns the distance of p from the line through the ground plans of two points, positive to the
// left, times the distance of these points. Error: 8 u of the size times their distance, a 64th of
// the slack.
double Side(const Vec3& from, const Vec3& to, const Vec3& p) {
  return Cross(Plan(to) - Plan(from), Plan(p) - Plan(from));
}

double PlanLength(const Vec3& a, const Vec3& b) { return Norm(Plan(b) - Plan(a)); }

// Adds the vertices above or below triangles. `sign` is 1 if the triangles are the body's, -1 if
// they are the obstacle's.
void AddVerticesOverFaces(const Parts& faces, const Parts& vertices, double sign, double slack_m, Chord* chord) {
  faces.ForEachTriangle([&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const double area = Side(a, b, c);
    const double slack_a = slack_m * PlanLength(b, c);
    const double slack_b = slack_m * PlanLength(c, a);
    const double slack_c = slack_m * PlanLength(a, b);
    // Seen edge-on: the edges of the face cover this case.
    if (std::abs(area) <= std::max({slack_a, slack_b, slack_c})) return;
    const double orientation = area < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < vertices.num_vertices(); ++i) {
      const Vec3 v = vertices.vertex(i);
      double of_a = orientation * Side(b, c, v);
      double of_b = orientation * Side(c, a, v);
      double of_c = orientation * Side(a, b, v);
      if (of_a < -slack_a || of_b < -slack_b || of_c < -slack_c) continue;
      of_a = std::max(0.0, of_a);
      of_b = std::max(0.0, of_b);
      of_c = std::max(0.0, of_c);
      const double z = (of_a * a.z + of_b * b.z + of_c * c.z) / (of_a + of_b + of_c);
      chord->Add(sign * (z - v.z));
    }
  });
}

// Adds the vertices on the ground plans of edges.
void AddVerticesOverEdges(const Parts& edges, const Parts& vertices, double sign, double slack_m, Chord* chord) {
  for (int e = 0; e < edges.num_edges(); ++e) {
    const Edge edge = edges.edge(e);
    const Vec2 along = Plan(edge.to) - Plan(edge.from);
    const double length_sq = NormSquared(along);
    for (int i = 0; i < vertices.num_vertices(); ++i) {
      const Vec3 v = vertices.vertex(i);
      if (length_sq <= slack_m * slack_m) {
        // A vertical edge is entirely above one point.
        if (NormSquared(Plan(v) - Plan(edge.from)) > slack_m * slack_m) continue;
        chord->Add(sign * (edge.from.z - v.z));
        chord->Add(sign * (edge.to.z - v.z));
        continue;
      }
      const double s = std::clamp(Dot(Plan(v) - Plan(edge.from), along) / length_sq, 0.0, 1.0);
      if (NormSquared(Plan(v) - (Plan(edge.from) + s * along)) > slack_m * slack_m) continue;
      chord->Add(sign * (edge.from.z + s * (edge.to.z - edge.from.z) - v.z));
    }
  }
}

// Adds the edges of the body that cross edges of the obstacle, seen from above. Edges that meet at
// an end are covered by the vertices above edges.
void AddCrossingEdges(const Parts& body, const Parts& obstacle, Chord* chord) {
  for (int i = 0; i < body.num_edges(); ++i) {
    const Edge a = body.edge(i);
    for (int j = 0; j < obstacle.num_edges(); ++j) {
      const Edge b = obstacle.edge(j);
      const double a_from = Side(b.from, b.to, a.from);
      const double a_to = Side(b.from, b.to, a.to);
      const double b_from = Side(a.from, a.to, b.from);
      const double b_to = Side(a.from, a.to, b.to);
      if (!((a_from < 0.0) != (a_to < 0.0)) || !((b_from < 0.0) != (b_to < 0.0))) continue;
      const double s = a_from / (a_from - a_to);
      const double t = b_from / (b_from - b_to);
      chord->Add(a.from.z + s * (a.to.z - a.from.z) - (b.from.z + t * (b.to.z - b.from.z)));
    }
  }
}

double LargestCoordinate(const Parts& parts) {
  double largest = 0.0;
  for (int i = 0; i < parts.num_vertices(); ++i) largest = std::max(largest, NormInfinity(parts.vertex(i)));
  return largest;
}

}  // namespace

VerticalVerdict CompareSpans(const ZSpan& body, const ZSpan& obstacle) {
  ABSL_ASSERT(!(body.z_min_m > body.z_max_m) && !(obstacle.z_min_m > obstacle.z_max_m));
  return FromChord({body.z_min_m - obstacle.z_max_m, body.z_max_m - obstacle.z_min_m});
}

VerticalVerdict ComputeVerticalClearance(const ConvexPolygon& a, const ZSpan& a_span, const ConvexPolygon& b,
                                         const ZSpan& b_span, const Pose2& a_from_b) {
  const Vec2 posed = a_from_b * Vec2{};
  if (!std::isfinite(posed.x) || !std::isfinite(posed.y)) return InvalidVerdict();
  return Collides(a, b, a_from_b) ? CompareSpans(a_span, b_span) : VerticalVerdict();
}

VerticalVerdict ComputeVerticalClearance(const PosedSolid& body, const PosedSolid& obstacle) {
  if (!body.is_valid() || !obstacle.is_valid()) return InvalidVerdict();
  const Parts a(body, body.origin() - obstacle.origin());
  const Parts b(obstacle, Vec3{});
  const double slack_m = kPlanSlack * std::max(LargestCoordinate(a), LargestCoordinate(b));
  Chord chord;
  AddVerticesOverFaces(a, b, 1.0, slack_m, &chord);
  AddVerticesOverFaces(b, a, -1.0, slack_m, &chord);
  AddVerticesOverEdges(a, b, 1.0, slack_m, &chord);
  AddVerticesOverEdges(b, a, -1.0, slack_m, &chord);
  AddCrossingEdges(a, b, &chord);
  VerticalVerdict verdict = FromChord(chord);
  if (!verdict.plans_overlap) return verdict;
  const Pose3 body_from_obstacle = {obstacle.origin() - body.origin(), Mat3()};
  verdict.collides = ClassifyHulls(body, obstacle, body_from_obstacle) != Relation::kApart;
  verdict.clearance_m = verdict.collides ? std::min(0.0, verdict.clearance_m) : std::max(0.0, verdict.clearance_m);
  return verdict;
}

}  // namespace collision2d::solid
