//# runSubflow: runFlow
//# + taskLimit: limitMessage
// Runs another flow in place of a task. The outputs of the flow become those of the task.
void runSubflow(Map task, Map flow) {
  Map called = flow + [task: task.id]
  // The flow runs within the task's timeout. //? taskLimit
  Long limit = taskLimit(task) //? taskLimit
  if (limit != null && (flow.timeout == null || flow.timeout >= limit)) { //? taskLimit
    called = called + [timeout: limit, timeoutMessage: limitMessage(task, limit)] //? taskLimit
  } //? taskLimit
  Map returned = runFlow(called)
  returnFields(task, returned) //? returnFields
}

//# passed: scope value
// What a flow passes: the text of a name, or null if it has no value.
@NonCPS
String passed(String name) {
  return scope.texts.containsKey(name) ? value(name) : null
}

//# passedSecret: scope
// The credential of a secret that a flow passes.
@NonCPS
String passedSecret(String name) {
  Map secret = scope.secrets.get(name)
  return secret == null || !scope.texts.containsKey(name) ? null : secret.credential
}
