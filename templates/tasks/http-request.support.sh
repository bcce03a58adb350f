# The steps of an HTTP task; its script reads this file and calls them in order. Values go from the environment into
# files of the task's private folder and from there into curl: none ever stands in an argument list. Variables begin
# with flowgate_, because every other name may be one of the flow's.

umask 077

fail() {
  printf 'Flowgate: %s\n' "$1" >&2
  exit 1
}

# fill FILE PLACEHOLDER=USE:NAME...: puts the values of environment variables in the place of placeholders, written as
# the place demands. A name that is not set counts as empty, or as null where JSON expects a value.
fill() {
  flowgate_file=$FLOWGATE_TASK_DIR/$1
  mv "$flowgate_file" "$flowgate_file.template"
  shift
  # The dot keeps a line break at the end, which awk could not see.
  { cat "$flowgate_file.template"; echo .; } | LC_ALL=C awk '
    function refuse(why) {
      print "Flowgate: the value of " name " " why > "/dev/stderr"
      failed = 1
      exit 1
    }

    function print_text(text) {
      printf "%s", text
      before = substr(before text, 1, 4096)
      if (is_url) follow_path(text)
    }

    # Servers resolve . and .., with parameters and encoded ones too, and would be asked for another resource.
    function follow_path(text) {
      while (match(text, /[\/?#]/)) {
        segment = segment substr(text, 1, RSTART - 1)
        end_segment()
        if (substr(text, RSTART, 1) != "/") is_url = 0
        text = substr(text, RSTART + 1)
      }
      segment = substr(segment text, 1, 16) # no longer one is . or .. in any form
    }

    function end_segment() {
      sub(/;.*/, "", segment)
      gsub(/%2[Ee]/, ".", segment)
      if (in_segment != "" && segment ~ /^\.\.?$/) {
        name = in_segment
        refuse("makes a part of the path that is . or .., which servers resolve")
      }
      segment = in_segment = ""
    }

    function print_json_string(value,  i, character) {
      for (i = 1; i <= length(value); i++) {
        character = substr(value, i, 1)
        printf "%s", (character in json_escapes) ? json_escapes[character] : character
      }
    }

    function print_json(value) {
      if (!given) printf "null"
      else if (use == "json-text") {
        printf "\""
        print_json_string(value)
        printf "\""
      } else {
        if (use == "json-number" && value !~ /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/) refuse("is not a number")
        if (use == "json-boolean" && value !~ /^(true|false)$/) refuse("is neither true nor false")
        printf "%s", value
      }
    }

    function print_encoded(value,  i, character) {
      if (use == "url-part" && before ~ /^[A-Za-z]+:\/\/[^\/?#]*$/) refuse("follows a host directly; put a / between them")
      in_segment = name
      for (i = 1; i <= length(value); i++) {
        character = substr(value, i, 1)
        print_text(character ~ /[A-Za-z0-9._~-]/ ? character : percent[character])
      }
    }

    function print_value(value) {
      if (use == "json-string") print_json_string(value)
      else if (use ~ /^json/) print_json(value)
      else if (use == "url-whole") {
        if (value !~ /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\/?#]/ || value ~ /[\001-\040\177]/) refuse("is not an absolute http or https URL")
        print_text(value)
      } else if (use == "url-host") {
        if (value !~ /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?$/) refuse("is neither a host nor host:port")
        print_text(value)
      } else if (use ~ /^url/) print_encoded(value)
      else {
        if (use == "header" && value ~ /[\001-\010\012-\037\177]/) refuse("holds a line break or another control character, which a header cannot carry")
        printf "%s", value
      }
    }

    BEGIN {
      for (i = 1; i < 256; i++) {
        character = sprintf("%c", i)
        percent[character] = sprintf("%%%02X", i)
        if (i < 32) json_escapes[character] = sprintf("\\u%04x", i)
      }
      json_escapes["\""] = "\\\""
      json_escapes["\\"] = "\\\\"
      for (i = 1; i < ARGC; i++) {
        split(ARGV[i], parts, /[=:]/)
        uses[parts[1]] = parts[2]
        names[parts[1]] = parts[3]
        if (parts[2] ~ /^url/) is_url = 1
        word = parts[1]
        gsub(/[${}]/, "[&]", word)
        pattern = pattern (i > 1 ? "|" : "") word
      }
      ARGC = 1
    }

    NR > 1 { printf "%s", held "\n" }
    {
      rest = $0
      held = ""
      while (match(rest, pattern)) {
        text = substr(rest, 1, RSTART - 1)
        word = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        print_text(text)
        use = uses[word]
        name = names[word]
        given = name in ENVIRON
        print_value(given ? ENVIRON[name] : "")
      }
      held = rest
    }

    END {
      if (failed) exit 1
      print_text(substr(held, 1, length(held) - 1))
      if (is_url) end_segment()
    }
  ' "$@" > "$flowgate_file"
}

# Fails when an option of the curl configuration file $1 is longer than a line of it can be: older versions of curl carry no
# more, and say only that they cannot read the file.
check_lengths() {
  flowgate_long=$(LC_ALL=C awk -v limit=100000 '
    length($0) > limit {
      what = "the URL"
      if (/^header/) {
        sub(/^header = "/, "")
        what = "the header " substr($0, 1, index($0, ":") - 1)
      }
      print what " has " length($0) " bytes as it is sent, and " limit " is the limit; send a long value in the body"
      exit
    }' "$1")
  if [ -n "$flowgate_long" ]; then fail "$flowgate_long"; fi
}

# Prints its input as options of a curl configuration file, one a line.
quote_option() {
  LC_ALL=C sed 's/[\\"]/\\&/g; s/^/'"$1"' = "/; s/$/"/'
}

# expect STATUS...: what the answer must have; without any, no 4xx or 5xx. An empty one is a value that is not given.
flowgate_expected=
expect() {
  for flowgate_status in "$@"; do flowgate_expected="$flowgate_expected${flowgate_status:+ $flowgate_status}"; done
}

# send METHOD: sends url, headers and body, of which the last two may be missing. The answer comes as the file response, its
# status as $flowgate_status. Redirects are followed unless a 3xx is expected, but not from https to http or back.
send() {
  cd "$FLOWGATE_TASK_DIR"
  case $(cat url) in [Hh][Tt][Tt][Pp][Ss]:*) flowgate_protocol=https ;; *) flowgate_protocol=http ;; esac
  {
    printf '%s\n' silent show-error globoff 'connect-timeout = 30' 'output = "response"' 'write-out = "%{http_code}"'
    printf '%s\n' 'proto = "=http,https"' "proto-redir = \"=$flowgate_protocol\"" 'max-redirs = 10'
    case $flowgate_expected in *' 3'*) ;; *) echo location ;; esac
    { cat url; echo; } | quote_option url
    # curl drops a header without a value unless a semicolon ends it.
    if [ -f headers ]; then sed 's/^\([^:]*\):[[:blank:]]*$/\1;/' headers | quote_option header; fi
    if [ -f body ]; then echo 'data-binary = "@body"'; fi
    case $1 in
      HEAD) echo head ;;
      POST | PUT | PATCH) [ -f body ] || printf '%s\n' 'data = ""' 'header = "Content-Type:"' ;;
    esac
    case $1$(ls body 2> /dev/null) in
      GET | HEAD | POST*) ;;
      *) echo "request = \"$1\"" ;;
    esac
  } > curl.config
  check_lengths curl.config
  : > response
  # -q: not the configuration of whoever runs the agent.
  flowgate_status=$(curl -q --config curl.config) || fail "the $1 request was not answered"
  cd "$OLDPWD"
}

