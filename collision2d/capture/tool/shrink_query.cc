#include "collision2d/capture/tool/shrink_query.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/tool/exact_judge.h"
#include "collision2d/geometry/convex_polygon.h"

namespace collision2d {

absl::StatusOr<Keep> KeepFromText(absl::string_view text) {
  for (const Keep keep : {Keep::kWrong, Keep::kSlow, Keep::kUndecided, Keep::kExact}) {
    if (text == Name(keep)) return keep;
  }
  return absl::InvalidArgumentError(absl::StrCat("--keep: '", text, "' is none of wrong, slow, undecided and exact"));
}

const char* Name(Keep keep) {
  switch (keep) {
    case Keep::kWrong:
      return "wrong";
    case Keep::kSlow:
      return "slow";
    case Keep::kUndecided:
      return "undecided";
    case Keep::kExact:
      return "exact";
  }
  return nullptr;
}

bool Holds(Keep keep, int64_t slow_work, const Answerer& answerer, const CapturedQuery& query) {
  const absl::StatusOr<CaptureRecord> record = answerer(query, slow_work);
  if (!record.ok()) return false;
  switch (keep) {
    case Keep::kWrong:
      return IsWrong(*record);
    case Keep::kSlow:
      return (record->triggers & kSlowTrigger) != 0;
    case Keep::kUndecided:
      return (record->triggers & kUndecidedTrigger) != 0;
    case Keep::kExact:
      return (record->triggers & kExactTrigger) != 0;
  }
  return false;
}

namespace {

Draft::Shape ShapeOf(const ConvexPolygon& polygon) {
  return {{polygon.vertices().begin(), polygon.vertices().end()}, polygon.radius_m()};
}

// The digits of 0x1.8p+3 between the point and the p.
int HexDigitsOf(double x) {
  const std::string text = absl::StrFormat("%a", x);
  const size_t point = text.find('.');
  return point == std::string::npos ? 1 : 1 + static_cast<int>(text.find('p') - point - 1);
}

int DecimalDigitsOf(double x) {
  for (int digits = 1; digits < 17; ++digits) {
    double read;
    if (absl::SimpleAtod(absl::StrFormat("%.*e", digits - 1, x), &read) && read == x) return digits;
  }
  return 17;
}

}  // namespace

Draft DraftOf(const CapturedQuery& query) {
  return {query.kind, ShapeOf(query.a), ShapeOf(query.b), query.poses, query.numbers};
}

absl::StatusOr<CapturedQuery> QueryOf(const Draft& draft) {
  absl::StatusOr<ConvexPolygon> a = ConvexPolygon::Create(draft.a.vertices, draft.a.radius_m);
  if (!a.ok()) return a.status();
  absl::StatusOr<ConvexPolygon> b = ConvexPolygon::Create(draft.b.vertices, draft.b.radius_m);
  if (!b.ok()) return b.status();
  CapturedQuery query = {draft.kind, *std::move(a), *std::move(b), draft.poses, draft.numbers};
  absl::Status status = CheckForm(query);
  if (status.ok()) status = CheckArguments(query);
  if (!status.ok()) return status;
  return query;
}

int DigitsOf(double x) {
  if (!std::isfinite(x)) return 20;
  return x == 0.0 ? 0 : std::min(HexDigitsOf(x), DecimalDigitsOf(x));
}

std::string DecimalText(double x) {
  // With 15 digits, which every double has, the notation of 640 is not 6.4e+02.
  return absl::StrFormat("%.*g", std::max(DecimalDigitsOf(x), 15), x);
}

DraftCost CostOf(const Draft& draft) {
  size_t vertices = 0;
  int digits = 0;
  for (const Draft::Shape* shape : {&draft.a, &draft.b}) {
    vertices += shape->vertices.size();
    digits += DigitsOf(shape->radius_m);
    for (const Vec2 v : shape->vertices) digits += DigitsOf(v.x) + DigitsOf(v.y);
  }
  for (const Pose2& pose : draft.poses) {
    digits += DigitsOf(pose.translation.x) + DigitsOf(pose.translation.y) + DigitsOf(pose.cos) + DigitsOf(pose.sin);
  }
  for (const double number : draft.numbers) digits += DigitsOf(number);
  return {vertices, draft.poses.size(), digits};
}

namespace {

// The best query so far, and steps that make it less.
class Shrinker {
 public:
  Shrinker(const CapturedQuery& query, const Predicate& predicate)
      : draft_(DraftOf(query)), cost_(CostOf(draft_)), predicate_(predicate) {}

  // Until none of the steps helps.
  CapturedQuery Run() {
    for (bool is_less = true; is_less;) {
      is_less = false;
      is_less |= DropVertices(&Draft::a);
      is_less |= DropVertices(&Draft::b);
      is_less |= SimplifyPlaces();
      is_less |= ShortenNumbers();
    }
    return QueryOf(draft_).value();
  }

 private:
  // Takes the draft in place of the best one if it is less and the predicate holds.
  bool Take(Draft draft) {
    const DraftCost cost = CostOf(draft);
    if (!(cost < cost_)) return false;
    const absl::StatusOr<CapturedQuery> query = QueryOf(draft);
    if (!query.ok() || !predicate_(*query)) return false;
    draft_ = std::move(draft);
    cost_ = cost;
    return true;
  }

