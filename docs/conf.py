# Sphinx's configuration of the documentation site. tools/docs.sh runs it in the root of the tree,
# so that links between pages and files work on the site as they do between the files.
import dataclasses
import re
from pathlib import Path
from xml.etree import ElementTree

import furo
from sphinx.domains.cpp import CPPDomain

root = Path(__file__).resolve().parent.parent
project = "collision2d"
copyright = "the authors of collision2d"
version = release = re.search(r'kVersion\[\] = "([^"]+)"', (root / "collision2d/version.h").read_text())[1]
extensions = ["myst_parser", "breathe", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/**.md"]
# Sphinx walks every folder that is not excluded, Bazel's links with their many files too.
exclude_patterns = ["bazel-*", "**/bazel-*", "out", ".tools", ".git"]
root_doc = "README"

html_theme = "furo"
html_title = f"collision2d {release}"
html_static_path = ["site.css", "/usr/share/javascript/normalize.css/normalize.css"]
html_css_files = ["site.css"]
html_copy_source = False
# Guides before names of the reference.
html_search_scorer = "docs/search_scorer.js"
# Debian's Furo has lost two things on its way through other tools: its script imports another one
# although it is no module (tools/docs.sh removes that line), and dark colors are those of the
# button alone, not of the reader's system.
html_js_files = ["scripts/gumshoe-patched.js"]
styles = (Path(furo.__file__).parent / "theme/furo/static/styles/furo.css").read_text(encoding="utf-8")
dark = re.search(r'body\[data-theme="dark"\] \{([^}]+)\}', styles)[1]
html_theme_options = {"dark_css_variables": dict(re.findall(r"--([\w-]+): ([^;]+);", dark))}
highlight_language = "none"
pygments_style, pygments_dark_style = "friendly", "monokai"

myst_heading_anchors = 4
breathe_projects = {"collision2d": str(root / "out/docs/doxygen/xml")}
breathe_default_project = "collision2d"
breathe_default_members = ("members",)
breathe_show_include = False
toc_object_entries = False
autodoc_member_order = "groupwise"
autodoc_typehints = "none"
napoleon_google_docstring = False
napoleon_custom_sections = ["Returns"]

PAGES = {
    "Start": ["start", "install", "cmake", "integration", "migration", "questions", "glossary"],
    "Guides": ["batch", "motion", "gradients", "python", "commonroad", "ompl", "road", "metrics", "sampling", "solid", "embedded"],
    "Recordings": ["mapping", "importers", "recordings", "replay", "fleet", "capture", "shortcuts"],
    "Reference": [f"reference/{page}" for page in ("pairs", "batch", "planner", "replay", "more", "python")] + ["versions"],
    "Results": ["comparison", "benchmarks", "throughput", "motion_tables", "paper_tables", "solid_tables"],
    "How it works": ["architecture", "numerics", "testing", "safety", "simd", "iterations", "sources"],
    "Project": ["README", "/CHANGELOG", "/CONTRIBUTING", "/SECURITY"],
}


def complete(app, name, source):
    """Adds what only the site has: the tree of pages, and the reference below its lists of headers."""
    text = source[0]
    if name == "README":
        listed = {page for pages in PAGES.values() for page in pages}
        others = {page.stem for page in (root / "docs").glob("*.md")} - listed
        pages_of = {**PAGES, "Guides": PAGES["Guides"] + sorted(others)}
        for caption, pages in pages_of.items():
            entries = "\n".join(page[1:] if page[0] == "/" else f"docs/{page}" for page in pages)
            text += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{entries}\n```\n"
    elif name == "docs/reference/python":
        if app.tags.has("python"):
            text += "\n" + "\n".join(python_reference()) + "\n"
    elif name.startswith("docs/reference/"):
        for header, path in re.findall(r"^- \[([^]]+)\]\(\.\./\.\./([^)]+)\)", text, flags=re.M):
            namespace = "::planner" if path.startswith(("planner_adapter", "replay")) else "::solid" if "/solid/" in path else ""
            namespace += "::input" if header.endswith("scene_input.h") else ""
            text += f"\n## `{header}`\n\n```{{cpp:namespace}} collision2d{namespace}\n```\n"
            text += f"```{{doxygenfile}} {path}\n```\n"
    # A link to a folder makes sense among files only.
    folder = (root / name).parent

    def link(match):
        target = match[2].split("#")[0]
        return match[1] if target and (folder / target).is_dir() else match[0]

    source[0] = re.sub(r"(?<!!)\[([^]]+)\]\(([^)\s:]+)\)", link, text)


def python_reference():
    import collision2d

    # Sphinx looks for the comments of fields in the module that a class names.
    for module in (collision2d._results, collision2d._scenes, collision2d._verdicts):
        for record in filter(dataclasses.is_dataclass, vars(module).values()):
            record.__module__ = module.__name__
    members = [(name, getattr(collision2d, name)) for name in sorted(collision2d.__all__)]
    for title, directive, is_wanted in [
        ("Classes", "class", lambda member: isinstance(member, type)),
        ("Functions", "function", lambda member: callable(member) and not isinstance(member, type)),
    ]:
        yield f"## {title}\n"
        for name in [name for name, member in members if is_wanted(member)]:
            yield f"### `{name}`\n\n```{{eval-rst}}\n.. auto{directive}:: collision2d.{name}"
            yield ("   :members:\n   :undoc-members:\n" if directive == "class" else "") + "```\n"


def members_to_files():
    """Moves what Doxygen lists by namespace to the file that declares it, without private members."""
    xml = root / "out/docs/doxygen/xml"
    files = {}
    for path in xml.glob("*_8h.xml"):
        tree = ElementTree.parse(path)
        files[tree.find("compounddef/location").get("file")] = (path, tree)
    for _, tree in files.values():
        compound = tree.find("compounddef")
        for hidden in [*compound.findall("innernamespace"), *compound.findall("sectiondef[@kind='define']")]:
            compound.remove(hidden)
    for path in xml.glob("namespace*.xml"):
        for section in ElementTree.parse(path).iter("sectiondef"):
            for member in section.iter("memberdef"):
                compound = files[member.find("location").get("file")][1].find("compounddef")
                target = compound.find(f"sectiondef[@kind='{section.get('kind')}']")
                if target is None:
                    # Before the description, as the schema says.
                    target = ElementTree.Element("sectiondef", kind=section.get("kind"))
                    compound.insert(list(compound).index(compound.find("briefdescription")), target)
                target.append(member)
    others = [(path, ElementTree.parse(path)) for kind in ("class", "struct") for path in xml.glob(f"{kind}*.xml")]
    for path, tree in [*files.values(), *others]:
        for compound in tree.iter("compounddef"):
            for section in compound.findall("sectiondef"):
                if section.get("kind").startswith(("private", "friend")):
                    compound.remove(section)
        # Breathe takes the ends of lines for those of paragraphs.
        for paragraph in tree.iter("para"):
            for element in paragraph.iter():
                element.text = element.text and element.text.replace("\n", " ")
                element.tail = element.tail and element.tail.replace("\n", " ")
        tree.write(path)


def plain_docstring(app, what, name, member, options, lines):
    """Keeps Napoleon from taking what a parameter or a property is for its type."""
    text = "\n".join(lines)
    if what in ("attribute", "property"):
        text = re.sub(r"^([^:\n]*): ", r"\1; ", text)
    lines[:] = re.sub(r"^(\w[\w, ]*) : (.*)$", r"\1\n    \2", text, flags=re.M).split("\n")


class SearchedCPP(CPPDomain):
    """The names of C++ that the search knows: without parameters, and once where a class repeats its namespace."""

    def get_objects(self):
        for name, shown, kind, *rest in super().get_objects():
            if not kind.endswith("Param"):
                yield tuple(re.sub(r"^((?:\w+::)+)\1", r"\1", text) for text in (name, shown)) + (kind, *rest)


def setup(app):
    app.add_domain(SearchedCPP, override=True)
    app.connect("autodoc-process-docstring", plain_docstring, priority=400)
    members_to_files()
    app.connect("source-read", complete)
