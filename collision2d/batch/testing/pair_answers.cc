#include "collision2d/batch/testing/pair_answers.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/testing/scoped_target.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// All members of an answer: numbers, without padding.
template <typename Number>
auto Members(const Number& number) {
  return std::make_tuple(number);
}
template <typename Found>
auto PairOf(const Found& found) {
  return std::make_tuple(found.step, found.obstacle, found.body_shape, found.element);
}
auto Members(const Separation& s) {
  return std::make_tuple(s.signed_distance_m, s.witness_a.x, s.witness_a.y, s.witness_b.x, s.witness_b.y, s.direction.x,
                         s.direction.y, static_cast<int>(s.status));
}
auto Members(const Hit& hit) { return PairOf(hit); }
auto Members(const Nearest<double>& nearest) { return std::tuple_cat(PairOf(nearest), std::tie(nearest.distance_m)); }
auto Members(const Nearest<Separation>& least) { return std::tuple_cat(PairOf(least), Members(least.separation)); }
auto Members(const Nearest<SeparationGradient>& least) {
  const SeparationGradient& g = least.gradient;
  return std::tuple_cat(PairOf(least), Members(g.separation),
                        std::make_tuple(g.translation.x, g.translation.y, g.yaw_m_per_rad, g.yaw_left_m_per_rad,
                                        g.yaw_right_m_per_rad, g.yaw_low_m_per_rad, g.yaw_high_m_per_rad, g.is_smooth));
}
auto Members(const SweptHit& hit) {
  return std::tuple_cat(PairOf(hit), std::tie(hit.free_until_s, hit.contact_by_s, hit.is_undecided, hit.reached_limit));
}
auto Members(const SweptNearest& nearest) {
  return std::tuple_cat(PairOf(nearest),
                        std::tie(nearest.lower_m, nearest.upper_m, nearest.time_s, nearest.reached_limit));
}

template <typename Tuple, size_t... kIndices>
bool HaveSameBits(const Tuple& a, const Tuple& b, std::index_sequence<kIndices...> /*all*/) {
  return ((std::memcmp(&std::get<kIndices>(a), &std::get<kIndices>(b), sizeof std::get<kIndices>(a)) == 0) && ...);
}

template <typename Answer>
AssertionResult Same(const Answer& actual, const Answer& expected) {
  const auto a = Members(actual);
  const auto b = Members(expected);
  if (HaveSameBits(a, b, std::make_index_sequence<std::tuple_size_v<decltype(a)>>())) return AssertionSuccess();
  AssertionResult failure = AssertionFailure();
  std::apply([&](const auto&... members) { ((failure << +members << ' '), ...); }, a);
  failure << "instead of";
  std::apply([&](const auto&... members) { ((failure << ' ' << +members), ...); }, b);
  return failure;
}

// The first elements, and that no others are written.
template <typename Answer>
AssertionResult Same(const char* question, const Guarded<Answer>& actual, const std::vector<Answer>& expected) {
  if (actual.size() < expected.size()) return AssertionFailure() << question << ": too few outputs";
  for (size_t i = 0; i < expected.size(); ++i) {
    const AssertionResult is_same = Same(actual[i], expected[i]);
    if (!is_same) return AssertionFailure() << question << "[" << i << "]: " << is_same.message();
  }
  if (!actual.IsUntouchedFrom(expected.size())) return AssertionFailure() << question << " writes elsewhere";
  return AssertionSuccess();
}

// The first failure of several comparisons.
class Comparison {
 public:
  Comparison& And(const AssertionResult& next) {
    if (result_ && !next) result_ = next;
    return *this;
  }
  AssertionResult result() const { return result_; }

 private:
  AssertionResult result_ = AssertionSuccess();
};

// What FirstFree says: the first hits of those before the free one.
template <typename FirstHits>
std::pair<int, FirstHits> BeforeFree(const std::vector<int>& order, const FirstHits& first) {
  FirstHits before;
  for (const int i : order) {
    if (first[static_cast<size_t>(i)].step < 0) return {static_cast<int>(before.size()), before};
    before.push_back(first[static_cast<size_t>(i)]);
  }
  return {-1, before};
}

