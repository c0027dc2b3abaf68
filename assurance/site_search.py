#!/usr/bin/python3
"""Asks the search of the documentation site, in headless Chromium, and fails if guides are not first.

    assurance/site_search.py out/docs/html

Needs what tools/setup.sh installs, and the site of tools/docs.sh.
"""
import pathlib
import re
import sys
import urllib.parse

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

# What is asked, and a page that is to be among the first results.
QUESTIONS = {
    "time of impact": "docs/motion.html",
    "AnyHit": "docs/batch.html",
    "pip": "docs/install.html",
    "nav2": "docs/nav2.html",
    "Waymo": "docs/recordings.html",
}
MOST_BEFORE = 3


def results_of(browser, site, question):
    browser.get(f"{(site / 'search.html').resolve().as_uri()}?{urllib.parse.urlencode({'q': question})}")
    done = "return document.querySelector('#search-results p.search-summary')?.textContent"
    WebDriverWait(browser, 30).until(lambda page: "found" in (page.execute_script(done) or "").lower() or "did not match" in (page.execute_script(done) or ""))
    return [(link.get_attribute("href"), link.text) for link in browser.find_elements(By.CSS_SELECTOR, "#search-results ul.search li > a")]


def faults(browser, site):
    for question, page in QUESTIONS.items():
        results = results_of(browser, site, question)
        pages = [urllib.parse.urlsplit(link).path.partition("/html/")[2] for link, _ in results]
        if page not in pages[:MOST_BEFORE]:
            yield f"'{question}': {page} is not among the first {MOST_BEFORE}: {pages[:MOST_BEFORE]}"
        yield from (f"'{question}': {text} is a doubled name" for _, text in results if re.search(r"\b(\w+::)(\w+::)*\1", text))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--allow-file-access-from-files"):
        options.add_argument(flag)
    with webdriver.Chrome(options=options) as browser:
        sys.exit("\n".join(faults(browser, pathlib.Path(sys.argv[1]))) or None)


if __name__ == "__main__":
    main()
