#pragma once

// Everything that a planner needs to have its candidates checked; each header stands alone too.

#include "planner_adapter/planner_adapter.h"  // IWYU pragma: export
