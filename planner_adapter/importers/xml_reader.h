#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_XML_READER_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_XML_READER_H_

#include <pugixml.hpp>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"

// Typed access to the elements of an XML document, with errors (InvalidArgument) that name the element and the value:
// `obstacle[id=42].trajectory.state[3].position.point.x: "abc" is not a number`.
namespace collision2d::planner {

// Where an element is below the document's root element: names joined by dots; an element with an id attribute is told
// by it, one with siblings of the same name by its index among them. The root element alone: its name.
std::string ElementPath(pugi::xml_node element);

// `path: message` for the element.
absl::Status ElementError(pugi::xml_node element, absl::string_view message);

// Text from outside made fit for a message: printable, quoted, shortened.
std::string Quoted(absl::string_view text);

// The first child with this name.
// Error: there is none.
absl::StatusOr<pugi::xml_node> RequiredChild(pugi::xml_node parent, const char* name);

// The element's own text, all of it, without white space around it.
// Error: not valid UTF-8.
absl::StatusOr<std::string> ReadText(pugi::xml_node element);

// The attribute's value without white space around it.
// Errors: missing, empty, not valid UTF-8.
absl::StatusOr<std::string> ReadAttribute(pugi::xml_node element, const char* name);

// The text as a finite number; decimal point and exponent as in C, in every locale.
// Errors: empty, not a number, followed by anything, not finite.
absl::StatusOr<double> ParseNumber(absl::string_view text);

// The element's text as a finite number.
absl::StatusOr<double> ReadNumber(pugi::xml_node element);

// The same in m; also an error: beyond kMaxCoordinate_m.
absl::StatusOr<double> ReadMeters(pugi::xml_node element);

// The child's text in m, > 0. Also errors: no such child, not positive.
absl::StatusOr<double> ReadPositiveMeters(pugi::xml_node parent, const char* name);

// The children x and y in m.
absl::StatusOr<Vec2> ReadPoint(pugi::xml_node element);

// A number that is known exactly (low = high) or to lie in an interval.
struct Interval {
  double low = 0.0;
  double high = 0.0;

  bool exact() const { return low == high; }
  double middle() const { return 0.5 * low + 0.5 * high; }
};

// The child `exact`, or the children `intervalStart` and `intervalEnd`. Errors: neither; start greater than end.
absl::StatusOr<Interval> ReadInterval(pugi::xml_node element);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_XML_READER_H_
