//# readFileInput: givenFile scope setText isUnchecked
// Sets a FILE input to the path of its file in the workspace. Only Flowgate and other flows can pass a file. The file
// of a default is downloaded from its URL.
@NonCPS
void readFileInput(Map declared, boolean visible) {
  Object file = visible ? givenFile(declared) : null
  if (file instanceof Map) {
    scope.filesIn = env.getProperty('WORKSPACE')
    scope.files.put(declared.name, file)
    scope.inputs.put(declared.id, [name: declared.name, type: declared.type, filename: file.filename])
    setText(declared.name, scope.filesIn + '/' + file.path)
  } else if (file != null) {
    scope.problems.add({{sentences.inputIsFile}})
  } else if (visible && declared.required && isUnchecked()) {
    scope.problems.add({{sentences.inputRequired}})
  }
}

//# givenFile: passedText defaultFile
//# + runSubflow: scope
//# + note: isUnchecked sentValues
// The data of an input's file; a string if something else was passed, null if nothing was.
@NonCPS
Object givenFile(Map declared) {
  if (scope.flow.given != null) return scope.flow.given.get(declared.id) ?: defaultFile(declared) //? runSubflow
  Object passed = passedText(declared) //? !note
  Object passed = isUnchecked() ? passedText(declared) : sentValues().get(declared.id) //? note
  if (passed != null && passed == declared.'default') {
    return defaultFile(declared)
  }
  if (!(passed instanceof Map) || !(passed.name ==~ /[^.\/-][^\/]*/)) {
    return passed == null ? null : passed.toString()
  }
  String path = '.flowgate/files/' + declared.name + '/' + passed.name
  return [input: declared.id, filename: passed.filename, path: path, sha256: passed.sha256, credential: params.get('FLOWGATE_FILE_' + declared.name)]
}

//# defaultFile
// The file of the default, or null.
@NonCPS
Map defaultFile(Map declared) {
  return declared.file == null ? null : [input: declared.id, url: declared.'default'] + declared.file
}

//# passedFile: scope
// The file that a flow passes, or null.
@NonCPS
Map passedFile(String name) {
  return scope.files.get(name)
}

//# withFiles
// Runs steps that may download files, and removes these from the workspace afterwards.
Object withFiles(Closure steps) {
  try {
    return steps()
  } finally {
    dir('.flowgate/files') {
      deleteDir()
    }
  }
}

//# fetchFiles: movePaths scope fetchFile
// Downloads the files of the flow into the workspace of the next task, which may be on another agent than the last one.
void fetchFiles() {
  movePaths(pwd())
  List files = scope.files.values().toList()
  for (int i = 0; i < files.size(); i++) {
    if (!fileExists(files[i].path)) {
      fetchFile(files[i])
    }
  }
}

//# fetchFile: runFetch
// The URL of a file that Flowgate passes is a secret of the execution, valid until the execution ends.
void fetchFile(Map file) {
  int status = 0
  if (file.url == null) {
    withCredentials([[$class: 'StringBinding', variable: 'FLOWGATE_FILE_URL', credentialsId: file.credential]]) {
      status = runFetch(file)
    }
  } else {
    status = runFetch(file)
  }
  if (status != 200) {
    requireTime() //? requireTime
    error({{sentences.fileNotDownloaded}})
  }
}

//# runFetch: fetchText
//# + requireTime: wholeSeconds secondsLeft runLimited
int runFetch(Map file) {
  String label = "file ${file.input}"
  return sh(label: label, script: fetchText(file, null), encoding: 'UTF-8', returnStatus: true) //? !requireTime
  Long limit = wholeSeconds(secondsLeft()) //? requireTime
  return runLimited(label, [text: fetchText(file, limit), limit: limit]) //? requireTime
}

//# fetchText: shellWord fetchScript
// What one `sh` runs: the settings of the download, and the program that downloads.
@NonCPS
String fetchText(Map file, Long limit) {
  Map settings = [FLOWGATE_FILE: file.path, FLOWGATE_LIMIT: limit == null ? '' : limit.toString()]
  if (file.url == null) {
    settings.FLOWGATE_FILE_SHA256 = file.sha256
  } else {
    settings += [FLOWGATE_FILE_URL: file.url, FLOWGATE_FILE_MAX: file.maxSize == null ? '' : file.maxSize.toString(), FLOWGATE_FILE_EXTENSIONS: file.extensions ?: '']
  }
  List lines = ['#!/bin/sh']
  for (entry in settings.entrySet()) lines.add(entry.key + '=' + shellWord(entry.value))
  return lines.join('\n') + '\n' + fetchScript()
}

//# movePaths: scope value setText
// Changes the path of a file in a value to the workspace of the current agent.
@NonCPS
void movePaths(String workspace) {
  String before = scope.filesIn + '/.flowgate/files/'
  String after = workspace + '/.flowgate/files/'
  for (name in scope.texts.keySet().toList()) {
    String text = value(name)
    if (text.contains(before)) setText(name, text.replace(before, after))
  }
  scope.filesIn = workspace
}
