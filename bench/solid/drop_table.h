#pragma once

#include "bench/solid/solid_table.h"

namespace collision2d::bench {

// Montanari, Petrinic, Barbieri 2017, Tables II and III: calls of the distance subalgorithm,
// entries into the backup procedure and time of the subalgorithm over the contact queries of a
// simulation of many bodies. The scene is our own (drop_scene.h), and all subalgorithms answer the
// same queries.
SolidTable MakeDropTable(const SolidTableOptions& options);

}  // namespace collision2d::bench
