#!/bin/sh
# Runs one attempt of a task on the worker: restores what Jenkins cannot carry in an environment, streams and keeps the
# output, and ends the task with all its processes when its time is over or the build is stopped.
# Exit status: the script's own; 124 when the time was over; 143 when the build was stopped.

folder=$PWD/$FLOWGATE_FOLDER
FLOWGATE_TASK_DIR=$folder
export FLOWGATE_TASK_DIR
chmod 700 "$folder"
# Jenkins drops empty variables; to a task, empty and not given are two things.
for name in $FLOWGATE_EMPTY; do export "$name="; done

run_script() {
  # Every process of the task carries this mark, by which it is found again wherever it went.
  export FLOWGATE_TASK_RUN="$folder"
  if [ -f "$folder/exports" ]; then . "$folder/exports"; fi
  if [ "$FLOWGATE_SHELL" = bash ]; then
    exec bash -e -o pipefail "$folder/script"
  fi
  exec /bin/sh -e "$folder/script"
}

# All processes of the task: those with its mark, and the descendants that dropped it.
task_processes() {
  if [ -d /proc/self ]; then
    grep -slF "FLOWGATE_TASK_RUN=$folder" /proc/[0-9]*/environ | tr -cd '0-9\n'
    cat /proc/[0-9]*/stat 2>/dev/null | awk '{ pid = $1; sub(/^.*\) [A-Za-z] /, ""); print pid, $1 }'
  else
    ps -A -o pid= -o ppid=
  fi | awk -v root="$task" -v self="$$" '
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
  for process in $(task_processes); do kill "-$1" "$process" 2>/dev/null; done
}

# TERM to everything, five seconds to obey and for the task's own stop script, then KILL.
end_task() {
  stopping=$task
  if [ -f "$folder/stop" ]; then
    /bin/sh "$folder/stop" > /dev/null 2>&1 < /dev/null &
    stopping=$!
  fi
  signal_task TERM
  waited=0
  while [ "$waited" -lt 50 ] && { kill -0 "$task" || kill -0 "$stopping"; } 2>/dev/null; do
    sleep 0.1
    waited=$((waited + 1))
  done
  signal_task KILL
  signal_task KILL
}

keep_time() {
  trap 'kill "$sleeper" 2>/dev/null; exit 0' TERM
  sleep "$FLOWGATE_LIMIT" &
  sleeper=$!
  # Jenkins stops children first: a sleep that was cut short is not the end of the time.
  wait "$sleeper" || exit 0
  : > "$folder/timed-out"
  echo "Flowgate: the time of $FLOWGATE_LIMIT s is over, the task is stopped"
  end_task
}

stopped=
trap 'stopped=yes' TERM INT HUP

if [ -n "$FLOWGATE_CAPTURE" ]; then
  mkfifo "$folder/pipe"
  tee "$folder/stdout" < "$folder/pipe" &
  tee=$!
  run_script < /dev/null > "$folder/pipe" &
else
  run_script < /dev/null &
fi
task=$!

timekeeper=
if [ -n "$FLOWGATE_LIMIT" ]; then
  keep_time &
  timekeeper=$!
fi

# A trapped signal ends wait, not the task.
while :; do
  wait "$task"
  status=$?
  if [ -n "$stopped" ]; then
    end_task
    wait "$task"
    break
  fi
  kill -0 "$task" 2>/dev/null || break
done

if [ -f "$folder/timed-out" ]; then
  # The timekeeper still clears away what the task left running.
  wait "$timekeeper"
  status=124
elif [ -n "$timekeeper" ]; then
  kill "$timekeeper" 2>/dev/null
fi

if [ -n "$FLOWGATE_CAPTURE" ]; then
  # A process that the task left behind may hold its output open; it does not hold the build.
  waited=0
  while [ "$waited" -lt 20 ] && kill -0 "$tee" 2>/dev/null; do
    sleep 0.1
    waited=$((waited + 1))
  done
  kill "$tee" 2>/dev/null
  if [ "$FLOWGATE_CAPTURE" = stdout ]; then
    LC_ALL=C grep -a '^[[:space:]]*{.*}[[:space:]]*$' "$folder/stdout" | tail -n 50 > "$PWD/$FLOWGATE_FOLDER.outputs"
  elif [ -f "$folder/$FLOWGATE_CAPTURE" ]; then
    cp "$folder/$FLOWGATE_CAPTURE" "$PWD/$FLOWGATE_FOLDER.outputs"
  fi
fi

# The folder may hold values of secrets.
rm -rf "$folder"

if [ -n "$stopped" ]; then
  # Jenkins is still sending its signals; the status must come after the last of them.
  sleep 0.2
  exit 143
fi
exit "$status"
