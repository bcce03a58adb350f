# Runs one attempt of a task on the agent: writes its files, sets its environment, passes on its output, and ends it
# with all its processes when the build is stopped or it times out.
# Exit status: 200 if the script succeeds, because Jenkins forgets a stop if the process ends with 0; otherwise that of
# the script, with 0 for its 200; 124 after a timeout; 143 after a stop.
#
# The local engine creates the folder of the task with its files, reads the output to its end, and removes the folder.
#
# Its own variables start with flowgate_, unlike any name of a flow.

flowgate_stopped=
trap 'flowgate_stopped=yes' TERM INT HUP
flowgate_late=
trap 'flowgate_late=yes' USR1

#? !local
mkdir -p "$flowgate_folder" && chmod 700 "$flowgate_folder" && (cd "$flowgate_folder" && flowgate_files) || exit 1

#? !systemNames
start_shell() {
  exec "$@"
}

#? systemNames
# Sets the deferred variables, whose names programs or the shell itself use. Some shells do not let their own variables
# be set, or evaluate what is assigned to them.
set_deferred() {
  flowgate_own=${BASH_VERSION-}${KSH_VERSION-}${ZSH_VERSION-}
  [ -n "$flowgate_own" ] || FLOWGATE_DEFERRED="$FLOWGATE_DEFERRED $FLOWGATE_DEFERRED_OF_SHELLS"
  for flowgate_name in $FLOWGATE_DEFERRED; do
    eval "export $flowgate_name=\"\$FLOWGATE_DEFERRED_$flowgate_name\""
  done
}

#? systemNames
# start_shell SHELL ARGUMENT...: replaces this process by the shell of the task, which is found before the variables
# are set.
start_shell() {
  [ -n "${FLOWGATE_DEFERRED-}${FLOWGATE_DEFERRED_OF_SHELLS-}" ] || exec "$@"
  [ "${1##*/}" != env ] || case $2 in -* | *=*) ;; *) shift ;; esac
  flowgate_shell=$(command -v "$1") || exec "$@"
  shift
  # bash runs what these contain when it starts.
  case "${flowgate_shell##*/} $FLOWGATE_DEFERRED $FLOWGATE_DEFERRED_OF_SHELLS " in
    bash*' BASH_ENV '* | bash*' SHELLOPTS '* | bash*' BASHOPTS '*) set -- -p "$@" ;;
  esac
  [ -n "$flowgate_sets_deferred" ] || set_deferred
  exec "$flowgate_shell" "$@"
}

run_script() {
  flowgate_environment
  # Every process of the task inherits this mark, by which it can be found.
  export FLOWGATE_TASK_RUN="$flowgate_folder" FLOWGATE_TASK_DIR="$flowgate_folder"
  if [ "$flowgate_shell" = bash ]; then
    start_shell bash -e -o pipefail "$flowgate_folder/script"
  fi
  # The first line can name another shell, as in any script.
  flowgate_shell=
  IFS= read -r flowgate_line < "$flowgate_folder/script"
  case $flowgate_line in '#!'*) flowgate_shell=$(printf %s "${flowgate_line#'#!'}" | tr -d '\r') ;; esac
  case " $flowgate_shell " in
    *[/\ ]bash\ * | *[/\ ]dash\ * | *[/\ ]ksh\ * | *[/\ ]zsh\ *) start_shell $flowgate_shell -e "$flowgate_folder/script" ;;
  esac
  start_shell /bin/sh -e "$flowgate_folder/script"
}

# All processes of the task: those with its mark, and the descendants that dropped it.
task_processes() {
  if [ -d /proc/self ]; then
    grep -slF "FLOWGATE_TASK_RUN=$flowgate_folder" /proc/[0-9]*/environ | tr -cd '0-9\n'
    cat /proc/[0-9]*/stat 2>/dev/null | awk '{ pid = $1; sub(/^.*\) [A-Za-z] /, ""); print pid, $1 }'
  else
    ps -A -o pid= -o ppid=
  fi | awk -v root="$flowgate_task" -v self="$$" '
    NF == 1 { found[$1] = 1 }
    NF == 2 { parent[$1] = $2 }
    END {
      found[root] = 1
      do {
        grown = 0
        for (pid in parent) if (!(pid in found) && parent[pid] in found) { found[pid] = 1; grown = 1 }
      } while (grown)
      for (pid in found) if (pid != self) print pid
    }'
}

