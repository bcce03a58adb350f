// Runs another flow in the place of a task: its outputs become the task's, its time ends with the task's.
void runSubflow(Map parts, Map task, Map flow) {
  Long limit = taskLimit(task)
  boolean endsBefore = limit == null || (flow.timeout != null && flow.timeout < limit)
  Map time = endsBefore ? [:] : [timeout: limit, timeOver: "Task ${task.id} failed: it took longer than ${limit} s".toString()]
  returnFields(task, runFlow(parts, flow + time + [task: task.id]))
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
