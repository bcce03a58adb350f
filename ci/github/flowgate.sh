# Functions for the steps of action.yml. Needs Node.js 20.19 or newer, which GitHub's runners have.

# Runs the command line of the version in INPUT_VERSION.
flowgate() {
  local package
  case $INPUT_VERSION in
    ./* | /* | *.tgz | http://* | https://*) package=$INPUT_VERSION ;;
    *) package=@flowgate/flowgate@$INPUT_VERSION ;;
  esac
  npx --yes --package="$package" -- flowgate "$@"
}

# Puts the lines of a text that are not blank into the array "lines".
read_lines() {
  local line
  lines=()
  while IFS= read -r line; do
    line=${line#"${line%%[![:space:]]*}"}
    line=${line%"${line##*[![:space:]]}"}
    if [ -n "$line" ]; then lines+=("$line"); fi
  done <<< "$1"
}

# Prints the outputs of the action from a report in JSON; nothing if no flow could be checked.
count_problems() {
  node -e '
    const { existsSync, readFileSync } = require("node:fs");
    const [report] = process.argv.slice(1);
    const files = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : [];
    for (const kind of ["errors", "warnings"])
      console.log(`${kind}=${files.reduce((sum, file) => sum + file[kind].length, 0)}`);
  ' "$1"
}
