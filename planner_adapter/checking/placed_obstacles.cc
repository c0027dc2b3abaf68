#include "planner_adapter/checking/placed_obstacles.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"

namespace collision2d::planner {
namespace {

// Each shape is one obstacle's.
bool AreSameShapes(absl::Span<const PlacedShape> a, absl::Span<const PlacedShape> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const PlacedShape& p, const PlacedShape& q) {
    return p.shape == q.shape && p.hypothesis == q.hypothesis;
  });
}

// Memory for `count` elements; those that are there are kept.
template <typename Element>
void MakeRoom(size_t count, std::vector<Element>* elements) {
  if (elements->size() < count) elements->resize(count);
}

}  // namespace

absl::Status ErrorAt(double time_s, const absl::Status& error) {
  return absl::Status(error.code(), absl::StrFormat("obstacles at %.17g s: %s", time_s, error.message()));
}

absl::Status BatchMaker::Place(absl::Span<const PlacedShape> placed, absl::Span<const int> selected,
                               const PolygonBatch& like, PolygonBatch* batch) {
  shapes_.clear();
  local_from_shape_.clear();
  for (const int k : selected) {
    shapes_.push_back(placed[k].shape);
    local_from_shape_.push_back(placed[k].local_from_shape);
  }
  const auto has_shapes = [this](const PolygonBatch& of) { return of.shapes() == absl::MakeConstSpan(shapes_); };
  if (has_shapes(*batch)) return batch->SetPoses(local_from_shape_);
  absl::StatusOr<PolygonBatch> made =
      has_shapes(like) ? like.WithPoses(local_from_shape_) : PolygonBatch::Create(shapes_, local_from_shape_);
  if (!made.ok()) return made.status();
  *batch = *std::move(made);
  return absl::OkStatus();
}

PlacedObstacles::PlacedObstacles(const CheckedScene& checked, const PlacedObstacles* whole)
    : checked_(checked),
      whole_(checked.places_unpredicted ? nullptr : whole),
      static_end_(static_cast<int64_t>(checked.statics.placed().size())),
      shape_count_(static_end_) {
  // What is held where it is not predicted moves.
  if (checked.places_unpredicted) return;
  const std::vector<StaticObstacle>& obstacles = checked.scene.static_obstacles;
  for (size_t i = 0; i < obstacles.size(); ++i) {
    const Elements* const elements = obstacles[i].elements.get();
    if (elements == nullptr || (!checked.is_checked.empty() && checked.is_checked[i] == 0)) continue;
    layers_.push_back({static_cast<int>(i), elements, static_end_});
    static_end_ += elements->index_end();
    shape_count_ += elements->size();
  }
}

void PlacedObstacles::Place(absl::Span<const double> times_s, const PoseRange& range) {
  elements_.clear();
  const size_t last_count = step_count_;
  step_count_ = times_s.size();
  steps_.swap(last_steps_);
  plain_.swap(last_plain_);
  spatial_.swap(last_spatial_);
  for (std::vector<Step>* const steps : {&steps_, &last_steps_}) MakeRoom(step_count_, steps);
  for (std::vector<PolygonBatch>* const batches : {&plain_, &last_plain_, &spatial_, &last_spatial_}) {
    MakeRoom(step_count_, batches);
  }
  const auto take = [this](size_t step, size_t last) {
    std::swap(steps_[step], last_steps_[last]);
    std::swap(plain_[step], last_plain_[last]);
    std::swap(spatial_[step], last_spatial_[last]);
  };
  is_kept_.assign(step_count_, 0);
  size_t last = 0;
  for (size_t k = 0; k < step_count_; ++k) {
    while (last < last_count && last_steps_[last].time_s < times_s[k]) ++last;
    if (last == last_count || last_steps_[last].time_s != times_s[k]) continue;
    take(k, last++);
    is_kept_[k] = 1;
  }
  PlaceStatic(range);
  // What else the last call left is memory now.
  size_t spare = 0;
  const auto has_memory = [](const Step& step) { return step.moving.capacity() > 0; };
  for (size_t k = 0; k < step_count_; ++k) {
    if (is_kept_[k] == 0) {
      while (spare < last_steps_.size() && !has_memory(last_steps_[spare])) ++spare;
      if (!has_memory(steps_[k]) && spare < last_steps_.size()) take(k, spare);
      PlaceStep(static_cast<int>(k), times_s[k], &steps_[k]);
    }
    Divide(range, static_cast<int>(k));
  }
  change_of_.assign(step_count_, -1);
  int changes = 0;
  for (size_t k = 0; k + 1 < step_count_; ++k) {
    const int interval = static_cast<int>(k);
    if (IsSteady(interval)) continue;
    MakeRoom(static_cast<size_t>(changes) + 1, &changes_);
    PlaceChange(range, interval, &changes_[changes]);
    change_of_[k] = changes++;
  }
}

