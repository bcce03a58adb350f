//# flowTask: requireTime isCounted skipTask? tolerateTask? runTask
// Runs a task in its stage.
void flowTask(Map task) {
  if (task.get('frame').get('deadline') != null) requireTime(task.get('frame')) //? limits
  stage(task.get('id')) {
    if (task.get('runs') == false && (task.get('frame').get('runs') == null || isCounted(task, 'count'))) return skipTask(task)
    if (task.get('onFailure') != null) return tolerateTask(task)
    runTask(task)
  }
}

//# finalTask (runFinalTasks): flowTask isStop noteEnding
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
    if (task.frame.progress != null) noteEnding()
    if (task.began == null) {
      flowTask(task)
    }
  }
}

//# skipTask: noteStart
void skipTask(Map task) {
  if (task.frame.progress != null) noteStart(task, '{{description.skipped}}')
  if (task.frame.isFlat) return
  org.jenkinsci.plugins.pipeline.modeldefinition.Utils.markStageSkippedForConditional(task.id)
}

//# tolerateTask: printFailure runTask requireRuns
// If the task fails, the build only gets the result in `onFailure`.
void tolerateTask(Map task) {
  catchError(buildResult: task.onFailure, stageResult: 'FAILURE', catchInterruptions: false) {
    if (task.frame.isInBlock) printFailure(task) else runTask(task)
  }
  if (task.frame.runs != null) requireRuns(task)
}

//# printFailure (blocks): runTask isStop printedRun
// Runs a task in a block, and prints its failure as one of its lines, which Jenkins does not.
void printFailure(Map task) {
  try {
    runTask(task)
  } catch (Exception failure) {
    if (!isStop(failure)) echo printedRun(task, failure.message)
    throw failure
  }
}

//# runTask: noteStart requireStart runAttempts? runElsewhere? runSteps noteEnd noteFailure?
// Jenkins saves the rest of every function that runs with each step, so those around a step are short.
void runTask(Map task) {
  Map frame = task.get('frame')
  String line = frame.get('progress') == null ? null : noteStart(task, '{{description.running}}')
  task.put('began', true)
  try {
    if (frame.get('runs') != null) requireStart(task) //? blocks
    if (frame.get('runs') == null && task.get('valueProblem') != null) error({{sentences.taskValueProblem}})
    if (task.get('retry') != null) runAttempts(task) else if (task.get('label') != null) runElsewhere(task) else runSteps(task)
    if (line != null) noteEnd(line, null, task.get('control')?.get('isCut'))
  } catch (Exception failure) {
    if (frame.get('explains')) noteFailure(task, failure)
    if (line != null) noteEnd(line, failure, false)
    throw failure
  }
}

//# runAttempts: runElsewhere? runSteps isStop pauseAfter printedRun
// Retries a failed task according to its policy, but never after a stop.
void runAttempts(Map task) {
  int attempts = task.retry.attempts
  for (int attempt = 1; attempt <= attempts; attempt++) {
    try {
      if (task.label != null) runElsewhere(task) else runSteps(task)
      return
    } catch (Exception failure) {
      Long pause = attempt < attempts && !isStop(failure) ? pauseAfter(task, attempt) : null
      if (pause == null) {
        throw failure
      }
      String message = {{sentences.nextAttempt}}
      echo task.frame.isInBlock ? printedRun(task, message) : message
      // Jenkins reads the time as an int.
      sleep(pause > 2147483647L ? [time: pause.intdiv(1000L), unit: 'SECONDS'] : [time: pause, unit: 'MILLISECONDS'])
    }
  }
}

//# runElsewhere: inNode clearOwnFiles withFiles runSteps clearOutputs?
// Runs a task of another worker group on an agent of that group, in its own workspace.
void runElsewhere(Map task) {
  Map there = task.frame.home == null ? task : inNode(task)
  node(task.label) {
    if (task.keepWorkspace) clearOwnFiles() else deleteDir()
    try {
      if (task.frame.files) withFiles { runSteps(there) } else runSteps(there)
    } finally {
      if (task.frame.leavesTexts) clearOutputs()
    }
  }
}

//# clearOwnFiles
// Removes Flowgate's own files of earlier builds.
void clearOwnFiles() {
  dir('.flowgate') {
    deleteDir()
  }
}

//# runSteps: fetchFiles? runWithin? runScript? callSteps?
void runSteps(Map task) {
  if (task.get('frame').get('files')) task = fetchFiles(task)
  if (task.get('control') != null && task.get('timeout') != null) runWithin(task) else //? blocks
  if (task.get('steps') == null) runScript([:], task) else callSteps(task)
}

//# callSteps: jenkinsfile
void callSteps(Map task) {
  (jenkinsfile == null ? this : jenkinsfile)."steps_${task.steps}"(task)
}

//# pauseAfter: limitProblem secondsLeft
// Milliseconds to wait after an attempt; null if the flow times out before the next one can start.
@NonCPS
Long pauseAfter(Map task, int attempt) {
  if (task.frame.runs != null && limitProblem(task) != null) return null
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
  Double left = secondsLeft(task.frame)
  if (left != null && pause >= left * 1000d) return null
  return Math.round(pause)
}
