# The deferred variables of a Python task, such as PATH and LD_PRELOAD: the author's commands and Python see them, but not
# the steps of python.sh, which this file completes.

# set_deferred: from here on, commands see the variables. What a shell sets itself, only Python sees.
set_deferred() {
  # A wrapper that chooses an interpreter may need the agent's PATH.
  flowgate_interpreter=$("$flowgate_python" -I -c 'import sys; print(sys.executable)')
  flowgate_python=flowgate_run
  for flowgate_name in $FLOWGATE_DEFERRED; do
    eval "flowgate_had_$flowgate_name=\${$flowgate_name+yes} flowgate_agent_$flowgate_name=\${$flowgate_name-}"
    eval "export $flowgate_name=\"\$FLOWGATE_DEFERRED_$flowgate_name\""
  done
  case " $FLOWGATE_DEFERRED " in *' PATH '*) ;; *) return 0 ;; esac
  # The selected Python is not in the author's PATH.
  python() { flowgate_start "$@"; }
  python3() { flowgate_start "$@"; }
  [ -z "${VIRTUAL_ENV-}" ] || pip() { flowgate_start -m pip "$@"; }
}

# restore_at_exit: after fail_on_stderr, whose last step needs the agent's PATH.
restore_at_exit() {
  [ ! -f "$FLOWGATE_TASK_DIR/stderr" ] || trap 'flowgate_status=$?; flowgate_restore; end_with_stderr "$flowgate_status"' EXIT
}

flowgate_restore() {
  for flowgate_name in $FLOWGATE_DEFERRED; do
    eval "if [ -n \"\$flowgate_had_$flowgate_name\" ]; then $flowgate_name=\$flowgate_agent_$flowgate_name; else unset $flowgate_name; fi"
  done
}

# Instead of the interpreter: compiles without the variables (-I), and runs the program (a file, or -c) with them.
flowgate_run() {
  case $1 in
    -I) (flowgate_restore; exec "$flowgate_interpreter" "$@") ;;
    -*) flowgate_start "$@" ;;
    *) flowgate_run_file "$1" ;;
  esac
}

# run_script adds the working folder to PYTHONPATH. If that is the author's, it keeps its value, and Python itself adds
# the folder, as for `python -c`.
flowgate_run_file() {
  case " $FLOWGATE_DEFERRED " in *' PYTHONPATH '*) ;; *) flowgate_start "$1"; return ;; esac
  PYTHONPATH=${PYTHONPATH#"$PWD"}
  PYTHONPATH=${PYTHONPATH#:}
  flowgate_start -c '__import__("sys").argv.pop(0)
__file__ = __import__("sys").argv[0]
exec(
    __import__("marshal").loads(open(__file__, "rb").read()[16 if __import__("sys").version_info >= (3, 7) else 12 :])
    if __file__.endswith("c")
    else compile(open(__file__, "rb").read(), __file__, "exec")
)' "$1"
}

flowgate_start() (
  # The steps set it too.
  PYTHONUNBUFFERED=${FLOWGATE_DEFERRED_PYTHONUNBUFFERED-${PYTHONUNBUFFERED-}}
  [ -n "${BASH_VERSION-}${KSH_VERSION-}${ZSH_VERSION-}" ] || for flowgate_name in ${FLOWGATE_DEFERRED_OF_SHELLS-}; do
    eval "export $flowgate_name=\"\$FLOWGATE_DEFERRED_$flowgate_name\""
  done
  exec "$flowgate_interpreter" "$@"
)