// The list of AllHits, as far as there is room.
AssertionResult SameHits(const Answers& answers, const absl::Status& status, const PairAnswers& pairs) {
  std::vector<int64_t> begin = {0};
  std::vector<int> hits;
  const auto row = static_cast<size_t>(pairs.obstacle_count);
  for (size_t p = 0; p + 1 < answers.begin.size(); ++p) {
    for (size_t k = 0; k < row; ++k) {
      if (pairs.collides[p * row + k] != 0) hits.push_back(static_cast<int>(k));
    }
    begin.push_back(static_cast<int64_t>(hits.size()));
  }
  const bool has_room = hits.size() <= answers.hits.size();
  if (status.code() != (has_room ? absl::StatusCode::kOk : absl::StatusCode::kResourceExhausted)) {
    return AssertionFailure() << "AllHits: " << status;
  }
  // A pose whose hits do not fit is not promised any of them.
  const auto written = static_cast<size_t>(
      *(std::upper_bound(begin.begin(), begin.end(), static_cast<int64_t>(answers.hits.size())) - 1));
  for (size_t i = 0; i < written; ++i) {
    if (answers.hits[i] != hits[i]) return AssertionFailure() << "hits[" << i << "]: " << answers.hits[i];
  }
  if (!answers.hits.IsUntouchedFrom(has_room ? hits.size() : answers.hits.size())) {
    return AssertionFailure() << "AllHits writes elsewhere";
  }
  return Same("begin", answers.begin, begin);
}

// The words of a mask in which is_set(pose * obstacles + obstacle).
template <typename IsSet>
std::vector<uint64_t> Mask(size_t poses, int obstacle_count, const IsSet& is_set) {
  const auto row = static_cast<size_t>(obstacle_count);
  const size_t words = (row + 63) / 64;
  std::vector<uint64_t> mask(poses * words);
  for (size_t p = 0; p < poses; ++p) {
    for (size_t k = 0; k < row; ++k) {
      if (is_set(p * row + k)) mask[p * words + k / 64] |= uint64_t{1} << k % 64;
    }
  }
  return mask;
}

// Nothing, where `found` is beyond the limit.
template <typename Answer, typename DistanceOf>
std::vector<Answer> Within(std::vector<Answer> found, const std::vector<double>& limit_m, const DistanceOf& of) {
  for (size_t i = 0; i < limit_m.size(); ++i) {
    if (of(found[i]) > limit_m[i]) found[i] = Answer();
  }
  return found;
}

AssertionResult SameOfPoses(const Question& question, const Answers& answers, const PairAnswers& pairs) {
  const size_t poses = question.trajectories.world_from_body.size();
  const auto row = static_cast<size_t>(pairs.obstacle_count);
  std::vector<int32_t> count(poses);
  for (size_t i = 0; i < pairs.collides.size(); ++i) count[i / row] += pairs.collides[i];
  return Comparison()
      .And(Same("CountHits", answers.count, count))
      .And(Same("CollisionMask", answers.mask,
                Mask(poses, pairs.obstacle_count, [&](size_t i) { return pairs.collides[i] != 0; })))
      .And(Same(
          "WithinMask", answers.within,
          Mask(poses, pairs.obstacle_count,
               [&](size_t i) { return pairs.distance_m[i] < kInfinity && pairs.distance_m[i] <= question.within_m; })))
      .And(Same("AllDistances", answers.distance_m, pairs.distance_m))
      .result();
}

AssertionResult SameContacts(std::vector<std::vector<Nearest<Separation>>> contacts, const PairAnswers& pairs) {
  Comparison all;
  for (size_t i = 0; i < contacts.size(); ++i) {
    std::sort(contacts[i].begin(), contacts[i].end(),
              [](const auto& a, const auto& b) { return PairOf(a) < PairOf(b); });
    if (contacts[i].size() != pairs.contacts[i].size()) {
      return AssertionFailure() << contacts[i].size() << " contacts of " << i << " instead of "
                                << pairs.contacts[i].size();
    }
    for (size_t k = 0; k < contacts[i].size(); ++k) all.And(Same(contacts[i][k], pairs.contacts[i][k]));
  }
  return all.result();
}

// Takes what one pair says into the answers of its trajectory and its pose.
class PairVisitor {
 public:
  PairVisitor(const TrajectoryScene& scene, PairAnswers* answers) : scene_(scene), answers_(answers) {}

