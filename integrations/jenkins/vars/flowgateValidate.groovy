/**
 * Checks the flows in the workspace, publishes their problems, and fails the build if a flow has errors.
 *
 *   flowgateValidate release: 'https://files.example/flowgate-flowgate-0.2.0.tgz', paths: ['flows']
 *
 * README.md lists the options.
 *
 * @return the exit status of flowgate validate, if the build continues
 */
def call(Map options = [:]) {
  Map settings = [
    release: '', paths: ['flows'], failOnWarning: false, server: '', failBuild: true, junit: true, issues: false,
  ]
  for (String name : new ArrayList(options.keySet())) {
    if (!settings.containsKey(name)) {
      error("flowgateValidate has no option ${name}; its options are ${settings.keySet().join(', ')}")
    }
  }
  settings.putAll(options)
  if (!settings.release) {
    error("flowgateValidate needs release: the path or URL of Flowgate's release file, flowgate-flowgate-<version>.tgz")
  }
  int status = sh(script: command(settings), label: 'flowgate validate', returnStatus: true)
  // The exit status determines the build result, so a failed case in the report does not.
  if (settings.junit) {
    junit(testResults: 'flowgate-problems.xml', allowEmptyResults: true, skipMarkingBuildUnstable: true)
  }
  if (settings.issues) {
    recordIssues(tools: [sarif(id: 'flowgate', name: 'Flowgate', pattern: 'flowgate-problems.sarif')])
  }
  if (status == 0) {
    return status
  }
  if (status != 1) {
    error("The flows could not be checked (flowgate validate ended with ${status})")
  }
  String message = settings.failOnWarning ? 'Flows have errors or warnings' : 'Flows have errors'
  if (settings.failBuild) {
    error(message)
  }
  unstable(message)
  return status
}

/**
 * The line for sh. Reports of an earlier build are removed first, because the call may end before it writes its own.
 */
private String command(Map settings) {
  List words = ['npx', '--yes', '--package=' + settings.release, '--', 'flowgate', 'validate']
  words.addAll(['--report', 'junit=flowgate-problems.xml', '--report', 'sarif=flowgate-problems.sarif'])
  if (settings.failOnWarning) {
    words.add('--strict')
  }
  if (settings.server) {
    words.addAll(['--server', settings.server])
  }
  words.add('--')
  words.addAll(settings.paths instanceof List ? settings.paths : [settings.paths])
  List quoted = []
  for (Object word : words) {
    quoted.add("'" + word.toString().replace("'", "'\\''") + "'")
  }
  return 'rm -f flowgate-problems.xml flowgate-problems.sarif\n' + quoted.join(' ')
}

return this
