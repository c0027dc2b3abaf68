#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/path_time/contact_ring.h"
#include "planner_adapter/path_time/motion_tree.h"
#include "planner_adapter/path_time/path_time_graph.h"

// The cells of the path-time plane in which two shapes may touch.
namespace collision2d::planner {

// A shape and how it moves.
struct MovingShape {
  const ConvexPolygon* shape = nullptr;
  const HeightSpan* span = nullptr;  // Null: not known.
  bool is_polytope = false;          // Its heights differ from place to place.
  MotionTree* motion = nullptr;
};

struct CellTolerances {
  double station_m;
  double time_s;
  double ring_m;  // Of round shapes: see ContactRing.
};

// Finds the parts of a region, cell by cell; keeps its memory.
//
// In a cell both bodies turn a little, about the middle of an interval of stations and of one of
// times. How far the lowest vertex of one body is beyond an edge of the other is linear in both,
// apart from a remainder that Taylor's theorem bounds: docs/numerics.md. The bodies are apart where
// that is positive for some edge, and touch where it is for none (separating axes, Gottschalk
// 1996); half planes with the bound on one side or the other give both polygons. Cells are divided
// until the half planes are as near to each other as the tolerances permit.
class ContactCells {
 public:
  // Appends the parts of a pair of shapes, and their vertices.
  void Find(const MovingShape& ego, const MovingShape& obstacle, const CellTolerances& tolerances,
            std::vector<RegionPart>* parts, std::vector<StationTime>* vertices);

 private:
  // How far the obstacle is beyond an edge: gap_m + by_station ds + by_time dt, at most over_m less
  // and, where it matters, at most under_m more.
  struct Band {
    double gap_m;
    double by_station;
    double by_time;
    double over_m;
    double under_m;
    // What divides into what is due to the interval of stations, to that of times, and to both.
    double of_stations_m;
    double of_times_m;
    double of_both_m;
    double excess = 0.0;  // How many times as wide as its tolerance it is, of what dividing helps.

    double GapAt(Vec2 at) const { return gap_m + by_station * at.x + by_time * at.y; }
  };
  // Neighbouring edges that are not all proven to be passed in all of a cell, and the vertices of
  // the other body, in the order of its ring, that may be the lowest beyond them.
  struct OpenEdges {
    bool of_ego;
    int begin;
    int end;
    int first;
    int count;
  };
  // Places in edges_.
  struct EdgeRange {
    size_t begin;
    size_t end;
  };
  // What a cell's gaps beyond the edges of one body have in common: see SetTerms.
  struct EdgeTerms {
    const ContactRing* edges;
    const ContactRing* vertices;
    bool of_ego;
    Vec2 p;
    Vec2 v;
    Vec2 other_v;
    double cos;  // Of the vertices' body, relative to that of the edges.
    double sin;
    double turn_rate;
    double other_turn_rate;
    double half;
    double other_half;
    double turn;
    double turns;
    double all_turns;  // With the deviations.
    double far_m;      // The greatest |q| in the cell.
    double change_m;   // How much it changes.
    double own_fixed_m;
    double other_fixed_m;
    double rounding_m;
  };

  void MakeRings();
  void Visit(const LinearMotion& ego, const LinearMotion& obstacle, const EdgeRange& edges);
  void Divide(const LinearMotion& ego, const LinearMotion& obstacle, const EdgeRange& edges, bool by_station);
  bool AreApart(const LinearMotion& ego, const LinearMotion& obstacle) const;
  bool AddBands(const LinearMotion& ego, const LinearMotion& obstacle, bool one_by_one, EdgeRange* edges);
  void SetTerms(const LinearMotion& own, const LinearMotion& other, bool of_ego, EdgeTerms* terms) const;
  bool AddEdges(const EdgeTerms& terms, const OpenEdges& edges, bool one_by_one);
  bool AddHeightBands(const LinearMotion& ego, const LinearMotion& obstacle);
  static bool IsWithinRounding(const EdgeTerms& terms, const OpenEdges& edges);
  static double PlaneErrorOf(const Band& band, const LinearMotion& ego, const LinearMotion& obstacle);
  double ExcessOf(const Band& band, double stations, double times) const;
  bool DividesStations(const Band& band) const;
  void AddBand(const Band& of_cell);
  void Clip(const Band& band, double limit_m, std::vector<Vec2>* polygon);
  void AddPart(const LinearMotion& ego, const LinearMotion& obstacle, bool is_graze);

  MovingShape ego_;
  MovingShape obstacle_;
  CellTolerances tolerances_ = {};
  double station_extent_m_ = 0.0;  // Of the cell.
  double time_extent_s_ = 0.0;
  double tilt_m_ = 0.0;  // How far tilted bodies may reach out of their plans.
  bool is_undecided_ = false;
  int64_t cells_ = 0;
  double ego_reach_m_ = 0.0;
  double obstacle_reach_m_ = 0.0;
  ContactRing ego_ring_;
  ContactRing obstacle_ring_;
  size_t all_edges_ = 0;  // 0: the rings are not made.
  std::vector<Band> bands_;
  std::vector<OpenEdges> edges_;  // Of the cell and all that it is part of.
  std::vector<Vec2> outer_;       // x: the station, y: the time, from the cell's middle.
  std::vector<Vec2> inner_;
  std::vector<Vec2> clipped_;
  std::vector<RegionPart>* parts_ = nullptr;
  std::vector<StationTime>* vertices_ = nullptr;
};

}  // namespace collision2d::planner
