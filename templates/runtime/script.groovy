// Members without lines: `stopScript`, if a task has a script that runs when it is stopped.

//# stopScript

//# scripts
// The number of scripts that the build has run; each has its own folder.
@Field Map scripts = [count: 0]

//# runScript: prepareScript statusProblem
//# + archiveFiles blocks: atHome
//# + archiveFiles carried: noteFiles
//# + blocks: taskPathOf
//# + blocks taskLimit: runLimited taskPathOf
//# + taskLimit: runLimited limitMessage
//# + returnFields: lastObject
// Runs a script of a task on the agent, with the flow's environment.
void runScript(Map options = [:], Map task) {
  Map script = prepareScript(task, options)
  int status = sh(label: task.get('id'), script: script.remove('text'), encoding: 'UTF-8', returnStatus: true) //? !taskLimit !blocks
  int status = sh(label: taskPathOf(task), script: script.remove('text'), encoding: 'UTF-8', returnStatus: true) //? !taskLimit blocks
  int status = runLimited(task.get('id'), script) //? taskLimit !blocks
  int status = runLimited(taskPathOf(task), script) //? taskLimit blocks
  if (status == 124 && fileExists("${script.folder}.timed-out")) error(limitMessage(task, script.limit)) //? taskLimit
  if (status != 200) error(statusProblem(task, status))
  archiveFiles(options.outputFiles ?: task.outputFiles) //? archiveFiles !blocks
  atHome(task) { archiveFiles(options.outputFiles ?: task.outputFiles) } //? archiveFiles blocks
  noteFiles(task, options.outputFiles ?: task.outputFiles) //? archiveFiles carried
  if (task.outputs != null) returnFields(task, lastObject(readFile(file: "${script.folder}.outputs", encoding: 'UTF-8'))) //? returnFields
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

//# runLimited
// The agent enforces the timeout, because Jenkins cannot distinguish its own from a stop. This one is for an agent that
// hangs. Only `sh` gets the text, because Jenkins saves variables with every step.
int runLimited(String label, Map script) {
  if (script.limit == null) {
    return sh(label: label, script: script.remove('text'), encoding: 'UTF-8', returnStatus: true)
  }
  int status = 0
  timeout(time: script.limit + 60, unit: 'SECONDS') {
    status = sh(label: label, script: script.remove('text'), encoding: 'UTF-8', returnStatus: true)
  }
  return status
}

//# archiveFiles: plainPattern
// Keeps the files that match the patterns with the build, except Flowgate's own. A pattern that is the exact name of a
// file or folder means that file, or everything in that folder.
void archiveFiles(List patterns) {
  for (int i = 0; patterns != null && i < patterns.size(); i++) {
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

//# prepareScript: scripts shellWord environmentScript agentScript
//# + blocks: taskPathOf
// What one `sh` runs: the task's environment, its files, and the program around its script. In the sandbox, reading a
// field, an entry of a map by `.` or `params` takes as long as ten calls, and `+` almost as long: code for each task
// avoids all of them.
@NonCPS
Map prepareScript(Map task, Map options) {
  Map before = scripts //? !blocks
  Map before = task.get('frame').get('scripts') //? blocks
  int number = before.get('count')
  before.put('count', number + 1)
  String folder = ".flowgate/scripts/${number}"
  Long limit = taskLimit(task) //? taskLimit
  Map files = [script: options.get('script') ?: task.get('script')]
  Map more = options.get('files') ?: task.get('files')
  Object stop = options.get('stop') ?: task.get('stop') //? stopScript
  if (stop != null) files.put('stop', stop) //? stopScript
  if (more != null) files.putAll(more)
  List written = []
  for (file in files.entrySet()) written.add("printf %s ${shellWord(file.getValue())} > ${shellWord(file.getKey())}".toString())
  String text = """\
#!/bin/sh
cd ${shellWord(task.get('frame').get('home') ?: '.')} || exit 1 //? blocks
flowgate_folder=\$PWD/${folder}
flowgate_shell=${options.get('shell') ?: task.get('shell') ?: 'sh'}
flowgate_limit=${limit ?: ''} //? taskLimit
flowgate_capture=${task.get('outputs') == null ? '' : options.get('outputs') ?: task.get('returns') ?: 'stdout'} //? returnFields
flowgate_sets_deferred=${task.get('setsDeferred') ?: ''} //? shellNames
flowgate_run=${task.get('frame').get('isInBlock') ? number : ''} //? blocks
flowgate_path=${shellWord(taskPathOf(task))} //? blocks
flowgate_environment() {
${environmentScript(task.get('frame'))}
}
flowgate_files() {
${String.join(' &&\n', written)}
}
${agentScript()}"""
  if (task.get('frame').get('home') != null) folder = "${task.get('frame').get('home')}/${folder}" //? blocks
  return [folder: folder, text: text] //? !taskLimit
  return [folder: folder, text: text, limit: limit] //? taskLimit
}

//# environmentScript: hiddenNames shellWord
//# + fetchFiles: placedText
//# + shellNames: isDeferred deferredLines
// Every value under its name, in shell. Hides everything else in Jenkins' environment: the parameters as they were
// sent, and the values of other flows.
@NonCPS
String environmentScript(Map from) {
  List lines = ["unset ${String.join(' ', hiddenNames(from))}".toString()]
  List given = []
  // A parameter can have a name that only shells use. //? shellNames
  for (name in shellNames(from)) lines.add("command unset ${name} 2> /dev/null || :".toString()) //? shellNames
  Map texts = from.get('texts') //? !fetchFiles
  for (name in from.get('names')) {
    Object text = texts.get(name) //? !fetchFiles
    Object text = placedText(from, name) //? fetchFiles
    if (text != null && isDeferred(from, name)) { //? shellNames
      lines.add("export FLOWGATE_DEFERRED_${name}=${shellWord(text)}".toString()) //? shellNames
    } else if (text != null) { //? shellNames
    if (text != null) { //? !shellNames
      given.add(name)
      lines.add("export ${name}=${shellWord(text)}".toString())
    }
  }
  // Only now, because values use them. //? runBound
  for (name in from.bound) lines.add("unset ${name}".toString()) //? runBound
  for (entry in settingEntries(from)) lines.add("export ${entry.key}=${shellWord(entry.value)}".toString()) //? settingEntries
  lines.add("export FLOWGATE_NAMES='${String.join(' ', given)}'".toString())
  lines.addAll(deferredLines(from)) //? shellNames
  return String.join('\n', lines)
}

//# settingEntries
// The environment variables from the settings of the installation.
@NonCPS
Set settingEntries(Map from) {
  return (from.flow.environment ?: [:]).entrySet()
}

//# hiddenNames
@NonCPS
Set hiddenNames(Map from) {
  Set names = ['FLOWGATE_INPUTS'] as Set
  names.add('FLOWGATE_SEGMENT') //? segments
  for (Map outer = from; outer != null; outer = outer.get('parent')) names.addAll(outer.get('names')) //? !shellNames
  // Jenkins and the programs around the task need the values of the system. //? shellNames
  for (Map outer = from; outer != null; outer = outer.parent) { //? shellNames
    for (name in outer.names) if (outer.flow.systemNames?.get(name) == null) names.add(name) //? shellNames
  } //? shellNames
  return names
}

//# shellNames
@NonCPS
Set shellNames(Map from) {
  Set names = [] as Set
  for (Map outer = from; outer != null; outer = outer.parent) {
    for (entry in (outer.flow.systemNames ?: [:]).entrySet()) if (entry.value == 'shell') names.add(entry.key)
  }
  return names
}

//# isDeferred
// Whether the program around the task sets a name only when the task starts.
@NonCPS
boolean isDeferred(Map from, String name) {
  return !(from.flow.systemNames?.get(name) in [null, 'jenkins'])
}

//# deferredLines
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

//# shellWord
//# + runBound: shellWords
// A string as one shell word.
@NonCPS
String shellWord(Object text) {
  if (text instanceof List) return shellWords(text) //? runBound
  return "'${text.toString().replace("'", "'\\''")}'"
}

//# shellWords: shellWord
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
  for (entry in settingEntries(frame)) entries.add("${entry.key}=${entry.value}".toString()) //? settingEntries
  return entries
}

//# taskLimit: secondsLeft wholeSeconds
// Whole seconds for the next attempt: the task's own limit, or the rest of the flow's.
@NonCPS
Long taskLimit(Map task) {
  Double left = secondsLeft(task.frame)
  Double limit = task.timeout == null || (left != null && left < task.timeout) ? left : task.timeout
  return wholeSeconds(limit)
}

//# limitMessage: wholeSeconds
// Why an attempt has failed that took longer than its limit: the flow's rest may be shorter than the task's own limit.
@NonCPS
String limitMessage(Map task, Long limit) {
  Double own = task.timeout
  boolean isOwn = own != null && wholeSeconds(own) <= limit
  return isOwn ? {{sentences.taskTimedOut}} : task.frame.timeoutMessage
}
