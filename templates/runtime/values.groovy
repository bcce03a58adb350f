// The text of a name in the flow's environment; an empty text where it has no value.
@NonCPS
String value(String name) {
  if (scope.secrets.containsKey(name)) {
    return env.getProperty(name) ?: ''
  }
  return scope.texts.get(name) ?: ''
}

@NonCPS
Object input(String id) {
  Object held = scope.inputs.get(id)
  return held instanceof Map && held.containsKey('secret') ? value(held.secret) : held
}

@NonCPS
String variable(String name) {
  return scope.texts.get(name)
}

@NonCPS
Object output(String taskId, String field) {
  Map fields = scope.outputs.get(taskId)
  return fields == null ? null : fields.get(field)
}

@NonCPS
void setVariable(String name, String text) {
  String fault = setText(name, text)
  if (fault != null) scope.faults.add("Variable ${name} ${fault}")
}

// Gives a name its text; tells why it cannot have it, or null. With larger values no script could be started.
@NonCPS
String setText(String name, String text) {
  String before = scope.texts.get(name) ?: ''
  int size = text.getBytes('UTF-8').length
  int sum = scope.bytes + size - before.getBytes('UTF-8').length
  if (text.indexOf(0) >= 0) return 'holds a NUL character'
  if (size > 98304) return 'is larger than 96 KiB'
  if (sum > 1048576) return 'does not fit: all values of a flow together take at most 1 MiB'
  scope.names.add(name)
  scope.texts.put(name, text)
  scope.bytes = sum
  return null
}

// Gives an input its value: what was passed, else its default; a hidden input has none.
@NonCPS
void readInput(Map declared) {
  scope.names.add(declared.name)
  boolean visible = declared.visible == null || declared.visible
  if (declared.type == 'SECRET') {
    readSecret(declared, visible)
    return
  }
  if (declared.type == 'FILE') {
    readFileInput(declared, visible)
    return
  }
  String text = visible ? passedText(declared) : null
  if (text == null) {
    if (visible && declared.required && unchecked()) {
      scope.faults.add("Input ${declared.id} is required")
    }
    return
  }
  String fault = (unchecked() ? faultOf(declared, text) : null) ?: setText(declared.name, text)
  if (fault == null) {
    scope.inputs.put(declared.id, typedValue(declared.type, text))
  } else {
    scope.faults.add("Input ${declared.id} ${fault}")
  }
}

@NonCPS
void readSecret(Map declared, boolean visible) {
  if (!visible) {
    scope.secrets.remove(declared.name)
  } else if (scope.secrets.containsKey(declared.name)) {
    scope.inputs.put(declared.id, [secret: declared.name])
  } else if (declared.required && unchecked()) {
    String parameter = declared.parameter ?: (scope.flow.given == null ? 'FLOWGATE_SECRET_' + declared.name : null)
    String reason = declared.hiddenDefault ? ', since its default is known to Flowgate alone' : ''
    String advice = parameter == null ? '' : ": choose a secret text for ${parameter}"
    scope.faults.add("Input ${declared.id} is required${reason}${advice}")
  }
}

// Whether nobody has checked the values yet: a person typed them into Jenkins' form, or another flow passed them.
@NonCPS
boolean unchecked() {
  return scope.flow.given != null || !params.get('FLOWGATE_EXECUTION_ID')
}

// What was passed for an input. FLOWGATE_INPUTS tells empty from not given, which Jenkins' parameters cannot.
@NonCPS
String passedText(Map declared) {
  if (scope.flow.given != null) {
    return scope.flow.given.get(declared.id) == null ? declared.'default' : scope.flow.given.get(declared.id)
  }
  Object sent = params.get(declared.name)
  String text = sent == null ? '' : sent.toString()
  if (params.get('FLOWGATE_EXECUTION_ID')) {
    return isGiven(declared.id) ? text : null
  }
  return text == '' || text == '(none)' ? declared.'default' : text
}

// Whether Flowgate gave its build a value for an input.
@NonCPS
boolean isGiven(String id) {
  return (params.get('FLOWGATE_INPUTS') ?: '').split(',').toList().contains(id)
}

