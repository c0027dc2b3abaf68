#include "planner_adapter/path_time/contact_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace collision2d::planner {
namespace {

// Relative to the lengths of a cell: some 10^3 times the rounding of a gap and its derivatives. No
// proof: far above the sum of them all.
constexpr double kGapRounding = 0x1p-42;

// Bound on the rounding of polygon vertices, relative to their stations and times. No proof: the
// cut of an edge divides by what can be small.
constexpr double kPlaneRounding = 0x1p-50;

// A fraction of the station tolerance. Bands narrower than that are not divided: the gap stays that
// near to zero for longer than the tolerances.
constexpr double kGrazePart = 0x1p-6;

// Cells of a pair of shapes that are divided. Reached only by bodies that hardly part for long.
constexpr int64_t kMostCells = 1 << 17;

// Bands this many times as wide as their tolerance are divided if they bound a polygon: where two
// of full width meet at an acute angle, it would be far from the outer polygon to the inner one.
constexpr double kTooWide = 0.8;

// Bands this many times wider than their tolerance are divided without a look at the polygons.
constexpr double kFarTooWide = 2.0;

// m. Cells with larger remainders are divided at once.
constexpr double kLoose_m = 0.25;

// Of a ring's reach: longer edges are judged by themselves.
constexpr double kLongEdge = 0.125;

double PlaneError(const LinearMotion& motion) { return kPlaneRounding * (1.0 + std::abs(motion.middle) + motion.half); }

// The ends of the interval are themselves.
double WithinInterval(const LinearMotion& motion, double after) {
  if (after <= -motion.half) return motion.begin;
  return after >= motion.half ? motion.end : std::clamp(motion.middle + after, motion.begin, motion.end);
}

PathTimeBox BoxOf(absl::Span<const StationTime> polygon) {
  PathTimeBox box;
  for (const auto& [station_m, time_s] : polygon) box.Extend({station_m, station_m, time_s, time_s});
  return box;
}

double SpanReach(const HeightSpan& span) { return std::max(std::abs(span.z_min_m), std::abs(span.z_max_m)); }

// m. About the remainder that a motion causes.
double LooseOf(const LinearMotion& motion, double reach_m) {
  const double turn = std::abs(motion.turn_rate) * motion.half;
  return motion.deviation_m + motion.deviation_rad * reach_m +
         0.5 * turn * (motion.half * motion.speed + turn * reach_m);
}

// m. Of all points from the origin of the shape's frame.
double ReachOf(const MovingShape& shape) {
  return (1.0 + kGapRounding) * (Norm(shape.shape->center()) + shape.shape->bounding_radius_m());
}

// m. How far tilting moves points of a shape with known heights, and how much larger a round one is
// taken by the trajectory checker (solid::kRoundingExcess).
double TiltReach(const MovingShape& shape, const LinearMotion& motion) {
  if (shape.span == nullptr || motion.tilt_rad == 0.0) return 0.0;
  return (motion.tilt_rad + 0.005) * (ReachOf(shape) + SpanReach(*shape.span));
}

}  // namespace

void ContactCells::Find(const MovingShape& ego, const MovingShape& obstacle, const CellTolerances& tolerances,
                        std::vector<RegionPart>* parts, std::vector<StationTime>* vertices) {
  ego_ = ego;
  obstacle_ = obstacle;
  tolerances_ = tolerances;
  parts_ = parts;
  vertices_ = vertices;
  cells_ = 0;
  edges_.clear();
  all_edges_ = 0;
  ego_reach_m_ = ReachOf(ego);
  obstacle_reach_m_ = ReachOf(obstacle);
  Visit(ego.motion->Root(), obstacle.motion->Root(), {0, 0});
}

// Only one of the rings is round, with both radii: the bodies touch where it touches the other's
// core. Short edges of one quadrant are together at first.
void ContactCells::MakeRings() {
  const bool is_ego_round = ego_.shape->size() >= obstacle_.shape->size();
  const double radius_m = ego_.shape->radius_m() + obstacle_.shape->radius_m();
  ego_ring_.Assign(*ego_.shape, is_ego_round, radius_m, tolerances_.ring_m);
  obstacle_ring_.Assign(*obstacle_.shape, !is_ego_round, radius_m, tolerances_.ring_m);
  for (const bool of_ego : {true, false}) {
    const ContactRing& ring = of_ego ? ego_ring_ : obstacle_ring_;
    const int count = static_cast<int>(ring.normals.size());
    const int vertices = static_cast<int>((of_ego ? obstacle_ring_ : ego_ring_).vertices.size());
    const auto quadrant = [&](int k) { return std::make_pair(ring.normals[k].x > 0.0, ring.normals[k].y > 0.0); };
    const auto is_long = [&](int k) {
      return Norm1(ring.vertices[k] - ring.vertices[k == 0 ? count - 1 : k - 1]) > kLongEdge * ring.reach_m;
    };
    for (int begin = 0, end = 1; begin < count; begin = end++) {
      while (end < count && !is_long(begin) && !is_long(end) && quadrant(end) == quadrant(begin)) ++end;
      edges_.push_back({of_ego, begin, end, 0, vertices});
    }
  }
  all_edges_ = edges_.size();
}

