#!/bin/sh
# Fetches a file into the workspace: one that Flowgate passes, whose checksum is known, or the default of an input from
# where its URL says. It has its name there once all of it has come and is right.
# Exit status: 0 when it is there; 143 when the build was stopped.

trap 'exit 143' TERM INT HUP

folder=$(dirname "$FLOWGATE_FILE")
part=$folder/.part
headers=$folder/.headers
attempts=5

# The URL may be a secret, so that it stands in no argument list; whatever the user's own settings are, nothing is traced.
# Prints the status of the answer and the URL that it came from.
fetch() {
  printf 'url = "%s"\n' "$FLOWGATE_FILE_URL" |
    curl --disable --config - --globoff --silent --show-error --fail --connect-timeout 20 --speed-limit 1 --speed-time 60 \
      --max-time "${FLOWGATE_LIMIT:-86400}" --output "$part" --write-out '%{http_code} %{url_effective}' "$@"
}

checksum() {
  if command -v sha256sum > /dev/null; then
    sha256sum
  elif command -v shasum > /dev/null; then
    shasum -a 256
  else
    openssl dgst -sha256 -r
  fi < "$part" | cut -d ' ' -f 1
}

# Why what has come is not the file; nothing when it is.
fault_of_content() {
  if [ -n "$FLOWGATE_FILE_SHA256" ]; then
    [ "$(checksum)" = "$FLOWGATE_FILE_SHA256" ] || echo 'it came damaged'
  elif [ -n "$FLOWGATE_FILE_MAX" ] && [ "$(wc -c < "$part")" -gt "$FLOWGATE_FILE_MAX" ]; then
    echo "it is larger than $FLOWGATE_FILE_MAX bytes"
  elif [ -n "$FLOWGATE_FILE_EXTENSIONS" ] && ! has_extension "$(given_name)"; then
    echo "the server calls it $(given_name), and allowed are the extensions $FLOWGATE_FILE_EXTENSIONS"
  fi
}

# What the server calls a file: the name in its answer, else the end of the URL that the answer came from.
given_name() {
  name=$(tr -d '\r' < "$headers" | sed -n 's/^[Cc]ontent-[Dd]isposition:.*filename\*\{0,1\}="\{0,1\}\([^";]*\).*/\1/p' | tail -n 1)
  path=${answer#* }
  path=${path%%[?#]*}
  printf '%s' "${name:-${path##*/}}"
}

has_extension() {
  name=$(printf '%s' "$1" | tr '[:upper:]' '[:lower:]')
  set -f
  for extension in $FLOWGATE_FILE_EXTENSIONS; do
    case $name in
      *."$extension") return 0 ;;
    esac
  done
  return 1
}

if ! command -v curl > /dev/null; then
  echo 'Flowgate: this node has no curl, which fetches the files of executions'
  exit 1
fi
mkdir -p "$folder" || exit 1
# Flowgate redirects to nowhere. From a default's URL, no redirect leads out of https, or from the network to files.
set --
source='Flowgate'
expected=200
if [ -z "$FLOWGATE_FILE_SHA256" ]; then
  source='the server'
  case $FLOWGATE_FILE_URL in
    file:*) set -- --proto =file && expected=000 ;;
    https:*) set -- --proto =https --location --max-redirs 10 --dump-header "$headers" ;;
    *) set -- --proto =http,https --location --max-redirs 10 --dump-header "$headers" ;;
  esac
  [ -z "$FLOWGATE_FILE_MAX" ] || set -- "$@" --max-filesize "$FLOWGATE_FILE_MAX"
fi
attempt=1
while :; do
  answer=$(fetch "$@")
  code=$?
  status=${answer%% *}
  if [ "$code" -ne 0 ] || [ "$status" != "$expected" ]; then
    case $code/$status in
      63/*) fault="it is larger than $FLOWGATE_FILE_MAX bytes" ;;
      37/*) fault="this node has no such file, or may not read it" ;;
      */000 | */) fault="$source was not reached" ;;
      */200) fault='it did not come whole' ;;
      *) fault="$source answered $status" ;;
    esac
  else
    fault=$(fault_of_content)
  fi
  rm -f "$headers"
  if [ -z "$fault" ]; then
    mv "$part" "$FLOWGATE_FILE"
    exit
  fi
  rm -f "$part"
  echo "Flowgate: the file could not be fetched in attempt $attempt of $attempts: $fault"
  case $code/$status in
    */429) ;;
    37/* | 47/* | 63/* | */3?? | */4??) exit 1 ;;
    0/*) [ -n "$FLOWGATE_FILE_SHA256" ] || exit 1 ;;
  esac
  [ "$attempt" -lt "$attempts" ] || exit 1
  sleep "$((attempt * 2))"
  attempt=$((attempt + 1))
done
