// What is wrong with the values that stand for numbers and booleans of a task; null when nothing is. One that is not
// given stands for the default of its property, if the task can do without it.
@NonCPS
String faultOfValues(List rules) {
  for (rule in rules) {
    String text = scope.texts.get(rule.name) ?: ''
    if (text == '' && rule.required) return "${rule.property} is required, and ${rule.reference} has no value"
    String fault = text == '' ? null : faultOf(rule, text)
    if (fault != null) return "${rule.property} ${fault}; ${rule.reference} is ${text.length() > 80 ? text.substring(0, 80) + '...' : text}"
  }
  return null
}

// A value that was looked at, as steps take it.
@NonCPS
Object numberValue(String name, Object fallback) {
  String text = scope.texts.get(name) ?: ''
  return text == '' ? fallback : typedValue(text ==~ /-?[0-9]+/ ? 'INT' : 'FLOAT', text)
}

@NonCPS
boolean booleanValue(String name, boolean fallback) {
  String text = scope.texts.get(name) ?: ''
  return text == '' ? fallback : text == 'true'
}