// What is wrong with a value that nobody has checked; null when nothing is.
@NonCPS
String faultOf(Map declared, String text) {
  switch (declared.type) {
    case 'INT':
      if (!(text ==~ /-?(0|[1-9][0-9]{0,15})/)) return 'must be an integer'
      return faultOfRange([min: -9007199254740991L, max: 9007199254740991L] + declared, text as BigDecimal)
    case 'FLOAT':
      if (!(text ==~ /-?(0|[1-9][0-9]{0,399})(\.[0-9]{1,400})?([eE][+-]?[0-9]{1,3})?/)) return 'must be a number'
      return faultOfRange([min: -1.7976931348623157E308d, max: 1.7976931348623157E308d] + declared, text as BigDecimal)
    case 'BOOLEAN':
      return text == 'true' || text == 'false' ? null : 'must be true or false'
    case 'DATE':
      return isDate(text) ? null : 'must be a date such as 2024-02-29'
    case 'DATETIME':
      return text ==~ /.{10}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]/ && isDate(text.substring(0, 10)) ? null : 'must be a time such as 2024-02-29T08:00:00'
    case 'DURATION':
      return text ==~ /[0-9]+(\.[0-9]+)?[smh]/ ? null : 'must be a duration such as 90s, 15m or 2h'
    case 'URI':
      return text ==~ /[A-Za-z][A-Za-z0-9+.-]*:.+/ ? null : 'must be a URI with a scheme'
    case 'ENUM':
      return declared.values.contains(text) ? null : "must be one of ${declared.values.join(', ')}"
    case 'MULTISELECT':
      Object chosen = parsedJson(text)
      return chosen instanceof List && declared.values.containsAll(chosen) ? null : "must be a JSON list of ${declared.values.join(', ')}"
    case 'JSON':
      return parsedJson(text) == null && text.trim() != 'null' ? 'must be JSON' : null
    default:
      return null
  }
}

// Whether a text is a day of the calendar: 2024-02-29, but not 2023-02-29.
@NonCPS
boolean isDate(String text) {
  if (!(text ==~ /[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}/)) return false
  List parts = text.split('-').toList()
  int year = parts[0].toInteger()
  int month = parts[1].toInteger()
  boolean isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  int days = month == 2 ? (isLeapYear ? 29 : 28) : (month in [4, 6, 9, 11] ? 30 : 31)
  return parts[2].toInteger() in 1..days
}

@NonCPS
String faultOfRange(Map declared, BigDecimal number) {
  if (declared.min != null && number < declared.min) return "must be at least ${declared.min}"
  if (declared.max != null && number > declared.max) return "must be at most ${declared.max}"
  if (declared.above != null && number <= declared.above) return "must be greater than ${declared.above}"
  if (declared.below != null && number >= declared.below) return "must be less than ${declared.below}"
  return null
}

// A text of the environment as the value that conditions compare.
@NonCPS
Object typedValue(String type, String text) {
  switch (type) {
    case 'INT': return (text as BigDecimal).longValue()
    case 'FLOAT': return (text as BigDecimal).doubleValue()
    case 'BOOLEAN': return text == 'true'
    case 'JSON':
    case 'MULTISELECT': return parsedJson(text)
    default: return text
  }
}

// A JSON text as plain lists and maps, which survive a restart of Jenkins; null when it is not JSON.
@NonCPS
Object parsedJson(String text) {
  return plainValue(jsonValue(text))
}

// JsonSlurper takes the beginning of a text that is JSON; with something behind it in a list, nothing goes unnoticed.
@NonCPS
Object jsonValue(String text) {
  try {
    List values = new groovy.json.JsonSlurper().parseText('[' + text + ',0]')
    return values.size() == 2 ? values[0] : null
  } catch (Exception fault) {
    return null
  }
}

@NonCPS
Object plainValue(Object parsed) {
  if (parsed instanceof Map) {
    Map plain = [:]
    for (entry in parsed.entrySet()) plain.put(entry.key, plainValue(entry.value))
    return plain
  }
  if (parsed instanceof List) {
    List plain = []
    for (item in parsed) plain.add(plainValue(item))
    return plain
  }
  if (parsed instanceof Integer) return parsed.longValue()
  if (parsed instanceof BigDecimal) return parsed.doubleValue()
  return parsed
}

// The environment of the next task: every value under its name. Names without a value, and those of the flows around
// this one, are hidden; an empty value is named apart, because Jenkins would drop it.
@NonCPS
List taskEnvironment() {
  List entries = []
  List given = []
  List empty = []
  Set own = []
  for (name in scope.names) {
    own.add(name.toUpperCase())
    String text = scope.texts.get(name)
    if (scope.secrets.containsKey(name)) {
      given.add(name)
    } else {
      entries.add(name + '=' + (text ?: ''))
      if (text != null) given.add(name)
      if (text == '') empty.add(name)
    }
  }
  for (Map outer = scope.parent; outer != null; outer = outer.parent) {
    for (name in outer.names) {
      if (!own.contains(name.toUpperCase())) entries.add(name + '=')
    }
  }
  for (int line = 1; line <= scope.secretLines; line++) entries.add('FLOWGATE_LINE_' + line + '=')
  for (entry in (scope.flow.environment ?: [:]).entrySet()) entries.add(entry.key + '=' + entry.value)
  entries.add('FLOWGATE_NAMES=' + given.join(' '))
  entries.add('FLOWGATE_EMPTY=' + empty.join(' '))
  return entries
}

// What must hold, or at least be told, before the flow begins. Flowgate checks its own executions before it asks for a build.
@NonCPS
void check(boolean holds, boolean blocks, String message) {
  if (!holds && unchecked()) (blocks ? scope.faults : scope.notes).add(message)
}
