// Puts the frames of a trace together to a scene.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"
#include "replay/importers/osi.h"
#include "replay/io/parse_message.h"

namespace collision2d::planner {
namespace {

constexpr double kFullTurn = 2.0 * M_PI;
// m. Points of the reference path are at least this far apart.
constexpr double kPathStep_m = 0.1;
// m. An axle farther from the box's centre is a mistake in units.
constexpr double kMostAxle_m = 100.0;

// By MovingObject.type and VehicleClassification.type.
constexpr v1::ObstacleKind kKinds[] = {v1::OBSTACLE_KIND_UNSPECIFIED, v1::OBSTACLE_KIND_UNSPECIFIED,
                                       v1::OBSTACLE_KIND_OTHER_VEHICLE, v1::OBSTACLE_KIND_PEDESTRIAN,
                                       v1::OBSTACLE_KIND_ANIMAL};
constexpr int kVehicle = 2;
constexpr const char* kTypes[] = {"unknown", "other", "vehicle", "pedestrian", "animal"};
constexpr const char* kVehicleTypes[] = {
    "vehicle", "other vehicle", "small car",   "compact car", "car",         "luxury car",
    "van",     "heavy truck",   "semitrailer", "trailer",     "motorcycle",  "bicycle",
    "bus",     "tram",          "train",       "wheelchair",  "semitractor", "standup scooter"};
constexpr int kVehicleKinds[] = {9, 9, 1, 1, 1, 1, 1, 2, 2, 9, 5, 6, 3, 4, 4, 7, 2, 9};  // v1::ObstacleKind.
constexpr const char* kColors[] = {"unknown", "other", "red", "yellow", "green", "blue", "white"};

template <typename Entry, size_t n>
const Entry& At(const Entry (&table)[n], int index) {
  return table[index >= 0 && static_cast<size_t>(index) < n ? index : 0];
}

// Two shapes are the same if these bytes are.
void SetShapeKey(const osi::BaseMoving& base, std::string* key) {
  key->clear();
  const auto add = [key](double value) { key->append(reinterpret_cast<const char*>(&value), sizeof(value)); };
  add(base.dimension().length());
  add(base.dimension().width());
  for (const osi::Vector2d& point : base.base_polygon()) {
    add(point.x());
    add(point.y());
  }
}

// Returns the angle modulo a full turn, nearest to 0.
double Wrapped(double angle) { return std::abs(angle) <= kMaxTilt_rad ? angle : std::remainder(angle, kFullTurn); }

bool IsOverturned(const osi::Orientation3d& orientation) {
  return std::abs(Wrapped(orientation.pitch())) > kMaxTilt_rad || std::abs(Wrapped(orientation.roll())) > kMaxTilt_rad;
}

// Seconds since a time, both exact.
double Since(const osi::Timestamp& time, int64_t seconds, int64_t nanos) {
  return static_cast<double>(time.seconds() - seconds) + 1e-9 * static_cast<double>(time.nanos() - nanos);
}

void SetPoint(Vec2 at, v1::Point* out) {
  out->set_x(at.x);
  out->set_y(at.y);
}

template <typename Base>
std::vector<Vec2> PolygonOf(const Base& base, const Pose2& pose) {
  std::vector<Vec2> points;
  for (const osi::Vector2d& point : base.base_polygon()) points.push_back(pose * Vec2{point.x(), point.y()});
  return points;
}

}  // namespace

void OsiTrace::CheckCoordinate(const FieldPath& path, bool is_set, double value) {
  if (!is_set) ++absent_numbers_;
  checker_.Magnitude(path, value, kMaxCoordinate_m, "m");
}

void OsiTrace::CheckLength(const FieldPath& path, bool is_set, double value) {
  if (!is_set) checker_.Fail(path, "missing");
  checker_.Positive(path, value, kMaxCoordinate_m, "m");
}

void OsiTrace::CheckPosition(const FieldPath& path, bool is_set, const osi::Vector3d& position) {
  if (!is_set) checker_.Fail(path, "missing");
  CheckCoordinate(path.Field("x"), position.has_x(), position.x());
  CheckCoordinate(path.Field("y"), position.has_y(), position.y());
  CheckCoordinate(path.Field("z"), true, position.z());
}

void OsiTrace::CheckAngles(const FieldPath& path, const osi::Orientation3d& orientation) {
  for (const auto& [name, angle] : {std::pair("yaw", orientation.yaw()), std::pair("pitch", orientation.pitch()),
                                    std::pair("roll", orientation.roll())}) {
    if (std::abs(angle) <= kFullTurn) continue;
    checker_.Fail(path.Field(name),
                  absl::StrCat(angle, " is not finite, or beyond a full turn in rad; are these degrees?"));
  }
}

// `Base`: BaseMoving or BaseStationary. Length and width matter without a polygon only.
template <typename Base>
void OsiTrace::CheckBase(const FieldPath& path, const Base& base) {
  const FieldPath at = path.Field("base");
  CheckPosition(at.Field("position"), base.has_position(), base.position());
  CheckAngles(at.Field("orientation"), base.orientation());
  const FieldPath size_path = at.Field("dimension");
  const osi::Dimension3d& size = base.dimension();
  const int corners = base.base_polygon_size();
  if (corners == 0) {
    CheckLength(size_path.Field("length"), size.has_length(), size.length());
    CheckLength(size_path.Field("width"), size.has_width(), size.width());
  }
  if (size.has_height()) CheckLength(size_path.Field("height"), true, size.height());
  if (corners == 1 || corners == 2) {
    checker_.Fail(at.Field("base_polygon"), absl::StrCat(corners, " points are no polygon"));
  }
  for (int i = 0; i < corners; ++i) {
    const FieldPath corner = at.Element("base_polygon", static_cast<size_t>(i));
    CheckCoordinate(corner.Field("x"), base.base_polygon(i).has_x(), base.base_polygon(i).x());
    CheckCoordinate(corner.Field("y"), base.base_polygon(i).has_y(), base.base_polygon(i).y());
  }
}

void OsiTrace::CheckId(const FieldPath& path, bool is_set, const osi::Identifier& id) {
  if (is_set && !id.has_value()) ++absent_numbers_;
  if (is_set && id.value() != std::numeric_limits<uint64_t>::max()) return;
  checker_.Fail(path.Field("id"), is_set ? "is no valid identifier" : "missing");
}

void OsiTrace::CheckTime(const FieldPath& path, bool is_set, const osi::Timestamp& time) {
  constexpr int64_t kMostSeconds = int64_t{1} << 53;
  if (!is_set) checker_.Fail(path, "missing");
  if (!time.has_seconds()) ++absent_numbers_;
  if (time.nanos() >= 1'000'000'000) {
    checker_.Fail(path.Field("nanos"), absl::StrCat(time.nanos(), " is a second or more"));
  }
  if (time.seconds() < -kMostSeconds || time.seconds() > kMostSeconds) {
    checker_.Fail(path.Field("seconds"), absl::StrCat(time.seconds(), " is implausible"));
  }
}

// Calls add(path, message) for each element of the list that was not there before.
template <typename Message, typename Add>
void OsiTrace::AddNew(const google::protobuf::RepeatedPtrField<std::string>& list, absl::string_view field,
                      const Add& add) {
  const FieldPath root;
  for (int i = 0; i < list.size() && checker_.ok(); ++i) {
    if (known_.contains(list.Get(i))) continue;
    const FieldPath path = root.Element(field, static_cast<size_t>(i));
    Message message;
    const absl::Status status = ParseWire(list.Get(i), message);
    if (!status.ok()) checker_.FailInside(path, status.message());
    CheckId(path, message.has_id(), message.id());
    if (checker_.ok()) add(path, message);
    known_.insert(list.Get(i));
  }
}

absl::Status OsiTrace::AddSurroundings(const osi::GroundTruth& frame) {
  AddNew<osi::StationaryObject>(frame.stationary_object(), "stationary_object",
                                [this](const FieldPath& path, const auto& object) { AddStationary(path, object); });
  AddNew<osi::LaneBoundary>(frame.lane_boundary(), "lane_boundary",
                            [this](const FieldPath& path, const auto& boundary) { AddBoundary(path, boundary); });
  AddNew<osi::Lane>(frame.lane(), "lane", [this](const FieldPath&, const auto& lane) { AddLane(lane); });
  AddNew<osi::TrafficLight>(frame.traffic_light(), "traffic_light",
                            [this](const FieldPath& path, const auto& light) { AddLight(path, light); });
  const google::protobuf::UnknownFieldSet& unknown = frame.unknown_fields();
  for (int i = 0; i < unknown.field_count(); ++i) ++unused_fields_[unknown.field(i).number()];
  return checker_.status();
}

absl::Status OsiTrace::AddFrame(const osi::GroundTruth& frame) {
  const FieldPath root;
  const FieldPath time_path = root.Field("timestamp"), host_path = root.Field("host_vehicle_id");
  CheckTime(time_path, frame.has_timestamp(), frame.timestamp());
  const auto fail_host = [&](absl::string_view what) {
    const auto format = [](std::string* out, const osi::MovingObject& object) {
      absl::StrAppend(out, object.id().value());
    };
    checker_.Fail(host_path, absl::StrCat(what, "; ids of moving objects, for --host=ID: ",
                                          absl::StrJoin(frame.moving_object(), ", ", format)));
  };
  if (!frame.has_host_vehicle_id() && !named_host_.has_value()) fail_host("missing");
  const uint64_t host_id = named_host_.value_or(frame.host_vehicle_id().value());
  if (frames_ == 0) {
    zero_seconds_ = frame.timestamp().seconds();
    zero_nanos_ = frame.timestamp().nanos();
    host_id_ = host_id;
  }
  const double time_s = Since(frame.timestamp(), zero_seconds_, zero_nanos_);
  if (frames_ > 0 && time_s <= last_s_) {
    checker_.Fail(time_path, absl::StrCat("runs back or stands: ", time_s,
                                          " s after the first frame's, not later than ", last_s_, " s"));
  }
  if (host_id != host_id_) checker_.Fail(host_path, absl::StrCat(host_id, ", but ", host_id_, " before"));
  last_s_ = time_s;
  // First the host vehicle, since heights are above the ground below it.
  int host = -1;
  for (int i = 0; i < frame.moving_object_size() && checker_.ok(); ++i) {
    const FieldPath path = root.Element("moving_object", static_cast<size_t>(i));
    const osi::MovingObject& object = frame.moving_object(i);
    CheckId(path, object.has_id(), object.id());
    CheckBase(path, object.base());
    if (object.id().value() == host_id_ && host < 0) host = i;
  }
  if (host < 0 && frames_ == 0) fail_host(absl::StrCat("no moving object has the id ", host_id_));
  if (host >= 0 && checker_.ok()) {
    AddHost(root.Element("moving_object", static_cast<size_t>(host)), frame.moving_object(host), time_s);
  }
  is_log_over_ |= host < 0;
  for (int i = 0; i < frame.moving_object_size() && checker_.ok(); ++i) {
    if (i != host) AddObject(root.Element("moving_object", static_cast<size_t>(i)), frame.moving_object(i), time_s);
  }
  if (!checker_.ok()) return checker_.status();
  ++frames_;
  return AddSurroundings(frame);
}

void OsiTrace::AddHost(const FieldPath& path, const osi::MovingObject& object, double time_s) {
  const osi::BaseMoving& base = object.base();
  SetShapeKey(base, &scratch_);
  if (frames_ > 0) {
    if (scratch_ != host_shape_) ++host_changes_;
    // A gap is not bridged.
    if (!is_log_over_) AddPose(base, host_half_height_m_, host_reference_, time_s, &logged_);
    return;
  }
  host_shape_ = scratch_;
  const osi::VehicleAttributes& attributes = object.vehicle_attributes();
  const osi::Vector3d &rear = attributes.bbcenter_to_rear(), &front = attributes.bbcenter_to_front();
  const auto check = [&](const FieldPath& owner, absl::string_view name, const osi::Vector3d& vector, double limit,
                         absl::string_view unit) {
    const FieldPath vector_path = owner.Field(name);
    checker_.Magnitude(vector_path.Field("x"), vector.x(), limit, unit);
    checker_.Magnitude(vector_path.Field("y"), vector.y(), limit, unit);
  };
  const FieldPath attributes_path = path.Field("vehicle_attributes"), base_path = path.Field("base");
  check(attributes_path, "bbcenter_to_rear", rear, kMostAxle_m, "m");
  check(attributes_path, "bbcenter_to_front", front, kMostAxle_m, "m");
  constexpr double kAnyNumber = std::numeric_limits<double>::max();
  check(base_path, "velocity", base.velocity(), kAnyNumber, "m/s");
  check(base_path, "acceleration", base.acceleration(), kAnyNumber, "m/s^2");
  if (!checker_.ok()) return;
  host_reference_ = {rear.x(), rear.y()};
  v1::EgoBody& ego = *scene_.mutable_ego();
  AddShapes(path, base, {-host_reference_.x, -host_reference_.y}, 0.0, ego.mutable_shapes());
  if (base.dimension().has_height()) {
    host_half_height_m_ = base.dimension().height() / 2;
    ego.set_height_m(base.dimension().height());
    const double clearance_m = attributes.ground_clearance();
    const bool is_clearance = clearance_m >= 0.0 && clearance_m < base.dimension().height();
    if (is_clearance) ego.set_ground_clearance_m(clearance_m);
    if (!is_clearance) ++implausible_;
  }
  if (attributes.has_bbcenter_to_rear() && attributes.has_bbcenter_to_front()) {
    const double wheelbase_m = front.x() - rear.x();
    if (wheelbase_m > 0.0) ego.set_wheelbase_m(wheelbase_m);
    if (wheelbase_m <= 0.0) ++implausible_;
  }
  if (object.vehicle_classification().has_trailer()) {
    trailer_id_ = object.vehicle_classification().trailer_id().value();
  }
  AddPose(base, host_half_height_m_, host_reference_, time_s, &logged_);
  v1::EgoState& state = *scene_.mutable_ego_state();
  state.set_time_s(0.0);
  state.set_x(logged_.x(0));
  state.set_y(logged_.y(0));
  state.set_yaw_rad(logged_.yaw_rad(0));
  const double cos = std::cos(logged_.yaw_rad(0)), sin = std::sin(logged_.yaw_rad(0));
  state.set_speed_mps(cos * base.velocity().x() + sin * base.velocity().y());
  if (base.has_acceleration()) {
    state.set_acceleration_mps2(cos * base.acceleration().x() + sin * base.acceleration().y());
  }
  v1::Candidate planned;
  planned.set_id("planned");
  *planned.mutable_packed_poses() = logged_;
  const std::string stale =
      AddFuture(path, object, host_half_height_m_, host_reference_, planned.mutable_packed_poses());
  if (!stale.empty()) checker_.FailInside(path, stale);
  if (planned.packed_poses().x_size() > 1) *scene_.add_candidates() = std::move(planned);
}

void OsiTrace::AddObject(const FieldPath& path, const osi::MovingObject& object, double time_s) {
  const uint64_t id = object.id().value();
  if (trailer_id_ == id) {
    ++trailer_poses_;
    return;
  }
  const osi::BaseMoving& base = object.base();
  const bool is_overturned = IsOverturned(base.orientation());
  Track& track = tracks_[id];
  if (id == host_id_ || track.last_frame == frames_ || (track.obstacle == nullptr && stationary_ids_.contains(id))) {
    checker_.Fail(path.Field("id"), absl::StrCat(id, " is that of two objects"));
    return;
  }
  SetShapeKey(base, &scratch_);
  if (is_overturned) scratch_ += "overturned";
  if (track.obstacle == nullptr) {
    track.obstacle = scene_.add_moving_obstacles();
    track.obstacle->set_id(absl::StrCat(id));
    const int type = object.vehicle_classification().type();
    const bool is_vehicle = object.type() == kVehicle;
    track.obstacle->set_type(is_vehicle ? At(kVehicleTypes, type) : At(kTypes, object.type()));
    track.obstacle->set_kind(is_vehicle ? static_cast<v1::ObstacleKind>(At(kVehicleKinds, type))
                                        : At(kKinds, object.type()));
    if (base.dimension().has_height()) track.obstacle->mutable_height()->set_z_max_m(base.dimension().height());
    // The shapes of one that is overturned come with its times.
    if (!is_overturned) track.first_shape = scratch_;
    if (!is_overturned) AddShapes(path, base, {}, 0.0, track.obstacle->mutable_shapes());
    if (is_overturned) track.obstacle->add_shapes()->mutable_disc()->set_radius_m(0.0);
  }
  if (track.last_frame < 0 || track.last_frame + 1 != frames_) {
    if (track.last_frame >= 0) ++gaps_;
    track.prediction = track.obstacle->add_predictions();
    track.shape = track.first_shape;
  }
  if (scratch_ != track.shape) {
    track.shape = scratch_;
    v1::TimedShapes& timed = *track.prediction->add_timed_shapes();
    timed.set_time_s(time_s);
    if (is_overturned) {
      // Whatever way it lies, it is within this distance of its centre; its height is not known.
      const osi::Dimension3d& size = base.dimension();
      double radius_m = std::hypot(size.length(), size.width());
      for (const Vec2 point : PolygonOf(base, {})) radius_m = std::max(radius_m, 2.0 * std::hypot(point.x, point.y));
      timed.add_shapes()->mutable_disc()->set_radius_m(std::hypot(radius_m, size.height()) / 2);
      track.obstacle->clear_height();
    } else {
      AddShapes(path, base, {}, 0.0, timed.mutable_shapes());
    }
  }
  track.last_frame = frames_;
  v1::PackedPoses& poses = *track.prediction->mutable_packed_poses();
  const double half_height_m = is_overturned ? 0.0 : base.dimension().height() / 2;
  AddPose(base, half_height_m, {}, time_s, &poses);
  if (frames_ > 0) return;
  v1::PackedPoses planned = poses;
  const std::string stale = AddFuture(path, object, half_height_m, {}, &planned);
  if (stale_future_.empty() && !stale.empty()) stale_future_ = absl::StrCat(path.ToString(), ".", stale);
  if (planned.x_size() > 1) {
    plans_.push_back({&poses, std::move(planned)});
  } else {
    unplanned_.push_back({track.prediction, {base.velocity().x(), base.velocity().y()}, path.ToString()});
  }
}

// Adds the pose of the reference point, on the ground.
// `Posed`: BaseMoving or StatePoint.
template <typename Posed>
void OsiTrace::AddPose(const Posed& posed, double half_height_m, Vec2 reference, double time_s,
                       v1::PackedPoses* poses) {
  if (!posed.has_orientation()) ++level_;
  const osi::Orientation3d& orientation = posed.orientation();
  double pitch = Wrapped(orientation.pitch()), roll = Wrapped(orientation.roll());
  if (IsOverturned(orientation)) {
    ++overturned_;
    pitch = roll = 0.0;
  }
  double x = reference.x, y = reference.y, z = -half_height_m;
  if (pitch != 0.0 || roll != 0.0) {
    // Roll, then pitch, each from the inside.
    const double rolled_y = y * std::cos(roll) - z * std::sin(roll);
    const double rolled_z = y * std::sin(roll) + z * std::cos(roll);
    y = rolled_y;
    z = rolled_z * std::cos(pitch) - x * std::sin(pitch);
    x = rolled_z * std::sin(pitch) + x * std::cos(pitch);
  }
  Vec2 offset = {x, y};
  if (x != 0.0 || y != 0.0) offset = Pose2::FromYaw({}, orientation.yaw()).Rotate(offset);
  const double ground_m = posed.position().z() + z;
  if (!ground_m_.has_value()) ground_m_ = ground_m;
  poses->add_time_s(time_s);
  poses->add_x(posed.position().x() + offset.x);
  poses->add_y(posed.position().y() + offset.y);
  poses->add_yaw_rad(orientation.yaw());
  poses->add_z(ground_m - *ground_m_);
  poses->add_pitch_rad(pitch);
  poses->add_roll_rad(roll);
}

// Adds the object's own plan, behind its present pose.
std::string OsiTrace::AddFuture(const FieldPath& path, const osi::MovingObject& object, double half_height_m,
                                Vec2 reference, v1::PackedPoses* poses) {
  double last_state_s = 0.0;
  for (int i = 0; i < object.future_trajectory_size() && checker_.ok(); ++i) {
    const FieldPath at = path.Element("future_trajectory", static_cast<size_t>(i));
    const osi::StatePoint& state = object.future_trajectory(i);
    CheckTime(at.Field("timestamp"), state.has_timestamp(), state.timestamp());
    CheckPosition(at.Field("position"), state.has_position(), state.position());
    CheckAngles(at.Field("orientation"), state.orientation());
    const double time_s = Since(state.timestamp(), zero_seconds_, zero_nanos_);
    const double last_s = poses->time_s(poses->time_s_size() - 1);
    last_state_s = time_s;
    // The first states may be the present one, or older.
    if (time_s <= last_s && poses->x_size() == 1) continue;
    if (time_s <= last_s) {
      checker_.Fail(at.Field("timestamp"), absl::StrCat("runs back or stands: ", time_s, " s after ", last_s, " s"));
    }
    if (checker_.ok()) AddPose(state, half_height_m, reference, time_s, poses);
  }
  horizon_s_ = std::max(horizon_s_, poses->time_s(poses->time_s_size() - 1));
  // One that ends at the frame says that nothing is planned.
  if (last_state_s >= -kSameInstant_s) return "";
  return absl::StrCat("future_trajectory[", object.future_trajectory_size() - 1, "].timestamp: the last state is ",
                      -last_state_s, " s before its frame; are the times relative to the frame?");
}

// Makes predictions of what is known of the others in the only frame.
absl::Status OsiTrace::PredictOthers() {
  if (!stale_future_.empty()) return absl::InvalidArgumentError(stale_future_);
  for (auto& [poses, plan] : plans_) *poses = std::move(plan);
  for (const auto& [prediction, velocity_mps, path] : unplanned_) {
    if (!std::isfinite(velocity_mps.x) || !std::isfinite(velocity_mps.y)) {
      return absl::InvalidArgumentError(absl::StrCat(path, ".base.velocity: is not finite"));
    }
    if (horizon_s_ <= 0.0) continue;
    const Vec2 way = without_future_ == OsiWithoutFuture::kMove ? horizon_s_ * velocity_mps : Vec2{};
    prediction->set_is_assumed(true);
    v1::PackedPoses& poses = *prediction->mutable_packed_poses();
    poses.add_time_s(horizon_s_);
    poses.add_x(poses.x(0) + way.x);
    poses.add_y(poses.y(0) + way.y);
    poses.add_yaw_rad(poses.yaw_rad(0));
    poses.add_z(poses.z(0));
    poses.add_pitch_rad(poses.pitch_rad(0));
    poses.add_roll_rad(poses.roll_rad(0));
  }
  return absl::OkStatus();
}

// Adds the polygon, or the box, at this place.
template <typename Base>
void OsiTrace::AddShapes(const FieldPath& path, const Base& base, Vec2 at, double yaw_rad,
                         google::protobuf::RepeatedPtrField<v1::Shape>* out) {
  if (base.base_polygon_size() == 0) {
    v1::Rectangle& rectangle = *out->Add()->mutable_rectangle();
    rectangle.set_length_m(base.dimension().length());
    rectangle.set_width_m(base.dimension().width());
    SetPoint(at, rectangle.mutable_center());
    rectangle.set_yaw_rad(yaw_rad);
    return;
  }
  const auto parts = RepairPolygon(PolygonOf(base, Pose2::FromYaw(at, yaw_rad)), repairs_);
  const FieldPath base_path = path.Field("base");
  if (!parts.ok()) checker_.Fail(base_path.Field("base_polygon"), parts.status().message());
  if (parts.ok()) AddPolygons(*parts, out);
}

void OsiTrace::AddStationary(const FieldPath& path, const osi::StationaryObject& object) {
  const uint64_t id = object.id().value();
  if (tracks_.contains(id) || id == host_id_) {
    checker_.Fail(path.Field("id"), absl::StrCat(id, " is that of two objects"));
  }
  const osi::BaseStationary& base = object.base();
  CheckBase(path, base);
  if (!checker_.ok()) return;
  if (!stationary_ids_.insert(id).second) {
    ++changed_stationary_;
    return;
  }
  v1::StaticObstacle& obstacle = *scene_.add_static_obstacles();
  obstacle.set_id(absl::StrCat(id));
  obstacle.set_type(absl::StrCat("stationary ", object.classification().type()));
  obstacle.set_kind(v1::OBSTACLE_KIND_STRUCTURE);
  AddShapes(path, base, {base.position().x(), base.position().y()}, base.orientation().yaw(),
            obstacle.mutable_shapes());
  const bool is_tilted = base.orientation().pitch() != 0.0 || base.orientation().roll() != 0.0;
  if (is_tilted) ++overturned_;
  if (base.dimension().has_height() && !is_tilted) {
    // Above the scene's ground, which is known at the end.
    obstacle.mutable_height()->set_z_min_m(base.position().z() - base.dimension().height() / 2);
    obstacle.mutable_height()->set_z_max_m(base.position().z() + base.dimension().height() / 2);
  }
}

void OsiTrace::AddBoundary(const FieldPath& path, const osi::LaneBoundary& boundary) {
  Boundary line;
  line.type = boundary.classification().type();
  for (int i = 0; i < boundary.boundary_line_size(); ++i) {
    const FieldPath point = path.Element("boundary_line", static_cast<size_t>(i));
    const osi::Vector3d& position = boundary.boundary_line(i).position();
    CheckPosition(point.Field("position"), boundary.boundary_line(i).has_position(), position);
    line.points.push_back({position.x(), position.y()});
  }
  line.points.erase(std::unique(line.points.begin(), line.points.end()), line.points.end());
  if (line.points.size() < 2) ++short_lines_;
  if (line.points.size() >= 2) boundaries_.insert_or_assign(boundary.id().value(), std::move(line));
}

void OsiTrace::AddLight(const FieldPath& path, const osi::TrafficLight& light) {
  if (!light_ids_.insert(light.id().value()).second) {
    ++changed_lights_;
    return;
  }
  const osi::Vector3d& position = light.base().position();
  const FieldPath base = path.Field("base");
  CheckPosition(base.Field("position"), light.base().has_position(), position);
  v1::RoadFeature& feature = *scene_.add_road_features();
  feature.set_kind(v1::RoadFeature::KIND_TRAFFIC_LIGHT);
  feature.set_text(At(kColors, light.classification().color()));
  SetPoint({position.x(), position.y()}, feature.add_points());
}

void OsiTrace::AddLane(const osi::Lane& lane) {
  // A shoulder or a verge begins at the road's edge: what is on its sides says nothing of the road.
  constexpr int kUnknown = 0, kDriving = 2, kIntersection = 4;
  const int type = lane.classification().type();
  if (type == kUnknown) ++untyped_lanes_;
  if (type != kUnknown && type != kDriving && type != kIntersection) return;
  for (const osi::Identifier& id : lane.classification().right_lane_boundary_id())
    sides_.push_back({id.value(), false});
  for (const osi::Identifier& id : lane.classification().left_lane_boundary_id()) sides_.push_back({id.value(), true});
}

// The edges of the road are on the left of their points: boundaries on the right of lanes are, and
// those on the left are reversed.
void OsiTrace::AddRoad() {
  for (const auto& [id, is_left] : sides_) {
    const auto boundary = boundaries_.find(id);
    if (boundary == boundaries_.end()) ++dangling_;
    if (boundary == boundaries_.end()) continue;
    (is_left ? boundary->second.is_left : boundary->second.is_right) = true;
  }
  for (auto& [id, boundary] : boundaries_) {
    // The road's edge, or grass, gravel, soil, guard rails, kerbs, structures, barriers; not snow.
    const bool is_edge = boundary.type == 6 || (boundary.type >= 8 && boundary.type <= 15);
    const bool has_side = boundary.is_left != boundary.is_right;
    if (is_edge && !has_side) ++(boundary.is_left ? two_sided_ : sideless_);
    if (is_edge && boundary.is_left && has_side) std::reverse(boundary.points.begin(), boundary.points.end());
    v1::RoadLine& line = *(is_edge && has_side ? scene_.add_road_borders() : scene_.add_lane_boundaries());
    line.set_id(absl::StrCat("lane boundary ", id));
    AddPoints(boundary.points, line.mutable_points());
  }
}

void OsiTrace::AddReferencePath() {
  std::optional<Vec2> last;
  for (int i = 0; i < logged_.x_size(); ++i) {
    const Vec2 at = {logged_.x(i), logged_.y(i)};
    if (last.has_value() && std::hypot(at.x - last->x, at.y - last->y) < kPathStep_m) continue;
    last = at;
    SetPoint(at, scene_.add_reference_path());
  }
  if (scene_.reference_path_size() < 2) scene_.clear_reference_path();
}

absl::StatusOr<ImportedScene> OsiTrace::Finish() {
  ImportedScene input;
  scene_.set_id(absl::StrFormat("OSI %d.%09d s, host %d", zero_seconds_, zero_nanos_, host_id_));
  if (frames_ == 1) {
    if (absl::Status status = PredictOthers(); !status.ok()) return status;
  }
  const int logged = logged_.x_size();
  double step_s = frames_ > 1 ? last_s_ / static_cast<double>(frames_ - 1) : 0.0;
  if (step_s == 0.0 && scene_.candidates_size() > 0) {
    const v1::PackedPoses& planned = scene_.candidates(0).packed_poses();
    step_s = planned.time_s(planned.time_s_size() - 1) / (planned.time_s_size() - 1);
  }
  scene_.set_time_step_s(step_s > 0.0 ? step_s : 0.1);
  // A single pose is judged too, if nothing else is.
  if (logged > 1 || scene_.candidates_size() == 0) {
    v1::Candidate& candidate = *scene_.add_candidates();
    candidate.set_id("logged");
    *candidate.mutable_packed_poses() = logged_;
  }
  for (v1::StaticObstacle& obstacle : *scene_.mutable_static_obstacles()) {
    if (!obstacle.has_height()) continue;
    obstacle.mutable_height()->set_z_min_m(obstacle.height().z_min_m() - *ground_m_);
    obstacle.mutable_height()->set_z_max_m(obstacle.height().z_max_m() - *ground_m_);
  }
  AddRoad();
  AddReferencePath();
  AddNotes(&input.notes);
  input.scene = std::move(scene_);
  return input;
}

void OsiTrace::AddNotes(std::vector<std::string>* notes) const {
  const auto add = [notes](int64_t count, absl::string_view what) {
    if (count > 0) notes->push_back(absl::StrCat("OSI: ", count, " ", what));
  };
  add(logged_.x_size() > 1 ? 1 : 0, "reference path, the host vehicle's own");
  add(gaps_, "times an object was absent and came again: further hypotheses");
  add(is_log_over_ ? 1 : 0, "gap of the host vehicle: its log ends there");
  add(level_, "poses without orientation: level, at yaw 0");
  add(overturned_, "poses or things tilted beyond pi/4, or stationary and tilted: without height");
  add(host_changes_, "frames in which the host vehicle has another shape than at first, which is used");
  add(implausible_, "of ground clearance and wheelbase of the host vehicle, implausible and not used");
  add(trailer_poses_, "poses of the host vehicle's trailer, which is not judged");
  add(changed_stationary_, "stationary objects that change: they stay as at first");
  add(changed_lights_, "states of traffic lights after the first, not shown");
  add(short_lines_, "lane boundaries of fewer than two points, left out");
  add(dangling_, "references of lanes to boundaries that are not there");
  add(untyped_lanes_, "lanes of unknown type, taken for lanes to drive on");
  add(sideless_, "edges of the road that no lane to drive on has on a side: shown as marks");
  add(two_sided_, "edges of the road that lanes to drive on have on both sides: shown as marks");
  add(absent_numbers_, "numbers that are not there: they are 0");
  add(static_cast<int64_t>(plans_.size()), frames_ == 1 ? "future trajectories of others, which predict them"
                                                        : "future trajectories of others, whose log is used");
  const absl::string_view onward = horizon_s_ <= 0.0 ? "they are there at the frame's time only"
                                   : without_future_ == OsiWithoutFuture::kMove
                                       ? "they move on with their velocity while others plan (--osi_without_future)"
                                       : "they stand while others plan (--osi_without_future)";
  add(frames_ == 1 ? static_cast<int64_t>(unplanned_.size()) : 0,
      absl::StrCat("moving objects without future trajectory: ", onward));
  add(repairs_.clockwise_reversed, "base polygons that were clockwise");
  add(repairs_.closing_vertex_removed, "base polygons that were closed");
  add(repairs_.replaced_by_hull, "base polygons that cross themselves: their hulls are used");
  add(repairs_.without_area, "base polygons without area");
  constexpr int kVersion = 1;
  for (const auto& [number, count] : unused_fields_) {
    if (number != kVersion) add(count, absl::StrCat("times field ", number, " of GroundTruth, not used"));
  }
}

}  // namespace collision2d::planner
