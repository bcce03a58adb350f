// Segments: a task that waits ends the build, and the next build begins at the same task. Members without lines:
// `segments`, if the build may begin later or end at such a task.

//# segments: carried

//# sentSegment
// What Flowgate sends to a build that begins later.
@NonCPS
Map sentSegment() {
  return new groovy.json.JsonSlurper().parseText(params.get('FLOWGATE_SEGMENT') ?: '{}')
}

//# newSegment: sentSegment
// Where the build begins: at the task with the number `first`, after those that plugins contribute.
@NonCPS
Map newSegment() {
  Map sent = sentSegment()
  Map segment = [since: System.currentTimeMillis(), elapsed: (sent.elapsed ?: 0) as long]
  if (sent.isEmpty()) return segment
  segment.putAll([isLater: true, from: sent.from, first: sent.first, contributed: sent.contributed, hasFiles: sent.files])
  if (sent.ended != null) segment.put('ended', [state: sent.ended.state, reason: sent.ended.reason])
  return segment
}

//# isBefore
// Whether an earlier segment has run a task.
@NonCPS
boolean isBefore(Map frame, int number) {
  Map segment = frame.segment
  return segment.first != null && number < segment.first && number > segment.contributed
}

//# beginSegment: setCarried requireNoProblems
//# + archiveFiles: fetchKept
// Sets what the tasks of earlier segments have returned and kept.
void beginSegment(Map frame) {
  frame.segment.isLater = false
  setCarried(frame)
  requireNoProblems(frame)
  if (frame.segment.hasFiles) fetchKept(frame) //? archiveFiles
}

//# setCarried: sentSegment setText carriedText
//# + runLoop runBound: hidden
@NonCPS
void setCarried(Map frame) {
  Map sent = sentSegment()
  for (task in (sent.outputs ?: [:]).entrySet()) {
    Map fields = [:]
    for (entry in task.value.entrySet()) {
      String field = entry.key
      Map given = entry.value
      String text = carriedText(frame, given.text)
      String problem = text == null ? {{sentences.changedSecret}} : setText(frame, given.name, text)
      if (problem != null) frame.problems.add({{sentences.carriedProblem}})
      fields.put(field, [name: given.name, type: given.type])
    }
    frame.outputs.put(task.key, fields)
  }
  if (sent.items == null) return //? runLoop
  Map done = [:] //? runLoop
  for (item in sent.items.done.entrySet()) { //? runLoop
    Map results = [:] //? runLoop
    for (entry in item.value.entrySet()) results.put(entry.key, carriedText(frame, entry.value)) //? runLoop !runBound
    for (entry in item.value.entrySet()) results.put(entry.key, hidden(frame, carriedText(frame, entry.value) ?: 'null')) //? runLoop runBound
    done.put(item.key, results) //? runLoop
  } //? runLoop
  frame.segment.put('items', [task: sent.items.task, done: done]) //? runLoop
}

//# carriedText
//# + runBound: boundText boundPart
// A text with its secrets; null if one of them has changed.
@NonCPS
String carriedText(Map frame, Object given) {
  if (!(given instanceof List)) return given
  StringBuilder text = new StringBuilder()
  for (piece in given) {
    if (!(piece instanceof Map)) { //? runBound
    text.append(piece)
    continue //? runBound
    } //? runBound
    String bound = boundPart(frame, piece.secret, piece.part as int) //? runBound
    if (bound == null) return null //? runBound
    text.append(boundText(bound) ?: '') //? runBound
  }
  return text.toString()
}

//# boundPart: secretParts
// The variable with a part of a secret, or null.
@NonCPS
String boundPart(Map frame, String id, int part) {
  for (entry in frame.secrets.entrySet()) {
    if (frame.flow.secrets.get(entry.key) == id) {
      int first = entry.value.bound.substring('FLOWGATE_BOUND_'.length()).toInteger()
      return part > secretParts(entry.value.credential) ? null : "FLOWGATE_BOUND_${first + part}".toString()
    }
  }
  return null
}

