// The flow whose tasks run now and the values of its inputs, variables and task outputs. A subflow has its own.
@Field Map scope = null

// Runs the tasks of a flow, after a failure its error tasks, and in any case, also after an abort, its final tasks.
// Gives the flow's outputs.
Map runFlow(Map parts, Map flow) {
  Map outputs = [:]
  Exception failure = null
  enterScope(flow)
  try {
    withSecrets {
      readValues(parts)
      failure = runTasks(parts.tasks)
      if (failure != null && !isAbort(failure)) {
        echo "Flow ${flow.id} failed: ${failure.message}"
        failure = runLast(parts.errors) ?: failure
      }
      failure = runLast(parts.atEnd) ?: failure
      if (failure == null && parts.outputs != null) {
        outputs = parts.outputs()
        requireNoFaults()
      }
    }
  } finally {
    leaveScope()
  }
  if (failure != null) {
    throw failure
  }
  return outputs
}

// Runs tasks within the flow's time; gives what ended them early, or null.
Exception runTasks(Closure tasks) {
  try {
    tasks()
    requireTime()
  } catch (Exception fault) {
    return fault
  }
  return null
}

// Runs error or final tasks, for ten minutes at most. Their failures do not count; gives an abort, or null.
Exception runLast(Closure tasks) {
  if (tasks == null) {
    return null
  }
  limitScope(600)
  Exception fault = runTasks(tasks)
  return isAbort(fault) ? fault : null
}

// Flowgate and its workers keep the time themselves, so that only an abort interrupts a step.
@NonCPS
boolean isAbort(Exception fault) {
  return fault instanceof org.jenkinsci.plugins.workflow.steps.FlowInterruptedException
}

// Binds the secrets that the flow was given, so that Jenkins masks them in everything that its tasks print.
void withSecrets(Closure steps) {
  List bindings = secretBindings()
  if (bindings.isEmpty()) {
    steps()
  } else {
    withCredentials(bindings) {
      steps()
    }
  }
}

// Gives inputs and variables their values; a value that does not fit ends the flow before its first task.
void readValues(Map parts) {
  if (parts.read != null) {
    parts.read()
  }
  if (!scope.notes.isEmpty()) {
    echo scope.notes.join('\n')
  }
  requireNoFaults()
}

// Ends the flow when a value was found that does not fit.
void requireNoFaults() {
  if (!scope.faults.isEmpty()) {
    error(scope.faults.join('\n'))
  }
}

@NonCPS
void enterScope(Map flow) {
  scope = [flow: flow, parent: scope, inputs: [:], names: [] as Set, texts: [:], bytes: 0, secrets: [:], secretLines: 0, files: [:], outputs: [:], faults: [], notes: []]
  for (entry in (flow.secrets ?: [:]).entrySet()) {
    String credential = credentialOf(flow, entry.key, entry.value)
    if (credential) {
      scope.secrets.put(entry.key, credential)
    }
  }
  if (flow.timeout != null) {
    limitScope(flow.timeout)
  }
}

// The id of the credential of a secret: of the one that was passed, else of the default. Which of a flow's own inputs have
// a value, Flowgate tells its builds; what Jenkins fills in where a parameter is not given does not count there.
@NonCPS
String credentialOf(Map flow, String name, String id) {
  Object fallback = flow.secretDefaults == null ? null : flow.secretDefaults.get(id)
  if (flow.given != null) {
    return flow.given.get(id) ?: fallback
  }
  Object chosen = params.get('FLOWGATE_SECRET_' + name)
  if (params.get('FLOWGATE_EXECUTION_ID')) {
    return isGiven(id) ? chosen : null
  }
  return chosen ?: fallback
}

@NonCPS
void leaveScope() {
  scope = scope.parent
}

// From now on the flow's tasks have this many seconds in all.
@NonCPS
void limitScope(Number seconds) {
  scope.deadline = System.currentTimeMillis() + Math.round(seconds * 1000d)
}

// Jenkins masks a text of several lines only as a whole, so that each line is a secret of its own. Their variables are
// for nobody: taskEnvironment hides them.
@NonCPS
List secretBindings() {
  List bindings = []
  for (entry in scope.secrets.entrySet()) {
    bindings.add([$class: 'StringBinding', variable: entry.key, credentialsId: entry.value])
    int lines = secretLines(entry.value)
    for (int line = 1; line <= lines; line++) {
      scope.secretLines = scope.secretLines + 1
      bindings.add([$class: 'StringBinding', variable: 'FLOWGATE_LINE_' + scope.secretLines, credentialsId: entry.value + '.' + line])
    }
  }
  return bindings
}

// How many lines Flowgate handed over beside a secret: the id of its credential tells.
@NonCPS
int secretLines(String credential) {
  boolean isOwn = credential ==~ /flowgate-[0-9A-Z]{26}-[a-z0-9-]+\.[0-9]{1,3}/
  return isOwn ? credential.substring(credential.lastIndexOf('.') + 1).toInteger() : 0
}
