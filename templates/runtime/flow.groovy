//# scope
// The running flow, with the values of its inputs, its variables and its tasks' outputs. A subflow has its own scope.
@Field Map scope = null

//# stopped
// Whether the build is being stopped; then only final tasks run.
@Field boolean stopped = false

//# jenkinsfile
// The Jenkinsfile, which contains the flows and the steps of their tasks.
@Field Object jenkinsfile = null

//# own
// Calls a function of the flows by its name.
@NonCPS
Object own(String name) {
  return jenkinsfile."$name"() //? jenkinsfile
  return "$name"() //? !jenkinsfile
}

//# taskSettings
// The settings of a task of a section. A method has those of up to {{tasksPerGroup}} tasks.
@NonCPS
Map taskSettings(List numbers, int number) {
  int first = number - (number - numbers.get(0)) % {{tasksPerGroup}}
  return jenkinsfile."task_group_${first}"(number) //? jenkinsfile
  return "task_group_${first}"(number) //? !jenkinsfile
}

//# withSmallEnvironment
// No process starts with a very large environment.
Object withSmallEnvironment(Closure run) {
  if ((params.get('FLOWGATE_INPUTS') ?: '').length() <= 30000) {
    return run()
  }
  return withEnv(['FLOWGATE_INPUTS=']) {
    run()
  }
}

//# runFlow: enterScope runSections leaveScope
//# + returnFields runBound: scope clearOutputs
// Runs a flow; returns its outputs as JSON.
Map runFlow(Map flow) {
  enterScope(flow)
  try {
    return runSections(flow) //? !runBound
    return runBound(flow) //? runBound
  } finally {
    leaveScope()
    if (scope == null) clearOutputs() //? runBound returnFields
  }
}

//# runSections: runTasks
//# + runFinalTasks: stopped startFinalTasks
// Runs the tasks of a flow.
// After a failure, its error tasks run. //? runErrorTasks
// Its final tasks always run, even after a stop. //? runFinalTasks
Map runSections(Map flow) {
  readValues(flow) //? readValues
  Exception failure = runTasks(flow.tasks)
  setRunValues(failure) //? setRunValues
  failure = runErrorTasks(flow, failure) //? runErrorTasks !runFinalTasks
  // Jenkins delivers a stop that arrived between two steps at the start of the next function or pass of a loop. Until //? runFinalTasks
  // the final tasks have begun, these are all inside `try`. //? runFinalTasks
  try { //? runFinalTasks
    failure = runErrorTasks(flow, failure) //? runFinalTasks runErrorTasks
    if (flow.atEnd != null) failure = runFinalTasks(flow.atEnd) ?: failure //? runFinalTasks
  } catch (org.jenkinsci.plugins.workflow.steps.FlowInterruptedException early) { //? runFinalTasks
    stopped = true //? runFinalTasks
    failure = flow.atEnd == null ? early : startFinalTasks(flow.atEnd) ?: early //? runFinalTasks
  } //? runFinalTasks
  if (failure != null) {
    throw failure
  }
  return flowOutputs(flow) //? flowOutputs
  return [:] //? !flowOutputs
}

//# runTasks: flowTask taskSettings noteStop
//# + runFinalTasks: scope finalTask
// Runs the tasks from the first number to the last; returns the failure that ended them, or null.
Exception runTasks(List numbers) {
  int last = numbers[1]
  try {
    for (int number = numbers[0]; number <= last; number++) {
      flowTask(taskSettings(numbers, number)) //? !runFinalTasks
      if (scope.mayGoOn) finalTask(taskSettings(numbers, number)) else flowTask(taskSettings(numbers, number)) //? runFinalTasks
    }
    requireTime() //? requireTime
  } catch (Exception failure) {
    noteStop(failure)
    return failure
  }
  return null
}

//# noteStop: isStop stopped
//# + note: noteEnding
@NonCPS
void noteStop(Exception failure) {
  if (isStop(failure)) {
    stopped = true
    noteEnding() //? note
  }
}

//# runErrorTasks: isStop scope runLast
// Runs the error tasks after a failure; returns why the flow ends, or null.
Exception runErrorTasks(Map flow, Exception failure) {
  if (failure == null || flow.errors == null || isStop(failure)) {
    return failure
  }
  echo {{sentences.flowFailed}}
  return runLast(flow.errors) ?: failure
}

