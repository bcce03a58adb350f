#!/bin/sh
# Stands in for docker: records the arguments and the environment of each call, and runs the commands on this machine.
record=$DOCKER_RECORD/$(ls "$DOCKER_RECORD" | wc -l)
mkdir "$record"
for argument; do printf '%s\0' "$argument" >> "$record/arguments"; done
env -0 > "$record/environment"
[ "$1" = run ] || exit 0
for argument; do case $argument in --env-file=*) cp -p "${argument#*=}" "$KEPT" ;; esac; done
while [ $# -gt 0 ]; do
  if [ "$1" = --entrypoint ]; then
    entrypoint=$2
    shift 3
    exec "$entrypoint" "$@"
  fi
  shift
done
echo '{"from": "the image"}'
