#ifndef COLLISION2D_PLANNER_ADAPTER_PATH_TIME_CONTACT_CELLS_H_
#define COLLISION2D_PLANNER_ADAPTER_PATH_TIME_CONTACT_CELLS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/path_time/contact_ring.h"
#include "planner_adapter/path_time/motion_tree.h"
#include "planner_adapter/path_time/path_time_graph.h"

// The cells of the path-time plane in which two shapes may touch.
namespace collision2d::planner {

// A shape and how it moves.
struct MovingShape {
  const ContactRing* ring = nullptr;
  const HeightSpan* span = nullptr;  // Null: not known.
  bool is_polytope = false;          // Its heights differ from place to place.
  MotionTree* motion = nullptr;
};

struct CellTolerances {
  double station_m;
  double time_s;
};

// Finds the parts of a region, cell by cell; keeps its memory.
//
// In a cell both bodies turn a little, about the middle of an interval of stations and of one of
// times. How far the lowest vertex of one body is beyond an edge of the other is linear in both,
// apart from a remainder that Taylor's theorem bounds: docs/path_time.md. The bodies are apart where
// that is positive for some edge, and touch where it is for none (separating axes, Gottschalk 1996);
// half planes with the bound on one side or the other give both polygons. Cells are divided until
// the half planes are as near to each other as the tolerances permit.
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
    // What divides into what is due to the interval of stations and to that of times.
    double of_stations_m;
    double of_times_m;

    double width_m() const { return over_m + under_m; }
  };
  // One body as edges or vertices of a cell.
  struct Side {
    const ContactRing* ring;
    const LinearMotion* motion;
  };

  void Visit(const LinearMotion& ego, const LinearMotion& obstacle);
  void Divide(const LinearMotion& ego, const LinearMotion& obstacle, bool by_station);
  bool AreApart(const LinearMotion& ego, const LinearMotion& obstacle) const;
  bool AddEdgeBands(const Side& edges, const Side& vertices, bool edges_of_ego);
  bool AddHeightBands(const LinearMotion& ego, const LinearMotion& obstacle);
  bool AddBand(const Band& band, double half_m, double half_s);
  double ToleranceOf(const Band& band) const;
  double ExcessOf(const Band& band) const;
  void Clip(const Band& band, double limit_m, std::vector<Vec2>* polygon);
  void AddPart(const LinearMotion& ego, const LinearMotion& obstacle, bool is_graze);

  MovingShape ego_;
  MovingShape obstacle_;
  CellTolerances tolerances_ = {};
  double tilt_m_ = 0.0;  // How far tilted bodies may reach out of their plans.
  bool is_undecided_ = false;
  int64_t cells_ = 0;
  std::vector<Band> bands_;
  std::vector<Vec2> posed_;
  std::vector<Vec2> outer_;  // x: the station, y: the time, from the cell's middle.
  std::vector<Vec2> inner_;
  std::vector<Vec2> clipped_;
  std::vector<RegionPart>* parts_ = nullptr;
  std::vector<StationTime>* vertices_ = nullptr;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_PATH_TIME_CONTACT_CELLS_H_
