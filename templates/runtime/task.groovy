//# flowTask: runTask
//# + skipTask blocks: isSkipped
// Runs a task in its stage.
void flowTask(Map task) {
  requireTime(task.frame) //? requireTime
  stage(task.get('id')) {
    if (task.runs == false) return skipTask(task) //? skipTask !blocks
    if (isSkipped(task)) return skipTask(task) //? skipTask blocks
    if (task.onFailure != null) return tolerateTask(task) //? tolerateTask
    runTask(task)
  }
}

//# finalTask: flowTask isStop
//# + note: noteEnding
// Runs a final task. The first stop ends only this task, not those after it; if it kept the task from starting, the
// task still runs.
void finalTask(Map task) {
  try {
    flowTask(task)
  } catch (Exception failure) {
    if (!isStop(failure)) {
      throw failure
    }
    task.frame.mayGoOn = false
    task.frame.stop = failure
    noteEnding() //? note
    if (task.began == null) {
      flowTask(task)
    }
  }
}

//# skipTask
//# + note: noteStart
void skipTask(Map task) {
  noteStart(task, '{{description.skipped}}') //? note
  if (task.frame.isFlat) return //? blocks
  org.jenkinsci.plugins.pipeline.modeldefinition.Utils.markStageSkippedForConditional(task.id)
}

//# tolerateTask: runTask
//# + blocks: printFailure requireRuns
// If the task fails, the build only gets the result in `onFailure`.
void tolerateTask(Map task) {
  catchError(buildResult: task.onFailure, stageResult: 'FAILURE', catchInterruptions: false) {
    runTask(task) //? !blocks
    if (task.frame.isInBlock) printFailure(task) else runTask(task) //? blocks
  }
  requireRuns(task) //? blocks
}

//# printFailure: runTask isStop printedRun
// Runs a task in a block, and prints its failure as one of its lines, which Jenkins does not.
void printFailure(Map task) {
  try {
    runTask(task)
  } catch (Exception failure) {
    if (!isStop(failure)) echo printedRun(task, failure.message)
    throw failure
  }
}

//# runTask: runSteps
//# + blocks: startProblem
//# + note: noteStart noteEnd
//# + blocks note: noteEnd
// Jenkins saves the rest of every function that runs with each step, so those around a step are short.
void runTask(Map task) {
  String line = noteStart(task, '{{description.running}}') //? note
  task.began = true //? runFinalTasks
  try {
    if (task.valueProblem != null) error({{sentences.taskValueProblem}}) //? problemOfValues !blocks
    String problem = startProblem(task) //? blocks
    if (problem != null) error(problem) //? blocks
    runSteps(task) //? !runAttempts !runElsewhere
    runElsewhere(task) //? !runAttempts runElsewhere
    runAttempts(task) //? runAttempts
    noteEnd(line, null) //? note !blocks
    noteEnd(line, null, task.control?.isCut) //? note blocks
  } catch (Exception failure) {
    noteFailure(task, failure) //? noteFailure
    noteEnd(line, failure) //? note
    throw failure
  }
}

//# runAttempts: runSteps isStop pauseAfter
//# + blocks: printedRun
// Retries a failed task according to its policy, but never after a stop.
void runAttempts(Map task) {
  int attempts = task.retry == null ? 1 : task.retry.attempts
  for (int attempt = 1; attempt <= attempts; attempt++) {
    try {
      runSteps(task) //? !runElsewhere
      runElsewhere(task) //? runElsewhere
      return
    } catch (Exception failure) {
      Long pause = attempt < attempts && !isStop(failure) ? pauseAfter(task, attempt) : null
      if (pause == null) {
        throw failure
      }
      echo {{sentences.nextAttempt}} //? !blocks
      echo printedRun(task, {{sentences.nextAttempt}}) //? blocks
      // Jenkins reads the time as an int.
      sleep(pause > 2147483647L ? [time: pause.intdiv(1000L), unit: 'SECONDS'] : [time: pause, unit: 'MILLISECONDS'])
    }
  }
}

//# runElsewhere: runSteps clearOwnFiles
//# + fetchFiles: withFiles
//# + blocks: inNode
//# + blocks fetchFiles: inNode withFiles
//# + returnFields runBound: clearOutputs
// Runs a task of another worker group on an agent of that group, in its own workspace.
Object runElsewhere(Map task) {
  if (task.label == null) {
    return runSteps(task)
  }
  node(task.label) {
    if (task.keepWorkspace) clearOwnFiles() else deleteDir()
    try { //? runBound returnFields
    if (task.frame.files.isEmpty()) runSteps(task) else withFiles { runSteps(task) } //? fetchFiles !blocks
    runSteps(task) //? !fetchFiles !blocks
    if (task.frame.files.isEmpty()) runSteps(inNode(task)) else withFiles { runSteps(inNode(task)) } //? fetchFiles blocks
    runSteps(inNode(task)) //? !fetchFiles blocks
    } finally { //? runBound returnFields
      clearOutputs() //? runBound returnFields
    } //? runBound returnFields
  }
}

//# clearOwnFiles
// Removes Flowgate's own files of earlier builds.
void clearOwnFiles() {
  dir('.flowgate') {
    deleteDir()
  }
}

//# runSteps
void runSteps(Map task) {
  if (!task.frame.files.isEmpty()) task = fetchFiles(task) //? fetchFiles
  if (task.control != null && task.timeout != null) { //? runWithin
    runWithin(task) //? runWithin
    return //? runWithin
  } //? runWithin
  if (task.steps == null) runScript([:], task) else callSteps(task) //? runScript callSteps
  runScript([:], task) //? runScript !callSteps
  callSteps(task) //? !runScript callSteps
}

//# callSteps
void callSteps(Map task) {
  jenkinsfile."steps_${task.steps}"(task) //? jenkinsfile
  "steps_${task.steps}"(task) //? !jenkinsfile
}

//# pauseAfter
//# + requireTime: secondsLeft
//# + blocks: limitProblem
// Milliseconds to wait after an attempt; null if the flow times out before the next one can start.
@NonCPS
Long pauseAfter(Map task, int attempt) {
  if (limitProblem(task) != null) return null //? blocks
  Map retry = task.retry
  double pause = retry.interval * 1000d
  if (retry.type == 'random') {
    pause = pause + new Random().nextDouble() * (retry.maxInterval * 1000d - pause)
  }
  if (retry.type == 'exponential') {
    for (int step = 1; step < attempt; step++) pause = Math.min(pause * retry.factor, {{maxGrownPause}}d)
  }
  if (retry.maxInterval != null && pause > retry.maxInterval * 1000d) {
    pause = retry.maxInterval * 1000d
  }
  Double left = secondsLeft(task.frame) //? requireTime
  if (left != null && pause >= left * 1000d) return null //? requireTime
  return Math.round(pause)
}