  // Trajectory i beside obstacle k of the batch of step s. In the question's view that obstacle has
  // the number `obstacle`.
  void Visit(int i, int s, int k, int obstacle) {
    const ConvexPolygon& shape = scene_.per_step[static_cast<size_t>(s)].shape(k);
    const auto pose = static_cast<size_t>(i * scene_.steps + s);
    const Pose2 body_from_obstacle =
        RelativePose(scene_.world_from_body[pose], scene_.per_step[static_cast<size_t>(s)].world_from_shape(k));
    const size_t at = pose * static_cast<size_t>(answers_->obstacle_count) + static_cast<size_t>(obstacle);
    const auto of = static_cast<size_t>(i);
    for (int e = 0; e < static_cast<int>(scene_.body.size()); ++e) {
      const ConvexPolygon& part = scene_.body[static_cast<size_t>(e)];
      const double distance_m = Distance(part, shape, body_from_obstacle);
      answers_->distance_m[at] = std::min(answers_->distance_m[at], distance_m);
      if (distance_m < answers_->nearest[of].distance_m) answers_->nearest[of] = {distance_m, s, obstacle, e};
      if (Collides(part, shape, body_from_obstacle)) {
        answers_->collides[at] = 1;
        if (answers_->any[of] == 0) answers_->first[of] = {s, obstacle, e};
        answers_->any[of] = 1;
      }
      // Steps after the first contact do not count.
      const std::vector<Nearest<Separation>>& contacts = answers_->contacts[of];
      if (!contacts.empty() && contacts[0].step < s) continue;
      VisitSeparation(of, {ComputeSeparation(part, shape, body_from_obstacle), s, obstacle, e},
                      [&] { return ComputeSeparationGradient(part, shape, body_from_obstacle, MovingShape::kA); });
    }
  }

 private:
  template <typename Gradient>
  void VisitSeparation(size_t of, const Nearest<Separation>& pair, const Gradient& gradient_of) {
    const double distance_m = pair.separation.signed_distance_m;
    if (distance_m <= 0.0) answers_->contacts[of].push_back(pair);
    Nearest<SeparationGradient>& gradient = answers_->gradient[of];
    const double least_m = answers_->least[of].separation.signed_distance_m;
    // A tie with another step changes nothing.
    if (distance_m > least_m || (distance_m == least_m && pair.step > gradient.step)) return;
    const Pose2& world_from_body =
        scene_.world_from_body[of * static_cast<size_t>(scene_.steps) + static_cast<size_t>(pair.step)];
    const SeparationGradient found = InWorld(gradient_of(), world_from_body);
    if (distance_m < least_m) {
      answers_->least[of] = pair;
      gradient = {found, pair.step, pair.obstacle, pair.body_shape};
      return;
    }
    SeparationGradient& tied = gradient.gradient;
    tied.yaw_left_m_per_rad = std::max(tied.yaw_left_m_per_rad, found.yaw_left_m_per_rad);
    tied.yaw_right_m_per_rad = std::min(tied.yaw_right_m_per_rad, found.yaw_right_m_per_rad);
    tied.yaw_low_m_per_rad = std::min(tied.yaw_low_m_per_rad, found.yaw_low_m_per_rad);
    tied.yaw_high_m_per_rad = std::max(tied.yaw_high_m_per_rad, found.yaw_high_m_per_rad);
    tied.is_smooth = false;
  }

  const TrajectoryScene& scene_;
  PairAnswers* answers_;
};

}  // namespace

PairAnswers AskPairs(const TrajectoryScene& scene) {
  int count = 0;
  for (const PolygonBatch& batch : scene.per_step) count = std::max(count, batch.size());
  return AskPairs(scene, count, [](int /*step*/, int k) { return k; });
}

