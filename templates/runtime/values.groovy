//# value: scope
//# + runBound: revealed
// The text of a name in the flow's environment; an empty string if it has no value.
@NonCPS
String value(String name) {
  return revealed(scope.texts.get(name)) ?: '' //? runBound
  return scope.texts.get(name) ?: '' //? !runBound
}

//# input: typedEntry scope
@NonCPS
Object input(String id) {
  return typedEntry(scope.inputs.get(id))
}

//# variable: scope value
@NonCPS
String variable(String name) {
  return scope.texts.containsKey(name) ? value(name) : null
}

//# output: scope typedEntry
@NonCPS
Object output(String taskId, String field) {
  Map fields = scope.outputs.get(taskId)
  return fields == null ? null : typedEntry(fields.get(field))
}

//# typedEntry: typedValue value
// The value of a name for conditions, in its type.
@NonCPS
Object typedEntry(Map entry) {
  if (entry?.filename != null) return entry.filename //? readFileInput
  return entry == null ? null : typedValue(entry.type, value(entry.name))
}

//# typedValue
//# + structure: jsonValue
// The value of a text in the environment.
@NonCPS
Object typedValue(String type, String text) {
  if (type in {{types.integers}}) return (text as BigDecimal).longValue() //? integer
  if (type in {{types.numbers}}) return (text as BigDecimal).doubleValue() //? number
  if (type in {{types.booleans}}) return text == 'true' //? boolean
  if (type in {{types.structures}}) return jsonValue(text) //? structure
  return text
}

//# setVariable: setText scope
@NonCPS
void setVariable(String name, String text) {
  String problem = setText(name, text)
  if (problem != null) scope.problems.add({{sentences.variableProblem}})
}

//# setText: scope value
//# + runBound: hidden
// Sets the text of a name; returns why it cannot, or null. No script could start with larger values.
@NonCPS
String setText(String name, String text) {
  scope.names.add(name)
  int size = text.getBytes('UTF-8').length
  int sum = scope.bytes + size - value(name).getBytes('UTF-8').length
  if (text.indexOf(0) >= 0) return {{sentences.nulCharacter}}
  if (size > {{maxValueSize}}) return {{sentences.valueTooLarge}}
  if (sum > {{maxTotalSize}}) return {{sentences.valuesTooLarge}}
  scope.texts.put(name, text) //? !runBound
  scope.texts.put(name, hidden(text)) //? runBound
  scope.bytes = sum
  return null
}

//# readInput: scope passedText isUnchecked problemOf setText
// Sets an input to the passed value, or else its default; a hidden input has no value.
@NonCPS
Object readInput(Map declared) {
  scope.names.add(declared.name)
  boolean visible = declared.visible == null || declared.visible
  if (declared.type in {{types.secrets}}) return readSecret(declared, visible) //? readSecret
  if (declared.type in {{types.files}}) return readFileInput(declared, visible) //? readFileInput
  String text = visible ? passedText(declared) : null
  if (text == null) {
    if (visible && declared.required && isUnchecked()) {
      scope.problems.add({{sentences.inputRequired}})
    }
    return null
  }
  String problem = (isUnchecked() ? problemOf(declared, text) : null) ?: setText(declared.name, text)
  if (problem == null) {
    scope.inputs.put(declared.id, [name: declared.name, type: declared.type])
  } else {
    scope.problems.add({{sentences.inputProblem}})
  }
}

//# readSecret: scope isUnchecked
@NonCPS
void readSecret(Map declared, boolean visible) {
  Map secret = scope.secrets.get(declared.name)
  if (visible && secret != null) {
    scope.texts.put(declared.name, [[bound: secret.bound]])
    scope.inputs.put(declared.id, [name: declared.name, type: declared.type])
  } else if (visible && declared.required && isUnchecked()) {
    String parameter = declared.parameter ?: (scope.flow.given == null ? 'FLOWGATE_SECRET_' + declared.name : null)
    String reason = declared.hiddenDefault ? ', because only Flowgate knows its default' : ''
    String advice = parameter == null ? '' : ": choose a secret text for ${parameter}"
    scope.problems.add({{sentences.secretRequired}})
  }
}

//# isUnchecked
//# + note: scope
// Whether the values are still unchecked: typed into Jenkins' form, or passed by another flow.
@NonCPS
boolean isUnchecked() {
  return true //? !note
  return !scope.isChecked //? note
}

//# passedText
//# + runSubflow: scope passedValue
//# + note: isUnchecked sentValues
// The value passed for an input, or its default; null if it has no value.
@NonCPS
String passedText(Map declared) {
  if (scope.flow.given != null) return passedValue(declared) //? runSubflow
  if (!isUnchecked()) return sentValues().get(declared.id) //? note
  Object typed = params.get(declared.name)
  String text = typed == null ? '' : typed.toString()
  return text == '' || text == '(none)' ? declared.'default' : text
}

//# passedValue: scope
//# + runBound: revealed
@NonCPS
String passedValue(Map declared) {
  Object passed = scope.flow.given.get(declared.id)
  passed = revealed(passed) //? runBound
  return passed == null ? declared.'default' : passed
}

//# sentValues: scope
// The values that Flowgate sends to its builds, by input: all others are missing. Jenkins' own parameters cannot
// distinguish an empty value from none, and change some characters.
@NonCPS
Map sentValues() {
  if (scope.sent == null) {
    Map sent = [:]
    Map parsed = new groovy.json.JsonSlurper().parseText(params.get('FLOWGATE_INPUTS') ?: '{}')
    for (entry in parsed.entrySet()) sent.put(entry.key, entry.value)
    scope.sent = sent
  }
  return scope.sent
}

//# isGiven: sentValues
// Whether Flowgate sent a value for an input.
@NonCPS
boolean isGiven(String id) {
  return sentValues().containsKey(id)
}

//# check: isUnchecked scope
// A check before the flow starts, which ends it or prints a message. Flowgate checks its executions before it requests
// a build.
@NonCPS
void check(boolean holds, boolean blocks, String message) {
  if (!holds && isUnchecked()) (blocks ? scope.problems : scope.notes).add(message)
}
