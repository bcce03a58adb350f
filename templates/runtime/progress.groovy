//# progress
// What Flowgate reads of a running build: lines in its description, which no script of a task can write.
@Field Map progress = [text: '']

//# endingSince
// When only final tasks were left, in milliseconds since 1970; null while others may follow.
@Field Long endingSince = null

//# buildsInSight
// The number of builds before and after its own in which a build looks for its execution; fewer are requested at once.
@Field int buildsInSight = {{description.buildsInSight}}

//# nodeState
// Whether the build has entered its node.
@Field Map nodeState = [:]

//# runOnce: nodeState
// After a crash, Jenkins can enter the node again, from a stale queue, on top of the step that is running; that step
// continues when this returns.
void runOnce(Closure run) {
  if (nodeState.begun) {
    echo 'Jenkins has entered this build a second time after a crash. The first run continues.'
    return
  }
  nodeState.begun = true
  run()
}

//# mayRun: reasonNotToRun reasonOfLaterBuild writeProgress
// Whether this build runs the flow: not if the script of the job has changed since the request, or another build has
// the same execution.
boolean mayRun(String digest) {
  String reason = reasonNotToRun(digest)
  for (int second = 0; reason == 'undecided' && second < 30; second++) {
    sleep(time: 1, unit: 'SECONDS')
    reason = reasonOfLaterBuild()
  }
  boolean runs = reason == null || reason == 'undecided'
  // The first task writes it, because each write saves the whole build.
  note(runs ? '{{description.accepted}}' : '{{description.notBuilt}}: ' + reason)
  if (!runs) {
    writeProgress()
    currentBuild.result = 'NOT_BUILT'
    echo "This build does not run the flow: ${reason}"
  }
  return runs
}

//# reasonNotToRun: progress writeProgress buildsInSight noteOf reasonOfLaterBuild
// Of two builds of one execution, the later one gives way, unless it decided before the earlier one was visible.
@NonCPS
String reasonNotToRun(String digest) {
  String execution = params.get('FLOWGATE_EXECUTION_ID') ?: '{{description.byHand}}'
  String mark = '{{description.execution}} ' + execution
  progress.text = mark
  writeProgress()
  String expected = params.get('FLOWGATE_DIGEST')
  if (expected && expected != digest) return '{{description.wrongRevision}}'
  if (execution == '{{description.byHand}}') return null
  Object build = currentBuild.previousBuild
  for (int i = 0; i < buildsInSight && build != null; i++) {
    if (noteOf(build, 0) == mark && !noteOf(build, 1).startsWith('{{description.notBuilt}}')) return '{{description.duplicate}}'
    build = build.previousBuild
  }
  return reasonOfLaterBuild()
}

//# reasonOfLaterBuild: progress buildsInSight noteOf
// Why a later build of the same execution prevents this one, or null.
@NonCPS
String reasonOfLaterBuild() {
  String reason = null
  String mark = progress.text.split('\n')[0]
  Object build = currentBuild.nextBuild
  for (int i = 0; i < buildsInSight && build != null; i++) {
    if (noteOf(build, 0) == mark) {
      String decision = noteOf(build, 1)
      if (decision == '{{description.accepted}}') return '{{description.duplicate}}'
      reason = decision == '' ? 'undecided' : null
    }
    build = build.nextBuild
  }
  return reason
}

//# noteOf
// A line of the notes of a build; an empty string if it is missing.
@NonCPS
String noteOf(Object build, int line) {
  String[] lines = (build.description ?: '').split('\n')
  return lines.length > line ? lines[line] : ''
}

//# writeProgress: progress
@NonCPS
void writeProgress() {
  currentBuild.description = progress.text
}

//# note: progress
// Adds a line, which is written together with the next ones; returns all of them. They are one string, because Jenkins
// saves each object of a pipeline with every step.
@NonCPS
String note(String line) {
  Map all = progress
  String text = "${all.get('text')}\n${line}"
  all.put('text', text)
  return text
}

//# noteStart (notes): encodedPath note
// Notes that a task starts; returns the line.
@NonCPS
String noteStart(Map task, String state) {
  long now = System.currentTimeMillis()
  String path = "${task.get('frame').get('path') ?: ''}${task.get('id')}"
  path = encodedPath(path) //? blocks
  String line = "${path} ${state} ${now}${state == '{{description.running}}' ? '' : " ${now}"}"
  currentBuild.setDescription(note(line))
  if (task.get('control') != null) task.get('control').put('line', line) //? blocks
  return line
}

