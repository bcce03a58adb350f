//# value: placedText revealed
// The text of a name in the flow's environment; an empty string if it has no value.
@NonCPS
String value(Map frame, String name) {
  Object kept = frame.get('place') == null ? frame.get('texts').get(name) : placedText(frame, name)
  return (kept instanceof List ? revealed(kept) : kept) ?: ''
}

//# input: typedEntry
@NonCPS
Object input(Map frame, String id) {
  return typedEntry(frame, frame.inputs.get(id))
}

//# variable: value
@NonCPS
String variable(Map frame, String name) {
  return frame.texts.containsKey(name) ? value(frame, name) : null
}

//# output: typedEntry
@NonCPS
Object output(Map frame, String taskId, String field) {
  Map file = frame.inputs.get("task.${taskId}.${field}".toString())
  if (file != null) return typedEntry(frame, file)
  Map fields = frame.outputs.get(taskId)
  return fields == null ? null : typedEntry(frame, fields.get(field))
}

//# typedEntry: typedValue value
// The value of a name for conditions, in its type.
@NonCPS
Object typedEntry(Map frame, Map entry) {
  if (entry?.filename != null) return entry.filename
  return entry == null ? null : typedValue(entry.type, value(frame, entry.name))
}

//# typedValue: structureOf
// The value of a text in the environment.
@NonCPS
Object typedValue(String type, String text) {
  if (type in {{types.integers}}) return (text as BigDecimal).longValue()
  if (type in {{types.numbers}}) return (text as BigDecimal).doubleValue()
  if (type in {{types.booleans}}) return text == 'true'
  if (type in {{types.structures}}) return structureOf(text)
  return text
}

//# structureOf (structure): jsonValue
@NonCPS
Object structureOf(String json) {
  return jsonValue(json)
}

//# setVariable: setText
@NonCPS
void setVariable(Map frame, String name, String text) {
  String problem = setText(frame, name, text)
  if (problem != null) frame.problems.add({{sentences.variableProblem}})
}

//# setText: textToKeep value hidden
// Sets the text of a name; returns why it cannot, or null. No script could start with larger values.
@NonCPS
String setText(Map frame, String name, String text) {
  if (frame.get('place') != null) text = textToKeep(frame, text)
  frame.get('names').add(name)
  int size = text.getBytes('UTF-8').length
  Map total = frame.get('total')
  int sum = total.get('bytes') + size - value(frame, name).getBytes('UTF-8').length
  if (text.indexOf(0) >= 0) return {{sentences.nulCharacter}}
  if (size > {{maxValueSize}}) return {{sentences.valueTooLarge}}
  if (sum > {{maxTotalSize}}) return {{sentences.valuesTooLarge}}
  frame.get('texts').put(name, frame.get('bound') == null ? text : hidden(frame, text))
  total.put('bytes', sum)
  return null
}

//# readInput: readSecret? readFileInput? passedText isUnchecked problemOf setText
// Sets an input to the passed value, or else its default; a hidden input has no value.
@NonCPS
Object readInput(Map declared, Map frame) {
  frame.names.add(declared.name)
  boolean visible = declared.visible == null || declared.visible
  if (declared.type in {{types.secrets}}) return readSecret(frame, declared, visible)
  if (declared.type in {{types.files}}) return readFileInput(frame, declared, visible)
  String text = visible ? passedText(frame, declared) : null
  if (text == null) {
    if (visible && declared.required && isUnchecked(frame)) {
      frame.problems.add({{sentences.inputRequired}})
    }
    return null
  }
  String problem = (isUnchecked(frame) ? problemOf(declared, text) : null) ?: setText(frame, declared.name, text)
  if (problem == null) {
    frame.inputs.put(declared.id, [name: declared.name, type: declared.type])
  } else {
    frame.problems.add({{sentences.inputProblem}})
  }
}

//# nameAlso
// Gives an input a second name in the environment of tasks.
@NonCPS
void nameAlso(Map frame, String name, String also) {
  frame.names.add(also)
  Object text = frame.texts.get(name)
  if (text != null) frame.texts.put(also, text)
}

//# readSecret: isUnchecked
@NonCPS
void readSecret(Map frame, Map declared, boolean visible) {
  Map secret = frame.secrets.get(declared.name)
  if (visible && secret != null) {
    frame.texts.put(declared.name, [[bound: secret.bound]])
    frame.inputs.put(declared.id, [name: declared.name, type: declared.type])
  } else if (visible && declared.required && isUnchecked(frame)) {
    String parameter = declared.parameter ?: (frame.flow.given == null ? 'FLOWGATE_SECRET_' + declared.name : null)
    String reason = declared.hiddenDefault ? ', because only Flowgate knows its default' : ''
    String advice = parameter == null ? '' : ": choose a secret text for ${parameter}"
    frame.problems.add({{sentences.secretRequired}})
  }
}

//# isUnchecked
// Whether the values are still unchecked: typed into Jenkins' form, or passed by another flow.
@NonCPS
boolean isUnchecked(Map frame) {
  return !frame.isChecked
}

//# passedText: passedValue isUnchecked sentValues
// The value passed for an input, or its default; null if it has no value.
@NonCPS
String passedText(Map frame, Map declared) {
  if (frame.flow.given != null) return passedValue(frame, declared)
  if (!isUnchecked(frame)) return sentValues(frame).get(declared.id)
  // Not a name that Jenkins sets itself.
  Object typed = params.get(declared.typedAs ?: declared.name)
  String text = typed == null ? '' : typed.toString()
  return text == '' || text == '(none)' ? declared.'default' : text
}

//# passedValue (runSubflow): revealed
@NonCPS
String passedValue(Map frame, Map declared) {
  Object passed = frame.flow.given.get(declared.id)
  if (passed instanceof List) passed = revealed(passed)
  return passed == null ? declared.'default' : passed
}

//# sentValues (notes)
// The values that Flowgate sends to its builds, by input: all others are missing. Jenkins' own parameters cannot
// distinguish an empty value from none, and change some characters.
@NonCPS
Map sentValues(Map frame) {
  if (frame.sent == null) {
    Map sent = [:]
    Map parsed = new groovy.json.JsonSlurper().parseText(params.get('FLOWGATE_INPUTS') ?: '{}')
    // A map of the parser, as for a file, cannot be saved with the build.
    for (entry in parsed.entrySet()) sent.put(entry.key, entry.value instanceof Map ? [:] + entry.value : entry.value)
    frame.sent = sent
  }
  return frame.sent
}

//# isGiven (notes): sentValues
// Whether Flowgate sent a value for an input.
@NonCPS
boolean isGiven(Map frame, String id) {
  return sentValues(frame).containsKey(id)
}

//# check: isUnchecked
// A check before the flow starts, which ends it or prints a message. Flowgate checks its executions before it requests
// a build.
@NonCPS
void check(Map frame, boolean holds, boolean blocks, String message) {
  if (!holds && isUnchecked(frame)) (blocks ? frame.problems : frame.notes).add(message)
}
