//# outputValue: jsonString problemOf outputJson
// An output of a flow as JSON of its declared type; null if the value that it refers to is missing.
@NonCPS
String outputValue(Map frame, String id, String type, String text) {
  if (text == null || (text == '' && !(type in {{types.withEmptyText}}))) return 'null'
  // A calling flow gets the value; the readers of the build do not.
  if (frame.parent == null && type in {{types.secrets}}) return jsonString('{{maskText}}')
  String problem = problemOf([type: type], text)
  String json = problem == null ? outputJson(frame, type, text) : null
  if (problem == null) return json
  // Never a part of a string: Jenkins does not mask a part of a secret.
  String found = text.length() > {{maxShownText}} ? {{sentences.longText}} : text
  frame.problems.add({{sentences.outputProblem}})
  return 'null'
}

//# outputJson: jsonString compactJson? maskedJson
@NonCPS
String outputJson(Map frame, String type, String text) {
  String json = jsonString(text)
  if (type in {{types.structures}}) json = compactJson(text)
  if (type in {{types.scalars}}) json = text
  return frame.bound == null ? json : maskedJson(frame, json)
}

//# maskedJson (secrets): jsonValue masked jsonString
// A calling flow gets the value unchanged; what is kept with the build has the secrets in each number and string masked.
@NonCPS
String maskedJson(Map frame, String json) {
  if (frame.parent != null) return json
  List pieces = []
  java.util.regex.Matcher tokens = json =~ /"(?:[^"\\]++|\\.)*+"|[^"]+?(?=[\[\]{},:"]|$)|[\[\]{},:]/
  while (tokens.find()) {
    String token = tokens.group()
    String text = token.startsWith('"') ? jsonValue(token) : token
    String shown = masked(frame, text)
    pieces.add(shown == text ? token : jsonString(shown))
  }
  return pieces.join('')
}

//# keepOutputs: jsonObject
// Keeps the flow's outputs with the build, for Flowgate and users.
void keepOutputs(Map outputs) {
  if (outputs == null) return
  writeFile(file: '.flowgate/outputs.json', text: jsonObject(outputs), encoding: 'UTF-8')
  archiveArtifacts(artifacts: '.flowgate/outputs.json')
}

//# jsonObject: jsonString
@NonCPS
String jsonObject(Map texts) {
  List entries = []
  for (entry in texts.entrySet()) entries.add(jsonString(entry.key) + ':' + entry.value)
  return '{' + entries.join(',') + '}'
}
