"""Builds the wheel with the standard library alone (PEP 517): `python3 build_wheel.py [FOLDER]`."""

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

_FOLDER = Path(__file__).parent
_PACKAGE = "flowgate_client"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel, the same bytes each time, and returns its file name."""
    if not (_FOLDER / _PACKAGE / "types.py").exists():
        raise SystemExit("types.py is missing: run `npm run python-client`, which generates it from openapi.yaml.")
    project = dict(re.findall(r'^([\w-]+) = "(.*)"$', (_FOLDER / "pyproject.toml").read_text("utf-8"), re.MULTILINE))
    name = f"{_PACKAGE}-{project['version']}"
    metadata = (
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        f"Summary: {project['description']}\nRequires-Python: {project['requires-python']}\n"
        f"Description-Content-Type: text/markdown\n\n{(_FOLDER / 'README.md').read_text('utf-8')}"
    )
    sources = sorted((_FOLDER / _PACKAGE).glob("*.py")) + [_FOLDER / _PACKAGE / "py.typed"]
    files = {f"{_PACKAGE}/{source.name}": source.read_bytes() for source in sources}
    files[f"{name}.dist-info/METADATA"] = metadata.encode()
    files[f"{name}.dist-info/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: flowgate\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = "".join(f"{path},sha256={_digest(content)},{len(content)}\n" for path, content in files.items())
    files[f"{name}.dist-info/RECORD"] = f"{record}{name}.dist-info/RECORD,,\n".encode()
    wheel = f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return wheel


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    print(build_wheel(sys.argv[1] if len(sys.argv) > 1 else "."))
