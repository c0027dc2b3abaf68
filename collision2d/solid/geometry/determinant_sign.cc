#include "collision2d/solid/geometry/determinant_sign.h"

#include <array>

#include "collision2d/geometry/fixed_point_sum.h"

namespace collision2d::solid::internal {
namespace {

using collision2d::internal::Exactly;
using collision2d::internal::ExactProduct;
using collision2d::internal::FixedPointSum;
using collision2d::internal::TwoSum;
using collision2d::internal::TwoTerm;

// A number as the exact sum of zero, one or two doubles.
struct Terms {
  std::array<double, 2> term;
  int size = 0;

  void Add(double x) {
    if (x != 0.0) term[size++] = x;
  }
};

Terms TermsOf(double to, double from) {
  Terms terms;
  const TwoTerm difference = TwoSum(to, -from);
  // The rounded difference and its error, which is often zero. Not valid if one of them overflows.
  const bool overflows = !std::isfinite(difference.value) || !std::isfinite(difference.error);
  terms.Add(overflows ? to : difference.value);
  terms.Add(overflows ? -from : difference.error);
  return terms;
}

Terms TermsOf(const ExactDifference& u, int axis) {
  return axis == 0 ? TermsOf(u.to.x, u.from.x) : axis == 1 ? TermsOf(u.to.y, u.from.y) : TermsOf(u.to.z, u.from.z);
}

// The three coordinates of a difference.
struct Terms3 {
  std::array<Terms, 3> axis;

  explicit Terms3(const ExactDifference& u) : axis{TermsOf(u, 0), TermsOf(u, 1), TermsOf(u, 2)} {}
};

// Whether a coordinate of the difference does not fit in one double.
bool IsRounded(const ExactDifference& u) {
  return TermsOf(u, 0).size > 1 || TermsOf(u, 1).size > 1 || TermsOf(u, 2).size > 1;
}

// Reports which exact rung decides a predicate of these differences.
template <typename... Differences>
void ReportRung(OrientationRung* rung, const Differences&... u) {
  if (rung != nullptr) *rung = (IsRounded(u) || ...) ? OrientationRung::kFixedPoint : OrientationRung::kExactDifference;
}

// Adds (or subtracts) p q.
void AddProduct(const Terms& p, const Terms& q, bool subtract, FixedPointSum<2>* sum) {
  for (int i = 0; i < p.size; ++i) {
    for (int j = 0; j < q.size; ++j) sum->Add(Exactly(p.term[i]) * Exactly(q.term[j]), subtract);
  }
}

// Adds (or subtracts) p q r.
void AddProduct(const Terms& p, const Terms& q, const Terms& r, bool subtract, FixedPointSum<3>* sum) {
  if (r.size == 0) return;
  for (int i = 0; i < p.size; ++i) {
    for (int j = 0; j < q.size; ++j) {
      const ExactProduct<2> pq = Exactly(p.term[i]) * Exactly(q.term[j]);
      for (int k = 0; k < r.size; ++k) sum->Add(pq * Exactly(r.term[k]), subtract);
    }
  }
}

constexpr int NextAxis(int axis) { return axis == 2 ? 0 : axis + 1; }

}  // namespace

int ExactDeterminantSign(const ExactDifference& u, const ExactDifference& v, const ExactDifference& w,
                         OrientationRung* rung) {
  ReportRung(rung, u, v, w);
  const Terms3 b(v);
  const Terms3 c(w);
  FixedPointSum<3> sum;
  for (int i = 0; i < 3; ++i) {
    const int j = NextAxis(i);
    const int k = NextAxis(j);
    const Terms a = TermsOf(u, i);
    AddProduct(b.axis[j], c.axis[k], a, /*subtract=*/false, &sum);
    AddProduct(b.axis[k], c.axis[j], a, /*subtract=*/true, &sum);
  }
  return sum.Sign();
}

int ExactMinorSign(const ExactDifference& u, const ExactDifference& v, int axis, OrientationRung* rung) {
  ReportRung(rung, u, v);
  const int j = NextAxis(axis);
  const int k = NextAxis(j);
  FixedPointSum<2> sum;
  AddProduct(TermsOf(u, j), TermsOf(v, k), /*subtract=*/false, &sum);
  AddProduct(TermsOf(u, k), TermsOf(v, j), /*subtract=*/true, &sum);
  return sum.Sign();
}

int ExactDotSign(const ExactDifference& u, const ExactDifference& v, OrientationRung* rung) {
  ReportRung(rung, u, v);
  FixedPointSum<2> sum;
  for (int i = 0; i < 3; ++i) AddProduct(TermsOf(u, i), TermsOf(v, i), /*subtract=*/false, &sum);
  return sum.Sign();
}

}  // namespace collision2d::solid::internal
