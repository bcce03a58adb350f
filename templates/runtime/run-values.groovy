//# setRunValues: isStop reasonOf runValue
// Sets what the error and final tasks of a flow refer to; a stop is not a failure. These values are short and do not
// count.
@NonCPS
void setRunValues(Map frame, Exception failure) {
  Map failed = null
  if (failure != null && !isStop(failure)) {
    Map last = frame.failed
    failed = [task: last?.failure == failure ? last.task : null, message: reasonOf(frame, failure)]
  }
  for (name in (frame.flow.runNames ?: [])) {
    frame.names.add(name)
    String text = runValue(frame, name, failed)
    if (text) frame.texts.put(name, text)
  }
}

//# runValue
@NonCPS
String runValue(Map frame, String name, Map failed) {
  Object execution = params.get('FLOWGATE_EXECUTION_ID')
  // A segment has its number after it.
  execution = execution?.toString()?.replaceAll('/.*', '')
  switch (name) {
    {{runFields}}
    default: return null
  }
}

//# noteFailure: isStop passReason
// Notes which task has failed. A calling flow gets the reason as it is now: it may not know the secrets in it.
@NonCPS
void noteFailure(Map task, Exception failure) {
  if (!isStop(failure)) {
    task.frame.failed = [task: task.id, failure: failure]
    passReason(task.frame, failure)
  }
}

//# passReason: reasonOf
@NonCPS
void passReason(Map frame, Exception failure) {
  if (frame.parent != null) {
    frame.parent.reason = [failure: failure, text: reasonOf(frame, failure)]
  }
}

//# reasonOf: masked
// Why a flow or task has failed, in one line and without secrets.
@NonCPS
String reasonOf(Map frame, Exception failure) {
  Map passed = frame.reason
  if (passed?.failure == failure) return passed.text
  String text = failure.message ?: 'Jenkins ended the task'
  if (frame.bound != null) text = masked(frame, text)
  String line = text.replaceAll('\\p{Cc}+', ' ')
  String shown = {{sentences.shownReason}}
  return shown.replaceAll('\\p{Cs}[.]{3}$', '...')
}

