"""Downloads recordings and writes the manifest of their files.

    python3 -I load.py --directory=DIRECTORY --manifest=PATH [--overwrite=false] [--id=ID]... [--ids=TEXT]...
                       [--ids-json=JSON]...

If PATH is empty, it is manifest.json in the directory.

The URL of the recording service is $FLOWGATE_ROSBAG_URL: GET <url>/<id>, with a percent-encoded id, returns JSON:

    {"files": [{"filename": "a.bag", "size": 123, "sha256": "<hex>", "url": "<absolute or relative to <url>/<id>/>"}]}

`entries` for `files`, `name` for `filename`, `checksum` (`sha256:<hex>`) for `sha256`, a plain list, and items that are
only a file name are accepted too; size and checksum are verified if they are given. If the service is the `file:` URL
of a folder, a recording is `<id>` or `<id>.json` with the same JSON, or a folder `<id>` of files.
"""
import argparse
import hashlib
import json
import os
import re
import signal
import sys
import tempfile
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import quote, unquote, urljoin, urlsplit
from urllib.request import Request, url2pathname, urlopen

TIMEOUT = 60  # seconds without a byte
ALGORITHMS = {32: "md5", 40: "sha1", 64: "sha256", 128: "sha512"}  # by the length of the checksum in hex


class Failure(Exception):
    """Why the task fails, as one sentence for the log."""


def main():
    options = parse_options()
    service = os.environ.get("FLOWGATE_ROSBAG_URL", "").rstrip("/")
    if not service:
        raise Failure(
            "No recording service is configured, so no recording can be loaded. "
            "An operator can set FLOWGATE_ROSBAG_URL to its URL."
        )
    ids = recording_ids(options)
    if not ids:
        raise Failure("no ids of recordings are given")
    entries = []
    for recording in ids:
        directory = os.path.join(options.directory, quote(recording, safe=" ")) if len(ids) > 1 else options.directory
        names = set()
        for file in files_of(service, recording):
            if file["filename"] in names:
                raise Failure("the recording %r has two files with the name %s" % (recording, file["filename"]))
            names.add(file["filename"])
            entries.append(load(recording, file, directory, options.overwrite == "true"))
    write_manifest(options.manifest, entries)
    total = sum(entry["size"] for entry in entries)
    print(json.dumps({"files": len(entries), "bytes": total, "directory": options.directory, "manifest": options.manifest}))


def parse_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--directory", required=True)
    parser.add_argument("--manifest", required=True)
    parser.add_argument("--overwrite", choices=["true", "false"], default="true")
    for name in ("--id", "--ids", "--ids-json"):
        parser.add_argument(name, action="append", default=[])
    options = parser.parse_args()
    options.manifest = options.manifest or os.path.join(options.directory, "manifest.json")
    return options


def recording_ids(options):
    """The ids without duplicates, in order: single ids, strings of several separated by commas or blanks, and JSON lists."""
    ids = [text for text in options.id if text]
    for text in options.ids:
        ids += [word for word in re.split(r"[\s,]+", text) if word]
    for text in options.ids_json:
        parsed = json.loads(text) if text else []
        ids += [str(item) for item in (parsed if isinstance(parsed, list) else [parsed])]
    for recording in ids:
        if recording in (".", "..") or not recording.isprintable():
            raise Failure("%r is not a valid recording id" % recording)
    return list(dict.fromkeys(ids))


def files_of(service, recording):
    """The files of a recording: name, url, and size and checksum if the service knows them."""
    if urlsplit(service).scheme == "file":
        folder = Path(url2pathname(urlsplit(service).path))
        if "/" in recording:
            raise Failure("%r is not a valid recording id" % recording)
        if (folder / recording).is_dir():
            paths = sorted(path for path in (folder / recording).iterdir() if path.is_file())
            return [{"filename": path.name, "url": path.resolve().as_uri()} for path in paths]
        source = next((path for path in (folder / recording, folder / (recording + ".json")) if path.is_file()), None)
        if source is None:
            raise Failure("the recording %r was not found in %s" % (recording, service))
        index = source.resolve().as_uri()
    else:
        index = "%s/%s" % (service, quote(recording, safe=""))
    return read_index(index, "%s/%s/" % (service, quote(recording, safe="")), recording)


def read_index(index, base, recording):
    try:
        with open_url(index) as answer:
            listing = json.loads(answer.read().decode("utf-8"))
    except HTTPError as error:
        if error.code == 404:
            raise Failure("the recording service did not find the recording %r" % recording) from None
        raise Failure("the recording service returned the status %d for the recording %r" % (error.code, recording)) from None
    except (ValueError, RecursionError):
        raise Failure("the recording service did not return JSON for the recording %r" % recording) from None
    if isinstance(listing, dict):
        listing = listing.get("files", listing.get("entries"))
    if not isinstance(listing, list):
        raise Failure("the recording service did not return a list of files for the recording %r" % recording)
    return [read_entry(entry, base, recording) for entry in listing]