// Whether the swept discs of both bodies' reaches are apart, along an axis or across either motion.
bool ContactCells::AreApart(const LinearMotion& ego, const LinearMotion& obstacle) const {
  const Vec2 between = obstacle.position - ego.position;
  const Vec2 ego_way = ego.half * ego.rate;
  const Vec2 obstacle_way = obstacle.half * obstacle.rate;
  const double reach_m =
      (1.0 + kGapRounding) * (ego_reach_m_ + obstacle_reach_m_ + tilt_m_ + ego.deviation_m + obstacle.deviation_m) +
      kGapRounding * (Norm1(between) + Norm1(ego_way) + Norm1(obstacle_way));
  if (std::abs(between.x) > reach_m + std::abs(ego_way.x) + std::abs(obstacle_way.x) ||
      std::abs(between.y) > reach_m + std::abs(ego_way.y) + std::abs(obstacle_way.y)) {
    return true;
  }
  const auto apart_across = [&](Vec2 way, double length_m) {
    const Vec2 normal = PerpendicularLeft(way);
    return std::abs(Dot(normal, between)) > reach_m * length_m * (1.0 + kGapRounding) + std::abs(Dot(normal, ego_way)) +
                                                std::abs(Dot(normal, obstacle_way));
  };
  return (ego.speed > 0.0 && apart_across(ego_way, ego.half * ego.speed)) ||
         (obstacle.speed > 0.0 && apart_across(obstacle_way, obstacle.half * obstacle.speed));
}

void ContactCells::Visit(const LinearMotion& ego, const LinearMotion& obstacle, const EdgeRange& edges) {
  tilt_m_ = TiltReach(ego_, ego) + TiltReach(obstacle_, obstacle);
  if (AreApart(ego, obstacle)) return;
  ++cells_;
  const double ego_loose_m = LooseOf(ego, ego_reach_m_);
  const double obstacle_loose_m = LooseOf(obstacle, obstacle_reach_m_);
  const bool may_divide = cells_ < kMostCells && (ego.half > 0.0 || obstacle.half > 0.0);
  if (may_divide && ego_loose_m + obstacle_loose_m > kLoose_m) {
    return Divide(ego, obstacle, edges, ego_loose_m > obstacle_loose_m);
  }
  station_extent_m_ = 2.0 * ego.half;
  time_extent_s_ = 2.0 * obstacle.half;
  is_undecided_ = tilt_m_ > 0.0 ||
                  (ego_.span != nullptr && obstacle_.span != nullptr && (ego_.is_polytope || obstacle_.is_polytope));
  if (all_edges_ == 0) MakeRings();
  EdgeRange open = edges.end == 0 ? EdgeRange{0, all_edges_} : edges;
  if (!AddBands(ego, obstacle, false, &open)) return;
  const auto widest_of = [this](const auto& counts) {
    const Band* widest = nullptr;
    for (const Band& band : bands_) {
      if (counts(band) && (widest == nullptr || band.excess > widest->excess)) widest = &band;
    }
    return widest;
  };
  const auto is_far_too_wide = [](const Band& band) { return band.excess > kFarTooWide; };
  if (const Band* widest = may_divide ? widest_of(is_far_too_wide) : nullptr; widest != nullptr) {
    return Divide(ego, obstacle, open, DividesStations(*widest));
  }
  // The polygons need every edge by itself.
  const bool has_groups = std::any_of(edges_.begin() + static_cast<ptrdiff_t>(open.begin), edges_.end(),
                                      [](const OpenEdges& of) { return of.end - of.begin > 1; });
  if (has_groups && !AddBands(ego, obstacle, true, &open)) return;
  const double room_m = ego.half + PlaneError(ego);
  const double room_s = obstacle.half + PlaneError(obstacle);
  outer_ = {{-room_m, -room_s}, {room_m, -room_s}, {room_m, room_s}, {-room_m, room_s}};
  for (const Band& band : bands_) {
    Clip(band, band.over_m + PlaneErrorOf(band, ego, obstacle), &outer_);
    if (outer_.empty()) return;
  }
  // Bands that do not bound what is left need not be narrow.
  bool is_graze = false;
  const auto bounds_and_is_wide = [&](const Band& band) {
    const bool bounds =
        std::any_of(outer_.begin(), outer_.end(), [&](Vec2 vertex) { return band.GapAt(vertex) > -band.under_m; });
    is_graze =
        is_graze || (bounds && band.over_m + band.under_m > std::max(std::abs(band.by_station) * tolerances_.station_m,
                                                                     std::abs(band.by_time) * tolerances_.time_s));
    return bounds && band.excess > kTooWide;
  };
  const Band* const widest = widest_of(bounds_and_is_wide);
  if (may_divide && widest != nullptr) return Divide(ego, obstacle, open, DividesStations(*widest));
  AddPart(ego, obstacle, is_graze);
}

