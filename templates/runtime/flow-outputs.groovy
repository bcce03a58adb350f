// One output of a flow, in its declared type; none when what it refers to has no value.
@NonCPS
Object outputValue(String id, String type, String text) {
  if (text == '' && type != 'STRING') return null
  String fault = faultOfOutput(type, text)
  if (fault == null) return typedValue(type, text)
  // Never a part of a text: Jenkins would not know the beginning of a secret as one.
  String found = text.length() > 80 ? "a text of ${text.length()} characters" : text
  scope.faults.add("Output ${id} ${fault}; found ${found}")
  return null
}

@NonCPS
String faultOfOutput(String type, String text) {
  if (type == 'ENUM') return null
  if (type == 'MULTISELECT') return parsedJson(text) instanceof List ? null : 'must be a JSON list'
  return faultOf([type: type], text)
}

// Keeps the flow's outputs with the build, where Flowgate and people find them.
void keepOutputs(Map outputs) {
  writeFile(file: '.flowgate/outputs.json', text: jsonText(outputs), encoding: 'UTF-8')
  archiveArtifacts(artifacts: '.flowgate/outputs.json')
}
