#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <pugixml.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"

// Typed access to the elements of an XML document, with errors (InvalidArgument) that name the
// element and the value: `obstacle[id=42].trajectory.state[3].position.point.x: "abc" is not a
// number`.
namespace collision2d::planner {

// Sets what is declared or named to the value of the expression, a StatusOr, or returns its error.
#define ASSIGN_OR_RETURN(declaration, ...) ASSIGN_OR_RETURN_AT(__LINE__, declaration, __VA_ARGS__)
#define ASSIGN_OR_RETURN_AT(line, declaration, ...) ASSIGN_OR_RETURN_BY(line, declaration, __VA_ARGS__)
#define ASSIGN_OR_RETURN_BY(line, declaration, ...)                        \
  auto status_or_##line = (__VA_ARGS__);                                   \
  if (!status_or_##line.ok()) return std::move(status_or_##line).status(); \
  declaration = *std::move(status_or_##line)

// An element that marks which of its children are read: those that it returns, and no others.
class XmlElement {
 public:
  // The nodes that are read, by their hash values.
  using Marks = absl::flat_hash_set<size_t>;

  // Null if `node` is. Without `marks` nothing is marked. REQUIRES: `marks` outlives the element.
  XmlElement(pugi::xml_node node = {}, Marks* marks = nullptr) : node_(node), marks_(marks) {}

  explicit operator bool() const { return static_cast<bool>(node_); }
  pugi::xml_node node() const { return node_; }
  const char* name() const { return node_.name(); }
  const char* attribute(const char* name) const { return node_.attribute(name).value(); }

  // Returns the first child with this name; null if there is none.
  XmlElement child(const char* name) const;
  // Returns the children with one of these names; without names all.
  std::vector<XmlElement> children(std::initializer_list<absl::string_view> names = {}) const;

 private:
  pugi::xml_node node_;
  Marks* marks_;
};

// Returns how often elements below `root` occur that are not marked, by name, and attributes that
// an element has already, as "attribute x". What is in such an element is passed over, and so are
// elements of the names in `but`. O(elements), without recursion.
std::map<std::string, int64_t> UnreadElements(pugi::xml_node root, const XmlElement::Marks& marks,
                                              std::initializer_list<absl::string_view> but);

// Parses a document with one root element. Entities are not expanded, nothing is fetched, and there
// is no recursion.
// Errors: not well-formed XML, with the byte; a second root element.
absl::Status ParseXml(absl::string_view xml, pugi::xml_document& document);

// Returns the path of an element below the document's root element: names joined by dots. An
// element with an id attribute is identified by it, one with siblings of the same name by its index
// among them. For the root element: its name.
std::string ElementPath(XmlElement element);

// Returns the error `path: message` for the element.
absl::Status ElementError(XmlElement element, absl::string_view message);

// Returns text from outside made safe for a message: printable, quoted, truncated.
std::string Quoted(absl::string_view text);

// Returns the first child with this name.
// Error: there is none.
absl::StatusOr<XmlElement> RequiredChild(XmlElement parent, const char* name);

// Returns the element's own text, all of it, without surrounding white space.
// Error: not valid UTF-8.
absl::StatusOr<std::string> ReadText(XmlElement element);

// Returns the attribute's value without surrounding white space.
// Errors: missing, empty, not valid UTF-8.
absl::StatusOr<std::string> ReadAttribute(XmlElement element, const char* name);

// Parses the text as a finite number, with decimal point and exponent as in C, whatever the locale.
// Errors: empty, not a number, trailing characters, not finite.
absl::StatusOr<double> ParseNumber(absl::string_view text);

// Reads the element's text as a finite number.
absl::StatusOr<double> ReadNumber(XmlElement element);

// Reads the element's text as a length in m. Also an error: beyond kMaxCoordinate_m.
absl::StatusOr<double> ReadMeters(XmlElement element);

// Reads the child's text as a length in m, > 0. Also errors: no such child, not positive.
absl::StatusOr<double> ReadPositiveMeters(XmlElement parent, const char* name);

// Reads the children x and y in m.
absl::StatusOr<Vec2> ReadPoint(XmlElement element);

// A number that is known exactly (low = high) or known to be in an interval.
struct UncertainNumber {
  double low = 0.0;
  double high = 0.0;

  bool exact() const { return low == high; }
  double middle() const { return 0.5 * low + 0.5 * high; }
};

// Reads the child `exact`, or the children `intervalStart` and `intervalEnd`. Errors: neither;
// start greater than end.
absl::StatusOr<UncertainNumber> ReadUncertainNumber(XmlElement element);

}  // namespace collision2d::planner
