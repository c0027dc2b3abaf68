// Parks a car with Ipopt, from random starts: the signed distance and its gradient keep it off the
// parked cars, and the motion check proves the result free at every instant. See --help and
// docs/gradients.md.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/usage.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/io/parse_flags.h"
#include "examples/output_file.h"
#include "examples/park_with_ipopt/certify_motion.h"
#include "examples/park_with_ipopt/parking_picture.h"
#include "examples/park_with_ipopt/parking_scene.h"
#include "examples/park_with_ipopt/solve_parking.h"

ABSL_FLAG(int, starts, 100, "number of starts");
ABSL_FLAG(uint64_t, seed, 1, "seed of the starts");
ABSL_FLAG(std::string, svg, "", "file to write a picture of the motions to; empty: none");
ABSL_FLAG(bool, check_derivatives, false,
          "let Ipopt compare the derivatives with finite differences, at the first start");

namespace parking {
namespace {

// The clearance that the optimizer keeps at the states. Between two of them a corner moves by up to
// 0.4 m, and may come closer to another corner: the motion check proves that something is left.
constexpr double kMargin_m = 0.15;
// More than the margin, so that the first states can keep it.
constexpr double kStartClearance_m = 0.2;
constexpr double kLeastShareFree = 0.95;

struct Summary {
  int converged = 0;
  std::vector<int> iterations;
  std::vector<double> cpu_ms;
  double least_clearance_m = std::numeric_limits<double>::infinity();
  std::vector<std::vector<CarState>> free_motions;
  std::vector<CarState> first_guess;  // The guess that became the first of them.
};

absl::Status ParkFrom(const ParkingScene& scene, const CarState& start, bool check_derivatives, Summary* summary) {
  const std::vector<CarState> guess = StraightGuess(scene, start);
  const ParkingSolution solution = SolveParking(scene, guess, kMargin_m, check_derivatives);
  summary->iterations.push_back(solution.iterations);
  summary->cpu_ms.push_back(solution.cpu_ms);
  std::printf("%7.2f %7.2f %7.2f %11d %8.0f", start.x_m, start.y_m, start.yaw_rad, solution.iterations,
              solution.cpu_ms);
  if (!solution.converged) {
    std::printf("  not converged\n");
    return absl::OkStatus();
  }
  ++summary->converged;
  const absl::StatusOr<MotionCertificate> certificate = CertifyMotion(scene, solution.motion);
  if (!certificate.ok()) return certificate.status();
  std::printf("  %-14s %11.3f\n", certificate->is_free ? "free" : "not proven free", certificate->least_clearance_m);
  if (!certificate->is_free) return absl::OkStatus();
  if (summary->free_motions.empty()) summary->first_guess = guess;
  summary->free_motions.push_back(solution.motion);
  summary->least_clearance_m = std::min(summary->least_clearance_m, certificate->least_clearance_m);
  return absl::OkStatus();
}

template <typename Number>
Number Median(std::vector<Number> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

void Print(const Summary& summary) {
  std::printf(
      "\n| starts | converged | certified free | iterations, median | most | ms, median | most | least clearance |\n");
  std::printf("|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  std::printf("| %zu | %d | %zu | %d | %d | %.0f | %.0f | %.3f m |\n", summary.iterations.size(), summary.converged,
              summary.free_motions.size(), Median(summary.iterations),
              *std::max_element(summary.iterations.begin(), summary.iterations.end()), Median(summary.cpu_ms),
              *std::max_element(summary.cpu_ms.begin(), summary.cpu_ms.end()), summary.least_clearance_m);
}

absl::Status Run() {
  const int starts = absl::GetFlag(FLAGS_starts);
  if (starts < 1) return absl::InvalidArgumentError(absl::StrCat("--starts: ", starts, " is not positive"));
  // Opened first, so that a bad path costs no time.
  absl::StatusOr<std::ofstream> svg = examples::OpenForWriting("--svg", absl::GetFlag(FLAGS_svg));
  if (!svg.ok()) return svg.status();
  const absl::StatusOr<ParkingScene> scene = ParkingScene::Create();
  if (!scene.ok()) return scene.status();

  std::mt19937_64 random(absl::GetFlag(FLAGS_seed));
  Summary summary;
  std::printf("%7s %7s %7s %11s %8s  %-14s %11s\n", "x, m", "y, m", "yaw", "iterations", "cpu, ms", "motion",
              "clearance, m");
  for (int i = 0; i < starts; ++i) {
    const CarState start = RandomStart(*scene, kStartClearance_m, random);
    const bool check_derivatives = i == 0 && absl::GetFlag(FLAGS_check_derivatives);
    if (absl::Status status = ParkFrom(*scene, start, check_derivatives, &summary); !status.ok()) return status;
  }
  Print(summary);
  if (static_cast<double>(summary.free_motions.size()) < kLeastShareFree * starts) {
    return absl::InternalError(absl::StrCat("only ", summary.free_motions.size(), " of ", starts, " motions are free"));
  }
  if (svg->is_open()) {
    *svg << ParkingPicture(*scene, summary.free_motions, summary.first_guess, kMargin_m);
    if (!svg->flush()) return absl::DataLossError("--svg: writing failed");
  }
  return absl::OkStatus();
}

}  // namespace
}  // namespace parking

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage("Parks a car in a gap between parked cars, from random starts, with Ipopt.");
  if (const std::vector<char*> arguments = collision2d::ParseFlags(argc, argv); arguments.size() > 1) {
    std::fprintf(stderr, "unexpected argument '%s' (see --help)\n", arguments[1]);
    return collision2d::kExitUsage;
  }
  if (const absl::Status status = parking::Run(); !status.ok()) {
    std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    return absl::IsInvalidArgument(status) ? collision2d::kExitUsage : 1;
  }
  return 0;
}
