//# runSubflow: taskLimit limitMessage runFlow returnFields
// Runs another flow in place of a task. The outputs of the flow become those of the task.
void runSubflow(Map task, Map flow) {
  Map called = flow + [task: task.id]
  // The flow runs within the task's timeout.
  Long limit = task.timeout == null && task.frame.deadline == null ? null : taskLimit(task)
  if (limit != null && (flow.timeout == null || flow.timeout >= limit)) {
    called = called + [timeout: limit, timeoutMessage: limitMessage(task, limit)]
  }
  Map returned = runFlow(called, task.frame)
  if (task.outputs != null) returnFields(task, returned)
}

//# passed: value
// What a flow passes: the text of a name, or null if it has no value.
@NonCPS
String passed(Map frame, String name) {
  return frame.texts.containsKey(name) ? value(frame, name) : null
}

//# passedSecret
// The credential of a secret that a flow passes.
@NonCPS
String passedSecret(Map frame, String name) {
  Map secret = frame.secrets.get(name)
  return secret == null || !frame.texts.containsKey(name) ? null : secret.credential
}
