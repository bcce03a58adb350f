//# readFileInput: givenFile setText isUnchecked
// Sets a FILE input to the path of its file in the workspace. Only Flowgate and other flows can pass a file. The file
// of a default is downloaded from its URL.
@NonCPS
void readFileInput(Map frame, Map declared, boolean visible) {
  Object file = visible ? givenFile(frame, declared) : null
  if (file instanceof Map) {
    frame.filesIn = env.getProperty('WORKSPACE')
    if (frame.files == null) frame.files = [:]
    frame.files.put(declared.name, file)
    frame.inputs.put(declared.id, [name: declared.name, type: declared.type, filename: file.filename])
    setText(frame, declared.name, frame.filesIn + '/' + file.path)
  } else if (file != null) {
    frame.problems.add({{sentences.inputIsFile}})
  } else if (visible && declared.required && isUnchecked(frame)) {
    frame.problems.add({{sentences.inputRequired}})
  }
}

//# givenFile: defaultFile isUnchecked passedText sentValues
// The data of an input's file; a string if something else was passed, null if nothing was.
@NonCPS
Object givenFile(Map frame, Map declared) {
  if (frame.flow.given != null) return frame.flow.given.get(declared.id) ?: defaultFile(declared)
  Object passed = isUnchecked(frame) ? passedText(frame, declared) : sentValues(frame).get(declared.id)
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

//# passedFile
// The file that a flow passes, or null.
@NonCPS
Map passedFile(Map frame, String name) {
  return frame.files?.get(name)
}

//# withFiles (fetchFiles)
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

//# fetchFiles: inPlace fetchFile
// Downloads the files of the flow into the workspace of a task, which may be on another agent than the last one; returns
// the task with values for that workspace.
Map fetchFiles(Map task) {
  Map here = inPlace(task, task.frame.home ?: pwd())
  List files = task.frame.files.values().toList()
  for (int i = 0; i < files.size(); i++) {
    if (!fileExists(here.frame.place + '/' + files[i].path)) {
      fetchFile(task.frame, files[i])
    }
  }
  return here
}

//# fetchFile: runFetch requireTime
// The URL of a file that Flowgate passes is a secret of the execution, valid until the execution ends.
void fetchFile(Map frame, Map file) {
  int status = 0
  if (file.url == null) {
    withCredentials([[$class: 'StringBinding', variable: 'FLOWGATE_FILE_URL', credentialsId: file.credential]]) {
      status = runFetch(frame, file)
    }
  } else {
    status = runFetch(frame, file)
  }
  if (status != 200) {
    if (frame.deadline != null) requireTime(frame)
    error({{sentences.fileNotDownloaded}})
  }
}

//# runFetch: fetchText wholeSeconds secondsLeft runLimited
int runFetch(Map frame, Map file) {
  String label = "file ${file.input}"
  if (frame.deadline == null) return sh(label: label, script: fetchText(frame, file, null), encoding: 'UTF-8', returnStatus: true)
  Long limit = wholeSeconds(secondsLeft(frame))
  return runLimited(label, [text: fetchText(frame, file, limit), limit: limit])
}

//# fetchText: shellWord fetchScript
// What one `sh` runs: the settings of the download, and the program that downloads.
@NonCPS
String fetchText(Map frame, Map file, Long limit) {
  Map settings = [FLOWGATE_FILE: file.path, FLOWGATE_LIMIT: limit == null ? '' : limit.toString()]
  if (file.url == null) {
    settings.FLOWGATE_FILE_SHA256 = file.sha256
  } else {
    settings += [FLOWGATE_FILE_URL: file.url, FLOWGATE_FILE_MAX: file.maxSize == null ? '' : file.maxSize.toString(), FLOWGATE_FILE_EXTENSIONS: file.extensions ?: '']
  }
  List lines = ['#!/bin/sh', "cd ${shellWord(frame.home ?: '.')}"]
  for (entry in settings.entrySet()) lines.add(entry.key + '=' + shellWord(entry.value))
  return lines.join('\n') + '\n' + fetchScript()
}

//# inPlace
// A task whose frame shares everything with its own, except for the workspace.
@NonCPS
Map inPlace(Map task, String workspace) {
  return task + [frame: task.frame + [place: workspace]]
}

//# placedText (fetchFiles): revealed hidden
// The kept text of a name, in which paths of files are those in the workspace of the task.
@NonCPS
Object placedText(Map frame, String name) {
  Object kept = frame.texts.get(name)
  if (kept == null || frame.place == null || frame.place == frame.filesIn) return kept
  String text = kept instanceof List ? revealed(kept) : kept
  String moved = text.replace(frame.filesIn + '/.flowgate/files/', frame.place + '/.flowgate/files/')
  if (moved == text) return kept
  return frame.bound == null ? moved : hidden(frame, moved)
}

//# textToKeep (fetchFiles)
// A text in which paths of files are those in the workspace of the flow.
@NonCPS
String textToKeep(Map frame, String text) {
  return frame.place == null ? text : text.replace(frame.place + '/.flowgate/files/', frame.filesIn + '/.flowgate/files/')
}
