#!/usr/bin/env python3
"""Makes a wheel that brings the shared libraries it needs, as auditwheel does: renamed copies beside the extension.

    tools/bundle_wheel.py WHEEL FOLDER

writes the new wheel to FOLDER and prints its path. Copies have names of their own, so that they and the system's
libraries of the same process do not meet. What every Linux has (libc, libstdc++ and so on) is not copied; the wheel's tag says
which version of glibc it needs. Needs patchelf and the Python module wheel (tools/setup.sh --python).
"""
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SYSTEM = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s))\.so\.\d+$")


def output(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def libraries(extension: pathlib.Path) -> dict[str, pathlib.Path]:
    """The libraries that the dynamic linker loads for a file, by the names they are needed by."""
    found = dict(re.findall(r"^\s*(\S+) => (\S+) \(", output("ldd", str(extension)), re.MULTILINE))
    return {name: pathlib.Path(path).resolve() for name, path in found.items() if not SYSTEM.match(name)}


def bundle(folder: pathlib.Path) -> list[pathlib.Path]:
    """Copies the libraries of all extensions in an unpacked wheel. Returns all files with code."""
    extensions = sorted(folder.rglob("*.so"))
    wanted = {name: path for extension in extensions for name, path in libraries(extension).items()}
    if not wanted:
        sys.exit(f"tools/bundle_wheel.py: {folder.name}: no libraries to copy")
    copies = folder / "collision2d.libs"
    copies.mkdir()
    names = {}
    for name, path in wanted.items():
        stem, _, version = name.partition(".so")
        names[name] = f"{stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}.so{version}"
        shutil.copyfile(path, copies / names[name])
        (copies / names[name]).chmod(0o755)
        output("patchelf", "--set-soname", names[name], str(copies / names[name]))
    files = [*extensions, *sorted(copies.iterdir())]
    for file in files:
        needed = [name for name in output("patchelf", "--print-needed", str(file)).split() if name in names]
        replace = [word for name in needed for word in ("--replace-needed", name, names[name])]
        place = "$ORIGIN" if file.parent == copies else "$ORIGIN/../collision2d.libs"
        # Not in one call: patchelf 0.14 mixes the names up.
        output("patchelf", "--set-rpath", place, str(file))
        if replace:
            output("patchelf", *replace, str(file))
    return files


def main(wheel: pathlib.Path, target: pathlib.Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        output(sys.executable, "-m", "wheel", "unpack", "--dest", work, str(wheel))
        (folder,) = pathlib.Path(work).iterdir()
        files = bundle(folder)
        minor = max(int(number) for file in files for number in re.findall(r"GLIBC_2\.(\d+)", output("objdump", "-T", str(file))))
        (metadata,) = folder.glob("*.dist-info/WHEEL")
        metadata.write_text(re.sub(r"(?<=-)linux_", f"manylinux_2_{minor}_", metadata.read_text()))
        packed = output(sys.executable, "-m", "wheel", "pack", "--dest-dir", str(target), str(folder))
    print(target / re.findall(r"(\S+\.whl)", packed)[-1].rpartition("/")[2].rstrip("."))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
