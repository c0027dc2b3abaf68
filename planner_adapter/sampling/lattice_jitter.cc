#include "planner_adapter/sampling/lattice_jitter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace collision2d::planner {
namespace {

// Uniform in (-1, 1). Not std::uniform_real_distribution: its values differ between standard libraries.
double SignedUnit(std::mt19937_64& random) { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-52 - 1.0; }

// Returns the distance of a value to the nearest other one of the list, given in order; 0 for a
// list of one value.
double Spacing(const std::vector<double>& sorted, double value) {
  if (sorted.size() < 2) return 0.0;
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  const double below = at == sorted.begin() ? std::numeric_limits<double>::infinity() : value - *(at - 1);
  const double above = at + 1 == sorted.end() ? std::numeric_limits<double>::infinity() : *(at + 1) - value;
  return std::min(below, above);
}

// `keep_sign`: no value moves by more than half of itself.
std::vector<double> Jittered(const std::vector<double>& values, bool keep_sign, std::mt19937_64& random) {
  // The sampler names what is not finite.
  if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); })) return values;
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> jittered;
  jittered.reserve(values.size());
  for (const double value : values) {
    const double spacing = Spacing(sorted, value);
    const double reach = keep_sign ? std::min(spacing, std::abs(value)) : spacing;
    jittered.push_back(value + 0.5 * reach * SignedUnit(random));
  }
  return jittered;
}

std::vector<double> EndSpeeds(const Scene& scene, const FrenetSamplerOptions& options) {
  const double reference_mps = std::max(scene.desired_speed_mps, options.min_reference_speed_mps);
  std::vector<double> speeds_mps;
  for (const double factor : options.end_speed_factors) speeds_mps.push_back(factor * reference_mps);
  return speeds_mps;
}

}  // namespace

SamplingRequest JitteredRequest(const Scene& scene, const FrenetSamplerOptions& options, std::mt19937_64& random) {
  const auto or_default = [](const std::vector<double>& asked, const std::vector<double>& otherwise) {
    return asked.empty() ? otherwise : asked;
  };
  SamplingRequest request = scene.sampling_request;
  request.lateral_offsets_m =
      Jittered(or_default(request.lateral_offsets_m, options.lateral_offsets_m), /*keep_sign=*/false, random);
  request.end_speeds_mps =
      Jittered(or_default(request.end_speeds_mps, EndSpeeds(scene, options)), /*keep_sign=*/true, random);
  request.horizons_s = Jittered(or_default(request.horizons_s, options.horizons_s), /*keep_sign=*/true, random);
  request.stop_distances_m =
      Jittered(or_default(request.stop_distances_m, options.stop_distances_m), /*keep_sign=*/true, random);
  return request;
}

}  // namespace collision2d::planner
