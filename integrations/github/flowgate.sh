# Functions for the steps of action.yml. Needs Node.js 20.19 or newer, which GitHub's runners have.

# Runs the command line of the release file that INPUT_RELEASE names, by default that of the release of this action.
flowgate() {
  local release
  release=${INPUT_RELEASE:-$(own_release)} || return
  npx --yes --package="$release" -- flowgate "$@"
}

# Prints the URL of the file of the release that this action is part of.
own_release() {
  if [ -z "${ACTION_REPOSITORY:-}" ]; then
    echo "::error::Set the input release to the path or URL of a release file: flowgate-flowgate-<version>.tgz." >&2
    return 1
  fi
  local version=${ACTION_REF#v}
  echo "$GITHUB_SERVER_URL/$ACTION_REPOSITORY/releases/download/$ACTION_REF/flowgate-flowgate-$version.tgz"
}

# Puts the non-blank lines of a text into the array "lines".
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
