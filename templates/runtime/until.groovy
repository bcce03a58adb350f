//# runUntil: flatFrame runPass restBetween
// Runs tasks again and again until a condition is true.
void runUntil(Map task) {
  Map frame = flatFrame(task)
  for (int pass = 1; !runPass(task, frame, pass); pass++) {
    restBetween(task, frame)
  }
}

//# flatFrame: blockFrame
@NonCPS
Map flatFrame(Map task) {
  Map frame = blockFrame(task)
  frame.put('isFlat', true)
  return frame
}

//# runPass: passFrame runBody endPass
// Runs the tasks once; returns whether that was the last pass.
boolean runPass(Map task, Map frame, int pass) {
  Map inner = passFrame(task, frame, pass)
  runBody(task, inner, task.get('control').get('tasks')[0], task.get('control').get('tasks')[1])
  Map end = endPass(task, inner, pass)
  if (end.get('problem') != null) error(end.get('problem'))
  return end.get('isLast')
}

//# passFrame: ownFrame pathInside
@NonCPS
Map passFrame(Map task, Map frame, int pass) {
  return ownFrame(frame, pathInside(frame.get('parent'), task.get('id') + '[' + pass + ']'))
}

//# endPass: own setBlockOutputs?
// Whether a pass was the last one, and why the block fails with it, if it does.
@NonCPS
Map endPass(Map task, Map inner, int pass) {
  Map control = task.get('control')
  if (control.get('isCut')) return [isLast: true]
  if (own(inner, control.get('condition'))) {
    if (control.get('outputs') == null) return [isLast: true]
    Map outputs = own(inner, control.get('outputs'))
    return [isLast: true, problem: inner.get('problems') ? inner.get('problems')[0] : setBlockOutputs(task, outputs)]
  }
  if (control.get('maxAttempt') == null || pass < control.get('maxAttempt')) return [isLast: false]
  String problem = {{sentences.neverTrue}}
  return [isLast: true, problem: {{sentences.taskProblem}}]
}

//# restBetween: restOf requireTime
// Waits before the next pass, not longer than the block may take.
void restBetween(Map task, Map frame) {
  long rest = restOf(task, frame)
  // Jenkins reads the time as an int.
  sleep(rest > 2147483647L ? [time: rest.intdiv(1000L), unit: 'SECONDS'] : [time: rest, unit: 'MILLISECONDS'])
  if (frame.get('deadline') != null) requireTime(frame)
}

//# restOf: secondsLeft
@NonCPS
long restOf(Map task, Map frame) {
  long rest = Math.max(1L, Math.round(task.get('control').get('interval') * 1000d))
  Double left = secondsLeft(frame)
  if (left != null) rest = Math.min(rest, Math.round(left * 1000d))
  return rest
}
