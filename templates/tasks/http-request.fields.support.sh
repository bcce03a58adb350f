# The fields of an HTTP task that come from a part of the response.

# add_fields FIELD=FORM:SOURCE...: adds fields to those of a response that is a JSON object; any other becomes an object
# with these fields only.
add_fields() {
  mv response plain
  LC_ALL=C awk -v status="$flowgate_status" '
    function print_text(text,  i, character) {
      for (i = 1; i <= length(text); i++) {
        character = substr(text, i, 1)
        printf "%s", (character in json_escapes) ? json_escapes[character] : character
      }
    }

    # The value of a part in the form of its field. What has another form becomes a string, which the field rejects.
    function print_part(text) {
      if (form ~ /^(integer|number|json)$/ && text ~ /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/) printf "%s", text
      else if (form ~ /^(boolean|json)$/ && text ~ /^(true|false)$/) printf "%s", text
      else {
        printf "\""
        print_text(text)
        printf "\""
      }
    }

    function read_body(  line, lines) {
      text = ""
      while ((getline line < "plain") > 0 && length(text) <= limit) text = text (lines++ ? "\n" : "") line
      close("plain")
      sub(/\r$/, "", text)
      if (length(text) <= limit) return text
      print "Flowgate: the response is too large for the field " field "; the maximum is 98304 bytes" > "/dev/stderr"
      exit 1
    }

    function print_body(  line, lines) {
      if (form !~ /^(json|list)$/) print_part(read_body())
      else {
        while ((getline line < "plain") > 0) {
          if (line ~ /[^ \t\r]/) lines++
          print line
        }
        close("plain")
        if (!lines) printf "null"
      }
    }

    # The joined values of a header in the last response: a redirect has headers too.
    function read_header(name,  line, value) {
      found = 0
      text = ""
      while ((getline line < "received-headers") > 0) {
        sub(/\r$/, "", line)
        if (line ~ /^HTTP\//) {
          found = 0
          text = ""
        }
        if (tolower(substr(line, 1, length(name) + 1)) != name ":") continue
        value = substr(line, length(name) + 2)
        gsub(/^[ \t]+|[ \t]+$/, "", value)
        text = text (found++ ? ", " : "") value
      }
      close("received-headers")
    }

    # Prints the fields of an object up to its last bracket, which is held back with the blanks after it.
    function print_object(  line, held, start) {
      while ((getline line < "plain") > 0) {
        if (length(start) < 2) start = substr(start substr_without_blanks(line), 1, 2)
        if (start != "" && start !~ /^\{/) break
        if (line !~ /[^ \t\r]/) continue
        if (held != "") print held
        held = line
      }
      close("plain")
      sub(/[ \t\r]+$/, "", held)
      if (start !~ /^\{/ || held !~ /}$/) {
        printf "{"
        return
      }
      printf "%s", substr(held, 1, length(held) - 1)
      if (start != "{}") separator = ","
    }

    function substr_without_blanks(line) {
      line = substr(line, 1, 65536)
      gsub(/[ \t\r]/, "", line)
      return substr(line, 1, 2)
    }

    BEGIN {
      limit = 98304
      for (i = 1; i < 256; i++) {
        character = sprintf("%c", i)
        if (i < 32) json_escapes[character] = sprintf("\\u%04x", i)
      }
      json_escapes["\""] = "\\\""
      json_escapes["\\"] = "\\\\"
      print_object()
      for (i = 1; i < ARGC; i++) {
        field = source = ARGV[i]
        sub(/=.*/, "", field)
        sub(/^[^=]*=/, "", source)
        form = source
        sub(/:.*/, "", form)
        sub(/^[^:]*:/, "", source)
        found = 1
        if (source ~ /^headers\./) read_header(substr(source, 9))
        if (!found) continue
        printf "%s\"%s\":", separator, field
        separator = ","
        if (source == "status") print_part(status)
        else if (source == "body") print_body()
        else print_part(text)
      }
      print "}"
    }
  ' "$@" > response
}
