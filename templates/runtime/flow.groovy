//# stopped
// Whether the build is being stopped; then only final tasks run.
@Field boolean stopped = false

//# jenkinsfile
// For the library: the Jenkinsfile, which contains the flows and the steps of their tasks.
@Field Object jenkinsfile = null

//# own: jenkinsfile
// Calls a function of the flows by its name.
@NonCPS
Object own(Map frame, String name) {
  return (jenkinsfile == null ? this : jenkinsfile)."$name"(frame)
}

//# taskSettings: jenkinsfile
// The settings of a task of a section, with its frame. A method has those of up to {{tasksPerGroup}} tasks.
@NonCPS
Map taskSettings(Map frame, List numbers, int number) {
  int first = number - (number - numbers.get(0)) % {{tasksPerGroup}}
  Map task = (jenkinsfile == null ? this : jenkinsfile)."task_group_${first}"(frame, number)
  task.put('frame', frame)
  return task
}

//# withSmallEnvironment
// No process starts with a very large environment.
Object withSmallEnvironment(Closure run) {
  if ((params.get('FLOWGATE_INPUTS') ?: '').length() + (params.get('FLOWGATE_SEGMENT') ?: '').length() <= 30000) {
    return run()
  }
  return withEnv(['FLOWGATE_INPUTS=', 'FLOWGATE_SEGMENT=']) {
    run()
  }
}

//# runFlow: newFrame runSections runBound writeProgress? clearOutputs?
// Runs a flow; returns its outputs as JSON. `caller` is the frame of the task that calls it.
Map runFlow(Map flow, Map caller = null) {
  Map frame = newFrame(flow, caller)
  try {
    return frame.bound == null ? runSections(frame) : runBound(frame)
  } finally {
    if (caller == null && frame.progress != null) writeProgress()
    if (caller == null && frame.leavesTexts) clearOutputs()
  }
}

//# runSections: readValues? runTasks noteWaits setRunValues? keepCarried? runErrorTasks? runFinalTasks? withCutOff stopped startFinalTasks flowOutputs?
// Runs the tasks of a flow; after a failure its error tasks, and always its final tasks, even after a stop.
Map runSections(Map frame) {
  Map flow = frame.flow
  if (flow.values != null) readValues(frame)
  Exception failure = runTasks(frame, flow.tasks)
  if (failure == null && frame.segment.waits != null) return noteWaits(frame) //? segments
  if (flow.runNames != null) setRunValues(frame, failure)
  // Jenkins delivers a stop that arrived between two steps at the start of the next function or pass of a loop. Until //? endings
  // the final tasks have begun, these are all inside `try`. //? endings
  try { //? endings
    if (frame.isCarried) failure = keepCarried(frame, failure) //? endings
    if (flow.errors != null) failure = runErrorTasks(frame, failure) //? endings
    if (flow.atEnd != null) failure = runFinalTasks(frame, flow.atEnd) ?: withCutOff(frame, failure) //? endings
  } catch (org.jenkinsci.plugins.workflow.steps.FlowInterruptedException early) { //? endings
    stopped = true //? endings
    failure = flow.atEnd == null ? early : startFinalTasks(frame, flow.atEnd) ?: early //? endings
  } //? endings
  if (failure != null) {
    throw failure
  }
  return flow.outputs == null ? [:] : flowOutputs(frame)
}

//# runTasks: beginSegment hasEnded? isBefore taskSettings finalTask flowTask requireTime noteStop
// Runs the tasks from the first number to the last; returns the failure that ended them, or null.
Exception runTasks(Map frame, List numbers) {
  int last = numbers[1]
  try {
    if (frame.segment.isLater) beginSegment(frame) //? segments
    for (int number = numbers[0]; number <= last; number++) {
      if (frame.get('over') && hasEnded(frame)) break //? blocks
      if (frame.segment.waits != null) break //? segments
      if (isBefore(frame, number)) continue //? segments
      Map task = taskSettings(frame, numbers, number)
      if (frame.get('mayGoOn')) finalTask(task) else flowTask(task)
    }
    if (frame.deadline != null) requireTime(frame) //? limits
  } catch (Exception failure) {
    // It came before the wait was noted; error and final tasks run. //? segments
    frame.segment.remove('waits') //? segments
    noteStop(frame, failure)
    return failure
  }
  return null
}

//# noteStop: isStop stopped noteEnding
@NonCPS
void noteStop(Map frame, Exception failure) {
  if (isStop(failure)) {
    stopped = true
    if (frame.progress != null) noteEnding()
  }
}