void ContactCells::Divide(const LinearMotion& ego, const LinearMotion& obstacle, const EdgeRange& edges,
                          bool by_station) {
  if (ego.half == 0.0 || obstacle.half == 0.0) by_station = ego.half > 0.0;
  LinearMotion storage;
  for (int which = 0; which < 2; ++which) {
    if (by_station) {
      Visit(ego_.motion->Part(ego, which, &storage), obstacle, edges);
    } else {
      Visit(ego, obstacle_.motion->Part(obstacle, which, &storage), edges);
    }
  }
}

// m. How far the gap changes by what the plane's coordinates are rounded by.
double ContactCells::PlaneErrorOf(const Band& band, const LinearMotion& ego, const LinearMotion& obstacle) {
  return std::abs(band.by_station) * PlaneError(ego) + std::abs(band.by_time) * PlaneError(obstacle);
}

// How many times too wide a band is in a part of the cell, given by the parts of its sides: what is
// due to one side falls with its square. Slopes count no farther than the cell reaches.
double ContactCells::ExcessOf(const Band& band, double stations, double times) const {
  const double fixed_m = band.over_m + band.under_m - (band.of_stations_m + band.of_times_m + band.of_both_m);
  const double divides_m =
      stations * stations * band.of_stations_m + times * times * band.of_times_m + stations * times * band.of_both_m;
  const double tolerance_m =
      std::max(std::abs(band.by_station) * std::min(tolerances_.station_m, stations * station_extent_m_),
               std::abs(band.by_time) * std::min(tolerances_.time_s, times * time_extent_s_));
  return divides_m / std::max({tolerance_m - fixed_m, 0.25 * tolerance_m, kGrazePart * tolerances_.station_m});
}

// Whether less parts are made by dividing the interval of stations than that of times. The boundary
// runs through both halves across its direction, and through one half along it.
bool ContactCells::DividesStations(const Band& band) const {
  const double by_stations_m = std::abs(band.by_station) * station_extent_m_;
  const double by_times_m = std::abs(band.by_time) * time_extent_s_;
  const double most_m = std::max({by_stations_m, by_times_m, std::numeric_limits<double>::min()});
  const double gain_of_stations = std::log(band.excess / ExcessOf(band, 0.5, 1.0));
  const double gain_of_times = std::log(band.excess / ExcessOf(band, 1.0, 0.5));
  return std::log(1.0 + by_times_m / most_m) * gain_of_times <=
         std::log(1.0 + by_stations_m / most_m) * gain_of_stations;
}

void ContactCells::AddBand(const Band& of_cell) {
  bands_.push_back(of_cell);
  bands_.back().excess = ExcessOf(of_cell, 1.0, 1.0);
}

// Replaces the bands by those of a cell, and the edges by those that remain open. Returns false if
// the bodies are apart in all of it.
bool ContactCells::AddBands(const LinearMotion& ego, const LinearMotion& obstacle, bool one_by_one, EdgeRange* edges) {
  const EdgeRange range = *edges;
  edges_.erase(edges_.begin() + static_cast<ptrdiff_t>(range.end), edges_.end());
  bands_.clear();
  EdgeTerms terms;
  terms.edges = nullptr;
  // Those of the ego vehicle first.
  for (size_t k = range.begin; k < range.end; ++k) {
    const OpenEdges open = edges_[k];
    if (terms.edges == nullptr || terms.of_ego != open.of_ego) {
      open.of_ego ? SetTerms(ego, obstacle, true, &terms) : SetTerms(obstacle, ego, false, &terms);
    }
    if (!AddEdges(terms, open, one_by_one)) return false;
  }
  *edges = {range.end, edges_.size()};
  return AddHeightBands(ego, obstacle);
}

