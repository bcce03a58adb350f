// Takes the declared fields from what a task returned; tells what is wrong with them, or null.
@NonCPS
String takeOutputs(Map task, Map returned) {
  if (returned == null) {
    return "it printed no JSON object with the fields ${task.outputs.keySet().join(', ')}"
  }
  Map fields = [:]
  for (declared in task.outputs.entrySet()) {
    Object field = returned.get(declared.key)
    if (field == null) return "it did not return the field ${declared.key}"
    if (!hasType(declared.value, field)) return "its field ${declared.key} is not of type ${declared.value}"
    String text = environmentText(declared.value, field)
    if (text.getBytes('UTF-8').length > 98304) return "its field ${declared.key} is larger than 96 KiB"
    if (text.indexOf(0) >= 0) return "its field ${declared.key} holds a NUL character"
    fields.put(declared.key, typedValue(declared.value, text))
    setVariable("TASK_${upperSnake(task.id)}_${upperSnake(declared.key)}", text)
  }
  scope.outputs.put(task.id, fields)
  return null
}

// The last line of a task's output that is a JSON object, or the whole of it when that is one.
@NonCPS
Map lastObject(String text) {
  Object whole = parsedLine(text)
  if (whole instanceof Map) return whole
  String[] lines = text.split('\n')
  for (int i = lines.length - 1; i >= 0; i--) {
    Object parsed = parsedLine(lines[i])
    if (parsed instanceof Map) return parsed
  }
  return null
}

@NonCPS
Object parsedLine(String text) {
  try {
    return new groovy.json.JsonSlurper().parseText(text)
  } catch (Exception fault) {
    return null
  }
}

@NonCPS
boolean hasType(String type, Object field) {
  switch (type) {
    case 'INT': return field instanceof Number && field == Math.rint(field.doubleValue()) && Math.abs(field.doubleValue()) <= 9007199254740991d
    case 'FLOAT': return field instanceof Number && !Double.isInfinite(field.doubleValue())
    case 'BOOLEAN': return field instanceof Boolean
    case 'JSON': return true
    case 'MULTISELECT': return field instanceof List
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

@NonCPS
String jsonText(Object held) {
  if (held instanceof Map) return groovy.json.JsonOutput.toJson((Map) held)
  // The sandbox allows toJson of a map alone.
  String wrapped = groovy.json.JsonOutput.toJson([v: held])
  return wrapped.substring(5, wrapped.length() - 1)
}

// robotId, robot-id and robot.id as they stand in the environment: ROBOT_ID.
@NonCPS
String upperSnake(String id) {
  return id.replaceAll('([a-z0-9])([A-Z])', '$1_$2').replaceAll('[.-]', '_').toUpperCase()
}
