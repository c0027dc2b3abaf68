#include "replay/importers/xml_reader.h"

#include <map>
#include <pugixml.hpp>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"

namespace collision2d::planner {
namespace {

// The document of an XML text; the test fails if it is not well-formed.
pugi::xml_document Parse(const std::string& xml) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(xml.c_str()));
  return document;
}

TEST(ElementPathTest, TellsTheElementFromItsSiblings) {
  const pugi::xml_document document =
      Parse("<r><o id=\"4\"/><o id=\"7\"><s><x>1</x></s><s><x>2</x></s><t><x>3</x></t></o></r>");
  const pugi::xml_node o = document.document_element().last_child();
  EXPECT_EQ(ElementPath(o.child("s").next_sibling().child("x")), "o[id=7].s[1].x");
  EXPECT_EQ(ElementPath(o.child("s").child("x")), "o[id=7].s[0].x");
  EXPECT_EQ(ElementPath(o.child("t").child("x")), "o[id=7].t.x");
  EXPECT_EQ(ElementPath(document.document_element()), "r");
}

TEST(UnreadElementsTest, AreThoseThatWereNotReturned) {
  const pugi::xml_document document = Parse("<r><a><b><c/></b><b/><d/>text</a><a/><e><f/></e><g><h/></g><e/></r>");
  XmlElement::Marks marks;
  const XmlElement root(document.document_element(), &marks);
  using Counts = std::map<std::string, int64_t>;
  EXPECT_EQ(UnreadElements(root.node(), marks, {}), (Counts{{"a", 2}, {"e", 2}, {"g", 1}}));
  EXPECT_EQ(root.child("a").children({"b", "x"}).size(), 2u);
  EXPECT_FALSE(root.child("x"));
  EXPECT_EQ(UnreadElements(root.node(), marks, {"g"}), (Counts{{"a", 1}, {"c", 1}, {"d", 1}, {"e", 2}}));
  EXPECT_EQ(root.children().size(), 5u);
  EXPECT_EQ(UnreadElements(root.node(), marks, {}), (Counts{{"c", 1}, {"d", 1}, {"f", 1}, {"h", 1}}));
}

TEST(UnreadElementsTest, EndsOnDeepNestingAndManyAttributes) {
  std::string xml = "<r";
  for (int i = 0; i < 100000; ++i) xml += absl::StrCat(" a", i, "='1'");
  xml += " a7='2'>";
  for (int i = 0; i < 100000; ++i) xml += "<s>";
  for (int i = 0; i < 100000; ++i) xml += "</s>";
  const pugi::xml_document document = Parse(xml + "</r>");
  XmlElement::Marks marks;
  for (XmlElement e(document.document_element(), &marks); e;) e = e.child("s");
  EXPECT_EQ(UnreadElements(document.document_element(), marks, {}),
            (std::map<std::string, int64_t>{{"attribute a7", 1}}));
}

TEST(QuotedTest, IsPrintableAndShort) {
  EXPECT_EQ(Quoted("a\n\x01\xff"), "\"a\\n\\x01\\xff\"");
  EXPECT_EQ(Quoted(std::string(1000, 'a')), "\"" + std::string(60, 'a') + "...\"");
}

TEST(ParseNumberTest, TakesWholeFiniteNumbersOnly) {
  EXPECT_EQ(ParseNumber("-1.5e3").value(), -1500.0);
  EXPECT_EQ(ParseNumber("0.1").value(), 0.1);
  const struct {
    const char* text;
    const char* message;
  } cases[] = {
      {"", "\"\" is not a number"},         {"abc", "\"abc\" is not a number"},
      {"1,5", "\"1,5\" is not a number"},   {"1.0 2.0", "\"1.0 2.0\" is not a number"},
      {"1e999", "\"1e999\" is not finite"}, {"NaN", "\"NaN\" is not finite"},
      {"-inf", "\"-inf\" is not finite"},
  };
  for (const auto& test : cases) {
    const absl::StatusOr<double> value = ParseNumber(test.text);
    ASSERT_FALSE(value.ok()) << test.text;
    EXPECT_EQ(value.status().message(), test.message);
  }
}

