// Gives a task the fields that it declares out of what it returned.
void returnFields(Map task, Map returned) {
  String fault = task.outputs == null ? null : takeOutputs(task, returned)
  if (fault != null) {
    error("Task ${task.id} failed: ${fault}")
  }
}

// Takes the declared fields from what a task returned; tells what is wrong with them, or null.
@NonCPS
String takeOutputs(Map task, Map returned) {
  if (returned == null) {
    return "it printed no JSON object with the fields ${task.outputs.keySet().join(', ')}"
  }
  Map fields = [:]
  for (declared in task.outputs.entrySet()) {
    Object field = returned.get(declared.key)
    if (field == null && !(declared.value == 'JSON' && returned.containsKey(declared.key))) {
      return "it did not return the field ${declared.key}"
    }
    if (!hasType(declared.value, field)) return "its field ${declared.key} is not of type ${declared.value}"
    String text = environmentText(declared.value, field)
    String fault = setText("TASK_${upperSnake(task.id)}_${upperSnake(declared.key)}", text)
    if (fault != null) return "its field ${declared.key} ${fault}"
    fields.put(declared.key, typedValue(declared.value, text))
  }
  scope.outputs.put(task.id, fields)
  return null
}

// The last line of a task's output that is a JSON object, or the whole of it when that is one.
@NonCPS
Map lastObject(String text) {
  Object whole = jsonValue(text)
  if (whole instanceof Map) return whole
  String[] lines = text.split('\n')
  for (int i = lines.length - 1; i >= 0; i--) {
    Object parsed = jsonValue(lines[i])
    if (parsed instanceof Map) return parsed
  }
  return null
}

@NonCPS
boolean hasType(String type, Object field) {
  switch (type) {
    case 'INT': return field instanceof Number && field == Math.rint(field.doubleValue()) && Math.abs(field.doubleValue()) <= 9007199254740991d
    case 'FLOAT': return field instanceof Number && Math.abs(field.doubleValue()) <= 1.7976931348623157E308d
    case 'BOOLEAN': return field instanceof Boolean
    case 'JSON': return true
    case 'MULTISELECT': return field instanceof List
    case 'DATE':
    case 'DATETIME':
    case 'DURATION':
    case 'URI': return field instanceof String && faultOf([type: type], field) == null
    default: return field instanceof String
  }
}

// A value as its text in the environment: plain for a single one, compact JSON for lists and objects.
@NonCPS
String environmentText(String type, Object field) {
  if (type == 'INT') return field.longValue().toString()
  if (type == 'JSON' || type == 'MULTISELECT') return jsonText(field)
  return field.toString()
}

// Compact JSON, in which text stays as it is; JsonOutput would escape everything beyond ASCII.
@NonCPS
String jsonText(Object held) {
  if (held instanceof Map) {
    List entries = []
    for (entry in held.entrySet()) entries.add(jsonText(entry.key) + ':' + jsonText(entry.value))
    return '{' + entries.join(',') + '}'
  }
  if (held instanceof List) {
    List items = []
    for (item in held) items.add(jsonText(item))
    return '[' + items.join(',') + ']'
  }
  return held instanceof String ? jsonString(held) : "${held}"
}

@NonCPS
String jsonString(String text) {
  String escaped = text.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n').replace('\r', '\\r').replace('\t', '\\t')
  for (int code = 0; code < 32; code++) {
    String hexadecimal = (code < 16 ? '0' : '1') + '0123456789abcdef'.substring(code % 16, code % 16 + 1)
    escaped = escaped.replace(((char) code).toString(), '\\' + 'u00' + hexadecimal)
  }
  return '"' + escaped + '"'
}

// robotId, robot-id and robot.id as they stand in the environment: ROBOT_ID.
@NonCPS
String upperSnake(String id) {
  return id.replaceAll('([a-z0-9])([A-Z])', '$1_$2').replaceAll('[.-]', '_').toUpperCase()
}
