//# stopped
// Whether the build is being stopped; then only final tasks run.
@Field boolean stopped = false

//# jenkinsfile
// The Jenkinsfile, which contains the flows and the steps of their tasks.
@Field Object jenkinsfile = null

//# own
// Calls a function of the flows by its name.
@NonCPS
Object own(Map frame, String name) {
  return jenkinsfile."$name"(frame) //? jenkinsfile
  return "$name"(frame) //? !jenkinsfile
}

//# taskSettings
// The settings of a task of a section, with its frame. A method has those of up to {{tasksPerGroup}} tasks.
@NonCPS
Map taskSettings(Map frame, List numbers, int number) {
  int first = number - (number - numbers.get(0)) % {{tasksPerGroup}}
  Map task = jenkinsfile."task_group_${first}"(frame, number) //? jenkinsfile
  Map task = "task_group_${first}"(frame, number) //? !jenkinsfile
  task.put('frame', frame)
  return task
}

//# withSmallEnvironment
// No process starts with a very large environment.
Object withSmallEnvironment(Closure run) {
  if ((params.get('FLOWGATE_INPUTS') ?: '').length() <= 30000) { //? !segments
  if ((params.get('FLOWGATE_INPUTS') ?: '').length() + (params.get('FLOWGATE_SEGMENT') ?: '').length() <= 30000) { //? segments
    return run()
  }
  return withEnv(['FLOWGATE_INPUTS=']) { //? !segments
  return withEnv(['FLOWGATE_INPUTS=', 'FLOWGATE_SEGMENT=']) { //? segments
    run()
  }
}

//# runFlow: newFrame runSections
//# + note: writeProgress
//# + returnFields runBound: clearOutputs
// Runs a flow; returns its outputs as JSON. `caller` is the frame of the task that calls it.
Map runFlow(Map flow, Map caller = null) {
  Map frame = newFrame(flow, caller)
  try { //? note
  try { //? !note returnFields runBound
    return runSections(frame) //? !runBound
    return runBound(frame) //? runBound
  } finally { //? note
  } finally { //? !note returnFields runBound
    if (caller == null) writeProgress() //? note
    if (caller == null) clearOutputs() //? runBound returnFields
  } //? note
  } //? !note returnFields runBound
}

//# runSections: runTasks
//# + runFinalTasks: stopped startFinalTasks withCutOff
//# + segments: noteWaits
//# + carried: keepCarried
//# + carried runFinalTasks: keepCarried
// Runs the tasks of a flow.
// After a failure, its error tasks run. //? runErrorTasks
// Its final tasks always run, even after a stop. //? runFinalTasks
Map runSections(Map frame) {
  Map flow = frame.flow
  readValues(frame) //? readValues
  Exception failure = runTasks(frame, flow.tasks)
  if (failure == null && frame.segment.waits != null) return noteWaits(frame) //? segments
  failure = keepCarried(frame, failure) //? carried !runFinalTasks
  setRunValues(frame, failure) //? setRunValues
  failure = runErrorTasks(frame, failure) //? runErrorTasks !runFinalTasks
  // Jenkins delivers a stop that arrived between two steps at the start of the next function or pass of a loop. Until //? runFinalTasks
  // the final tasks have begun, these are all inside `try`. //? runFinalTasks
  try { //? runFinalTasks
    failure = keepCarried(frame, failure) //? runFinalTasks carried
    failure = runErrorTasks(frame, failure) //? runFinalTasks runErrorTasks
    if (flow.atEnd != null) failure = runFinalTasks(frame, flow.atEnd) ?: withCutOff(frame, failure) //? runFinalTasks
  } catch (org.jenkinsci.plugins.workflow.steps.FlowInterruptedException early) { //? runFinalTasks
    stopped = true //? runFinalTasks
    failure = flow.atEnd == null ? early : startFinalTasks(frame, flow.atEnd) ?: early //? runFinalTasks
  } //? runFinalTasks
  if (failure != null) {
    throw failure
  }
  return flowOutputs(frame) //? flowOutputs
  return [:] //? !flowOutputs
}

//# runTasks: flowTask taskSettings noteStop
//# + blocks runSubflow: hasEnded
//# + runFinalTasks: finalTask
//# + segments: beginSegment isBefore
// Runs the tasks from the first number to the last; returns the failure that ended them, or null.
Exception runTasks(Map frame, List numbers) {
  int last = numbers[1]
  try {
    if (frame.segment.isLater) beginSegment(frame) //? segments
    for (int number = numbers[0]; number <= last; number++) {
      if (hasEnded(frame)) break //? blocks runSubflow
      if (frame.deadline != null && frame.deadline <= System.currentTimeMillis()) break //? runLast !requireTime
      if (frame.segment.waits != null) break //? segments
      if (isBefore(frame, number)) continue //? segments
      flowTask(taskSettings(frame, numbers, number)) //? !runFinalTasks
      if (frame.mayGoOn) finalTask(taskSettings(frame, numbers, number)) else flowTask(taskSettings(frame, numbers, number)) //? runFinalTasks
    }
    requireTime(frame) //? requireTime
  } catch (Exception failure) {
    // It came before the wait was noted; error and final tasks run. //? segments
    frame.segment.remove('waits') //? segments
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

//# runErrorTasks: isStop runLast withCutOff
//# + blocks: markedText
// Runs the error tasks after a failure; returns why the flow ends, or null.
Exception runErrorTasks(Map frame, Exception failure) {
  if (failure == null || frame.flow.errors == null || isStop(failure)) {
    return failure
  }
  echo {{sentences.flowFailed}} //? !blocks
  echo frame.isInBlock ? markedText(frame.path.replaceAll('/$', ''), {{sentences.flowFailed}}) : {{sentences.flowFailed}} //? blocks
  return runLast(frame, frame.flow.errors, {{sentences.errorTasksTimedOut}}) ?: withCutOff(frame, failure)
}

//# runLast: limitFrame runTasks isStop
// Runs error or final tasks, for at most ten minutes, and ignores their failures, but notes that they were cut off;
// returns a stop, or null.
Exception runLast(Map frame, List numbers, String tooLate) {
  limitFrame(frame, {{lastTasksSeconds}}, tooLate)
  frame.isLast = true //? blocks
  Exception failure = runTasks(frame, numbers)
  boolean isCutOff = failure?.message == tooLate || frame.deadline <= System.currentTimeMillis()
  frame.cutOff = isCutOff ? tooLate : null
  return isStop(failure) ? failure : null
}

//# withCutOff: isStop noteStop
// Why a flow fails whose error or final tasks were cut off.
Exception withCutOff(Map frame, Exception failure) {
  if (frame.cutOff == null || isStop(failure)) return failure
  try {
    error(failure == null ? frame.cutOff : {{sentences.alsoCutOff}})
  } catch (Exception told) {
    noteStop(told)
    return told
  }
}

//# runFinalTasks: stopped runLast
//# + note: settleStop noteFinals
//# + note runSubflow: forgetFinals
// Runs final tasks; the first stop ends only one of them. Returns a stop, or null.
Exception runFinalTasks(Map frame, List numbers) {
  settleStop() //? note
  frame.mayGoOn = !stopped
  noteFinals(frame) //? note
  Exception stop = runLast(frame, numbers, {{sentences.finalTasksTimedOut}}) ?: frame.stop
  forgetFinals(frame) //? note runSubflow
  return stop
}

//# startFinalTasks: runFinalTasks stopped
// Runs final tasks after a stop that came before the first of them; further stops are ignored until it begins.
Exception startFinalTasks(Map frame, List numbers) {
  while (true) {
    try {
      return runFinalTasks(frame, numbers)
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
// Sets inputs and variables; an invalid value ends the flow before its first task.
void readValues(Map frame) {
  if (frame.flow.values != null) {
    own(frame, frame.flow.values)
    frame.remove('sent') //? note
  }
  if (!frame.notes.isEmpty()) echo frame.notes.join('\n') //? check
  requireNoProblems(frame)
}

//# requireNoProblems
// Ends the flow if a value is invalid.
void requireNoProblems(Map frame) {
  if (!frame.problems.isEmpty()) {
    error(frame.problems.join('\n'))
  }
}

//# flowOutputs: own requireNoProblems
Map flowOutputs(Map frame) {
  Map outputs = frame.flow.outputs == null ? [:] : own(frame, frame.flow.outputs)
  requireNoProblems(frame)
  return outputs
}

//# newFrame
//# + runBound: findCredentials
//# + requireTime: limitFrame
//# + runSubflow: pathInside
//# + segments: newSegment
//# + blocks: taskRuns
//# + blocks note: progress
//# + blocks runScript: scripts
//# + blocks runSubflow: inheritPlace
// The frame of a flow: its values and limits, and the outputs of its tasks. It is passed on with the tasks, because tasks
// of several frames can run at the same time.
@NonCPS
Map newFrame(Map flow, Map parent) {
  Map frame = [flow: flow, parent: parent, inputs: [:], outputs: [:], names: [] as Set, texts: [:], total: [bytes: 0], problems: [], notes: []]
  if (parent != null) frame.path = pathInside(parent, flow.task) //? runSubflow
  frame.putAll([maxRuns: flow.maxRuns, over: [:], runs: taskRuns]) //? blocks
  // Reading a field takes longer in the sandbox. //? blocks
  frame.put('scripts', scripts) //? blocks runScript
  frame.put('progress', progress) //? blocks note
  if (parent != null) inheritPlace(frame) //? blocks runSubflow
  frame.segment = [:] //? carried !segments
  frame.segment = parent == null ? newSegment() : [:] //? segments
  frame.isChecked = flow.given == null && params.get('FLOWGATE_EXECUTION_ID') ? true : false //? note
  frame.secrets = [:] //? runBound
  findCredentials(frame) //? runBound
  frame.files = [:] //? fetchFiles
  if (flow.timeout != null) limitFrame(frame, flow.timeout, flow.timeoutMessage ?: {{sentences.flowTimedOut}}.toString()) //? requireTime
  if (frame.deadline != null) frame.deadline = frame.deadline - (frame.segment.elapsed ?: 0) //? requireTime segments
  return frame
}

//# inheritPlace
// A called flow runs in the block of its caller.
@NonCPS
void inheritPlace(Map frame) {
  for (name in ['isInBlock', 'isFlat', 'isLast', 'maxRuns', 'over', 'home']) frame.put(name, frame.parent.get(name))
}

//# limitFrame
// Limits the flow's remaining tasks to this many seconds in total; the message is for tasks that need more.
@NonCPS
void limitFrame(Map frame, Number seconds, String message) {
  frame.deadline = System.currentTimeMillis() + Math.round(seconds * 1000d)
  frame.timeoutMessage = message
}

//# requireTime: timeoutMessage
// A flow that has timed out runs no further task.
void requireTime(Map frame) {
  String message = timeoutMessage(frame)
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

//# secondsLeft
// Seconds until the flow times out; null without a timeout.
@NonCPS
Double secondsLeft(Map frame) {
  Long deadline = frame.deadline
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
