#ifndef COLLISION2D_PLANNER_ADAPTER_SAMPLING_LATTICE_JITTER_H_
#define COLLISION2D_PLANNER_ADAPTER_SAMPLING_LATTICE_JITTER_H_

#include <random>

#include "planner_adapter/sampling/frenet_sampler_options.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Returns the sampling request of `scene`, completed by the lattice of `options`, with every lateral offset, end speed,
// horizon and stop distance moved at random by up to half its distance to the nearest other value of its list (a list
// of one value is unchanged). Successive seeds thus explore between the points of the lattice while its order and
// extent are preserved. Speeds stay >= 0 and horizons and stop distances positive, since a value moves towards zero by
// less than half of itself. The same state of `random` gives the same request on every machine.
SamplingRequest JitteredRequest(const Scene& scene, const FrenetSamplerOptions& options, std::mt19937_64& random);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SAMPLING_LATTICE_JITTER_H_
