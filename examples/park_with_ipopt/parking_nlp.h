#pragma once

#include <vector>

#include "IpTNLP.hpp"
#include "examples/park_with_ipopt/bicycle_model.h"
#include "examples/park_with_ipopt/parking_scene.h"

namespace parking {

// The states of a motion as the variables of a nonlinear program (direct transcription):
//   minimize    accelerations, steering rates, speeds and steering, squared
//   subject to  the bicycle model between neighbouring states, by the trapezoidal rule
//               bounds on speed, steering and their rates
//               signed distance from each obstacle at each state >= margin_m
// The first state is given; the last one is at rest, and close to the goal.
class ParkingNlp : public Ipopt::TNLP {
 public:
  // REQUIRES: a guess of kIntervals + 1 states, the first of them the start. The scene outlives
  // this object.
  ParkingNlp(const ParkingScene& scene, const std::vector<CarState>& guess, double margin_m)
      : scene_(scene), guess_(guess), margin_m_(margin_m) {}

  // The last iterate, once Ipopt has finished.
  const std::vector<CarState>& motion() const { return motion_; }

  bool get_nlp_info(Ipopt::Index& n, Ipopt::Index& m, Ipopt::Index& nnz_jac_g, Ipopt::Index& nnz_h_lag,
                    IndexStyleEnum& index_style) override;
  bool get_bounds_info(Ipopt::Index n, double* x_l, double* x_u, Ipopt::Index m, double* g_l, double* g_u) override;
  bool get_starting_point(Ipopt::Index n, bool init_x, double* x, bool init_z, double* z_l, double* z_u, Ipopt::Index m,
                          bool init_lambda, double* lambda) override;
  bool eval_f(Ipopt::Index n, const double* x, bool new_x, double& value) override;
  bool eval_grad_f(Ipopt::Index n, const double* x, bool new_x, double* gradient) override;
  bool eval_g(Ipopt::Index n, const double* x, bool new_x, Ipopt::Index m, double* g) override;
  bool eval_jac_g(Ipopt::Index n, const double* x, bool new_x, Ipopt::Index m, Ipopt::Index nele_jac,
                  Ipopt::Index* rows, Ipopt::Index* columns, double* values) override;
  void finalize_solution(Ipopt::SolverReturn status, Ipopt::Index n, const double* x, const double* z_l,
                         const double* z_u, Ipopt::Index m, const double* g, const double* lambda, double value,
                         const Ipopt::IpoptData* data, Ipopt::IpoptCalculatedQuantities* quantities) override;

 private:
  const ParkingScene& scene_;
  const std::vector<CarState> guess_;
  const double margin_m_;
  std::vector<CarState> motion_;
};

}  // namespace parking
