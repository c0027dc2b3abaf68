#ifndef COLLISION2D_SOLID_QUERY_EPA3_H_
#define COLLISION2D_SOLID_QUERY_EPA3_H_

#include "absl/types/span.h"
#include "collision2d/query/query_context.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/epa_workspace.h"
#include "collision2d/solid/query/penetration_result.h"

namespace collision2d::solid::internal {

// The penetration depth of a and b. `seed`: any points of the CSO, best such that their hull contains the origin (the final
// simplex of GJK, the points of Decision Sphere Search); may be empty. `hints`, `counters` and `workspace` may be null.
template <typename A, typename B>
PenetrationResult ComputePenetration(const Cso3<A, B>& cso, absl::Span<const CsoPoint> seed,
                                     typename Cso3<A, B>::Hints* hints = nullptr, QueryCounters* counters = nullptr,
                                     EpaWorkspace* workspace = nullptr);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_EPA3_H_
