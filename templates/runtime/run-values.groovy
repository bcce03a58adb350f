//# setRunValues: isStop scope reasonOf runValue
// Sets what the error and final tasks of a flow refer to; a stop is not a failure. These values are short and do not
// count.
@NonCPS
void setRunValues(Exception failure) {
  Map failed = null
  if (failure != null && !isStop(failure)) {
    Map last = scope.failed
    failed = [task: last?.failure == failure ? last.task : null, message: reasonOf(failure)]
  }
  for (name in (scope.flow.runNames ?: [])) {
    scope.names.add(name)
    String text = runValue(name, failed)
    if (text) scope.texts.put(name, text)
  }
}

//# runValue: scope
@NonCPS
String runValue(String name, Map failed) {
  Object execution = params.get('FLOWGATE_EXECUTION_ID')
  switch (name) {
    {{runFields}}
    default: return null
  }
}

//# noteFailure: isStop scope passReason
// Notes which task has failed. A calling flow gets the reason as it is now: it may not know the secrets in it.
@NonCPS
void noteFailure(Map task, Exception failure) {
  if (!isStop(failure)) {
    scope.failed = [task: task.id, failure: failure]
    passReason(failure)
  }
}

//# passReason: scope reasonOf
@NonCPS
void passReason(Exception failure) {
  if (scope.parent != null) {
    scope.parent.reason = [failure: failure, text: reasonOf(failure)]
  }
}

//# reasonOf: scope
//# + runBound: masked
// Why a flow or task has failed, in one line and without secrets.
@NonCPS
String reasonOf(Exception failure) {
  Map passed = scope.reason
  if (passed?.failure == failure) return passed.text
  String text = failure.message ?: 'Jenkins ended the task'
  text = masked(text) //? runBound
  String line = text.replaceAll('\\p{Cc}+', ' ')
  String shown = {{sentences.shownReason}}
  return shown.replaceAll('\\p{Cs}[.]{3}$', '...')
}

