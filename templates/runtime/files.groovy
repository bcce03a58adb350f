// Gives a FILE input the path that its file has in the workspace; only Flowgate and other flows can pass a file. The file
// of a default is fetched from where its URL says.
@NonCPS
void readFileInput(Map declared, boolean visible) {
  Object file = visible ? givenFile(declared) : null
  if (file instanceof Map) {
    scope.filesIn = env.getProperty('WORKSPACE')
    scope.files.put(declared.name, file)
    scope.inputs.put(declared.id, file.filename)
    setText(declared.name, scope.filesIn + '/' + file.path)
  } else if (file != null) {
    scope.faults.add("Input ${declared.id} is a file, which only Flowgate can pass")
  } else if (visible && declared.required && unchecked()) {
    scope.faults.add("Input ${declared.id} is required")
  }
}

// What is known of an input's file; a text when somebody passed something else, null when nobody passed anything.
@NonCPS
Object givenFile(Map declared) {
  if (scope.flow.given != null) {
    return scope.flow.given.get(declared.id) ?: defaultFile(declared)
  }
  String text = passedText(declared)
  if (text != null && text == declared.'default') {
    return defaultFile(declared)
  }
  Object file = text == null || unchecked() ? null : parsedJson(text)
  if (!(file instanceof Map) || !(file.name ==~ /[^.\/-][^\/]*/)) {
    return text
  }
  String path = '.flowgate/files/' + declared.name + '/' + file.name
  return [input: declared.id, filename: file.filename, path: path, sha256: file.sha256, credential: params.get('FLOWGATE_FILE_' + declared.name)]
}

// The file of the default, or null.
@NonCPS
Map defaultFile(Map declared) {
  return declared.file == null ? null : [input: declared.id, url: declared.'default'] + declared.file
}

// The file that a flow passes on, or null.
@NonCPS
Map passedFile(String name) {
  return scope.files.get(name)
}

// Runs steps that may fetch files, and removes these from the workspace afterwards.
Object withFiles(Closure steps) {
  try {
    return steps()
  } finally {
    dir('.flowgate/files') {
      deleteDir()
    }
  }
}

// Brings the files of the flow into the workspace of the next task, which may be on another node than that of the last.
void fetchFiles() {
  movePaths(pwd())
  List files = scope.files.values().toList()
  for (int i = 0; i < files.size(); i++) {
    if (!fileExists(files[i].path)) {
      fetchFile(files[i])
    }
  }
}

// The URL of a file that Flowgate passes is a secret of the execution; it holds until the execution ends.
void fetchFile(Map file) {
  int status = 0
  if (file.url == null) {
    withCredentials([[$class: 'StringBinding', variable: 'FLOWGATE_FILE_URL', credentialsId: file.credential]]) {
      status = runFetch(file)
    }
  } else {
    status = runFetch(file)
  }
  if (status != 0) {
    error("The file of input ${file.input} could not be fetched")
  }
}

int runFetch(Map file) {
  Long limit = wholeSeconds(secondsLeft())
  int status = 0
  withEnv(fetchEnvironment(file, limit)) {
    withBackstop(limit) {
      status = sh(label: "file ${file.input}", script: fetchScript(), encoding: 'UTF-8', returnStatus: true)
    }
  }
  return status
}

@NonCPS
List fetchEnvironment(Map file, Long limit) {
  List entries = [
    'FLOWGATE_FILE=' + file.path,
    'FLOWGATE_LIMIT=' + (limit == null ? '' : limit.toString()),
  ]
  if (file.url == null) {
    return entries + ['FLOWGATE_FILE_SHA256=' + file.sha256]
  }
  return entries + [
    'FLOWGATE_FILE_URL=' + file.url,
    'FLOWGATE_FILE_MAX=' + (file.maxSize == null ? '' : file.maxSize.toString()),
    'FLOWGATE_FILE_EXTENSIONS=' + (file.extensions ?: ''),
  ]
}

// A value that holds the path of a file leads into the workspace of the node at hand.
@NonCPS
void movePaths(String workspace) {
  String before = scope.filesIn + '/.flowgate/files/'
  String after = workspace + '/.flowgate/files/'
  for (name in scope.texts.keySet().toList()) {
    String text = scope.texts.get(name)
    if (text.contains(before)) setText(name, text.replace(before, after))
  }
  scope.filesIn = workspace
}
