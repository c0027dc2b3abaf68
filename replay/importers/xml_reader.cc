#include "replay/importers/xml_reader.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/io/text.h"

namespace collision2d::planner {
namespace {

// The number of characters of outside text that a message shows.
constexpr size_t kShownCharacters = 60;

std::string Shown(absl::string_view text) {
  std::string shown = absl::CHexEscape(text.substr(0, kShownCharacters));
  if (text.size() > kShownCharacters) shown += "...";
  return shown;
}

// One step of a path: the name, and what distinguishes the element from its siblings.
std::string PathStep(pugi::xml_node element) {
  const char* name = element.name();
  if (const pugi::xml_attribute id = element.attribute("id"); id) {
    return absl::StrCat(Shown(name), "[id=", Shown(id.value()), "]");
  }
  int index = 0;
  for (pugi::xml_node s = element.previous_sibling(name); s; s = s.previous_sibling(name)) ++index;
  if (index == 0 && !element.next_sibling(name)) return Shown(name);
  return absl::StrCat(Shown(name), "[", index, "]");
}

}  // namespace

XmlElement XmlElement::child(const char* name) const {
  const pugi::xml_node child = node_.child(name);
  if (child && marks_ != nullptr) marks_->insert(child.hash_value());
  return {child, marks_};
}

std::vector<XmlElement> XmlElement::children(std::initializer_list<absl::string_view> names) const {
  std::vector<XmlElement> children;
  for (const pugi::xml_node child : node_.children()) {
    if (child.type() != pugi::node_element) continue;
    if (names.size() > 0 && std::find(names.begin(), names.end(), child.name()) == names.end()) continue;
    if (marks_ != nullptr) marks_->insert(child.hash_value());
    children.emplace_back(child, marks_);
  }
  return children;
}

std::map<std::string, int64_t> UnreadElements(pugi::xml_node root, const XmlElement::Marks& marks,
                                              std::initializer_list<absl::string_view> but) {
  std::map<std::string, int64_t> unread;
  std::vector<pugi::xml_node> open = {root};
  absl::flat_hash_set<absl::string_view> names;
  while (!open.empty()) {
    const pugi::xml_node parent = open.back();
    open.pop_back();
    names.clear();
    for (const pugi::xml_attribute attribute : parent.attributes()) {
      if (!names.insert(attribute.name()).second) ++unread[absl::StrCat("attribute ", attribute.name())];
    }
    for (const pugi::xml_node child : parent.children()) {
      if (child.type() != pugi::node_element) continue;
      if (std::find(but.begin(), but.end(), child.name()) != but.end()) continue;
      if (marks.contains(child.hash_value())) {
        open.push_back(child);
      } else {
        ++unread[child.name()];
      }
    }
  }
  return unread;
}

absl::Status ParseXml(absl::string_view xml, pugi::xml_document& document) {
  const pugi::xml_parse_result parsed = document.load_buffer(xml.data(), xml.size());
  if (!parsed) {
    return absl::InvalidArgumentError(
        absl::StrFormat("not well-formed XML: %s, at byte %d of %d", parsed.description(), parsed.offset, xml.size()));
  }
  // Comments and text outside of elements are no nodes.
  const pugi::xml_node other = document.document_element().next_sibling();
  if (!other) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("not well-formed XML: a second root element, ", Quoted(other.name())));
}

std::string ElementPath(XmlElement element) {
  std::vector<std::string> steps;
  for (pugi::xml_node node = element.node(); node.type() == pugi::node_element; node = node.parent()) {
    steps.push_back(PathStep(node));
  }
  if (steps.size() > 1) steps.pop_back();  // The root element adds no information.
  std::reverse(steps.begin(), steps.end());
  return absl::StrJoin(steps, ".");
}

absl::Status ElementError(XmlElement element, absl::string_view message) {
  return absl::InvalidArgumentError(absl::StrCat(ElementPath(element), ": ", message));
}

std::string Quoted(absl::string_view text) { return absl::StrCat("\"", Shown(text), "\""); }

