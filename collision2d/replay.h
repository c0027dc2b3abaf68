#pragma once

// Everything that a program needs to read recordings and to show them; each header stands alone
// too.

#include "replay/importers/commonroad.h"     // IWYU pragma: export
#include "replay/importers/scene_formats.h"  // IWYU pragma: export
#include "replay/io/scene_text.h"            // IWYU pragma: export
#include "replay/page/replay_page.h"         // IWYU pragma: export