PairAnswers AskPairs(const TrajectoryScene& scene, int64_t obstacle_count, const Numbering& number_of) {
  const Trajectories trajectories = scene.trajectories();
  const auto count = static_cast<size_t>(trajectories.size());
  PairAnswers answers = {static_cast<int>(obstacle_count)};
  answers.any.resize(count);
  answers.first.resize(count);
  answers.nearest.resize(count);
  answers.least.resize(count);
  answers.gradient.resize(count);
  answers.contacts.resize(count);
  answers.collides.resize(scene.world_from_body.size() * static_cast<size_t>(obstacle_count));
  answers.distance_m.assign(answers.collides.size(), kInfinity);
  PairVisitor visitor(scene, &answers);
  for (int i = 0; i < trajectories.size(); ++i) {
    for (int s = 0; s < trajectories.LengthOf(i); ++s) {
      const PolygonBatch& batch = scene.per_step[static_cast<size_t>(s)];
      for (int k = 0; k < batch.size(); ++k) {
        if (batch.is_present(k)) visitor.Visit(i, s, k, number_of(s, k));
      }
    }
  }
  return answers;
}

AssertionResult AnswersAsThePairs(Question question, const PairAnswers& pairs, size_t offset) {
  Answers answers(question, offset);
  std::vector<std::vector<Nearest<Separation>>> contacts(pairs.first.size());
  question.options.contacts = [&](int trajectory, const Nearest<Separation>& contact) {
    contacts[static_cast<size_t>(trajectory)].push_back(contact);
  };
  Comparison all;
  absl::Status of_all_hits;
  ForEachQuestion(question, &answers, [&](const char* name, const auto& call) {
    const absl::Status status = call();
    if (absl::string_view(name) == "begin") of_all_hits = status;
    if (absl::string_view(name) == "begin" || status.ok()) return;
    all.And(AssertionFailure() << name << ": " << status);
  });
  const auto [position, before] = BeforeFree(question.order, pairs.first);
  if (answers.free_position != position) {
    all.And(AssertionFailure() << "the free one at " << answers.free_position << " instead of " << position);
  }
  const std::vector<double>& limit_m = question.limit_m;
  return all.And(Same("AnyHit", answers.any, pairs.any))
      .And(Same("FirstHit", answers.first, pairs.first))
      .And(Same("MinimumDistance", answers.nearest,
                Within(pairs.nearest, limit_m, [](const auto& of) { return of.distance_m; })))
      .And(Same("MinimumSeparation", answers.least,
                Within(pairs.least, limit_m, [](const auto& of) { return of.separation.signed_distance_m; })))
      .And(Same(
          "MinimumSeparation with gradients", answers.gradient,
          Within(pairs.gradient, limit_m, [](const auto& of) { return of.gradient.separation.signed_distance_m; })))
      .And(Same("FirstFree", answers.before_free, before))
      .And(SameContacts(contacts, pairs))
      .And(SameOfPoses(question, answers, pairs))
      .And(SameHits(answers, of_all_hits, pairs))
      .result();
}

namespace {

// For each trajectory a limit: the distance that decides, the next number below it, the distance of
// some pair, any, 0, or none.
std::vector<double> RandomLimits(const PairAnswers& pairs, Random* random) {
  std::vector<double> limit_m;
  for (const Nearest<double>& nearest : pairs.nearest) {
    const auto count = static_cast<int>(pairs.distance_m.size());
    const double of_some_m = count == 0 ? 1.0 : pairs.distance_m[static_cast<size_t>(random->Index(count))];
    const double limits_m[] = {
        nearest.distance_m, std::nextafter(nearest.distance_m, 0.0), of_some_m, random->LogUniform(1e-3, 1e3), 0.0,
        kInfinity};
    limit_m.push_back(limits_m[random->Index(6)]);
  }
  return limit_m;
}

// The last indices first, two at a time.
void RunBackwards(int count, const std::function<void(int begin, int end)>& run) {
  for (int end = count; end > 0; end -= 2) run(std::max(0, end - 2), end);
}

}  // namespace