absl::StatusOr<XmlElement> RequiredChild(XmlElement parent, const char* name) {
  const XmlElement child = parent.child(name);
  if (!child) return ElementError(parent, absl::StrCat("element ", name, " is missing"));
  return child;
}

absl::StatusOr<std::string> ReadText(XmlElement element) {
  std::string text;
  for (const pugi::xml_node node : element.node().children()) {
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) text += node.value();
  }
  if (!IsValidUtf8(text)) return ElementError(element, absl::StrCat(Quoted(text), " is not valid UTF-8"));
  return std::string(absl::StripAsciiWhitespace(text));
}

absl::StatusOr<std::string> ReadAttribute(XmlElement element, const char* name) {
  const pugi::xml_attribute attribute = element.node().attribute(name);
  if (!attribute) return ElementError(element, absl::StrCat("attribute ", name, " is missing"));
  const absl::string_view value = absl::StripAsciiWhitespace(attribute.value());
  if (value.empty()) return ElementError(element, absl::StrCat("attribute ", name, " is empty"));
  if (!IsValidUtf8(value)) {
    return ElementError(element, absl::StrCat("attribute ", name, ": ", Quoted(value), " is not valid UTF-8"));
  }
  return std::string(value);
}

absl::StatusOr<double> ParseNumber(absl::string_view text) {
  double value = 0.0;
  // SimpleAtod accepts words like "nan" and returns infinity for numbers that are too large.
  if (!absl::SimpleAtod(text, &value)) return absl::InvalidArgumentError(Quoted(text) + " is not a number");
  if (!std::isfinite(value)) return absl::InvalidArgumentError(Quoted(text) + " is not finite");
  return value;
}

absl::StatusOr<double> ReadNumber(XmlElement element) {
  ASSIGN_OR_RETURN(const std::string text, ReadText(element));
  const absl::StatusOr<double> value = ParseNumber(text);
  if (!value.ok()) return ElementError(element, value.status().message());
  return *value;
}

absl::StatusOr<double> ReadMeters(XmlElement element) {
  const absl::StatusOr<double> value = ReadNumber(element);
  if (value.ok() && std::abs(*value) > kMaxCoordinate_m) {
    return ElementError(element, absl::StrFormat("%.17g m is beyond the limit of %g m", *value, kMaxCoordinate_m));
  }
  return value;
}

absl::StatusOr<double> ReadPositiveMeters(XmlElement parent, const char* name) {
  ASSIGN_OR_RETURN(const XmlElement child, RequiredChild(parent, name));
  const absl::StatusOr<double> value = ReadMeters(child);
  if (value.ok() && !(*value > 0.0)) return ElementError(child, absl::StrFormat("%.17g m is not positive", *value));
  return value;
}

absl::StatusOr<Vec2> ReadPoint(XmlElement element) {
  Vec2 point;
  for (const auto& [name, coordinate] : {std::pair("x", &point.x), std::pair("y", &point.y)}) {
    ASSIGN_OR_RETURN(const XmlElement child, RequiredChild(element, name));
    ASSIGN_OR_RETURN(*coordinate, ReadMeters(child));
  }
  return point;
}

absl::StatusOr<UncertainNumber> ReadUncertainNumber(XmlElement element) {
  if (const XmlElement exact = element.child("exact"); exact) {
    ASSIGN_OR_RETURN(const double value, ReadNumber(exact));
    return UncertainNumber{value, value};
  }
  if (!element.child("intervalStart")) {
    return ElementError(element, "element exact or intervalStart is missing");
  }
  ASSIGN_OR_RETURN(const double low, ReadNumber(element.child("intervalStart")));
  ASSIGN_OR_RETURN(const XmlElement end, RequiredChild(element, "intervalEnd"));
  ASSIGN_OR_RETURN(const double high, ReadNumber(end));
  if (low > high) {
    return ElementError(element, absl::StrFormat("intervalStart %.17g is greater than intervalEnd %.17g", low, high));
  }
  return UncertainNumber{low, high};
}

}  // namespace collision2d::planner
