# Ends what an execution has started if the engine ends before it, however that ends. It is beside the scripts of the
# execution, not around each, so that it also knows what a script left running.
# Arguments: the mark and the folder of the execution, its cgroup or nothing, and an argument of all reapers. Standard
# input: a line with the processes of the scripts that run, whenever one has started or ended; the end of the input is the
# end of the engine.

tasks=
while read -r line; do tasks=$line; done
[ -d /proc/self ] || exec kill -TERM $tasks

# The program around each script ends it with all its processes, as after a stop.
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
# A reaper ends after its processes; before, those that they start could escape. One that is stopped ends last.
for round in 1 2 3 last; do
  [ -z "$3" ] || echo 1 2>/dev/null > "$3/cgroup.kill"
  for process in $(processes "$1" "$2"); do
    [ "$round" != last ] && grep -sqF "$4" "/proc/$process/cmdline" || kill -KILL "$process" 2>/dev/null
  done
done
if [ -n "$3" ]; then
  # Processes that have just ended are still in it.
  for pause in 0 0.1 1; do
    sleep "$pause"
    rmdir "$3" 2>/dev/null && break
  done
fi
