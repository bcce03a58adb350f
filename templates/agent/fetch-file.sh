# Downloads a file into the workspace: one that Flowgate passes, whose checksum is known, or the default of an input
# from its URL. The file gets its name once it is complete and verified.
# Exit status: 200 for success, because Jenkins treats 0 as success even if the build is being stopped; 143 if it was
# stopped.

FLOWGATE_FILE_SHA256=${FLOWGATE_FILE_SHA256:-}

trap 'exit 143' TERM INT HUP

folder=$(dirname "$FLOWGATE_FILE")
part=$folder/.part-$$
headers=$folder/.headers-$$
attempts=5

# The URL may be a secret: it is never in an argument list, and tracing is off whatever the user's settings are.
# Prints the status of the response and its URL.
fetch() {
  printf 'url = "%s"\n' "$FLOWGATE_FILE_URL" | (
    # Before 8.4, curl compares only Content-Length with --max-filesize: a response without it could fill the disk.
    [ -z "$FLOWGATE_FILE_MAX" ] || ulimit -f "$((FLOWGATE_FILE_MAX / 512 + 64))" 2> /dev/null
    exec curl --disable --config - --globoff --silent --show-error --fail --connect-timeout 20 --speed-limit 1 --speed-time 60 \
      --max-time "${FLOWGATE_LIMIT:-86400}" --output "$part" --write-out '%{http_code} %{url_effective}' "$@"
  )
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

# Why the download is not the expected file; empty if it is.
problem_of_content() {
  if [ -n "$FLOWGATE_FILE_SHA256" ]; then
    [ "$(checksum)" = "$FLOWGATE_FILE_SHA256" ] || echo 'it is damaged'
  elif [ -n "$FLOWGATE_FILE_MAX" ] && [ "$(wc -c < "$part")" -gt "$FLOWGATE_FILE_MAX" ]; then
    echo "it is larger than $FLOWGATE_FILE_MAX bytes"
  elif [ -n "$FLOWGATE_FILE_EXTENSIONS" ] && ! has_extension "$(given_name)"; then
    echo "its name is $(given_name), but the allowed extensions are $FLOWGATE_FILE_EXTENSIONS"
  fi
}

# The server's name of the file: the name in its response, or else the end of the response's URL.
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
  echo 'Flowgate: curl was not found on this agent; it is needed to download files'
  exit 1
fi
mkdir -p "$folder" || exit 1
# Flowgate never redirects. From a default's URL, redirects cannot leave https, or lead from the network to files.
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
      63/* | 153/*) problem="it is larger than $FLOWGATE_FILE_MAX bytes" ;;
      37/*) problem="the file was not found on this agent, or cannot be read" ;;
      */000 | */) problem="$source could not be reached" ;;
      */200) problem='the download is incomplete' ;;
      *) problem="$source returned the status $status" ;;
    esac
  else
    problem=$(problem_of_content)
  fi
  rm -f "$headers"
  if [ -z "$problem" ]; then
    mv "$part" "$FLOWGATE_FILE" && exit 200
    exit 1
  fi
  rm -f "$part"
  echo "Flowgate: attempt $attempt of $attempts to download the file failed: $problem"
  case $code/$status in
    */429) ;;
    37/* | 47/* | 63/* | 153/* | */3?? | */4??) exit 1 ;;
    0/*) [ -n "$FLOWGATE_FILE_SHA256" ] || exit 1 ;;
  esac
  [ "$attempt" -lt "$attempts" ] || exit 1
  sleep "$((attempt * 2))"
  attempt=$((attempt + 1))
done
