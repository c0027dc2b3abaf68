#include "collision2d/query/stages/simplex.h"

#include "collision2d/query/stages/barycode.h"

namespace collision2d {
namespace {

// The vertices that `result` keeps of A, B, C.
Simplex Reduced(const Subdistance& result, const CsoVertex& a, const CsoVertex& b, const CsoVertex& c) {
  Simplex simplex;
  simplex.closest = result.closest;
  if ((result.barycode & 4) != 0) simplex.vertex[simplex.size++] = a;
  if ((result.barycode & 2) != 0) simplex.vertex[simplex.size++] = b;
  if ((result.barycode & 1) != 0) simplex.vertex[simplex.size++] = c;
  return simplex;
}

}  // namespace

Simplex Simplex::Of(const CsoVertex& vertex) {
  Simplex simplex;
  simplex.vertex[0] = vertex;
  simplex.size = 1;
  simplex.closest = vertex.point;
  return simplex;
}

Simplex Simplex::Of(const CsoVertex& p, const CsoVertex& q) { return Reduced(S1D(p.point, q.point), p, q, {}); }

void Simplex::AddAndReduce(const CsoVertex& newest) {
  if (size == 1) {
    *this = Of(newest, vertex[0]);
  } else {
    *this = Reduced(S2DOrdered(newest.point, vertex[0].point, vertex[1].point), newest, vertex[0], vertex[1]);
  }
}

bool Simplex::Contains(const CsoVertex& v) const {
  for (int i = 0; i < size; ++i) {
    if (SameVertices(vertex[i], v)) return true;
  }
  return false;
}

}  // namespace collision2d