AssertionResult ViewsAnswerAsThePairs(const TrajectoryScene& scene, absl::Span<const Obstacles> views,
                                      const PairAnswers& pairs, Random* random) {
  Question question = {scene.body, scene.trajectories(), {}};
  if (random->Chance(0.8)) question.limit_m = RandomLimits(pairs, random);
  if (!question.limit_m.empty()) question.within_m = question.limit_m[0];
  question.order = RandomOrder(pairs.any, random);
  // More room than needed, just enough, or one too little.
  question.room = static_cast<size_t>(std::max<int64_t>(0, CountOf(pairs.collides) + random->Integer(-1, 1)));
  if (random->Chance(0.5)) question.options.parallel_for = RunBackwards;
  const auto offset = static_cast<size_t>(random->Index(4));
  const bool has_pairs = std::any_of(pairs.distance_m.begin(), pairs.distance_m.end(),
                                     [](double distance_m) { return distance_m < kInfinity; });
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    // The others about the first view alone, which are most of the work.
    const bool is_best = target == hwy::SupportedAndGeneratedTargets().front();
    for (const Obstacles& view : is_best ? views : views.first(1)) {
      question.obstacles = view;
      if (view.size() != pairs.obstacle_count) return AssertionFailure() << view.size() << " obstacles";
      const AssertionResult result = AnswersAsThePairs(question, pairs, offset);
      if (!result) {
        return AssertionFailure() << "view " << &view - views.data() << " on " << hwy::TargetName(target) << ": "
                                  << result.message();
      }
    }
    if (has_pairs && !CallWasDispatched()) return AssertionFailure() << "no call chose " << hwy::TargetName(target);
  }
  return AssertionSuccess();
}

AssertionResult PosesAnswerAsThePairs(BatchScene scene, Random* random, PairAnswers* pairs) {
  const std::vector<Pose2> poses = scene.world_from_obstacle;
  const TrajectoryScene at_one_step = AtOneStep(std::move(scene));
  const auto shapes = absl::MakeConstSpan(at_one_step.obstacles);
  const auto at = absl::MakeConstSpan(poses);
  const size_t split = shapes.size() / 3;
  const StaticMap map = StaticMap::Create(shapes, at).value();
  const PolygonBatch first = PolygonBatch::Create(shapes.first(split), at.first(split)).value();
  const StaticMap others = StaticMap::Create(shapes.subspan(split), at.subspan(split)).value();
  PairAnswers expected = AskPairs(at_one_step);
  const Obstacles views[] = {at_one_step.per_step[0], map, {first, others}};
  AssertionResult result = ViewsAnswerAsThePairs(at_one_step, views, expected, random);
  if (pairs != nullptr) *pairs = std::move(expected);
  return result;
}

namespace {

// A body's motion in an interval with one of the shapes that an obstacle may be during it.
struct PairInMotion {
  Motion body_motion;
  const ConvexPolygon* shape;
  Motion motion;
  int step;
  int obstacle;
};

// visit(pair, body shape) for every pair of an interval.
template <typename Visit>
void VisitInterval(const SweptScene& scene, int i, int s, const Visit& visit) {
  const auto interval = static_cast<size_t>(s);
  const double start_s = scene.step_times_s[interval];
  const double end_s = scene.step_times_s[interval + 1];
  const Pose2* const pose = &scene.world_from_body[static_cast<size_t>(i * scene.steps + s)];
  const Motion body_motion = Motion::Between(pose[0], pose[1], start_s, end_s).value();
  const PolygonBatch* const ends[] = {&scene.at_start[interval], &scene.at_end[interval]};
  for (int k = 0; k < ends[0]->size(); ++k) {
    std::vector<const ConvexPolygon*> shapes;
    std::vector<Pose2> poses;
    for (const PolygonBatch* const end : ends) {
      if (!end->is_present(k)) continue;
      shapes.push_back(&end->shape(k));
      poses.push_back(end->world_from_shape(k));
    }
    if (shapes.size() == 2 && shapes[0] == shapes[1]) shapes.pop_back();
    for (const ConvexPolygon* const shape : shapes) {
      const Motion motion = Motion::Between(poses.front(), poses.back(), start_s, end_s).value();
      for (int e = 0; e < static_cast<int>(scene.body.size()); ++e) visit({body_motion, shape, motion, s, k}, e);
    }
  }
}

void FindFirstContact(const SweptScene& scene, int i, int s, SweptHit* first) {
  const auto place = [](const SweptHit& of) { return std::make_tuple(of.contact_by_s, of.obstacle, of.body_shape); };
  double free_until_s = first->free_until_s;
  VisitInterval(scene, i, s, [&](const PairInMotion& pair, int e) {
    const ImpactResult impact =
        TimeOfImpact(scene.body[static_cast<size_t>(e)], pair.body_motion, *pair.shape, pair.motion, scene.options)
            .value();
    if (impact.verdict == MotionVerdict::kFree) return;
    free_until_s = std::min(free_until_s, impact.free_until_s);
    const SweptHit hit = {s,
                          pair.obstacle,
                          e,
                          0.0,
                          impact.contact_by_s,
                          impact.verdict == MotionVerdict::kUndecided,
                          impact.reached_limit};
    if (first->step < 0 || place(hit) < place(*first)) *first = hit;
  });
  first->free_until_s = free_until_s;
}

void FindNearest(const SweptScene& scene, int i, int s, SweptNearest* nearest) {
  const auto place = [](const SweptNearest& of) {
    return std::make_tuple(of.upper_m, of.step, of.obstacle, of.body_shape);
  };
  VisitInterval(scene, i, s, [&](const PairInMotion& pair, int e) {
    const MotionDistance distance = MinimumDistanceOverMotion(scene.body[static_cast<size_t>(e)], pair.body_motion,
                                                              *pair.shape, pair.motion, scene.tolerance_m)
                                        .value();
    const double lower_m = std::min(nearest->lower_m, distance.lower_m);
    const SweptNearest found = {0.0, distance.upper_m, distance.time_s, s, pair.obstacle, e, distance.reached_limit};
    if (nearest->obstacle < 0 || place(found) < place(*nearest)) *nearest = found;
    nearest->lower_m = lower_m;
  });
}

}  // namespace

