// Segments: a task that waits ends the build, and the next build begins at the same task. Members without lines:
// `segments`, if the build may begin later or end at such a task; `carried`, if it leaves what another build needs.

//# segments: carried

//# carried

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

//# placeJson: secretParts jsonString
// The place of a secret in a text, by its variable.
@NonCPS
String placeJson(Map frame, String bound) {
  int number = bound.substring('FLOWGATE_BOUND_'.length()).toInteger()
  for (entry in frame.secrets.entrySet()) {
    int part = number - entry.value.bound.substring('FLOWGATE_BOUND_'.length()).toInteger()
    if (part >= 0 && part <= secretParts(entry.value.credential)) return "{\"secret\":${jsonString(frame.flow.secrets.get(entry.key))},\"part\":${part}}".toString()
  }
  return '""'
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

//# noteItemsDone
//# + runBound: hidden revealed
// Notes which items of a loop of the outermost flow have succeeded, unless all have.
@NonCPS
void noteItemsDone(Map task) {
  Map frame = task.get('frame')
  Map control = task.get('control')
  if (frame.get('parent') != null || frame.get('isInBlock')) return
  Map noted = frame.get('segment').get('done')
  if (noted != null && noted.task != task.get('id')) return
  Map done = [:]
  List labels = control.get('labels').split('\n', -1).toList()
  String states = control.get('states')
  for (int index = 0; index < states.length(); index++) if (states.substring(index, index + 1) == '+') done.put(labels[index], [:])
  if (done.size() == states.length()) return
  for (output in (control.get('lists') ?: [])) {
    Object lines = control.get('results')?.get(output) ?: ''
    lines = revealed(lines) //? runBound
    for (line in lines.split('\n')) {
      int end = line.indexOf(' ')
      if (end < 0) continue
      Map results = done.get(labels[line.substring(0, end).toInteger()])
      if (results != null) results.put(output, line.substring(end + 1)) //? !runBound
      if (results != null) results.put(output, hidden(frame, line.substring(end + 1))) //? runBound
    }
  }
  frame.get('segment').put('done', [task: task.get('id'), done: done])
}

//# keptFiles
// The patterns of the files that tasks have kept, by the task of the outermost flow.
@Field Map keptFiles = [:]

//# noteFiles: keptFiles
@NonCPS
void noteFiles(Map task, List patterns) {
  String path = "${task.get('frame').get('path') ?: ''}${task.get('id')}"
  String top = path.replaceAll(/[\/\[].*/, '')
  Map all = keptFiles
  Set kept = all.get(top) ?: [] as Set
  kept.addAll(patterns ?: [])
  all.put(top, kept)
}

//# segmentJson: carriedJson
//# + archiveFiles: keptFiles
// What another build needs from this one, and more.
@NonCPS
String segmentJson(Map frame, Map more) {
  Map outputs = [:]
  for (task in frame.outputs.entrySet()) {
    Map fields = [:]
    for (field in task.value.entrySet()) if (frame.texts.get(field.value.name) != null) fields.put(field.key, frame.texts.get(field.value.name))
    outputs.put(task.key, fields)
  }
  Map all = [outputs: outputs]
  Map files = [:] //? archiveFiles
  for (entry in keptFiles.entrySet()) files.put(entry.key, entry.value.toList()) //? archiveFiles
  all.put('files', files) //? archiveFiles
  if (frame.segment.done != null) all.put('items', frame.segment.done)
  all.putAll(more)
  return carriedJson(frame, all)
}

//# carriedJson: jsonString
//# + runBound: placeJson
// JSON in which each secret is replaced by its place.
@NonCPS
String carriedJson(Map frame, Object value) {
  List parts = []
  if (value instanceof Map) {
    for (entry in value.entrySet()) parts.add(jsonString(entry.key) + ':' + carriedJson(frame, entry.value))
    return '{' + parts.join(',') + '}'
  }
  if (value instanceof Number) return value.toString()
  if (!(value instanceof List)) return jsonString(value.toString())
  for (piece in value) parts.add(piece instanceof Map ? placeJson(frame, piece.bound) : jsonString(piece.toString())) //? runBound
  for (piece in value) parts.add(jsonString(piece.toString())) //? !runBound
  return '[' + parts.join(',') + ']'
}

//# keepSegment: segmentJson
void keepSegment(Map frame, Map more) {
  writeFile(file: '.flowgate/segment.json', text: segmentJson(frame, more), encoding: 'UTF-8')
  archiveArtifacts(artifacts: '.flowgate/segment.json')
}

//# keepCarried: keepSegment noteStop leavesSomething note
// Keeps what a restart needs after a failure; returns the failure, or a stop that came meanwhile.
Exception keepCarried(Map frame, Exception failure) {
  if (failure == null || frame.parent != null || !leavesSomething(frame)) return failure
  Exception end = failure
  for (int attempt = 1; attempt <= 2; attempt++) {
    try {
      keepSegment(frame, [:])
      note('{{description.kept}} ' + System.currentTimeMillis())
      return end
    } catch (org.jenkinsci.plugins.workflow.steps.FlowInterruptedException stop) {
      noteStop(stop)
      end = stop
    } catch (Exception problem) {
      echo "Flowgate: nothing is kept for a restart: ${problem.message}"
      return end
    }
  }
  return end
}

//# leavesSomething
//# + archiveFiles: keptFiles
// Whether an execution of Flowgate has something to keep.
@NonCPS
boolean leavesSomething(Map frame) {
  if (!frame.isChecked) return false
  if (!keptFiles.isEmpty()) return true //? archiveFiles
  return !frame.outputs.isEmpty() || frame.segment.done != null
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
  sleep(time: pauseOf(task), unit: 'MILLISECONDS')
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
    status = sh(label: 'kept files', script: keptScript(), encoding: 'UTF-8', returnStatus: true)
  }
  if (status != 200) error({{sentences.filesNotPutBack}})
}