//# runLast: limitScope runTasks isStop
// Runs error or final tasks, for at most ten minutes, and ignores their failures; returns a stop, or null.
Exception runLast(List numbers) {
  limitScope({{lastTasksSeconds}}, {{sentences.lastTasksTimedOut}})
  Exception failure = runTasks(numbers)
  return isStop(failure) ? failure : null
}

//# runFinalTasks: scope stopped runLast
//# + note: settleStop noteFinals
//# + note runSubflow: forgetFinals
// Runs final tasks; the first stop ends only one of them. Returns a stop, or null.
Exception runFinalTasks(List numbers) {
  settleStop() //? note
  scope.mayGoOn = !stopped
  noteFinals() //? note
  Exception stop = runLast(numbers) ?: scope.stop
  forgetFinals() //? note runSubflow
  return stop
}

//# startFinalTasks: runFinalTasks stopped
// Runs final tasks after a stop that came before the first of them; further stops are ignored until it begins.
Exception startFinalTasks(List numbers) {
  while (true) {
    try {
      return runFinalTasks(numbers)
    } catch (org.jenkinsci.plugins.workflow.steps.FlowInterruptedException again) {
      stopped = true
    }
  }
}

//# isStop
// Only a stop interrupts a step, because the agent enforces the timeout of a task.
@NonCPS
boolean isStop(Exception failure) {
  return failure instanceof org.jenkinsci.plugins.workflow.steps.FlowInterruptedException
}

//# readValues: own requireNoProblems
//# + note: scope
//# + check: scope
// Sets inputs and variables; an invalid value ends the flow before its first task.
void readValues(Map flow) {
  if (flow.values != null) {
    own(flow.values)
    scope.remove('sent') //? note
  }
  if (!scope.notes.isEmpty()) echo scope.notes.join('\n') //? check
  requireNoProblems()
}

//# requireNoProblems: scope
// Ends the flow if a value is invalid.
void requireNoProblems() {
  if (!scope.problems.isEmpty()) {
    error(scope.problems.join('\n'))
  }
}

//# flowOutputs: own requireNoProblems
Map flowOutputs(Map flow) {
  Map outputs = flow.outputs == null ? [:] : own(flow.outputs)
  requireNoProblems()
  return outputs
}

//# enterScope: scope
//# + runBound: findCredentials
//# + requireTime: limitScope
@NonCPS
void enterScope(Map flow) {
  scope = [flow: flow, parent: scope, inputs: [:], outputs: [:], names: [] as Set, texts: [:], bytes: 0, problems: [], notes: []]
  scope.isChecked = flow.given == null && params.get('FLOWGATE_EXECUTION_ID') ? true : false //? note
  scope.secrets = [:] //? runBound
  findCredentials() //? runBound
  scope.files = [:] //? fetchFiles
  if (flow.timeout != null) limitScope(flow.timeout, flow.timeoutMessage ?: {{sentences.flowTimedOut}}.toString()) //? requireTime
}

//# leaveScope: scope
//# + note: writeProgress
@NonCPS
void leaveScope() {
  scope = scope.parent
  if (scope == null) writeProgress() //? note
}

//# limitScope: scope
// Limits the flow's remaining tasks to this many seconds in total; the message is for tasks that need more.
@NonCPS
void limitScope(Number seconds, String message) {
  scope.deadline = System.currentTimeMillis() + Math.round(seconds * 1000d)
  scope.timeoutMessage = message
}

//# requireTime: timeoutMessage scope
// A flow that has timed out runs no further task.
void requireTime() {
  String message = timeoutMessage(scope)
  if (message != null) {
    error(message)
  }
}

//# timeoutMessage
@NonCPS
String timeoutMessage(Map of) {
  boolean isOver = of.deadline != null && of.deadline <= System.currentTimeMillis()
  return isOver ? of.timeoutMessage : null
}

//# secondsLeft: scope
// Seconds until the flow times out; null without a timeout.
@NonCPS
Double secondsLeft() {
  Long deadline = scope.deadline
  if (deadline == null) return null
  long left = deadline - System.currentTimeMillis()
  return left > 0 ? left / 1000d : 0d
}

//# wholeSeconds
// Whole seconds for a step, at least one; null stays null.
@NonCPS
Long wholeSeconds(Double seconds) {
  return seconds == null ? null : Math.max(1L, Math.round(Math.ceil(seconds)))
}
