#include "planner_adapter/scene/polyline_from_proto.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/field_path.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/shape_from_proto.h"
#include "proto/scene.pb.h"
#include "proto/trajectory.pb.h"

namespace collision2d::planner {

std::vector<Vec2> PolylineFromProto(const google::protobuf::RepeatedPtrField<proto::Point>& points, Vec2 origin,
                                    const FieldPath& path, absl::string_view name, FieldChecker& checker) {
  std::vector<Vec2> result;
  if (points.size() == 1) checker.Fail(path.Field(name), "one point; none or at least two are needed");
  result.reserve(points.size());
  for (int i = 0; i < points.size() && checker.ok(); ++i) {
    const FieldPath element = path.Element(name, i);
    const Vec2 point = PointFromProto(points[i], origin, element, checker);
    if (i > 0 && point == result.back()) {
      checker.Fail(element, absl::StrCat("(", FormatNumber(points[i].x()), ", ", FormatNumber(points[i].y()),
                                         ") repeats ", name, "[", i - 1, "]"));
    }
    result.push_back(point);
  }
  return result;
}

std::vector<RoadLine> RoadLinesFromProto(const google::protobuf::RepeatedPtrField<proto::RoadLine>& lines, Vec2 origin,
                                         const FieldPath& path, absl::string_view name, FieldChecker& checker) {
  std::vector<RoadLine> result;
  result.reserve(lines.size());
  for (int i = 0; i < lines.size() && checker.ok(); ++i) {
    const FieldPath element = path.Element(name, i);
    checker.NoUnknownFields(element, lines[i]);
    checker.Name(element.Field("id"), lines[i].id());
    if (lines[i].points_size() < 2) {
      checker.Fail(element.Field("points"), absl::StrCat(lines[i].points_size(), " points; at least 2 are needed"));
    }
    result.push_back({lines[i].id(), PolylineFromProto(lines[i].points(), origin, element, "points", checker)});
  }
  return result;
}

}  // namespace collision2d::planner
