#include "python/src/messages.h"

#include <google/protobuf/descriptor.h>

#include <string>

#include "absl/strings/ascii.h"
#include "collision2d/v1/trajectory.pb.h"
#include "python/src/poses.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

py::object FromField(const Message& message, const FieldDescriptor* field) {
  const Reflection& reflection = *message.GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return py::int_(reflection.GetInt32(message, field));
    case FieldDescriptor::CPPTYPE_INT64:
      return py::int_(reflection.GetInt64(message, field));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return py::float_(reflection.GetDouble(message, field));
    case FieldDescriptor::CPPTYPE_BOOL:
      return py::bool_(reflection.GetBool(message, field));
    case FieldDescriptor::CPPTYPE_ENUM:
      return py::str(absl::AsciiStrToLower(reflection.GetEnum(message, field)->name()));
    case FieldDescriptor::CPPTYPE_STRING:
      return py::str(reflection.GetString(message, field));
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return FromMessage(reflection.GetMessage(message, field));
    default:
      throw std::logic_error("a field of a type that verdicts do not have: " + field->full_name());
  }
}

py::object FromRepeated(const Message& message, const FieldDescriptor* field) {
  const Reflection& reflection = *message.GetReflection();
  py::tuple values(reflection.FieldSize(message, field));
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = FromMessage(reflection.GetRepeatedMessage(message, field, static_cast<int>(i)));
  }
  return std::move(values);
}

}  // namespace

py::object FromMessage(const Message& message) {
  if (message.GetDescriptor() == v1::Point::descriptor()) {
    const auto& point = static_cast<const v1::Point&>(message);
    return TupleOf(Vec2{point.x(), point.y()});
  }
  const google::protobuf::Descriptor& descriptor = *message.GetDescriptor();
  py::tuple values(descriptor.field_count());
  for (int i = 0; i < descriptor.field_count(); ++i) {
    const FieldDescriptor* field = descriptor.field(i);
    if (field->is_repeated()) {
      values[i] = FromRepeated(message, field);
    } else if (field->has_presence() && !message.GetReflection()->HasField(message, field)) {
      values[i] = py::none();
    } else {
      values[i] = FromField(message, field);
    }
  }
  return py::module_::import("collision2d.verdicts").attr(descriptor.name().c_str())(*values);
}

}  // namespace collision2d::python