// In the frame of the edges' body, v is the velocity of its origin and w its turn rate, V and W
// those of the other, p the other's origin and q one of its vertices, n an edge's normal:
//   gap = n . q - offset, by own parameter -n . v - w n . Jq, by the other's
//   n . V + W n . J(q - p), second derivatives
//   -w^2 n . q - 2 w Jn . v, w Jn . (V + W J(q - p)), -W^2 n . (q - p).
// The first one is nearly constant, so that the gap is on one side of its tangent.
void ContactCells::SetTerms(const LinearMotion& own, const LinearMotion& other, bool of_ego, EdgeTerms* of_cell) const {
  EdgeTerms& terms = *of_cell;
  terms.edges = of_ego ? &ego_ring_ : &obstacle_ring_;
  terms.vertices = of_ego ? &obstacle_ring_ : &ego_ring_;
  terms.of_ego = of_ego;
  terms.p = own.RotateBack(other.position - own.position);
  terms.v = own.RotateBack(own.rate);
  terms.other_v = own.RotateBack(other.rate);
  terms.cos = own.cos * other.cos + own.sin * other.sin;
  terms.sin = own.cos * other.sin - own.sin * other.cos;
  terms.turn_rate = own.turn_rate;
  terms.other_turn_rate = other.turn_rate;
  terms.half = own.half;
  terms.other_half = other.half;
  const double reach_m = terms.vertices->reach_m;
  const double turn = std::abs(own.turn_rate) * own.half;
  const double other_turn = std::abs(other.turn_rate) * other.half;
  terms.turn = turn;
  terms.turns = turn + other_turn;
  terms.all_turns = terms.turns + own.deviation_rad + other.deviation_rad;
  const double way_m = own.half * own.speed;
  const double other_way_m = other.half * other.speed;
  terms.far_m = std::sqrt(NormSquared(terms.p)) + reach_m + way_m + other_way_m;
  const double own_deviation_m = own.deviation_m + own.deviation_rad * terms.far_m;
  const double other_deviation_m = other.deviation_m + other.deviation_rad * reach_m;
  const double both_m = 0.5 * turn * (turn * other_way_m + other_turn * reach_m);
  terms.other_fixed_m = other_deviation_m + 0.5 * other_turn * other_turn * reach_m + both_m;
  terms.change_m =
      way_m + other_way_m + turn * terms.far_m + other_turn * reach_m + own_deviation_m + other_deviation_m;
  terms.own_fixed_m = own_deviation_m + turn * turn * (0.5 * terms.change_m + way_m) + both_m;
  terms.rounding_m = kGapRounding * (terms.far_m + terms.edges->reach_m + own_deviation_m + other_deviation_m);
}

