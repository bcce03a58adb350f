//# problemOfValues: value problemOf
// What is wrong with the references to numbers and booleans of a task, or null. A missing value means the default of
// the property, if the task does not require a value.
@NonCPS
String problemOfValues(Map frame, List rules) {
  for (rule in rules) {
    String text = value(frame, rule.name)
    if (text == '' && rule.required) return {{sentences.missingValue}}
    String problem = text == '' ? null : problemOf(rule, text)
    if (problem != null) return {{sentences.invalidValue}}
  }
  return null
}

//# numberValue: value
// A checked value for a step.
@NonCPS
Object numberValue(Map frame, String name, Object fallback) {
  String text = value(frame, name)
  if (text == '') return fallback
  BigDecimal number = text as BigDecimal
  if (text ==~ /-?[0-9]+/) return number.longValue()
  return number.doubleValue()
}

//# booleanValue: value
@NonCPS
boolean booleanValue(Map frame, String name, boolean fallback) {
  String text = value(frame, name)
  return text == '' ? fallback : text == 'true'
}
