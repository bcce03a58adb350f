# Ends what the executions of an engine have started if the engine ends before them, however that ends. It is beside
# their scripts, not around each, so that it also knows what a script left running.
# Argument: an argument of all reapers. Standard input: whenever a script has started or ended, a line with the mark of its
# execution, the processes of its scripts that run, its folder, and its cgroup or nothing, separated by `|`, and the paths
# as `printf %b` reads them; the mark alone once the execution has ended. The end of the input is the end of the engine.

reaper=$1

# Those with the mark, those without a terminal in the folder of the execution, which may have dropped the mark, and the
# descendants of all.
processes() {
  {
    own_processes "$@"
    cat /proc/[0-9]*/stat 2>/dev/null | awk '{ pid = $1; sub(/^.*\) [A-Za-z] /, ""); print pid, $1 }'
  } | awk '
    NF == 1 { found[$1] = 1 }
    NF == 2 { parent[$1] = $2 }
    END {
      do {
        grown = 0
        for (pid in parent) if (!(pid in found) && parent[pid] in found) { found[pid] = 1; grown = 1 }
      } while (grown)
      for (pid in found) print pid
    }'
}
own_processes() {
  grep -slF -e "FLOWGATE_LOCAL_RUN=$1" -e "/.flowgate/scripts/$1-" /proc/[0-9]*/environ | tr -cd '0-9\n'
  folder=$(cd "$2" 2>/dev/null && pwd -P)
  # Without the folder, every process would be in it.
  [ "${#folder}" -gt 1 ] || return
  export folder
  ls -ld /proc/[0-9]*/cwd 2>/dev/null | awk '
    {
      at = index($0, " -> " ENVIRON["folder"])
      if (at == 0) next
      rest = substr($0, at + 4 + length(ENVIRON["folder"]))
      if (rest != "" && rest !~ /^\//) next
      pid = $0
      sub(/\/cwd -> .*$/, "", pid)
      sub(/^.*\/proc\//, "", pid)
      if ((getline stat < ("/proc/" pid "/stat")) < 1) next
      sub(/^.*\) /, "", stat)
      split(stat, field, " ")
      if (field[5] == 0) print pid
    }'
}

# end_execution MARK PROCESSES FOLDER CGROUP
end_execution() {
  # The program around each script ends it with all its processes, as after a stop.
  tasks=$2
  seconds=0
  while [ -n "$tasks" ] && [ "$seconds" -lt 12 ]; do
    running=
    for task in $tasks; do
      grep -sqF "FLOWGATE_LOCAL_RUN=$1" "/proc/$task/environ" || continue
      kill -TERM "$task" 2>/dev/null && running="$running $task"
    done
    tasks=$running
    [ -z "$tasks" ] || sleep 1
    seconds=$((seconds + 1))
  done
  # A reaper ends after its processes; before, those that they start could escape. One that is stopped ends last.
  for round in 1 2 3 last; do
    [ -z "$4" ] || echo 1 2>/dev/null > "$4/cgroup.kill"
    for process in $(processes "$1" "$3"); do
      [ "$round" != last ] && grep -sqF "$reaper" "/proc/$process/cmdline" || kill -KILL "$process" 2>/dev/null
    done
  done
  if [ -n "$4" ]; then
    # Processes that have just ended are still in it.
    for pause in 0 0.1 1; do
      sleep "$pause"
      rmdir "$4" 2>/dev/null && break
    done
  fi
}

awk -F '|' '
  NF == 1 { delete running[$1] }
  NF > 1 { running[$1] = $0 }
  END { for (mark in running) print running[mark] }' | {
  while IFS='|' read -r mark tasks folder cgroup; do
    if [ -d /proc/self ]; then
      end_execution "$mark" "$tasks" "$(printf %b "$folder")" "$(printf %b "$cgroup")" &
    elif [ -n "$tasks" ]; then
      kill -TERM $tasks
    fi
  done
  wait
}
