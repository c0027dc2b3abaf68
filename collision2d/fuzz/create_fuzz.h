#pragma once

#include <cstddef>
#include <cstdint>

namespace collision2d {

// ConvexPolygon's Create, Hull, Rectangle and Posed with any numbers whatever: they accept exactly
// what is a strictly convex counter-clockwise ring in range, by rational arithmetic; name a vertex
// or field when they refuse; and what they make is consistent. Aborts if not. Returns 0.
int FuzzCreate(const uint8_t* data, size_t size);

}  // namespace collision2d
