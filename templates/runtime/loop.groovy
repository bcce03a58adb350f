// Loops: a list that is read when the block begins. It is kept as one string, an item a line.

//# runLoop: openGroup noteItems runGroup endLoop noteItemsDone requireTime limitProblem
// Runs tasks for each item of a list.
void runLoop(Map task) {
  Map frame = openGroup(task)
  if (frame.get('progress') != null) noteItems(task.get('control'), frame)
  Exception stop = runGroup(task, frame)
  String problem = endLoop(task)
  if (frame.get('isCarried')) noteItemsDone(task)
  if (stop != null) throw stop
  if (frame.get('deadline') != null) requireTime(frame)
  problem = limitProblem(task) ?: problem
  if (problem != null) error(problem)
}

//# itemFrame (runLoop): ownFrame pathInside setItem itemTexts
// The frame of an item: with its values, and the outputs of its tasks.
@NonCPS
Map itemFrame(Map task, Map frame, int index) {
  Map control = task.get('control')
  String key = control.get('labels').split('\n', -1)[index]
  Map inner = ownFrame(frame, pathInside(frame.get('parent'), "${task.get('id')}[${key}]".toString()))
  setItem(task, inner, index, itemTexts(control)[index])
  return inner
}

//# itemTexts: revealed
// Each item as a line: a JSON list of the texts of its fields.
@NonCPS
String[] itemTexts(Map control) {
  Object kept = control.get('list')
  String lines = kept instanceof List ? revealed(kept) : kept
  return lines.split('\n')
}

//# setItem: setText
// Sets the values of an item; returns why they cannot be set, or null.
@NonCPS
String setItem(Map task, Map inner, int index, String line) {
  Map control = task.get('control')
  String indexName = control.get('indexName')
  String problem = setText(inner, indexName, "${index}".toString())
  Map fields = ['': [name: indexName, type: {{indexType}}]]
  Iterator texts = new groovy.json.JsonSlurper().parseText(line).iterator()
  for (field in control.get('fields')) {
    String name = field.get('name')
    problem = problem ?: setText(inner, name, texts.next())
    fields.put(field.get('field') ?: 'value', [name: name, type: field.get('type')])
  }
  Map items = [:]
  if (inner.get('items') != null) items.putAll(inner.get('items'))
  items.put(task.get('id'), fields)
  inner.put('items', items)
  return problem
}

//# item: typedEntry
// A field of an item; the index has an empty name.
@NonCPS
Object item(Map frame, String block, String field) {
  return typedEntry(frame, frame.get('items').get(block).get(field))
}

//# takeResults (runLoop): own appendResult
// Takes the outputs of an item that has succeeded; the first problem with one of them fails the loop.
@NonCPS
void takeResults(Map task, Map inner, int index) {
  Map control = task.get('control')
  if (control.get('outputs') == null) return
  for (entry in own(inner, control.get('outputs')).entrySet()) appendResult(task, entry.key, "${index} ${entry.value}\n")
  if (!inner.get('problems').isEmpty()) control.put('problem', control.get('problem') ?: inner.get('problems')[0])
}

//# appendResult: hidden revealed
// Keeps an output of an item as a line: the index and its JSON.
@NonCPS
void appendResult(Map task, String output, String line) {
  Map control = task.get('control')
  if (control.get('results') == null) control.put('results', [:])
  Map results = control.get('results')
  Object kept = results.get(output) ?: ''
  if (task.get('frame').get('bound') == null) results.put(output, kept + line)
  else results.put(output, hidden(task.get('frame'), revealed(kept) + line))
}

//# endLoop: setBlockOutputs loopFields failedMembers
// Sets the outputs of a loop, even if it fails; returns why it fails, or null.
@NonCPS
String endLoop(Map task) {
  String problem = setBlockOutputs(task, loopFields(task.get('control')))
  return failedMembers(task, 'items') ?: task.get('control').get('problem') ?: problem
}

//# loopFields: revealed
// The outputs of a loop as JSON: counts, and a list for each declared output with null where an item has none.
@NonCPS
Map loopFields(Map control) {
  Map fields = [total: control.get('states').length().toString(), succeeded: control.get('states').count('+').toString(), failed: control.get('states').count('-').toString()]
  for (output in (control.get('lists') ?: [])) {
    List all = []
    for (int index = 0; index < control.get('states').length(); index++) all.add('null')
    Object kept = control.get('results')?.get(output) ?: ''
    if (kept instanceof List) kept = revealed(kept)
    for (line in kept.split('\n')) {
      int end = line.indexOf(' ')
      if (end > 0) all[line.substring(0, end).toInteger()] = line.substring(end + 1)
    }
    fields.put(output, '[' + all.join(',') + ']')
  }
  return fields
}

//# setBlockOutputs: fieldText setText
// Sets the outputs of a block that have a value; returns what is wrong with the first one that cannot be set, or null.
@NonCPS
String setBlockOutputs(Map task, Map returned) {
  String first = null
  Map fields = [:]
  for (declared in (task.get('outputs') ?: [:]).entrySet()) {
    String field = declared.key
    String json = returned.get(field)
    String text = json == null || json == 'null' ? null : fieldText(declared.value.type, json)
    String problem = text == null ? null : setText(task.get('frame'), declared.value.name, text)
    if (problem != null) {
      problem = {{sentences.fieldProblem}}
      first = first ?: {{sentences.taskProblem}}
    } else if (text != null) {
      fields.put(field, declared.value)
    }
  }
  task.get('frame').get('outputs').put(task.get('id'), fields)
  return first
}
