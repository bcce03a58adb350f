// What Flowgate reads of a build while it runs: lines in its description, which no script of a task can write.
@Field List progress = null
// How many builds before and after its own a build looks at for its execution: so many are not asked for at once.
@Field int buildsInSight = 50

// Whether this build runs the flow: not when the job was given another script since it was asked for, and not when
// another build carries the same execution.
boolean isWanted(String digest) {
  String execution = params.FLOWGATE_EXECUTION_ID ?: '-'
  progress = ["Flowgate execution ${execution}".toString()]
  writeProgress()
  String fault = null
  if (params.FLOWGATE_DIGEST && params.FLOWGATE_DIGEST != digest) {
    fault = 'wrong revision'
  } else if (execution != '-' && isDuplicate(progress[0])) {
    fault = 'duplicate'
  }
  progress.add(fault == null ? 'accepted' : 'not built: ' + fault)
  writeProgress()
  if (fault != null) {
    currentBuild.result = 'NOT_BUILT'
    echo "This build does not run the flow: ${fault}"
  }
  return fault == null
}

// Of two builds of one execution the later one gives way, unless it had decided before the earlier one was to be seen.
boolean isDuplicate(String mark) {
  if (carriedBefore(mark)) {
    return true
  }
  for (int second = 0; second < 30; second++) {
    String decision = decisionAfter(mark)
    if (decision != null && decision != '') {
      return decision == 'accepted'
    }
    if (decision == null) {
      return false
    }
    sleep(time: 1, unit: 'SECONDS')
  }
  return false
}

// Whether an earlier build carries the same execution.
boolean carriedBefore(String mark) {
  Object build = currentBuild.previousBuild
  for (int i = 0; i < buildsInSight && build != null; i++) {
    if (firstLine(build.description) == mark && !secondLine(build.description).startsWith('not built')) {
      return true
    }
    build = build.previousBuild
  }
  return false
}

// What a later build of the same execution decided: an empty text while it has not, null where there is none.
String decisionAfter(String mark) {
  String decision = null
  Object build = currentBuild.nextBuild
  for (int i = 0; i < buildsInSight && build != null; i++) {
    if (firstLine(build.description) == mark) {
      String second = secondLine(build.description)
      if (second == 'accepted') {
        return second
      }
      decision = second
    }
    build = build.nextBuild
  }
  return decision
}

@NonCPS
String firstLine(String text) {
  return (text ?: '').split('\n')[0]
}

@NonCPS
String secondLine(String text) {
  String[] lines = text.split('\n')
  return lines.length > 1 ? lines[1] : ''
}

void writeProgress() {
  if (progress != null) {
    currentBuild.description = progress.join('\n')
  }
}

// Notes that a task begins; gives the number of its line.
int noteStart(Map task, String state) {
  if (progress == null) {
    return -1
  }
  long now = System.currentTimeMillis()
  progress.add("${scopePath()}${task.id} ${state} ${now}${state == 'RUNNING' ? '' : ' ' + now}".toString())
  writeProgress()
  return progress.size() - 1
}

void noteEnd(int line, String state) {
  if (progress != null) {
    progress[line] = "${progress[line].replace(' RUNNING ', ' ' + state + ' ')} ${System.currentTimeMillis()}".toString()
    writeProgress()
  }
}

// The ids of the subflow tasks around the tasks that run now, `build/`.
@NonCPS
String scopePath() {
  String path = ''
  for (Map inner = scope; inner != null && inner.flow.task != null; inner = inner.parent) {
    path = inner.flow.task + '/' + path
  }
  return path
}
