# The deferred variables of a container task, such as PATH and LD_PRELOAD: they are for the container, not for the
# docker command.

# pass_deferred: passes them to the container. If there are commands, these set them, whatever the values are.
# Otherwise docker reads them from a file, in which a value has one line.
pass_deferred() {
  if [ -f "$FLOWGATE_TASK_DIR/commands" ]; then
    for flowgate_variable in $FLOWGATE_DEFERRED $FLOWGATE_DEFERRED_OF_SHELLS; do
      option "--env=FLOWGATE_DEFERRED_$flowgate_variable"
    done
    option --env=FLOWGATE_DEFERRED
    option --env=FLOWGATE_DEFERRED_OF_SHELLS
    return
  fi
  flowgate_break=$(printf '\n\r')
  (umask 077 && : > "$FLOWGATE_TASK_DIR/deferred")
  for flowgate_variable in $FLOWGATE_DEFERRED $FLOWGATE_DEFERRED_OF_SHELLS; do
    eval "flowgate_value=\$FLOWGATE_DEFERRED_$flowgate_variable"
    case $flowgate_value in
      *["$flowgate_break"]*) flowgate_fail "the value of $flowgate_variable has several lines, which docker cannot pass to the image's own command; set it in \"commands\"" ;;
    esac
    # docker reads lines of up to 64 KiB.
    [ "${#flowgate_value}" -le 60000 ] || flowgate_fail "the value of $flowgate_variable is too long for the image's own command; set it in \"commands\""
    printf '%s=%s\n' "$flowgate_variable" "$flowgate_value" >> "$FLOWGATE_TASK_DIR/deferred"
  done
  option "--env-file=$FLOWGATE_TASK_DIR/deferred"
}
