#include "collision2d/solid/geometry/determinant_sign.h"

#include <array>
#include <cmath>

#include "collision2d/geometry/fixed_point_sum.h"
#include "collision2d/geometry/two_term.h"

namespace collision2d::solid::internal {
namespace {

using collision2d::internal::Exactly;
using collision2d::internal::ExactProduct;
using collision2d::internal::FixedPointSum;
using collision2d::internal::TwoSum;
using collision2d::internal::TwoTerm;

// A number as the exact sum of none, one or two doubles.
struct Terms {
  std::array<ExactProduct<1>, 2> term;
  int size = 0;

  void Add(double x) {
    if (x != 0.0) term[size++] = Exactly(x);
  }
};

Terms TermsOf(double to, double from) {
  Terms terms;
  const TwoTerm difference = TwoSum(to, -from);
  // The rounded difference and its error, which is often zero; unless one of them overflows.
  const bool overflows = !std::isfinite(difference.value) || !std::isfinite(difference.error);
  terms.Add(overflows ? to : difference.value);
  terms.Add(overflows ? -from : difference.error);
  return terms;
}

// The three coordinates of a difference.
struct Terms3 {
  std::array<Terms, 3> axis;

  explicit Terms3(const ExactDifference& u)
      : axis{TermsOf(u.to.x, u.from.x), TermsOf(u.to.y, u.from.y), TermsOf(u.to.z, u.from.z)} {}

  bool IsRounded() const { return axis[0].size > 1 || axis[1].size > 1 || axis[2].size > 1; }
};

void ReportRung(bool rounded, OrientationRung* rung) {
  if (rung != nullptr) *rung = rounded ? OrientationRung::kFixedPoint : OrientationRung::kExactDifference;
}

// Adds (or subtracts) p q.
void AddProduct(const Terms& p, const Terms& q, bool subtract, FixedPointSum<2>* sum) {
  for (int i = 0; i < p.size; ++i) {
    for (int j = 0; j < q.size; ++j) sum->Add(p.term[i] * q.term[j], subtract);
  }
}

// Adds (or subtracts) p q r.
void AddProduct(const Terms& p, const Terms& q, const Terms& r, bool subtract, FixedPointSum<3>* sum) {
  if (r.size == 0) return;
  for (int i = 0; i < p.size; ++i) {
    for (int j = 0; j < q.size; ++j) {
      const ExactProduct<2> pq = p.term[i] * q.term[j];
      for (int k = 0; k < r.size; ++k) sum->Add(pq * r.term[k], subtract);
    }
  }
}

constexpr int NextAxis(int axis) { return axis == 2 ? 0 : axis + 1; }

}  // namespace

int ExactDeterminantSign(const ExactDifference& u, const ExactDifference& v, const ExactDifference& w,
                         OrientationRung* rung) {
  const Terms3 a(u);
  const Terms3 b(v);
  const Terms3 c(w);
  ReportRung(a.IsRounded() || b.IsRounded() || c.IsRounded(), rung);
  FixedPointSum<3> sum;
  for (int i = 0; i < 3; ++i) {
    const int j = NextAxis(i);
    const int k = NextAxis(j);
    AddProduct(b.axis[j], c.axis[k], a.axis[i], /*subtract=*/false, &sum);
    AddProduct(b.axis[k], c.axis[j], a.axis[i], /*subtract=*/true, &sum);
  }
  return sum.Sign();
}

int ExactMinorSign(const ExactDifference& u, const ExactDifference& v, int axis, OrientationRung* rung) {
  const Terms3 a(u);
  const Terms3 b(v);
  ReportRung(a.IsRounded() || b.IsRounded(), rung);
  const int j = NextAxis(axis);
  const int k = NextAxis(j);
  FixedPointSum<2> sum;
  AddProduct(a.axis[j], b.axis[k], /*subtract=*/false, &sum);
  AddProduct(a.axis[k], b.axis[j], /*subtract=*/true, &sum);
  return sum.Sign();
}

int ExactDotSign(const ExactDifference& u, const ExactDifference& v, OrientationRung* rung) {
  const Terms3 a(u);
  const Terms3 b(v);
  ReportRung(a.IsRounded() || b.IsRounded(), rung);
  FixedPointSum<2> sum;
  for (int i = 0; i < 3; ++i) AddProduct(a.axis[i], b.axis[i], /*subtract=*/false, &sum);
  return sum.Sign();
}

}  // namespace collision2d::solid::internal
