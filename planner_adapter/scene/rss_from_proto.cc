#include "planner_adapter/scene/rss_from_proto.h"

#include "planner_adapter/scene/scene_limits.h"

namespace collision2d::planner {

RssParameters RssFromProto(const proto::RssParameters& proto, const FieldPath& path, FieldChecker& checker) {
  checker.NoUnknownFields(path, proto);
  RssParameters rss;
  const auto not_negative = [&](bool is_set, double value, const char* name, double limit, const char* unit,
                                double* out) {
    if (!is_set) return;
    checker.NotNegative(path.Field(name), value, limit, unit);
    *out = value;
  };
  const auto positive = [&](bool is_set, double value, const char* name, double* out) {
    if (!is_set) return;
    checker.Positive(path.Field(name), value, kMaxAcceleration_mps2, "m/s^2");
    *out = value;
  };
  not_negative(proto.has_response_time_s(), proto.response_time_s(), "response_time_s", kMaxTime_s, "s",
               &rss.response_time_s);
  not_negative(proto.has_max_acceleration_mps2(), proto.max_acceleration_mps2(), "max_acceleration_mps2",
               kMaxAcceleration_mps2, "m/s^2", &rss.max_acceleration_mps2);
  positive(proto.has_min_braking_mps2(), proto.min_braking_mps2(), "min_braking_mps2", &rss.min_braking_mps2);
  positive(proto.has_min_braking_correct_mps2(), proto.min_braking_correct_mps2(), "min_braking_correct_mps2",
           &rss.min_braking_correct_mps2);
  positive(proto.has_max_braking_mps2(), proto.max_braking_mps2(), "max_braking_mps2", &rss.max_braking_mps2);
  not_negative(proto.has_max_lateral_acceleration_mps2(), proto.max_lateral_acceleration_mps2(),
               "max_lateral_acceleration_mps2", kMaxAcceleration_mps2, "m/s^2", &rss.max_lateral_acceleration_mps2);
  positive(proto.has_min_lateral_braking_mps2(), proto.min_lateral_braking_mps2(), "min_lateral_braking_mps2",
           &rss.min_lateral_braking_mps2);
  not_negative(proto.has_lateral_fluctuation_m(), proto.lateral_fluctuation_m(), "lateral_fluctuation_m",
               kMaxDistanceFromOrigin_m, "m", &rss.lateral_fluctuation_m);
  return rss;
}

}  // namespace collision2d::planner