def read_entry(entry, base, recording):
    if isinstance(entry, str):
        entry = {"filename": entry.rsplit("/", 1)[-1], "url": entry if ":" in entry else quote(entry)}
    if not isinstance(entry, dict):
        raise Failure("the recording service returned a file of the recording %r without a name" % recording)
    url = entry.get("url")
    named = entry.get("filename") or entry.get("name") or unquote(urlsplit(url or "").path)
    # Only the last part: a name must not leave the directory.
    filename = re.split(r"[/\\]", str(named))[-1]
    if filename in ("", ".", "..") or not filename.isprintable():
        raise Failure("the recording service returned the invalid file name %r for the recording %r" % (named, recording))
    address = urljoin(base, url or quote(filename))
    # A service in the network names no files of this agent.
    if urlsplit(address).scheme == "file" and urlsplit(base).scheme != "file":
        raise Failure("the recording service returned a file URL for the recording %r" % recording)
    return {
        "filename": filename,
        "url": address,
        "size": entry.get("size"),
        "checksum": entry.get("sha256") or entry.get("checksum"),
    }


def load(recording, file, directory, overwrite):
    """Downloads the file unless it already exists, and verifies it; returns its item in the manifest."""
    path = os.path.join(directory, file["filename"])
    algorithm, expected = checksum_of(file)
    if not overwrite and os.path.isfile(path):
        size, sums = measure(path, algorithm)
        print("Kept %s (%d bytes), because overwrite is false" % (path, size), flush=True)
        return entry_of(recording, file, path, size, sums)
    os.makedirs(directory, exist_ok=True)
    part = path + ".part"
    try:
        download(file["url"], part, file["filename"], file.get("size"))
        size, sums = measure(part, algorithm)
        if file.get("size") is not None and str(file["size"]) != str(size):
            raise Failure("%s has %d bytes instead of %s" % (file["filename"], size, file["size"]))
        if expected and sums[algorithm] != expected:
            raise Failure("%s does not match its %s checksum" % (file["filename"], algorithm))
        os.replace(part, path)
    finally:
        if os.path.lexists(part):
            os.remove(part)
    print("Loaded %s (%d bytes)" % (path, size), flush=True)
    return entry_of(recording, file, path, size, sums)


def entry_of(recording, file, path, size, sums):
    return {"id": recording, "filename": file["filename"], "path": path, "size": size, "sha256": sums["sha256"]}


def checksum_of(file):
    text = str(file.get("checksum") or "").lower()
    algorithm, _, expected = text.rpartition(":")
    algorithm = algorithm.replace("-", "") or ALGORITHMS.get(len(expected), "sha256")
    if expected and algorithm not in ALGORITHMS.values():
        raise Failure("the checksum of %s has an unknown type: %s" % (file["filename"], text))
    return algorithm, expected


def measure(path, algorithm):
    hashes = {name: hashlib.new(name) for name in {"sha256", algorithm}}
    size = 0
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            size += len(block)
            for each in hashes.values():
                each.update(block)
    return size, {name: each.hexdigest() for name, each in hashes.items()}


def download(url, path, filename, size):
    try:
        with open_url(url) as answer, open(path, "wb") as target:
            # A file without an end would fill the disk.
            limit = int(size) if str(size).isdigit() else None
            for block in iter(lambda: answer.read(1 << 20), b""):
                target.write(block)
                if limit is not None and target.tell() > limit:
                    raise Failure("%s has more than %d bytes" % (filename, limit))
            announced = answer.headers.get("Content-Length")
            if announced is not None and target.tell() != int(announced):
                raise Failure("the download of %s is incomplete" % filename)
    except HTTPError as error:
        raise Failure("the download of %s returned the status %d" % (filename, error.code)) from None
    except URLError as error:
        raise Failure("%s could not be downloaded: %s" % (filename, error.reason)) from None


def open_url(url):
    if urlsplit(url).scheme not in ("http", "https", "file"):
        raise Failure("%s is not an http, https or file URL" % url)
    url = re.sub(r"[^!-~]", lambda match: quote(match.group()), url)
    return urlopen(Request(url, headers={"User-Agent": "Flowgate"}), timeout=TIMEOUT)


def write_manifest(path, entries):
    """Replaces the manifest atomically: readers find the old or the new one, never a part."""
    folder = os.path.dirname(path) or "."
    os.makedirs(folder, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".manifest-")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"entries": entries}, file, indent=2)
        file.write("\n")
    os.chmod(temporary, 0o644)
    os.replace(temporary, path)


if __name__ == "__main__":
    # A stopped task leaves no partial file behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        main()
    except Failure as failure:
        sys.exit("Flowgate: %s" % failure)
    except URLError as error:
        sys.exit("Flowgate: the recording service could not be reached: %s" % error.reason)
    except (OSError, HTTPException) as error:
        sys.exit("Flowgate: %s" % error)
