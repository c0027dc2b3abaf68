#include "planner_adapter/path_time/contact_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace collision2d::planner {
namespace {

// Relative to the lengths of a cell: some 10^3 times the rounding of a gap and its derivatives.
constexpr double kGapRounding = 0x1p-42;

// Of stations and times: how far vertices may be rounded, generously.
constexpr double kPlaneRounding = 0x1p-50;

// m. Bands that are narrower are not divided: the gap stays this near to zero for longer than the
// tolerances.
constexpr double kGraze_m = 0x1p-13;

// Cells of a pair of shapes that are divided. Reached only by bodies that hardly part for long.
constexpr int64_t kMostCells = 1 << 17;

// Bands this many times wider than their tolerance are divided without a look at the polygons.
constexpr double kFarTooWide = 4.0;

// rad. A cell in which a body turns by more is divided at once: the remainder would exceed its size.
constexpr double kMostTurn_rad = 0.5;

double PlaneError(const LinearMotion& motion) { return kPlaneRounding * (1.0 + std::abs(motion.middle) + motion.half); }

// The ends of the interval are themselves; beyond them there is rounding.
double OnInterval(const LinearMotion& motion, double after) {
  if (std::abs(after) > motion.half) return motion.middle + after;
  return std::abs(after) == motion.half ? (after < 0.0 ? motion.begin : motion.end)
                                        : std::clamp(motion.middle + after, motion.begin, motion.end);
}

double SpanReach(const HeightSpan* span) {
  return span == nullptr ? 0.0 : std::max(std::abs(span->z_min_m), std::abs(span->z_max_m));
}

// m. How far tilting moves points of a shape with known heights, and how much larger a round one is
// taken by the trajectory checker (solid::kRoundingExcess).
double TiltReach(const MovingShape& shape, const LinearMotion& motion) {
  if (shape.span == nullptr || motion.tilt_rad == 0.0) return 0.0;
  return (motion.tilt_rad + 0.005) * (shape.ring->reach_m + SpanReach(shape.span));
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
  Visit(ego.motion->Root(), obstacle.motion->Root());
}

// Whether the swept discs of both bodies' reaches are apart, along or across either motion.
bool ContactCells::AreApart(const LinearMotion& ego, const LinearMotion& obstacle) const {
  const Vec2 between = obstacle.position - ego.position;
  const Vec2 ego_way = ego.half * ego.rate;
  const Vec2 obstacle_way = obstacle.half * obstacle.rate;
  const double reach_m = (1.0 + kGapRounding) * (ego_.ring->reach_m + obstacle_.ring->reach_m + tilt_m_ +
                                                 ego.deviation_m + obstacle.deviation_m) +
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

double ContactCells::ToleranceOf(const Band& band) const {
  return std::max(std::abs(band.by_station) * tolerances_.station_m, std::abs(band.by_time) * tolerances_.time_s);
}

// How many times too wide a band is that can be divided; above 1 that helps.
double ContactCells::ExcessOf(const Band& band) const {
  const double divides_m = band.of_stations_m + band.of_times_m;
  const double tolerance_m = ToleranceOf(band);
  return divides_m / std::max({tolerance_m - (band.width_m() - divides_m), 0.25 * tolerance_m, kGraze_m});
}

void ContactCells::Visit(const LinearMotion& ego, const LinearMotion& obstacle) {
  const double ego_tilt_m = TiltReach(ego_, ego);
  const double obstacle_tilt_m = TiltReach(obstacle_, obstacle);
  tilt_m_ = ego_tilt_m + obstacle_tilt_m;
  if (AreApart(ego, obstacle)) return;
  ++cells_;
  const double ego_turn_rad = std::abs(ego.turn_rate) * ego.half + ego.deviation_rad;
  const double obstacle_turn_rad = std::abs(obstacle.turn_rate) * obstacle.half + obstacle.deviation_rad;
  const bool may_divide = cells_ < kMostCells && (ego.half > 0.0 || obstacle.half > 0.0);
  if (may_divide && std::max(ego_turn_rad, obstacle_turn_rad) > kMostTurn_rad) {
    return Divide(ego, obstacle, ego_turn_rad > obstacle_turn_rad);
  }
  is_undecided_ = tilt_m_ > 0.0 ||
                  (ego_.span != nullptr && obstacle_.span != nullptr && (ego_.is_polytope || obstacle_.is_polytope));
  bands_.clear();
  if (!AddEdgeBands({ego_.ring, &ego}, {obstacle_.ring, &obstacle}, true) ||
      !AddEdgeBands({obstacle_.ring, &obstacle}, {ego_.ring, &ego}, false) || !AddHeightBands(ego, obstacle)) {
    return;
  }
  const Band* widest = nullptr;
  for (const Band& band : bands_) {
    if (widest == nullptr || ExcessOf(band) > ExcessOf(*widest)) widest = &band;
  }
  if (may_divide && widest != nullptr && ExcessOf(*widest) > kFarTooWide) {
    return Divide(ego, obstacle, widest->of_stations_m >= widest->of_times_m);
  }
  const double room_m = ego.half + PlaneError(ego);
  const double room_s = obstacle.half + PlaneError(obstacle);
  outer_ = {{-room_m, -room_s}, {room_m, -room_s}, {room_m, room_s}, {-room_m, room_s}};
  for (const Band& band : bands_) {
    const double rounding_m =
        std::abs(band.by_station) * PlaneError(ego) + std::abs(band.by_time) * PlaneError(obstacle);
    Clip(band, band.over_m + rounding_m, &outer_);
    if (outer_.empty()) return;
  }
  // Bands that do not bound what is left need not be narrow.
  bool is_graze = false;
  widest = nullptr;
  for (const Band& band : bands_) {
    double highest_m = -std::numeric_limits<double>::infinity();
    for (const Vec2 vertex : outer_) {
      highest_m = std::max(highest_m, band.gap_m + band.by_station * vertex.x + band.by_time * vertex.y);
    }
    if (highest_m <= -band.under_m) continue;
    if (band.width_m() > ToleranceOf(band)) is_graze = true;
    if (ExcessOf(band) > 1.0 && (widest == nullptr || ExcessOf(band) > ExcessOf(*widest))) widest = &band;
  }
  if (may_divide && widest != nullptr) return Divide(ego, obstacle, widest->of_stations_m >= widest->of_times_m);
  AddPart(ego, obstacle, is_graze);
}

void ContactCells::Divide(const LinearMotion& ego, const LinearMotion& obstacle, bool by_station) {
  if (ego.half == 0.0 || obstacle.half == 0.0) by_station = ego.half > 0.0;
  LinearMotion storage;
  for (int which = 0; which < 2; ++which) {
    if (by_station) {
      Visit(ego_.motion->Part(ego, which, &storage), obstacle);
    } else {
      Visit(ego, obstacle_.motion->Part(obstacle, which, &storage));
    }
  }
}

// Keeps a band that matters in the cell. Returns false if the bodies are apart in all of it.
bool ContactCells::AddBand(const Band& band, double half_m, double half_s) {
  const double change_m = std::abs(band.by_station) * half_m + std::abs(band.by_time) * half_s;
  if (band.gap_m - change_m > band.over_m) return false;
  if (band.gap_m + change_m > -band.under_m) bands_.push_back(band);
  return true;
}

// In the frame of the edges' body, v is the velocity of its origin and w its turn rate, V and W
// those of the other, p the other's origin and q one of its vertices, n an edge's normal:
//   gap = n . q - offset, by own parameter -n . v - w n . Jq, by the other's n . V + W n . J(q - p),
//   second derivatives w^2 n . q + 2 w Jn . v, w Jn . (V + W J(q - p)), W^2 n . (q - p),
// up to signs.
bool ContactCells::AddEdgeBands(const Side& edges, const Side& vertices, bool edges_of_ego) {
  const LinearMotion& own = *edges.motion;
  const LinearMotion& other = *vertices.motion;
  const Vec2 p = own.RotateBack(other.position - own.position);
  const Vec2 v = own.RotateBack(own.rate);
  const Vec2 other_v = own.RotateBack(other.rate);
  const double cos = own.cos * other.cos + own.sin * other.sin;
  const double sin = own.cos * other.sin - own.sin * other.cos;
  const size_t count = vertices.ring->vertices.size();
  posed_.resize(count);
  for (size_t k = 0; k < count; ++k) {
    const Vec2 vertex = vertices.ring->vertices[k];
    posed_[k] = {p.x + cos * vertex.x - sin * vertex.y, p.y + sin * vertex.x + cos * vertex.y};
  }
  const double w = std::abs(own.turn_rate);
  const double other_w = std::abs(other.turn_rate);
  const double reach_m = vertices.ring->reach_m;
  const double turn = w * own.half;
  const double other_turn = other_w * other.half;
  // At any time in the cell: |q|.
  const double far_m = Norm(p) + reach_m + own.half * own.speed + other.half * other.speed;
  const double own_fixed_m =
      0.5 * turn * turn * far_m + turn * turn * own.half * own.speed + own.deviation_m + own.deviation_rad * far_m;
  const double other_fixed_m =
      0.5 * other_turn * other_turn * reach_m + other.deviation_m + other.deviation_rad * reach_m;
  const double both_fixed_m = turn * other.half * (turn * other.speed) + turn * other_turn * reach_m;
  const double rounding_m = kGapRounding * (far_m + edges.ring->reach_m);
  const double half_m = edges_of_ego ? own.half : other.half;
  const double half_s = edges_of_ego ? other.half : own.half;
  for (size_t e = 0; e < edges.ring->normals.size(); ++e) {
    const Vec2 n = edges.ring->normals[e];
    size_t lowest = 0;
    double height_m = Dot(n, posed_[0]);
    for (size_t k = 1; k < count; ++k) {
      const double of_vertex_m = Dot(n, posed_[k]);
      if (of_vertex_m < height_m) {
        height_m = of_vertex_m;
        lowest = k;
      }
    }
    const Vec2 q = posed_[lowest];
    const double by_own = -Dot(n, v) - own.turn_rate * Cross(q, n);
    const double by_other = Dot(n, other_v) + other.turn_rate * Cross(q - p, n);
    // Another vertex may be lower elsewhere in the cell.
    double drop_m = 0.0;
    if (turn + other_turn > 0.0) {
      for (size_t k = 0; k < count; ++k) {
        drop_m =
            std::max(drop_m, std::abs(Cross(posed_[k] - q, n)) * (turn + other_turn) - (Dot(n, posed_[k]) - height_m));
      }
    }
    const double both_m = both_fixed_m + turn * other.half * std::abs(Cross(other_v, n));
    const double of_own_m = own_fixed_m + turn * own.half * std::abs(Cross(v, n)) + 0.5 * both_m;
    const double of_other_m = other_fixed_m + 0.5 * both_m;
    const double drop_of_own_m = drop_m > 0.0 ? drop_m * (turn / (turn + other_turn)) : 0.0;
    const double error_m = (1.0 + kGapRounding) * (of_own_m + of_other_m) + rounding_m;
    Band band;
    band.gap_m = height_m - edges.ring->offsets[e];
    band.by_station = edges_of_ego ? by_own : by_other;
    band.by_time = edges_of_ego ? by_other : by_own;
    band.over_m = error_m + drop_m + tilt_m_;
    band.under_m = error_m + edges.ring->excess_m + vertices.ring->excess_m;
    const double divides_own_m = 2.0 * of_own_m + drop_of_own_m;
    const double divides_other_m = 2.0 * of_other_m + (drop_m - drop_of_own_m);
    band.of_stations_m = edges_of_ego ? divides_own_m : divides_other_m;
    band.of_times_m = edges_of_ego ? divides_other_m : divides_own_m;
    if (!AddBand(band, half_m, half_s)) return false;
  }
  return true;
}

// Where the obstacle begins above the top of the body, and the other way round.
bool ContactCells::AddHeightBands(const LinearMotion& ego, const LinearMotion& obstacle) {
  if (ego_.span == nullptr || obstacle_.span == nullptr) return true;
  Band band;
  band.of_stations_m = 2.0 * ego.deviation_m;
  band.of_times_m = 2.0 * obstacle.deviation_m;
  band.under_m =
      ego.deviation_m + obstacle.deviation_m +
      kGapRounding * (std::abs(ego.z_m) + std::abs(obstacle.z_m) + SpanReach(ego_.span) + SpanReach(obstacle_.span));
  band.over_m = band.under_m + tilt_m_;
  band.gap_m = obstacle.z_m + obstacle_.span->z_min_m - ego.z_m - ego_.span->z_max_m;
  band.by_station = -ego.climb_rate;
  band.by_time = obstacle.climb_rate;
  if (!AddBand(band, ego.half, obstacle.half)) return false;
  band.gap_m = ego.z_m + ego_.span->z_min_m - obstacle.z_m - obstacle_.span->z_max_m;
  band.by_station = ego.climb_rate;
  band.by_time = -obstacle.climb_rate;
  return AddBand(band, ego.half, obstacle.half);
}

// Keeps what has a gap of at most limit_m. The polygon is counter-clockwise and remains so.
void ContactCells::Clip(const Band& band, double limit_m, std::vector<Vec2>* polygon) {
  const auto excess = [&](Vec2 point) {
    return band.gap_m - limit_m + band.by_station * point.x + band.by_time * point.y;
  };
  clipped_.clear();
  if (polygon->empty()) return;
  Vec2 p = polygon->back();
  double of_p = excess(p);
  for (const Vec2 q : *polygon) {
    const double of_q = excess(q);
    if ((of_p > 0.0 && of_q < 0.0) || (of_p < 0.0 && of_q > 0.0)) {
      clipped_.push_back(p + (of_p / (of_p - of_q)) * (q - p));
    }
    if (of_q <= 0.0) clipped_.push_back(q);
    p = q;
    of_p = of_q;
  }
  std::swap(*polygon, clipped_);
}

void ContactCells::AddPart(const LinearMotion& ego, const LinearMotion& obstacle, bool is_graze) {
  inner_.clear();
  if (!is_undecided_) {
    inner_ = {
        {-ego.half, -obstacle.half}, {ego.half, -obstacle.half}, {ego.half, obstacle.half}, {-ego.half, obstacle.half}};
    for (const Band& band : bands_) {
      const double rounding_m =
          std::abs(band.by_station) * PlaneError(ego) + std::abs(band.by_time) * PlaneError(obstacle);
      Clip(band, -band.under_m - rounding_m, &inner_);
    }
  }
  RegionPart part;
  part.is_graze = is_graze && !is_undecided_;
  part.is_undecided = is_undecided_;
  const auto add = [&](const std::vector<Vec2>& polygon, PathTimeBox* box) {
    for (const Vec2 vertex : polygon) {
      const StationTime at = {OnInterval(ego, vertex.x), OnInterval(obstacle, vertex.y)};
      box->Extend({at.station_m, at.station_m, at.time_s, at.time_s});
      vertices_->push_back(at);
    }
    return static_cast<int>(vertices_->size());
  };
  part.outer_begin = static_cast<int>(vertices_->size());
  part.outer_end = part.inner_begin = add(outer_, &part.outer_box);
  part.inner_end = add(inner_, &part.inner_box);
  parts_->push_back(part);
}

}  // namespace collision2d::planner