signal_task() {
  for flowgate_process in $(task_processes); do kill "-$1" "$flowgate_process" 2>/dev/null; done
}

#? stopScript
# Runs the task's own stop script, which has four seconds more.
run_stop() {
  flowgate_pauses="$flowgate_pauses 1 1 1 1"
  (flowgate_environment; export FLOWGATE_TASK_DIR="$flowgate_folder"; exec /bin/sh "$flowgate_folder/stop") > /dev/null 2>&1 < /dev/null &
  flowgate_stopping=$!
}

# Sends TERM to everything, waits five seconds and for the task's own stop script, then sends KILL.
end_task() {
  flowgate_pauses='0.1 0.1 0.1 0.1 0.1 0.5'
  # After a stop, Jenkins has already sent TERM and waited five seconds, so one second is enough.
  [ -n "$flowgate_stopped" ] && [ -z "$flowgate_local" ] || flowgate_pauses="$flowgate_pauses 1 1 1 1"
  flowgate_stopping=$flowgate_task
  [ ! -f "$flowgate_folder/stop" ] || run_stop
  signal_task TERM
  for flowgate_pause in $flowgate_pauses; do
    { kill -0 "$flowgate_task" || kill -0 "$flowgate_stopping"; } 2>/dev/null || break
    sleep "$flowgate_pause"
  done
  signal_task KILL
  signal_task KILL
}

# after SECONDS COMMAND...: runs a command later, unless end_timer comes first.
after() {
  (
    flowgate_over=
    trap 'flowgate_over=yes' TERM ALRM
    sleep "$1" 3>&- &
    flowgate_sleeper=$!
    trap 'kill -KILL "$flowgate_sleeper"; exit' TERM ALRM
    [ -z "$flowgate_over" ] || kill -KILL "$flowgate_sleeper"
    shift
    # Jenkins stops children first: an interrupted sleep is not a timeout.
    wait "$flowgate_sleeper" && "$@"
  ) > /dev/null 2>&1 &
  flowgate_timer=$!
}

# Not with a signal that this shell traps: a child that has just been forked still has the trap, and when it drops that,
# it drops a signal that has arrived, too. The timer would live on and keep the output open. KILL ends its sleep for the
# same reason.
end_timer() {
  kill -ALRM "$1" 2>/dev/null
}

# Repeatedly, because a signal just before `wait` starts does not end it.
stop_waiting() {
  while kill -USR1 "$$" 2>/dev/null; do sleep 1; done
}

#? limits
end_late_task() {
  : > "$flowgate_folder.timed-out"
  echo "Flowgate: the task is stopped after $flowgate_limit s" >&3
  end_task
}

#? !local blocks
# Marks each line of a task in a block, because others print at the same time; the first line names the task. `sed -u`
# would read byte by byte, and awk alters lines with NUL.
pass_on() {
  exec < "$flowgate_folder/log" 4> "$flowgate_folder/passed"
  [ -n "$flowgate_run" ] || exec cat
  printf '[fg %s] task %s\n' "$flowgate_run" "$flowgate_path"
  if command -v perl > /dev/null; then
    exec perl -pe 'BEGIN { $| = 1; $mark = "[fg ".(shift)."] " } s/\n?\z/\n/; $_ = $mark.$_' "$flowgate_run"
  fi
  LC_ALL=C exec awk -Winteractive "{ print \"[fg $flowgate_run] \" \$0; fflush() }" 2> /dev/null
}

#? !local blocks
keep_output() {
  exec tee "$flowgate_folder/stdout" < "$flowgate_folder/output" >&3 3>&-
}