TEST(ReadTest, ReadsTextNumbersAndPoints) {
  const pugi::xml_document document = Parse(
      "<r><n> \n 2.5 </n><split>1<!-- comment -->2<![CDATA[3]]></split><beside>4<z>5</z>6</beside>"
      "<p><x>1</x><y>-2e3</y><z>9</z></p><e a=\" 7 \" b=\"\"/></r>");
  const pugi::xml_node root = document.document_element();
  EXPECT_EQ(ReadNumber(root.child("n")).value(), 2.5);
  EXPECT_EQ(ReadNumber(root.child("split")).value(), 123.0);
  EXPECT_EQ(ReadText(root.child("beside")).value(), "46");
  EXPECT_EQ(ReadPoint(root.child("p")).value(), (Vec2{1.0, -2000.0}));
  EXPECT_EQ(ReadAttribute(root.child("e"), "a").value(), "7");
  EXPECT_EQ(ReadAttribute(root.child("e"), "b").status().message(), "e: attribute b is empty");
  EXPECT_EQ(ReadAttribute(root.child("e"), "c").status().message(), "e: attribute c is missing");
  EXPECT_EQ(RequiredChild(root, "q").status().message(), "r: element q is missing");
}

TEST(ReadTest, NamesTheElementAndTheValue) {
  const pugi::xml_document document = Parse(
      "<r><p><x>abc</x><y>0</y></p><p><x>0</x><y>2e8</y></p><p><x>0</x></p>"
      "<c><radius>-1</radius></c><c><radius>0</radius></c><c/></r>");
  pugi::xml_node p = document.document_element().first_child();
  EXPECT_EQ(ReadPoint(p).status().message(), "p[0].x: \"abc\" is not a number");
  p = p.next_sibling();
  EXPECT_EQ(ReadPoint(p).status().message(), "p[1].y: 200000000 m is beyond the limit of 1e+08 m");
  p = p.next_sibling();
  EXPECT_EQ(ReadPoint(p).status().message(), "p[2]: element y is missing");
  pugi::xml_node c = p.next_sibling();
  EXPECT_EQ(ReadPositiveMeters(c, "radius").status().message(), "c[0].radius: -1 m is not positive");
  c = c.next_sibling();
  EXPECT_EQ(ReadPositiveMeters(c, "radius").status().message(), "c[1].radius: 0 m is not positive");
  c = c.next_sibling();
  EXPECT_EQ(ReadPositiveMeters(c, "radius").status().message(), "c[2]: element radius is missing");
}

TEST(ReadTest, RefusesTextThatIsNotUtf8) {
  for (const std::string bad : {"\xff", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "a\xc3"}) {
    const pugi::xml_document document = Parse("<r a=\"" + bad + "\"><t>" + bad + "</t></r>");
    EXPECT_FALSE(ReadText(document.document_element().child("t")).ok());
    EXPECT_FALSE(ReadAttribute(document.document_element(), "a").ok());
  }
  const pugi::xml_document document = Parse(
      "<r>Stra\xc3\x9f"
      "e \xe2\x82\xac \xf0\x9f\x9a\x97</r>");
  EXPECT_EQ(ReadText(document.document_element()).value(),
            "Stra\xc3\x9f"
            "e \xe2\x82\xac \xf0\x9f\x9a\x97");
}

TEST(ReadUncertainNumberTest, ReadsExactValuesAndIntervals) {
  const pugi::xml_document document = Parse(
      "<r><a><exact>2</exact></a><a><intervalStart>1</intervalStart><intervalEnd>4</intervalEnd></a>"
      "<a><intervalStart>4</intervalStart><intervalEnd>1</intervalEnd></a><a/>"
      "<a><intervalStart>4</intervalStart></a></r>");
  pugi::xml_node a = document.document_element().first_child();
  EXPECT_TRUE(ReadUncertainNumber(a).value().exact());
  EXPECT_EQ(ReadUncertainNumber(a).value().middle(), 2.0);
  a = a.next_sibling();
  EXPECT_EQ(ReadUncertainNumber(a).value().low, 1.0);
  EXPECT_EQ(ReadUncertainNumber(a).value().high, 4.0);
  EXPECT_EQ(ReadUncertainNumber(a).value().middle(), 2.5);
  a = a.next_sibling();
  EXPECT_EQ(ReadUncertainNumber(a).status().message(), "a[2]: intervalStart 4 is greater than intervalEnd 1");
  a = a.next_sibling();
  EXPECT_EQ(ReadUncertainNumber(a).status().message(), "a[3]: element exact or intervalStart is missing");
  a = a.next_sibling();
  EXPECT_EQ(ReadUncertainNumber(a).status().message(), "a[4]: element intervalEnd is missing");
}

}  // namespace
}  // namespace collision2d::planner
