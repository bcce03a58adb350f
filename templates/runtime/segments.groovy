// Segments: a task that waits ends the build, and the next build begins at the same task.

//# sentSegment
// What Flowgate sends to a build that begins later.
@NonCPS
Map sentSegment() {
  return new groovy.json.JsonSlurper().parseText(params.get('FLOWGATE_SEGMENT') ?: '{}')
}

//# newSegment (segments): sentSegment
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

//# isBefore (segments)
// Whether an earlier segment has run a task.
@NonCPS
boolean isBefore(Map frame, int number) {
  Map segment = frame.segment
  return segment.first != null && number < segment.first && number > segment.contributed
}

//# beginSegment (segments): setCarried requireNoProblems fetchKept
// Sets what the tasks of earlier segments have returned and kept.
void beginSegment(Map frame) {
  frame.segment.isLater = false
  setCarried(frame)
  requireNoProblems(frame)
  if (frame.segment.hasFiles) fetchKept(frame)
}

//# setCarried: sentSegment carriedText setText setItemsDone
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
  if (sent.items != null) setItemsDone(frame, sent.items)
}

//# setItemsDone (runLoop): carriedText hidden
// Sets the results of the items that earlier segments have run.
@NonCPS
void setItemsDone(Map frame, Map items) {
  Map done = [:]
  for (item in items.done.entrySet()) {
    Map results = [:]
    for (entry in item.value.entrySet()) {
      String text = carriedText(frame, entry.value)
      results.put(entry.key, frame.bound == null ? text : hidden(frame, text ?: 'null'))
    }
    done.put(item.key, results)
  }
  frame.segment.put('items', [task: items.task, done: done])
}

//# carriedText: secretPart
// A text with its secrets; null if one of them has changed.
@NonCPS
String carriedText(Map frame, Object given) {
  if (!(given instanceof List)) return given
  StringBuilder text = new StringBuilder()
  for (piece in given) {
    String part = piece instanceof Map ? secretPart(frame, piece) : piece
    if (part == null) return null
    text.append(part)
  }
  return text.toString()
}

//# secretPart (secrets): boundPart boundText
// A part of a secret, or null if the secret has changed.
@NonCPS
String secretPart(Map frame, Map place) {
  String bound = boundPart(frame, place.secret, place.part as int)
  return bound == null ? null : boundText(bound) ?: ''
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

//# keepItems (segments): revealed appendResult
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
    for (entry in (done ?: [:]).entrySet()) {
      Object result = entry.value instanceof List ? revealed(entry.value) : entry.value
      appendResult(task, entry.key, "${index} ${result}\n")
    }
    index++
  }
  control.put('states', states)
}

//# endSegment: endOfWait keepWait
// Ends the build at a task that waits, or takes the end of its wait.
void endSegment(Map task) {
  Map ended = endOfWait(task)
  if (ended == null) keepWait(task)
  if (ended == null || ended.state == 'SUCCESS') return
  // Only a stop ends a task as one.
  if (ended.state == 'KILLED') timeout(time: 1, unit: 'MILLISECONDS') { sleep(time: 1, unit: 'MINUTES') }
  String problem = ended.reason
  error({{sentences.taskProblem}})
}

//# endOfWait
@NonCPS
Map endOfWait(Map task) {
  Map segment = task.frame.segment
  if (!task.frame.isChecked) return [state: 'FAILED', reason: {{sentences.cannotWait}}]
  return segment.from == task.id ? segment.remove('ended') : null
}

//# keepWait (segments): keepSegment waitOf waitText
void keepWait(Map task) {
  keepSegment(task.frame, waitOf(task))
  // The last line that the build prints.
  echo waitText(task)
  task.frame.segment.put('waits', "{{description.waits}} ${System.currentTimeMillis()} ${task.id}".toString())
}

//# waitOf: masked
// The texts of a task that waits, and how long its execution has run.
@NonCPS
Map waitOf(Map task) {
  Map segment = task.frame.segment
  Map texts = [:]
  for (name in {{waitTexts}}) {
    String text = task.get(name)?.toString()
    if (text != null) texts.put(name, task.frame.bound == null ? text : masked(task.frame, text))
  }
  return [task: task.id, texts: texts, elapsed: segment.elapsed + System.currentTimeMillis() - segment.since]
}

//# waitText
@NonCPS
String waitText(Map task) {
  String until = task.get('until') == null ? "for ${task.waitsFor ?: task.get('for')}" : "until ${task.get('until')}"
  return "{{waitLine}}${task.id} waits ${until}".toString()
}

//# noteWaits (segments): note
// The flow goes on in another build. The note is written when this one ends.
@NonCPS
Map noteWaits(Map frame) {
  note(frame.segment.waits)
  return null
}

//# pauseTask: pauseOf requireTime
// Waits for a short time, not longer than the flow may take.
void pauseTask(Map task) {
  long pause = pauseOf(task)
  // Jenkins reads the time as an int.
  sleep(pause > 2147483647L ? [time: pause.intdiv(1000L), unit: 'SECONDS'] : [time: pause, unit: 'MILLISECONDS'])
  if (task.get('frame').get('deadline') != null) requireTime(task.get('frame'))
}

//# pauseOf: secondsLeft
@NonCPS
long pauseOf(Map task) {
  long pause = Math.round(task.get('pause') * 1000d)
  Double left = secondsLeft(task.get('frame'))
  if (left != null) pause = Math.min(pause, Math.round(left * 1000d))
  return pause
}

//# fetchKept (keepFiles): keptScript
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