PlacedObstacles::Spatial PlacedObstacles::spatial_static() const {
  if (!is_map_plain_) return {all_static_, all_static_batch_};
  return {checked_.statics.beside_map(), checked_.statics.beside_map_batch()};
}

MovingDuring PlacedObstacles::During(int interval) const {
  if (Changes(interval)) {
    const Change& change = changes_[change_of_[interval]];
    return {change.at_start, change.at_end, change.plain, change.spatial};
  }
  const Step& start = steps_[interval];
  return {start.moving, steps_[interval + 1].moving, start.plain, start.spatial};
}

Obstacles PlacedObstacles::PlainBesideMap(int begin, int end) const {
  Obstacles plain;
  for (int k = 0; k < plain_element_count(); ++k) layers_[k].elements->AddTo(&plain);
  return plain.Add(plain_moving().subspan(static_cast<size_t>(begin), static_cast<size_t>(end - begin)));
}

int PlacedObstacles::PlainDuring(int begin, int end, MovingObstacles* plain) const {
  *plain = MovingObstacles();
  for (int k = 0; k < plain_element_count(); ++k) layers_[k].elements->AddTo(plain);
  if (Changes(begin)) {
    const Change& change = changes_[change_of_[begin]];
    plain->Add(absl::MakeConstSpan(&change.plain_at_start, 1), absl::MakeConstSpan(&change.plain_at_end, 1));
    return begin + 1;
  }
  int steady_end = begin + 1;
  while (steady_end < end && !Changes(steady_end)) ++steady_end;
  const auto count = static_cast<size_t>(steady_end - begin);
  plain->Add(plain_moving().subspan(static_cast<size_t>(begin), count + 1));
  return steady_end;
}

PlacedObstacles::Ends PlacedObstacles::ShapeDuring(int interval, PlacedIndex placed) const {
  const int64_t moving = placed.value() - static_end_;
  if (moving < 0) return {static_shape(placed), static_shape(placed)};
  const MovingDuring during = During(interval);
  return {during.at_start[moving], during.at_end[moving]};
}

const PlacedShape& PlacedObstacles::ElementShape(PlacedIndex placed) const {
  if (const auto known = elements_.find(placed.value()); known != elements_.end()) return known->second.placed;
  const auto is_before = [=](const ElementLayer& layer) { return layer.begin <= placed.value(); };
  const ElementLayer& layer = *(std::partition_point(layers_.begin(), layers_.end(), is_before) - 1);
  const int64_t index = placed.value() - layer.begin;
  PlacedElement& element =
      elements_.emplace(placed.value(), PlacedElement{layer.elements->ShapeOf(index), {}}).first->second;
  element.placed = {&element.polygon, layer.elements->local_from_elements().ToPose2(),
                    layer.obstacle,   0,
                    nullptr,          Elevation(),
                    nullptr,          static_cast<int>(index)};
  return element.placed;
}

void PlacedObstacles::PlaceStatic(const PoseRange& range) {
  is_map_plain_ = checked_.statics.MapIsPlain(checked_.common, range);
  if (is_map_plain_ || !all_static_.empty()) return;
  std::vector<PlacedShape> placed(checked_.statics.placed().begin(), checked_.statics.placed().end());
  for (size_t k = 0; k < placed.size(); ++k) all_static_.emplace_back(static_cast<int64_t>(k));
  for (const ElementLayer& layer : layers_) {
    AddStaticObstacle(checked_.scene, layer.obstacle, &placed);
    layer.elements->ForEach([&](int64_t element) { all_static_.emplace_back(layer.begin + element); });
  }
  std::vector<int> all(placed.size());
  std::iota(all.begin(), all.end(), 0);
  // Static obstacles have no pose that could be refused.
  batch_maker_.Place(placed, all, PolygonBatch(), &all_static_batch_).IgnoreError();
}

