//# returnFields (outputs): takeOutputs
// Sets the declared fields of a task from what it returned: JSON by field.
void returnFields(Map task, Map returned) {
  String problem = takeOutputs(task, returned)
  if (problem != null) {
    error({{sentences.taskProblem}})
  }
}

//# clearOutputs
// Removes what tasks returned: it may contain secrets, and a workspace outlives its build.
void clearOutputs() {
  dir('.flowgate/scripts') {
    deleteDir()
  }
}

//# takeOutputs: fieldText setText
// Reads the declared fields from what a task returned; returns what is wrong with them, or null.
@NonCPS
String takeOutputs(Map task, Map returned) {
  if (returned == null) {
    if (task.returns == {{responseFile}}) return {{sentences.noResponseOutputs}}
    return {{sentences.noOutputs}}
  }
  Map fields = [:]
  for (declared in task.outputs.entrySet()) {
    String field = declared.key
    String type = declared.value.type
    String json = returned.get(field)
    boolean isMissing = json == null || (json == 'null' && !(type in {{types.json}}))
    if (isMissing && declared.value.optional) continue
    if (isMissing && task.returns == {{responseFile}}) return {{sentences.missingResponseField}}
    if (isMissing) return {{sentences.missingField}}
    String text = fieldText(type, json)
    if (text == null) return {{sentences.wrongFieldType}}
    String problem = setText(task.frame, declared.value.name, text)
    if (problem != null) return {{sentences.fieldProblem}}
    fields.put(field, [name: declared.value.name, type: type])
  }
  task.frame.outputs.put(task.id, fields)
  return null
}

//# fieldText: wholeNumber jsonValue problemOf
// The text of a field in the environment, or null if it has another type: compact JSON for lists and objects. Numbers
// keep their digits.
@NonCPS
String fieldText(String type, String json) {
  if (type in {{types.integers}}) return json ==~ {{returnedNumber}} ? wholeNumber(json as BigDecimal) : null
  if (type in {{types.numbers}}) return json ==~ {{returnedNumber}} && Math.abs((json as BigDecimal).doubleValue()) <= 1.7976931348623157E308d ? json : null
  if (type in {{types.booleans}}) return json == 'true' || json == 'false' ? json : null
  if (type in {{types.json}}) return json
  if (type in {{types.lists}}) return json.startsWith('[') ? json : null
  if (!json.startsWith('"')) return null
  String text = jsonValue(json)
  return problemOf([type: type], text) == null ? text : null
}

//# wholeNumber (integer)
// The digits of a number without fraction that JavaScript can represent, or null.
@NonCPS
String wholeNumber(BigDecimal number) {
  double near = number.doubleValue()
  return number == Math.rint(near) && Math.abs(near) <= 9007199254740991d ? number.longValue().toString() : null
}

//# lastObject (outputs): jsonFields
// The fields of the last line of a task's output that is a JSON object, or of the whole output if that is one.
@NonCPS
Map lastObject(String text) {
  Map fields = jsonFields(text)
  String[] lines = text.split('\n')
  for (int i = lines.length - 1; i >= 0 && fields == null; i--) fields = jsonFields(lines[i])
  return fields
}
