#!/bin/sh
# Fetches a file of the execution into the workspace. It has its name there once all of it has come and is right.
# Exit status: 0 when it is there; 143 when the build was stopped.

trap 'exit 143' TERM INT HUP

folder=$(dirname "$FLOWGATE_FILE")
part=$folder/.part
attempts=5

# The URL is a secret, so that it stands in no argument list; whatever the user's own settings are, nothing is traced
# and no redirect is followed. Prints the status of the answer.
fetch() {
  printf 'url = "%s"\n' "$FLOWGATE_FILE_URL" |
    curl --disable --config - --silent --show-error --fail --connect-timeout 20 --speed-limit 1 --speed-time 60 \
      --max-time "${FLOWGATE_LIMIT:-86400}" --output "$part" --write-out '%{http_code}'
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

if ! command -v curl > /dev/null; then
  echo 'Flowgate: this node has no curl, which fetches the files of executions'
  exit 1
fi
mkdir -p "$folder" || exit 1
attempt=1
while :; do
  status=$(fetch)
  if [ "$status" = 200 ] && [ "$(checksum)" = "$FLOWGATE_FILE_SHA256" ]; then
    mv "$part" "$FLOWGATE_FILE"
    exit
  fi
  rm -f "$part"
  case $status in
    200) fault="it came damaged" ;;
    000 | '') fault="Flowgate was not reached" ;;
    *) fault="Flowgate answered $status" ;;
  esac
  echo "Flowgate: the file could not be fetched in attempt $attempt of $attempts: $fault"
  case $status in
    429) ;;
    3?? | 4??) exit 1 ;;
  esac
  [ "$attempt" -lt "$attempts" ] || exit 1
  sleep "$((attempt * 2))"
  attempt=$((attempt + 1))
done
