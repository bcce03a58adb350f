# Downloads the files that earlier segments of an execution have kept, as one archive, into the workspace.
# Exit status: 200 for success, because Jenkins treats 0 as success even if the build is being stopped; 143 if it was
# stopped. After any other one, .flowgate/kept-problem contains the reason.

trap 'exit 143' TERM INT HUP

attempts=5
part=.flowgate/kept-$$.tar

fail() {
  rm -f "$part"
  printf '%s' "$problem" > .flowgate/kept-problem
  exit 1
}

# Why Flowgate has sent no files: its own words, or the status.
problem_of_answer() {
  detail=$(head -c 4096 "$part" 2> /dev/null | tr -d '\r\n' |
    sed -n 's/.*"detail":"\([^"\\]*\(\\.[^"\\]*\)*\)".*/\1/p' | sed -e 's/\\\(["\\]\)/\1/g' -e 's/\.$//')
  printf '%s' "${detail:-Flowgate returned the status $status}"
}

mkdir -p .flowgate || exit 1
rm -f .flowgate/kept-problem
for program in curl tar; do
  if ! command -v "$program" > /dev/null; then
    problem="$program was not found on this agent; it is needed to put files back"
    echo "Flowgate: $problem"
    fail
  fi
done
attempt=1
while :; do
  # The URL is a secret: it is never in an argument list.
  status=$(printf 'url = "%s"\n' "$FLOWGATE_KEPT_URL" |
    curl --disable --config - --globoff --silent --show-error --connect-timeout 20 --speed-limit 1 --speed-time 60 \
      --output "$part" --write-out '%{http_code}')
  code=$?
  case $code/$status in
    0/200)
      tar -xf "$part" && rm -f "$part" && exit 200
      problem='the files could not be written'
      ;;
    */000 | */) problem='Flowgate could not be reached' ;;
    */200) problem='the download is incomplete' ;;
    *) problem=$(problem_of_answer) ;;
  esac
  rm -f "$part"
  echo "Flowgate: attempt $attempt of $attempts to put the files back failed: $problem"
  case $status in
    429) ;;
    3?? | 4??) fail ;;
  esac
  [ "$attempt" -lt "$attempts" ] || fail
  sleep "$((attempt * 2))"
  attempt=$((attempt + 1))
done
