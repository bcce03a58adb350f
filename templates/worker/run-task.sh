#!/bin/sh
# Runs one attempt of a task on the worker: restores what Jenkins cannot carry in an environment, streams and keeps the
# output, and ends the task with all its processes when its time is over or the build is stopped.
# Exit status: the script's own; 124 when the time was over; 143 when the build was stopped.
#
# Its own variables begin with flowgate_, which no name of a flow does: a shell variable that is assigned here would
# change the environment variable of that name for the task.

flowgate_folder=$PWD/$FLOWGATE_FOLDER
FLOWGATE_TASK_DIR=$flowgate_folder
export FLOWGATE_TASK_DIR
chmod 700 "$flowgate_folder"
# Jenkins drops empty variables; to a task, empty and not given are two things.
for flowgate_name in $FLOWGATE_EMPTY; do export "$flowgate_name="; done

run_script() {
  # Every process of the task carries this mark, by which it is found again wherever it went.
  export FLOWGATE_TASK_RUN="$flowgate_folder"
  if [ "$FLOWGATE_SHELL" = bash ]; then
    exec bash -e -o pipefail "$flowgate_folder/script"
  fi
  # The first line may name another shell, as in any script.
  flowgate_shell=$(sed -n '1s/^#! *//p' "$flowgate_folder/script" | tr -d '\r')
  case " $flowgate_shell " in
    *[/\ ]bash\ * | *[/\ ]dash\ * | *[/\ ]ksh\ * | *[/\ ]zsh\ *) exec $flowgate_shell -e "$flowgate_folder/script" ;;
  esac
  exec /bin/sh -e "$flowgate_folder/script"
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

# TERM to everything, five seconds to obey and for the task's own stop script, then KILL.
end_task() {
  flowgate_stopping=$flowgate_task
  if [ -f "$flowgate_folder/stop" ]; then
    /bin/sh "$flowgate_folder/stop" > /dev/null 2>&1 < /dev/null &
    flowgate_stopping=$!
  fi
  signal_task TERM
  flowgate_waited=0
  while [ "$flowgate_waited" -lt 50 ] && { kill -0 "$flowgate_task" || kill -0 "$flowgate_stopping"; } 2>/dev/null; do
    sleep 0.1
    flowgate_waited=$((flowgate_waited + 1))
  done
  signal_task KILL
  signal_task KILL
}

keep_time() {
  trap 'kill "$flowgate_sleeper" 2>/dev/null; exit 0' TERM
  sleep "$FLOWGATE_LIMIT" &
  flowgate_sleeper=$!
  # Jenkins stops children first: a sleep that was cut short is not the end of the time.
  wait "$flowgate_sleeper" || exit 0
  : > "$flowgate_folder.timed-out"
  echo "Flowgate: the time of $FLOWGATE_LIMIT s is over, the task is stopped"
  end_task
}

flowgate_stopped=
trap 'flowgate_stopped=yes' TERM INT HUP

if [ -n "$FLOWGATE_CAPTURE" ]; then
  mkfifo "$flowgate_folder/pipe"
  tee "$flowgate_folder/stdout" < "$flowgate_folder/pipe" &
  flowgate_tee=$!
  run_script < /dev/null > "$flowgate_folder/pipe" &
else
  run_script < /dev/null &
fi
flowgate_task=$!

flowgate_timekeeper=
if [ -n "$FLOWGATE_LIMIT" ]; then
  keep_time &
  flowgate_timekeeper=$!
fi

# A trapped signal ends wait, not the task.
while :; do
  wait "$flowgate_task"
  flowgate_status=$?
  if [ -n "$flowgate_stopped" ]; then
    end_task
    wait "$flowgate_task"
    break
  fi
  kill -0 "$flowgate_task" 2>/dev/null || break
done

if [ -f "$flowgate_folder.timed-out" ]; then
  # The timekeeper still clears away what the task left running.
  wait "$flowgate_timekeeper"
  flowgate_status=124
elif [ -n "$flowgate_timekeeper" ]; then
  kill "$flowgate_timekeeper" 2>/dev/null
fi

if [ -n "$FLOWGATE_CAPTURE" ]; then
  # A process that the task left behind may hold its output open; it does not hold the build.
  flowgate_waited=0
  while [ "$flowgate_waited" -lt 20 ] && kill -0 "$flowgate_tee" 2>/dev/null; do
    sleep 0.1
    flowgate_waited=$((flowgate_waited + 1))
  done
  kill "$flowgate_tee" 2>/dev/null
  # More than values may take, however they are escaped, is not worth the way to the controller.
  if [ "$FLOWGATE_CAPTURE" = stdout ]; then
    LC_ALL=C grep -a '^[[:space:]]*{.*}[[:space:]]*$' "$flowgate_folder/stdout" | tail -n 50
  elif [ -f "$flowgate_folder/$FLOWGATE_CAPTURE" ]; then
    cat "$flowgate_folder/$FLOWGATE_CAPTURE"
  fi | tail -c 8388608 > "$PWD/$FLOWGATE_FOLDER.outputs"
fi

# The folder may hold values of secrets.
rm -rf "$flowgate_folder"

if [ -n "$flowgate_stopped" ]; then
  # Jenkins is still sending its signals; the status must come after the last of them.
  sleep 0.2
  exit 143
fi
exit "$flowgate_status"
