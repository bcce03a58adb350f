// Counts the scripts of a build; each has a folder of its own.
@Field int scripts = 0

// Runs a script of a task on the worker, with the flow's environment and within the task's time.
void runScript(Map options = [:], Map task) {
  scripts = scripts + 1
  String folder = ".flowgate/scripts/${scripts}"
  Map files = scriptFiles(task, options)
  List names = files.keySet().toList()
  for (int i = 0; i < names.size(); i++) {
    writeFile(file: "${folder}/${names[i]}", text: files[names[i]], encoding: 'UTF-8')
  }
  Long limit = taskLimit(task)
  int status = 0
  withEnv(scriptEnvironment(task, options, folder, limit)) {
    withBackstop(limit) {
      status = sh(label: task.id, script: workerScript(), encoding: 'UTF-8', returnStatus: true)
    }
  }
  if (status == 124 && fileExists("${folder}.timed-out")) {
    error("Task ${task.id} failed: it took longer than ${limit} s")
  }
  if (status != 0) {
    error("Task ${task.id} failed: its script ended with status ${status}")
  }
  archiveFiles(options.outputFiles ?: task.outputFiles)
  if (task.outputs != null) {
    String file = "${folder}.outputs"
    returnFields(task, lastObject(fileExists(file) ? readFile(file: file, encoding: 'UTF-8') : ''))
  }
}

// The worker keeps the time, since Jenkins could not tell its own timeout from an abort. This is for a worker that hangs.
void withBackstop(Long limit, Closure steps) {
  if (limit == null) {
    steps()
  } else {
    timeout(time: limit + 60, unit: 'SECONDS') {
      steps()
    }
  }
}

// Keeps the files that match the patterns with the build, but none of Flowgate's own. What there is by the very name of a
// pattern is that file, or all that the folder holds.
void archiveFiles(List patterns) {
  for (int i = 0; patterns != null && i < patterns.size(); i++) {
    String pattern = plainPattern(patterns[i])
    if (pattern != '') {
      String name = pattern != '**' && fileExists(pattern) ? pattern.replaceAll('/$', '').replace(',', '?') : null
      archiveArtifacts(artifacts: name == null ? pattern : "${name},${name}/**", excludes: '.flowgate/**', allowEmptyArchive: true)
    }
  }
}

// A pattern without the `./` that Jenkins would not find anything by; one `/` at its end means all that a folder holds.
@NonCPS
String plainPattern(String pattern) {
  if (pattern.trim() == '') return ''
  String plain = ('/' + pattern.trim()).replaceAll('(/[.])+(?=/|$)', '').replaceAll('/+$', '/')
  return plain == '' || plain == '/' ? '**' : plain.substring(1)
}

@NonCPS
Map scriptFiles(Map task, Map options) {
  Map files = [script: options.script ?: task.script]
  if (options.stop != null) files.put('stop', options.stop)
  if (options.files != null) files.putAll(options.files)
  return files
}

@NonCPS
List scriptEnvironment(Map task, Map options, String folder, Long limit) {
  return [
    'FLOWGATE_FOLDER=' + folder,
    'FLOWGATE_SHELL=' + (options.shell ?: 'sh'),
    'FLOWGATE_LIMIT=' + (limit == null ? '' : limit.toString()),
    'FLOWGATE_CAPTURE=' + (task.outputs == null ? '' : (options.outputs ?: 'stdout')),
  ]
}

// Whole seconds that the next attempt may take: the task's own limit or what is left of the flow's.
@NonCPS
Long taskLimit(Map task) {
  Double left = secondsLeft()
  Double limit = task.timeout == null || (left != null && left < task.timeout) ? left : task.timeout
  return wholeSeconds(limit)
}