# check_status: fails unless the answer has a status that is expected.
check_status() {
  echo "HTTP $flowgate_status"
  case "$flowgate_expected " in *" $flowgate_status "*) return ;; esac
  if [ -n "$flowgate_expected" ] || [ "$flowgate_status" -ge 400 ]; then
    print_response
    fail "the answer is HTTP $flowgate_status${flowgate_expected:+, and expected was$flowgate_expected}"
  fi
}

# The beginning of the answer, with its last line break in one piece: what follows may come another way and be faster.
print_response() {
  printf '%s\n' "$(head -c 65536 "$FLOWGATE_TASK_DIR/response" | tr -d '\000')"
}

# save_response PATH: keeps the answer as a file in the workspace.
save_response() {
  case /$1/ in
    // | //* | */../*) fail "the outputPath must be a relative path without .." ;;
  esac
  if [ -d "./$1" ]; then fail "the outputPath is a folder"; fi
  case $1 in */*) (umask 022 && mkdir -p "./${1%/*}") ;; esac
  chmod 644 "$FLOWGATE_TASK_DIR/response"
  ln -f "$FLOWGATE_TASK_DIR/response" "./$1" 2> /dev/null || cp "$FLOWGATE_TASK_DIR/response" "./$1"
  echo "Saved $(wc -c < "./$1") bytes as $1"
}
