#include "planner_adapter/replay_mcap/scene_update.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "collision2d/io/text.h"
#include "google/protobuf/duration.pb.h"
#include "google/protobuf/timestamp.pb.h"

namespace collision2d::planner {
namespace {

using foxglove::LinePrimitive;
using foxglove::SceneEntity;
using foxglove::SceneUpdate;
using foxglove::TriangleListPrimitive;

constexpr size_t kMostPieceBytes = size_t{2} << 20;
constexpr double kChordError_m = 0.01;
constexpr double kOutlinePixels = 1.5;

void AppendVarint(uint64_t value, std::string* bytes) {
  for (; value >= 0x80; value >>= 7) bytes->push_back(static_cast<char>(value | 0x80));
  bytes->push_back(static_cast<char>(value));
}

// Appends a field of bytes, text or a serialized message.
void AppendField(int number, absl::string_view content, std::string* bytes) {
  AppendVarint(static_cast<uint64_t>(number) << 3 | 2, bytes);
  AppendVarint(content.size(), bytes);
  bytes->append(content.data(), content.size());
}

// Appends a field of a Point3, without z if that is 0.
void AppendPoint(int number, double x, double y, double z, std::string* bytes) {
  const char size = z == 0.0 ? 18 : 27;
  std::array<char, 29> field = {static_cast<char>(number << 3 | 2), size};
  char* at = field.data() + 2;
  char tag = 0x09;
  for (const double value : {x, y, z}) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    *at++ = tag;
    for (int i = 0; i < 8; ++i) *at++ = static_cast<char>(bits >> (8 * i));
    tag = static_cast<char>(tag + 8);
  }
  bytes->append(field.data(), static_cast<size_t>(2 + size));
}

void SetColor(DrawingColor color, foxglove::Color* out) {
  out->set_r((color.rgb >> 16 & 0xff) / 255.0);
  out->set_g((color.rgb >> 8 & 0xff) / 255.0);
  out->set_b((color.rgb & 0xff) / 255.0);
  out->set_a(color.alpha);
}

foxglove::Pose PoseAt(Vec2 position, double z_m) {
  foxglove::Pose pose;
  SetFoxglovePose({0.0, position, 0.0, z_m}, 0.0, &pose);
  return pose;
}

// The boundary of a shape, counter-clockwise.
std::vector<Vec2> OutlineOf(const ConvexPolygon& shape) {
  const absl::Span<const Vec2> vertices = shape.vertices();
  const size_t n = vertices.size();
  // What has no extent would not be seen.
  const double radius_m = n == 1 ? std::max(shape.radius_m(), kChordError_m) : shape.radius_m();
  if (radius_m == 0.0) return {vertices.begin(), vertices.end()};
  constexpr double kFullTurn = 2.0 * M_PI;
  const double step = std::max(2.0 * std::acos(std::max(0.0, 1.0 - kChordError_m / radius_m)), kFullTurn / 256);
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

void AddTriangle(size_t a, size_t b, size_t c, TriangleListPrimitive& list) {
  for (const size_t index : {a, b, c}) list.add_indices(static_cast<uint32_t>(index));
}

// Appends a line, raised by lift_m, to the bytes of an entity; append_points(bytes) appends its
// points.
template <typename AppendPoints>
void AppendLine(double lift_m, DrawingColor color, double width, const AppendPoints& append_points,
                std::string* bytes) {
  LinePrimitive line;
  SetFoxglovePose({}, lift_m, line.mutable_pose());
  line.set_thickness(width);
  line.set_scale_invariant(true);
  SetColor(color, line.mutable_color());
  std::string content = line.SerializeAsString();
  append_points(&content);
  AppendField(SceneEntity::kLinesFieldNumber, content, bytes);
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

void SetFoxglovePose(const TimedPose& pose, double lift_m, foxglove::Pose* out) {
  out->mutable_position()->set_x(pose.position.x);
  out->mutable_position()->set_y(pose.position.y);
  out->mutable_position()->set_z(pose.z_m + lift_m);
  const double cy = std::cos(pose.yaw_rad / 2), sy = std::sin(pose.yaw_rad / 2);
  const double cp = std::cos(pose.pitch_rad / 2), sp = std::sin(pose.pitch_rad / 2);
  const double cr = std::cos(pose.roll_rad / 2), sr = std::sin(pose.roll_rad / 2);
  foxglove::Quaternion& q = *out->mutable_orientation();
  q.set_x(cy * cp * sr - sy * sp * cr);
  q.set_y(cy * sp * cr + sy * cp * sr);
  q.set_z(sy * cp * cr - cy * sp * sr);
  q.set_w(cy * cp * cr + sy * sp * sr);
}

DrawnShape Draw(const ConvexPolygon& shape, const solid::ZSpan* height, DrawingColor color) {
  const std::vector<Vec2> outline = OutlineOf(shape);
  const size_t n = outline.size();
  const double top_m = height == nullptr ? 0.0 : height->z_max_m;
  TriangleListPrimitive surface;
  SetColor(color, surface.mutable_color());
  for (size_t i = 1; i + 1 < n; ++i) AddTriangle(0, i, i + 1, surface);
  if (height != nullptr) {
    // The walls down to the points of the lower end.
    for (size_t i = 0, last = n - 1; i < n; last = i++) {
      AddTriangle(last, n + last, n + i, surface);
      AddTriangle(last, n + i, i, surface);
    }
  }
  LinePrimitive line;
  line.set_type(LinePrimitive::LINE_LOOP);
  line.set_thickness(kOutlinePixels);
  line.set_scale_invariant(true);
  SetColor({color.rgb, 1.0}, line.mutable_color());
  DrawnShape drawn = {surface.SerializeAsString(), line.SerializeAsString()};
  for (const Vec2 point : outline) {
    AppendPoint(TriangleListPrimitive::kPointsFieldNumber, point.x, point.y, top_m, &drawn.surface);
    AppendPoint(LinePrimitive::kPointsFieldNumber, point.x, point.y, top_m, &drawn.outline);
  }
  if (height == nullptr) return drawn;
  for (const Vec2 point : outline) {
    AppendPoint(TriangleListPrimitive::kPointsFieldNumber, point.x, point.y, height->z_min_m, &drawn.surface);
  }
  return drawn;
}

DrawnShape Draw(const solid::ConvexMesh& polytope, DrawingColor color) {
  TriangleListPrimitive surface;
  SetColor(color, surface.mutable_color());
  for (const auto& triangle : polytope.Triangles()) {
    AddTriangle(static_cast<size_t>(triangle[0]), static_cast<size_t>(triangle[1]), static_cast<size_t>(triangle[2]),
                surface);
  }
  DrawnShape drawn = {surface.SerializeAsString(), ""};
  for (const solid::Vec3& point : polytope.vertices()) {
    AppendPoint(TriangleListPrimitive::kPointsFieldNumber, point.x, point.y, point.z, &drawn.surface);
  }
  return drawn;
}

DrawnEntity::DrawnEntity(uint64_t time_ns, absl::string_view id,
                         absl::Span<const std::pair<absl::string_view, std::string>> metadata) {
  AppendField(SceneEntity::kTimestampFieldNumber, TimestampOf(time_ns).SerializeAsString(), &bytes_);
  AppendField(SceneEntity::kFrameIdFieldNumber, kSceneFrame, &bytes_);
  AppendField(SceneEntity::kIdFieldNumber, ValidUtf8(id), &bytes_);
  for (const auto& [key, value] : metadata) {
    std::string pair;
    AppendField(foxglove::KeyValuePair::kKeyFieldNumber, key, &pair);
    AppendField(foxglove::KeyValuePair::kValueFieldNumber, ValidUtf8(value), &pair);
    AppendField(SceneEntity::kMetadataFieldNumber, pair, &bytes_);
  }
}

void DrawnEntity::AddShape(const DrawnShape& shape, absl::string_view pose) {
  std::string content = shape.surface;
  AppendField(TriangleListPrimitive::kPoseFieldNumber, pose, &content);
  AppendField(SceneEntity::kTrianglesFieldNumber, content, &bytes_);
  if (shape.outline.empty()) return;
  content = shape.outline;
  AppendField(LinePrimitive::kPoseFieldNumber, pose, &content);
  AppendField(SceneEntity::kLinesFieldNumber, content, &bytes_);
}

void DrawnEntity::AddLine(absl::Span<const Vec2> points, double z_m, DrawingColor color, double width) {
  const auto append = [&](std::string* line) {
    for (const Vec2 point : points) AppendPoint(LinePrimitive::kPointsFieldNumber, point.x, point.y, 0.0, line);
  };
  AppendLine(z_m, color, width, append, &bytes_);
}

void DrawnEntity::AddMotion(absl::Span<const TimedPose> poses, double lift_m, DrawingColor color, double width) {
  const auto append = [&](std::string* line) {
    for (const TimedPose& pose : poses) {
      AppendPoint(LinePrimitive::kPointsFieldNumber, pose.position.x, pose.position.y, pose.z_m, line);
    }
  };
  AppendLine(lift_m, color, width, append, &bytes_);
}

void DrawnEntity::AddBall(Vec2 center, double z_m, double diameter_m, DrawingColor color) {
  foxglove::SpherePrimitive ball;
  *ball.mutable_pose() = PoseAt(center, z_m);
  ball.mutable_size()->set_x(diameter_m);
  ball.mutable_size()->set_y(diameter_m);
  ball.mutable_size()->set_z(diameter_m);
  SetColor(color, ball.mutable_color());
  AppendField(SceneEntity::kSpheresFieldNumber, ball.SerializeAsString(), &bytes_);
}

void DrawnEntity::AddText(Vec2 at, double z_m, absl::string_view text, DrawingColor color) {
  foxglove::TextPrimitive primitive;
  *primitive.mutable_pose() = PoseAt(at, z_m);
  primitive.set_billboard(true);
  primitive.set_scale_invariant(true);
  primitive.set_font_size(14);
  primitive.set_text(ValidUtf8(text));
  SetColor(color, primitive.mutable_color());
  AppendField(SceneEntity::kTextsFieldNumber, primitive.SerializeAsString(), &bytes_);
}

void DrawnTopic::Begin(uint64_t time_ns) {
  time_ns_ = time_ns;
  pieces_ = 0;
  piece_.clear();
}

absl::Status DrawnTopic::Add(const DrawnEntity& entity) {
  if (!piece_.empty() && piece_.size() + entity.bytes().size() > kMostPieceBytes) {
    if (absl::Status status = WritePiece(); !status.ok()) return status;
  }
  AppendField(SceneUpdate::kEntitiesFieldNumber, entity.bytes(), &piece_);
  return absl::OkStatus();
}

absl::Status DrawnTopic::End() {
  absl::Status status = WritePiece();
  // What the last update had on further topics is deleted.
  const size_t pieces = pieces_;
  while (status.ok() && pieces_ < last_pieces_) status = WritePiece();
  last_pieces_ = pieces;
  return status;
}

absl::Status DrawnTopic::WritePiece() {
  if (pieces_ == channels_.size()) {
    const std::string topic = pieces_ == 0 ? topic_ : absl::StrCat(topic_, "/", pieces_);
    channels_.push_back(writer_.AddChannel(topic, "foxglove.SceneUpdate", FoxgloveFiles()));
  }
  foxglove::SceneEntityDeletion deletion;
  deletion.set_type(foxglove::SceneEntityDeletion::ALL);
  *deletion.mutable_timestamp() = TimestampOf(time_ns_);
  std::string update;
  AppendField(SceneUpdate::kDeletionsFieldNumber, deletion.SerializeAsString(), &update);
  update += piece_;
  piece_.clear();
  return writer_.Write(channels_[pieces_++], time_ns_, update);
}

}  // namespace collision2d::planner
