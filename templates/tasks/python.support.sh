# The steps of a Python task; its script reads this file and calls them in order. Variables start with flowgate_,
# because any other name may be one of the flow's.

fail() {
  printf 'Flowgate: %s\n' "$1" >&2
  exit 1
}

# use_python COMMAND: from here on, `python` and `python3` are this interpreter, also in the author's commands.
use_python() {
  flowgate_python=$(command -v "$1") || fail "$1 was not found on this agent"
  mkdir "$FLOWGATE_TASK_DIR/bin"
  # Not links, because a wrapper that chooses an interpreter (pyenv) uses the name by which it was called.
  for flowgate_name in python python3; do
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$flowgate_python" > "$FLOWGATE_TASK_DIR/bin/$flowgate_name"
    chmod +x "$FLOWGATE_TASK_DIR/bin/$flowgate_name"
  done
  PATH=$FLOWGATE_TASK_DIR/bin:$PATH
  # Agents often have no locale, and without one, Python 3.6 reads all text as ASCII.
  [ -n "${LC_ALL-}${LC_CTYPE-}${LANG-}" ] || export LC_CTYPE=C.UTF-8
}

# use_folder PATH: the working folder of the task; created if it is missing.
use_folder() {
  case $1 in /*) flowgate_path=$1 ;; *) flowgate_path=./$1 ;; esac
  mkdir -p "$flowgate_path"
  cd "$flowgate_path"
}

# input_file NAME TEXT
input_file() {
  case $1 in */*) mkdir -p "./${1%/*}" ;; esac
  printf '%s' "$2" > "./$1"
}

# plain_requirement REQUIREMENT: fails if a value in it names a place to install from, whose code pip would run. After
# "--", pip reads no requirement as an option.
plain_requirement() {
  case ${1%%[!A-Za-z0-9._-]*} in
    '' | .* | *.whl | *.zip | *.tar | *.tar.* | *.tgz | *.tbz | *.tlz | *.txz) fail "the dependency \"$1\" is no package but a folder or a file, and only a flow can name a place to install from" ;;
  esac
  case $1 in
    *[@/\\]* | *[[:cntrl:]]*) fail "the dependency \"$1\" contains a value with @, / or a control character, and only a flow can name a place to install from" ;;
  esac
}

# install_packages REQUIREMENT...: into a virtual environment for this task, which is removed with the task's folder.
install_packages() {
  "$flowgate_python" -m venv "$FLOWGATE_TASK_DIR/venv" ||
    fail "$flowgate_python cannot create a virtual environment; on Debian, install the package python3-venv"
  export VIRTUAL_ENV="$FLOWGATE_TASK_DIR/venv"
  PATH=$VIRTUAL_ENV/bin:$PATH
  flowgate_python=$VIRTUAL_ENV/bin/python
  "$flowgate_python" -m pip install --quiet --disable-pip-version-check --no-input -- "$@" || fail "pip could not install the dependencies"
}

# fail_on_stderr true|false: from here on, any output on standard error fails the task. It is printed at the end.
fail_on_stderr() {
  [ "$1" = true ] || return 0
  exec 3>&2 2> "$FLOWGATE_TASK_DIR/stderr"
  trap 'end_with_stderr $?' EXIT
  trap 'exit 143' TERM
}

end_with_stderr() {
  cat "$FLOWGATE_TASK_DIR/stderr" >&3
  [ "$1" -eq 0 ] || exit "$1"
  [ ! -s "$FLOWGATE_TASK_DIR/stderr" ] || { echo 'Flowgate: the task wrote to standard error' >&3; exit 1; }
}

# run_script PLACEHOLDER=TYPE:NAME...: runs script.py, with its placeholders, if any, replaced by values.
run_script() {
  flowgate_script=$FLOWGATE_TASK_DIR/script.py
  if [ $# -gt 0 ]; then
    "$flowgate_python" -I "$FLOWGATE_TASK_DIR/compile.py" "$flowgate_script" "${flowgate_script}c" "$flowgate_script" "$@"
    flowgate_script=${flowgate_script}c
  fi
  # Makes modules in the working folder importable, as if the script were there, and leaves output unbuffered.
  export PYTHONPATH="$PWD${PYTHONPATH:+:$PYTHONPATH}" PYTHONUNBUFFERED=1
  "$flowgate_python" "$flowgate_script"
}

# run_command SOURCE PLACEHOLDER=TYPE:NAME...: runs Python source like `python -c`. With placeholders, the code for `-c`
# runs the compiled program.
run_command() {
  export PYTHONUNBUFFERED=1
  flowgate_source=$1
  shift
  if [ $# -gt 0 ]; then
    printf '%s' "$flowgate_source" > "$FLOWGATE_TASK_DIR/command.py"
    "$flowgate_python" -I "$FLOWGATE_TASK_DIR/compile.py" "$FLOWGATE_TASK_DIR/command.py" "$FLOWGATE_TASK_DIR/command.code" '<string>' "$@"
    flowgate_source='exec(__import__("marshal").loads(__import__("pathlib").Path(__import__("os").environ["FLOWGATE_TASK_DIR"], "command.code").read_bytes()))'
  fi
  "$flowgate_python" -c "$flowgate_source"
}