#? !local blocks
# Starts a function that ignores signals, as no child of this shell and without the mark by which Jenkins finds it.
# Jenkins ends the scripts of a stopped build one after another, and would wait five seconds for each such process.
apart() {
  (
    unset JENKINS_SERVER_COOKIE
    trap '' TERM INT HUP
    "$1" &
  )
}

#? local
flowgate_local=yes
flowgate_log=
exec 3>&1

# On Jenkins, the output goes through a pipe, because opening /dev/stdout would empty the file in which Jenkins collects
# the log. The process that passes it on ends with the output, not by a signal.

#? !local !blocks
mkfifo "$flowgate_folder/log"
(trap '' TERM INT HUP; exec cat) < "$flowgate_folder/log" &
flowgate_log=$!
exec 3> "$flowgate_folder/log"

#? !local blocks
mkfifo "$flowgate_folder/log" "$flowgate_folder/passed"
apart pass_on
(read -r flowgate_line < "$flowgate_folder/passed") &
flowgate_log=$!
exec 3> "$flowgate_folder/log"

#? outputs !blocks
capture_output() {
  mkfifo "$flowgate_folder/output"
  (trap '' TERM INT HUP; exec tee "$flowgate_folder/stdout" 3>&-) < "$flowgate_folder/output" >&3 &
  flowgate_log="$! $flowgate_log"
}

#? outputs blocks
capture_output() {
  mkfifo "$flowgate_folder/output"
  apart keep_output
}

#? outputs
if [ -n "$flowgate_capture" ]; then
  capture_output
  run_script < /dev/null > "$flowgate_folder/output" 2>&3 3>&- &
else
  run_script < /dev/null >&3 2>&3 3>&- &
fi

#? !outputs
run_script < /dev/null >&3 2>&3 3>&- &

flowgate_task=$!

#? limits
flowgate_keeper=
if [ -n "$flowgate_limit" ]; then
  after "$flowgate_limit" end_late_task
  flowgate_keeper=$flowgate_timer
fi

# A trapped signal ends wait, not the task.
while :; do
  [ -n "$flowgate_stopped" ] || wait "$flowgate_task"
  flowgate_status=$?
  if [ -n "$flowgate_stopped" ]; then
    end_task
    wait "$flowgate_task"
    break
  fi
  kill -0 "$flowgate_task" 2>/dev/null || break
done

#? limits
if [ -f "$flowgate_folder.timed-out" ]; then
  # The timekeeper still ends what the task left running.
  wait "$flowgate_keeper"
  flowgate_status=124
elif [ -n "$flowgate_keeper" ]; then
  end_timer "$flowgate_keeper"
fi

# A process that the task left behind may keep its output open; the build waits at most two seconds for it.
exec 3>&-
[ -z "$flowgate_log" ] || after 2 stop_waiting
for flowgate_process in $flowgate_log; do
  while [ -z "$flowgate_late" ] && kill -0 "$flowgate_process" 2>/dev/null; do wait "$flowgate_process"; done
done
end_timer "$flowgate_timer"

#? outputs
if [ -n "$flowgate_capture" ]; then
  # Nothing larger than the limit of values, however they are escaped, needs to go to the controller.
  if [ "$flowgate_capture" = stdout ]; then
    LC_ALL=C grep -a '^[[:space:]]*{.*}[[:space:]]*$' "$flowgate_folder/stdout" | tail -n 50
  elif [ -f "$flowgate_folder/$flowgate_capture" ]; then
    cat "$flowgate_folder/$flowgate_capture"
  fi | tail -c 8388608 > "$flowgate_folder.outputs"
fi

#? !local
# The folder may contain values of secrets.
rm -rf "$flowgate_folder"

if [ -n "$flowgate_stopped" ]; then
  # Jenkins is still sending its signals; the status must come after the last of them.
  sleep 0.2
  exit 143
fi
case $flowgate_status in
  0) exit 200 ;;
  200) exit 0 ;;
  *) exit "$flowgate_status" ;;
esac