//# runErrorTasks: isStop markedText runLast withCutOff
// Runs the error tasks after a failure; returns why the flow ends, or null.
Exception runErrorTasks(Map frame, Exception failure) {
  if (failure == null || isStop(failure)) {
    return failure
  }
  String message = {{sentences.flowFailed}}
  echo frame.isInBlock ? markedText(frame.path.replaceAll('/$', ''), message) : message
  return runLast(frame, frame.flow.errors, {{sentences.errorTasksTimedOut}}) ?: withCutOff(frame, failure)
}

//# runLast: limitFrame runTasks isStop
// Runs error or final tasks, for at most ten minutes, and ignores their failures, but notes that they were cut off;
// returns a stop, or null.
Exception runLast(Map frame, List numbers, String tooLate) {
  limitFrame(frame, {{lastTasksSeconds}}, tooLate)
  frame.isLast = true
  Exception failure = runTasks(frame, numbers)
  boolean isCutOff = failure?.message == tooLate || frame.deadline <= System.currentTimeMillis()
  frame.cutOff = isCutOff ? tooLate : null
  return isStop(failure) ? failure : null
}

//# withCutOff (runLast): isStop noteStop
// Why a flow fails whose error or final tasks were cut off.
Exception withCutOff(Map frame, Exception failure) {
  if (frame.cutOff == null || isStop(failure)) return failure
  try {
    error(failure == null ? frame.cutOff : {{sentences.alsoCutOff}})
  } catch (Exception told) {
    noteStop(frame, told)
    return told
  }
}

//# runFinalTasks: settleStop stopped noteFinals runLast forgetFinals
// Runs final tasks; the first stop ends only one of them. Returns a stop, or null.
Exception runFinalTasks(Map frame, List numbers) {
  if (frame.progress != null) settleStop()
  frame.mayGoOn = !stopped
  if (frame.progress != null) noteFinals(frame)
  Exception stop = runLast(frame, numbers, {{sentences.finalTasksTimedOut}}) ?: frame.stop
  if (frame.finals != null) forgetFinals(frame)
  return stop
}

//# startFinalTasks (runFinalTasks): runFinalTasks stopped
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
  own(frame, frame.flow.values)
  frame.remove('sent')
  if (!frame.notes.isEmpty()) echo frame.notes.join('\n')
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
  Map outputs = own(frame, frame.flow.outputs)
  requireNoProblems(frame)
  return outputs
}

//# newFrame: progress? newSegment taskRuns scripts inheritPlace findCredentials limitFrame?
// The frame of a flow: its values and limits, and the outputs of its tasks. It is passed on with the tasks, because tasks
// of several frames can run at the same time. A key that only some flows have also shows what functions they have.
@NonCPS
Map newFrame(Map flow, Map parent) {
  Map frame = [flow: flow, parent: parent, inputs: [:], outputs: [:], names: [] as Set, texts: [:], total: [bytes: 0], problems: [], notes: [], segment: [:]]
  frame.explains = flow.runNames != null || parent?.explains
  frame.isCarried = flow.isCarried || parent?.isCarried //? endings
  frame.leavesTexts = true //? outputs
  frame.leavesTexts = true //? secrets
  frame.progress = progress //? notes
  frame.isChecked = flow.given == null && params.get('FLOWGATE_EXECUTION_ID') ? true : false //? notes
  if (parent == null) frame.segment = newSegment() //? segments
  // Reading a field takes longer in the sandbox. //? blocks
  frame.putAll([maxRuns: flow.maxRuns, over: [:], runs: taskRuns, scripts: scripts]) //? blocks
  if (parent != null) inheritPlace(frame)
  findCredentials(frame) //? secrets
  if (flow.timeout != null) limitFrame(frame, flow.timeout, flow.timeoutMessage ?: {{sentences.flowTimedOut}}.toString()) //? limits
  if (frame.deadline != null) frame.deadline = frame.deadline - (frame.segment.elapsed ?: 0) //? segments
  return frame
}

//# inheritPlace (runSubflow): pathInside
// A called flow runs below the task that calls it, and in its block.
@NonCPS
void inheritPlace(Map frame) {
  frame.path = pathInside(frame.parent, frame.flow.task)
  for (name in ['isInBlock', 'isFlat', 'isLast', 'maxRuns', 'over', 'home']) frame.put(name, frame.parent.get(name))
}

//# limitFrame
// Limits the flow's remaining tasks to this many seconds in total; the message is for tasks that need more.
@NonCPS
void limitFrame(Map frame, Number seconds, String message) {
  frame.deadline = System.currentTimeMillis() + Math.round(seconds * 1000d)
  frame.timeoutMessage = message
}

//# requireTime (limitFrame): timeoutMessage
// A flow that has timed out runs no further task.
void requireTime(Map frame) {
  String message = timeoutMessage(frame)
  if (message != null) {
    error(message)
  }
}

//# timeoutMessage (limitFrame)
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
