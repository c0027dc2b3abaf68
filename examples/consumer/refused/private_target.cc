#include "collision2d/query/gjk.h"
