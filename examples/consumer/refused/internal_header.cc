#include "collision2d/query/stages/gjk.h"