  // Leaves out runs of vertices, half of them first, single ones last.
  bool DropVertices(Draft::Shape Draft::*shape) {
    const auto count = [&] { return (draft_.*shape).vertices.size(); };
    bool is_less = false;
    for (size_t run = std::max<size_t>(count() / 2, 1); run > 0; run /= 2) {
      for (size_t begin = 0; begin < count();) {
        Draft draft = draft_;
        std::vector<Vec2>& vertices = (draft.*shape).vertices;
        const auto first = vertices.begin() + static_cast<std::ptrdiff_t>(begin);
        vertices.erase(first, first + static_cast<std::ptrdiff_t>(std::min(run, count() - begin)));
        if (Take(std::move(draft))) {
          is_less = true;
        } else {
          begin += run;
        }
      }
    }
    return is_less;
  }

  // Poses by simpler ones, and shapes by the same ones nearer to the origin.
  bool SimplifyPlaces() {
    bool is_less = DropPose();
    for (size_t i = 0; i < draft_.poses.size(); ++i) is_less |= SimplifyRotation(i);
    is_less |= MoveToOrigin();
    return is_less;
  }

  // Into one frame: as if there were no pose, or by the posed vertices.
  bool DropPose() {
    if (draft_.poses.size() != 1) return false;
    Draft draft = draft_;
    draft.poses.clear();
    if (Take(draft)) return true;
    for (Vec2& v : draft.b.vertices) v = draft_.poses[0] * v;
    return Take(std::move(draft));
  }

  bool SimplifyRotation(size_t i) {
    constexpr Vec2 kRotations[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {0.6, 0.8}, {0.8, 0.6}, {-0.6, 0.8}, {-0.8, 0.6}};
    for (const Vec2 rotation : kRotations) {
      Draft draft = draft_;
      draft.poses[i].cos = rotation.x;
      draft.poses[i].sin = rotation.y;
      if (Take(std::move(draft))) return true;
    }
    return false;
  }

  // A pair whose shapes begin at the origin of one frame; a shape that begins at the origin of its
  // own.
  bool MoveToOrigin() {
    if (IsMotion(draft_.kind)) return false;
    const auto move = [](Vec2 shift, Draft::Shape* shape) {
      for (Vec2& v : shape->vertices) v = v - shift;
    };
    bool is_less = false;
    Draft draft = draft_;
    const Vec2 begin_a = draft.a.vertices[0];
    move(begin_a, &draft.a);
    if (draft.poses.empty()) {
      move(begin_a, &draft.b);
    } else {
      draft.poses[0].translation = draft.poses[0].translation - begin_a;
    }
    is_less |= Take(draft);
    if (draft_.poses.empty()) return is_less;
    draft = draft_;
    const Vec2 begin_b = draft.b.vertices[0];
    move(begin_b, &draft.b);
    draft.poses[0].translation = draft.poses[0] * begin_b;
    is_less |= Take(std::move(draft));
    return is_less;
  }

  // Every number of a draft but rotations, which are legal only together.
  static std::vector<double*> NumbersOf(Draft* draft) {
    std::vector<double*> numbers;
    for (Draft::Shape* shape : {&draft->a, &draft->b}) {
      numbers.push_back(&shape->radius_m);
      for (Vec2& v : shape->vertices) numbers.insert(numbers.end(), {&v.x, &v.y});
    }
    for (Pose2& pose : draft->poses) numbers.insert(numbers.end(), {&pose.translation.x, &pose.translation.y});
    for (double& number : draft->numbers) numbers.push_back(&number);
    return numbers;
  }

  bool ShortenNumbers() {
    bool is_less = false;
    const size_t count = NumbersOf(&draft_).size();
    for (size_t i = 0; i < count; ++i) {
      for (const double candidate : ShorterThan(*NumbersOf(&draft_)[i])) {
        Draft draft = draft_;
        *NumbersOf(&draft)[i] = candidate;
        if (!Take(std::move(draft))) continue;
        is_less = true;
        break;
      }
    }
    return is_less;
  }

  // Numbers near x, the shortest first: 0, then x rounded to so many decimals, then x with so few
  // bits.
  static std::vector<double> ShorterThan(double x) {
    std::vector<double> candidates = {0.0};
    if (!std::isfinite(x)) return candidates;
    for (const double unit : {1e3, 1e2, 1e1, 1.0}) candidates.push_back(std::round(x / unit) * unit);
    for (const double parts : {2.0, 4.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e9}) {
      candidates.push_back(std::round(x * parts) / parts);
    }
    int exponent;
    const double mantissa = std::frexp(x, &exponent);
    for (const int bits : {1, 2, 4, 8, 12, 16, 24, 32, 40, 48}) {
      candidates.push_back(std::ldexp(std::round(std::ldexp(mantissa, bits)), exponent - bits));
    }
    const int digits = DigitsOf(x);
    candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                    [&](double candidate) { return DigitsOf(candidate) >= digits; }),
                     candidates.end());
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](double left, double right) { return DigitsOf(left) < DigitsOf(right); });
    return candidates;
  }

  Draft draft_;
  DraftCost cost_;
  const Predicate& predicate_;
};

}  // namespace

std::string ShrunkText(const CapturedQuery& before, const CapturedQuery& after) {
  const auto text = [](const CapturedQuery& query) {
    const auto [vertices, poses, digits] = CostOf(DraftOf(query));
    return absl::StrCat(vertices, " vertices, ", poses, " poses, ", digits, " digits");
  };
  return absl::StrCat(text(before), " -> ", text(after));
}

CapturedQuery ShrinkQuery(const CapturedQuery& query, const Predicate& predicate) {
  return Shrinker(query, predicate).Run();
}

}  // namespace collision2d
