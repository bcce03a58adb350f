# The steps of a Python task; its script reads this file and calls them in order. Variables begin with flowgate_,
# because every other name may be one of the flow's.

fail() {
  printf 'Flowgate: %s\n' "$1" >&2
  exit 1
}

# use_python COMMAND: `python` and `python3` are that interpreter from here on, also for the commands of the author.
use_python() {
  flowgate_python=$(command -v "$1") || fail "this worker has no $1"
  mkdir "$FLOWGATE_TASK_DIR/bin"
  # No links: an interpreter that is chosen by a wrapper (pyenv) looks at the name by which it was called.
  for flowgate_name in python python3; do
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$flowgate_python" > "$FLOWGATE_TASK_DIR/bin/$flowgate_name"
    chmod +x "$FLOWGATE_TASK_DIR/bin/$flowgate_name"
  done
  PATH=$FLOWGATE_TASK_DIR/bin:$PATH
  # Agents often have no locale, in which Python 3.6 would take all text for ASCII.
  [ -n "${LC_ALL-}${LC_CTYPE-}${LANG-}" ] || export LC_CTYPE=C.UTF-8
}

# use_folder PATH: the task works there; the folder is made when it is missing.
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

# install_packages REQUIREMENT...: into a virtual environment of the task's own, which is removed together with its folder.
install_packages() {
  "$flowgate_python" -m venv "$FLOWGATE_TASK_DIR/venv" ||
    fail "$flowgate_python cannot make a virtual environment; on Debian the package python3-venv is missing"
  export VIRTUAL_ENV="$FLOWGATE_TASK_DIR/venv"
  PATH=$VIRTUAL_ENV/bin:$PATH
  flowgate_python=$VIRTUAL_ENV/bin/python
  "$flowgate_python" -m pip install --quiet --disable-pip-version-check --no-input -- "$@" || fail "pip could not install the dependencies"
}

# fail_on_stderr true|false: from here on, whatever is written to the standard error fails the task. It is printed at the end.
fail_on_stderr() {
  [ "$1" = true ] || return 0
  exec 3>&2 2> "$FLOWGATE_TASK_DIR/stderr"
  trap 'end_with_stderr $?' EXIT
  trap 'exit 143' TERM
}

end_with_stderr() {
  cat "$FLOWGATE_TASK_DIR/stderr" >&3
  [ "$1" -eq 0 ] || exit "$1"
  [ ! -s "$FLOWGATE_TASK_DIR/stderr" ] || { echo 'Flowgate: the task wrote to its standard error' >&3; exit 1; }
}

# run_script PLACEHOLDER=TYPE:NAME...: runs script.py, with values in the place of placeholders when it has any.
run_script() {
  flowgate_script=$FLOWGATE_TASK_DIR/script.py
  if [ $# -gt 0 ]; then
    "$flowgate_python" -I "$FLOWGATE_TASK_DIR/compile.py" "$flowgate_script" "${flowgate_script}c" "$flowgate_script" "$@"
    flowgate_script=${flowgate_script}c
  fi
  # Modules beside the author's other files can be imported, as if the script lay there; its output is not held back.
  export PYTHONPATH="$PWD${PYTHONPATH:+:$PYTHONPATH}" PYTHONUNBUFFERED=1
  "$flowgate_python" "$flowgate_script"
}

# run_command SOURCE PLACEHOLDER=TYPE:NAME...: runs Python source as `python -c` does; with values in the place of
# placeholders, it is the code of `-c` that runs their program.
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