void PlacedObstacles::AddSelected(absl::Span<const PlacedShape> of_whole, std::vector<PlacedShape>* placed) const {
  std::copy_if(of_whole.begin(), of_whole.end(), std::back_inserter(*placed),
               [this](const PlacedShape& shape) { return checked_.is_checked[shape.obstacle] != 0; });
}

void PlacedObstacles::PlaceStep(int index, double time_s, Step* step) const {
  step->time_s = time_s;
  step->is_divided = false;
  step->moving.clear();
  const CheckerOptions& options = checked_.options;
  if (checked_.places_unpredicted) {
    AddUnpredictedObstacles(checked_.scene, time_s, time_s, options.beyond_prediction, options.min_probability,
                            &step->moving);
  } else if (whole_ != nullptr) {
    AddSelected(whole_->moving(index), &step->moving);
  } else {
    AddMovingObstacles(checked_.scene, time_s, options.beyond_prediction, options.min_probability, &step->moving);
  }
}

void PlacedObstacles::Divide(const PoseRange& range, int step_index) {
  Step& step = steps_[step_index];
  divided_plain_.clear();
  divided_spatial_.clear();
  for (size_t k = 0; k < step.moving.size(); ++k) {
    (IsPlain(step.moving[k], checked_.common, range) ? divided_plain_ : divided_spatial_)
        .push_back(static_cast<int>(k));
  }
  if (step.is_divided && step.plain == divided_plain_) return;
  step.is_divided = true;
  step.plain = divided_plain_;
  step.spatial = divided_spatial_;
  step.spatial_placed.clear();
  for (const int k : step.spatial) step.spatial_placed.push_back(PlacedDuring(k));
  const int like = std::max(0, step_index - 1);
  // The poses are those of the scene, which CheckScene accepts.
  batch_maker_.Place(step.moving, step.plain, plain_[like], &plain_[step_index]).IgnoreError();
  batch_maker_.Place(step.moving, step.spatial, spatial_[like], &spatial_[step_index]).IgnoreError();
}

bool PlacedObstacles::IsSteady(int interval) const {
  const Step& start = steps_[interval];
  const Step& end = steps_[interval + 1];
  return start.plain == end.plain && AreSameShapes(start.moving, end.moving);
}

// Heights are linear in time: a shape that is plain at both ends is plain in between.
void PlacedObstacles::PlaceChange(const PoseRange& range, int interval, Change* change) {
  change->at_start.clear();
  change->at_end.clear();
  change->plain.clear();
  change->spatial.clear();
  const CheckerOptions& options = checked_.options;
  const double start_s = steps_[interval].time_s;
  const double end_s = steps_[interval + 1].time_s;
  if (checked_.places_unpredicted) {
    // Predictions begin and end at steps: what is not predicted in the middle is not in between.
    const double middle_s = start_s + 0.5 * (end_s - start_s);
    AddUnpredictedObstacles(checked_.scene, middle_s, start_s, options.beyond_prediction, options.min_probability,
                            &change->at_start);
    AddUnpredictedObstacles(checked_.scene, middle_s, end_s, options.beyond_prediction, options.min_probability,
                            &change->at_end);
  } else if (whole_ != nullptr) {
    AddSelected(whole_->During(interval).at_start, &change->at_start);
    AddSelected(whole_->During(interval).at_end, &change->at_end);
  } else {
    AddMovingObstaclesDuring(checked_.scene, {start_s, end_s}, options.beyond_prediction, options.min_probability,
                             &change->at_start, &change->at_end);
  }
  for (size_t k = 0; k < change->at_start.size(); ++k) {
    const bool is_plain =
        IsPlain(change->at_start[k], checked_.common, range) && IsPlain(change->at_end[k], checked_.common, range);
    (is_plain ? change->plain : change->spatial).push_back(static_cast<int>(k));
  }
  batch_maker_.Place(change->at_start, change->plain, plain_[interval], &change->plain_at_start).IgnoreError();
  batch_maker_.Place(change->at_end, change->plain, change->plain_at_start, &change->plain_at_end).IgnoreError();
}

}  // namespace collision2d::planner
