"""Tests the replay page in headless Chromium.

Usage: replay_page_browser_test.py RENDERER
RENDERER writes pages of the test scenes (testing/replay_page_test_scenes.h) into the folder that it is given.
"""

import html
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.support.ui import Select, WebDriverWait

WAIT_S = 60

CROSSING, CURVED_ROAD, HOSTILE, EMPTY, CLOSED_LOOP = range(5)

# Set by main(): the folder of the pages and of the browser's files, and the browser.
scratch = None
browser = None


def start_browser():
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for flag in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1400,1000",
        f"--user-data-dir={tempfile.mkdtemp(dir=scratch)}",
    ):
        options.add_argument(flag)
    # On a machine that is busy with other tests a start can take long.
    options.add_experimental_option("browserStartupTimeout", 300000)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


class PageTest(unittest.TestCase):
    """One browser for all; each test loads the page anew and must leave the console empty."""

    page = "index.html"

    def setUp(self):
        self.browser = browser
        self.load()

    def load(self, fragment=""):
        self.browser.get("about:blank")
        self.browser.get(pathlib.Path(scratch, self.page).as_uri() + fragment)
        self.wait_until_drawn()

    def tearDown(self):
        self.assertEqual(self.browser.get_log("browser"), [])

    def element(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def elements(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def run_script(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def wait_until(self, condition):
        WebDriverWait(self.browser, WAIT_S, poll_frequency=0.02).until(lambda _: condition())

    def wait_until_drawn(self):
        self.wait_until(lambda: self.run_script("return window.replayView.isDrawn()"))

    def view(self, what):
        return self.run_script(f"return window.replayView.{what}()")

    def open_scene(self, index):
        self.elements("#scenes tbody tr")[index].click()
        self.wait_until_drawn()

    def positions(self):
        """Where each thing was drawn last, by its id."""
        self.wait_until_drawn()
        return {p["id"]: p for p in self.view("shapePositions")}

    def move_slider_to(self, time_s):
        self.run_script(
            "const s = document.getElementById('time'); s.value = arguments[0];"
            "s.dispatchEvent(new Event('input', {bubbles: true}));",
            time_s,
        )
        self.wait_until_drawn()

    def press(self, key):
        ActionChains(self.browser).send_keys(key).perform()
        self.wait_until_drawn()

    def read_canvas(self, script, *arguments):
        """Runs a script that sees a canvas's `data`, four bytes for each pixel, and its `width` in pixels."""
        return self.run_script(
            "const source = document.getElementById(arguments[0]);"
            "const copy = document.createElement('canvas');"
            "[copy.width, copy.height] = [source.width, source.height];"
            "const context = copy.getContext('2d', {willReadFrequently: true});"
            "context.drawImage(source, 0, 0);"
            "const {data, width} = context.getImageData(0, 0, copy.width, copy.height);" + script,
            *arguments,
        )

    def pixels_of(self, canvas):
        """A digest of everything that is drawn on a canvas."""
        return self.read_canvas(
            "let h = 2166136261; for (const b of data) h = Math.imul(h ^ b, 16777619); return h;", canvas
        )

    def pixel(self, canvas, x, y):
        """Red, green, blue and alpha of a canvas at a point of the stage in CSS pixels."""
        return self.read_canvas(
            "const [x, y] = [arguments[1], arguments[2]].map((v) => Math.round(v * window.devicePixelRatio));"
            "return [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 4)];",
            canvas,
            x,
            y,
        )

    def select_candidate(self, index):
        Select(self.element("#candidates")).select_by_value(str(index))
        self.wait_until_drawn()

    def verdict(self):
        """The text of the verdict, by its terms."""
        terms = [e.text for e in self.elements("#verdict dt")]
        return dict(zip(terms, (e.text for e in self.elements("#verdict dd"))))

    def uncheck(self, key):
        self.element(f'#legend li[data-key="{key}"] input').click()
        self.wait_until_drawn()


class SummaryTest(PageTest):

    def test_totals_and_run(self):
        totals = self.element("#totals").text.split()
        self.assertIn("5", totals)
        self.assertIn("611", totals)
        self.assertIn("210,132", totals)
        self.assertIn("seed 42", self.element("#run").text)

    def test_unusable_inputs_are_listed_as_text(self):
        self.element("#unusable summary").click()
        items = [e.text for e in self.elements("#unusable li")]
        self.assertEqual(items, ["scenes/broken.pb: truncated after 17 bytes", "scenes/<b>noise</b>.xml: not XML"])

    def test_row_shows_what_was_found(self):
        cells = [e.text for e in self.elements("#scenes tbody tr:first-child td")]
        self.assertEqual(
            cells,
            [
                "crossing",
                "crossing.textproto",
                "3",
                "1",
                "1",
                "1",
                "car 7 at 1.50 s",
                "\u22120.40 m",
                "1.25 m",
                "\u2014",
                "\u2014",
                "33",
                "1.25",
            ],
        )

    def test_columns_sort_both_ways(self):
        header = self.element("#scenes th:nth-child(3)")

        def candidates():
            return [int(e.text) for e in self.elements("#scenes tbody td:nth-child(3)")]

        header.find_element(By.TAG_NAME, "button").click()
        self.assertEqual(candidates(), [0, 3, 3, 5, 600])
        self.assertEqual(header.get_attribute("aria-sort"), "ascending")
        header.find_element(By.TAG_NAME, "button").click()
        self.assertEqual(candidates(), [600, 5, 3, 3, 0])
        self.assertEqual(header.get_attribute("aria-sort"), "descending")

    def test_page_loads_nothing(self):
        self.assertEqual(self.run_script("return performance.getEntriesByType('resource').length"), 0)


class SceneSelectionTest(PageTest):

    def test_row_click_switches_the_scene(self):
        self.assertEqual(self.view("scene"), "crossing")
        ground = self.pixels_of("ground")
        self.open_scene(CURVED_ROAD)
        self.assertEqual(self.view("scene"), "curved road, lead vehicle brakes")
        self.assertEqual(self.element("#scene-title").text, "curved road, lead vehicle brakes")
        current = self.elements("#scenes tr[aria-current]")
        self.assertEqual([e.get_attribute("data-index") for e in current], [str(CURVED_ROAD)])
        self.assertNotEqual(self.pixels_of("ground"), ground)
        self.assertIn("pedestrian 9", self.positions())

    def test_arrow_keys_walk_the_rows(self):
        self.element("#scenes tbody tr:first-child button").click()
        self.press(Keys.ARROW_DOWN)
        self.assertEqual(self.view("scene"), "curved road, lead vehicle brakes")
        self.press(Keys.ARROW_UP)
        self.assertEqual(self.view("scene"), "crossing")

    def test_previous_and_next(self):
        self.assertFalse(self.element("#previous-scene").is_enabled())
        self.element("#next-scene").click()
        self.assertEqual(self.view("scene"), "curved road, lead vehicle brakes")
        self.element("#previous-scene").click()
        self.assertEqual(self.view("scene"), "crossing")

    def test_address_opens_a_scene(self):
        self.load("#4")
        self.assertEqual(self.view("scene"), "empty")

    def address(self):
        return self.run_script("return location.hash")

    def shown(self):
        return [self.view(what) for what in ("scene", "cycle", "candidate", "time")]

    def test_a_copied_address_shows_the_same(self):
        for scene, candidate, time_s in ((CROSSING, 2, 0.5), (CURVED_ROAD, 1, 1.0), (CLOSED_LOOP, 1, 1.5)):
            self.load()
            self.open_scene(scene)
            self.move_slider_to(time_s)
            self.select_candidate(candidate)
            shown, address = self.shown(), self.address()
            self.assertRegex(address, f"^#scene={scene + 1}&cycle=[a-z0-9]+&candidate={candidate + 1}&time=[0-9.]+$")
            self.load(address)
            self.assertEqual(self.shown(), shown)
            self.assertEqual(self.address(), address)

    def test_the_address_follows_the_time(self):
        self.move_slider_to(1.25)
        self.wait_until(lambda: self.address().endswith("&time=1.25"))

    def test_back_and_forward(self):
        self.open_scene(CURVED_ROAD)
        self.select_candidate(1)
        self.open_scene(CLOSED_LOOP)
        Select(self.element("#cycle")).select_by_value("1")
        self.wait_until_drawn()
        places = [("closed loop", 1), ("closed loop", 0), ("curved road, lead vehicle brakes", 0),
                  ("curved road, lead vehicle brakes", 0), ("crossing", 0)]
        candidates = []
        for step, place in enumerate(places):
            self.assertEqual((self.view("scene"), self.view("cycle")), place)
            candidates.append(self.view("candidate"))
            if step + 1 < len(places):
                before = self.address()
                self.browser.back()
                self.wait_until(lambda: self.address() != before)
                self.wait_until_drawn()
        self.assertNotEqual(candidates[2], candidates[3])
        for place, candidate in list(zip(places, candidates))[-2::-1]:
            before = self.address()
            self.browser.forward()
            self.wait_until(lambda: self.address() != before)
            self.wait_until_drawn()
            self.assertEqual((self.view("scene"), self.view("cycle")), place)
            self.assertEqual(self.view("candidate"), candidate)

    def test_mangled_addresses_are_harmless(self):
        for fragment in ("#0", "#-1", "#99", "#scene=99", "#scene=1e3", "#scene=&candidate=x&time=", "#%", "#%E0%A4%A",
                         "#scene=1&candidate=999&time=1e999&cycle=drive", "#<img src=x onerror=window.attacked=1>",
                         "#scene=1&scene=2&time=-5", "#javascript:alert(1)", "#" + "9" * 5000, "#scene=1.5", "#__proto__"):
            self.load(fragment)
            self.assertEqual(self.view("scene"), "crossing", fragment)
            self.assertTrue(self.address().startswith("#scene=1&cycle=1&candidate="), fragment)
            self.assertEqual(self.view("time"), 0.0, fragment)
        self.load("#scene=2&candidate=junk")
        self.assertEqual(self.view("scene"), "curved road, lead vehicle brakes")
        # The address of a page that is open is changed.
        self.run_script("location.hash = '#4'")
        self.wait_until(lambda: self.view("scene") == "empty")
        self.assertIsNone(self.run_script("return window.attacked ?? null"))

    def test_a_page_within_another_has_no_address(self):
        page = pathlib.Path(scratch, self.page).read_text(encoding="utf-8")
        frame = f'<iframe sandbox="allow-scripts" width="1300" height="900" srcdoc="{html.escape(page)}"></iframe>'
        pathlib.Path(scratch, "outer.html").write_text(f"<!DOCTYPE html><meta charset='utf-8'>{frame}", encoding="utf-8")
        self.browser.get(pathlib.Path(scratch, "outer.html").as_uri())
        self.browser.switch_to.frame(0)
        self.wait_until_drawn()
        self.open_scene(CURVED_ROAD)
        self.select_candidate(1)
        self.move_slider_to(1.0)
        time.sleep(0.5)
        self.assertEqual(self.view("scene"), "curved road, lead vehicle brakes")
        self.assertEqual(self.address(), "")

    def test_empty_scene_says_so(self):
        self.open_scene(EMPTY)
        messages = [e.text for e in self.elements("#messages li")]
        self.assertIn("No candidates in this scene", messages)
        self.assertIn("No obstacles in this scene", messages)
        self.assertIn("No ego state in this scene", messages)
        self.assertEqual(self.positions(), {})
        self.assertFalse(self.element("#time").is_enabled())
        self.assertIn("no planning problem: nothing to plan for", self.element("#notes").text)

    def test_hostile_ids_are_text(self):
        self.open_scene(HOSTILE)
        image = '<img src=x onerror="window.attacked=1">'
        scene_id = f"</script><script>window.attacked=1</script>{image}"
        obstacle_id = "<!--<script>\\u2028'\"`${window.attacked=1}\\"
        self.assertEqual(self.element("#scene-title").get_attribute("textContent"), scene_id)
        self.assertEqual(self.view("scene"), scene_id)
        self.assertEqual(self.element("#scene-file").text, f"caf\ufffd/{image}.pb")
        self.assertIn(obstacle_id, self.positions())
        self.select_candidate(1)
        self.assertEqual(self.verdict()["Candidate"], image)
        self.assertEqual(self.element("#notes li").text, scene_id)
        self.assertIn("car \\u202epng.exe", self.positions())
        self.assertEqual(self.elements("img"), [])

    def test_no_hidden_character_reaches_the_page(self):
        """Every code point, in an id, is shown as it is or escaped as VisibleText does."""
        hidden = self.run_script(
            "const shown = [];"
            "for (let c = 0; c < 0x110000; ++c) {"
            "  if (c >= 0xD800 && c < 0xE000) continue;"
            "  const text = String.fromCodePoint(c);"
            "  if (window.replayView.visible(text) !== text) shown.push([c, window.replayView.visible(text)]);"
            "}"
            "return shown;"
        )
        for code, text in hidden:
            wanted = "\\x%02x" if code < 0x100 else "\\u%04x" if code < 0x10000 else "\\U%08x"
            self.assertEqual(text, wanted % code)
        # As many as text_test counts.
        self.assertEqual(len(hidden), 4273)
        self.open_scene(HOSTILE)
        for attribute in ("textContent", "outerHTML"):
            page = self.run_script(f"return document.querySelector('body > :not(script)').{attribute}")
            self.assertNotRegex(page, "[\u202a-\u202e\u2066-\u2069\u200b-\u200f\u2028]")
        self.assertIsNone(self.run_script("return window.attacked ?? null"))


class TimeTest(PageTest):

    def test_slider_moves_the_shapes(self):
        before = self.positions()
        actors, ground = self.pixels_of("actors"), self.pixels_of("ground")
        self.move_slider_to(0.5)
        after = self.positions()
        # The recorded motions at 0.5 s, in the scene frame, and in pixels the same way.
        self.assertAlmostEqual(before["car 7"]["x"], 450020.0, places=3)
        self.assertAlmostEqual(after["car 7"]["x"], 450015.0, places=3)
        self.assertAlmostEqual(after["car 7"]["y"], 5400003.0, places=3)
        self.assertAlmostEqual(after["ego"]["x"], 450002.5, places=3)
        self.assertLess(after["car 7"]["screenX"], before["car 7"]["screenX"] - 10)
        self.assertGreater(after["ego"]["screenX"], before["ego"]["screenX"] + 5)
        self.assertNotEqual(self.pixels_of("actors"), actors)
        self.assertEqual(self.pixels_of("ground"), ground)
        self.assertEqual(self.element("#time-label").text, "0.50 s \u00b7 step 1")

    def test_obstacle_is_painted_where_it_is(self):
        for time_s in (0.0, 0.75, 1.9):
            self.move_slider_to(time_s)
            car = self.positions()["car 7"]
            # A quarter of the car's length off its middle, where no label is.
            metre = (car["screenX"] - self.positions()["ego"]["screenX"]) / (car["x"] - self.positions()["ego"]["x"])
            red, green, blue, alpha = self.pixel("actors", car["screenX"] + 1.5 * metre, car["screenY"] + 0.5 * metre)
            self.assertGreater(alpha, 200)
            self.assertGreater(red, 180)
            self.assertLess(blue, 80)

    def test_occupancy_sets_hold_from_their_time_on(self):
        self.move_slider_to(0.9)
        self.assertAlmostEqual(self.positions()["set"]["x"], 450015.0, places=3)
        self.move_slider_to(1.0)
        self.assertAlmostEqual(self.positions()["set"]["x"], 450016.0, places=3)
        self.move_slider_to(2.0)
        self.assertNotIn("set", self.positions())

    def test_arrow_keys_step_in_time(self):
        self.press(Keys.ARROW_RIGHT)
        self.assertAlmostEqual(self.view("time"), 0.5)
        self.assertAlmostEqual(self.positions()["car 7"]["x"], 450015.0, places=3)
        self.press(Keys.ARROW_RIGHT)
        self.assertAlmostEqual(self.view("time"), 1.0)
        self.press(Keys.ARROW_LEFT)
        self.assertAlmostEqual(self.view("time"), 0.5)
        self.press(Keys.END)
        self.assertAlmostEqual(self.view("time"), 2.0)
        self.press(Keys.ARROW_RIGHT)
        self.assertAlmostEqual(self.view("time"), 2.0)
        self.press(Keys.HOME)
        self.assertAlmostEqual(self.view("time"), 0.0)

    def test_arrow_keys_on_the_slider_step_too(self):
        self.run_script("document.getElementById('time').focus()")
        self.press(Keys.ARROW_RIGHT)
        self.assertAlmostEqual(self.view("time"), 0.5)

    def test_arrow_from_between_steps_goes_to_the_next_one(self):
        self.move_slider_to(0.7)
        self.press(Keys.ARROW_RIGHT)
        self.assertAlmostEqual(self.view("time"), 1.0)
        self.move_slider_to(0.7)
        self.press(Keys.ARROW_LEFT)
        self.assertAlmostEqual(self.view("time"), 0.5)

    def test_play_runs_to_the_end_and_stops(self):
        self.element("#play").click()
        self.assertEqual(self.element("#play").get_attribute("aria-label"), "Pause")
        self.wait_until(lambda: self.view("time") == 2.0)
        self.wait_until(lambda: self.element("#play").get_attribute("aria-label") == "Play")
        self.assertAlmostEqual(self.positions()["car 7"]["x"], 450000.0, places=3)

    def test_space_plays_and_pauses(self):
        self.open_scene(CURVED_ROAD)
        ActionChains(self.browser).send_keys(" ").perform()
        self.wait_until(lambda: self.view("time") > 0.0)
        ActionChains(self.browser).send_keys(" ").perform()
        self.assertEqual(self.element("#play").get_attribute("aria-label"), "Play")
        paused = self.view("time")
        self.assertLess(paused, 4.9)
        self.run_script("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.assertEqual(self.view("time"), paused)


class CandidateTest(PageTest):

    def test_the_best_free_candidate_is_shown_first(self):
        self.assertEqual(self.view("candidate"), "keep")
        verdict = self.verdict()
        self.assertEqual(verdict["Candidate"], "keep (chosen)")
        self.assertEqual(verdict["Verdict"], "Free")
        self.assertIn("1.25 m to parked", verdict["Min. clearance"])

    def test_closest_approach_is_painted(self):
        # White inside the ring around the witness point on the ego vehicle, local (7.25, -0.95).
        self.uncheck("labels")
        ego, car = self.positions()["ego"], self.positions()["car 7"]
        metre = (car["screenX"] - ego["screenX"]) / (car["x"] - ego["x"])
        x, y = ego["screenX"] + 7.25 * metre, ego["screenY"] + 0.95 * metre
        self.assertEqual(self.pixel("actors", x, y), [255, 255, 255, 255])
        # Half-way along the segment there is no white dot but the dark line.
        red, _, _, alpha = self.pixel("actors", x, y + 0.5 * 1.25 * metre)
        self.assertEqual(alpha, 255)
        self.assertLess(red, 160)

    def test_list_is_grouped_by_verdict(self):
        groups = [e.get_attribute("label") for e in self.elements("#candidates optgroup")]
        self.assertEqual(groups, ["Free (1)", "Leaves the road (1)", "Collides (1)"])

    def test_selected_candidate_shows_its_collision(self):
        actors = self.pixels_of("actors")
        self.select_candidate(1)
        self.assertEqual(self.view("candidate"), "left")
        self.assertNotEqual(self.pixels_of("actors"), actors)
        verdict = self.verdict()
        self.assertEqual(verdict["Verdict"], "Collides")
        self.assertIn("0.40 m deep in car 7", verdict["First contact"])
        self.element("#verdict button").click()
        self.assertAlmostEqual(self.view("time"), 1.5)

    def test_leaving_candidate(self):
        self.select_candidate(2)
        self.assertEqual(self.verdict()["Verdict"], "Leaves the road")
        self.assertEqual(self.verdict()["Leaves the road"], "0.50 s")
        self.assertEqual(self.verdict()["Min. clearance"], "no obstacle was met")

    def test_click_on_a_path_selects_it_and_beside_it_unselects(self):
        ego, car = self.positions()["ego"], self.positions()["car 7"]
        metre = (car["screenX"] - ego["screenX"]) / (car["x"] - ego["x"])
        stage = self.element("#stage")

        def offset(local_x, local_y):
            """From the stage's middle, as ActionChains counts."""
            x = ego["screenX"] + local_x * metre - stage.size["width"] / 2
            y = ego["screenY"] - local_y * metre - stage.size["height"] / 2
            return round(x), round(y)

        # On "right", which goes through (5, -2).
        ActionChains(self.browser).move_to_element_with_offset(stage, *offset(5.0, -2.0)).perform()
        self.assertTrue(self.element("#tooltip").is_displayed())
        self.assertEqual(self.element("#tooltip").text, "right\nleaves the road at 0.50 s")
        self.assertEqual(self.view("candidate"), "keep")
        ActionChains(self.browser).click().perform()
        self.assertEqual(self.view("candidate"), "right")
        ActionChains(self.browser).move_to_element_with_offset(stage, *offset(-4.0, -3.0)).click().perform()
        self.assertEqual(self.view("candidate"), "keep")
        self.assertFalse(self.element("#tooltip").is_displayed())

    def test_legend_counts_and_hides(self):
        self.assertEqual(self.element('#legend li[data-key="colliding"] b').text, "1")
        ground = self.pixels_of("ground")
        self.uncheck("colliding")
        self.assertNotEqual(self.pixels_of("ground"), ground)
        self.uncheck("moving")
        self.assertEqual(set(self.positions()), {"ego"})

    def test_six_hundred_candidates(self):
        self.open_scene(CURVED_ROAD)
        self.assertEqual(len(self.elements("#candidates option")), 600)
        self.assertEqual(len(self.positions()), 8)


class MapTest(PageTest):

    def distance_on_screen(self):
        return self.positions()["car 7"]["screenX"] - self.positions()["ego"]["screenX"]

    def test_wheel_zooms_about_the_pointer(self):
        stage = self.element("#stage")
        before = self.distance_on_screen()
        ActionChains(self.browser).scroll_from_origin(ScrollOrigin.from_element(stage), 0, -300).perform()
        self.wait_until(lambda: self.distance_on_screen() > 1.3 * before)
        self.element("#fit").click()
        self.assertAlmostEqual(self.distance_on_screen(), before, places=6)

    def test_drag_pans(self):
        before = self.positions()["ego"]
        stage = self.element("#stage")
        ActionChains(self.browser).move_to_element_with_offset(stage, 0, 60).click_and_hold().move_by_offset(
            40, 25
        ).move_by_offset(20, 5).release().perform()
        after = self.positions()["ego"]
        self.assertAlmostEqual(after["screenX"] - before["screenX"], 60.0, places=6)
        self.assertAlmostEqual(after["screenY"] - before["screenY"], 30.0, places=6)
        self.assertEqual(self.view("candidate"), "keep")

    def test_metres_are_equal_in_both_directions(self):
        ego, car = self.positions()["ego"], self.positions()["car 7"]
        across = (car["screenX"] - ego["screenX"]) / (car["x"] - ego["x"])
        up = (ego["screenY"] - car["screenY"]) / (car["y"] - ego["y"])
        self.assertGreater(up, 0)
        self.assertAlmostEqual(across, up, places=6)

    def test_fit_all_shows_every_obstacle(self):
        self.open_scene(CURVED_ROAD)
        self.element("#fit-all").click()
        size = self.element("#stage").size
        for position in self.positions().values():
            self.assertTrue(0 < position["screenX"] < size["width"], position)
            self.assertTrue(0 < position["screenY"] < size["height"], position)


class FolderTest(PageTest):
    """An index of 10,000 scenes, each in a file of its own."""

    page = "folder/index.html"
    SCENES = 10000

    def filter(self, text, kind=0):
        self.run_script(
            "const [text, kind] = arguments;"
            "document.getElementById('filter').value = text;"
            "document.getElementById('filter-kind').selectedIndex = kind;"
            "document.getElementById('filter').dispatchEvent(new Event('input'));",
            text,
            kind,
        )
        return [row.get_attribute("data-index") for row in self.elements("#scenes tbody tr[data-index]")]

    def test_opens_the_first_scene(self):
        self.assertEqual(self.view("scene"), "crossing")
        self.assertEqual(len(self.positions()) > 0, True)

    def test_has_elements_only_for_rows_that_can_be_seen(self):
        self.assertLess(len(self.elements("#scenes tbody tr")), 200)
        self.run_script("const s = document.getElementById('scenes'); s.scrollTop = s.scrollHeight;")
        self.wait_until(lambda: self.elements(f"#scenes tbody tr[data-index='{self.SCENES - 1}']"))
        self.assertLess(len(self.elements("#scenes tbody tr")), 200)

    def test_a_scene_is_loaded_when_it_is_shown(self):
        self.load(f"#{self.SCENES}")
        self.assertEqual(self.view("scene"), "crossing")
        current = self.element("#scenes tr[aria-current]")
        self.assertEqual(current.get_attribute("data-index"), str(self.SCENES - 1))
        self.assertFalse(self.element("#next-scene").is_enabled())

    def test_filters_by_text_and_kind(self):
        self.assertEqual(self.filter("scene 9998"), ["9998"])
        self.assertEqual(self.element("#filter-count").text, "1 of 10,000 scenes")
        self.assertEqual(self.filter("Scene 777", 1), ["777", "7770", "7777"])
        self.assertEqual(self.filter("no such scene"), [])
        self.assertGreater(len(self.filter("")), 20)
        self.assertEqual(self.element("#filter-count").text, "")

    def test_steps_follow_the_filter(self):
        self.assertTrue(self.element("#next-scene").is_enabled())
        self.filter("scene 9998")
        self.assertFalse(self.element("#next-scene").is_enabled())
        self.filter("")
        self.assertTrue(self.element("#next-scene").is_enabled())

    def test_sorts_all_rows(self):
        free = self.element("#scenes th:nth-child(4) button")
        free.click()
        free.click()
        self.assertEqual(self.element("#scenes tbody td:nth-child(4)").text, "6")

    def test_a_scene_without_its_file_is_said_to_be_missing(self):
        self.filter("scene 5000")
        self.element("#scenes tbody tr[data-index='5000']").click()
        self.wait_until(lambda: "cannot be loaded" in self.element("#scene-title").text)
        self.assertIn("scenes/5000.js", self.element("#scene-title").text)
        # The browser's own line.
        self.assertEqual(len(self.browser.get_log("browser")), 1)


class ClosedLoopTest(PageTest):

    def setUp(self):
        super().setUp()
        self.open_scene(CLOSED_LOOP)

    def test_one_cycle_needs_no_control(self):
        self.assertTrue(self.element("#cycle-control").is_displayed())
        self.open_scene(CROSSING)
        self.assertFalse(self.element("#cycle-control").is_displayed())

    def test_whole_drive_follows_the_time(self):
        self.assertEqual(self.element("#cycle").get_attribute("value"), "drive")
        self.assertEqual(self.view("cycle"), 0)
        self.move_slider_to(1.5)
        self.assertEqual(self.view("cycle"), 1)
        # The driven motion, not the candidates, which all lie elsewhere at that time.
        self.assertAlmostEqual(self.positions()["ego"]["y"], 5400000.375, places=3)
        self.move_slider_to(0.5)
        self.assertEqual(self.view("cycle"), 0)

    def test_one_cycle_by_itself(self):
        self.element("#next-cycle").click()
        self.assertEqual(self.view("cycle"), 0)
        self.assertEqual(self.view("candidate"), "keep")
        Select(self.element("#cycle")).select_by_value("1")
        self.assertEqual(self.view("cycle"), 1)
        self.assertEqual(self.view("time"), 1.0)
        self.assertIsNone(self.view("candidate"))
        self.assertIn("No candidate is free", self.element("#messages").text)
        self.assertFalse(self.element("#next-cycle").is_enabled())

    def test_obstacle_is_absent_after_its_prediction(self):
        Select(self.element("#cycle")).select_by_value("1")
        self.move_slider_to(2.0)
        self.assertIn("car 7", self.positions())
        self.move_slider_to(2.5)
        self.assertNotIn("car 7", self.positions())


class HeldObstaclesTest(PageTest):

    page = "held.html"

    def test_obstacles_stay_after_their_prediction(self):
        Select(self.element("#cycle")).select_by_value("1")
        self.move_slider_to(2.5)
        self.assertAlmostEqual(self.positions()["car 7"]["x"], 450000.0, places=3)
        # The last of its occupancies covers nothing.
        self.assertNotIn("set", self.positions())


class HighResolutionTest(PageTest):

    def setUp(self):
        screen = {"width": 1300, "height": 900, "deviceScaleFactor": 2, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        self.addCleanup(browser.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        super().setUp()

    def test_canvases_have_device_pixels(self):
        size = self.element("#stage").size
        for canvas in ("ground", "actors"):
            width = self.run_script("return document.getElementById(arguments[0]).width", canvas)
            self.assertAlmostEqual(width, 2 * size["width"], delta=4)

    def test_actors_are_painted_at_the_same_place(self):
        ego = self.positions()["ego"]
        red, green, blue, alpha = self.pixel("actors", ego["screenX"] + 2, ego["screenY"] - 4)
        self.assertEqual(alpha, 255)
        self.assertGreater(green, red + 60)


class ContactBetweenInstantsTest(PageTest):
    page = "pole.html"

    def verdict(self):
        names = [e.text for e in self.elements("#verdict dt")]
        return dict(zip(names, [e.text for e in self.elements("#verdict dd")]))

    def test_is_counted(self):
        totals = dict(
            zip(
                [e.text for e in self.elements("#totals dt")],
                [e.text for e in self.elements("#totals dd")],
            )
        )
        self.assertEqual((totals["colliding"], totals["only between instants"]), ("2", "1"))
        self.assertEqual(self.element("#scenes tbody tr:first-child td:nth-child(5)").text, "2 (1 between)")

    def test_verdict_says_so(self):
        self.select_candidate(0)
        verdict = self.verdict()
        self.assertIn("touches bollard", verdict["First contact"])
        self.assertEqual(
            verdict["Motion"],
            "free until 0.619999 s, in contact by 0.620000 s; no checked instant is in contact",
        )
        self.element("#verdict button").click()
        self.assertAlmostEqual(self.view("time"), 0.62)

    def test_contact_pose_is_filled(self):
        begin = self.positions()["ego"]
        self.move_slider_to(1.0)
        metre = (begin["screenX"] - self.positions()["ego"]["screenX"]) / 2.0
        self.press(Keys.HOME)
        # Behind the middle of the vehicle that touches the bollard, where no line is.
        inside = (begin["screenX"] + (0.62 * 20.0 + 0.5) * metre, begin["screenY"] + 0.5 * metre)
        self.select_candidate(0)
        red, _, blue, alpha = self.pixel("actors", *inside)
        self.assertGreater(alpha, 40)
        self.assertGreater(red, blue)
        self.select_candidate(1)
        self.assertEqual(self.pixel("actors", *inside)[3], 0)

    def test_what_may_collide_says_so(self):
        self.select_candidate(1)
        self.assertEqual(
            self.verdict()["Motion"],
            "free until 0.250000 s, may collide (tilted: conservative) at 0.250000 s",
        )


class BlameTest(PageTest):
    page = "pole.html"

    def why(self):
        return self.element("#why p").text

    def blamed(self):
        return [e.text for e in self.elements("#blame option")]

    def test_says_which_part_touches_what_at_which_speed(self):
        self.assertFalse(self.element("#why").is_displayed())
        self.select_candidate(0)
        self.assertEqual(self.why(), "The front (20.0 m/s) touches bollard at 0.62 s; free until 0.619999 s.")
        self.select_candidate(1)
        self.assertEqual(self.why(), "The front left corner (24.0 m/s) may touch sign at 0.25 s; free until 0.250000 s.")

    def test_shows_the_contact(self):
        self.select_candidate(0)
        begin = self.positions()["ego"]
        self.element("#why button").click()
        self.wait_until_drawn()
        self.assertAlmostEqual(self.view("time"), 0.62)
        ego = self.positions()["ego"]
        stage = self.element("#stage").size
        metre = abs(ego["screenY"] - stage["height"] / 2) / 0.3
        self.assertGreater(metre, 30)
        # The contact is 0.3 m beside the path, in the middle of the stage.
        self.assertAlmostEqual(ego["screenY"], stage["height"] / 2 + 0.3 * metre, delta=1)
        self.assertNotEqual(begin["screenX"], ego["screenX"])
        self.select_candidate(1)
        self.element("#fit").click()
        self.press("c")
        self.assertAlmostEqual(self.view("time"), 0.25)

    def test_counts_and_filters_by_what_is_blamed(self):
        self.assertEqual(self.blamed(), ["All candidates (3)", "bollard (1)", "sign (1)"])
        ground = self.pixels_of("ground")
        Select(self.element("#blame")).select_by_value("obstacle sign")
        self.wait_until_drawn()
        self.assertEqual([e.get_attribute("value") for e in self.elements("#candidates option")], ["1"])
        self.assertNotEqual(self.pixels_of("ground"), ground)
        Select(self.element("#blame")).select_by_value("")
        self.wait_until_drawn()
        self.assertEqual(len(self.elements("#candidates option")), 3)
        self.assertEqual(self.pixels_of("ground"), ground)

    def test_names_the_limits_that_others_exceed(self):
        self.page = "lane.html"
        self.load()
        groups = [e.get_attribute("label") for e in self.elements("#candidates optgroup")]
        self.assertEqual(groups[-1], "Not sampled: beyond the vehicle\u2019s limits")
        limits = [e for e in self.elements("#candidates option") if not e.is_enabled()]
        self.assertEqual([e.text for e in limits], ["lateral acceleration above 4 m/s^2: 32"])
        # Two are drawn, one of which exceeds it at once; not where one looks at what an obstacle is
        # to blame for.
        row = self.element('#legend li[data-key="beyond"]')
        self.assertEqual(row.find_element(By.TAG_NAME, "b").text, "2")
        shown = self.pixels_of("ground")
        row.find_element(By.TAG_NAME, "input").click()
        self.wait_until_drawn()
        self.assertNotEqual(self.pixels_of("ground"), shown)

    def test_tells_the_line_of_the_road_that_is_crossed(self):
        self.page = "lane.html"
        self.load()
        self.assertEqual(self.blamed(), ["All candidates (4)", "the road\u2019s edge (1)", "the road\u2019s edge (south kerb) (1)"])
        ego = self.positions()["ego"]
        self.move_slider_to(1.0)
        metre = (self.positions()["ego"]["screenX"] - ego["screenX"]) / 8.0
        kerb = (ego["screenX"] - 8.0 * metre, ego["screenY"] + 2.0 * metre)
        self.assertEqual(self.pixel("actors", *kerb)[3], 0)
        self.select_candidate(1)
        self.assertEqual(
            self.why(),
            "The rear right corner (8.1 m/s) crosses the road\u2019s edge (south kerb) at 1.13 s, up to 0.45 m beyond;"
            " on the road until 1.124000 s.",
        )
        red, green, _, alpha = self.pixel("actors", *kerb)
        self.assertGreater(alpha, 100)
        self.assertGreater(red, green)

    def test_is_dark_as_the_system_is(self):
        def colors():
            self.wait_until_drawn()
            paper = self.run_script("return getComputedStyle(document.querySelector('aside')).backgroundColor")
            ego = self.positions()["ego"]
            return paper, self.pixel("actors", ego["screenX"], ego["screenY"])

        light = colors()
        ground = self.pixels_of("ground")
        try:
            self.prefer("dark")
            # Styles change at once, the drawing in the next animation frame.
            self.wait_until(lambda: colors()[1] != light[1])
            self.assertEqual((light[0], colors()[0]), ("rgb(255, 255, 255)", "rgb(27, 34, 43)"))
            self.assertNotEqual(self.pixels_of("ground"), ground)
        finally:
            self.prefer("light")
        self.assertEqual(colors(), light)

    def prefer(self, scheme):
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)


class PlotOfACollisionTest(PageTest):
    page = "pole.html"

    def test_what_is_after_the_contact_is_faint_and_not_the_least(self):
        self.select_candidate(0)
        self.assertEqual(len(self.elements("#plot .event")), 3)
        self.assertEqual(len(self.elements("#plot .will-not-happen")), 3)
        least = self.view("plot")["least"]
        self.assertEqual((least["clearance"]["value"], least["clearance"]["time"]), (3.2, 0.5))
        self.assertAlmostEqual(least["timeToCollision"]["value"], 0.12)

    def test_a_candidate_without_points(self):
        self.select_candidate(2)
        self.assertEqual(self.view("plot")["least"], {})
        self.assertEqual([e.text for e in self.elements("#plot output")], ["\u2014"] * 3 + ["0.00 m"])


class SideViewTest(PageTest):
    page = "bridge.html"

    def side(self):
        self.wait_until_drawn()
        return self.view("sideView")

    def verdict(self):
        names = [e.text for e in self.elements("#verdict dt")]
        return dict(zip(names, [e.text for e in self.elements("#verdict dd")]))

    def test_is_shown_only_where_heights_can_decide(self):
        self.assertTrue(self.element("#side").is_displayed())
        self.open_scene(1)
        self.assertFalse(self.element("#side").is_displayed())
        self.assertIsNone(self.view("sideView"))
        self.open_scene(0)
        self.assertTrue(self.element("#side").is_displayed())

    def test_shows_what_stands_along_the_candidate(self):
        things = {thing["id"]: thing for thing in self.side()["things"]}
        bridge = things["bridge"]
        self.assertAlmostEqual(bridge["first"], 6.0, delta=0.3)
        self.assertAlmostEqual(bridge["last"], 9.0, delta=0.3)
        self.assertEqual((bridge["low"], bridge["high"]), (4.375, 5.0))
        # The occupancies are in the way and of no known height; the parked thing is beside it.
        self.assertIsNone(things["set"]["low"])
        self.assertNotIn("parked", things)

    def test_the_vehicle_drives_up_the_slope(self):
        begin = self.side()["ego"]
        # Rear lower, front lower, front upper, rear upper corner: nose up.
        self.assertGreater(begin[1][1], begin[0][1])
        self.assertAlmostEqual(begin[1][0] - begin[0][0], 4.5, delta=0.01)
        self.move_slider_to(1.0)
        later = self.side()["ego"]
        self.assertAlmostEqual(later[0][0] - begin[0][0], 5.0, delta=0.02)
        self.assertAlmostEqual(later[0][1] - begin[0][1], 0.25, delta=0.002)

    def test_tells_the_vertical_clearance(self):
        self.assertEqual(self.side()["label"], "0.25 m")
        self.assertIn("0.25 m under bridge", self.verdict()["Vertical clearance"])
        Select(self.element("#candidates")).select_by_value("1")
        self.assertEqual(self.side()["label"], "−0.50 m")
        self.assertIn("0.50 m too high for bridge", self.verdict()["Vertical clearance"])

    def test_timed_shapes_hold_from_their_time_on(self):
        self.assertIn("car 7", self.positions())
        self.move_slider_to(0.5)
        self.assertNotIn("car 7", self.positions())
        self.move_slider_to(1.0)
        self.assertIn("car 7", self.positions())

    def test_something_is_drawn(self):
        count = self.read_canvas(
            "const colors = new Set(); for (let i = 0; i < data.length; i += 4)"
            " colors.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]); return colors.size;",
            "elevation",
        )
        self.assertGreater(count, 20)


class PlotTest(PageTest):
    page = "lane.html"

    def plot(self):
        self.wait_until_drawn()
        return self.view("plot")

    def chart(self, index):
        return self.elements("#plot .chart > svg")[index]

    def readouts(self):
        return [e.text for e in self.elements("#plot output")]

    def texts(self):
        return [e.text for e in self.elements("#plot svg text")]

    def hold_in_chart(self, x):
        """Actions that begin with the button down in the first chart, this many pixels from its left edge."""
        svg = self.chart(0)
        actions = ActionChains(self.browser)
        return actions.move_to_element_with_offset(svg, x - svg.size["width"] // 2, 10).click_and_hold()

    def test_marks_the_least_values(self):
        least = self.plot()["least"]
        self.assertEqual({key: round(value["value"], 6) for key, value in least.items()},
                         {"clearance": 2.0, "road": 1.05, "timeToCollision": 1.5, "gap": -0.364})
        self.assertEqual([least[key]["time"] for key in ("clearance", "road", "timeToCollision")], [4.0, 0.0, 4.0])
        for text in ("2.00 m", "1.05 m", "1.50 s"):
            self.assertIn(text, self.texts())

    def test_draws_what_is_occupied_of_the_path(self):
        self.assertEqual([e.get_attribute("textContent") for e in self.elements("#plot .region")], ["van"])
        self.assertEqual(len(self.elements("#plot .gap")), 1)
        # Of the others, what their verdicts name: nothing here.
        self.select_candidate(1)
        self.assertEqual(self.elements("#plot .region"), [])
        self.assertEqual(self.elements("#plot figcaption b")[2].text, "Path, m, and what is blamed")
        self.assertEqual(round(self.plot()["values"]["station"], 2), 0.0)
        self.move_slider_to(2.0)
        self.assertGreater(self.plot()["values"]["station"], 16.0)

    def test_what_is_undecided_is_hatched(self):
        self.run_script(
            "const box = (time, station) => ({time: [0, 1, 1, 0].map((t) => time + t), station: [0, 0, 5, 5].map((s) => station + s)});"
            "const parts = [{...box(1, 10), isUndecided: false}, {...box(1, 15), isUndecided: true}];"
            "const regions = [{obstacleId: 'kite', hypothesis: 0, isStatic: 0, parts}];"
            "window.hatched = new ReplayPathTime(document.getElementById('plot'));"
            "window.hatched.draw({time: [0, 4], station: [0, 32], isComplete: true, regions}, {begin: 0, end: 4}, [], '');"
        )
        proven, undecided = self.elements("#plot .chart:last-child .region")
        self.assertEqual(proven.get_attribute("fill"), "var(--moving)")
        self.assertEqual(undecided.get_attribute("class"), "region undecided")
        self.assertEqual(undecided.get_attribute("fill"), "none")
        # Its outline, and lines across it.
        self.assertGreater(undecided.get_attribute("d").count("M"), 5)
        self.assertEqual(proven.get_attribute("d").count("M"), 1)
        self.assertEqual(undecided.get_attribute("textContent"), "kite: undecided")

    def test_axes_have_units_and_a_line_at_zero(self):
        captions = [e.text for e in self.elements("#plot figcaption b")]
        self.assertEqual(captions, ["Clearance up to 10 m", "Time to collision, s", "Path, m"])
        self.assertEqual(self.texts().count("4 s"), 3)
        self.assertEqual(len(self.elements("#plot .zero")), 3)
        self.assertEqual(self.elements("#plot .below-zero"), [])

    def test_values_follow_the_time(self):
        self.assertEqual(self.readouts(), ["12.00 m", "1.05 m", "\u2014", "0.00 m"])
        begin = self.plot()["markers"]
        self.move_slider_to(2.0)
        self.assertEqual(self.readouts(), ["7.00 m", "1.05 m", "3.00 s", "16.00 m"])
        for before, after in zip(begin, self.plot()["markers"]):
            self.assertGreater(after, before + 100)
        # The nearest checked time counts.
        self.move_slider_to(2.3)
        self.assertEqual(self.readouts()[0], "5.75 m")

    def test_click_and_drag_move_the_time(self):
        self.hold_in_chart(150).release().perform()
        self.assertAlmostEqual(self.plot()["markers"][0], 150, delta=1.5)
        time_s = self.view("time")
        self.assertAlmostEqual(self.positions()["ego"]["x"], 450000.0 + 8.0 * time_s, places=3)
        self.hold_in_chart(150).move_by_offset(60, 5).move_by_offset(40, -5).release().perform()
        self.assertAlmostEqual(self.plot()["markers"][0], 250, delta=1.5)
        # Out of the chart.
        self.hold_in_chart(150).move_by_offset(600, 0).release().perform()
        self.assertEqual(self.view("time"), 4.0)
        self.assertEqual(self.view("candidate"), "keep")
        # Without a button nothing moves.
        ActionChains(self.browser).move_to_element(self.chart(1)).perform()
        self.assertEqual(self.view("time"), 4.0)

    def test_keyboard_moves_the_time(self):
        plot = self.element("#plot")
        self.run_script("arguments[0].focus()", plot)
        self.press(Keys.ARROW_RIGHT)
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.view("time"), 1.0)
        self.assertEqual(plot.get_attribute("role"), "slider")
        self.assertEqual(plot.get_attribute("aria-valuenow"), "1")
        self.assertEqual(
            plot.get_attribute("aria-valuetext"),
            "1.00 s, 9.50 m to obstacles, 1.05 m to the road\u2019s edge, 3.75 s to a collision",
        )
        self.press(Keys.END)
        self.assertEqual(self.view("time"), 4.0)

    def test_a_candidate_off_the_road(self):
        self.select_candidate(1)
        least = self.plot()["least"]
        self.assertEqual(set(least), {"road"})
        self.assertAlmostEqual(least["road"]["value"], -0.45)
        self.assertEqual(least["road"]["time"], 2.0)
        self.assertIn("\u22120.45 m", self.texts())
        self.assertEqual(len(self.elements("#plot .below-zero")), 1)
        self.assertIn("No collision is ahead, within the horizon, at any time", self.texts())

    def test_one_pose_and_no_value(self):
        self.select_candidate(3)
        self.assertEqual(self.plot()["least"], {})
        self.assertEqual(self.plot()["values"], {"clearance": None, "road": None, "timeToCollision": None, "station": 0})
        self.assertEqual(self.readouts(), ["\u2014"] * 3 + ["0.00 m"])
        self.assertIn("No obstacle is present, and the road is not known", self.texts())
        self.move_slider_to(3.0)
        self.assertEqual(self.readouts(), ["\u2014"] * 3 + ["0.00 m"])

    def test_departure_has_a_line(self):
        self.assertEqual(self.elements("#plot .event"), [])
        self.select_candidate(1)
        self.assertEqual(len(self.elements("#plot .event")), 3)
        self.assertEqual(self.elements("#plot .will-not-happen"), [])

    def test_is_hidden_where_the_replay_has_no_profiles(self):
        self.assertTrue(self.element("#plot").is_displayed())
        self.open_scene(1)
        self.assertFalse(self.element("#plot").is_displayed())
        self.assertIsNone(self.plot())
        self.open_scene(0)
        self.assertTrue(self.element("#plot").is_displayed())


class RoadAndMetricsTest(PageTest):
    page = "lane.html"

    def metre(self):
        begin = self.positions()["ego"]["screenX"]
        self.move_slider_to(1.0)
        metre = (self.positions()["ego"]["screenX"] - begin) / 8.0
        self.press(Keys.HOME)
        return metre

    def test_table_counts_departures_and_shows_the_clearance(self):
        cells = [e.text for e in self.elements("#scenes tbody tr:first-child td")]
        self.assertEqual((cells[5], cells[9]), ("2 (1 between)", "\u22120.45 m"))

    def test_verdict_lists_the_metrics(self):
        verdict = self.verdict()
        expected = {
            "Road\u2019s edge": "1.05 m to south kerb",
            "Time to collision": "1.50 s to van",
            "Headway": "0.25 s to van",
            "Gap ahead": "2.00 m to van",
            "Post-encroachment": "0.75 s before cyclist",
            "\u2026 ego there": "until 1.00 s",
            "\u2026 other there": "until 2.25 s",
            "Req. deceleration": "1.63 m/s\u00b2 for van",
            "RSS margin": "\u22126.50 m along, \u22120.50 m across, van: dangerous",
            "Lateral clearance": "2.13 m to cyclist, hypothesis 2",
            "Within margin": "of van, not until 3.249999 s",
            "Road margin": "outside by 1.500001 s; no checked instant is outside",
            "Goal": "reaches goal 1",
        }
        for name, text in expected.items():
            self.assertIn(text, verdict[name])
        terms = [e.text for e in self.elements("#verdict dt")]
        self.elements("#verdict dd")[terms.index("Goal")].find_element(By.TAG_NAME, "button").click()
        self.assertEqual(self.view("time"), 3.5)

    def test_verdict_tells_the_departure(self):
        self.select_candidate(1)
        verdict = self.verdict()
        self.assertIn("0.45 m beyond south kerb", verdict["Road\u2019s edge"])
        self.assertIn("on the road until 1.124000 s, outside by 1.125000 s", verdict["Leaves the road"])
        self.assertEqual(verdict["Goal"], "not reached")
        self.assertNotIn("Headway", verdict)
        self.select_candidate(2)
        self.assertIn("0.13 m inside", self.verdict()["Road\u2019s edge"])
        self.assertIn(
            "on the road until 2.124999 s, outside by 2.125000 s; no checked instant is outside",
            self.verdict()["Leaves the road"],
        )

    def test_departure_between_instants_is_filled(self):
        metre = self.metre()
        ego = self.positions()["ego"]
        self.press(Keys.END)
        # In the vehicle at 2.125 s, where no line is.
        inside = (ego["screenX"] + 17.5 * metre, ego["screenY"] + 0.3 * metre)
        self.select_candidate(2)
        red, green, _, alpha = self.pixel("actors", *inside)
        self.assertGreater(alpha, 40)
        self.assertGreater(red, green)
        self.select_candidate(1)
        self.assertLess(self.pixel("actors", *inside)[3], 40)

    def test_borders_and_goals_are_drawn(self):
        self.assertNotIn("Drivable area not known", self.element("#messages").text)
        metre = self.metre()
        ego = self.positions()["ego"]
        kerb = self.pixel("ground", ego["screenX"] + 9.0 * metre, ego["screenY"] + 2.0 * metre)
        self.assertLess(max(kerb[:3]), 130)
        self.assertGreater(kerb[3], 150)
        in_goal = (ego["screenX"] + 28.5 * metre, ego["screenY"] - 1.3 * metre)
        red, green, _, _ = self.pixel("ground", *in_goal)
        self.assertGreater(green, red)
        self.uncheck("goal")
        self.assertEqual(self.pixel("ground", *in_goal)[3], 0)
        self.open_scene(1)
        self.assertFalse(self.element('#legend li[data-key="goal"]').is_displayed())


    def test_lights_change_and_areas_and_lanes_are_drawn(self):
        self.element("#fit-all").click()
        self.wait_until_drawn()
        metre = self.metre()
        ego = self.positions()["ego"]

        def pixel(canvas, x, y):
            return self.pixel(canvas, ego["screenX"] + x * metre, ego["screenY"] - y * metre)

        # The light, and the lane that it is for.
        for x, y in ((45.0, 0.0), (56.0, 1.0)):
            self.move_slider_to(1.5)
            red, green, _, alpha = pixel("actors", x, y)
            self.assertGreater(red, green)
            self.assertGreater(alpha, 100)
            self.move_slider_to(2.0)
            red, green, _, _ = pixel("actors", x, y)
            self.assertGreater(green, red)
        # A stripe of the crosswalk and what is between two.
        stripes = {tuple(pixel("ground", 49.5, 1.2 + 0.1 * k)) for k in range(10)}
        self.assertGreater(len(stripes), 1)
        self.assertTrue(all(alpha == 255 for *_, alpha in stripes))
        with_lanes = self.pixels_of("ground")
        self.uncheck("lanes")
        self.wait_until_drawn()
        self.assertNotEqual(self.pixels_of("ground"), with_lanes)
        self.uncheck("features")
        self.wait_until_drawn()
        self.assertEqual(pixel("actors", 45.0, 0.0)[3], 0)
        self.assertEqual(pixel("ground", 49.5, 1.2)[3], 0)
        self.open_scene(1)
        self.assertFalse(self.element('#legend li[data-key="lanes"]').is_displayed())


class Result(unittest.TextTestResult):
    """Also remembers each test's time and outcome, for the XML log."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.cases = []

    def startTest(self, test):
        super().startTest(test)
        self.cases.append({"test": test, "start": time.monotonic(), "seconds": 0.0, "message": None})

    def stopTest(self, test):
        super().stopTest(test)
        self.cases[-1]["seconds"] = time.monotonic() - self.cases[-1]["start"]

    def note(self, test, error):
        self.cases[-1]["message"] = self._exc_info_to_string(error, test)

    def addError(self, test, err):
        super().addError(test, err)
        self.note(test, err)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.note(test, err)

    def write_xml(self, path):
        failed = [case for case in self.cases if case["message"] is not None]
        counts = {"tests": str(len(self.cases)), "failures": str(len(failed)), "errors": "0"}
        suites = ElementTree.Element("testsuites", counts)
        suite = ElementTree.SubElement(suites, "testsuite", name="replay_page_browser_test", **counts)
        for case in self.cases:
            class_name, _, name = case["test"].id().replace("__main__.", "").rpartition(".")
            element = ElementTree.SubElement(
                suite, "testcase", name=name, classname=class_name, time=f"{case['seconds']:.3f}"
            )
            if case["message"] is not None:
                failure = ElementTree.SubElement(element, "failure", message=f"{name} failed")
                failure.text = "".join(c for c in case["message"] if c in "\t\n" or ord(c) >= 32)
        ElementTree.ElementTree(suites).write(path, encoding="utf-8", xml_declaration=True)


def main():
    global scratch, browser
    renderer = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(dir=os.environ.get("TEST_TMPDIR"), ignore_cleanup_errors=True) as folder:
        scratch = folder
        # Chromium wants a home that it may write to; a test has none.
        os.environ["HOME"] = folder
        subprocess.run([renderer, folder], check=True)
        suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__])
        browser = start_browser()
        try:
            result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2, resultclass=Result).run(suite)
        finally:
            browser.quit()
    if "XML_OUTPUT_FILE" in os.environ:
        result.write_xml(os.environ["XML_OUTPUT_FILE"])
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