// Adds the bands of edges that remain open. Returns false if the bodies are apart beyond one of
// them. Several edges are represented by the one in the middle.
bool ContactCells::AddEdges(const EdgeTerms& terms, const OpenEdges& edges, bool one_by_one) {
  const int middle = (edges.begin + edges.end) / 2;
  const bool is_group = edges.end - edges.begin > 1;
  if (is_group && IsWithinRounding(terms, edges)) return true;
  const Vec2 n = terms.edges->normals[middle];
  // In the frame of the vertices.
  const Vec2 along = {terms.cos * n.x + terms.sin * n.y, terms.cos * n.y - terms.sin * n.x};
  const int ring_size = static_cast<int>(terms.vertices->vertices.size());
  const Vec2* const ring = terms.vertices->vertices.data();
  const auto vertex_at = [&](int j) {
    return ring[edges.first + j < ring_size ? edges.first + j : edges.first + j - ring_size];
  };
  int lowest = 0;
  double height_m = Dot(along, vertex_at(0));
  for (int j = 1; j < edges.count; ++j) {
    const double of_vertex_m = Dot(along, vertex_at(j));
    if (of_vertex_m < height_m) {
      height_m = of_vertex_m;
      lowest = j;
    }
  }
  const double across = Cross(vertex_at(lowest), along);
  // How far the others' normals are from the one in the middle.
  double fan = 0.0;
  if (is_group) {
    fan = std::max(Norm(n - terms.edges->normals[edges.begin]), Norm(n - terms.edges->normals[edges.end - 1]));
  }
  // The neighbours that may be lower elsewhere in the cell, and by how much: heights around a
  // convex ring fall to the lowest vertex and rise from it. The angle of a chord is at most 1.25
  // times its length, up to a right angle.
  const double most_turn = terms.all_turns + 1.25 * fan;
  double drop_m = 0.0;
  OpenEdges open = {terms.of_ego, edges.begin, edges.end, lowest, 1};
  const auto extend = [&](int step) {
    for (int j = lowest + step; open.count < edges.count; j += step) {
      if (j < 0 || j == edges.count) {
        if (edges.count < ring_size) return;
        j = j < 0 ? edges.count - 1 : 0;
      }
      const Vec2 vertex = vertex_at(j);
      const double shift_m = std::abs(Cross(vertex, along) - across);
      const double rise_m = Dot(along, vertex) - height_m;
      drop_m = std::max(drop_m, shift_m * terms.turns - rise_m);
      if (rise_m > most_turn * (shift_m + 0.5 * most_turn * rise_m) + terms.rounding_m) return;
      if (step < 0) open.first = j;
      ++open.count;
    }
  };
  extend(1);
  extend(-1);
  open.first += edges.first;
  if (open.first >= ring_size) open.first -= ring_size;
  const double by_own = -Dot(n, terms.v) - terms.turn_rate * (across + Cross(terms.p, n));
  const double by_other = Dot(n, terms.other_v) + terms.other_turn_rate * across;
  const double n_q_m = height_m + Dot(n, terms.p);
  const double bend_m =
      terms.half * terms.half * terms.turn_rate * (0.5 * Cross(terms.v, n) - 0.25 * terms.turn_rate * n_q_m);
  const double shared_m = 0.5 * terms.turn * terms.other_half * std::abs(Cross(terms.other_v, n));
  const double of_own_m = terms.own_fixed_m + std::abs(bend_m);
  const double error_m = (1.0 + kGapRounding) * (of_own_m + terms.other_fixed_m + 2.0 * shared_m) + terms.rounding_m;
  const double gap_m = n_q_m - terms.edges->offsets[middle] + bend_m;
  const double over_m = error_m + drop_m + tilt_m_;
  const double passed_m = error_m + terms.edges->excess_m + terms.vertices->excess_m;
  const double under_m = is_undecided_ ? error_m - tilt_m_ : passed_m;
  const double change_m = std::abs(by_own) * terms.half + std::abs(by_other) * terms.other_half;
  if (gap_m - change_m > over_m) return false;
  double spread_m = 0.0;
  if (is_group) {
    // No other edge is closer to the ring's vertex at this one, along its own normal.
    const double beside_m = std::abs(Cross(terms.p - terms.edges->vertices[middle], n) + across);
    spread_m = fan * (beside_m + terms.change_m + 0.5 * fan * (std::abs(gap_m) + error_m + terms.change_m));
  }
  if (gap_m + change_m + spread_m <= -passed_m) return true;
  if (is_group && one_by_one) {
    OpenEdges half = open;
    half.end = middle;
    if (!AddEdges(terms, half, true)) return false;
    open.begin = middle;
    return AddEdges(terms, open, true);
  }
  const double drop_of_own_m = drop_m > 0.0 ? drop_m * (terms.turn / terms.turns) : 0.0;
  const double divides_own_m = 2.0 * of_own_m + drop_of_own_m;
  const double divides_other_m = 2.0 * terms.other_fixed_m + (drop_m - drop_of_own_m);
  if (terms.of_ego) {
    AddBand({gap_m, by_own, by_other, over_m, under_m, divides_own_m, divides_other_m, 4.0 * shared_m});
  } else {
    AddBand({gap_m, by_other, by_own, over_m, under_m, divides_other_m, divides_own_m, 4.0 * shared_m});
  }
  edges_.push_back(open);
  return true;
}

// Whether a point is in the round part of a corner wherever it is not beyond the edges on both
// sides of it: a point that is behind the core's line at some normal of the corner.
bool ContactCells::IsWithinRounding(const EdgeTerms& terms, const OpenEdges& edges) {
  const std::vector<int>& corners = terms.edges->corners;
  if (terms.vertices->vertices.size() > 1 || edges.begin == 0 || corners[edges.begin - 1] != corners[edges.end - 1]) {
    return false;
  }
  const Vec2 vertex = terms.vertices->vertices[0];
  const Vec2 q =
      terms.p + Vec2{terms.cos * vertex.x - terms.sin * vertex.y, terms.sin * vertex.x + terms.cos * vertex.y};
  const auto is_behind = [&](int side) {
    return Dot(terms.edges->normals[side], q) - terms.edges->offsets[side] + terms.edges->round_m + terms.change_m +
               terms.rounding_m <=
           0.0;
  };
  return is_behind(edges.begin - 1) || is_behind(edges.end < static_cast<int>(corners.size()) ? edges.end : 0);
}

