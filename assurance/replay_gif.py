#!/usr/bin/python3
"""Films the replay page for README.md: assurance/replay_gif.py out/replay/index.html docs/replay.gif

A candidate of a scene drives from beginning to end, in real time, in headless Chromium. Needs what tools/setup.sh
installs, and python3-pil, which comes with `tools/setup.sh --docs`.
"""

import argparse
import io
import pathlib

from PIL import Image
from selenium import webdriver

FRAME_S = 0.2


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("gif", type=pathlib.Path)
    parser.add_argument("--scene", type=int, default=1)
    parser.add_argument("--candidate", type=int, default=1, help="counted from 1, as in the page's address")
    parser.add_argument("--end_s", type=float, default=4.0)
    options = parser.parse_args()
    chromium = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--hide-scrollbars", "--force-device-scale-factor=1"):
        chromium.add_argument(flag)
    frames = []
    with webdriver.Chrome(options=chromium) as browser:
        browser.set_window_size(1400, 1100)
        for frame in range(round(options.end_s / FRAME_S) + 1):
            place = f"#scene={options.scene}&candidate={options.candidate}&time={frame * FRAME_S:.2f}"
            browser.get("about:blank")
            browser.get(options.page.resolve().as_uri() + place)
            screen = Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB")
            frames.append(screen.resize((1000, round(1000 * screen.height / screen.width)), Image.Resampling.LANCZOS))
    # One palette for all: frames then differ by what moves, which is all that is stored of them.
    palette = frames[len(frames) // 2].quantize(128)
    frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    frames += frames[-1:] * 5
    frames[0].save(options.gif, save_all=True, append_images=frames[1:], duration=round(1000 * FRAME_S), loop=0)


if __name__ == "__main__":
    main()
