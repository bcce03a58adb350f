// Answers each line of the standard input, [function, text], with a line of JSON: what that function of
// templates/runtime/json.groovy returns, or its error. Numbers and maps come back with their classes.
Object described(Object value) {
  if (value instanceof Map) return [(value.getClass().simpleName): value.collect { key, item -> [key, described(item)] }]
  if (value instanceof List) return value.collect { item -> described(item) }
  return value instanceof Number ? [(value.getClass().simpleName): value.toString()] : value
}

System.in.eachLine('UTF-8') { line ->
  List call = new groovy.json.JsonSlurper().parseText(line)
  try {
    println(groovy.json.JsonOutput.toJson([result: described("${call[0]}"(call[1]))]))
  } catch (Throwable failure) {
    println(groovy.json.JsonOutput.toJson([error: failure.toString()]))
  }
}
