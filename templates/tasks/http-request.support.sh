# The steps of an HTTP task; its script reads this file and calls them in order. Values go from the environment into
# files of the task's private folder and from there into curl, never into an argument list. Variables start with
# flowgate_, because any other name may be one of the flow's.

umask 077

fail() {
  printf 'Flowgate: %s\n' "$1" >&2
  exit 1
}

# fill FILE PLACEHOLDER=USE:NAME...: replaces placeholders with the values of environment variables, written as their
# place requires. A variable that is not set counts as empty, or as null where JSON expects a value.
fill() {
  flowgate_file=$FLOWGATE_TASK_DIR/$1
  mv "$flowgate_file" "$flowgate_file.template"
  shift
  # The dot preserves a final line break, which awk could not see.
  { cat "$flowgate_file.template"; echo .; } | LC_ALL=C awk '
    function reject(why) {
      print "Flowgate: the value of " name " " why > "/dev/stderr"
      failed = 1
      exit 1
    }

    function print_text(text) {
      printf "%s", text
      before = substr(before text, 1, 4096)
      if (is_url) follow_path(text)
    }

    # Servers resolve . and .., even encoded or with parameters, and the request would go to another resource.
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
        reject("makes a part of the path . or .., which servers resolve")
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
        if (use == "json-number" && value !~ /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/) reject("is not a number")
        if (use == "json-boolean" && value !~ /^(true|false)$/) reject("must be true or false")
        printf "%s", value
      }
    }

    function print_encoded(value,  i, character) {
      if (use == "url-part" && before ~ /^[A-Za-z]+:\/\/[^\/?#]*$/) reject("directly follows the host; put a / between them")
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
        if (value !~ /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\/?#]/ || value ~ /[\001-\040\177]/) reject("is not an absolute http or https URL")
        print_text(value)
      } else if (use == "url-host") {
        if (value !~ /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?$/) reject("is not a host or host:port")
        print_text(value)
      } else if (use ~ /^url/) print_encoded(value)
      else {
        if (use == "header" && value ~ /[\001-\010\012-\037\177]/) reject("contains a line break or another control character, which is not allowed in headers")
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

# Fails if an option of the curl configuration file $1 is longer than its lines can be: older versions of curl only
# report that they cannot read the file.
check_lengths() {
  flowgate_long=$(LC_ALL=C awk -v limit=100000 '
    length($0) > limit {
      what = "the URL"
      if (/^header/) {
        sub(/^header = "/, "")
        what = "the header " substr($0, 1, index($0, ":") - 1)
      }
      print what " has " length($0) " encoded bytes; the maximum is " limit ". Send long values in the body"
      exit
    }' "$1")
  if [ -n "$flowgate_long" ]; then fail "$flowgate_long"; fi
}

# Prints its input as options of a curl configuration file, one per line.
quote_option() {
  LC_ALL=C sed 's/[\\"]/\\&/g; s/^/'"$1"' = "/; s/$/"/'
}

# expect STATUS...: the allowed statuses of the response; without any, all but 4xx and 5xx. An empty one is a missing
# value.
flowgate_expected=
expect() {
  for flowgate_status in "$@"; do flowgate_expected="$flowgate_expected${flowgate_status:+ $flowgate_status}"; done
}

# keep_headers: saves the headers of the response too.
flowgate_keeps_headers=
keep_headers() {
  flowgate_keeps_headers=yes
}

# send METHOD: sends url, headers and body; the last two are optional. Saves the response to the file received, and sets
# $flowgate_status and $flowgate_charset. Redirects are followed unless a 3xx is expected, but not from https to http or
# back.
send() {
  cd "$FLOWGATE_TASK_DIR"
  case $(cat url) in [Hh][Tt][Tt][Pp][Ss]:*) flowgate_protocol=https ;; *) flowgate_protocol=http ;; esac
  {
    printf '%s\n' silent show-error globoff 'connect-timeout = 30' 'output = "received"' 'write-out = "%{http_code} %{content_type}"'
    printf '%s\n' 'proto = "=http,https"' "proto-redir = \"=$flowgate_protocol\"" 'max-redirs = 10'
    case $flowgate_expected in *' 3'*) ;; *) echo location ;; esac
    { cat url; echo; } | quote_option url
    # curl drops a header without a value unless a semicolon ends it.
    if [ -f headers ]; then sed 's/^\([^:]*\):[[:blank:]]*$/\1;/' headers | quote_option header; fi
    if [ -n "$flowgate_keeps_headers" ]; then echo 'dump-header = "received-headers"'; fi
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
  : > received
  # -q: ignores the configuration of the agent's user.
  flowgate_answer=$(curl -q --config curl.config) || fail "the $1 request got no response"
  flowgate_status=${flowgate_answer%% *}
  flowgate_charset=$(printf '%s\n' "${flowgate_answer#* }" | tr '[:upper:]' '[:lower:]' |
    sed -n 's/.*;[[:blank:]]*charset[[:blank:]]*=[[:blank:]]*"\{0,1\}\([a-z0-9][a-z0-9._:-]*\).*/\1/p')
  cd "$OLDPWD"
}

# check_status: fails unless the response has an expected status.
check_status() {
  echo "HTTP $flowgate_status"
  case "$flowgate_expected " in *" $flowgate_status "*) return ;; esac
  if [ -n "$flowgate_expected" ] || [ "$flowgate_status" -ge 400 ]; then
    print_response
    fail "the response has the status $flowgate_status${flowgate_expected:+; expected$flowgate_expected}"
  fi
}

# decode: converts its input to UTF-8 from the charset of the response; fails if that is impossible.
decode() {
  case $flowgate_charset in
    '' | utf-8 | utf8 | us-ascii) cat ;;
    *) iconv -f "$flowgate_charset" -t UTF-8 2> /dev/null ;;
  esac
}

# Prints the start of the response, with its last line break in one write: later output may take another, faster way.
# A character that is cut in two, or a charset that the agent does not know, must not hide it.
print_response() {
  flowgate_shown=$(head -c 65536 "$FLOWGATE_TASK_DIR/received" | decode | tr -d '\000')
  [ -n "$flowgate_shown" ] || flowgate_shown=$(head -c 65536 "$FLOWGATE_TASK_DIR/received" | tr -d '\000')
  printf '%s\n' "$flowgate_shown"
}

# return_response [FIELD=FORM:SOURCE...]: writes the file with the outputs: the response as UTF-8 without a byte order
# mark. With arguments, the file fields.sh adds these fields.
return_response() {
  cd "$FLOWGATE_TASK_DIR"
  decode < received > decoded || fail "the response has the charset $flowgate_charset, which iconv cannot read on this agent"
  LC_ALL=C sed "1s/^$(printf '\357\273\277')//" decoded > response
  [ $# -eq 0 ] || add_fields "$@"
  cd "$OLDPWD"
}

# save_response PATH: saves the response as a file in the workspace.
save_response() {
  case /$1/ in
    // | //* | */../*) fail "the outputPath must be a relative path without .." ;;
  esac
  if [ -d "./$1" ]; then fail "the outputPath is a folder"; fi
  case $1 in */*) (umask 022 && mkdir -p "./${1%/*}") ;; esac
  chmod 644 "$FLOWGATE_TASK_DIR/received"
  ln -f "$FLOWGATE_TASK_DIR/received" "./$1" 2> /dev/null || cp "$FLOWGATE_TASK_DIR/received" "./$1"
  echo "Saved $(wc -c < "./$1") bytes as $1"
}
