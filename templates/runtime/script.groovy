//# scripts
// The number of scripts that the build has run; each has its own folder.
@Field Map scripts = [count: 0]

//# runScript: prepareScript taskPathOf runLimited limitMessage statusProblem keepFiles? returnFields lastObject
// Runs a script of a task on the agent, with the flow's environment.
void runScript(Map options = [:], Map task) {
  Map script = prepareScript(task, options)
  String label = task.get('id')
  label = taskPathOf(task) //? blocks
  int status = script.get('limit') == null ? sh(label: label, script: script.remove('text'), encoding: 'UTF-8', returnStatus: true) : runLimited(label, script)
  if (status == 124 && script.limit != null && fileExists("${script.folder}.timed-out")) error(limitMessage(task, script.limit)) //? limits
  if (status != 200) error(statusProblem(task, status))
  Object patterns = options.get('outputFiles') ?: task.get('outputFiles')
  if (patterns != null) keepFiles(task, patterns)
  if (task.get('outputs') != null) returnFields(task, lastObject(readFile(file: "${script.folder}.outputs", encoding: 'UTF-8'))) //? outputs
}

//# statusProblem
// Why a script has failed that ended with a status. 200 is success and 0 is 200, because Jenkins treats 0 as success
// even if the build was stopped at that moment.
@NonCPS
String statusProblem(Map task, int status) {
  // Jenkins' own statuses, minutes after the program was last seen.
  if (status < 0) return {{sentences.programGone}}
  return {{sentences.scriptFailed}}
}

//# runLimited (limits)
// The agent enforces the timeout, because Jenkins cannot distinguish its own from a stop. This one is for an agent that
// hangs. Only `sh` gets the text, because Jenkins saves variables with every step.
int runLimited(String label, Map script) {
  int status = 0
  timeout(time: script.limit + 60, unit: 'SECONDS') {
    status = sh(label: label, script: script.remove('text'), encoding: 'UTF-8', returnStatus: true)
  }
  return status
}

//# keepFiles: archiveFiles atHome noteFiles
// Keeps the files of a task, and notes them for later builds.
void keepFiles(Map task, List patterns) {
  if (task.frame.home == null) archiveFiles(patterns) else atHome(task) { archiveFiles(patterns) }
  if (task.frame.isCarried) noteFiles(task, patterns)
}

//# archiveFiles: plainPattern
// Keeps the files that match the patterns with the build, except Flowgate's own. A pattern that is the exact name of a
// file or folder means that file, or everything in that folder.
void archiveFiles(List patterns) {
  for (int i = 0; i < patterns.size(); i++) {
    String pattern = plainPattern(patterns[i])
    if (pattern != '') {
      String name = pattern != '**' && fileExists(pattern) ? pattern.replaceAll('/$', '').replace(',', '?') : null
      archiveArtifacts(artifacts: name == null ? pattern : "${name},${name}/**", excludes: '.flowgate/**', allowEmptyArchive: true)
    }
  }
}

//# plainPattern
// A pattern without `./`, with which Jenkins finds nothing; a `/` at its end means everything in a folder.
@NonCPS
String plainPattern(String pattern) {
  if (pattern.trim() == '') return ''
  String plain = ('/' + pattern.trim()).replaceAll('(/[.])+(?=/|$)', '').replaceAll('/+$', '/')
  return plain == '' || plain == '/' ? '**' : plain.substring(1)
}

//# prepareScript: scripts taskLimit shellWord taskPathOf environmentScript agentScript
// What one `sh` runs: the task's environment, its files, and the program around its script. In the sandbox, reading a
// field, an entry of a map by `.` or `params` takes as long as ten calls, and `+` almost as long: code for each task
// avoids all of them.
@NonCPS
Map prepareScript(Map task, Map options) {
  Map frame = task.get('frame')
  Map before = frame.get('scripts') ?: scripts
  int number = before.get('count')
  before.put('count', number + 1)
  String folder = ".flowgate/scripts/${number}"
  Long limit = taskLimit(task) //? limits
  Map files = [script: options.get('script') ?: task.get('script')]
  Map more = options.get('files') ?: task.get('files')
  Object stop = options.get('stop') ?: task.get('stop') //? stopScript
  if (stop != null) files.put('stop', stop) //? stopScript
  if (more != null) files.putAll(more)
  List written = []
  for (file in files.entrySet()) written.add("printf %s ${shellWord(file.getValue())} > ${shellWord(file.getKey())}".toString())
  String text = """\
#!/bin/sh
cd ${shellWord(frame.get('home') ?: '.')} || exit 1 //? blocks
flowgate_folder=\$PWD/${folder}
flowgate_shell=${options.get('shell') ?: task.get('shell') ?: 'sh'}
flowgate_limit=${limit ?: ''} //? limits
flowgate_capture=${task.get('outputs') == null ? '' : options.get('outputs') ?: task.get('returns') ?: 'stdout'} //? outputs
flowgate_sets_deferred=${task.get('setsDeferred') ?: ''} //? systemNames
flowgate_run=${frame.get('isInBlock') ? number : ''} //? blocks
flowgate_path=${shellWord(taskPathOf(task))} //? blocks
flowgate_environment() {
${environmentScript(frame)}
}
flowgate_files() {
${String.join(' &&\n', written)}
}
${agentScript()}"""
  if (frame.get('home') != null) folder = "${frame.get('home')}/${folder}" //? blocks
  Map script = [folder: folder, text: text]
  script.put('limit', limit) //? limits
  return script
}

