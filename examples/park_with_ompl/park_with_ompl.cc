// Parks a car among parked cars with RRT* of OMPL in the state space of Reeds and Shepp: every
// motion of the tree is proven free at every instant. See --help and docs/ompl.md.

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "examples/park_with_ompl/output_file.h"
#include "examples/park_with_ompl/parking_lot.h"
#include "examples/park_with_ompl/parking_page.h"
#include "examples/park_with_ompl/parking_plan.h"

ABSL_FLAG(int, iterations, 6000, "iterations of RRT*");
ABSL_FLAG(uint32_t, seed, 1, "seed of OMPL's random numbers");
ABSL_FLAG(std::string, page, "", "file to write a page of tree and path to; empty: none");

namespace parking {
namespace {

void Print(const ParkingPlan& plan) {
  std::printf(
      "| length | shortest curve | least clearance | iterations | tree | proven | checked: free | refused | undecided "
      "| cpu |\n");
  std::printf("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  std::printf("| %.2f m | %.2f m | %.3f m | %d | %zu | %d | %u | %u | %llu | %.2f s |\n", plan.length_m,
              plan.straight_m, plan.least_clearance_m, plan.iterations, plan.tree.size(), plan.tree_proven,
              plan.motions_valid, plan.motions_invalid, static_cast<unsigned long long>(plan.motions_undecided),
              plan.cpu_s);
}

absl::Status Run() {
  const int iterations = absl::GetFlag(FLAGS_iterations);
  if (iterations < 1) return absl::InvalidArgumentError(absl::StrCat("--iterations: ", iterations, " is not positive"));
  if (absl::GetFlag(FLAGS_seed) == 0) return absl::InvalidArgumentError("--seed: 0 is no seed of OMPL");
  // Opened first, so that a bad path costs no time.
  absl::StatusOr<std::ofstream> page = examples::OpenForWriting("--page", absl::GetFlag(FLAGS_page));
  if (!page.ok()) return page.status();
  const absl::StatusOr<ParkingLot> lot = ParkingLot::Create();
  if (!lot.ok()) return lot.status();
  const absl::StatusOr<ParkingPlan> plan = PlanParking(*lot, iterations, absl::GetFlag(FLAGS_seed));
  if (!plan.ok()) return plan.status();
  Print(*plan);
  if (page->is_open()) {
    *page << ParkingPage(*lot, *plan);
    if (!page->flush()) return absl::DataLossError("--page: writing failed");
  }
  return absl::OkStatus();
}

}  // namespace
}  // namespace parking

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage("Parks a car among parked cars with RRT* of OMPL.");
  if (const std::vector<char*> arguments = absl::ParseCommandLine(argc, argv); arguments.size() > 1) {
    std::fprintf(stderr, "unexpected argument '%s' (see --help)\n", arguments[1]);
    return 1;
  }
  if (const absl::Status status = parking::Run(); !status.ok()) {
    std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    return 1;
  }
  return 0;
}
