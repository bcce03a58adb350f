# The steps of a container task. Its script describes the container, option by option, and then runs it; its stop script
# removes it. The argument list contains no values of the flow: the container gets variables by name.

flowgate_options=0

flowgate_fail() {
  printf 'Flowgate: %s\n' "$1" >&2
  exit 1
}

# option --NAME=VALUE: one more option of docker run.
option() {
  flowgate_options=$((flowgate_options + 1))
  eval "flowgate_option_$flowgate_options=\$1"
}

# value_option NAME VALUE: an option whose value may be missing.
value_option() {
  [ -z "$2" ] || option "--$1=$2"
}

# publish CONTAINER_PORT HOST_PORT HOST_IP PROTOCOL: if HOST_PORT is empty, docker chooses the port on the agent.
publish() {
  flowgate_ports=$2:$1
  case $3 in
    '') ;;
    \[*) flowgate_ports=$3:$flowgate_ports ;;
    *:*) flowgate_ports=[$3]:$flowgate_ports ;;
    *) flowgate_ports=$3:$flowgate_ports ;;
  esac
  [ -n "$2$3" ] || flowgate_ports=$1
  option "--publish=$flowgate_ports/$4"
}

# privileged true|false
privileged() {
  [ "$1" != true ] || option --privileged
}

# volume HOST_PATH PATH [READ_ONLY]: a relative host path starts in the workspace and is created if it is missing.
volume() {
  flowgate_host=$1
  case $1 in
    /*) ;;
    *)
      flowgate_host=$PWD/${1#./}
      [ -e "$flowgate_host" ] || mkdir -p "$flowgate_host"
      ;;
  esac
  case $flowgate_host$2 in
    *:*) flowgate_fail "the volume $1 cannot be mounted: docker does not allow a colon in a path" ;;
  esac
  if [ "${3:-false}" = true ]; then flowgate_host="$flowgate_host:$2:ro"; else flowgate_host="$flowgate_host:$2"; fi
  option "--volume=$flowgate_host"
}

# run_container TASK_ID IMAGE: runs the file "commands" if there is one, otherwise the image's own command.
run_container() {
  flowgate_name=$(printf %s "${BUILD_TAG:-build}-${FLOWGATE_TASK_DIR##*/}-$1" | LC_ALL=C tr -c 'A-Za-z0-9_.-' '-')
  printf %s "$flowgate_name" > "$FLOWGATE_TASK_DIR/container"
  flowgate_image=$2
  case $flowgate_image in
    '' | -*) flowgate_fail "\"$flowgate_image\" is not a valid image name" ;;
  esac
  set -- --rm --name "$flowgate_name" --workdir "$PWD" --volume "$PWD:$PWD"
  for flowgate_variable in $FLOWGATE_NAMES; do set -- "$@" -e "$flowgate_variable"; done
  flowgate_index=0
  while [ "$flowgate_index" -lt "$flowgate_options" ]; do
    flowgate_index=$((flowgate_index + 1))
    eval "set -- \"\$@\" \"\$flowgate_option_$flowgate_index\""
  done
  if [ -f "$FLOWGATE_TASK_DIR/commands" ]; then
    flowgate_place_commands
    docker run "$@" --entrypoint /bin/sh "$flowgate_image" -e "$flowgate_commands"
  else
    docker run "$@" "$flowgate_image"
  fi
}

# as_user USER: the user that runs the commands; a user other than the agent's must be able to read them.
as_user() {
  [ "$1" = image ] || option "--user=$1"
  chmod 711 "$FLOWGATE_TASK_DIR"
  [ ! -f "$FLOWGATE_TASK_DIR/commands" ] || chmod 644 "$FLOWGATE_TASK_DIR/commands"
}

# The task's folder is removed with the task, so a container that outlives it needs its commands in the workspace.
flowgate_place_commands() {
  flowgate_commands=$FLOWGATE_TASK_DIR/commands
  if [ -n "${flowgate_detached:-}" ]; then
    mkdir -p .flowgate/containers
    flowgate_commands=$PWD/.flowgate/containers/$flowgate_name
    cp "$FLOWGATE_TASK_DIR/commands" "$flowgate_commands"
  fi
}

# wait_for_container true|false: if false, the task ends when the container has started.
wait_for_container() {
  [ "$1" = false ] || return 0
  flowgate_detached=yes
  option --detach
}

remove_container() {
  [ -f "$FLOWGATE_TASK_DIR/container" ] || exit 0
  flowgate_name=$(cat "$FLOWGATE_TASK_DIR/container")
  docker rm --force -- "$flowgate_name"
  # Again, because a container that was just being created would remain.
  sleep 1
  docker rm --force -- "$flowgate_name"
}
