// One task: its stage, its condition, its attempts, and what its failure means for the build.
void flowTask(Map task) {
  requireTime()
  stage(task.id) {
    if (task.runs == false) {
      noteStart(task, 'SKIPPED')
      org.jenkinsci.plugins.pipeline.modeldefinition.Utils.markStageSkippedForConditional(task.id)
    } else if (task.onFailure == null) {
      runTask(task)
    } else {
      catchError(buildResult: task.onFailure, stageResult: 'FAILURE', catchInterruptions: false) {
        runTask(task)
      }
    }
  }
}

void runTask(Map task) {
  int line = noteStart(task, 'RUNNING')
  try {
    if (task.valueFault != null) {
      error("Task ${task.id} failed: ${task.valueFault}")
    }
    runAttempts(task)
    noteEnd(line, 'SUCCESS')
  } catch (org.jenkinsci.plugins.workflow.steps.FlowInterruptedException stop) {
    noteEnd(line, 'KILLED')
    throw stop
  } catch (Exception failure) {
    noteEnd(line, 'FAILED')
    throw failure
  }
}

// Repeats a task that fails as its policy says. An abort is never repeated.
void runAttempts(Map task) {
  int attempts = task.retry == null ? 1 : task.retry.attempts
  for (int attempt = 1; attempt <= attempts; attempt++) {
    try {
      onWorker(task) {
        if (!scope.files.isEmpty()) {
          fetchFiles()
        }
        withEnv(taskEnvironment()) {
          "steps_${task.steps}"(task)
        }
      }
      return
    } catch (org.jenkinsci.plugins.workflow.steps.FlowInterruptedException stop) {
      throw stop
    } catch (Exception failure) {
      Long pause = attempt < attempts ? pauseAfter(task.retry, attempt) : null
      if (pause == null) {
        throw failure
      }
      echo "${failure.message}. Attempt ${attempt + 1} of ${attempts} follows in ${pause} ms."
      sleep(time: pause, unit: 'MILLISECONDS')
    }
  }
}

// Takes a task of another worker group to a node of that group, where it has a workspace of its own.
void onWorker(Map task, Closure steps) {
  if (task.label == null) {
    steps()
  } else {
    node(task.label) {
      prepareWorkspace(task.keepWorkspace == true)
      if (scope.files.isEmpty()) {
        steps()
      } else {
        withFiles(steps)
      }
    }
  }
}

// Earlier builds leave their files behind; a flow begins with none, or at least with none of Flowgate's.
void prepareWorkspace(boolean keep) {
  if (keep) {
    dir('.flowgate') {
      deleteDir()
    }
  } else {
    deleteDir()
  }
}

// A flow whose time is over runs no further task.
void requireTime() {
  if (secondsLeft() == 0d) {
    error(scope.flow.timeOver ?: "the time of flow ${scope.flow.id} is over")
  }
}

// Seconds until the flow's time is over, or null where it has no end.
@NonCPS
Double secondsLeft() {
  if (scope.deadline == null) return null
  long left = scope.deadline - System.currentTimeMillis()
  return left > 0 ? left / 1000d : 0d
}

// Seconds as steps take them: whole ones, at least one; null stays null.
@NonCPS
Long wholeSeconds(Double seconds) {
  return seconds == null ? null : Math.max(1L, Math.round(Math.ceil(seconds)))
}

// Milliseconds to wait after an attempt; null when the flow's time is over before the next one could begin.
@NonCPS
Long pauseAfter(Map retry, int attempt) {
  double pause = retry.interval * 1000d
  if (retry.type == 'random') {
    pause = pause + new Random().nextDouble() * (retry.maxInterval * 1000d - pause)
  }
  if (retry.type == 'exponential') {
    for (int step = 1; step < attempt; step++) pause = Math.min(pause * retry.factor, 86400000d)
  }
  if (retry.maxInterval != null && pause > retry.maxInterval * 1000d) {
    pause = retry.maxInterval * 1000d
  }
  Double left = secondsLeft()
  return left != null && pause >= left * 1000d ? null : Math.round(pause)
}
