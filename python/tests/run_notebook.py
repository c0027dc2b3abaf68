"""Runs a notebook with the collision2d that this Python imports, and compares the text that its cells print with what is saved.

  run_notebook.py NOTEBOOK TESTDATA [--save]

With --save the notebook is written with its new outputs. TESTDATA is the folder testdata of the sources.
"""

import os
import pathlib
import sys

import collision2d
import nbformat
from nbclient import NotebookClient


def texts(notebook):
    """What each cell prints or returns as text; numbers of seconds differ from run to run, in cells with the tag varies."""
    found = []
    for cell in notebook.cells:
        if cell.cell_type != "code" or "varies" in cell.metadata.get("tags", []):
            continue
        # A slow machine may divide what a cell prints among several outputs.
        text = ""
        for output in cell.outputs:
            if output.output_type == "stream" and output.name == "stdout":
                text += output.text
            elif output.output_type == "execute_result" and "image/png" not in output.data and "text/html" not in output.data:
                text += output.data["text/plain"]
        found.append((cell.source, text))
    return found


def main():
    path = pathlib.Path(sys.argv[1])
    os.environ["COLLISION2D_TESTDATA"] = str(pathlib.Path(sys.argv[2]).resolve())
    # The kernel may be another Python's.
    os.environ["PYTHONPATH"] = str(pathlib.Path(collision2d.__file__).resolve().parents[1])
    notebook = nbformat.read(path, as_version=4)
    saved = texts(notebook)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    if "--save" in sys.argv:
        nbformat.write(notebook, path)
        return 0
    found = texts(notebook)
    for before, after in zip(saved, found):
        if before != after:
            print(f"{path}: a cell prints other text:\n{after[0]}\nsaved: {before[1]}\nnow: {after[1]}")
            return 1
    return 0 if len(saved) == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