//# noteEnd (notes): isStop progress
// Notes that a task has ended, after a failure if there is one; written when the next one starts, or the flow ends.
@NonCPS
void noteEnd(String line, Exception failure, Object isCut) {
  String state = failure == null ? '{{description.success}}' : isStop(failure) ? '{{description.killed}}' : '{{description.failed}}'
  if (failure == null && isCut) state = '{{description.killed}}' //? blocks
  String ended = line.replace(' {{description.running}} ', " ${state} ")
  Map all = progress
  all.put('text', all.get('text').replace("\n${line}".toString(), "\n${ended} ${System.currentTimeMillis()}".toString()))
}

//# noteScript (notes blocks): encodedPath
// As `noteStart`, for a task that only runs a script.
@NonCPS
void noteScript(Map task, String path) {
  String line = "${encodedPath(path)} {{description.running}} ${System.currentTimeMillis()}".toString()
  Map all = task.get('frame').get('progress')
  String text = "${all.get('text')}\n${line}".toString()
  all.put('text', text)
  task.put('line', line)
  currentBuild.setDescription(text)
}

//# noteScriptEnd (notes): isStop
@NonCPS
void noteScriptEnd(Map task, String problem, Exception failure) {
  String line = task.get('line')
  String state = problem != null ? '{{description.failed}}' : '{{description.success}}'
  if (failure != null) state = isStop(failure) ? '{{description.killed}}' : '{{description.failed}}'
  String ended = line.replace(' {{description.running}} ', " ${state} ")
  Map all = task.get('frame').get('progress')
  all.put('text', all.get('text').replace("\n${line}".toString(), "\n${ended} ${System.currentTimeMillis()}".toString()))
}

//# noteEnding (notes): endingSince note writeProgress
// Notes that the flow is being stopped or has only final tasks left. Flowgate then sends no stop, unless these tasks do
// not end.
@NonCPS
void noteEnding() {
  if (endingSince == null) {
    endingSince = System.currentTimeMillis()
    note('{{description.stopping}} ' + endingSince)
    writeProgress()
  }
}

//# noteFinals (notes): noteEnding noteCalledFinals
// Notes that final tasks run. Those of a called flow delay a stop until they have ended.
@NonCPS
void noteFinals(Map frame) {
  if (frame.parent == null) noteEnding() else noteCalledFinals(frame)
}

//# noteCalledFinals (runSubflow): endingSince note writeProgress
@NonCPS
void noteCalledFinals(Map frame) {
  for (Map outer = frame; outer != null; outer = outer.parent) if (outer.finals != null) return
  if (endingSince != null) return
  frame.finals = "{{description.finalTasks}} ${System.currentTimeMillis()}".toString()
  note(frame.finals)
  writeProgress()
}

//# forgetFinals (notes runSubflow): progress
// The next note writes it.
@NonCPS
void forgetFinals(Map frame) {
  progress.text = progress.text.replace("\n${frame.finals}".toString(), '')
}

//# settleStop (notes): stopped noteEnding settleTime
// Flowgate repeats a stop until it reads the note; a repeated stop that crosses the note must not end a final task.
void settleStop() {
  if (stopped) {
    noteEnding()
  }
  for (long left = settleTime(); left > 0; left = settleTime()) {
    try {
      sleep(time: left, unit: 'MILLISECONDS')
    } catch (org.jenkinsci.plugins.workflow.steps.FlowInterruptedException again) {
      echo 'The build is already being stopped.'
    }
  }
}

//# settleTime: stopped endingSince
@NonCPS
long settleTime() {
  return stopped ? endingSince + 3000 - System.currentTimeMillis() : 0
}

//# taskPathOf (blocks)
// The path of a task in the execution.
@NonCPS
String taskPathOf(Map task) {
  return "${task.get('frame').get('path') ?: ''}${task.get('id')}".toString()
}

//# encodedPath (blocks)
// A path as one word: everything but printable ASCII is percent-encoded, which Jenkins could not store either.
@NonCPS
String encodedPath(String path) {
  if (path ==~ /[!-$&-~]+/) return path
  return URLEncoder.encode(path, 'UTF-8').replace('+', '%20').replace('%2F', '/').replace('%5B', '[').replace('%5D', ']')
}

//# noteItems (notes runLoop)
// Adds how far a loop is to its line; the next note writes it.
@NonCPS
void noteItems(Map control, Map frame) {
  Map all = frame.get('progress')
  String states = control.get('states')
  String line = control.get('line')
  int total = states.length()
  String items = " {{description.items}}=${total},${total - states.replace('+', '').length()},${total - states.replace('-', '').length()}".toString()
  all.put('text', all.get('text').replace("\n${line}${control.get('items') ?: ''}".toString(), "\n${line}${items}".toString()))
  control.put('items', items)
}

//# pathInside
// The path of tasks inside a task, with a `/` at the end: `build/`.
@NonCPS
String pathInside(Map frame, String task) {
  return "${frame.path ?: ''}${task}/".toString()
}