// Where the obstacle begins above the top of the body, and the other way round.
bool ContactCells::AddHeightBands(const LinearMotion& ego, const LinearMotion& obstacle) {
  if (ego_.span == nullptr || obstacle_.span == nullptr) return true;
  Band band = {};
  band.of_stations_m = 2.0 * ego.deviation_m;
  band.of_times_m = 2.0 * obstacle.deviation_m;
  band.under_m =
      ego.deviation_m + obstacle.deviation_m +
      kGapRounding * (std::abs(ego.z_m) + std::abs(obstacle.z_m) + SpanReach(*ego_.span) + SpanReach(*obstacle_.span));
  band.over_m = band.under_m + tilt_m_;
  band.under_m -= tilt_m_;
  band.gap_m = obstacle.z_m + obstacle_.span->z_min_m - ego.z_m - ego_.span->z_max_m;
  band.by_station = -ego.climb_rate;
  band.by_time = obstacle.climb_rate;
  const auto add = [&] {
    const double change_m = std::abs(band.by_station) * ego.half + std::abs(band.by_time) * obstacle.half;
    if (band.gap_m + change_m > -band.under_m) AddBand(band);
    return band.gap_m - change_m <= band.over_m;
  };
  if (!add()) return false;
  band.gap_m = ego.z_m + ego_.span->z_min_m - obstacle.z_m - obstacle_.span->z_max_m;
  band.by_station = ego.climb_rate;
  band.by_time = -obstacle.climb_rate;
  return add();
}

// Keeps what has a gap of at most limit_m. The polygon is counter-clockwise and remains so.
void ContactCells::Clip(const Band& band, double limit_m, std::vector<Vec2>* polygon) {
  const auto is_beyond = [&](Vec2 vertex) { return band.GapAt(vertex) > limit_m; };
  if (std::none_of(polygon->begin(), polygon->end(), is_beyond)) return;
  // A line cuts two edges of a convex polygon at most; rounding may make it more.
  clipped_.resize(2 * polygon->size());
  Vec2* end = clipped_.data();
  Vec2 p = polygon->back();
  double of_p = band.GapAt(p) - limit_m;
  for (const Vec2 q : *polygon) {
    const double of_q = band.GapAt(q) - limit_m;
    if ((of_p > 0.0 && of_q < 0.0) || (of_p < 0.0 && of_q > 0.0)) *end++ = p + (of_p / (of_p - of_q)) * (q - p);
    if (of_q <= 0.0) *end++ = q;
    p = q;
    of_p = of_q;
  }
  polygon->assign(clipped_.data(), end);
}

void ContactCells::AddPart(const LinearMotion& ego, const LinearMotion& obstacle, bool is_graze) {
  inner_.clear();
  if (!is_undecided_) {
    inner_ = {
        {-ego.half, -obstacle.half}, {ego.half, -obstacle.half}, {ego.half, obstacle.half}, {-ego.half, obstacle.half}};
    for (const Band& band : bands_) Clip(band, -band.under_m - PlaneErrorOf(band, ego, obstacle), &inner_);
  }
  RegionPart part;
  part.is_graze = is_graze && !is_undecided_;
  part.is_undecided = is_undecided_;
  part.outer_begin = static_cast<int>(vertices_->size());
  part.outer_end = part.inner_begin = part.outer_begin + static_cast<int>(outer_.size());
  part.inner_end = part.inner_begin + static_cast<int>(inner_.size());
  vertices_->resize(part.inner_end);
  StationTime* at = vertices_->data() + part.outer_begin;
  for (const Vec2 vertex : outer_) *at++ = {ego.middle + vertex.x, obstacle.middle + vertex.y};
  for (const Vec2 vertex : inner_) *at++ = {WithinInterval(ego, vertex.x), WithinInterval(obstacle, vertex.y)};
  part.outer_box = BoxOf({at - inner_.size() - outer_.size(), outer_.size()});
  part.inner_box = BoxOf({at - inner_.size(), inner_.size()});
  parts_->push_back(part);
}

}  // namespace collision2d::planner
