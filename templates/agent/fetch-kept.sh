# Downloads the files that earlier segments of an execution have kept, as one archive, into the workspace.
# Exit status: 200 for success, because Jenkins treats 0 as success even if the build is being stopped; 143 if it was
# stopped.

trap 'exit 143' TERM INT HUP

attempts=5
part=.flowgate/kept-$$.tar

for program in curl tar; do
  if ! command -v "$program" > /dev/null; then
    echo "Flowgate: $program was not found on this agent; it is needed to put files back"
    exit 1
  fi
done
mkdir -p .flowgate || exit 1
attempt=1
while :; do
  # The URL is a secret: it is never in an argument list.
  status=$(printf 'url = "%s"\n' "$FLOWGATE_KEPT_URL" |
    curl --disable --config - --globoff --silent --show-error --fail --connect-timeout 20 --speed-limit 1 --speed-time 60 \
      --output "$part" --write-out '%{http_code}')
  code=$?
  if [ "$code" -eq 0 ] && [ "$status" = 200 ]; then
    tar -xf "$part"
    code=$?
    rm -f "$part"
    [ "$code" -eq 0 ] && exit 200
    problem='the files could not be written'
  else
    rm -f "$part"
    case $status in
      000 | '') problem='Flowgate could not be reached' ;;
      200) problem='the download is incomplete' ;;
      *) problem="Flowgate returned the status $status" ;;
    esac
  fi
  echo "Flowgate: attempt $attempt of $attempts to put the files back failed: $problem"
  case $status in
    429) ;;
    3?? | 4??) exit 1 ;;
  esac
  [ "$attempt" -lt "$attempts" ] || exit 1
  sleep "$((attempt * 2))"
  attempt=$((attempt + 1))
done
