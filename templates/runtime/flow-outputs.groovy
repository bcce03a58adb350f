// One output of a flow, in its declared type; none when what it refers to has no value.
@NonCPS
Object outputValue(String type, String text) {
  return text == '' && type != 'STRING' ? null : typedValue(type, text)
}

// Keeps the flow's outputs with the build, where Flowgate and people find them.
void keepOutputs(Map outputs) {
  writeFile(file: '.flowgate/outputs.json', text: jsonText(outputs), encoding: 'UTF-8')
  archiveArtifacts(artifacts: '.flowgate/outputs.json')
}
