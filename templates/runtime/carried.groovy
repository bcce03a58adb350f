// What a build leaves for another one, which begins after its tasks.

//# placeJson (secrets): secretParts jsonString
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

//# noteItemsDone (keepCarried): revealed hidden
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
    if (lines instanceof List) lines = revealed(lines)
    for (line in lines.split('\n')) {
      int end = line.indexOf(' ')
      if (end < 0) continue
      Map results = done.get(labels[line.substring(0, end).toInteger()])
      String result = line.substring(end + 1)
      if (results != null) results.put(output, frame.get('bound') == null ? result : hidden(frame, result))
    }
  }
  frame.get('segment').put('done', [task: task.get('id'), done: done])
}

//# keptFiles
// The patterns of the files that tasks have kept, by the task of the outermost flow.
@Field Map keptFiles = [:]

//# noteFiles (keepCarried): keptFiles
@NonCPS
void noteFiles(Map task, List patterns) {
  String path = "${task.get('frame').get('path') ?: ''}${task.get('id')}"
  String top = path.replaceAll(/[\/\[].*/, '')
  Map all = keptFiles
  Set kept = all.get(top) ?: [] as Set
  kept.addAll(patterns ?: [])
  all.put(top, kept)
}

//# segmentJson: keptFiles carriedJson
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
  Map files = [:]
  for (entry in keptFiles.entrySet()) files.put(entry.key, entry.value.toList())
  all.put('files', files)
  if (frame.segment.done != null) all.put('items', frame.segment.done)
  all.putAll(more)
  return carriedJson(frame, all)
}

//# carriedJson: jsonString placeJson
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
  for (piece in value) parts.add(piece instanceof Map ? placeJson(frame, piece.bound) : jsonString(piece.toString()))
  return '[' + parts.join(',') + ']'
}

//# keepSegment: segmentJson
void keepSegment(Map frame, Map more) {
  writeFile(file: '.flowgate/segment.json', text: segmentJson(frame, more), encoding: 'UTF-8')
  archiveArtifacts(artifacts: '.flowgate/segment.json')
}

//# keepCarried: leavesSomething keepSegment note noteStop
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
      noteStop(frame, stop)
      end = stop
    } catch (Exception problem) {
      echo "Flowgate: nothing is kept for a restart: ${problem.message}"
      return end
    }
  }
  return end
}

//# leavesSomething: keptFiles
// Whether an execution of Flowgate has something to keep.
@NonCPS
boolean leavesSomething(Map frame) {
  if (!frame.isChecked) return false
  if (!keptFiles.isEmpty()) return true
  return !frame.outputs.isEmpty() || frame.segment.done != null
}
