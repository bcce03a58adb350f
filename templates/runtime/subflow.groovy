// Runs another flow in the place of a task: its outputs become the task's, its time ends with the task's.
void runSubflow(Map parts, Map task, Map flow) {
  Long limit = taskLimit(task)
  boolean endsBefore = limit == null || (flow.timeout != null && flow.timeout < limit)
  Map outputs = runFlow(parts, flow + [task: task.id, timeout: endsBefore ? flow.timeout : limit])
  if (task.outputs != null) {
    String fault = takeOutputs(task, outputs)
    if (fault != null) {
      error("Task ${task.id} failed: ${fault}")
    }
  }
}

// What a flow passes on: the text of a name, or null when it has no value.
@NonCPS
String passed(String name) {
  return scope.secrets.containsKey(name) || scope.texts.containsKey(name) ? value(name) : null
}

// The credential behind a secret that a flow passes on.
@NonCPS
String passedSecret(String name) {
  return scope.secrets.get(name)
}