//# environmentScript: hiddenNames shellUnsets placedText isDeferred shellWord deferredLines
// Every value under its name, in shell. Hides everything else in Jenkins' environment: the parameters as they were
// sent, and the values of other flows.
@NonCPS
String environmentScript(Map from) {
  List lines = ["unset ${String.join(' ', hiddenNames(from))}".toString()]
  lines.addAll(shellUnsets(from)) //? systemNames
  List given = []
  for (name in from.get('names')) {
    Object text = from.get('place') == null ? from.get('texts').get(name) : placedText(from, name)
    if (text == null) continue
    if (isDeferred(from, name)) { //? systemNames
      lines.add("export FLOWGATE_DEFERRED_${name}=${shellWord(text)}".toString()) //? systemNames
      continue //? systemNames
    } //? systemNames
    given.add(name)
    lines.add("export ${name}=${shellWord(text)}".toString())
  }
  // Only now, because values use them. //? secrets
  for (name in from.get('bound')) lines.add("unset ${name}".toString()) //? secrets
  for (entry in (from.get('flow').get('environment') ?: [:]).entrySet()) lines.add("export ${entry.key}=${shellWord(entry.value)}".toString())
  lines.add("export FLOWGATE_NAMES='${String.join(' ', given)}'".toString())
  lines.addAll(deferredLines(from)) //? systemNames
  return String.join('\n', lines)
}

//# hiddenNames: systemNamesOf
@NonCPS
Set hiddenNames(Map from) {
  Set names = ['FLOWGATE_INPUTS', 'FLOWGATE_SEGMENT'] as Set
  for (Map outer = from; outer != null; outer = outer.get('parent')) names.addAll(outer.get('names'))
  // Jenkins and the programs around the task need the values of the system. //? systemNames
  names.removeAll(systemNamesOf(from).keySet()) //? systemNames
  return names
}

//# systemNamesOf (systemNames)
// The names of values that the system uses, with their purpose.
@NonCPS
Map systemNamesOf(Map from) {
  Map names = [:]
  for (Map outer = from; outer != null; outer = outer.parent) names.putAll(outer.flow.systemNames ?: [:])
  return names
}

//# shellUnsets (systemNames): systemNamesOf
// A parameter can have a name that only shells use.
@NonCPS
List shellUnsets(Map from) {
  List lines = []
  for (entry in systemNamesOf(from).entrySet()) if (entry.value == 'shell') lines.add("command unset ${entry.key} 2> /dev/null || :".toString())
  return lines
}

//# isDeferred (systemNames)
// Whether the program around the task sets a name only when the task starts.
@NonCPS
boolean isDeferred(Map from, String name) {
  return !(from.flow.systemNames?.get(name) in [null, 'jenkins'])
}

//# deferredLines (systemNames)
@NonCPS
List deferredLines(Map from) {
  List deferred = []
  List ofShells = []
  for (name in from.names) {
    String use = from.texts.get(name) == null ? null : from.flow.systemNames?.get(name)
    if (use == 'deferred') deferred.add(name)
    if (use == 'shell') ofShells.add(name)
  }
  if (deferred.size() + ofShells.size() == 0) return []
  return ["export FLOWGATE_DEFERRED='${String.join(' ', deferred)}' FLOWGATE_DEFERRED_OF_SHELLS='${String.join(' ', ofShells)}'".toString()]
}

//# shellWord: shellWords
// A string as one shell word.
@NonCPS
String shellWord(Object text) {
  if (text instanceof List) return shellWords(text) //? secrets
  return "'${text.toString().replace("'", "'\\''")}'"
}

//# shellWords (secrets): shellWord
// A string with secrets as one shell word.
@NonCPS
String shellWords(List pieces) {
  List words = []
  for (piece in pieces) words.add(piece instanceof Map ? "\"\$${piece.bound}\"".toString() : shellWord(piece))
  return String.join('', words)
}

//# environmentEntries: hiddenNames value
// The environment for Jenkins' own steps.
@NonCPS
List environmentEntries(Map frame) {
  List entries = []
  for (name in hiddenNames(frame)) entries.add("${name}=${frame.names.contains(name) ? value(frame, name) : ''}".toString())
  for (entry in (frame.flow.environment ?: [:]).entrySet()) entries.add("${entry.key}=${entry.value}".toString())
  return entries
}

//# taskLimit (limits): secondsLeft wholeSeconds
// Whole seconds for the next attempt: the task's own limit, or the rest of the flow's.
@NonCPS
Long taskLimit(Map task) {
  Double left = secondsLeft(task.frame)
  Double limit = task.timeout == null || (left != null && left < task.timeout) ? left : task.timeout
  return wholeSeconds(limit)
}

//# limitMessage (limits): wholeSeconds
// Why an attempt has failed that took longer than its limit: the flow's rest may be shorter than the task's own limit.
@NonCPS
String limitMessage(Map task, Long limit) {
  Double own = task.timeout
  boolean isOwn = own != null && wholeSeconds(own) <= limit
  return isOwn ? {{sentences.taskTimedOut}} : task.frame.timeoutMessage
}
