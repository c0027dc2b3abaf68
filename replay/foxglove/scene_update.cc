#include "replay/foxglove/scene_update.h"

#include <algorithm>
#include <cmath>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "collision2d/io/text.h"
#include "google/protobuf/duration.pb.h"
#include "google/protobuf/timestamp.pb.h"

namespace collision2d::planner {
namespace {

using foxglove::LinePrimitive;
using foxglove::SceneUpdate;
using foxglove::TriangleListPrimitive;

constexpr size_t kMostPieceBytes = size_t{2} << 20;
constexpr double kChordError_m = 0.01;
constexpr double kOutlinePixels = 1.5;

void SetColor(DrawingColor color, foxglove::Color* out) {
  out->set_r((color.rgb >> 16 & 0xff) / 255.0);
  out->set_g((color.rgb >> 8 & 0xff) / 255.0);
  out->set_b((color.rgb & 0xff) / 255.0);
  out->set_a(color.alpha);
}

// `Primitive`: one with points.
template <typename Primitive>
void AddPoint(double x, double y, double z, Primitive* out) {
  foxglove::Point3& point = *out->add_points();
  point.set_x(x);
  point.set_y(y);
  point.set_z(z);
}

// The boundary of a shape, counter-clockwise.
std::vector<Vec2> OutlineOf(const ConvexPolygon& shape) {
  const absl::Span<const Vec2> vertices = shape.vertices();
  const size_t n = vertices.size();
  // What has no extent would not be seen.
  const double radius_m = n == 1 ? std::max(shape.radius_m(), kChordError_m) : shape.radius_m();
  if (radius_m == 0.0) return {vertices.begin(), vertices.end()};
  constexpr double kFullTurn = 2.0 * M_PI;
  const double step =
      std::clamp(2.0 * std::acos(std::max(0.0, 1.0 - kChordError_m / radius_m)), kFullTurn / 256, kFullTurn / 8);
  const auto normal_angle = [](Vec2 along) { return std::atan2(-along.x, along.y); };
  std::vector<Vec2> outline;
  for (size_t i = 0; i < n; ++i) {
    double from = 0.0;
    double sweep = kFullTurn;
    if (n > 1) {
      from = normal_angle(vertices[i] - vertices[(i + n - 1) % n]);
      sweep = std::fmod(normal_angle(vertices[(i + 1) % n] - vertices[i]) - from + 2.0 * kFullTurn, kFullTurn);
    }
    const int steps = static_cast<int>(std::ceil(sweep / step));
    for (int k = 0; k <= steps - (n == 1 ? 1 : 0); ++k) {
      const double angle = from + sweep * k / std::max(1, steps);
      outline.push_back(vertices[i] + Vec2{radius_m * std::cos(angle), radius_m * std::sin(angle)});
    }
  }
  return outline;
}

LinePrimitive* NewLine(const foxglove::Pose& pose, DrawingColor color, double width, foxglove::SceneEntity* entity) {
  LinePrimitive& line = *entity->add_lines();
  *line.mutable_pose() = pose;
  line.set_thickness(width);
  line.set_scale_invariant(true);
  SetColor(color, line.mutable_color());
  return &line;
}

TriangleListPrimitive* NewSurface(const foxglove::Pose& pose, DrawingColor color, foxglove::SceneEntity* entity) {
  TriangleListPrimitive& surface = *entity->add_triangles();
  *surface.mutable_pose() = pose;
  SetColor(color, surface.mutable_color());
  return &surface;
}

template <typename Index>
void AddTriangle(Index a, Index b, Index c, TriangleListPrimitive* surface) {
  for (const Index index : {a, b, c}) surface->add_indices(static_cast<uint32_t>(index));
}

}  // namespace

const google::protobuf::FileDescriptorSet& FoxgloveFiles() {
  static const google::protobuf::FileDescriptorSet* const kFiles = [] {
    auto* const files = new google::protobuf::FileDescriptorSet;
    google::protobuf::FileDescriptorProto file;
    SceneUpdate::descriptor()->file()->CopyTo(&file);
    file.set_package("foxglove");
    auto& messages = *file.mutable_message_type();
    absl::flat_hash_map<std::string, std::string> renamed;
    for (const auto& message : messages) {
      renamed[absl::StrCat(".collision2d.foxglove.", message.name())] = absl::StrCat(".foxglove.", message.name());
      for (const auto& type : message.enum_type()) {
        const std::string name = absl::StrCat(".foxglove.", message.name(), ".", type.name());
        renamed[".collision2d" + name] = name;
      }
    }
    for (const auto* known : {google::protobuf::Timestamp::descriptor(), google::protobuf::Duration::descriptor()}) {
      known->file()->CopyTo(files->add_file());
      file.add_dependency(known->file()->name());
      renamed[absl::StrCat(".collision2d.foxglove.", known->name())] = absl::StrCat(".", known->full_name());
      messages.erase(std::find_if(messages.begin(), messages.end(),
                                  [&](const auto& message) { return message.name() == known->name(); }));
    }
    for (auto& message : messages) {
      for (auto& field : *message.mutable_field()) {
        if (field.has_type_name()) field.set_type_name(renamed.at(field.type_name()));
      }
    }
    *files->add_file() = std::move(file);
    return files;
  }();
  return *kFiles;
}

foxglove::Timestamp TimestampOf(uint64_t time_ns) {
  foxglove::Timestamp time;
  time.set_seconds(static_cast<int64_t>(time_ns / 1'000'000'000));
  time.set_nanos(static_cast<int32_t>(time_ns % 1'000'000'000));
  return time;
}

foxglove::Pose FoxglovePose(const TimedPose& pose, double lift_m) {
  foxglove::Pose out;
  out.mutable_position()->set_x(pose.position.x);
  out.mutable_position()->set_y(pose.position.y);
  out.mutable_position()->set_z(pose.z_m + lift_m);
  const double cy = std::cos(pose.yaw_rad / 2), sy = std::sin(pose.yaw_rad / 2);
  const double cp = std::cos(pose.pitch_rad / 2), sp = std::sin(pose.pitch_rad / 2);
  const double cr = std::cos(pose.roll_rad / 2), sr = std::sin(pose.roll_rad / 2);
  foxglove::Quaternion& q = *out.mutable_orientation();
  q.set_x(cy * cp * sr - sy * sp * cr);
  q.set_y(cy * sp * cr + sy * cp * sr);
  q.set_z(sy * cp * cr - cy * sp * sr);
  q.set_w(cy * cp * cr + sy * sp * sr);
  return out;
}

foxglove::SceneEntity MakeEntity(absl::string_view id,
                                 absl::Span<const std::pair<absl::string_view, std::string>> metadata) {
  foxglove::SceneEntity entity;
  entity.set_frame_id(kSceneFrame);
  entity.set_id(ValidUtf8(id));
  for (const auto& [key, value] : metadata) {
    foxglove::KeyValuePair& pair = *entity.add_metadata();
    pair.set_key(std::string(key));
    pair.set_value(ValidUtf8(value));
  }
  return entity;
}

void AddShape(const ConvexPolygon& shape, const solid::ZSpan* height, DrawingColor color, const foxglove::Pose& pose,
              foxglove::SceneEntity* entity) {
  const std::vector<Vec2> outline = OutlineOf(shape);
  const size_t n = outline.size();
  TriangleListPrimitive* const surface = NewSurface(pose, color, entity);
  LinePrimitive* const line = NewLine(pose, {color.rgb, 1.0}, kOutlinePixels, entity);
  line->set_type(LinePrimitive::LINE_LOOP);
  for (const Vec2 point : outline) {
    const double top_m = height == nullptr ? 0.0 : height->z_max_m;
    AddPoint(point.x, point.y, top_m, surface);
    AddPoint(point.x, point.y, top_m, line);
  }
  for (size_t i = 1; i + 1 < n; ++i) AddTriangle(size_t{0}, i, i + 1, surface);
  if (height == nullptr) return;
  // The walls down to the points of the lower end.
  for (const Vec2 point : outline) AddPoint(point.x, point.y, height->z_min_m, surface);
  for (size_t i = 0, last = n - 1; i < n; last = i++) {
    AddTriangle(last, n + last, n + i, surface);
    AddTriangle(last, n + i, i, surface);
  }
}

void AddPolytope(const solid::ConvexMesh& polytope, DrawingColor color, const foxglove::Pose& pose,
                 foxglove::SceneEntity* entity) {
  TriangleListPrimitive* const surface = NewSurface(pose, color, entity);
  for (const solid::Vec3& point : polytope.vertices()) AddPoint(point.x, point.y, point.z, surface);
  for (const auto& triangle : polytope.Triangles()) AddTriangle(triangle[0], triangle[1], triangle[2], surface);
}

void AddLine(absl::Span<const TimedPose> points, double lift_m, DrawingColor color, double width,
             foxglove::SceneEntity* entity) {
  LinePrimitive* const line = NewLine(FoxglovePose({}, lift_m), color, width, entity);
  for (const TimedPose& point : points) AddPoint(point.position.x, point.position.y, point.z_m, line);
}

void AddBall(Vec2 center, double z_m, DrawingColor color, foxglove::SceneEntity* entity) {
  constexpr double kDiameter_m = 0.3;
  foxglove::SpherePrimitive& ball = *entity->add_spheres();
  *ball.mutable_pose() = FoxglovePose({0.0, center}, z_m);
  ball.mutable_size()->set_x(kDiameter_m);
  ball.mutable_size()->set_y(kDiameter_m);
  ball.mutable_size()->set_z(kDiameter_m);
  SetColor(color, ball.mutable_color());
}

void AddText(Vec2 at, double z_m, absl::string_view text, DrawingColor color, foxglove::SceneEntity* entity) {
  foxglove::TextPrimitive& primitive = *entity->add_texts();
  *primitive.mutable_pose() = FoxglovePose({0.0, at}, z_m);
  primitive.set_billboard(true);
  primitive.set_scale_invariant(true);
  primitive.set_font_size(14);
  primitive.set_text(ValidUtf8(text));
  SetColor(color, primitive.mutable_color());
}

void DrawnTopic::Begin(uint64_t time_ns) {
  time_ns_ = time_ns;
  pieces_ = 0;
  piece_.Clear();
  piece_bytes_ = 0;
}

void DrawnTopic::Add(foxglove::SceneEntity&& entity) {
  *entity.mutable_timestamp() = TimestampOf(time_ns_);
  constexpr size_t kMostFraming = 6;
  const size_t bytes = entity.ByteSizeLong() + kMostFraming;
  if (piece_bytes_ > 0 && piece_bytes_ + bytes > kMostPieceBytes) WritePiece();
  piece_bytes_ += bytes;
  piece_.add_entities()->Swap(&entity);
}

void DrawnTopic::End() {
  WritePiece();
  // What the last update had on further topics is deleted.
  const size_t pieces = pieces_;
  while (pieces_ < last_pieces_) WritePiece();
  last_pieces_ = pieces;
}

void DrawnTopic::WritePiece() {
  if (pieces_ == channels_.size()) {
    const std::string topic = pieces_ == 0 ? topic_ : absl::StrCat(topic_, "/", pieces_);
    channels_.push_back(writer_.AddChannel(topic, "foxglove.SceneUpdate", FoxgloveFiles()));
  }
  foxglove::SceneEntityDeletion& deletion = *piece_.add_deletions();
  deletion.set_type(foxglove::SceneEntityDeletion::ALL);
  *deletion.mutable_timestamp() = TimestampOf(time_ns_);
  const std::string update = piece_.SerializeAsString();
  piece_.Clear();
  piece_bytes_ = 0;
  writer_.Write(channels_[pieces_++], time_ns_, update);
}

}  // namespace collision2d::planner