//# keepItems: appendResult
//# + runBound: revealed
// The items of a loop that have succeeded before do not run again.
@NonCPS
void keepItems(Map task) {
  Map kept = task.get('frame').get('segment').get('items')
  Map control = task.get('control')
  if (kept == null || kept.task != task.get('id') || control.get('total') == 0) return
  String states = ''
  int index = 0
  for (label in control.get('labels').split('\n', -1)) {
    Map done = kept.done.get(label)
    states = states + (done == null ? '.' : '+')
    for (entry in (done ?: [:]).entrySet()) appendResult(task, entry.key, "${index} ${entry.value}\n") //? !runBound
    for (entry in (done ?: [:]).entrySet()) appendResult(task, entry.key, "${index} ${revealed(entry.value)}\n") //? runBound
    index++
  }
  control.put('states', states)
}

//# endSegment
//# + segments: endOfWait keepWait
// Ends the build at a task that waits, or takes the end of its wait.
void endSegment(Map task) {
  String problem = {{sentences.cannotWait}} //? !segments
  Map ended = endOfWait(task) //? segments
  if (ended == null) keepWait(task) //? segments
  if (ended == null || ended.state == 'SUCCESS') return //? segments
  // Only a stop ends a task as one. //? segments
  if (ended.state == 'KILLED') timeout(time: 1, unit: 'MILLISECONDS') { sleep(time: 1, unit: 'MINUTES') } //? segments
  String problem = ended.reason //? segments
  error({{sentences.taskProblem}})
}

//# endOfWait
@NonCPS
Map endOfWait(Map task) {
  Map segment = task.frame.segment
  if (!task.frame.isChecked) return [state: 'FAILED', reason: {{sentences.cannotWait}}]
  return segment.from == task.id ? segment.remove('ended') : null
}

//# keepWait: keepSegment waitOf waitText
void keepWait(Map task) {
  keepSegment(task.frame, waitOf(task))
  // The last line that the build prints.
  echo waitText(task)
  task.frame.segment.put('waits', "{{description.waits}} ${System.currentTimeMillis()} ${task.id}".toString())
}

//# waitOf
//# + runBound: masked
// The texts of a task that waits, and how long its execution has run.
@NonCPS
Map waitOf(Map task) {
  Map segment = task.frame.segment
  Map texts = [:]
  for (name in {{waitTexts}}) if (task.get(name) != null) texts.put(name, task.get(name).toString()) //? !runBound
  for (name in {{waitTexts}}) if (task.get(name) != null) texts.put(name, masked(task.frame, task.get(name).toString())) //? runBound
  return [task: task.id, texts: texts, elapsed: segment.elapsed + System.currentTimeMillis() - segment.since]
}

//# waitText
@NonCPS
String waitText(Map task) {
  String until = task.get('until') == null ? "for ${task.waitsFor ?: task.get('for')}" : "until ${task.get('until')}"
  return "{{waitLine}}${task.id} waits ${until}".toString()
}

//# noteWaits: note
// The flow goes on in another build. The note is written when this one ends.
@NonCPS
Map noteWaits(Map frame) {
  note(frame.segment.waits)
  return null
}

//# pauseTask: pauseOf
// Waits for a short time, not longer than the flow may take.
void pauseTask(Map task) {
  long pause = pauseOf(task)
  // Jenkins reads the time as an int.
  sleep(pause > 2147483647L ? [time: pause.intdiv(1000L), unit: 'SECONDS'] : [time: pause, unit: 'MILLISECONDS'])
  requireTime(task.get('frame')) //? requireTime
}

//# pauseOf
//# + requireTime: secondsLeft
@NonCPS
long pauseOf(Map task) {
  long pause = Math.round(task.get('pause') * 1000d)
  Double left = secondsLeft(task.get('frame')) //? requireTime
  if (left != null) pause = Math.min(pause, Math.round(left * 1000d)) //? requireTime
  return pause
}

//# fetchKept: keptScript
// Downloads the files that tasks of earlier segments have kept. The URL is a secret of the execution.
void fetchKept(Map frame) {
  int status = 0
  withCredentials([[$class: 'StringBinding', variable: 'FLOWGATE_KEPT_URL', credentialsId: params.get('FLOWGATE_KEPT')]]) {
    // Without its first line, Jenkins ends the script at the first command that fails.
    status = sh(label: 'kept files', script: '#!/bin/sh\n' + keptScript(), encoding: 'UTF-8', returnStatus: true)
  }
  if (status == 200) return
  String problem = fileExists('.flowgate/kept-problem') ? readFile(file: '.flowgate/kept-problem', encoding: 'UTF-8') : "the exit status was ${status}"
  error({{sentences.filesNotPutBack}})
}