MotionPairAnswers AskPairs(const SweptScene& scene) {
  MotionPairAnswers answers;
  const Trajectories trajectories = scene.trajectories();
  for (int i = 0; i < trajectories.size(); ++i) {
    uint8_t any = 0;
    SweptHit first;
    SweptNearest nearest;
    for (int s = 0; s + 1 < trajectories.LengthOf(i); ++s) {
      if (first.step < 0) FindFirstContact(scene, i, s, &first);
      if (nearest.upper_m > 0.0) FindNearest(scene, i, s, &nearest);
      VisitInterval(scene, i, s, [&](const PairInMotion& pair, int e) {
        if (any != 0) return;
        any = static_cast<uint8_t>(
            !IsMotionFree(scene.body[static_cast<size_t>(e)], pair.body_motion, *pair.shape, pair.motion, scene.options)
                 .value());
      });
    }
    nearest.reached_limit = nearest.upper_m - nearest.lower_m > scene.tolerance_m;
    answers.any.push_back(any);
    answers.first.push_back(first);
    answers.nearest.push_back(nearest);
  }
  return answers;
}

MotionQuestion QuestionOf(const SweptScene& scene) {
  return {scene.body, scene.trajectories(), scene.step_times_s, scene.moving(), {scene.options, scene.tolerance_m}};
}

AssertionResult AnswersAsThePairs(const MotionQuestion& question, const MotionPairAnswers& pairs) {
  MotionAnswers answers(question);
  Comparison all;
  ForEachQuestion(question, &answers, [&](const char* name, const auto& call) {
    const absl::Status status = call();
    if (!status.ok()) all.And(AssertionFailure() << name << ": " << status);
  });
  const auto [position, before] = BeforeFree(question.order, pairs.first);
  if (answers.free_position != position) {
    all.And(AssertionFailure() << "the free one at " << answers.free_position << " instead of " << position);
  }
  return all.And(Same("AnyHit", answers.any, pairs.any))
      .And(Same("FirstHit", answers.first, pairs.first))
      .And(Same("MinimumDistance", answers.nearest, pairs.nearest))
      .And(Same("FirstFree", answers.before_free, before))
      .result();
}

AssertionResult IsSame(const SweptNearest& a, const SweptNearest& b) { return Same(a, b); }

int64_t CountOf(const std::vector<uint8_t>& flags) {
  return std::count_if(flags.begin(), flags.end(), [](uint8_t flag) { return flag != 0; });
}

std::vector<int> RandomOrder(const std::vector<uint8_t>& any, Random* random) {
  const auto count = static_cast<int>(any.size());
  std::vector<int> order;
  for (int j = count == 0 ? 0 : random->Integer(0, 2 * count); j > 0; --j) order.push_back(random->Index(count));
  const auto end = order.begin() + random->Index(static_cast<int>(order.size()) + 1);
  std::stable_partition(order.begin(), end, [&](int i) { return any[static_cast<size_t>(i)] != 0; });
  return order;
}

}  // namespace collision2d
